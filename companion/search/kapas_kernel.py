"""Compiled kernel for Napoleono kapas: positions as small rows, their moves, and the steps of a beam.

A position is a row of `WIDTH` small integers and a mask:

    0 … 3    cards on the four bases (suits in the order SHDC); what lies there follows from the count (NK-4)
    4        top of the vault, 0 if empty; below it lies the run from the ace (NK-5)
    5 … 8    bottom card, 9 … 12 top card of the auxiliary piles, 0 if empty: each is one run upwards in suit (NK-6)
    13 … 16  cards left on the walls; their cards never change, so they stand once for all in `Deal.walls`
    17, 18   the pass and how many cards of its packet have been dealt

A card is suit × 16 + rank. The cards of a pass stand in an *order*, shared by all positions of that pass that came from the same
gathering: the card at place p lies on extra pile p mod k, and the mask's bit p tells whether it is still there (NK-10, NK-11).
Which card goes where is asked of the referee's own acceptance rules, compiled here.
Why every reduction is sound is argued in `companion.search.kapas`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.rules import kapas as rules
from companion.search.compiled import bare, compiled

Small = NDArray[np.int16]
Ints = NDArray[np.int64]
Words = NDArray[np.uint64]
Floats = NDArray[np.float64]

WIDTH = 20
VAULT, LOW, HIGH, WALL, PASS, DEALT = 4, 5, 9, 13, 17, 18
MOST = 60
"""The greatest stock, and the length of an order."""
SOURCES = 18
"""Where a move comes from: 0-3 a wall, 4-7 an auxiliary top, 8-11 a whole auxiliary pile, 12-16 an extra pile, 17 the vault."""
SERIES, EXTRA, FROM_VAULT = 8, 12, 17
TARGETS = 6
"""Where a move goes: 0 the base of the suit, 1 the vault, 2-5 an auxiliary pile. A move is source × 8 + target."""
DEAL = 1000
"""The code of a move that deals on, or gathers, n times is `DEAL` + n."""
WON = 104
U = np.uint64
ONE = U(1)

base_takes = compiled(rules.base_takes)
run_takes = compiled(rules.run_takes)


def _columns() -> Words:
    """For k piles and pile j the mask of the places of an order that lie on it."""
    columns = np.zeros((6, 5), np.uint64)
    for k in range(1, 6):
        for j in range(k):
            columns[k, j] = sum(1 << p for p in range(j, MOST, k))
    return columns


COLUMNS = _columns()


class Deal(NamedTuple):
    """What is the same for every position of one search."""

    walls: Small
    """4 × 11, bottom → top."""
    settings: Ints
    """The last pass; 1 if gathered first over (NK-12)."""
    weights: Floats
    """Of the rating, a row for each pass; see `companion.search.kapas_rating`."""


class Book(NamedTuple):
    """All positions found so far, how each came about, and the table that recognises them."""

    rows: Small
    masks: Words
    order: Ints
    parent: Ints
    move: Ints
    score: Floats
    idle: NDArray[np.int8]
    """1 where the last move was between walls, piles and vault only, so that dealing can wait (reduction K2)."""
    keys: Words
    nodes: Ints
    orders: Small
    lengths: Ints
    hashes: Words
    counts: Ints
    """Positions, orders, most cards on bases, the position that has them, children seen, children proved dead."""


@bare
def mix(x: Any) -> Any:
    """Scramble 64 bits."""
    x ^= x >> U(30)
    x *= U(0xBF58476D1CE4E5B9)
    x ^= x >> U(27)
    x *= U(0x94D049BB133111EB)
    return x ^ (x >> U(31))


@bare
def highest(mask: Any) -> int:
    """The place of the highest bit."""
    place = 0
    for step in (32, 16, 8, 4, 2, 1):
        if mask >> U(step):
            place += step
            mask >>= U(step)
    return place


@bare
def position_hash(row: Small, mask: Any, order_hash: Any) -> Any:
    """64 bits that stand for a position; never 0."""
    h = order_hash ^ mix(mask * U(0x9E3779B97F4A7C15) + U(17))
    for begin in (0, 8, 16):
        word = U(0)
        for i in range(begin, min(begin + 8, DEALT + 1)):
            word = (word << U(8)) | U(row[i])
        h = mix(h ^ (word + U(begin)))
    return h | ONE


@bare
def order_hash(order: Small, length: int) -> Any:
    """64 bits that stand for an order."""
    h = U(0x1234567)
    for i in range(length):
        h = mix(h * U(0x9E3779B97F4A7C15) + U(order[i] + 1))
    return h


@bare
def find(keys: Words, key: Any) -> int:
    """The slot of a key, or the free slot where it belongs."""
    last = U(keys.shape[0] - 1)
    slot = key & last
    while keys[slot] != 0 and keys[slot] != key:
        slot = (slot + ONE) & last
    return int(slot)


@bare
def refill(row: Small, place: int, walls: Small) -> None:
    """NK-9: an emptied auxiliary place takes its wall's top."""
    left = row[WALL + place]
    card = 0
    if left > 0:
        card = walls[place, left - 1]
        row[WALL + place] = left - 1
    row[LOW + place] = card
    row[HIGH + place] = card


@bare
def pile_mask(row: Small, mask: Any, pile: int) -> Any:
    """The places of the order that lie on an extra pile now."""
    k = 6 - row[PASS]
    if pile >= k:
        return U(0)
    return mask & ((ONE << U(row[DEALT])) - ONE) & COLUMNS[k, pile]


@bare
def source_card(row: Small, mask: Any, order: Small, source: int, walls: Small) -> Any:
    """The card that a source offers (the bottom one of a series of two or more); 0 for none."""
    if source < 4:
        left = row[WALL + source]
        return walls[source, left - 1] if left > 0 else 0
    if source < SERIES:
        return row[HIGH + source - 4]
    if source < EXTRA:
        place = source - SERIES
        return row[LOW + place] if row[LOW + place] != row[HIGH + place] else 0
    if source < FROM_VAULT:
        lying = pile_mask(row, mask, source - EXTRA)
        return order[highest(lying)] if lying else 0
    return row[VAULT]


@bare
def base_accepts(count: int, rank: int) -> bool:
    """NK-4 for a base of so many cards."""
    return base_takes(0 if count == 0 else 13 - (count - 1) % 13, count, rank)


@bare
def copies_on_base(row: Small, card: int) -> int:
    """How many copies of a card lie on its base."""
    cards, at = row[card >> 4], 13 - (card & 15)
    return (1 if cards > at else 0) + (1 if cards > at + 13 else 0)


@bare
def waits(row: Small, card: int) -> Any:
    """How many cards its base takes before it can take this one."""
    return (13 - (card & 15) - row[card >> 4]) % 13


@bare
def accepts(row: Small, card: int, source: int, target: int) -> bool:
    """Whether a target takes the card that a source offers (NK-4 … NK-8)."""
    if target == 0:
        return not SERIES <= source < EXTRA and base_accepts(row[card >> 4], card & 15)
    if source == FROM_VAULT:
        return False
    if target == 1:
        top = row[VAULT]
        if top == 0:
            return (card & 15) == 1
    else:
        if SERIES <= source < EXTRA or source == target + 2:
            return False
        top = row[HIGH + target - 2]
    return top >> 4 == card >> 4 and run_takes(top & 15, card & 15)


@bare
def play(row: Small, mask: Any, order: Small, source: int, target: int, walls: Small) -> Any:
    """Make a legal move and what follows by itself (NK-9); returns the mask after it."""
    card = source_card(row, mask, order, source, walls)
    top = card
    if source < 4:
        row[WALL + source] -= 1
    elif source < EXTRA:
        place = (source - 4) & 3
        top = row[HIGH + place] if source >= SERIES else card
        if source >= SERIES or row[LOW + place] == row[HIGH + place]:
            refill(row, place, walls)
        else:
            row[HIGH + place] -= 1
    elif source < FROM_VAULT:
        mask ^= ONE << U(highest(pile_mask(row, mask, source - EXTRA)))
    else:
        row[VAULT] = 0 if (card & 15) == 1 else card - 1
    if target == 0:
        row[card >> 4] += 1
    elif target == 1:
        row[VAULT] = top
    else:
        row[HIGH + target - 2] = top
    return mask


@bare
def safe_source(row: Small, mask: Any, order: Small, deal: Deal) -> int:
    """A source whose play to its base loses nothing (reduction K1); -1 for none."""
    for source in range(SOURCES):
        if SERIES <= source < EXTRA or (EXTRA <= source < FROM_VAULT and row[PASS] < deal.settings[0]):
            continue
        card = source_card(row, mask, order, source, deal.walls)
        if card and row[card >> 4] >= 13 and base_accepts(row[card >> 4], card & 15):
            return source
    return -1


@bare
def play_safe(row: Small, mask: Any, order: Small, deal: Deal) -> Any:
    """Make every safe play (K1); returns the mask after it."""
    source = safe_source(row, mask, order, deal)
    while source >= 0:
        mask = play(row, mask, order, source, 0, deal.walls)
        source = safe_source(row, mask, order, deal)
    return mask


@bare
def deal_next(row: Small, length: int) -> None:
    """Deal on: a card on each extra pile of the pass, fewer when the stock runs out (NK-10)."""
    row[DEALT] = min(length, row[DEALT] + 6 - row[PASS])


@bare
def gather(row: Small, mask: Any, order: Small, out: Small, over: int) -> Any:
    """NK-12: make a packet of the extra piles, its next card first, and begin the next pass; the mask and the packet's length."""
    k = 6 - row[PASS]
    n = 0
    for q in range(k):
        for p in range(k - 1 - q if over else q, MOST, k):
            if (mask >> U(p)) & ONE:
                out[n] = order[p]
                n += 1
    out[n:] = 0
    row[PASS] += 1
    row[DEALT] = 0
    return (ONE << U(n)) - ONE, n
