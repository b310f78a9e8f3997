"""Napoleono kapas with every card known: won by a line, lost by exhaustion, or open (hints: `kapas_hints`).

First an easier game, in which all cards of the stock are free, is asked whether the deal is dead from the start; then ever wider
beams look for a win, and a whole search for a win or a proof. Clauses: NK-4 … NK-14. The switches `gather` and `passes` are
compiled; a table still in the forced setup, `partial_series` and `strict_standstill` go to `companion.search.plain`.

Why the reductions lose no win
------------------------------
K1  *A last copy that its base takes is played at once*: both times the suit goes round, so if the base has 13 cards or more and
    needs card c, this is the only c left, and both cards of the next higher rank lie on the base already. Nothing will ever be
    laid upon c, so it supports nothing, and until it is played nothing else of its suit can go to the base. If it is the only
    card of an auxiliary pile, the wall's top comes in its stead: there it has every move that it had on the wall, can support
    more, and uncovers the wall; a line that leaves c lying is followed move by move, one card of that wall ahead.
    Taking a card from an extra pile changes the next packet, so there this is done in the last pass only.
K2  *Idle moves wait.* A move between walls, auxiliary piles, vault and bases does not touch stock or extra piles, and dealing or
    gathering touches nothing else; an idle move just before a deal is as legal just after it, with the same result. So a table
    from which a win goes on by idle moves and a deal can as well be dealt on at once; what is left are idle moves before a card
    of an extra pile is taken, and those at the very end. In the last pass an idle move after which K1 takes a card of the extra
    pile is no idle move. (By induction on the deals left, then on the cards in stock and extra piles.)
    If idle moves can bring no place for any top of the extra piles and not the win, they are not made.
K3  *Idle moves follow extra-pile moves where they can.* Let an idle move m come just before an extra-pile move e. If e is legal
    first, m after it, and the result is the same position, e is not tried after m: the table with e alone is searched, and a win
    from the common position is a win from there (the position is compared, not argued).
K4  *Dead positions* are dropped: those that even the easier game loses (`companion.search.kapas_relaxed`).

Beams do not use K2 and K3 but leave positions out, so they prove nothing unless nothing was left out.
Positions are told apart by 64 bits of hash; two among a million agree with odds below 10⁻⁷.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from companion.cards import UNSEEN
from companion.events import Deal as DealEvent
from companion.rules.kapas import BASES, WALL_SIZE, WALLS
from companion.search import plain, worlds
from companion.search.kapas_beam import POSITION_BYTES, Beam, new_book, set_seed, start
from companion.search.kapas_kernel import MOST, PASS, WIDTH, WON, Book, Deal
from companion.search.kapas_lines import events, is_compiled, packed, trace
from companion.search.kapas_proof import Proof
from companion.search.kapas_rating import WEIGHTS
from companion.search.kapas_relaxed import DEAD, Memo, alive, new_memo
from companion.search.outcome import Limits, Outcome, Stopper

if TYPE_CHECKING:
    from companion.rules import Game
    from companion.table import Table

FIRST_RUNS = ((30, 0, 0.0), (100, 100, 0.0), (300, 0, 0.0), (100, 1000, 0.0), (1000, 0, 0.0), (300, 300, 0.0))
"""Beams before the whole search: width, positions of the easier game for each, noise."""
LATER_RUNS = ((300, 1000, 3.0), (1000, 300, 3.0), (3000, 100, 3.0))
"""Beams after it, again and again."""
FIRST_SHARE, PROOF_SHARE = 0.5, 0.9
"""Up to which part of the time the first beams and the whole search may go on."""
ROOT_LIMIT, PROOF_LIMIT = 150_000, 1000
"""Positions of the easier game looked at for the table itself, and for each position of the whole search."""
MOST_POSITIONS = 3_000_000
WORLD_NODES = 25_000
"""Positions searched for one of many orders, for the odds: the first beams."""


class _Stopped(Exception):
    """A limit was reached (none: the search was asked to stop)."""

    def __init__(self, limit: Stopper | None) -> None:
        self.limit = limit


class _ShareSpent(Exception):
    """A part of the search has had its share of the time."""


def solve(
    game: Game, table: Table, limits: Limits, *, seed: int = 0, stop: Callable[[], bool] | None = None
) -> Outcome:
    """Search a table whose every card is known, within limits."""
    if table.dealing and table.phase == "play":
        after = solve(game, game.apply(table, DealEvent()), limits, seed=seed, stop=stop)
        line = (DealEvent(), *after.line) if after.verdict != "lost" else ()
        return Outcome(after.verdict, line, after.limit, after.nodes, after.seconds, after.best)
    if not is_compiled(game, table):
        return plain.solve(game, table, limits, seed=seed, stop=stop)
    load()
    return _Search(game, table, limits, seed, stop).run()


@cache
def load() -> None:
    """Have the kernels compiled, or read from disk, before any clock runs."""
    deal = Deal(np.zeros((4, WALL_SIZE), np.int16), np.array([5, 0], np.int64), WEIGHTS)
    row, order = np.zeros(WIDTH, np.int16), np.zeros(MOST, np.int16)
    row[:4], row[0], row[PASS], order[0] = 26, 25, 1, 1
    set_seed(0)
    for part in (Beam, Proof):
        book, memo = new_book(100), new_memo(10, 100)
        start(book, row, np.uint64(1), order, 1, deal)
        alive(memo, row, deal.walls, 1)
        if part is Beam:
            Beam(book, memo, deal, _never).run(1, 1, 0.0, lazy=False)
        else:
            Proof(book, memo, deal, _never).run(1)


class _Search:
    """One search of one table."""

    def __init__(self, game: Game, table: Table, limits: Limits, seed: int, stop: Callable[[], bool] | None) -> None:
        self.game, self.table, self.limits, self.stop = game, table, limits, stop
        self.start = time.perf_counter()
        self.share = 1.0
        self.nodes = 0
        self.book: Book | None = None
        self.best = sum(len(table.piles[base]) for base in BASES)
        self.best_moves: list[int] = []
        self.most = max(20_000, min(MOST_POSITIONS, limits.memory_mib * 2**19 // POSITION_BYTES))
        self.packed = packed(game, table)
        set_seed(seed & 0xFFFFFFFF)

    def run(self) -> Outcome:
        """The first verdict that a part of the search brings."""
        if self.game.won(self.table):
            return self._outcome("won", [])
        memo = new_memo(22 if self.most > 10**6 else 18, 1 << 18)
        row, _, _, _, deal = self.packed
        try:
            self.watch()
            if self._begin(2).counts[2] == WON:
                return self._outcome("won", [-1])
            if alive(memo, row, deal.walls, ROOT_LIMIT) == DEAD:
                return self._outcome("lost", [])
            for moves in self._parts(memo):
                if moves is not None:
                    return self._outcome("won" if moves else "lost", moves)
        except _Stopped as stopped:
            self._note()
            return self._outcome("open", self.best_moves, stopped.limit)
        return self._outcome("open", self.best_moves, "memory")

    def _parts(self, memo: Memo) -> Iterator[list[int] | None]:
        """For each part of the search the winning moves, an empty list for a proof that there are none, or nothing."""
        self.share = FIRST_SHARE
        for run in FIRST_RUNS:
            yield self._beam(memo, *run)
        self.share = PROOF_SHARE
        yield self._prove(memo)
        self.share = 1.0
        for width, limit, noise in LATER_RUNS * 1000:
            yield self._beam(memo, width, limit, noise)

    def _begin(self, most: int) -> Book:
        row, mask, order, length, deal = self.packed
        self.book = new_book(min(most, self.most))
        start(self.book, row, np.uint64(mask), order, length, deal)
        return self.book

    def _beam(self, memo: Memo, width: int, limit: int, noise: float) -> list[int] | None:
        book = self._begin(20_000 + 600 * width)
        beam = Beam(book, memo, self.packed[-1], self.watch)
        try:
            won = beam.run(width, limit, noise, lazy=False)
        except _ShareSpent:
            self._note()
            return None
        self._note()
        if won >= 0:
            return trace(book, won)
        return None if beam.cut else []

    def _prove(self, memo: Memo) -> list[int] | None:
        book = self._begin(self.most)
        try:
            won = Proof(book, memo, self.packed[-1], self.watch).run(PROOF_LIMIT)
        except _ShareSpent:
            won = None
        self._note()
        if won is None:
            return None
        return trace(book, won) if won >= 0 else []

    def watch(self) -> None:
        """Look at the limits. Raises `_Stopped`, or `_ShareSpent` for the part under way."""
        seen = self.nodes + (int(self.book.counts[0]) if self.book else 0)
        if self.stop is not None and self.stop():
            raise _Stopped(None)
        if self.limits.nodes is not None and seen >= self.limits.nodes:
            raise _Stopped("nodes")
        spent = time.perf_counter() - self.start
        if spent >= self.limits.time_s:
            raise _Stopped("time")
        if spent >= self.limits.time_s * self.share:
            raise _ShareSpent

    def _note(self) -> None:
        """Remember the best position of the book and let the book go."""
        if self.book is None:
            return
        self.nodes += int(self.book.counts[0])
        if self.book.counts[2] > self.best:
            self.best = int(self.book.counts[2])
            self.best_moves = trace(self.book, int(self.book.counts[3]))
        self.book = None

    def _outcome(self, verdict: str, moves: list[int], limit: Stopper | None = None) -> Outcome:
        line = () if verdict == "lost" else tuple(events(self.game, self.table, moves))
        best = WON if verdict == "won" else self.best
        return Outcome(verdict, line, limit, self.nodes, time.perf_counter() - self.start, best)  # type: ignore[arg-type]


def _never() -> None:
    return None


def hopeless(game: Game, seen: Table) -> bool:
    """Whether the deal is lost in whatever order the stock lies: the walls, all seen, cannot be emptied with the stock free (K4)."""
    if any(UNSEEN in seen.piles[wall] for wall in WALLS) or seen.dealing:
        return False
    world = worlds.sample(game, seen, random.Random(0))
    if not is_compiled(game, world):
        return False
    row, _, _, _, deal = packed(game, world)
    return bool(alive(new_memo(18, 1 << 17), row, deal.walls, ROOT_LIMIT) == DEAD)
