"""Compiled kernel for Parihevoset: tables, and what the referee allows on them.

A card is suit × 16 + rank, suits in the order of the rows HDCS. Foundations 0 … 3 are the left ones (up), 4 … 7 the right ones
(down), each by the rank of its top. Places 0 … 11 are the twelve in dealing order (PH-3).
An event is 0 for a deal, 1 for a gathering, else 16 + place × 20 + target, where targets 0 … 11 are places and 12 … 19 foundations.
`settings` hold: 0 what the auxiliary phase may put on foundations (0 nothing, 1 own row, 2 any), 1 the gathering order (0 turned,
1 top12, 2 bottom12), 2 whether the corners take part (1) or not (0), 3 whether the columns are dealt one by one, 4 the rounds.
Acceptance is asked of the referee's own rules, compiled here.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.rules import parihevoset as rules
from companion.search.compiled import bare
from companion.search.compiled import copy as copy_row

Ints = NDArray[np.int64]

PLACES, FOUNDATIONS = 12, 8
DEAL, REDEAL, FIRST_MOVE = 0, 1, 16
ALL_PLACED = 96
up_takes = bare(rules.up_takes)
down_takes = bare(rules.down_takes)


class State(NamedTuple):
    """A table: tops of the foundations, piles and their heights, which tops are live, the stock, and its numbers."""

    found: Ints
    piles: Ints
    height: Ints
    live: Ints
    stock: Ints
    at: Ints
    """0 the stock's next card, 1 its end, 2 the next group, 3 the round, 4 whether the auxiliary phase has begun."""


def new_state() -> State:
    """An empty table."""
    return State(
        np.ones(FOUNDATIONS, np.int64),
        np.zeros((PLACES, 100), np.int64),
        np.zeros(PLACES, np.int64),
        np.zeros(PLACES, np.int64),
        np.zeros(100, np.int64),
        np.zeros(5, np.int64),
    )


@bare
def copy(to: State, source: State) -> None:
    """Make one table equal to another."""
    copy_row(to.found, source.found)
    copy_row(to.height, source.height)
    copy_row(to.live, source.live)
    copy_row(to.at, source.at)
    for i in range(PLACES):
        for k in range(source.height[i]):
            to.piles[i, k] = source.piles[i, k]
    for k in range(source.at[0], source.at[1]):
        to.stock[k] = source.stock[k]


@bare
def takes(found: Ints, foundation: int, card: int) -> bool:
    """PH-2 for a card of the foundation's suit."""
    if foundation & 3 != card >> 4:
        return False
    if foundation < 4:
        return up_takes(found[foundation], card & 15)
    return down_takes(found[foundation], card & 15)


@bare
def own_row(place: int, foundation: int) -> bool:
    """PH-6: whether a place gives to a foundation in the dealing phase."""
    if place < 4:
        return True
    return foundation == place if place < 8 else foundation == place - 8


@bare
def placed(found: Ints) -> int:
    """Cards laid upon the aces."""
    n = 0
    for f in range(4):
        n += found[f] - 1
    for f in range(4, 8):
        if found[f] != 1:
            n += 14 - found[f]
    return n


@bare
def live_plays(s: State, options: Ints) -> int:
    """List the plays of live cards (PH-6) as events; returns how many."""
    n = 0
    for i in range(PLACES):
        if s.live[i] and s.height[i]:
            card = s.piles[i, s.height[i] - 1]
            for f in (card >> 4, 4 + (card >> 4)):
                if own_row(i, f) and takes(s.found, f, card):
                    options[n] = FIRST_MOVE + i * 20 + 12 + f
                    n += 1
    return n


@bare
def play_live(s: State, event: int) -> None:
    """A live card is played and its place refilled (PH-7)."""
    place, target = (event - FIRST_MOVE) // 20, (event - FIRST_MOVE) % 20
    s.height[place] -= 1
    s.found[target - 12] = s.piles[place, s.height[place]] & 15
    if s.at[0] < s.at[1]:
        s.piles[place, s.height[place]] = s.stock[s.at[0]]
        s.height[place] += 1
        s.at[0] += 1
    else:
        s.live[place] = 0


@bare
def deal_group(s: State, settings: Ints) -> None:
    """PH-4: one card on each place of the next group."""
    group = s.at[2]
    first, last = group, group + 1
    if settings[3] == 0 and group >= 4:
        first = 4 if group == 4 else 8
        last = first + 4
    for i in range(first, last):
        if s.at[0] < s.at[1]:
            s.piles[i, s.height[i]] = s.stock[s.at[0]]
            s.height[i] += 1
            s.at[0] += 1
            s.live[i] = 1
    s.at[2] = (group + 1) % (PLACES if settings[3] else 6)


@bare
def gather(s: State, settings: Ints) -> None:
    """PH-11, PH-12: the piles become the stock of the next round."""
    n = 0
    for q in range(PLACES):
        i = q if settings[1] == 0 else PLACES - 1 - q
        for k in range(s.height[i]):
            s.stock[n] = s.piles[i, s.height[i] - 1 - k if settings[1] == 1 else k]
            n += 1
    s.height[:] = 0
    s.live[:] = 0
    s.at[0], s.at[1], s.at[2] = 0, n, 0
    s.at[3] += 1
    s.at[4] = 0


@bare
def auxiliary_fits(s: State, settings: Ints, place: int, target: int) -> Any:
    """PH-10: whether the top of a place may go to a target in the auxiliary phase."""
    if s.height[place] == 0:
        return False
    card = s.piles[place, s.height[place] - 1]
    if target >= 12:
        if settings[0] == 0 or (settings[0] == 1 and not own_row(place, target - 12)):
            return False
        return takes(s.found, target - 12, card)
    if s.height[target] == 0 or place == target or (settings[2] == 0 and (place < 4 or target < 4)):
        return False
    other = s.piles[target, s.height[target] - 1]
    return card >> 4 == other >> 4 and abs(card - other) == 1


@bare
def auxiliary_play(s: State, event: int) -> None:
    """Make a move of the auxiliary phase."""
    place, target = (event - FIRST_MOVE) // 20, (event - FIRST_MOVE) % 20
    s.height[place] -= 1
    card = s.piles[place, s.height[place]]
    if target >= 12:
        s.found[target - 12] = card & 15
    else:
        s.piles[target, s.height[target]] = card
        s.height[target] += 1


@bare
def auxiliary_moves(s: State, settings: Ints, options: Ints) -> int:
    """List the moves of the auxiliary phase as events; returns how many."""
    n = 0
    for i in range(PLACES):
        if s.height[i]:
            suit = s.piles[i, s.height[i] - 1] >> 4
            for j in range(PLACES + 2):
                target = j if j < PLACES else 12 + suit + 4 * (j - PLACES)
                if auxiliary_fits(s, settings, i, target):
                    options[n] = FIRST_MOVE + i * 20 + target
                    n += 1
    return n


@bare
def legal_events(s: State, settings: Ints, options: Ints) -> int:
    """Every legal event, the round after the last (dealing only, PH-13) included; returns how many."""
    if s.at[4] == 0:
        n = live_plays(s, options)
        if n == 0:
            options[0] = DEAL
            n = 1
        return n
    if s.at[3] > settings[4]:
        return 0
    n = auxiliary_moves(s, settings, options)
    options[n] = REDEAL
    return n + 1


@bare
def do_event(s: State, settings: Ints, event: int, options: Ints) -> None:
    """Make a legal event; the dealing phase ends by itself (PH-9)."""
    if event == REDEAL:
        gather(s, settings)
    elif event == DEAL:
        deal_group(s, settings)
    elif s.at[4]:
        auxiliary_play(s, event)
    else:
        play_live(s, event)
    if s.at[4] == 0 and s.at[0] >= s.at[1] and live_plays(s, options) == 0:
        s.live[:] = 0
        s.at[4] = 1
