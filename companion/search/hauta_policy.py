"""Compiled play of Napoleon's Tomb without knowing the order of the stock: a quick judgement, and games played out by it.

Between two draws all that can be chosen comes down to the *afterstate*, the position in which the next, unseen card is drawn. Where
cells give back to the waste, it is which card lies on the waste: one from a cell, laid there beforehand to keep a cell free for what
comes, or what comes itself. In PySolFC's game it is what was moved up from the waste; in Kookas' game which cell was played and
waits for the next card. A free cell means that the next card will go there.

The judgement is a weighted sum of features of the afterstate, its weights learnt by logistic regression from games that it played
itself (`companion.search.hauta_weights`). It only orders moves: no verdict rests on it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.search.compiled import compiled
from companion.search.hauta_kernel import (
    CORNER,
    HAS,
    HAUTA,
    KOOKAS,
    NEXT,
    PYSOLFC,
    WASTE,
    WIDTH,
    Bytes,
    Ints,
    centre_load,
    complete,
    corner_load,
    fits,
    into_cell,
    off_waste,
    onto_waste,
    out_of_cell,
    put,
    settle,
)

Floats = NDArray[np.float64]

FEATURES = 28
STAGES = 6
STAGE_CARDS = 9
"""Weights differ by stage of the game: one for every nine cards left in the stock."""
DEAD = -1e9
MOST = 40
"""More afterstates than can be chosen from at once."""
ROUND = 20
"""After so many orders the moves that are clearly behind are dropped."""
BEHIND = 2.2
"""How many standard deviations behind the best that is."""


@compiled
def need(row: Bytes, rank: int) -> int:
    """How many cards must be played before a foundation takes this rank."""
    step = CORNER[rank]
    missing = 0
    if step > 0:
        wanted = row[1 + step] + 1
        for below in range(1, step):
            if row[1 + below] < wanted:
                missing += wanted - row[1 + below]
        return missing
    while row[9] + missing < len(NEXT) - 1 and NEXT[row[9] + missing] != rank:
        missing += 1
    return missing


@compiled
def _loads(row: Bytes, store: bool, f: Floats, have: Ints, can: Ints) -> bool:
    """Features 1 … 6 and 19: the cells taken while the waste is pulled up, the stock being free. False if dead."""
    reached = HAS[row[9]]
    for rank in range(14):
        can[rank] = 4
        step = CORNER[rank]
        have[rank] = row[1 + step] if step > 0 else reached[rank]
    for at in range(WASTE, WASTE + row[0]):
        can[row[at]] -= 1
    for at in range(12, 12 + row[11]):
        have[row[at]] += 1
    corners = corner_load(have, can)
    centre = centre_load(have, can, store)
    if corners + centre > 4:
        return False
    f[1] = corners + centre
    f[19] = f[1] * f[1] * 0.25
    for at in range(WASTE - 1 + row[0], WASTE - 1, -1):
        rank = row[at]
        can[rank] += 1
        have[rank] += 1
        if CORNER[rank] > 0:
            corners = corner_load(have, can)
        else:
            centre = centre_load(have, can, store)
        if corners + centre > 4:
            return False
        f[2 + corners + centre] += 0.25
    return True


@compiled
def _cells(row: Bytes, f: Floats) -> None:
    """Features 8, 12 … 14 and 20 … 23: what the cells hold and how soon it is needed."""
    total, least, most, twins, high, top = 0, 30, 0, 0, 0, 0
    for at in range(12, 12 + row[11]):
        rank = row[at]
        wait = need(row, rank)
        total += wait
        least = min(least, wait)
        most = max(most, wait)
        if at > 12 and row[at - 1] == rank:
            twins += 1
        if rank > 6:
            high += 1
        if rank >= 12:
            top += 1
    f[8] = 1.0 if row[11] == 4 else 0.0
    f[12] = total * 0.05
    f[13] = least * 0.1 if least < 30 else 0.0
    f[14] = most * 0.1
    f[20] = twins
    f[21] = high * 0.25
    f[22] = high * high * 0.0625
    f[23] = top * 0.3


@compiled
def _waste(row: Bytes, f: Floats) -> None:
    """Features 7, 15 … 18 and 24: how long the waste is and how much lies there under what is needed later."""
    count = int(row[0])
    f[7] = count * 0.1
    if count == 0:
        return
    first = need(row, row[WASTE - 1 + count])
    above, inverted, under = first, 0, 0
    for at in range(WASTE - 2 + count, WASTE - 1, -1):
        wait = need(row, row[at])
        if wait < above:
            inverted += 1
        if wait < first:
            under += 1
        above = wait
    top = 0
    for at in range(WASTE, WASTE + count):
        if row[at] >= 12:
            top += 1
    f[15] = first * 0.1
    f[16] = 1.0 if fits(row, row[WASTE - 1 + count]) else 0.0
    f[17] = inverted * 0.1
    f[18] = under * 0.1
    f[24] = top * 0.2


@compiled
def features(row: Bytes, ahead: Ints, left: int, store: bool, f: Floats, have: Ints, can: Ints) -> bool:
    """The features of an afterstate, into `f`; false if it is dead. `ahead`: how many of each rank are unseen."""
    f[:] = 0.0
    if not _loads(row, store, f, have, can):
        return False
    _cells(row, f)
    _waste(row, f)
    taken, kinds = 0, 0
    for rank in range(1, 14):
        if fits(row, rank):
            kinds += 1
            taken += ahead[rank]
    f[0] = 1.0
    if left > 0:
        f[9] = taken / left
        if store:
            f[10] = ahead[6] / left
    f[11] = kinds * 0.2
    f[25] = (row[9] % 6) * 0.2
    f[26] = row[9] / 24.0
    f[27] = left / 52.0
    return True


@compiled
def judge(row: Bytes, ahead: Ints, left: int, store: bool, weights: Floats, f: Floats, have: Ints, can: Ints) -> float:
    """How good an afterstate looks: the logarithm of the odds to win; `DEAD` if it is dead."""
    if not features(row, ahead, left, store, f, have, can):
        return DEAD
    stage = min(STAGES - 1, left // STAGE_CARDS)
    value = 0.0
    for at in range(FEATURES):
        value += weights[stage, at] * f[at]
    return value


@compiled
def afterstates(row: Bytes, mode: int, left: int, states: Bytes, labels: Ints) -> int:
    """Every afterstate of a settled position, into `states`. How many.

    A label is 8 × (cards moved up from the waste first) + option: 0 none, 1 … 4 the card in that cell of the row moves too.
    """
    n = 0
    now = row.copy()
    steps = 0
    while True:
        for option in range(5):
            if n == MOST:
                return n
            at = 11 + option
            if option > 0:
                if mode == PYSOLFC or at >= 12 + now[11] or (mode == HAUTA and now[11] < 4):
                    break
                if (option > 1 and now[at] == now[at - 1]) or (mode == KOOKAS and not fits(now, now[at])):
                    continue
            states[n] = now
            if option > 0:
                rank = now[at]
                out_of_cell(states[n], at)
                if mode == HAUTA:
                    onto_waste(states[n], rank)
                else:
                    put(states[n], rank)
            labels[n] = 8 * steps + option
            n += 1
        if now[0] == 0:
            return n
        top = now[WASTE - 1 + now[0]]
        if fits(now, top):
            off_waste(now)
            put(now, top)
        elif mode == PYSOLFC and now[11] < 4:
            off_waste(now)
            into_cell(now, top)
        else:
            return n
        settle(now, mode, left)
        steps += 1


@compiled
def draw(row: Bytes, rank: int, mode: int, left: int) -> None:
    """The next card turns out to be this rank: played if it fits (in PySolFC's game laid on the waste), else as the afterstate
    is meant. `left` cards remain."""
    if mode == KOOKAS:
        if row[11] < 4:
            into_cell(row, rank)
        else:
            onto_waste(row, rank)
    elif mode == PYSOLFC:
        onto_waste(row, rank)
    elif fits(row, rank):
        put(row, rank)
    elif rank == 6:
        row[10] += 1
    elif row[11] < 4:
        into_cell(row, rank)
    else:
        onto_waste(row, rank)
    settle(row, mode, left)


@compiled
def pick(
    row: Bytes, ahead: Ints, left: int, mode: int, weights: Floats, states: Bytes, labels: Ints, f: Floats,
    have: Ints, can: Ints,
) -> int:  # fmt: skip
    """The afterstate that looks best, -1 if all are dead."""
    best, best_value = -1, DEAD
    for at in range(afterstates(row, mode, left, states, labels)):
        value = judge(states[at], ahead, left, mode == HAUTA, weights, f, have, can)
        if value > best_value:
            best, best_value = at, value
    return best


@compiled
def finish(row: Bytes, order: Ints, mode: int, weights: Floats) -> bool:
    """Whether a game goes through from an afterstate when the stock comes in this order, which the play does not look at."""
    f = np.zeros(FEATURES)
    have = np.zeros(14, np.int64)
    can = np.zeros(14, np.int64)
    ahead = np.zeros(14, np.int64)
    states = np.zeros((MOST, WIDTH), np.uint8)
    labels = np.zeros(MOST, np.int64)
    for rank in order:
        ahead[rank] += 1
    count = len(order)
    for number in range(count):
        if number > 0:
            best = pick(row, ahead, count - number, mode, weights, states, labels, f, have, can)
            if best < 0:
                return False
            row[:] = states[best]
        rank = order[number]
        ahead[rank] -= 1
        draw(row, rank, mode, count - number - 1)
    return complete(row)


@compiled
def weigh(
    states: Bytes, n: int, unseen: Ints, mode: int, weights: Floats, orders: int, seed: int, wins: Ints, tried: Ints
) -> None:
    """Play afterstates out in the same sampled orders of the unseen cards, dropping those that fall clearly behind.

    A dead afterstate is not tried; neither is one that has no rival.
    """
    np.random.seed(seed)
    f = np.zeros(FEATURES)
    have = np.zeros(14, np.int64)
    can = np.zeros(14, np.int64)
    ahead = np.zeros(14, np.int64)
    for rank in unseen:
        ahead[rank] += 1
    alive = np.zeros(n, np.bool_)
    for at in range(n):
        alive[at] = features(states[at], ahead, len(unseen), mode == HAUTA, f, have, can)
    order = unseen.copy()
    row = np.zeros(WIDTH, np.uint8)
    for number in range(1, orders + 1):
        np.random.shuffle(order)
        for at in range(n):
            if alive[at]:
                row[:] = states[at]
                tried[at] += 1
                if finish(row, order, mode, weights):
                    wins[at] += 1
        if number % ROUND == 0:
            best = np.argmax(wins)
            for at in range(n):
                if alive[at] and at != best:
                    both = wins[best] + wins[at]
                    spread = np.sqrt(max(1.0, both * (1.0 - both / (2.0 * number))))
                    if wins[best] - wins[at] > BEHIND * spread:
                        alive[at] = False
            if alive.sum() <= 1 and number >= 2 * ROUND:
                return
