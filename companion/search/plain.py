"""The plain search: every legal move of the referee, tried depth first, each table looked at once.

It knows no game. It is the fallback for switches that a family's kernel does not model, and the judge of the kernels in the tests.
Its only reduction is that a table seen before is not searched again; since what can follow depends on the table alone (house
style, rule 1), that loses nothing, and when the stack is empty every table that can be reached has been looked at: `lost`.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from companion.search.outcome import Limits, Outcome, Stopper

if TYPE_CHECKING:
    from companion.events import GameEvent
    from companion.rules import Game
    from companion.table import Table

TABLE_BYTES = 2500
"""A generous estimate of what one remembered table costs."""
SLICE = 200
"""How many tables are looked at between two looks at the clock."""


def key(table: Table) -> tuple[object, ...]:
    """What tells two tables apart: everything that later moves can depend on."""
    return (*table.piles.values(), table.round, table.phase, table.live, table.group, table.dealing)


def solve(
    game: Game, table: Table, limits: Limits, *, seed: int = 0, stop: Callable[[], bool] | None = None
) -> Outcome:
    """Search a table whose every card is known for a won game; a `seed` other than 0 tries equal moves in another order."""
    return _Search(game, limits, stop, seed).run(table)


class _Search:
    def __init__(self, game: Game, limits: Limits, stop: Callable[[], bool] | None, seed: int) -> None:
        self.rng = random.Random(seed) if seed else None
        self.game, self.limits, self.stop = game, limits, stop
        self.start = time.perf_counter()
        self.most = limits.memory_mib * 2**20 // TABLE_BYTES
        self.nodes = 0
        self.best = -1
        self.best_line: tuple[GameEvent, ...] = ()

    def run(self, table: Table) -> Outcome:
        path: list[GameEvent] = []
        seen = {key(table)}
        self._note(table, path)
        if self.game.won(table):
            return self._outcome("won", ())
        stack = [self._children(table)]
        while stack:
            if (limit := self._limit(len(seen))) is not False:
                return self._outcome("open", self.best_line, limit)
            child = next(stack[-1], None)
            if child is None:
                stack.pop()
                if path:
                    path.pop()
                continue
            event, after = child
            mark = key(after)
            if mark in seen:
                continue
            seen.add(mark)
            path.append(event)
            self._note(after, path)
            if self.game.won(after):
                return self._outcome("won", tuple(path))
            stack.append(self._children(after))
        return self._outcome("lost", ())

    def _children(self, table: Table) -> Iterator[tuple[GameEvent, Table]]:
        """The tables one move away, those with more cards on the foundations first."""
        self.nodes += 1
        after = [(event, self.game.apply(table, event)) for event in self.game.legal(table)]
        if self.rng is not None:
            self.rng.shuffle(after)
        return iter(sorted(after, key=lambda child: -self.game.progress(child[1])))

    def _note(self, table: Table, path: list[GameEvent]) -> None:
        progress = self.game.progress(table)
        if progress > self.best:
            self.best, self.best_line = progress, tuple(path)

    def _limit(self, tables: int) -> Stopper | bool | None:
        """The limit that has been reached, `None` where the search is asked to stop, `False` to go on."""
        if self.limits.nodes is not None and self.nodes >= self.limits.nodes:
            return "nodes"
        if tables >= self.most:
            return "memory"
        if self.nodes % SLICE:
            return False
        if self.stop is not None and self.stop():
            return None
        return "time" if time.perf_counter() - self.start >= self.limits.time_s else False

    def _outcome(self, verdict: str, line: tuple[GameEvent, ...], limit: Stopper | bool | None = None) -> Outcome:
        seconds = time.perf_counter() - self.start
        return Outcome(verdict, line, limit or None, self.nodes, seconds, self.best)  # type: ignore[arg-type]
