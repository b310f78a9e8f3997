"""Parihevoset played: the dealing phase by chance, then the auxiliary plan that small changes and a look ahead lead to.

The kernel of the attempts that `parihevoset_pool` makes, and of the hints in the first round.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from companion.search.compiled import bare
from companion.search.parihevoset_kernel import (
    ALL_PLACED,
    DEAL,
    FIRST_MOVE,
    PLACES,
    REDEAL,
    Ints,
    State,
    auxiliary_fits,
    auxiliary_moves,
    auxiliary_play,
    copy,
    deal_group,
    gather,
    live_plays,
    new_state,
    placed,
    play_live,
)

OPEN, UNRESOLVED, WON = 0, 1, 2
LOG = 1200
"""Room for the events of a round, and of one more."""
PLAN = 400
"""Room for one auxiliary plan."""
OUT = 2.0 * ALL_PLACED
"""The worth of a plan that wins."""
DEALINGS = 20
"""How often the round after the last is dealt for the best plan of the last; more often where it has come out before."""


@bare
def finish_round(s: State, settings: Ints, log: Ints, n: int, options: Ints) -> int:
    """Deal the rest of the stock with forced play, choices at random; appends to the log and returns its length."""
    while True:
        count = live_plays(s, options)
        while count:
            event = options[np.random.randint(count)] if count > 1 else options[0]
            play_live(s, event)
            log[n] = event
            n += 1
            count = live_plays(s, options)
        if s.at[0] >= s.at[1]:
            break
        deal_group(s, settings)
        log[n] = DEAL
        n += 1
    s.live[:] = 0
    s.at[4] = 1
    return n


@bare
def play_up(s: State, settings: Ints, plan: Ints, n: int) -> int:
    """Play to the foundations whatever the auxiliary phase allows, in random order; returns the plan's length."""
    again = settings[0] > 0
    while again:
        again = False
        turn = np.random.randint(PLACES)
        for q in range(PLACES):
            i = (q + turn) % PLACES
            while s.height[i] and n < PLAN:
                suit = s.piles[i, s.height[i] - 1] >> 4
                up = auxiliary_fits(s, settings, i, 12 + suit)
                down = auxiliary_fits(s, settings, i, 16 + suit)
                if not (up or down):
                    break
                if up and down:
                    up = np.random.random() < 0.5
                event = FIRST_MOVE + i * 20 + (12 if up else 16) + suit
                auxiliary_play(s, event)
                plan[n] = event
                n += 1
                again = True
    return n


@bare
def wander(s: State, settings: Ints, plan: Ints, n: int, steps: int, options: Ints) -> int:
    """Make random auxiliary moves, playing up after most of them; returns the plan's length."""
    back = -1
    n = play_up(s, settings, plan, n)
    for _ in range(steps):
        count = auxiliary_moves(s, settings, options)
        if count == 0 or n >= PLAN - 2:
            break
        event = options[np.random.randint(count)]
        if event == back and count > 1:
            event = options[np.random.randint(count)]
        auxiliary_play(s, event)
        plan[n] = event
        n += 1
        place, target = (event - FIRST_MOVE) // 20, (event - FIRST_MOVE) % 20
        back = FIRST_MOVE + target * 20 + place if target < 12 else -1
        if np.random.random() < 0.95:
            n = play_up(s, settings, plan, n)
    return n


class Room(NamedTuple):
    """Room for playing a round: tables to try things on, plans, the log of what was played."""

    begin: State
    now: State
    trial: State
    ahead: State
    plan: Ints
    other: Ints
    spare: Ints
    log: Ints
    scratch: Ints
    options: Ints
    result: Ints
    """0 the log's length up to the last allowed round, 1 with the round after it, 2 cards placed by the one, 3 by the other."""


def new_room() -> Room:
    """Room for attempts, used again and again."""
    return Room(
        new_state(),
        new_state(),
        new_state(),
        new_state(),
        np.zeros(PLAN, np.int64),
        np.zeros(PLAN, np.int64),
        np.zeros(PLAN, np.int64),
        np.zeros(LOG, np.int64),
        np.zeros(LOG, np.int64),
        np.zeros(200, np.int64),
        np.zeros(4, np.int64),
    )


@bare
def worth(room: Room, settings: Ints, last: bool, playouts: int) -> float:
    """What gathering from `trial` is worth: cards placed after the next round, the best and the mean of some playouts.

    In the round after the last (`last`) dealing alone counts (PH-13).
    """
    best, total, count = -1, 0, 0
    for _ in range(playouts):
        copy(room.ahead, room.trial)
        gather(room.ahead, settings)
        finish_round(room.ahead, settings, room.scratch, 0, room.options)
        if not last:
            wander(room.ahead, settings, room.spare, 0, np.random.randint(1, 12), room.options)
        value = placed(room.ahead.found)
        best = max(best, value)
        total += value
        count += 1
        if value == ALL_PLACED:
            return float(ALL_PLACED)
    return 0.5 * best + 0.5 * total / count


@bare
def vary(room: Room, settings: Ints, length: int) -> int:
    """Make another plan out of the best one, played on `trial`; returns its length."""
    plan, other = room.plan, room.other
    if length == 0:
        return wander(room.trial, settings, other, 0, np.random.randint(40), room.options)
    cut = np.random.randint(length + 1)
    n = 0
    for k in range(cut):
        auxiliary_play(room.trial, plan[k])
        other[n] = plan[k]
        n += 1
    kind = np.random.randint(3)
    if kind == 0:
        return wander(room.trial, settings, other, n, np.random.randint(30), room.options)
    skip = np.random.randint(3)
    n = wander(room.trial, settings, other, n, np.random.randint(3) if kind == 1 else 0, room.options)
    for k in range(cut + skip, length):
        place, target = (plan[k] - FIRST_MOVE) // 20, (plan[k] - FIRST_MOVE) % 20
        if n < PLAN - 2 and auxiliary_fits(room.trial, settings, place, target):
            auxiliary_play(room.trial, plan[k])
            other[n] = plan[k]
            n += 1
    return play_up(room.trial, settings, other, n)


@bare
def improve(room: Room, settings: Ints, last: bool, tries: int, playouts: int, to_win: bool) -> tuple[int, float]:
    """Look for a good auxiliary plan from `now` by small changes; leaves it in `plan`, and returns its length and its worth."""
    best, length = -1.0, 0
    for _ in range(tries):
        copy(room.trial, room.now)
        n = vary(room, settings, length)
        value = OUT
        if placed(room.trial.found) < ALL_PLACED:
            value = float(placed(room.trial.found)) if last and to_win else worth(room, settings, last, playouts)
        if value >= best:
            best, length = value, n
            for k in range(n):
                room.plan[k] = room.other[k]
        if value == OUT or (last and value >= ALL_PLACED):
            break
    return length, best


@bare
def play_round(
    room: Room, begin: State, settings: Ints, tries: int, playouts: int, to_win: bool, seed: int
) -> int:  # fmt: skip
    """Play what is left of a round, and gather, or after the last round look for an unresolved end (PH-13).

    Leaves the table in `now` and what was played in the log. `to_win`: plans of the last round are judged by the cards that they
    place and no longer by the round after it.
    """
    np.random.seed(seed)
    now, result = room.now, room.result
    copy(now, begin)
    last = now.at[3] >= settings[4]
    n, worth_most = 0, 0.0
    if now.at[4] == 0:
        n = finish_round(now, settings, room.log, 0, room.options)
    if placed(now.found) < ALL_PLACED and now.at[3] <= settings[4]:
        length, worth_most = improve(room, settings, last, tries, playouts, to_win)
        for k in range(length):
            auxiliary_play(now, room.plan[k])
            room.log[n] = room.plan[k]
            n += 1
    result[0] = result[1] = n
    result[2] = result[3] = placed(now.found)
    if result[2] == ALL_PLACED:
        return WON
    room.log[n] = REDEAL
    if not last:
        gather(now, settings)
        result[0] = result[1] = n + 1
        return OPEN
    if to_win:
        return OPEN
    for _ in range(DEALINGS * (10 if worth_most >= ALL_PLACED else 1)):
        copy(room.trial, now)
        gather(room.trial, settings)
        end = finish_round(room.trial, settings, room.log, n + 1, room.options)
        result[3] = max(result[3], placed(room.trial.found))
        if placed(room.trial.found) == ALL_PLACED:
            result[1] = end
            return UNRESOLVED
    return OPEN


@bare
def attempt(room: Room, table: State, settings: Ints, tries: int, playouts: int, seed: int) -> int:
    """Play the game once from a table to its end; `result` holds what the last round came to."""
    copy(room.begin, table)
    while True:
        verdict = play_round(room, room.begin, settings, tries, playouts, False, seed)
        if verdict != OPEN or room.begin.at[3] >= settings[4]:
            return verdict
        copy(room.begin, room.now)
        seed += 1
