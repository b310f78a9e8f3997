"""Parihevoset with every card known: won or unresolved by a line, lost by exhaustion, or open; and hints in the first round.

Two searches. A whole search (`parihevoset_proof`) looks at every table that can be reached, and seldom ends but for tables late in a
game; that is all that can say `lost`: neither won within the rounds nor, by an auxiliary line, a gathering and one more round of
dealing, unresolved (PH-13). After it the game is played again and again from beginnings of rounds that promise most
(`parihevoset_pool`): choices of the dealing phase at random, each auxiliary plan improved by small changes that are judged by playouts
of the next round (`parihevoset_play`).

Compiled switches: column_deal, aux_corners, aux_to_foundation, gather, rounds. The others (forced_play, live, aux_fill_empty,
strict_standstill) are searched with the referee's own moves.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from companion.cards import Card
from companion.events import Deal, GameEvent, Move, Redeal
from companion.rules.parihevoset import DOWNS, ROWS, TWELVE, UPS
from companion.search import plain, worlds
from companion.search.outcome import Limits, Outcome, Stopper
from companion.search.parihevoset_kernel import (
    ALL_PLACED,
    DEAL,
    FIRST_MOVE,
    REDEAL,
    Ints,
    State,
    new_state,
    placed,
)
from companion.search.parihevoset_play import WON, attempt, new_room
from companion.search.parihevoset_pool import Pool
from companion.search.parihevoset_proof import POSITION_BYTES, Proof

if TYPE_CHECKING:
    from companion.rules import Game
    from companion.table import Table

TRIES, PLAYOUTS = 60, 3
"""Changes of a plan in one attempt of a hint, and playouts for each."""
SMALL, LARGE = 20_000, 1_000_000
"""Tables of the whole search: for any table, and for one with few cards left."""
FEW = 24
MOST_LINES = 10_000
MODES = {"off": 0, "own_row": 1, "any": 2}
GATHERS = {"turned": 0, "top12": 1, "bottom12": 2}


Choice = tuple["GameEvent", int, int]


class _Stopped(Exception):
    """A limit was reached (none: the search was asked to stop)."""

    def __init__(self, limit: Stopper | None) -> None:
        self.limit = limit


class _ShareSpent(Exception):
    """The whole search has had its share of the time."""


def is_compiled(game: Game, table: Table) -> bool:
    """Whether the kernel models this game from here on."""
    on = game.switches
    return (
        on["forced_play"] is True
        and on["live"] == "until_covered"
        and on["aux_fill_empty"] is False
        and on["strict_standstill"] == "off"
        and not table.dealing
        and table.known() == game.whole
    )


def code(card: Card) -> int:
    """A card in the kernel's numbers."""
    return ROWS.index(card.suit) * 16 + card.rank


def packed(game: Game, table: Table) -> tuple[State, Ints]:
    """The table and the switches for the kernel."""
    s = new_state()
    for f, place in enumerate((*UPS, *DOWNS)):
        s.found[f] = table.piles[place][-1].rank
    for i, place in enumerate(TWELVE):
        pile = table.piles[place]
        s.height[i] = len(pile)
        s.piles[i, : len(pile)] = [code(card) for card in pile]
        s.live[i] = place in table.live
    stock = table.piles["stock"]
    s.stock[: len(stock)] = [code(card) for card in stock]
    s.at[:] = (0, len(stock), table.group, table.round, table.phase == "aux")
    on = game.switches
    settings = (
        MODES[str(on["aux_to_foundation"])],
        GATHERS[str(on["gather"])],
        on["aux_corners"],
        on["column_deal"] == "single",
        on["rounds"],
    )
    return s, np.array(settings, np.int64)


def solve(
    game: Game, table: Table, limits: Limits, *, seed: int = 0, stop: Callable[[], bool] | None = None
) -> Outcome:
    """Search a table whose every card is known, within limits.

    The line of `unresolved` goes one round beyond `rounds`: the referee accepts it with that switch one higher.
    """
    if not is_compiled(game, table):
        return _by_the_referee(game, table, limits, seed, stop)
    load()
    return _Search(game, table, limits, seed, stop).run()


class OneMoreRound:
    """The game with a round more, in which only dealing and its plays count (PH-13), for the plain search."""

    def __init__(self, game: Game) -> None:
        self.rounds = int(game.switches["rounds"])
        self.longer = type(game)(game.variant, {**game.switches, "rounds": self.rounds + 1})

    def __getattr__(self, name: str) -> Any:
        return getattr(self.longer, name)

    def legal(self, table: Table) -> list[GameEvent]:
        """The legal events, none of the auxiliary phase in the round too many."""
        if table.round > self.rounds and table.phase == "aux":
            return []
        events = self.longer.legal(table)
        if table.round <= self.rounds:
            return events
        return [event for event in events if not (isinstance(event, Move) and event.to in TWELVE)]


def _by_the_referee(game: Game, table: Table, limits: Limits, seed: int, stop: Callable[[], bool] | None) -> Outcome:
    """Both questions put to the plain search: won within the rounds, or with one more?"""
    first = plain.solve(game, table, limits, seed=seed, stop=stop)
    if first.verdict != "lost":
        return first
    left = Limits(max(0.0, limits.time_s - first.seconds), limits.nodes, limits.memory_mib)
    second = plain.solve(OneMoreRound(game), table, left, seed=seed, stop=stop)  # type: ignore[arg-type]
    verdict = "unresolved" if second.verdict == "won" else second.verdict
    line = second.line if verdict == "unresolved" else first.line
    nodes, seconds = first.nodes + second.nodes, first.seconds + second.seconds
    return Outcome(verdict, line, second.limit, nodes, seconds, first.best)


@cache
def load() -> None:
    """Have the kernels compiled, or read from disk, before any clock runs."""
    settings = np.array([2, 0, 1, 0, 3], np.int64)
    attempt(new_room(), new_state(), settings, 1, 1, 0)
    Pool(new_state(), settings, 0).attempt()
    Proof(new_state(), settings, 1000, lambda: None).run()


class _Search:
    """One search of one table."""

    def __init__(self, game: Game, table: Table, limits: Limits, seed: int, stop: Callable[[], bool] | None) -> None:
        self.game, self.table, self.limits, self.seed, self.stop = game, table, limits, seed, stop
        self.start = time.perf_counter()
        self.until = limits.time_s
        self.state, self.settings = packed(game, table)
        self.left = ALL_PLACED - int(placed(self.state.found))
        self.nodes = 0
        self.best = -1
        self.best_line: list[int] = []
        self.unresolved: list[int] | None = None
        self.proof: Proof | None = None

    def run(self) -> Outcome:
        """The verdict."""
        if self.left == 0:
            return self._outcome("won", [])
        try:
            line, settled = self._prove()
            if line is not None:
                return self._outcome("won", line)
            if settled:
                return self._outcome("lost" if self.unresolved is None else "unresolved", self.unresolved or [])
            return self._outcome("won", self._play())
        except _Stopped as stopped:
            if self.unresolved is not None:
                return self._outcome("unresolved", self.unresolved)
            return self._outcome("open", self.best_line, stopped.limit)

    def _prove(self) -> tuple[list[int] | None, bool]:
        """A winning line, if the whole search finds one, and whether it came to an end."""
        most = LARGE if self.left <= FEW else SMALL
        most = max(1000, min(most, self.limits.memory_mib * 2**19 // POSITION_BYTES))
        self.until = self.limits.time_s * (0.5 if self.left <= FEW else 0.1)
        self.proof = proof = Proof(self.state, self.settings, most, self.watch)
        try:
            settled = proof.run()
        except _ShareSpent:
            settled = False
        self.until = self.limits.time_s
        self.nodes += int(proof.counts[0])
        self.proof = None
        self._note(int(proof.counts[3]), proof.trace(int(proof.counts[4])))
        if proof.unresolved >= 0:
            self.unresolved = proof.trace(proof.unresolved)
        return (proof.trace(proof.won) if proof.won >= 0 else None), settled

    def _play(self) -> list[int]:
        """Attempts until one wins. Raises `_Stopped` at a limit."""
        pool = Pool(self.state, self.settings, self.seed)
        pool.unresolved = self.unresolved
        before = self.nodes
        while True:
            self.watch()
            verdict, cards, line = pool.attempt()
            self.nodes = before + pool.plans
            self.unresolved = pool.unresolved
            self._note(cards, line)
            if verdict == WON:
                return line

    def watch(self) -> None:
        """Look at the limits."""
        if self.stop is not None and self.stop():
            raise _Stopped(None)
        seen = self.nodes + (int(self.proof.counts[0]) if self.proof else 0)
        if self.limits.nodes is not None and seen >= self.limits.nodes:
            raise _Stopped("nodes")
        spent = time.perf_counter() - self.start
        if spent >= self.limits.time_s:
            raise _Stopped("time")
        if spent >= self.until:
            raise _ShareSpent

    def _note(self, cards: int, line: list[int]) -> None:
        if cards > self.best:
            self.best, self.best_line = cards, line

    def _outcome(self, verdict: str, made: list[int], limit: Stopper | None = None) -> Outcome:
        best = ALL_PLACED if verdict == "won" else max(self.best, ALL_PLACED - self.left)
        line = tuple(events(made))
        seconds = time.perf_counter() - self.start
        return Outcome(verdict, line, limit, self.nodes, seconds, best + 8)  # type: ignore[arg-type]


def events(made: list[int]) -> Iterator[GameEvent]:
    """The kernel's events as the referee's."""
    targets = (*TWELVE, *UPS, *DOWNS)
    for event in made:
        if event == DEAL:
            yield Deal()
        elif event == REDEAL:
            yield Redeal()
        else:
            place, target = divmod(event - FIRST_MOVE, 20)
            yield Move(TWELVE[place], targets[target])


_lines: dict[Table, Choice] = {}
"""What follows on what was advised, so that the next hint goes on with the same line. Where the line was found stands nothing: asked again
there, a hint thinks again, for as long as it may."""


def choices(game: Game, seen: Table, limits: Limits, rng: random.Random) -> list[Choice]:
    """The legal events, the most promising first, each with the sampled orders that it wins and how many were sampled.

    `limits` hold the seconds and, as `nodes`, the samples. Each sampled order is tried by one attempt after every event. Events
    that win equally often are told apart by the cards placed in the end, the hypothetical round included.
    With every card seen the line of `solve` is followed.
    """
    options = [] if game.won(seen) else game.legal(seen)
    if len(options) < 2:
        return [(event, 0, 0) for event in options]
    if not is_compiled(game, worlds.sample(game, seen, rng)):
        from companion.search.hint import plain_choices

        return plain_choices(game, seen, limits, rng)
    if not worlds.spots(seen) and (known := follow(game, seen, limits)):
        return [known, *((event, 0, 0) for event in options if event != known[0])]
    load()
    wins, reached, samples = [0] * len(options), [0] * len(options), 0
    room, begun = new_room(), time.perf_counter()
    while samples == 0 or (time.perf_counter() - begun < limits.time_s and samples != limits.nodes):
        world, seed = worlds.sample(game, seen, rng), rng.randrange(2**31)
        for number, event in enumerate(options):
            state, settings = packed(game, game.apply(world, event))
            verdict = attempt(room, state, settings, TRIES, PLAYOUTS, seed)
            wins[number] += verdict == WON
            reached[number] += int(room.result[3])
        samples += 1
    ranked = np.lexsort((-np.array(reached), -np.array(wins)))
    return [(options[n], wins[n], samples) for n in ranked]


def follow(game: Game, table: Table, limits: Limits) -> Choice | None:
    """The next event of the best line of a table whose every card is seen, and whether it wins."""
    if table in _lines:
        return _lines[table]
    found = solve(game, table, Limits(0.9 * limits.time_s))
    if not found.line:
        return None
    if len(_lines) > MOST_LINES:
        _lines.clear()
    wins, after = int(found.verdict == "won"), table
    for number, event in enumerate(found.line):
        if game.why(after, event) is not None:  # the hypothetical round is not played
            break
        if number:
            _lines[after] = event, wins, 1
        after = game.apply(after, event)
    return found.line[0], wins, 1


def forget() -> None:
    """Let all lines go."""
    _lines.clear()


def play_out(game: Game, world: Table, limits: Limits, rng: random.Random) -> bool | None:
    """Whether hints with little thought win this world, its unseen cards hidden from them; none where the time did not suffice."""
    end = time.perf_counter() + limits.time_s
    while (left := end - time.perf_counter()) > 0:
        if game.won(world):
            return True
        seen = worlds.reasoned(game, game.view(world))
        if not worlds.spots(seen):
            return solve(game, world, Limits(min(0.5, left))).verdict == "won"
        found = choices(game, seen, Limits(limits.time_s, nodes=1), rng)
        if not found:
            return False
        world = game.apply(world, found[0][0])
    return None
