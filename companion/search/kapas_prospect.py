"""What chance a world of Napoleono kapas has when its second pass begins, told by a learnt net that sees all its cards. Compiled.

The chance meant is that a narrow beam which knows the cards wins (`companion.search.kapas_foresight`). A race of that beam takes some
milliseconds and says yes or no; the net (`kapas_towers`) takes microseconds and says how likely. It looks, in each suit, where the
copies of the thirteen cards lie that the base takes next; in each wall, when bases and runs will take its cards and where the cards lie
that must go before. Learnt by `benchmarks/learn_kapas_first_pass.py`.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from companion.rules.kapas import WALL_SIZE
from companion.search.compiled import bare
from companion.search.kapas_kernel import DEALT, HIGH, LOW, MOST, PASS, VAULT, WALL, Small
from companion.search.kapas_towers import (
    NOWHERE,
    STANDING_FEATURES,
    Gaze,
    Towers,
    above_runs,
    above_vault,
    answer,
    look_at_standing,
    new_gaze,
    read_towers,
    see,
    waits_for,
)

# Where the copy of a card lies that is reached most easily: 0-9 under so many cards of a wall, 10-14 of a run, 15-30 in the stock, to
# come in so many deals, 32 nowhere.
IN_RUN, IN_STOCK = 10, 15
PLACES = NOWHERE + 1
DEEPEST_WALL, DEEPEST_RUN, LAST_DEAL = 9, 4, 15

# A look at a suit.
NEAR = 0
"""+ `PLACES` × how many cards its base takes before a card + where the copy lies that is reached most easily."""
SECOND = NEAR + 13 * PLACES
"""The same for the other copy."""
STANDING = SECOND + 13 * PLACES
"""+ what stands of the suit; see `kapas_towers`."""
SUIT_FEATURES = STANDING + STANDING_FEATURES

# A look at a wall. + how deep a card lies × the number of answers + the answer.
WAITS = 0
"""How many cards its base takes before the card, 13 more where that is the last copy."""
RANK = WAITS + 10 * 26
ABOVE_RUN = RANK + 10 * 13
"""How many ranks it lies above what the nearest run of its suit takes next; 12 for no run."""
ABOVE_VAULT = ABOVE_RUN + 10 * 14
"""The same for the vault; 13 for never."""
NEXT_UP = ABOVE_VAULT + 10 * 14
"""Where the card lies that goes to its base before it, and in `NEXT_DOWN` the one that it could lie on in a run."""
NEXT_DOWN = NEXT_UP + 10 * PLACES
LEFT = NEXT_DOWN + 10 * PLACES
LOW_WAITS = LEFT + 11
"""Of the lowest card of the wall's auxiliary pile, 26 for no pile; then how long the pile is, and where the card lies that it takes."""
LENGTH = LOW_WAITS + 27
OPEN_END = LENGTH + 14
WALL_FEATURES = OPEN_END + PLACES

# A look at the whole table.
STOCK_WAITS = 0
"""+ 26 × in how many deals a card of the stock comes + how many cards its base takes before it."""
ON_WALLS = STOCK_WAITS + 16 * 26
DEALS = ON_WALLS + 45
VAULT_TOP = DEALS + 16
LOWEST_BASE = VAULT_TOP + 14
EMPTY = LOWEST_BASE + 27
TABLE_FEATURES = EMPTY + 5

MOST_OF_SUIT, MOST_OF_WALL, MOST_OF_TABLE = 2 * 13 + 6, 6 * WALL_SIZE + 4, MOST + 5


@cache
def net() -> Towers:
    """The net as it was learnt."""
    return read_towers("kapas_prospect")


def new_look(net: Towers) -> Gaze:
    """Room to look at worlds."""
    return new_gaze(net, MOST_OF_SUIT, MOST_OF_WALL, MOST_OF_TABLE)


@bare
def see_run(gaze: Gaze, low: int, high: int) -> None:
    """Look where the cards of a run lie."""
    for card in range(low, high + 1):
        see(gaze, card, IN_RUN + min(high - card, DEEPEST_RUN))


@bare
def look_for_cards(gaze: Gaze, row: Small, order: Small, length: int, walls: Small) -> None:
    """Find where all cards lie that are not on bases."""
    gaze.near[:] = NOWHERE
    gaze.second[:] = NOWHERE
    for i in range(4):
        left = row[WALL + i]
        for above in range(left):
            see(gaze, walls[i, left - 1 - above], min(above, DEEPEST_WALL))
        if row[LOW + i]:
            see_run(gaze, row[LOW + i], row[HIGH + i])
    see_run(gaze, (row[VAULT] & 48) + 1, row[VAULT])
    for p in range(row[DEALT], length):
        see(gaze, order[p], IN_STOCK + min(LAST_DEAL, (p - row[DEALT]) // (6 - row[PASS])))


@bare
def look_at_table(gaze: Gaze, row: Small, order: Small, length: int) -> None:
    """Find the features of the whole table."""
    k, n, on_walls, empty = 6 - row[PASS], 0, 0, 0
    for p in range(row[DEALT], length):
        gaze.table[n] = STOCK_WAITS + min(LAST_DEAL, (p - row[DEALT]) // k) * 26 + waits_for(row, order[p])
        n += 1
    for i in range(4):
        on_walls += row[WALL + i]
        empty += row[LOW + i] == 0
    gaze.table[n] = ON_WALLS + on_walls
    gaze.table[n + 1] = DEALS + min(LAST_DEAL, (length + k - 1) // k)
    gaze.table[n + 2] = VAULT_TOP + (row[VAULT] & 15)
    gaze.table[n + 3] = LOWEST_BASE + min(row[0], row[1], row[2], row[3])
    gaze.table[n + 4] = EMPTY + empty
    gaze.counts[8] = n + 5


@bare
def look_at_suit(gaze: Gaze, row: Small, suit: int) -> None:
    """Find the features of a suit."""
    found = gaze.suits[suit]
    for q in range(13):
        card = suit * 16 + 13 - (row[suit] + q) % 13
        found[2 * q] = NEAR + q * PLACES + gaze.near[card]
        found[2 * q + 1] = SECOND + q * PLACES + gaze.second[card]
    look_at_standing(gaze, row, suit, STANDING, 26)


@bare
def look_at_wall(gaze: Gaze, row: Small, i: int, walls: Small) -> None:
    """Find the features of a wall and its auxiliary pile."""
    found, n, left = gaze.walls[i], 0, row[WALL + i]
    for above in range(left):
        card, deep = walls[i, left - 1 - above], min(above, DEEPEST_WALL)
        rank = card & 15
        found[n] = WAITS + deep * 26 + waits_for(row, card)
        found[n + 1] = RANK + deep * 13 + rank - 1
        found[n + 2] = ABOVE_RUN + deep * 14 + above_runs(row, card)
        found[n + 3] = ABOVE_VAULT + deep * 14 + above_vault(row, card)
        found[n + 4] = NEXT_UP + deep * PLACES + gaze.near[(card & 48) + rank % 13 + 1]
        found[n + 5] = NEXT_DOWN + deep * PLACES + (gaze.near[card - 1] if rank > 1 else NOWHERE)
        n += 6
    found[n] = LEFT + left
    n += 1
    if row[LOW + i]:
        found[n] = LOW_WAITS + waits_for(row, row[LOW + i])
        found[n + 1] = LENGTH + row[HIGH + i] - row[LOW + i]
        found[n + 2] = OPEN_END + (gaze.near[row[HIGH + i] + 1] if (row[HIGH + i] & 15) < 13 else NOWHERE)
        n += 3
    else:
        found[n] = LOW_WAITS + 26
        n += 1
    gaze.counts[4 + i] = n


@bare
def look_through(gaze: Gaze, row: Small, order: Small, length: int, walls: Small) -> None:
    """Find all that the net is to know of a world at the beginning of a pass, no card lying on extra piles."""
    look_for_cards(gaze, row, order, length, walls)
    look_at_table(gaze, row, order, length)
    for i in range(4):
        look_at_suit(gaze, row, i)
        look_at_wall(gaze, row, i, walls)


@bare
def prospect(net: Towers, gaze: Gaze, row: Small, order: Small, length: int, walls: Small) -> Any:
    """The chance that a world is won, told when its second pass begins."""
    look_through(gaze, row, order, length, walls)
    return 1 / (1 + np.exp(-answer(net, gaze)))
