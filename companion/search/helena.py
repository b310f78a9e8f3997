"""Święta Helena, Louis and Box Kite with every card known: won by a line, lost by exhaustion, or open.

The kernel is `helena_kernel`; `helena_proof` argues why running out of positions means lost. Here is the way from a table to its
row of bytes and back to events, the choice of weights, and the restarts. Run times have heavy tails, so several searches with
different weights are begun and given up while young; later ones get more room.

All switches are in the kernel but `strict_standstill`. It only forbids dealing and gathering at times, so without it more is
legal: what is lost without it is lost; a line found without it counts if the referee takes it, else the plain search answers.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from companion.cards import Card
from companion.events import Deal, Move, Redeal
from companion.rules import game as rules_of
from companion.rules.helena import ACES, KINGS, PILES, neighbours
from companion.search import helena_kernel as kernel
from companion.search import helena_keys as keys
from companion.search import helena_lines as lines
from companion.search import helena_row as layout
from companion.search import plain
from companion.search.outcome import Limits, Outcome, Stopper

if TYPE_CHECKING:
    from companion.events import GameEvent
    from companion.rules import Game
    from companion.table import Table

PLACES = (*PILES, *ACES, *KINGS)
"""The places by their number in a move of the kernel."""

NODE_BYTES = 195
"""What one position costs: its row, its links, and its share of a table of keys that doubles as it grows."""
SLICE = 1000
"""How many positions are looked at between two looks at the clock."""
FIRST_SHARE = 250_000
"""How many positions the first searches may keep before they are given up for the next."""


def weights(*values: float) -> Any:
    """Weights of the estimate: runs, look-ahead, breaks, order, empty piles, unready suits, noise, positions a group, groups a sweep."""
    return np.array(values, np.float64)


OPEN_GAPS = (weights(1, 0.7, 0.7, 0.3, -1, 0, 0, 2, 105), weights(1, 0.8, 0.7, 0.6, -1, 0, 1, 1, 105))
"""Gaps take any card: an empty pile is worth something."""
ANY_SUIT = (weights(1, 0.7, 0.3, 0.6, 1, 2, 0, 2, 105), weights(1, 0.7, 0.7, 0.3, 0, 2, 1, 2, 105))
"""Closed gaps, any suit: an empty pile is lost room."""
PROBE = weights(1, 0.7, 0.3, 2, 4, 2, 1, 1, 3)
"""Closed gaps, any suit, before the others and briefly: few cards in few piles are a matter of keeping piles in order."""
PROBE_SHARE = 4096
IN_SUIT = (weights(1, 0.7, 0.3, 0.6, 1, 8, 0, 2, 105), weights(1, 0.7, 0.3, 0.6, 1, 8, 0, 2, 3))
"""Closed gaps, in suit: the next deal must be made ready (argument 4 of `helena_proof`)."""


@dataclass(frozen=True)
class Rules:
    """A game's switches as the kernel wants them: `numbers`, and which card lies on which (`beside`, 52 × 52)."""

    numbers: Any
    beside: Any
    portfolio: tuple[Any, ...]
    probe: Any = None

    @classmethod
    def of(cls, game: Game) -> Rules:
        """The rules of a game of the family."""
        on = game.switches
        in_suit, wrap, open_gaps = on["tableau_suit"] == "same", bool(on["wrap"]), on["gaps"] == "any"
        leaves = ("off", "nobase", "base")
        numbers = np.zeros(layout.RULES, np.int64)
        numbers[layout.GAPS] = open_gaps
        numbers[layout.ROUNDS] = int(on["redeals"]) + 1
        numbers[layout.LIMITED] = int(on["limits_until_redeal"])
        numbers[layout.FROM_BOTTOM] = on["redeal_from"] == "bottom1"
        numbers[layout.TRANSFER] = leaves.index(str(on["foundation_transfer"]))
        numbers[layout.RETURN] = leaves.index(str(on["foundation_return"]))
        numbers[layout.PHASE1_TABLEAU] = bool(on["phase1_tableau"])
        numbers[layout.PHASE1_AGAIN] = on["first_deal"] == "twelve" and bool(on["phase1_on_redeal"])
        numbers[layout.IN_SUIT] = in_suit
        stays = numbers[layout.TRANSFER] == numbers[layout.RETURN] == 0
        numbers[layout.SAFE] = in_suit and not wrap and stays
        numbers[layout.CLOSABLE] = not open_gaps
        numbers[layout.LEAVABLE] = not open_gaps and numbers[layout.SAFE]
        cards = [Card.from_code(code) for code in range(52)]
        beside = np.array(
            [
                [neighbours(top.rank, card.rank, wrap) and (not in_suit or top.suit == card.suit) for card in cards]
                for top in cards
            ],
            np.uint8,
        )
        portfolio = OPEN_GAPS if open_gaps else IN_SUIT if in_suit else ANY_SUIT
        return cls(numbers, beside, portfolio, PROBE if portfolio is ANY_SUIT else None)

    def but(self, **changes: int) -> Rules:
        """The same rules with some numbers changed, named as in the kernel."""
        numbers = self.numbers.copy()
        for name, value in changes.items():
            numbers[getattr(layout, name)] = value
        return replace(self, numbers=numbers)


def row_of(table: Table) -> Any:
    """The table as a row of the kernel; every card must be known and no dealing step under way."""
    row = np.zeros(layout.WIDTH, np.uint8)
    cards = [card.code for place in (*PILES, "stock") for card in table.piles[place]]
    row[: len(cards)] = cards
    for number, pile in enumerate(PILES):
        row[layout.LENGTHS + number] = len(table.piles[pile])
    for suit in range(4):
        row[layout.ACE_ROWS + suit] = len(table.piles[ACES[suit]])
        row[layout.KING_ROWS + suit] = 14 - len(table.piles[KINGS[suit]])
    row[layout.ROUND] = table.round
    row[layout.STOCK] = len(table.piles["stock"])
    return row


def event_of(move: int) -> GameEvent:
    """The event of a move of the kernel."""
    if move == layout.REDEAL:
        return Redeal()
    if move == layout.DEAL:
        return Deal()
    return Move(PLACES[move // 32], PLACES[move % 32])


def solve(
    game: Game, table: Table, limits: Limits, *, seed: int = 0, stop: Callable[[], bool] | None = None
) -> Outcome:
    """Search a table whose every card is known, within limits. The same table, seed and limit in nodes give the same line."""
    if table.dealing:
        outcome = solve(game, game.apply(table, Deal()), limits, seed=seed, stop=stop)
        return outcome if outcome.verdict == "lost" else replace(outcome, line=(Deal(), *outcome.line))
    prepare()
    outcome = Searches(Rules.of(game), row_of(table), limits, seed, stop).run()
    strict = game.switches["strict_standstill"] != "off"
    if not strict or outcome.verdict == "lost" or not outcome.line or replays(game, table, outcome.line):
        return outcome
    left = replace(limits, time_s=max(0.1, limits.time_s - outcome.seconds))
    return plain.solve(game, table, left, seed=seed, stop=stop)


def best_line(game: Game, table: Table, limits: Limits, seed: int = 0) -> tuple[GameEvent, ...]:
    """The line that brings most cards to the foundations, as far as a short search sees; for a table that may be lost."""
    searches = Searches(Rules.of(game).but(CLOSABLE=0, LEAVABLE=0), row_of(table), limits, seed, None)
    searches.run()
    return tuple(map(event_of, searches.best_moves))


def replays(game: Game, table: Table, line: tuple[Any, ...]) -> bool:
    """Whether the referee takes every event of a line."""
    for event in line:
        if game.why(table, event) is not None:
            return False
        table = game.apply(table, event)
    return True


class Searches:
    """The searches for one table, one after another."""

    def __init__(self, rules: Rules, row: Any, limits: Limits, seed: int, stop: Callable[[], bool] | None) -> None:
        self.rules, self.row, self.limits, self.seed, self.stop = rules, row, limits, seed, stop
        self.start = time.perf_counter()
        self.room = max(2048, limits.memory_mib * 2**20 // NODE_BYTES)
        self.nodes, self.best = 0, -1
        self.best_moves: list[int] = []

    def run(self) -> Outcome:
        rules, attempt, share = self.rules, 0 if self.rules.probe is None else -1, FIRST_SHARE
        while True:
            weighing = (rules.probe if attempt < 0 else rules.portfolio[attempt % len(rules.portfolio)]).copy()
            if attempt >= len(rules.portfolio):
                weighing[kernel.NOISE] += 1.0
            room = min(share if attempt >= 0 else PROBE_SHARE, self.room)
            search = Search(rules, self.row, weighing, room, self.seed + attempt)
            end, limit = self._one(search)
            self._keep(search)
            if end == kernel.WON:
                return self._outcome("won", lines.shortened(self.row, self.best_moves, rules))
            if end == kernel.EXHAUSTED:
                if rules.numbers[layout.GAPS] == 0 or rules.numbers[layout.ALL_GAPS] or self._last_deal():
                    return self._outcome("lost", [])
                rules = rules.but(ALL_GAPS=1)  # argument 2 of `helena_proof`: nothing was shown yet
                continue
            if end != kernel.FULL or (limit := self._spent()) is not False:
                return self._outcome("open", self.best_moves, limit or None)
            if share >= self.room and attempt > 8 * len(rules.portfolio):
                return self._outcome("open", self.best_moves, "memory")
            attempt += 1
            if attempt > 0 and attempt % len(rules.portfolio) == 0:
                share = min(2 * share, self.room)

    def _last_deal(self) -> bool:
        """Whether the first table is one in which the kernel never skips a gap that matters."""
        numbers = self.rules.numbers
        return bool(
            self.row[layout.ROUND] >= numbers[layout.ROUNDS]
            and self.row[layout.ROUND] > numbers[layout.LIMITED]
            and self.row[layout.STOCK] == 0
        )

    def _one(self, search: Search) -> tuple[int, Stopper | bool | None]:
        """Run one search until it ends, is full, or a limit is reached (`BUDGET`)."""
        before = self.nodes
        end = kernel.WON if search.won else kernel.BUDGET
        limit: Stopper | bool | None = False
        while end == kernel.BUDGET and limit is False:
            end = search.slice(SLICE)
            self.nodes = before + int(search.counters[kernel.NODES])
            limit = self._spent()
        return end, limit

    def _spent(self) -> Stopper | bool | None:
        """The limit that has been reached, `None` where the search is asked to stop, `False` to go on."""
        if self.stop is not None and self.stop():
            return None
        if self.limits.nodes is not None and self.nodes >= self.limits.nodes:
            return "nodes"
        return "time" if time.perf_counter() - self.start >= self.limits.time_s else False

    def _keep(self, search: Search) -> None:
        if search.counters[kernel.BEST] > self.best:
            self.best, self.best_moves = int(search.counters[kernel.BEST]), search.line()

    def _outcome(self, verdict: Any, moves: list[int], limit: Any = None) -> Outcome:
        line = tuple(map(event_of, moves))
        return Outcome(verdict, line, limit, self.nodes, time.perf_counter() - self.start, max(self.best, 0))


class Search:
    """One search of the kernel with its tables."""

    def __init__(self, rules: Rules, row: Any, weighing: Any, room: int, salt: int) -> None:
        self.rules, self.weighing, self.salt = rules, weighing, np.uint64((salt * 2_654_435_761 + 1) % 2**64)
        room = max(room, 1024)
        self.rows = np.empty((room, layout.WIDTH), np.uint8)
        self.parents, self.moves = np.empty(room, np.int32), np.empty(room, np.int16)
        self.following = np.empty(room, np.int32)
        self.heads = np.full((kernel.GROUPS, kernel.BUCKETS), -1, np.int32)
        self.lowest = np.full(kernel.GROUPS, kernel.BUCKETS - 1, np.int64)
        self.waiting = np.zeros(kernel.GROUPS, np.int64)
        self.seen = np.zeros((1 << 14, 2), np.uint64)
        self.counters = np.zeros(kernel.COUNTERS, np.int64)
        self.counters[kernel.BEST] = int(layout.played(row))
        self.rows[0], self.parents[0] = row, -1
        self.won = bool(layout.played(row) == 104)
        kernel.begin(
            self.rows, self.heads, self.following, self.lowest, self.waiting, self.seen, rules.beside, rules.numbers,
            weighing, keys.KEYS, self.counters,
        )  # fmt: skip

    def slice(self, budget: int) -> int:
        """Look at up to `budget` positions; returns how the slice ended, as the kernel names it."""
        while True:
            end = kernel.search(
                self.rows, self.parents, self.moves, self.heads, self.following, self.lowest, self.waiting, self.seen,
                self.rules.beside, self.rules.numbers, self.weighing, keys.KEYS, self.salt, self.counters, budget,
            )  # fmt: skip
            if end != kernel.GROW:
                return int(end)
            larger = np.zeros((2 * len(self.seen), 2), np.uint64)
            keys.rehash(self.seen, larger)
            self.seen = larger

    def line(self) -> list[int]:
        """The moves to the best position found."""
        node, found = int(self.counters[kernel.BEST_NODE]), []
        while self.parents[node] >= 0:
            found.append(int(self.moves[node]))
            node = int(self.parents[node])
        return found[::-1]


_ready: list[bool] = []


def prepare() -> None:
    """Compile the kernels, or load them from the cache of an earlier run, so that no clock runs meanwhile."""
    if _ready:
        return
    _ready.append(True)
    rules = rules_of("helena")
    row = row_of(rules.opening(tuple(rules.whole.elements())[: rules.deal_size]))
    kernels = Rules.of(rules)
    Search(kernels, row, kernels.portfolio[0], 1024, 0).slice(1)
    keys.rehash(np.zeros((2, 2), np.uint64), np.zeros((2, 2), np.uint64))
    lines.trimmed(row, np.zeros(0, np.int64), kernels.beside, kernels.numbers, False)
