"""What to do next in Napoleon's Tomb, from what the player has seen.

The table is settled first as every search does (`companion.search.hauta`, S1 … S3): a move of that kind is advised at once. Then
each afterstate (see `companion.search.hauta_policy`) is played out in the same sampled orders of the unseen cards by a player who
does not look at them, and the one that wins most often is led to. Judging by games played without knowing the order keeps the
advice from counting on what only foresight could do. The same table as seen, limits and seed give the same advice.
"""

from __future__ import annotations

import random
import time
from collections import OrderedDict
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from companion.events import Draw, Move
from companion.search import hauta_policy as policy
from companion.search.hauta import Player, opens_way, row_of, solve
from companion.search.hauta_kernel import HAUTA, KOOKAS, PYSOLFC, WIDTH, Bytes, Ints, complete, settle
from companion.search.hauta_weights import WEIGHTS
from companion.search.outcome import Limits

if TYPE_CHECKING:
    from companion.cards import Card
    from companion.events import GameEvent
    from companion.rules import Game
    from companion.table import Table

Choice = tuple["GameEvent", int, int]

ORDERS = {HAUTA: 120, PYSOLFC: 420, KOOKAS: 120}
"""In how many orders each choice is played out at most. PySolFC's game asks for more: its choices differ by less."""
BATCH = 60
"""How many orders are played out between two looks at the clock."""
PRIOR = 5.0
"""How many sampled orders the quick judgement is worth."""
PLAY_ORDERS = {HAUTA: 20, PYSOLFC: 60, KOOKAS: 20}
"""In how many orders each choice is played out where a whole game is played by the hints for the odds."""
REMEMBERED = 500
"""How many weighings are kept: on the way to an afterstate the same question comes up again and again."""
SHARE = 0.25
"""The share of the time limit that the other moves get where every card is known."""


def choices(game: Game, seen: Table, limits: Limits, rng: random.Random) -> list[Choice]:
    """The moves worth considering, the best first, with how many of the sampled orders they won and of how many.

    `seen` has unseen cards in the stock only; of these nothing but the multiset is used.
    """
    legal = [] if game.won(seen) else game.legal(seen)
    if len(legal) < 2:
        return [(event, 0, 0) for event in legal]
    if all(card.rank for card in seen.cards()):
        return _known(game, seen, limits, legal)
    way = opens_way(game, seen)
    if way is None:
        from companion.search.hint import plain_choices

        return plain_choices(game, seen, limits, rng)
    return _Adviser(game, seen, way).choices(limits, rng.randrange(2**31))


def play_out(game: Game, world: Table, limits: Limits, rng: random.Random) -> bool | None:
    """Whether the hints, with a little less thought to each, win this world without looking at its order.

    None where the time did not suffice or the switches are not modelled.
    """
    way = opens_way(game, world)
    if way is None or any(not card.rank for card in world.cards()):
        return None
    end = time.perf_counter() + limits.time_s
    order = np.array([card.rank for card in world.piles["stock"]], np.int64)
    row = row_of(world)
    settle(row, way, len(order))
    states, labels = np.zeros((policy.MOST, WIDTH), np.uint8), np.zeros(policy.MOST, np.int64)
    for number, rank in enumerate(order):
        left = len(order) - number
        n = int(policy.afterstates(row, way, left, states, labels))
        unseen = np.sort(order[number:])
        wins, tried = np.zeros(n, np.int64), np.zeros(n, np.int64)
        if n > 1:
            policy.weigh(states, n, unseen, way, WEIGHTS[way], PLAY_ORDERS[way], rng.randrange(2**31), wins, tried)
        ahead = np.bincount(unseen, minlength=14).astype(np.int64)
        best = _ranked(states, n, wins, tried, ahead, left, way)[0]
        row = states[best].copy()
        policy.draw(row, int(rank), way, left - 1)
        if time.perf_counter() >= end:
            return None
    return bool(complete(row))


def _ranked(states: Bytes, n: int, wins: Ints, tried: Ints, ahead: Ints, left: int, way: int) -> list[int]:
    """Afterstates by how often they won, the judgement's own odds counting as so many orders more: few orders say little."""
    scratch = np.zeros(policy.FEATURES), np.zeros(14, np.int64), np.zeros(14, np.int64)
    values = [policy.judge(states[at], ahead, left, way == HAUTA, WEIGHTS[way], *scratch) for at in range(n)]
    odds = 1.0 / (1.0 + np.exp(-np.clip(values, -30.0, 30.0)))
    rates = ((wins + PRIOR * odds) / (tried + PRIOR)).tolist()
    return sorted(range(n), key=lambda at: (-rates[at], -values[at]))


def _known(game: Game, table: Table, limits: Limits, legal: list[GameEvent]) -> list[Choice]:
    """Every card known: the first move of a winning line, and which of the others still win."""
    start = time.perf_counter()
    outcome = solve(game, table, replace(limits, time_s=limits.time_s * (1 - SHARE)))
    helpful = [event for event in legal if isinstance(event, Draw | Move) and event.to in game.foundations]
    if outcome.verdict == "lost":
        # Nothing wins; a card more on the foundations is all that can be advised.
        return [(event, 0, 1) for event in helpful]
    onward = [*helpful, *(event for event in legal if not isinstance(event, Move)), *legal]
    first = outcome.line[0] if outcome.line else onward[0]
    found = [(first, int(outcome.verdict == "won"), int(outcome.verdict == "won"))]
    others = [event for event in legal if event != first]
    for number, event in enumerate(others):
        left = (limits.time_s - (time.perf_counter() - start)) / (len(others) - number)
        if left <= 0:
            break
        after = solve(game, game.apply(table, event), replace(limits, time_s=left))
        if after.verdict != "open":
            found.append((event, int(after.verdict == "won"), 1))
    return sorted(found, key=lambda choice: -choice[1])


_weighed: OrderedDict[tuple[object, ...], tuple[Ints, Ints]] = OrderedDict()


class _Adviser:
    """The choice of an afterstate, and the first move that leads there."""

    def __init__(self, game: Game, seen: Table, way: int) -> None:
        self.game, self.seen, self.way = game, seen, way
        self.left = len(seen.piles["stock"])
        self.row = row_of(seen)

    def afterstates(self) -> tuple[Bytes, Ints, int]:
        """The afterstates of the table once settled, and how they are labelled."""
        row = self.row.copy()
        settle(row, self.way, self.left)
        states = np.zeros((policy.MOST, WIDTH), np.uint8)
        labels = np.zeros(policy.MOST, np.int64)
        return states, labels, int(policy.afterstates(row, self.way, self.left, states, labels))

    def choices(self, limits: Limits, seed: int) -> list[Choice]:
        states, labels, n = self.afterstates()
        wins, tried = self._remembered(states, n, limits, seed)
        ranked = _ranked(states, n, wins, tried, self._ahead(), self.left, self.way)
        found: list[Choice] = []
        for at in ranked:
            event = self._first(states[at], int(labels[at]))
            if event not in (choice[0] for choice in found):
                found.append((event, int(wins[at]), int(tried[at])))
        return found

    def _remembered(self, states: Bytes, n: int, limits: Limits, seed: int) -> tuple[Ints, Ints]:
        """As `_weigh`, at once where the same afterstates were weighed before."""
        key = (self.way, states[:n].tobytes(), self._ahead().tobytes(), seed, limits.time_s)
        if key not in _weighed:
            _weighed[key] = self._weigh(states, n, limits, seed)
            if len(_weighed) > REMEMBERED:
                _weighed.popitem(last=False)
        return _weighed[key]

    def _ahead(self) -> Ints:
        unseen = self.seen.unseen(self.game.whole)
        ahead = np.zeros(14, np.int64)
        for card, count in unseen.items():
            ahead[card.rank] += count
        return ahead

    def _weigh(self, states: Bytes, n: int, limits: Limits, seed: int) -> tuple[Ints, Ints]:
        unseen = np.repeat(np.arange(14), self._ahead())
        wins, tried = np.zeros(n, np.int64), np.zeros(n, np.int64)
        end = time.perf_counter() + limits.time_s
        alive = np.arange(n)
        for batch in range(ORDERS[self.way] // BATCH):
            some, more = np.zeros(len(alive), np.int64), np.zeros(len(alive), np.int64)
            policy.weigh(
                states[alive], len(alive), unseen, self.way, WEIGHTS[self.way], BATCH, (seed + batch) % 2**31, some, more
            )  # fmt: skip
            wins[alive] += some
            tried[alive] += more
            alive = alive[more == more.max()]
            if len(alive) < 2 or time.perf_counter() >= end:
                break
        # What fell behind early keeps its own rate, but never passes one that was tried to the end.
        behind = (tried > 0) & (tried < tried.max())
        if behind.any():
            best = wins[~behind].max() / max(1, tried.max())
            rate = wins / np.maximum(1, tried)
            wins[behind & (rate > best)] = 0
        return wins, tried

    def _first(self, state: Bytes, label: int) -> GameEvent:
        """The first move on the way from the table as it lies to an afterstate."""
        if np.array_equal(self.row, state):
            return Draw()
        player = Player(self.game, self.seen, self.way)
        player.settle()
        steps, option = divmod(label, 8)
        for _ in range(steps):
            player.step()
            player.settle()
        if option:
            cell = player.cells()[option - 1]
            rank = player.table.piles[cell][-1].rank
            player.events.append(Move(cell, "waste" if self.way == HAUTA else player.home(rank) or "waste"))
        return player.events[0] if player.events else Draw()


def reason(game: Game, seen: Table, event: GameEvent) -> tuple[str, dict[str, object]] | None:
    """Why this move, as the key of a sentence and its facts; none where the general reason says it.

    `after` counts the cards that must be played before the card in question is needed.
    """
    unseen = sum(1 for card in seen.piles["stock"] if not card.rank)
    match event:
        case Draw(to=None):
            fitting = [card for card in seen.unseen(game.whole).elements() if _wait(seen, card) == 0]
            return "draw-next", {"count": len(seen.piles["stock"]), "fitting": len(fitting), "unseen": unseen}
        case Move(source, to) if seen.piles.get(source):
            card = seen.piles[source][-1]
            facts: dict[str, object] = {"card": card, "source": source, "place": to, "after": _wait(seen, card)}
            if to == "sixes":
                return "store-six", facts
            if to == "waste":
                return "keeps-cell-free", facts
            if to.startswith("cell") and source == "waste":
                under = seen.piles["waste"][-2:-1]
                return "into-cell", facts | ({"under": under[0]} if under else {})
    return None


def _wait(seen: Table, card: Card) -> int:
    """How many cards must be played before a foundation takes this one."""
    return int(policy.need(row_of(seen), card.rank))
