"""A game easier than Napoleono kapas that tells which positions are dead: every card of the stock and the extra piles is free.

Suppose every card that lies in the stock or on an extra pile could be played at any time. Whatever can be won in the real game can
be won so; where even this game is lost, the position is lost. Only walls, auxiliary piles, vault and bases are left of a position.

R1  *The easier game is won exactly when the walls can be emptied.* Let the walls be empty and base B need card c. If no copy of c
    is free, it lies in the vault or on an auxiliary pile, uncovered or under the next higher rank of its suit. Where B needs c
    for the second time, both cards of that higher rank lie on B, so c is uncovered. Where it needs c for the first time, one of
    them lies on B, so at most one of the two copies of c is covered. Some copy can be played, and so on to the end.
R2  *A free card moves only just before a card that is not free lands upon it.* Until then it can stay free: free cards block
    nothing, and on a base, a run or the vault nothing else could have landed there meanwhile but the cards that are named with
    it. A free card that nothing lands upon need not move at all (R1 plays the rest out). So a move is that of a wall's top, an
    auxiliary top or series, or the vault's top, with the free cards that fill the gap below it.
R3  *A last copy that its base takes is played at once* (K1 of `companion.search.kapas`), with the free last copies that fill
    the gap.

Answers are kept: an exhausted search makes every position that it has looked at dead, a success the positions of its line alive.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.search.compiled import bare, compiled, copy
from companion.search.kapas_kernel import (
    EXTRA,
    HIGH,
    LOW,
    SERIES,
    VAULT,
    WALL,
    WIDTH,
    Ints,
    Small,
    U,
    Words,
    copies_on_base,
    find,
    mix,
    refill,
)

ALIVE, DEAD, UNDECIDED = 1, 2, 3
FIRST_QUERY = 16
FROM_VAULT = 12
"""The sources here: 0-3 walls, 4-7 auxiliary tops, 8-11 series, 12 the vault."""


class Memo(NamedTuple):
    """What is known of positions without stock, and the room for one search."""

    keys: Words
    values: NDArray[np.int32]
    """`ALIVE`, `DEAD`, `UNDECIDED`, or the number of the query that saw it last."""
    rows: Small
    parent: Ints
    slot: Ints
    stack: Ints
    counts: Ints
    """Number of the query, positions kept, positions looked at."""
    free: Ints
    children: Small
    rank: Ints


def new_memo(bits: int, room: int) -> Memo:
    """An empty memo of 2^`bits` slots, with room for so many positions in one search."""
    return Memo(
        np.zeros(1 << bits, np.uint64),
        np.zeros(1 << bits, np.int32),
        np.zeros((room, WIDTH), np.int16),
        np.zeros(room, np.int64),
        np.zeros(room, np.int64),
        np.zeros(room, np.int64),
        np.array([FIRST_QUERY, 0, 0], np.int64),
        np.zeros(64, np.int64),
        np.zeros((80, WIDTH), np.int16),
        np.zeros(80, np.int64),
    )


@bare
def count_free(row: Small, walls: Small, free: Ints) -> None:
    """How many copies of each card are free: two, less those on walls, auxiliary piles, vault and bases."""
    for suit in range(4):
        for rank in range(1, 14):
            free[suit * 16 + rank] = 2 - copies_on_base(row, suit * 16 + rank)
    for i in range(4):
        for d in range(row[WALL + i]):
            free[walls[i, d]] -= 1
        if row[LOW + i]:
            for card in range(row[LOW + i], row[HIGH + i] + 1):
                free[card] -= 1
    top = row[VAULT]
    for card in range((top & 48) + 1, top + 1):
        free[card] -= 1


@bare
def gap_is_free(free: Ints, begin: int, end: int) -> bool:
    """Whether a copy of each card from `begin` up to, not including, `end` is free."""
    for card in range(begin, end):  # noqa: SIM110 (numba compiles the loop)
        if free[card] <= 0:
            return False
    return True


@bare
def base_reach(count: int, card: int, free: Ints) -> int:
    """Cards on a base once the card lies on it upon free cards that fill the gap; -1 if they do not."""
    n = count
    while n < 26:
        rank = 13 - n % 13
        if rank == card & 15:
            return n + 1
        spare = free[(card & 48) + rank]
        if n - 13 >= count:
            spare -= 1  # filled one cycle ago
        if spare <= 0:
            return -1
        n += 1
    return -1


@bare
def row_hash(row: Small) -> Any:
    """64 bits for a position without stock; never 0."""
    a, b = U(0), U(0)
    for i in range(9):
        a = (a << U(7)) | U(row[i])
    for i in range(9, 17):
        b = (b << U(7)) | U(row[i])
    return mix(mix(a + U(1)) ^ b) | U(1)


@bare
def offered(row: Small, walls: Small, source: int) -> Any:
    """The card that has to fit if a source moves; 0 for none."""
    if source < 4:
        left = row[WALL + source]
        return walls[source, left - 1] if left else 0
    if source < SERIES:
        return row[HIGH + source - 4]
    if source < EXTRA:
        return row[LOW + source - SERIES] if row[LOW + source - SERIES] != row[HIGH + source - SERIES] else 0
    return row[VAULT]


@bare
def landing(row: Small, card: int, source: int, target: int, free: Ints) -> int:
    """Whether a target takes the card upon free ones: the base's count after it, 1 for other targets, -1 for no."""
    series = SERIES <= source < EXTRA
    if target == 0:
        return -1 if series else base_reach(row[card >> 4], card, free)
    if source == FROM_VAULT:
        return -1
    if target == 1:
        top = row[VAULT] if row[VAULT] else card & 48
    else:
        if series or source - 4 == target - 2:
            return -1
        top = row[HIGH + target - 2]
        if top == 0:
            return -1
    return 1 if top >> 4 == card >> 4 and top < card and gap_is_free(free, top + 1, card) else -1


@bare
def step(row: Small, card: int, source: int, target: int, count: int, walls: Small) -> int:
    """Make a move of the easier game; returns how much it promises."""
    top, promise = card, 3
    if source < 4:
        row[WALL + source] -= 1
        promise = 10
    elif source < EXTRA:
        place = (source - 4) & 3
        if source >= SERIES:
            top = row[HIGH + place]
        if source >= SERIES or row[LOW + place] == row[HIGH + place]:
            promise = 9 if row[WALL + place] else 0
            refill(row, place, walls)
        else:
            row[HIGH + place] -= 1
    else:
        row[VAULT] = 0 if (card & 15) == 1 else card - 1
    if target == 0:
        row[card >> 4] = count
        return promise + 5
    if target == 1:
        row[VAULT] = top
        return promise + 2
    row[HIGH + target - 2] = top
    return promise


@bare
def forced(row: Small, walls: Small, free: Ints) -> int:
    """A source whose last copy its base takes (R3); -1 for none."""
    for source in range(FROM_VAULT + 1):
        if SERIES <= source < EXTRA:
            continue
        card = offered(row, walls, source)
        if card and row[card >> 4] >= 13 and base_reach(row[card >> 4], card, free) >= 0:
            return source
    return -1


@bare
def expand(memo: Memo, x: int, filled: int, query: int, walls: Small) -> int:
    """Put the new positions one move away into the room, best last on the stack's list `rank`.

    Returns how many; -1 if one of them is known to be alive, -2 if there is no more room.
    """
    row = memo.rows[x]
    count_free(row, walls, memo.free)
    only = forced(row, walls, memo.free)
    n = 0
    for source in range(FROM_VAULT + 1):
        if only >= 0 and source != only:
            continue
        card = offered(row, walls, source)
        if card == 0:
            continue
        for target in range(1 if only >= 0 else 6):
            count = landing(row, card, source, target, memo.free)
            if count < 0:
                continue
            child = memo.children[n]
            copy(child, row)
            promise = step(child, card, source, target, count, walls)
            key = row_hash(child)
            slot = find(memo.keys, key)
            if memo.keys[slot] == key:
                value = memo.values[slot]
                if value == ALIVE:
                    return -1
                if value in (DEAD, query):
                    continue
            elif memo.counts[1] * 2 > memo.keys.shape[0] or filled + n >= memo.rows.shape[0]:
                return -2
            else:
                memo.keys[slot] = key
                memo.counts[1] += 1
            if filled + n >= memo.rows.shape[0]:
                return -2
            memo.values[slot] = query
            copy(memo.rows[filled + n], child)
            memo.parent[filled + n] = x
            memo.slot[filled + n] = slot
            memo.rank[n] = promise * 100 + n
            n += 1
    return n


@compiled
def alive(memo: Memo, start: Small, walls: Small, limit: int) -> Any:
    """Whether the walls of a position can still be emptied with the stock free: `ALIVE`, `DEAD` or `UNDECIDED`.

    `limit` is how many positions may be looked at; what was left undecided is not tried again.
    """
    key = row_hash(start)
    slot = find(memo.keys, key)
    if memo.keys[slot] == key:
        if memo.values[slot] <= UNDECIDED:
            return memo.values[slot]
    elif memo.counts[1] * 2 > memo.keys.shape[0]:
        return UNDECIDED
    else:
        memo.keys[slot] = key
        memo.counts[1] += 1
    memo.counts[0] += 1
    query = memo.counts[0]
    memo.values[slot] = query
    copy(memo.rows[0], start)
    memo.parent[0], memo.slot[0], memo.stack[0] = -1, slot, 0
    filled, height = 1, 1
    for _ in range(limit):
        if height == 0:
            for x in range(filled):
                memo.values[memo.slot[x]] = DEAD
            return DEAD
        height -= 1
        x = memo.stack[height]
        memo.counts[2] += 1
        row = memo.rows[x]
        n = -1
        if row[WALL] + row[WALL + 1] + row[WALL + 2] + row[WALL + 3] > 0:
            n = expand(memo, x, filled, query, walls)
        if n == -1:
            while x >= 0:
                memo.values[memo.slot[x]] = ALIVE
                x = memo.parent[x]
            return ALIVE
        if n == -2:
            break
        order = np.argsort(memo.rank[:n])
        for i in range(n):
            memo.stack[height] = filled + order[i]
            height += 1
        filled += n
    memo.values[slot] = UNDECIDED
    return UNDECIDED
