"""The whole search of Napoleono kapas: every position that matters, until one is won or none is left.

Moves between walls, auxiliary piles, vault and bases (*idle* moves here) do not touch stock and extra piles, nor do these touch them
except through a card that is taken. So idle moves can wait; `companion.search.kapas` argues it (K2, K3). What is left of them are
those that let a card of an extra pile go somewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from companion.search.compiled import bare, copy
from companion.search.kapas_beam import FULL, drop, enter
from companion.search.kapas_kernel import (
    DEAL,
    DEALT,
    EXTRA,
    FROM_VAULT,
    HIGH,
    ONE,
    PASS,
    SOURCES,
    TARGETS,
    VAULT,
    WIDTH,
    WON,
    Book,
    Deal,
    Ints,
    Small,
    U,
    Words,
    accepts,
    deal_next,
    find,
    gather,
    highest,
    order_hash,
    pile_mask,
    play,
    play_safe,
    position_hash,
    source_card,
)
from companion.search.kapas_relaxed import DEAD, Memo, alive, row_hash

WIN_BIT = 63
"""No card has this number."""
CLOSURE = 400
"""Positions looked at for what idle moves can bring; beyond that any card is taken to be wanted."""
CHUNK = 64
EVERY = (1 << 30) - 1


class Reach(NamedTuple):
    """For positions without stock: which cards could be taken after idle moves."""

    keys: Words
    wanted: Words
    counts: Ints
    """How many are kept."""
    rows: Small
    seen: Words
    scratch: Small
    """Two rows to try moves in."""


def new_reach(bits: int) -> Reach:
    """An empty store of 2^`bits` slots."""
    return Reach(
        np.zeros(1 << bits, np.uint64),
        np.zeros(1 << bits, np.uint64),
        np.zeros(1, np.int64),
        np.zeros((CLOSURE + 80, WIDTH), np.int16),
        np.zeros(2048, np.uint64),
        np.zeros((2, WIDTH), np.int16),
    )


@bare
def taken_now(row: Small) -> Any:
    """The cards that base, vault or an auxiliary pile would take, as bits; the last bit if the game is won."""
    cards = U(0)
    on_bases = 0
    for suit in range(4):
        on_bases += row[suit]
        if row[suit] < 26:
            cards |= ONE << U(suit * 16 + 13 - row[suit] % 13)
        if row[VAULT] == 0:
            cards |= ONE << U(suit * 16 + 1)
    if row[VAULT] and (row[VAULT] & 15) < 13:
        cards |= ONE << U(row[VAULT] + 1)
    for i in range(4):
        if row[HIGH + i] and (row[HIGH + i] & 15) < 13:
            cards |= ONE << U(row[HIGH + i] + 1)
    return cards | (ONE << U(WIN_BIT)) if on_bases == WON else cards


@bare
def wanted(reach: Reach, start: Small, order: Small, deal: Deal) -> Any:
    """The cards that could be taken after any idle moves, as bits; all bits where that is not known."""
    key = row_hash(start)
    kept = find(reach.keys, key)
    if reach.keys[kept] == key:
        return reach.wanted[kept]
    reach.seen[:] = 0
    copy(reach.rows[0], start)
    reach.seen[find(reach.seen, key)] = key
    n, x, cards = 1, 0, U(0)
    while x < n:
        if n >= CLOSURE:
            cards = ~U(0)
            break
        cards |= taken_now(reach.rows[x])
        for source in range(SOURCES):
            if EXTRA <= source < FROM_VAULT:
                continue
            card = source_card(reach.rows[x], U(0), order, source, deal.walls)
            if card == 0:
                continue
            for target in range(TARGETS):
                if accepts(reach.rows[x], card, source, target):
                    copy(reach.rows[n], reach.rows[x])
                    play(reach.rows[n], U(0), order, source, target, deal.walls)
                    child = row_hash(reach.rows[n])
                    slot = find(reach.seen, child)
                    if reach.seen[slot] != child:
                        reach.seen[slot] = child
                        n += 1
        x += 1
    if reach.counts[0] * 2 < reach.keys.shape[0]:
        reach.keys[kept] = key
        reach.wanted[kept] = cards
        reach.counts[0] += 1
    return cards


@bare
def tops(row: Small, mask: Any, order: Small) -> Any:
    """The cards on top of the extra piles, as bits, with the bit of a won game."""
    cards = ONE << U(WIN_BIT)
    for pile in range(6 - row[PASS]):
        lying = pile_mask(row, mask, pile)
        if lying:
            cards |= ONE << U(order[highest(lying)])
    return cards


@bare
def swaps(book: Book, deal: Deal, reach: Reach, x: int, idle_move: int, source: int, target: int, key: Any) -> Any:
    """Whether making the extra-pile move at x first, then the idle move, leads to the position of this key (K3)."""
    order = book.orders[book.order[x]]
    row = reach.scratch[0]
    copy(row, book.rows[x])
    card = source_card(row, book.masks[x], order, source, deal.walls)
    if card == 0 or not accepts(row, card, source, target):
        return False
    mask = play_safe(row, play(row, book.masks[x], order, source, target, deal.walls), order, deal)
    source, target = idle_move >> 3, idle_move & 7
    card = source_card(row, mask, order, source, deal.walls)
    if card == 0 or not accepts(row, card, source, target):
        return False
    mask = play_safe(row, play(row, mask, order, source, target, deal.walls), order, deal)
    return position_hash(row, mask, book.hashes[book.order[x]]) == key


@bare
def allow(allowed: Ints, known: int, moves: int, again: Ints, waiting: int) -> int:
    """Allow a known position more moves; returns how many positions wait to be looked at again."""
    if known >= 0 and allowed[known] | moves != allowed[known]:
        allowed[known] |= moves
        again[waiting] = known
        waiting += 1
    return waiting


@bare
def allowed_after(book: Book, deal: Deal, reach: Reach, x: int, idle_move: int, n: int) -> int:
    """The extra-pile moves of position n, made from x by an idle move, that could not as well come before it (bits)."""
    moves = 0
    order = book.orders[book.order[n]]
    row = reach.scratch[1]
    for source in range(EXTRA, FROM_VAULT):
        card = source_card(book.rows[n], book.masks[n], order, source, deal.walls)
        if card == 0:
            continue
        for target in range(TARGETS):
            if not accepts(book.rows[n], card, source, target):
                continue
            copy(row, book.rows[n])
            mask = play_safe(row, play(row, book.masks[n], order, source, target, deal.walls), order, deal)
            key = position_hash(row, mask, book.hashes[book.order[n]])
            if not swaps(book, deal, reach, x, idle_move, source, target, key):
                moves |= 1 << ((source - EXTRA) * TARGETS + target)
    return moves


@bare
def known_at(book: Book, n: int) -> Any:
    """The position equal to the one in row n: its number, -1 if it was dropped, -2 if there is none."""
    key = position_hash(book.rows[n], book.masks[n], book.hashes[book.order[n]])
    slot = find(book.keys, key)
    return book.nodes[slot] if book.keys[slot] == key else -2


@bare
def judge(book: Book, memo: Memo, deal: Deal, n: int, limit: int) -> bool:
    """Note the position just entered; whether it is worth keeping."""
    row = book.rows[n]
    on_bases = row[0] + row[1] + row[2] + row[3]
    book.counts[4] += 1
    if on_bases > book.counts[2]:
        book.counts[2], book.counts[3] = on_bases, n
    if alive(memo, row, deal.walls, limit) == DEAD:
        drop(book)
        return False
    return True


@bare
def every_move(
    book: Book, memo: Memo, reach: Reach, deal: Deal, x: int, limit: int, allowed: Ints, again: Ints, waiting: int
) -> int:
    """Enter what is one move away from x; returns how many known positions wait again, or `FULL`."""
    order = book.orders[book.order[x]]
    top_cards = tops(book.rows[x], book.masks[x], order)
    for source in range(SOURCES):
        card = source_card(book.rows[x], book.masks[x], order, source, deal.walls)
        if card == 0:
            continue
        extra = EXTRA <= source < FROM_VAULT
        for target in range(TARGETS):
            if not accepts(book.rows[x], card, source, target):
                continue
            if extra and not (allowed[x] >> ((source - EXTRA) * TARGETS + target)) & 1:
                continue
            n = book.counts[0]
            if n + 1 >= book.rows.shape[0] or waiting + 1 >= again.shape[0]:
                return FULL
            row = book.rows[n]
            copy(row, book.rows[x])
            mask = play(row, book.masks[x], order, source, target, deal.walls)
            book.masks[n] = play_safe(row, mask, order, deal)
            book.order[n] = book.order[x]
            # In the last pass safe plays take cards from the extra pile: a move that lets them is not idle either.
            taking = extra or book.masks[n] != book.masks[x]
            if not taking and wanted(reach, row, order, deal) & top_cards == 0:
                continue
            moves = EVERY if taking else allowed_after(book, deal, reach, x, source * 8 + target, n)
            known = known_at(book, n)
            if known == -2:
                enter(book, x, source * 8 + target, 0 if taking else 1)
                if judge(book, memo, deal, n, limit):
                    allowed[n] = moves
                if book.counts[2] == WON:
                    return waiting
            elif known >= 0:
                if taking and book.idle[known]:
                    book.idle[known] = 0
                    allowed[known] = -1  # so that it is looked at again even where every move was allowed
                waiting = allow(allowed, known, moves, again, waiting) if allowed[known] != -1 else waiting
                if allowed[known] == -1:
                    allowed[known] = EVERY
                    again[waiting] = known
                    waiting += 1
    return waiting


@bare
def deal_until(book: Book, reach: Reach, deal: Deal, x: int, allowed: Ints) -> int:
    """Deal on from x until a card of the extra piles could be taken, and enter that; 0, or `FULL`."""
    n, o = book.counts[0], book.order[x]
    if n + 1 >= book.rows.shape[0]:
        return FULL
    row = book.rows[n]
    copy(row, book.rows[x])
    mask = book.masks[x]
    steps = 0
    while True:
        if row[DEALT] < book.lengths[o]:
            deal_next(row, book.lengths[o])
        elif row[PASS] < deal.settings[0] and mask:
            fresh = book.counts[1]
            if fresh + 1 >= book.orders.shape[0]:
                return FULL
            mask, length = gather(row, mask, book.orders[o], book.orders[fresh], deal.settings[1])
            book.lengths[fresh], book.hashes[fresh] = length, order_hash(book.orders[fresh], length)
            book.counts[1] += 1
            o = fresh
        else:
            return 0
        steps += 1
        mask = play_safe(row, mask, book.orders[o], deal)
        if wanted(reach, row, book.orders[o], deal) & tops(row, mask, book.orders[o]):
            break
    book.masks[n], book.order[n] = mask, o
    if enter(book, x, DEAL + steps, 0):
        allowed[n] = EVERY
        on_bases = row[0] + row[1] + row[2] + row[3]
        if on_bases > book.counts[2]:
            book.counts[2], book.counts[3] = on_bases, n
    return 0


@bare
def look_at(
    book: Book, memo: Memo, reach: Reach, deal: Deal, chosen: Ints, limit: int, allowed: Ints, again: Ints
) -> int:
    """Enter all that follows from the chosen positions; how many known positions must be looked at again, or `FULL`."""
    waiting = 0
    for x in chosen:
        if book.idle[x] == 0 and deal_until(book, reach, deal, x, allowed) == FULL:
            return FULL
        waiting = every_move(book, memo, reach, deal, x, limit, allowed, again, waiting)
        if waiting == FULL or book.counts[2] == WON:
            return waiting
    return waiting


class Proof:
    """One whole search over a book that has been started."""

    def __init__(self, book: Book, memo: Memo, deal: Deal, watch: Callable[[], None]) -> None:
        self.book, self.memo, self.deal, self.watch = book, memo, deal, watch
        self.reach = new_reach(20)
        self.allowed = np.zeros(book.rows.shape[0], np.int64)
        self.again = np.zeros(1 << 16, np.int64)

    def run(self, limit: int) -> int | None:
        """The won position, -1 if every position has been looked at, none where the book is full. As `Beam.run`."""
        self.allowed[0] = EVERY
        stack = [np.zeros(1, np.int64)]
        while stack:
            self.watch()
            chosen = stack.pop()
            if chosen.size > CHUNK:
                stack.append(chosen[:-CHUNK])
                chosen = chosen[-CHUNK:]
            first = int(self.book.counts[0])
            waiting = int(look_at(self.book, self.memo, self.reach, self.deal, chosen, limit, self.allowed, self.again))
            if self.book.counts[2] == WON:
                return int(self.book.counts[3])
            if waiting == FULL:
                return None
            new = np.concatenate((self.again[:waiting], np.arange(first, self.book.counts[0])))
            if new.size:
                stack.append(new)
        return -1
