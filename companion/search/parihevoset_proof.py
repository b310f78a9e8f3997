"""The whole search of Parihevoset: every table that can be reached, each looked at once, until the question is settled.

A table seen before is not searched again, and one that is shown to be lost (`parihevoset_hopeless`) is not searched at all. It ends
for tables late in a game, and for deals whose first rounds leave so little choice that few tables are reached.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.search.compiled import bare
from companion.search.parihevoset_hopeless import Marks, deals_to_an_end, hopeless, new_marks, stuck
from companion.search.parihevoset_kernel import (
    ALL_PLACED,
    FOUNDATIONS,
    PLACES,
    REDEAL,
    Ints,
    State,
    copy,
    do_event,
    legal_events,
    new_state,
    placed,
)

ROW = 128
"""A table as bytes: 8 foundations, 12 heights, 5 numbers, live marks, then the piles and the stock."""
CARDS = FOUNDATIONS + PLACES + 6 + 1
CHUNK = 256
POSITION_BYTES = 180
FULL = -1
U = np.uint64
Bytes = NDArray[np.int8]


@bare
def pack(s: State, row: Bytes) -> None:
    """Write a table as a row."""
    row[:] = 0
    for f in range(FOUNDATIONS):
        row[f] = s.found[f]
    live = 0
    n = CARDS
    for i in range(PLACES):
        row[8 + i] = s.height[i]
        live |= s.live[i] << i
        for k in range(s.height[i]):
            row[n] = s.piles[i, k]
            n += 1
    row[20] = s.at[1] - s.at[0]
    row[21], row[22], row[23] = s.at[2], s.at[3], s.at[4]
    row[24], row[25] = live & 63, live >> 6
    for k in range(s.at[0], s.at[1]):
        row[n] = s.stock[k]
        n += 1


@bare
def unpack(row: Bytes, s: State) -> None:
    """Read a row back."""
    for f in range(FOUNDATIONS):
        s.found[f] = row[f]
    live = row[24] | (np.int64(row[25]) << 6)
    n = CARDS
    for i in range(PLACES):
        s.height[i] = row[8 + i]
        s.live[i] = (live >> i) & 1
        for k in range(row[8 + i]):
            s.piles[i, k] = row[n]
            n += 1
    s.at[0], s.at[1], s.at[2], s.at[3], s.at[4] = 0, row[20], row[21], row[22], row[23]
    for k in range(row[20]):
        s.stock[k] = row[n]
        n += 1


@bare
def row_hash(row: Bytes) -> Any:
    """64 bits for a table; never 0."""
    h = U(0x1234567)
    for i in range(ROW):
        h ^= U(row[i])
        h *= U(0x9E3779B97F4A7C15)
        h ^= h >> U(29)
    return h | U(1)


@bare
def enter(rows: Bytes, keys: Any, parent: Ints, event: Ints, counts: Ints, s: State, x: int, made: int) -> bool:
    """Add a table unless it is known."""
    n = counts[0]
    pack(s, rows[n])
    key = row_hash(rows[n])
    last = U(keys.shape[0] - 1)
    slot = key & last
    while keys[slot] != 0:
        if keys[slot] == key:
            return False
        slot = (slot + U(1)) & last
    keys[slot] = key
    parent[n], event[n] = x, made
    counts[0] = n + 1
    return True


@bare
def is_lost(b: State, settings: Ints, made: int, spare: State, marks: Marks, options: Ints) -> bool:
    """Whether a table just reached is seen to be lost."""
    if b.at[3] > settings[4]:
        return stuck(b) or (made == REDEAL and deals_to_an_end(b, settings, spare, options))
    return b.at[3] == settings[4] and b.at[4] == 1 and hopeless(b, settings, marks)


@bare
def look_at(
    rows: Bytes, keys: Any, parent: Ints, event: Ints, counts: Ints, settings: Ints, chosen: Ints, a: State, b: State,
    spare: State, marks: Marks, options: Ints, others: Ints,
) -> int:  # fmt: skip
    """Enter all that follows from the chosen tables; `counts` note the won and the unresolved one. 0, or `FULL`."""
    for x in chosen:
        unpack(rows[x], a)
        count = legal_events(a, settings, options)
        for k in range(count):
            if counts[0] + 1 >= rows.shape[0]:
                return FULL
            copy(b, a)
            do_event(b, settings, options[k], others)
            if is_lost(b, settings, options[k], spare, marks, others):
                continue
            if not enter(rows, keys, parent, event, counts, b, x, options[k]):
                continue
            n = counts[0] - 1
            cards = placed(b.found)
            if b.at[3] <= settings[4]:
                if cards > counts[3]:
                    counts[3], counts[4] = cards, n
                if cards == ALL_PLACED:
                    counts[1] = n
                    return 0
            elif cards == ALL_PLACED and counts[2] < 0:
                counts[2] = n
    return 0


class Proof:
    """One whole search from a table."""

    def __init__(self, begin: State, settings: Ints, most: int, watch: Callable[[], None]) -> None:
        self.settings, self.watch = settings, watch
        self.rows = np.zeros((most, ROW), np.int8)
        self.keys = np.zeros(1 << max(10, (2 * most).bit_length()), np.uint64)
        self.parent, self.event = np.zeros(most, np.int64), np.zeros(most, np.int64)
        self.counts = np.array([0, -1, -1, placed(begin.found), 0], np.int64)
        enter(self.rows, self.keys, self.parent, self.event, self.counts, begin, -1, -1)

    def run(self) -> bool:
        """Whether every table has been looked at, or a win found; `won` and `unresolved` tell what was found."""
        a, b, spare, marks = new_state(), new_state(), new_state(), new_marks()
        options, others = np.zeros(200, np.int64), np.zeros(200, np.int64)
        stack = [np.zeros(1, np.int64)]
        tables = (self.rows, self.keys, self.parent, self.event, self.counts, self.settings)
        while stack:
            self.watch()
            chosen = stack.pop()
            if chosen.size > CHUNK:
                stack.append(chosen[:-CHUNK])
                chosen = chosen[-CHUNK:]
            first = int(self.counts[0])
            if look_at(*tables, chosen, a, b, spare, marks, options, others) == FULL:
                return False
            if self.won >= 0:
                return True
            if self.counts[0] > first:
                stack.append(np.arange(first, self.counts[0]))
        return True

    @property
    def won(self) -> int:
        """The won table, or -1."""
        return int(self.counts[1])

    @property
    def unresolved(self) -> int:
        """A table of the round after the last with all cards placed, or -1."""
        return int(self.counts[2])

    def trace(self, x: int) -> list[int]:
        """The events that lead to a table."""
        made = []
        while self.parent[x] >= 0:
            made.append(int(self.event[x]))
            x = int(self.parent[x])
        return made[::-1]
