"""A small learnt net that looks at a table of Napoleono kapas suit by suit and wall by wall. Compiled.

What hampers one suit or one wall is no matter of the others; so each suit and each wall is looked at by itself, always with the same
eyes. A look finds some features and adds up one learnt row of numbers for each; what is left of the sums above nought is added up over
the suits and over the walls, beside a look at the whole table. One layer of units judges these, and the answer is the logarithm of the
odds that the game is won. `kapas_prospect` and `kapas_first_pass` say what is looked at.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.search.compiled import bare, copy
from companion.search.kapas_kernel import HIGH, LOW, VAULT, WALL, Ints, Small, waits

Singles = NDArray[np.float32]

NOWHERE = 32
"""No place of a card; places are less."""

# What stands of a suit, the same for both nets.
ON_BASE = 0
OWN_RUN = ON_BASE + 27
"""+ 13 × how many cards its base takes before the lowest card of an auxiliary pile + before the highest; `UPON_WALL` more where the
pile's wall has cards left."""
UPON_WALL = 13 * 13
VAULT_OF_SUIT = OWN_RUN + 2 * UPON_WALL
"""+ rank on top of the vault, 14 where it is of another suit."""
STANDING_FEATURES = VAULT_OF_SUIT + 15


class Towers(NamedTuple):
    """The learnt rows for each kind of look, features × width, and the layer above."""

    suit_rows: Singles
    suit_bias: Singles
    wall_rows: Singles
    wall_bias: Singles
    table_rows: Singles
    hidden: Singles
    """Sums of the suits, of the walls and of the table, 3 × width in all, × units."""
    hidden_bias: Singles
    out: Singles
    out_bias: Singles


class Gaze(NamedTuple):
    """Room for what is found, and to reckon."""

    near: Ints
    """For each card the place of the copy that is reached most easily, `NOWHERE` for none, and in `second` that of the other one."""
    second: Ints
    suits: Ints
    """The features found at each suit; then at each wall and at the table."""
    walls: Ints
    table: Ints
    counts: Ints
    """How many features were found at each of the four suits, at each of the four walls, and at the table."""
    look: Singles
    sums: Singles
    units: Singles


def new_gaze(net: Towers, of_suit: int, of_wall: int, of_table: int) -> Gaze:
    """Room for so many features found at most."""
    return Gaze(
        np.zeros(64, np.int64),
        np.zeros(64, np.int64),
        np.zeros((4, of_suit), np.int64),
        np.zeros((4, of_wall), np.int64),
        np.zeros(of_table, np.int64),
        np.zeros(9, np.int64),
        np.zeros_like(net.suit_bias),
        np.zeros(3 * net.suit_bias.size, np.float32),
        np.zeros_like(net.hidden_bias),
    )


def towers_of(arrays: Any) -> Towers:
    """A net as it stands in a file of arrays, or in a mapping of such names."""
    return Towers(*(np.ascontiguousarray(np.atleast_1d(arrays[part]), np.float32) for part in Towers._fields))


def read_towers(name: str) -> Towers:
    """A net of the package, as it was learnt."""
    with files("companion.search").joinpath("models", f"{name}.npz").open("rb") as file:
        return towers_of(np.load(file, allow_pickle=False))


@bare
def see(gaze: Gaze, card: int, place: int) -> None:
    """A copy of a card lies there."""
    if place < gaze.near[card]:
        gaze.near[card], gaze.second[card] = place, gaze.near[card]
    elif place < gaze.second[card]:
        gaze.second[card] = place


@bare
def waits_for(row: Small, card: int) -> Any:
    """How many cards its base takes before one like this, 13 more where the base is past its first ace."""
    return waits(row, card) + (13 if row[card >> 4] >= 13 else 0)


@bare
def above_runs(row: Small, card: int) -> int:
    """How many ranks a card lies above what the nearest run of its suit takes next; 12 for no run."""
    least = 12
    for i in range(4):
        if row[HIGH + i] >> 4 == card >> 4 and 0 < row[HIGH + i] < card:
            least = min(least, card - row[HIGH + i] - 1)
    return least


@bare
def above_vault(row: Small, card: int) -> Any:
    """How many ranks a card lies above what the vault takes next; 13 where it never will before it is empty."""
    top = row[VAULT] if row[VAULT] else card & 48
    return card - top - 1 if top >> 4 == card >> 4 and top < card else 13


@bare
def look_at_standing(gaze: Gaze, row: Small, suit: int, begin: int, n: int) -> None:
    """Find what stands of a suit, in features from `begin` on; `n` others have been found of it."""
    found, vault = gaze.suits[suit], row[VAULT]
    found[n] = begin + ON_BASE + row[suit]
    found[n + 1] = begin + VAULT_OF_SUIT + (14 if vault and vault >> 4 != suit else vault & 15)
    n += 2
    for i in range(4):
        if row[LOW + i] and row[LOW + i] >> 4 == suit:
            upon = UPON_WALL if row[WALL + i] else 0
            found[n] = begin + OWN_RUN + upon + waits(row, row[LOW + i]) * 13 + waits(row, row[HIGH + i])
            n += 1
    gaze.counts[suit] = n


@bare
def add_look(gaze: Gaze, rows: Singles, bias: Singles, found: Ints, n: int, at: int) -> None:
    """Add up what a look found, and add what is above nought to the sums that begin at `at`."""
    look = gaze.look
    copy(look, bias)
    for f in range(n):
        row = rows[found[f]]
        for x in range(look.shape[0]):
            look[x] += row[x]
    for x in range(look.shape[0]):
        gaze.sums[at + x] += max(np.float32(0), look[x])


@bare
def answer(net: Towers, gaze: Gaze) -> Any:
    """The logarithm of the odds that the net gives to what was found."""
    width, sums, units = net.suit_bias.shape[0], gaze.sums, gaze.units
    sums[:] = 0
    for i in range(4):
        add_look(gaze, net.suit_rows, net.suit_bias, gaze.suits[i], gaze.counts[i], 0)
        add_look(gaze, net.wall_rows, net.wall_bias, gaze.walls[i], gaze.counts[4 + i], width)
    for f in range(gaze.counts[8]):
        row = net.table_rows[gaze.table[f]]
        for x in range(width):
            sums[2 * width + x] += row[x]
    copy(units, net.hidden_bias)
    for x in range(sums.shape[0]):
        share, row = sums[x], net.hidden[x]
        for unit in range(units.shape[0]):
            units[unit] += share * row[unit]
    total = net.out_bias[0]
    for unit in range(units.shape[0]):
        total += net.out[unit] * max(np.float32(0), units[unit])
    return total
