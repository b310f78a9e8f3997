"""Napoleono kapas with every card known: won by a line, lost by exhaustion, or open; and hints while cards are hidden.

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
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from companion.cards import SUITS, UNSEEN, Card
from companion.events import Deal as DealEvent
from companion.events import Move, Redeal, Series
from companion.rules.kapas import AUXES, BASES, EXTRAS, WALL_SIZE, WALLS
from companion.search import plain, worlds
from companion.search.kapas_beam import POSITION_BYTES, Beam, narrow, new_book, set_seed, start
from companion.search.kapas_kernel import (
    DEAL,
    EXTRA,
    HIGH,
    LOW,
    MOST,
    PASS,
    SERIES,
    VAULT,
    WALL,
    WIDTH,
    WON,
    Book,
    Deal,
    Small,
)
from companion.search.kapas_proof import Proof
from companion.search.kapas_relaxed import DEAD, Memo, alive, new_memo
from companion.search.outcome import Limits, Outcome, Stopper

if TYPE_CHECKING:
    from companion.events import GameEvent
    from companion.rules import Game
    from companion.table import Table

WEIGHTS = np.array([3.44, 1.85, -0.65, 1.0, 1.37, 0.3, 0.7, 2.01, 6.0, 0.82, 1.86])
"""Of `kapas_kernel.evaluate`, found by trying changes on 80 deals that no benchmark uses."""
FIRST_RUNS = ((30, 100, 0.0), (100, 100, 0.0), (200, 0, 0.0), (100, 1000, 0.0), (1000, 0, 0.0), (300, 300, 0.0))
"""Beams before the whole search: width, positions of the easier game for each, noise."""
LATER_RUNS = ((300, 1000, 3.0), (1000, 300, 3.0), (3000, 100, 3.0))
"""Beams after it, again and again."""
FIRST_SHARE, PROOF_SHARE = 0.5, 0.9
"""Up to which part of the time the first beams and the whole search may go on."""
ROOT_LIMIT, PROOF_LIMIT = 150_000, 1000
"""Positions of the easier game looked at for the table itself, and for each position of the whole search."""
MOST_POSITIONS = 3_000_000
MOST_LINES, MOST_EVENTS = 10_000, 1000
HINT_WIDTH = 12
"""The beam that plays a sampled order out for a hint."""


Choice = tuple["GameEvent", int, int]


class _Stopped(Exception):
    """A limit was reached (none: the search was asked to stop)."""

    def __init__(self, limit: Stopper | None) -> None:
        self.limit = limit


class _ShareSpent(Exception):
    """A part of the search has had its share of the time."""


def code(card: Card) -> int:
    """A card in the kernel's numbers."""
    return SUITS.index(card.suit) * 16 + card.rank


def is_compiled(game: Game, table: Table) -> bool:
    """Whether the kernel models this game from here on and every card is where a game can bring it."""
    on, piles = game.switches, table.piles
    if on["partial_series"] or on["strict_standstill"] != "off" or table.phase != "play" or table.dealing:
        return False
    runs = all(_is_run(piles[place]) for place in (*AUXES, "vault"))
    vault = not piles["vault"] or piles["vault"][0].rank == 1
    filled = all(piles[aux] or not piles[wall] for aux, wall in zip(AUXES, WALLS, strict=True))
    bases = all(card == Card(13 - at % 13, base[-1]) for base in BASES for at, card in enumerate(piles[base]))
    k = 6 - table.round
    deep = k * max((len(piles[extra]) for extra in EXTRAS), default=0) + len(piles["stock"])
    spare = any(piles[extra] for extra in EXTRAS[k:])
    small = all(len(piles[wall]) <= WALL_SIZE for wall in WALLS) and deep <= MOST and not spare
    whole = table.known() == game.whole
    return runs and vault and filled and bases and small and whole


def _is_run(pile: tuple[Card, ...]) -> bool:
    return all(above == Card(below.rank + 1, below.suit) for below, above in pairwise(pile))


def packed(game: Game, table: Table) -> tuple[Small, int, Small, int, Deal]:
    """The table for the kernel: row, mask, order, its length, and what is the same for all positions.

    The cards of extra pile j stand at the places j, j + k, … of the order, as if nothing had been taken from above them.
    """
    row, walls, order = np.zeros(WIDTH, np.int16), np.zeros((4, WALL_SIZE), np.int16), np.zeros(MOST, np.int16)
    piles = table.piles
    for suit, base in enumerate(BASES):
        row[suit] = len(piles[base])
    row[VAULT] = code(piles["vault"][-1]) if piles["vault"] else 0
    for place, (aux, wall) in enumerate(zip(AUXES, WALLS, strict=True)):
        if piles[aux]:
            row[LOW + place], row[HIGH + place] = code(piles[aux][0]), code(piles[aux][-1])
        row[WALL + place] = len(piles[wall])
        walls[place, : len(piles[wall])] = [code(card) for card in piles[wall]]
    k, mask = 6 - table.round, 0
    dealt = k * max(len(piles[extra]) for extra in EXTRAS)
    for j, extra in enumerate(EXTRAS[:k]):
        for at, card in enumerate(piles[extra]):
            order[at * k + j] = code(card)
            mask |= 1 << (at * k + j)
    stock = [code(card) for card in piles["stock"]]
    order[dealt : dealt + len(stock)] = stock
    mask |= ((1 << len(stock)) - 1) << dealt
    row[PASS], row[PASS + 1] = table.round, dealt
    settings = np.array([int(game.switches["passes"]), int(game.switches["gather"] == "first_over")], np.int64)
    return row, mask, order, dealt + len(stock), Deal(walls, settings, WEIGHTS)


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
            narrow(book, memo, deal, 1, np.empty((64, 2)))
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


def trace(book: Book, position: int) -> list[int]:
    """The moves that lead to a position, the opening first (-1: nothing but safe plays)."""
    moves = []
    while position >= 0:
        moves.append(int(book.move[position]))
        position = int(book.parent[position])
    return moves[::-1]


def events(game: Game, table: Table, moves: list[int]) -> Iterator[GameEvent]:
    """The kernel's moves as events of the referee, with the safe plays (K1) that the kernel makes by itself."""
    for move in moves:
        steps: list[GameEvent | None]
        if move < 0:
            steps = []
        elif move >= DEAL:
            steps = [None] * (move - DEAL)
        else:
            steps = [_event(table, *divmod(move, 8))]
        for step in steps:
            event = step or (DealEvent() if table.piles["stock"] else Redeal())
            table = game.apply(table, event)
            yield event
            for safe in _safe_plays(game, table):
                table = game.apply(table, safe)
                yield safe
        if not steps:
            for safe in _safe_plays(game, table):
                table = game.apply(table, safe)
                yield safe


def _event(table: Table, source: int, target: int) -> GameEvent:
    places = (*WALLS, *AUXES, *AUXES, *EXTRAS, "vault")
    if SERIES <= source < EXTRA:
        return Series(places[source], "vault")
    place = places[source]
    to = f"base-{table.piles[place][-1].suit}" if target == 0 else ("vault", *AUXES)[target - 1]
    return Move(place, to)


def _safe_plays(game: Game, table: Table) -> Iterator[GameEvent]:
    """As `kapas_kernel.play_safe`, in the same order."""
    last = table.round == int(game.switches["passes"])
    places = (*WALLS, *AUXES, *(EXTRAS if last else ()), "vault")
    again = True
    while again:
        again = False
        for place in places:
            if table.piles[place]:
                play = Move(place, f"base-{table.piles[place][-1].suit}")
                if len(table.piles[play.to]) >= 13 and game.why(table, play) is None:
                    table = game.apply(table, play)
                    yield play
                    again = True
                    break


class Player:
    """Plays tables out with a narrow beam, its memory kept between plays."""

    def __init__(self, width: int = HINT_WIDTH) -> None:
        load()
        self.width = width
        self.book = new_book(4000 + 250 * width)
        self.memo = new_memo(10, 256)
        self.depth = np.empty((64, 2))

    def play_out(self, game: Game, table: Table) -> int:
        """The most cards on bases that the beam reaches (104: won)."""
        row, mask, order, length, deal = packed(game, table)
        self.book.keys[:] = 0
        start(self.book, row, np.uint64(mask), order, length, deal)
        if self.book.counts[2] < WON:
            narrow(self.book, self.memo, deal, self.width, self.depth)
        return int(self.book.counts[2])


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


_lines: dict[Table, GameEvent] = {}
"""The next event of lines found for hints, so that the next hint goes on with the same line."""


def choices(game: Game, seen: Table, limits: Limits, rng: random.Random) -> list[Choice]:
    """The legal moves, the most promising first, each with the sampled orders that it wins and how many were sampled.

    `limits` hold the seconds and, as `nodes`, the samples. Each sampled order is played out once for every move, so that the moves
    are judged by the same orders. Moves that win equally often are told apart by the cards that they bring to the bases.
    With every card seen the line of `solve` is followed.
    """
    moves = [] if game.won(seen) else game.legal(seen)
    if len(moves) < 2:
        return [(move, 0, 0) for move in moves]
    if not is_compiled(game, worlds.sample(game, seen, rng)):
        from companion.search.hint import plain_choices

        return plain_choices(game, seen, limits, rng)
    if not worlds.spots(seen) and (known := follow(game, seen, limits)):
        return [known, *((move, 0, 0) for move in moves if move != known[0])]
    for safe in _safe_plays(game, seen):  # K1: no order makes it wrong
        return [(safe, 0, 0), *((move, 0, 0) for move in moves if move != safe)]
    wins, reached, samples = _sampled(game, seen, moves, limits, rng)
    ranked = np.lexsort((-np.array(reached), -np.array(wins)))
    return [(moves[n], wins[n], samples) for n in ranked]


def _sampled(
    game: Game, seen: Table, moves: list[GameEvent], limits: Limits, rng: random.Random
) -> tuple[list[int], list[int], int]:
    """How often each move wins, the cards it brings to the bases in all, and how many orders were sampled."""
    wins, reached, samples = [0] * len(moves), [0] * len(moves), 0
    begun, player = time.perf_counter(), Player()
    while samples == 0 or (time.perf_counter() - begun < limits.time_s and samples != limits.nodes):
        world = worlds.sample(game, seen, rng)
        for number, move in enumerate(moves):
            best = player.play_out(game, game.apply(world, move))
            wins[number] += best == WON
            reached[number] += best
        samples += 1
    return wins, reached, samples


def follow(game: Game, table: Table, limits: Limits) -> Choice | None:
    """The next event of the best line of a table whose every card is seen, and whether it wins."""
    if table not in _lines:
        found = solve(game, table, Limits(0.9 * limits.time_s))
        if not found.line:
            return None
        if len(_lines) > MOST_LINES:
            _lines.clear()
        after = table
        for event in found.line:
            _lines[after] = event
            after = game.apply(after, event)
        return found.line[0], int(found.verdict == "won"), 1
    return _lines[table], 0, 0


def play_out(game: Game, world: Table, limits: Limits, rng: random.Random) -> bool | None:
    """Whether hints with little thought win this world, its unseen cards hidden from them; none where the time did not suffice."""
    end = time.perf_counter() + limits.time_s
    for _ in range(MOST_EVENTS):
        if game.won(world):
            return True
        seen = worlds.reasoned(game, game.view(world))
        if not worlds.spots(seen):
            found = solve(game, world, Limits(min(0.5, max(0.0, end - time.perf_counter()))))
            return found.verdict == "won"
        if time.perf_counter() >= end:
            return None
        found_moves = choices(game, seen, Limits(limits.time_s, nodes=1), rng)
        if not found_moves:
            return False
        world = game.apply(world, found_moves[0][0])
    return False
