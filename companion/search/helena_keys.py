"""What tells positions apart: two independent hashes of a row, and the table of those seen.

A pile's hash is a sum over its cards and their heights, so a move changes two piles' sums and the rest stays; no row is written
for a position seen before.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from companion.search.compiled import compiled
from companion.search.helena_row import ACE_ROWS, LENGTHS, LIMITED, ROUND, ROUNDS, STOCK, integer

_random = np.random.default_rng(20240229)
KEYS: Any = _random.integers(0, 2**64, size=(2, 53, 128), dtype=np.uint64)
"""Random words for a card at a height of a pile (second index 0 … 51) and for a pile's place (52), in two independent sets."""

_ODD = np.uint64(0x9E3779B97F4A7C15)


@compiled
def mixed(x: Any) -> Any:
    """A bijection of 64-bit words that spreads every bit."""
    x ^= x >> np.uint64(31)
    x *= np.uint64(0x7FB5D329728EA185)
    x ^= x >> np.uint64(27)
    x *= np.uint64(0x81DADEF4BC2DD44D)
    return x ^ (x >> np.uint64(33))


@compiled
def mark_piles(row: Any, rules: Any, keys: Any, sums: Any, marks: Any) -> Any:
    """Hash every pile and (as the thirteenth) the stock, counted from its end. Returns whether piles are interchangeable."""
    alike = row[ROUND] == rules[ROUNDS] and row[ROUND] > rules[LIMITED] and row[STOCK] == 0
    start = 0
    for p in range(13):
        height = integer(row[LENGTHS + p]) if p < 12 else integer(row[STOCK])
        for side in range(2):
            total = np.uint64(0)
            for j in range(height):
                card = row[start + j]
                total += keys[side, card, j if p < 12 else height - 1 - j]
            sums[side, p] = total
            marks[side, p] = mixed(total if alike else total + keys[side, 52, p])
        start += height
    return alike


@compiled
def row_key(row: Any) -> Any:
    """The foundations, the round and the stock in one word."""
    word = np.uint64(row[ROUND]) * np.uint64(128) + np.uint64(row[STOCK])
    for k in range(8):
        word = word * np.uint64(16) + np.uint64(row[ACE_ROWS + k])
    return word


@compiled
def end_key(side: Any, total: Any, word: Any) -> Any:
    """The hash of a whole position from the sum of its piles' marks; the first set's is never 0."""
    key = mixed(total + mixed(word * _ODD + np.uint64(side)))
    return key | np.uint64(1) if side == 0 else key


@compiled
def remember(table: Any, one: Any, two: Any) -> Any:
    """Put a key into the table of positions seen; whether it is new. `one` is never 0."""
    mask = np.uint64(table.shape[0] - 1)
    at = one & mask
    while table[at, 0] != np.uint64(0):
        if table[at, 0] == one and table[at, 1] == two:
            return False
        at = (at + np.uint64(1)) & mask
    table[at, 0] = one
    table[at, 1] = two
    return True


@compiled
def rehash(old: Any, new: Any) -> None:
    """Copy every key of a table into a larger empty one."""
    for k in range(old.shape[0]):
        if old[k, 0] != np.uint64(0):
            remember(new, old[k, 0], old[k, 1])


@compiled
def is_new(
    row: Any, source: Any, target: Any, card: Any, alike: Any, keys: Any, sums: Any, marks: Any, refill: Any, seen: Any
) -> Any:
    """Whether the position after a move has not been seen yet; it is remembered. Nothing is written but the key."""
    word = row_key(row)
    if source >= 12:
        step = np.uint64(1) << np.uint64(4 * (19 - source))
        word = word - step if source < 16 else word + step
    elif refill >= 0:
        word -= np.uint64(1) << np.uint64(32)
    if target >= 12:
        step = np.uint64(1) << np.uint64(4 * (19 - target))
        word = word + step if target < 16 else word - step
    found_one, found_two = np.uint64(0), np.uint64(0)
    for side in range(2):
        total = np.uint64(0)
        for p in range(13):
            total += marks[side, p]
        if source < 12:
            left = sums[side, source] - keys[side, card, integer(row[LENGTHS + source]) - 1]
            if refill >= 0:
                left += keys[side, refill, 0]
                stock = sums[side, 12] - keys[side, refill, integer(row[STOCK]) - 1]
                total += mixed(stock if alike else stock + keys[side, 52, 12]) - marks[side, 12]
            total += mixed(left if alike else left + keys[side, 52, source]) - marks[side, source]
        if target < 12:
            more = sums[side, target] + keys[side, card, integer(row[LENGTHS + target])]
            total += mixed(more if alike else more + keys[side, 52, target]) - marks[side, target]
        if side == 0:
            found_one = end_key(0, total, word)
        else:
            found_two = end_key(1, total, word)
    return remember(seen, found_one, found_two)


@compiled
def dealing_is_new(row: Any, rules: Any, keys: Any, sums: Any, marks: Any, seen: Any) -> Any:
    """Whether a row written after a dealing has not been seen yet; it is remembered. `sums`, `marks` are overwritten."""
    mark_piles(row, rules, keys, sums, marks)
    one, two = np.uint64(0), np.uint64(0)
    for p in range(13):
        one += marks[0, p]
        two += marks[1, p]
    word = row_key(row)
    return remember(seen, end_key(0, one, word), end_key(1, two, word))
