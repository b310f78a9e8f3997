"""What to do next in Święta Helena, Louis and Box Kite, from what the player has seen.

Where every card is seen, the line to a win is the advice, and it is remembered: asked again along the way, the advice goes on with
it instead of beginning anew. In Louis the stock is unseen at first; there each move is tried in sampled orders of the unseen cards,
each searched as if known, and the move that survives most often comes first.
"""

from __future__ import annotations

import random
import time
from collections import OrderedDict
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.cards import UNSEEN
from companion.events import Deal, Move, Redeal
from companion.search import helena
from companion.search.outcome import Limits

if TYPE_CHECKING:
    from companion.events import GameEvent
    from companion.rules import Game
    from companion.table import Table

Choice = tuple["GameEvent", int, int]
"""A move worth considering, in how many sampled orders it still wins, and how many were searched."""

SAMPLE_NODES = 60_000
"""How many positions are looked at for one move in one sampled order before it counts as not won."""
MAIN_SHARE = 0.7
"""The share of the time that goes into the line itself where all is seen; the rest weighs the other moves."""
PLANS = 20_000
"""How many positions of lines found earlier are remembered."""

_plans: OrderedDict[tuple[object, ...], GameEvent] = OrderedDict()


def choices(game: Game, seen: Table, limits: Limits, rng: random.Random) -> list[Choice]:
    """The moves worth considering, the best first; nothing where no move is legal.

    `seen` has `UNSEEN` for every card that the player has not seen; only the multiset of those cards is used. Moves that a short
    search could not decide are left out, but the first entry is always a legal move. Wins out of 0 samples: nothing is known.
    """
    if game.won(seen):
        return []
    if any(not card.rank for card in seen.cards()):
        return _sampled(game, seen, limits, rng)
    return _known(game, seen, limits, rng)


# ---------------------------------------------------------------- every card seen


def _known(game: Game, table: Table, limits: Limits, rng: random.Random) -> list[Choice]:
    start = time.perf_counter()
    planned = _plans.get(_key(game, table))
    if planned is not None:
        found: list[Choice] = [(planned, 1, 1)]
    else:
        found = _by_line(game, table, replace(limits, time_s=limits.time_s * MAIN_SHARE), rng.randrange(1, 2**20))
    if not found:
        return []
    others = [event for event in game.legal(table) if event != found[0][0]]
    rng.shuffle(others)
    others.sort(key=lambda event: (isinstance(event, Redeal | Deal), not _plays(game, event)))
    for event in others:
        left = limits.time_s - (time.perf_counter() - start)
        if left <= 0:
            break
        short = replace(limits, time_s=left, nodes=SAMPLE_NODES)
        outcome = helena.solve(game, game.apply(table, event), short, seed=rng.randrange(1, 2**20))
        if outcome.verdict != "open":
            found.append((event, int(outcome.verdict == "won"), 1))
    return [found[0], *sorted(found[1:], key=lambda choice: -choice[1])]


def _by_line(game: Game, table: Table, limits: Limits, seed: int) -> list[Choice]:
    """The first move of the line found: of the win, or else of the line that brings most cards to the foundations."""
    outcome = helena.solve(game, table, limits, seed=seed)
    if outcome.verdict == "won":
        _remember(game, table, outcome.line)
        return [(outcome.line[0], 1, 1)]
    line = outcome.line or helena.best_line(game, table, limits, seed)
    samples = 1 if outcome.verdict == "lost" else 0
    if line and game.why(table, line[0]) is None:
        return [(line[0], 0, samples)]
    legal = sorted(game.legal(table), key=lambda event: not _plays(game, event))
    return [(legal[0], 0, samples)] if legal else []


def _remember(game: Game, table: Table, line: tuple[object, ...]) -> None:
    """Keep what a winning line does at each of its tables."""
    for event in line:
        _plans[_key(game, table)] = event  # type: ignore[assignment]
        table = game.apply(table, event)  # type: ignore[arg-type]
    while len(_plans) > PLANS:
        _plans.popitem(last=False)


def _key(game: Game, table: Table) -> tuple[object, ...]:
    """What a remembered advice goes by: the rules and the whole table."""
    return (*game.switches.values(), *table.piles.values(), table.round, table.dealing)


def _plays(game: Game, event: GameEvent) -> bool:
    """Whether a move brings a card from the piles to a foundation."""
    return isinstance(event, Move) and event.to in game.foundations and event.source not in game.foundations


# ---------------------------------------------------------------- cards unseen


def _sampled(game: Game, seen: Table, limits: Limits, rng: random.Random) -> list[Choice]:
    """Each legal move in sampled orders of the unseen cards; at least one order is searched.

    More are, until the time is over or so many positions are looked at as the limits allow (then the answer is the same each time).
    """
    start = time.perf_counter()
    events = game.legal(seen)
    if len(events) <= 1:
        return [(event, 0, 0) for event in events]
    wins, effort, samples = dict.fromkeys(events, 0), dict.fromkeys(events, 0), 0
    spent = 0.0
    while samples == 0 or (
        time.perf_counter() - start + spent < limits.time_s
        and (limits.nodes is None or sum(effort.values()) < limits.nodes)
    ):
        begun = time.perf_counter()
        world = sampled_world(game, seen, rng)
        seed = rng.randrange(1, 2**20)
        for event in events:
            short = Limits(limits.time_s, SAMPLE_NODES, limits.memory_mib)
            outcome = helena.solve(game, game.apply(world, event), short, seed=seed)
            wins[event] += outcome.verdict == "won"
            effort[event] += outcome.nodes
        samples += 1
        spent = time.perf_counter() - begun
    ranked = sorted(events, key=lambda event: (-wins[event], not _plays(game, event), effort[event]))
    return [(event, wins[event], samples) for event in ranked]


def sampled_world(game: Game, seen: Table, rng: random.Random) -> Table:
    """The table with the unseen cards in one random order, all orders being equally likely."""
    hidden = list(seen.unseen(game.whole).elements())
    hidden.sort(key=lambda card: card.code)
    rng.shuffle(hidden)
    piles = {
        place: tuple(hidden.pop() if card == UNSEEN else card for card in pile) for place, pile in seen.piles.items()
    }
    return seen.with_piles(piles)


def play_out(game: Game, world: Table, limits: Limits, rng: random.Random) -> bool | None:
    """Whether a player who does not look at the stock wins this world; none where the time did not suffice.

    While the stock lasts he plays what can be played and deals the rest when nothing can; then all is seen and he follows a line.
    """
    while world.piles["stock"] and not world.dealing:
        plays = [event for event in game.legal(world) if _plays(game, event)]
        world = game.apply(world, rng.choice(plays) if plays else Deal())
    outcome = helena.solve(game, world, limits, seed=rng.randrange(1, 2**20))
    return None if outcome.verdict == "open" else outcome.verdict == "won"
