"""How a position of Napoleono kapas rates among those of the same pass and stock, with every card known, compiled.

The rating is a sum of weights, one for each feature that a position has. They were learnt from beams that found a win, so that of all
positions that were there to choose from the one on the way to the win rates high (`benchmarks/learn_kapas.py`); between the first
pass and the last each weight runs in a straight line.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from companion.search.compiled import bare
from companion.search.kapas_kernel import (
    DEALT,
    HIGH,
    LOW,
    ONE,
    PASS,
    VAULT,
    WALL,
    Floats,
    Ints,
    Small,
    U,
    waits,
)
from companion.search.kapas_weights import ENDS

NEXT = 7
"""How many of the cards that each base takes next are looked for."""
SPOTS = 24
"""Where a card can lie: 0-9 so deep in a wall, 10-14 under so many of a run or the vault, 15-20 under so many of an extra pile,
21-23 in the stock, to come at once, soon or late."""
IN_RUN, IN_EXTRA, IN_STOCK = 10, 15, 21
SOON, LATE = 2, 6
"""Deals from which a card of the stock comes soon, and late."""
DEEPER_IN_WALL, DEEPER_IN_RUN, DEEPER_IN_EXTRA, TO_COME = (cost << 5 for cost in (137, 30, 70, 201))
"""What a card above costs, and a card of the stock: of two copies the cheaper one is looked at. The last five bits tell its spot."""
NEVER = (1 << 40) + SPOTS - 1

# The features: numbers that count as often as they are high, then ranges of which one counts for each place or card.
ON_BASES, ON_LOWEST_BASE = 0, 1
LEFT = 2
"""+ cards left on a wall."""
RUN = LEFT + 11
"""+ cards upon the lowest of an auxiliary pile."""
LOW_WAITS, LAST_WAITS, TOP_WAITS = RUN + 13, RUN + 26, RUN + 39
"""+ cards that go to its base before the lowest card of an auxiliary pile can, with cards left on its wall and without; before a
wall's top can."""
VAULT_TOP = RUN + 52
"""+ rank of the vault's top card."""
EMPTY = VAULT_TOP + 14
"""An empty auxiliary place."""
NEEDED = EMPTY + 1
"""+ `SPOTS` × how many cards its base takes before + where the card lies."""
FEATURES = NEEDED + NEXT * SPOTS
MOST_FOUND = 64

WEIGHTS = np.linspace(ENDS[0], ENDS[1], 5)
"""A row for each pass."""


class Sight(NamedTuple):
    """Room to look at a position."""

    near: Ints
    """For each card what its cheaper copy costs, and where it lies."""
    above: Ints
    """For each extra pile how many of its cards have been looked at."""
    found: Ints
    """The features found."""


def new_sight() -> Sight:
    return Sight(np.zeros(64, np.int64), np.zeros(5, np.int64), np.zeros(MOST_FOUND, np.int64))


@bare
def note_run(sight: Sight, low: int, high: int) -> None:
    """A run lies on an auxiliary place or in the vault."""
    for card in range(low, high + 1):
        above = high - card
        near = above * DEEPER_IN_RUN + IN_RUN + min(above, IN_EXTRA - IN_RUN - 1)
        sight.near[card] = min(sight.near[card], near)


@bare
def find_cards(sight: Sight, row: Small, mask: Any, order: Small, length: int, walls: Small) -> None:
    """Note where the cards lie."""
    sight.near[:] = NEVER
    for i in range(4):
        left = row[WALL + i]
        for above in range(left):
            card = walls[i, left - 1 - above]
            sight.near[card] = min(sight.near[card], above * DEEPER_IN_WALL + min(above, IN_RUN - 1))
        if row[LOW + i]:
            note_run(sight, row[LOW + i], row[HIGH + i])
    if row[VAULT]:
        note_run(sight, (row[VAULT] & 48) + 1, row[VAULT])
    k = 6 - row[PASS]
    dealt = row[DEALT]
    sight.above[:] = 0
    pile = dealt % k
    for p in range(dealt - 1, -1, -1):
        pile = pile - 1 if pile else k - 1
        if (mask >> U(p)) & ONE:
            above = sight.above[pile]
            sight.above[pile] = above + 1
            near = above * DEEPER_IN_EXTRA + IN_EXTRA + min(above, IN_STOCK - IN_EXTRA - 1)
            sight.near[order[p]] = min(sight.near[order[p]], near)
    soon, late = dealt + SOON * k, dealt + LATE * k
    for p in range(dealt, length):
        near = TO_COME + IN_STOCK + (0 if p < soon else 1 if p < late else 2)
        sight.near[order[p]] = min(sight.near[order[p]], near)


@bare
def look(sight: Sight, row: Small, mask: Any, order: Small, length: int, walls: Small) -> int:
    """Put the features that count once each into `sight.found`; how many."""
    find_cards(sight, row, mask, order, length, walls)
    n = 0
    for i in range(4):
        left = row[WALL + i]
        sight.found[n] = LEFT + left
        n += 1
        if left:
            sight.found[n] = TOP_WAITS + waits(row, walls[i, left - 1])
            n += 1
        if row[LOW + i]:
            sight.found[n] = RUN + row[HIGH + i] - row[LOW + i]
            sight.found[n + 1] = (LOW_WAITS if left else LAST_WAITS) + waits(row, row[LOW + i])
            n += 2
        else:
            sight.found[n] = EMPTY
            n += 1
    sight.found[n] = VAULT_TOP + (row[VAULT] & 15)
    n += 1
    for suit in range(4):
        for q in range(min(NEXT, 26 - row[suit])):
            card = suit * 16 + 13 - (row[suit] + q) % 13
            sight.found[n] = NEEDED + q * SPOTS + (sight.near[card] & 31)
            n += 1
    return n


@bare
def rate(sight: Sight, row: Small, mask: Any, order: Small, length: int, walls: Small, weights: Floats) -> Any:
    """How a position rates: more is better."""
    w = weights[row[PASS] - 1]
    score = w[ON_BASES] * (row[0] + row[1] + row[2] + row[3])
    score += w[ON_LOWEST_BASE] * min(row[0], row[1], row[2], row[3])
    for i in range(look(sight, row, mask, order, length, walls)):
        score += w[sight.found[i]]
    return score
