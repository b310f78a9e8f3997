"""The beam over Napoleono kapas: a level is a pass and a number of cards dealt; run without a cut, it looks at everything.

Within a level moves are made round by round; then the stock is dealt on, or gathered, from the best positions of the level.
Positions that the easier game of `companion.search.kapas_relaxed` proves dead are dropped.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from companion.search.compiled import bare, copy
from companion.search.kapas_kernel import (
    DEAL,
    DEALT,
    EXTRA,
    FROM_VAULT,
    MOST,
    PASS,
    SOURCES,
    TARGETS,
    WIDTH,
    WON,
    Book,
    Deal,
    Ints,
    Small,
    U,
    accepts,
    deal_next,
    find,
    gather,
    order_hash,
    play,
    play_safe,
    position_hash,
    source_card,
)
from companion.search.kapas_rating import Sight, new_sight, rate
from companion.search.kapas_relaxed import DEAD, Memo, alive

POSITION_BYTES = 150
"""What one position costs in all the tables of a book."""
SLICE_S = 0.01
"""How long a call of the kernel should take, so that limits and Ctrl-C are heeded promptly."""
ORDERS = 1 << 14
FULL = -2
"""The book has no more room."""


def new_book(most: int) -> Book:
    """An empty book with room for so many positions."""
    slots = 1 << max(12, (2 * most).bit_length())
    orders = max(ORDERS, most // 8)
    return Book(
        np.zeros((most, WIDTH), np.int16),
        np.zeros(most, np.uint64),
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros(most, np.float64),
        np.zeros(most, np.int8),
        np.zeros(slots, np.uint64),
        np.zeros(slots, np.int64),
        np.zeros((orders, MOST), np.int16),
        np.zeros(orders, np.int64),
        np.zeros(orders, np.uint64),
        np.zeros(6, np.int64),
    )


@bare
def enter(book: Book, parent: int, move: int, idle: int) -> bool:
    """Add the position that stands in the next free row, unless it is known; one reached without idling is not idle."""
    n = book.counts[0]
    row = book.rows[n]
    key = position_hash(row, book.masks[n], book.hashes[book.order[n]])
    slot = find(book.keys, key)
    if book.keys[slot] == key:
        known = book.nodes[slot]
        if known >= 0 and idle == 0:
            book.idle[known] = 0
        return False
    book.keys[slot] = key
    book.nodes[slot] = n
    book.parent[n], book.move[n], book.idle[n] = parent, move, idle
    book.counts[0] = n + 1
    return True


@bare
def drop(book: Book) -> None:
    """Take the last position back and remember it as dead."""
    n = book.counts[0] - 1
    slot = find(book.keys, position_hash(book.rows[n], book.masks[n], book.hashes[book.order[n]]))
    book.nodes[slot] = -1
    book.counts[0] = n
    book.counts[5] += 1


@bare
def start(book: Book, row: Small, mask: Any, order: Small, length: int, deal: Deal) -> None:
    """Begin a book with one position."""
    book.counts[:] = 0
    book.counts[1] = 1
    copy(book.orders[0], order)
    book.lengths[0] = length
    book.hashes[0] = order_hash(order, length)
    copy(book.rows[0], row)
    book.masks[0] = play_safe(book.rows[0], U(mask), book.orders[0], deal)
    book.order[0] = 0
    enter(book, -1, -1, 0)
    book.counts[2] = book.rows[0, 0] + book.rows[0, 1] + book.rows[0, 2] + book.rows[0, 3]


@bare
def open_moves(book: Book, memo: Memo, deal: Deal, chosen: Ints, limit: int, noise: float, sight: Sight) -> Any:
    """Enter what is one move away from the chosen positions; returns a won position, -1, or `FULL`."""
    for x in chosen:
        order = book.orders[book.order[x]]
        for source in range(SOURCES):
            card = source_card(book.rows[x], book.masks[x], order, source, deal.walls)
            if card == 0:
                continue
            for target in range(TARGETS):
                if not accepts(book.rows[x], card, source, target):
                    continue
                n = book.counts[0]
                if n + 1 >= book.rows.shape[0]:
                    return FULL
                row = book.rows[n]
                copy(row, book.rows[x])
                mask = play(row, book.masks[x], order, source, target, deal.walls)
                book.masks[n] = play_safe(row, mask, order, deal)
                book.order[n] = book.order[x]
                if not enter(book, x, source * 8 + target, 0 if EXTRA <= source < FROM_VAULT else 1):
                    continue
                book.counts[4] += 1
                on_bases = row[0] + row[1] + row[2] + row[3]
                if on_bases > book.counts[2]:
                    book.counts[2], book.counts[3] = on_bases, n
                if on_bases == WON:
                    return n
                if limit > 0 and alive(memo, row, deal.walls, limit) == DEAD:
                    drop(book)
                    continue
                length = book.lengths[book.order[n]]
                rating = rate(sight, row, book.masks[n], order, length, deal.walls, deal.weights)
                book.score[n] = rating + noise * np.random.random()
    return -1


@bare
def deal_on(book: Book, deal: Deal, chosen: Ints, noise: float, sight: Sight) -> Any:
    """Enter what the chosen positions become by dealing on or, with the stock empty, by gathering; as `open_moves`."""
    for x in chosen:
        n, o = book.counts[0], book.order[x]
        if n + 1 >= book.rows.shape[0] or book.counts[1] + 1 >= book.orders.shape[0]:
            return FULL
        row = book.rows[n]
        copy(row, book.rows[x])
        book.masks[n] = book.masks[x]
        if row[DEALT] < book.lengths[o]:
            deal_next(row, book.lengths[o])
        elif row[PASS] < deal.settings[0] and book.masks[x]:
            fresh = book.counts[1]
            mask, length = gather(row, book.masks[x], book.orders[o], book.orders[fresh], deal.settings[1])
            book.lengths[fresh], book.hashes[fresh] = length, order_hash(book.orders[fresh], length)
            book.counts[1] += 1
            o = fresh
            book.masks[n] = mask
        else:
            continue
        book.order[n] = o
        book.masks[n] = play_safe(row, book.masks[n], book.orders[o], deal)
        if enter(book, x, DEAL + 1, 0):
            on_bases = row[0] + row[1] + row[2] + row[3]
            if on_bases > book.counts[2]:
                book.counts[2], book.counts[3] = on_bases, n
            if on_bases == WON:
                return n
            rating = rate(sight, row, book.masks[n], book.orders[o], book.lengths[o], deal.walls, deal.weights)
            book.score[n] = rating + noise * np.random.random()
    return -1


@bare
def set_seed(seed: int) -> None:
    """Seed the kernel's own random numbers."""
    np.random.seed(seed)


class Beam:
    """One run over a book."""

    def __init__(self, book: Book, memo: Memo, deal: Deal, watch: Callable[[], None]) -> None:
        self.book, self.memo, self.deal, self.watch = book, memo, deal, watch
        self.cut = False
        """Whether any position was left out, so that running dry proves nothing."""
        self.sight = new_sight()
        self.chunk = 64

    def run(self, width: int, limit: int, noise: float, lazy: bool) -> int:
        """Search from the book's first position; returns the won position or -1 when the beam has run dry.

        `width`: positions kept a level and a round; `limit`: positions of the easier game looked at for each; `noise` is added
        to the rating; `lazy`: deal on only where the last move used an extra pile (K2). Raises whatever the watch raises.
        """
        level = np.zeros(1, np.int64)
        while level.size:
            found = [level]
            while level.size:
                first = self.book.counts[0]
                won = self._expand(level, limit, noise)
                if won != -1:
                    return self._full(won)
                found.append(np.arange(first, self.book.counts[0]))
                level = self._best(found[-1], width)
            ready = np.concatenate(found)
            ready = self._best(ready[self.book.idle[ready] == 0] if lazy else ready, width)
            first = self.book.counts[0]
            won = deal_on(self.book, self.deal, ready, noise, self.sight)
            if won != -1:
                return self._full(won)
            level = np.arange(first, self.book.counts[0])
        return -1

    def _expand(self, level: Ints, limit: int, noise: float) -> int:
        begin = 0
        while begin < level.size:
            self.watch()
            before = time.perf_counter()
            chunk = level[begin : begin + self.chunk]
            won = int(open_moves(self.book, self.memo, self.deal, chunk, limit, noise, self.sight))
            if won != -1:
                return won
            begin += self.chunk
            share = SLICE_S / max(time.perf_counter() - before, 1e-6)
            self.chunk = max(8, min(1024, int(self.chunk * min(2.0, max(0.25, share)))))
        return -1

    def _full(self, won: int) -> int:
        if won == FULL:
            self.cut = True
            return -1
        return int(won)

    def _best(self, positions: Ints, width: int) -> Ints:
        if positions.size <= width:
            return positions
        self.cut = True
        return positions[np.argpartition(-self.book.score[positions], width)[:width]]
