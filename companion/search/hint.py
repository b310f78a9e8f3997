"""What now? The move that wins most often over the orders of what is unseen, with the reason as data.

A hint works from `game.view(table)`: what the player has not seen, and the record may know, it never looks at.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from companion.events import Deal, Draw, Move, Redeal, Series
from companion.search import worlds
from companion.search.outcome import Limits
from companion.search.verdict import module_of, solve

if TYPE_CHECKING:
    from companion.events import GameEvent
    from companion.rules import Game
    from companion.table import Table

Choice = tuple["GameEvent", int, int]
"""A move, in how many sampled orders it still wins, and how many were tried."""
LONGEST = 1000
"""A game played out by the hints is given up after so many moves."""


@dataclass(frozen=True)
class Reason:
    """Why a move is advised: the key of the sentence and the cards, places and counts that go into it."""

    key: str
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Alternative:
    """Another move worth considering; `win_chance` is none where nothing is known of it."""

    event: GameEvent
    win_chance: float | None


@dataclass(frozen=True)
class Hint:
    """The advised move, why, how often it wins over the orders tried, and the next best. `seconds` it took."""

    event: GameEvent
    reason: Reason
    win_chance: float | None
    samples: int
    alternatives: tuple[Alternative, ...]
    seconds: float


def hint(
    game: Game, table: Table, limits: Limits, *, seed: int = 0, stop: Callable[[], bool] | None = None
) -> Hint | None:
    """The best next move; none where there is no legal move, the game is won, or it is lost and no move helps a foundation."""
    start = time.perf_counter()
    seen = worlds.reasoned(game, game.view(table))
    found = choices(game, seen, limits, random.Random(seed), stop)
    if not found:
        return None
    found = [(_stated(seen, event), wins, tried) for event, wins, tried in found]
    event, wins, samples = found[0]
    others = tuple(Alternative(other, wins / tried if tried else None) for other, wins, tried in found[1:])
    chance = wins / samples if samples else None
    return Hint(event, reason(game, seen, event, len(found)), chance, samples, others, time.perf_counter() - start)


def _stated(seen: Table, event: GameEvent) -> GameEvent:
    """A draw that is told where names its card, which may be known by reasoning only."""
    return replace(event, card=seen.piles["stock"][0]) if isinstance(event, Draw) and event.to else event


def choices(
    game: Game, seen: Table, limits: Limits, rng: random.Random, stop: Callable[[], bool] | None = None
) -> list[Choice]:
    """The moves worth considering, the best first, by the family's own advice where it has any."""
    module = module_of(game, "_hints") or module_of(game)
    advise = getattr(module, "choices", None)
    if advise is not None:
        found: list[Choice] = advise(game, seen, limits, rng)
        return found
    return plain_choices(game, seen, limits, rng, stop)


def forget(game: Game) -> None:
    """Let the lines go that the family's advice has kept to go on with."""
    let_go = getattr(module_of(game, "_hints") or module_of(game), "forget", None)
    if let_go is not None:
        let_go()


def plain_choices(
    game: Game, seen: Table, limits: Limits, rng: random.Random, stop: Callable[[], bool] | None = None
) -> list[Choice]:
    """Each legal move tried in sampled orders, each searched as if known; a move that ends in a draw of an unseen card first
    lays it where the referee's moves then lead. The slow general way, for games without their own."""
    events = [] if game.won(seen) else game.legal(seen)
    if len(events) < 2:
        return [(event, 0, 0) for event in events]
    end = time.perf_counter() + limits.time_s
    wins, tried = [0] * len(events), [0] * len(events)
    known = not worlds.spots(seen)
    for _ in range(1 if known else 40):
        world = seen if known else worlds.sample(game, seen, rng)
        for number, event in enumerate(events):
            left = end - time.perf_counter()
            if left <= 0 or (stop is not None and stop()):
                break
            tables = _after(game, world, event)
            share = Limits(left / (len(events) - number if known else 1), 3000, limits.memory_mib)
            wins[number] += any(solve(game, after, share).verdict == "won" for after in tables)
            tried[number] += 1
    ranked = sorted(range(len(events)), key=lambda at: (-wins[at] / max(1, tried[at]), not _home(game, events[at])))
    return [(events[at], wins[at], tried[at]) for at in ranked]


def _after(game: Game, world: Table, event: GameEvent) -> list[Table]:
    """The tables to which an event leads when the world is known: a bare draw leads to one for each place."""
    if isinstance(event, Draw) and event.to is None:
        return [game.apply(world, draw) for draw in game.legal(world) if isinstance(draw, Draw) and draw.to]
    return [game.apply(world, event)]


def play_out(
    game: Game, world: Table, limits: Limits, rng: random.Random, *, stop: Callable[[], bool] | None = None
) -> bool | None:
    """Whether our hints win this world without looking at its order; none where the time did not suffice.

    The family's quick policy (`play_out` in its module of hints) plays where there is one, else its hints with little thought.
    """
    quick = getattr(module_of(game, "_hints") or module_of(game), "play_out", None)
    if quick is not None:
        result: bool | None = quick(game, world, limits, rng)
        return result
    return follow_hints(game, world, limits, rng, stop=stop)


def follow_hints(
    game: Game, world: Table, limits: Limits, rng: random.Random, *, stop: Callable[[], bool] | None = None
) -> bool | None:
    """Whether hints with little thought win this world without looking at its order; none where the time did not suffice."""
    end = time.perf_counter() + limits.time_s
    thought = Limits(min(0.05, limits.time_s / 20), 2000, limits.memory_mib)
    for _ in range(LONGEST):
        if game.won(world):
            return True
        if time.perf_counter() >= end or (stop is not None and stop()):
            return None
        found = choices(game, worlds.reasoned(game, game.view(world)), thought, rng, stop)
        if not found:
            return False
        world = game.apply(world, placed(game, world, found[0][0]))
    return False


def placed(game: Game, world: Table, event: GameEvent) -> GameEvent:
    """A bare draw, told where: to a foundation if one takes the card, else to the waste."""
    if not (isinstance(event, Draw) and event.to is None):
        return event
    draws = [draw for draw in game.legal(world) if isinstance(draw, Draw) and draw.to]
    return next((draw for draw in draws if draw.to in game.foundations), draws[-1])


# ---------------------------------------------------------------- reasons


def reason(game: Game, seen: Table, event: GameEvent, considered: int) -> Reason:
    """Why this move: what it does on the table. A family tells its own (`reason` in its module) or the general one holds.

    Keys: `only-move`, `wins`, `to-foundation`, `turns-card`, `frees-place`, `uncovers`, `draw-next`, `deal-next`, `gather`,
    `series`, `moves`; of Napoleon's Tomb also `keeps-cell-free`, `into-cell`, `to-waste`, `store-six`.
    """
    own = getattr(module_of(game, "_hints") or module_of(game), "reason", None)
    if own is not None and (told := own(game, seen, event)) is not None:
        key, facts = told
        return Reason(key, facts)
    if considered == 1 and len(game.legal(seen)) == 1:
        return Reason("only-move")
    match event:
        case Move(source, to):
            return _move(game, seen, source, to)
        case Draw(to=to):
            return Reason("draw-next", {"count": len(seen.piles["stock"])} | ({"place": to} if to else {}))
        case Deal():
            return Reason("deal-next", {"count": len(game.deal_plan(seen))})
        case Redeal():
            return Reason("gather", {"round": seen.round + 1})
        case Series(source, to):
            return Reason("series", {"source": source, "to": to, "count": len(seen.piles[source])})
    return Reason("moves")


def _move(game: Game, seen: Table, source: str, to: str) -> Reason:
    card, under = seen.top(source), seen.piles[source][-2:-1]
    facts: dict[str, object] = {"card": card, "source": source, "place": to}
    if to in game.foundations:
        after = game.apply(seen, Move(source, to))
        if not worlds.spots(after) and game.won(after):
            return Reason("wins", facts)
        return Reason("to-foundation", facts)
    if not under:
        return Reason("frees-place", facts)
    if not under[0].rank:
        return Reason("turns-card", facts)
    return Reason("uncovers", facts | {"under": under[0]})


def _home(game: Game, event: GameEvent) -> bool:
    return isinstance(event, Move | Draw | Series) and event.to in game.foundations
