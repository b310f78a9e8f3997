"""Compiled kernels for Napoleon's Tomb: a beam by cards drawn that, run wide enough, looks at everything.

The table is small. Suits are dropped and like places are not told apart (NT-14), so one position is a row of `WIDTH` bytes:

    0        number of cards on the waste
    1        4, the number of corners; 2 … 8 how many corners have reached the 7, 8 … K
    9        cards on the centre
    10       cards in the six store
    11       cards in the cells; 12 … 15 their ranks, falling, then 0
    16 …     the waste, bottom → top

All positions of a level have drawn the same number of cards, so the rest of the stock is the same for all and is not in the row.
Which rank goes where is taken from the referee's own acceptance rules when the module is loaded (`CORNER`, `NEXT`).
Why every reduction is sound is argued in `companion.search.hauta`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.rules.hauta import centre_takes, corner_takes
from companion.search.compiled import compiled

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]

WIDTH = 64
WASTE = 16
HAUTA, PYSOLFC, KOOKAS = 0, 1, 2
"""Ways of moving: cells give back and sixes are stored; cells only give to foundations; cells are refilled from the stock."""


def _corner_steps() -> Ints:
    """For each rank its step on a corner, 1 for the first, 0 if corners never take it: by asking the referee's rule."""
    steps, top = np.zeros(14, np.int64), 0
    for step in range(1, 14):
        takes = [rank for rank in range(1, 14) if corner_takes(top, rank)]
        if not takes:
            break
        steps[takes[0]], top = step, takes[0]
    return steps


def _centre_needs() -> Ints:
    """The rank that the centre takes next, by the number of cards on it (0 once it is complete)."""
    needs, top = np.zeros(25, np.int64), 0
    for count in range(25):
        takes = [rank for rank in range(1, 14) if centre_takes(top, count, rank)]
        if not takes:
            break
        needs[count] = top = takes[0]
    return needs


CORNER = _corner_steps()
NEXT = _centre_needs()
LAST = int(CORNER.max())
FULL = int(np.flatnonzero(NEXT)[-1]) + 1
HAS = np.array([[int((NEXT[:count] == rank).sum()) for rank in range(14)] for count in range(25)])
"""How many cards of a rank lie on a centre of so many cards."""
REACH = np.array(
    [[next((c for c in range(FULL) if HAS[c + 1][rank] > copies), FULL) for copies in range(5)] for rank in range(14)]
)
"""How far the centre can grow with so many copies of a rank."""


@compiled
def fits(row: Bytes, rank: int) -> bool:
    """Whether a corner or the centre takes a rank."""
    step = CORNER[rank]
    if step > 0:
        return bool(row[1 + step] < row[step])
    return bool(NEXT[row[9]] == rank)


@compiled
def put(row: Bytes, rank: int) -> None:
    """A rank that fits is played."""
    step = CORNER[rank]
    if step > 0:
        row[1 + step] += 1
    else:
        row[9] += 1


@compiled
def complete(row: Bytes) -> bool:
    """Whether the game has come out (NT-12)."""
    return bool(row[1 + LAST] == 4 and row[9] == FULL)


@compiled
def placed(row: Bytes) -> int:
    """How many cards lie on the foundations."""
    count = int(row[9])
    for step in range(1, LAST + 1):
        count += row[1 + step]
    return count


@compiled
def into_cell(row: Bytes, rank: int) -> None:
    """A rank is laid in an empty cell."""
    at = 12 + row[11]
    while at > 12 and row[at - 1] < rank:
        row[at] = row[at - 1]
        at -= 1
    row[at] = rank
    row[11] += 1


@compiled
def out_of_cell(row: Bytes, at: int) -> None:
    """The cell at index 12 … 15 is emptied."""
    last = 11 + row[11]
    for index in range(at, last):
        row[index] = row[index + 1]
    row[last] = 0
    row[11] -= 1


@compiled
def onto_waste(row: Bytes, rank: int) -> None:
    """A rank is laid on the waste."""
    row[WASTE + row[0]] = rank
    row[0] += 1


@compiled
def off_waste(row: Bytes) -> None:
    """The waste's top card leaves."""
    row[0] -= 1
    row[WASTE + row[0]] = 0


@compiled
def play_cells(row: Bytes, store: bool) -> bool:
    """One pass over the cells: what fits is played, sixes are stored. Whether anything moved."""
    moved = False
    at = 12
    while at < 12 + row[11]:
        rank = row[at]
        if fits(row, rank):
            put(row, rank)
            out_of_cell(row, at)
            moved = True
        elif store and rank == 6:
            row[10] += 1
            out_of_cell(row, at)
            moved = True
        else:
            at += 1
    if row[10] > 0 and fits(row, 6):
        row[10] -= 1
        put(row, 6)
        moved = True
    return moved


@compiled
def settle(row: Bytes, mode: int, left: int) -> None:
    """The moves that are never wrong: see `companion.search.hauta`, S1 … S4. `left` cards remain in the stock."""
    if mode == KOOKAS and left > 0:
        return
    moved = True
    while moved:
        moved = play_cells(row, mode == HAUTA)
        if row[0] > 0 and (mode == HAUTA or left == 0):
            top = row[WASTE - 1 + row[0]]
            if mode == HAUTA and top == 6:
                off_waste(row)
                row[10] += 1
                moved = True
            elif row[11] < 4:
                off_waste(row)
                into_cell(row, top)
                moved = True
            elif left == 0 and fits(row, top):
                off_waste(row)
                put(row, top)
                moved = True


@compiled
def sure(row: Bytes, rank: int, ahead: Ints, mode: int) -> bool:
    """Whether playing a waste top or drawn card that fits is never wrong (S5). `ahead`: ranks still in the stock."""
    step = CORNER[rank]
    if step > 0:
        if row[step] == 4:
            return True
    elif HAS[row[9]][rank] == 3:
        return True
    if ahead[rank] > 0:
        return False
    if mode == KOOKAS:
        for at in range(12, 12 + row[11]):
            if row[at] == rank:
                return False
    return True


@compiled
def corner_load(have: Ints, can: Ints) -> int:
    """How many of the cards at hand no corner can take, with `can` copies of each rank to be had at all."""
    load = 0
    most = 4
    for rank in range(1, 14):
        if CORNER[rank] > 0:
            most = min(most, can[rank])
            if have[rank] > most:
                load += have[rank] - most
    return load


@compiled
def centre_load(have: Ints, can: Ints, store: bool) -> int:
    """How many of the cards at hand the centre cannot take; stored sixes are in nobody's way."""
    reach = FULL
    for rank in range(1, 14):
        if CORNER[rank] == 0:
            reach = min(reach, REACH[rank][can[rank]])
    load = 0
    for rank in range(1, 14):
        if CORNER[rank] == 0 and not (store and rank == 6):
            most = HAS[reach][rank]
            if have[rank] > most:
                load += have[rank] - most
    return load


@compiled
def prospect(row: Bytes, store: bool, weights: Ints, have: Ints, can: Ints) -> int:
    """-1 if the position is dead (S6), else how hard it looks: the less the better.

    The stock is taken to be free; the waste is pulled up card by card, and the cells that are taken at each step are weighed.
    `have` (placed or pulled up) and `can` (those and the stock) are scratch.
    """
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
        return -1
    score = weights[corners + centre]
    for at in range(WASTE - 1 + row[0], WASTE - 1, -1):
        rank = row[at]
        can[rank] += 1
        have[rank] += 1
        if CORNER[rank] > 0:
            corners = corner_load(have, can)
        else:
            centre = centre_load(have, can, store)
        if corners + centre > 4:
            return -1
        score += weights[corners + centre]
    return int(score)


@compiled
def blocked(row: Bytes, stock: Ints, left: int, mode: int, have: Ints, pulled: Ints) -> bool:
    """Whether some card of the waste can never leave it (S7). `have` and `pulled` are scratch.

    `have`: what is placed, in the cells, drawn meanwhile or has left the waste; all of it is on foundations or in four cells at
    the moment when a waste card leaves. The least number of draws that makes this possible is looked for card by card.
    """
    store = mode == HAUTA
    reached = HAS[row[9]]
    for rank in range(14):
        step = CORNER[rank]
        have[rank] = row[1 + step] if step > 0 else reached[rank]
        pulled[rank] = have[rank]
    have[6] += row[10]
    for at in range(12, 12 + row[11]):
        have[row[at]] += 1
    corners = corner_load(have, have)
    centre = centre_load(have, have, store)
    drawn = len(stock) - left
    for at in range(WASTE - 1 + row[0], WASTE - 1, -1):
        rank = row[at]
        have[rank] += 1
        pulled[rank] += 1
        while True:
            if CORNER[rank] > 0:
                corners = corner_load(have, have)
            else:
                centre = centre_load(have, have, store)
            if corners + centre <= 4 and (
                mode != KOOKAS
                or drawn == len(stock)
                or corner_load(pulled, have) + centre_load(pulled, have, store) == 0
            ):
                break
            if drawn == len(stock):
                return True
            rank = stock[drawn]
            have[rank] += 1
            drawn += 1
    return False


@compiled
def emit(
    row: Bytes,
    parent: int,
    action: int,
    mode: int,
    left: int,
    stock: Ints,
    weights: Ints,
    have: Ints,
    can: Ints,
    n: int,
    rows: Bytes,
    parents: NDArray[np.int32],
    actions: NDArray[np.uint16],
    scores: NDArray[np.int32],
    marks: NDArray[np.uint64],
    table: NDArray[np.int32],
) -> int:
    """Keep a position unless it is dead or already there. The new count, or -1 if there is no room.

    Positions are told apart by two independent 64-bit marks of their bytes.
    """
    score = 0
    if left > 0:
        score = prospect(row, mode == HAUTA, weights, have, can)
        if score >= 0 and blocked(row, stock, left, mode, have, can):
            score = -1
    elif not complete(row):
        score = -1
    if score < 0:
        return n
    one = np.uint64(0x9E3779B97F4A7C15)
    two = np.uint64(0xC2B2AE3D27D4EB4F)
    for at in range(WASTE + row[0]):
        byte = np.uint64(row[at] + 1)
        one = (one ^ byte) * np.uint64(0xFF51AFD7ED558CCD)
        one ^= one >> np.uint64(29)
        two = (two + byte) * np.uint64(0xC4CEB9FE1A85EC53)
        two ^= two >> np.uint64(31)
    mask = np.uint64(len(table) - 1)
    slot = one & mask
    while table[slot] >= 0:
        known = table[slot]
        if marks[known, 0] == one and marks[known, 1] == two:
            return n
        slot = (slot + np.uint64(1)) & mask
    if n >= len(parents) or 4 * n >= 3 * len(table):
        return -1
    table[slot] = n
    rows[n] = row
    parents[n] = parent
    actions[n] = action
    scores[n] = score
    marks[n, 0] = one
    marks[n, 1] = two
    return n + 1


@compiled
def follow(
    row: Bytes,
    parent: int,
    option: int,
    keep: int,
    mode: int,
    left: int,
    stock: Ints,
    ahead: Ints,
    weights: Ints,
    have: Ints,
    can: Ints,
    n: int,
    rows: Bytes,
    parents: NDArray[np.int32],
    actions: NDArray[np.uint16],
    scores: NDArray[np.int32],
    marks: NDArray[np.uint64],
    table: NDArray[np.int32],
) -> int:
    """Settle a row and keep it and everything that its waste can still do before the next draw. As `emit`.

    With `keep` the waste top stays where it is.
    """
    settle(row, mode, left)
    steps = 0
    while True:
        kind = 0  # 0 nothing to do, 1 may be done or left, 2 never wrong
        play = False
        if row[0] > 0 and keep == 0:
            top = row[WASTE - 1 + row[0]]
            play = fits(row, top)
            if play:
                kind = 2 if sure(row, top, ahead, mode) else 1
            elif mode == PYSOLFC and row[11] < 4:
                kind = 1
        if kind < 2:
            n = emit(
                row, parent, option * 64 + steps, mode, left, stock, weights, have, can,
                n, rows, parents, actions, scores, marks, table,
            )  # fmt: skip
        if kind == 0 or n < 0:
            return n
        top = row[WASTE - 1 + row[0]]
        off_waste(row)
        if play:
            put(row, top)
        else:
            into_cell(row, top)
        settle(row, mode, left)
        steps += 1


@compiled
def expand(
    current: Bytes,
    first: int,
    last: int,
    drawn: int,
    mode: int,
    left: int,
    stock: Ints,
    ahead: Ints,
    weights: Ints,
    n: int,
    rows: Bytes,
    parents: NDArray[np.int32],
    actions: NDArray[np.uint16],
    scores: NDArray[np.int32],
    marks: NDArray[np.uint64],
    table: NDArray[np.int32],
) -> int:
    """Draw the rank `drawn` from each position `first` … `last` - 1 in every way. The new count, or -1 if there is no room.

    Options: 0 the drawn card to a foundation, the six store or a free cell; 1 to the waste; 2 + i the card in cell i (in the
    row's order) goes away first - to the waste, the drawn card taking its cell, or in Kookas' game to its foundation.
    """
    have = np.zeros(14, np.int64)
    can = np.zeros(14, np.int64)
    row = np.zeros(WIDTH, np.uint8)
    for parent in range(first, last):
        source = current[parent]
        full = source[11] == 4
        goes = mode == HAUTA and (fits(source, drawn) or drawn == 6 or not full)
        for option in range(6):
            keep = 0
            if option == 0:
                if not goes:
                    continue
                row[:] = source
                if fits(row, drawn):
                    put(row, drawn)
                elif drawn == 6:
                    row[10] += 1
                else:
                    into_cell(row, drawn)
            elif option == 1:
                if mode == HAUTA and goes:
                    if drawn == 6 or not full or sure(source, drawn, ahead, mode):
                        continue
                    keep = 1
                row[:] = source
                onto_waste(row, drawn)
            else:
                at = 10 + option
                if at >= 12 + source[11] or mode == PYSOLFC or goes:
                    continue
                rank = source[at]
                if at > 12 and source[at - 1] == rank:
                    continue
                if mode == HAUTA:
                    if rank == drawn:
                        continue
                    row[:] = source
                    out_of_cell(row, at)
                    onto_waste(row, rank)
                else:
                    if not fits(source, rank):
                        continue
                    row[:] = source
                    out_of_cell(row, at)
                    put(row, rank)
                into_cell(row, drawn)
            n = follow(
                row, parent, option, keep, mode, left, stock, ahead, weights, have, can,
                n, rows, parents, actions, scores, marks, table,
            )  # fmt: skip
            if n < 0:
                return n
    return n


@compiled
def select(
    rows: Bytes,
    scores: NDArray[np.int32],
    n: int,
    width: int,
    alike: int,
    order: NDArray[np.int32],
    counts: NDArray[np.int32],
    current: Bytes,
) -> int:
    """Keep the `width` best positions, at most `alike` with the same cards in the cells. How many are kept.

    `order[:kept]` are their numbers; `counts` (1024 and 65536 entries in one) is scratch.
    """
    counts[:] = 0
    for at in range(n):
        counts[min(scores[at], 1022) + 1] += 1
    for score in range(1, 1024):
        counts[score] += counts[score - 1]
    sorted_rows = np.empty(n, np.int32)
    for at in range(n):
        score = min(scores[at], 1022)
        sorted_rows[counts[score]] = at
        counts[score] += 1
    kept = 0
    for number in sorted_rows:
        row = rows[number]
        cells = 1024 + ((int(row[12]) << 12) | (int(row[13]) << 8) | (int(row[14]) << 4) | int(row[15]))
        if counts[cells] < alike:
            counts[cells] += 1
            current[kept] = row
            order[kept] = number
            kept += 1
            if kept == width:
                break
    return kept
