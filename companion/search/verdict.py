"""Can it still be won? The verdict on any table of any game, with the order known or with cards still unseen."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal

from companion.search import plain, worlds
from companion.search.odds import WORLD_NODES, Chance, Progress, odds
from companion.search.outcome import Limits, Outcome, Stopper, Word

if TYPE_CHECKING:
    from companion.events import GameEvent
    from companion.rules import Game
    from companion.table import Table

Stop = Callable[[], bool]
Proof = Literal["line", "exhausted"]


@dataclass(frozen=True)
class Verdict:
    """What can be said about a table.

    `won` comes with a `line` that the referee has replayed, `unresolved` (Parihevoset) likewise; `lost` only by exhaustion;
    `open` names the `limit` that stopped the search, with the best line so far, and `best` cards on foundations in it.
    While cards are unseen `chance` is the interval between what our hints win and what a player who knew the order could win.
    `assumes`: "order-known" where the record knows cards that the player has not seen and the verdict rests on them.
    `why` names the ground of a certainty: "every-order" (each order was searched), "blocked" (no order frees the pile).
    """

    verdict: Word
    proof: Proof | None = None
    line: tuple[GameEvent, ...] = ()
    chance: Chance | None = None
    limit: Stopper | None = None
    seconds: float = 0.0
    nodes: int = 0
    best: int = 0
    assumes: tuple[str, ...] = ()
    why: str | None = None


def module_of(game: Game, part: str = "") -> Any:
    """The search module of a game's family (`part` "_hints": that of its advice), or none."""
    name = f"companion.search.{game.family}{part}"
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return None


def solve(game: Game, table: Table, limits: Limits, *, seed: int = 0, stop: Stop | None = None) -> Outcome:
    """Search a table whose every card is known, by the family's kernel where there is one."""
    module = module_of(game)
    outcome: Outcome = (module or plain).solve(game, table, limits, seed=seed, stop=stop)
    return outcome


def replays(game: Game, table: Table, line: Sequence[GameEvent]) -> bool:
    """Whether the referee allows a whole line and the game has come out at its end."""
    for event in line:
        if game.why(table, event) is not None:
            return False
        table = game.apply(table, event)
    return game.won(table)


def verdict(
    game: Game,
    table: Table,
    limits: Limits,
    *,
    seed: int = 0,
    stop: Stop | None = None,
    progress: Progress | None = None,
) -> Verdict:
    """The verdict on a table. Unseen cards that reasoning tells are filled in; others lead to odds (`progress` hears of them)."""
    table = worlds.reasoned(game, table)
    if worlds.spots(table):
        return _hidden(game, table, limits, seed, stop, progress)
    outcome = solve(game, table, limits, seed=seed, stop=stop)
    assumes = ("order-known",) if worlds.spots(worlds.reasoned(game, game.view(table))) else ()
    return replace(judged(game, table, outcome), assumes=assumes)


def judged(game: Game, table: Table, outcome: Outcome) -> Verdict:
    """An outcome as a verdict: a line that the referee refuses is not shown, and its claim with it."""
    found = Verdict(
        outcome.verdict, None, outcome.line, None, outcome.limit, outcome.seconds, outcome.nodes, outcome.best
    )
    match outcome.verdict:
        case "won" if replays(game, table, outcome.line):
            return replace(found, proof="line")
        case "unresolved" if _shows_unresolved(game, table, outcome.line):
            return replace(found, proof="line")
        case "lost":
            return replace(found, proof="exhausted", line=())
        case "open":
            return found
    return replace(found, verdict="open", line=(), assumes=("line-refused",))


def _shows_unresolved(game: Game, table: Table, line: Sequence[GameEvent]) -> bool:
    """Whether a line shows that one more round would bring the game out (PH-13): the same game with one round more allows it."""
    if "rounds" not in game.switches:
        return False
    longer = type(game)(game.variant, {**game.switches, "rounds": int(game.switches["rounds"]) + 1})
    return replays(longer, table, line)


def _hidden(
    game: Game, table: Table, limits: Limits, seed: int, stop: Stop | None, progress: Progress | None
) -> Verdict:
    """The verdict while cards are unseen: a certainty where there is one, odds otherwise."""
    module = module_of(game)
    hopeless = getattr(module, "hopeless", None)
    if hopeless is not None and hopeless(game, table):
        nothing = Chance(0.0, 0.0, 0.0, 0, known_order=(0, 0, 0), followed=(0, 0), exact=True)
        return Verdict("lost", "exhausted", chance=nothing, why="blocked")
    world_nodes: int = getattr(module, "WORLD_NODES", WORLD_NODES)
    found, seconds, nodes = odds(
        game, table, limits, random.Random(seed), solve=solve, world_nodes=world_nodes, stop=stop, progress=progress
    )
    if found.exact and found.high == 0.0:
        return Verdict("lost", "exhausted", chance=found, seconds=seconds, nodes=nodes, why="every-order")
    why = "every-order" if found.exact and found.low == 1.0 else None
    limit: Stopper | None = None if found.exact or (stop is not None and stop()) else "time"
    return Verdict("open", None, chance=found, limit=limit, seconds=seconds, nodes=nodes, why=why)
