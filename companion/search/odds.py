"""Odds while cards are unseen: between what our own hints win and what a player who knew the order could win."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from companion.search import worlds
from companion.search.outcome import Limits, Outcome

if TYPE_CHECKING:
    from companion.rules import Game
    from companion.table import Table

MOST_ORDERS = 200
"""Up to so many different orders each is looked at; above, orders are sampled."""
WORLD_NODES = 60_000
"""How long one sampled order is searched before it counts as open, where a family does not say otherwise."""
PLAY_SHARE = 0.5
"""The share of the time that goes into playing out our own hints."""
MORE_SHARE = 0.2
"""Up to this share more orders are played out than are searched."""


@dataclass(frozen=True)
class Chance:
    """An interval for the chance to win, with what it rests on.

    `low` is the lower end of what our hints win, `high` the upper end of what a player who knew the order wins (both by 95 %
    intervals unless `exact`), `estimate` what our hints won of those tried. `samples`: orders searched.
    `known_order`: of the orders, won, lost and open. `followed`: games played out by the hints, won and all.
    `exact`: every order was looked at and none is open.
    """

    low: float
    high: float
    estimate: float
    samples: int
    known_order: tuple[int, int, int] = (0, 0, 0)
    followed: tuple[int, int] = (0, 0)
    exact: bool = False


Progress = Callable[[Chance], None]


class Solve(Protocol):
    """As `companion.search.verdict.solve`."""

    def __call__(
        self, game: Game, table: Table, limits: Limits, *, seed: int = 0, stop: Callable[[], bool] | None = None
    ) -> Outcome: ...


def wilson(hits: int, total: int, z: float = 1.959964) -> tuple[float, float]:
    """The 95 % Wilson interval of a proportion; (0, 1) for none tried."""
    if not total:
        return 0.0, 1.0
    share, square = hits / total, z * z
    middle = (share + square / (2 * total)) / (1 + square / total)
    half = z * math.sqrt(share * (1 - share) / total + square / (4 * total * total)) / (1 + square / total)
    return max(0.0, middle - half), min(1.0, middle + half)


def odds(
    game: Game,
    table: Table,
    limits: Limits,
    rng: random.Random,
    *,
    solve: Solve,
    world_nodes: int = WORLD_NODES,
    stop: Callable[[], bool] | None = None,
    progress: Progress | None = None,
) -> tuple[Chance, float, int]:
    """The chance, the seconds and the positions it took. `progress` hears the chance so far after each order.

    Orders are sampled until the time is up or `stop` says so; few orders are all looked at. `world_nodes`: positions searched for
    one order before it counts as open.
    """
    tally = _Tally(game, limits, rng, solve, world_nodes, stop)
    few = worlds.count(game, table) <= MOST_ORDERS
    orders = worlds.every(game, table) if few else _sampled(game, table, rng)
    complete = True
    for world in orders:
        if tally.spent():
            complete = False
            break
        tally.take(world)
        if not few:
            tally.play_more(orders)
        if progress is not None:
            progress(tally.chance(exact=False))
    return tally.chance(exact=few and complete and tally.known[2] == 0), tally.seconds(), tally.nodes


def _sampled(game: Game, table: Table, rng: random.Random) -> Iterator[Table]:
    while True:
        yield worlds.sample(game, table, rng)


class _Tally:
    """Counts what becomes of each order."""

    def __init__(
        self,
        game: Game,
        limits: Limits,
        rng: random.Random,
        solve: Solve,
        world_nodes: int,
        stop: Callable[[], bool] | None,
    ) -> None:
        self.game, self.limits, self.rng, self.solve, self.stop = game, limits, rng, solve, stop
        self.world_nodes = world_nodes
        self.start = time.perf_counter()
        self.playing = 0.0
        self.known = [0, 0, 0]
        self.won = self.played = self.nodes = 0

    def seconds(self) -> float:
        return time.perf_counter() - self.start

    def spent(self) -> bool:
        return self.seconds() >= self.limits.time_s or (self.stop is not None and self.stop())

    def take(self, world: Table) -> None:
        """Search one order, and play it out by our hints if there is time for that."""
        left = max(0.01, self.limits.time_s - self.seconds())
        most = self.world_nodes
        nodes = most if self.limits.nodes is None else max(1, min(most, self.limits.nodes - self.nodes))
        limits = replace(self.limits, time_s=left, nodes=nodes)
        outcome = self.solve(self.game, world, limits, seed=0, stop=self.stop)
        self.nodes += outcome.nodes
        self.known[0 if outcome.verdict == "won" else 1 if outcome.verdict == "lost" else 2] += 1
        if outcome.verdict == "lost":
            # What is lost with the order known is lost without.
            self.played += 1
        elif self.playing <= PLAY_SHARE * self.seconds():
            self._play(world)

    def play_more(self, orders: Iterator[Table]) -> None:
        """Play further orders out by our hints, as long as that is cheap beside the search."""
        while self.playing < MORE_SHARE * self.seconds() and not self.spent():
            self._play(next(orders))

    def _play(self, world: Table) -> None:
        from companion.search.hint import play_out

        begin = time.perf_counter()
        left = max(0.01, self.limits.time_s - self.seconds())
        won = play_out(self.game, world, replace(self.limits, time_s=left), self.rng, stop=self.stop)
        self.playing += time.perf_counter() - begin
        if won is not None:
            self.played += 1
            self.won += won

    def chance(self, *, exact: bool) -> Chance:
        samples = sum(self.known)
        could = self.known[0] + self.known[2]
        low, high = wilson(self.won, self.played)[0], wilson(could, samples)[1]
        estimate = self.won / self.played if self.played else 0.0
        if exact:
            high = could / samples
            low = estimate if self.played == samples else min(low, high)
        known = (self.known[0], self.known[1], self.known[2])
        return Chance(low, high, estimate, samples, known, (self.won, self.played), exact)
