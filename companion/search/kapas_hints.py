"""Hints for Napoleono kapas while cards are hidden, and games played by them.

What can be done until the next unseen card is turned is known, so whole *plans* up to there are compared, and the chosen one is
remembered and followed: nothing is learnt before its end. In the first pass plans are found one by one (`kapas_plans`), ranked by what
a learnt net says of them, and followed, in the same sampled orders, for some deals, for the net's word on what can be done then
(`kapas_first_pass`); the time is shared equally by rounds, after each of which the worse half of the plans is dropped. Later, when
the order of the stock is known, plans come from lines that win in sampled orders of the walls (`kapas_foresight`); where none is found,
they are compared as in the first pass, but played out to the end by a quick policy that does not look at what is hidden. With every
card seen the line of `kapas.solve` is followed.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from companion.cards import UNSEEN
from companion.events import Deal as DealEvent
from companion.events import Redeal
from companion.rules.kapas import WALL_SIZE
from companion.search import kapas_first_pass as first_pass
from companion.search import kapas_prospect, worlds
from companion.search.kapas import solve
from companion.search.kapas_beam import set_seed
from companion.search.kapas_foresight import World, foresee
from companion.search.kapas_foresight import load as load_foresight
from companion.search.kapas_kernel import DEAL, MOST, PASS, WON, Deal, Floats, Ints, Small
from companion.search.kapas_lines import code, event_of, events, is_compiled, packed, safe_plays
from companion.search.kapas_plans import DEAL_ON, ENDS, Room, find_plans, new_room, try_plans
from companion.search.kapas_policy import WEIGHTS, Desk, new_desk, play_blind
from companion.search.kapas_towers import Gaze, Towers
from companion.search.outcome import Limits

if TYPE_CHECKING:
    from companion.events import GameEvent
    from companion.rules import Game
    from companion.table import Table

Choice = tuple["GameEvent", int, int]
MOST_LINES = 10_000
SAME_END, MOST_PLANS = 3, 16
"""Plans tried: at most so many that end in the same way, and in all."""
BATCH, MOST_BATCHES = 4, 256
"""Orders tried between two looks at the clock, and how many times at most before the worse half of the plans is dropped."""
BASES_COUNT = 0.5
"""What the square of the share of cards on bases counts against a won game: few games are won, and so fewer are needed."""
PRIOR, SLOPE = 20, 0.01
"""The promise of a plan counts as much as so many orders; a promise that is less by 1 stands for so much less chance."""
PRIOR_OF_NET, SHARE_FOR_NETS = 200, 0.3
"""The same where the player's net says what chance a plan has. And the share of the time that plans are tried for in the first pass:
more brings nothing there."""
MOST_LIKED, NEAR_BEST = 4, 0.03
"""Of the plans of the first pass so many are tried at most, and those only that the net gives nearly as much chance as the best: with
more to choose from, what looks best is more often what the net is wrong about."""
TOLD = 200
"""Orders tried where there is but one plan, to tell its chance, and of a next best move that was not worth trying."""

_lines: dict[Table, Choice] = {}
"""What follows on what was advised, so that the next hint goes on with the same line or plan. Where it was decided stands nothing: asked
again there, a hint thinks again, for as long as it may."""


@cache
def workplace() -> tuple[Room, Desk]:
    """The room to work in, made once."""
    return new_room(), new_desk()


@cache
def judges() -> tuple[Towers, Towers, first_pass.Eye, Gaze]:
    """The nets that play the first pass and judge it, each with its room to look at positions, made once."""
    player, behind = first_pass.net(), kapas_prospect.net()
    return player, behind, first_pass.new_eye(player), kapas_prospect.new_look(behind)


@cache
def load() -> None:
    """Have the kernels compiled, or read from disk, before any clock runs."""
    load_foresight()
    room, desk = workplace()
    nothing, unseen, tally = np.zeros(0, np.int64), np.zeros(0, np.int16), np.zeros((ENDS, 3))
    lying = np.zeros(MOST, np.int16), 0, Deal(np.zeros((4, WALL_SIZE), np.int16), np.array([5, 0], np.int64), WEIGHTS)
    try_plans(room, desk, nothing, 0, unseen, *lying, WEIGHTS, tally)
    first_pass.try_plans(room, *judges(), nothing, 0, unseen, *lying, tally)


def choices(game: Game, seen: Table, limits: Limits, rng: random.Random) -> list[Choice]:
    """The legal moves, the most promising first, each with the sampled orders that it wins and how many were sampled.

    `limits` hold the seconds and, as `nodes`, the most orders sampled.
    """
    moves = [] if game.won(seen) else game.legal(seen)
    if len(moves) < 2:
        return [(move, 0, 0) for move in moves]
    if (next_one := remembered(seen)) is not None:
        return _first(next_one, moves)
    if not is_compiled(game, worlds.sample(game, seen, rng)):
        from companion.search.hint import plain_choices

        return plain_choices(game, seen, limits, rng)
    if not worlds.spots(seen):
        found = solve(game, seen, Limits(0.9 * limits.time_s))
        if found.verdict == "won":
            remember(game, seen, found.line, 1, 1)
            return _first((found.line[0], 1, 1), moves)
    for safe in safe_plays(game, seen):  # K1: no order makes it wrong
        return _first((safe, 0, 0), moves)
    load()
    begun = time.perf_counter()
    if UNSEEN not in seen.piles["stock"]:
        if found_by := _by_foresight(game, seen, moves, limits, rng):
            return found_by
        limits = replace(limits, time_s=max(0.0, limits.time_s - (time.perf_counter() - begun)))
    return _by_plans(game, seen, moves, limits, rng)


def _first(choice: Choice, moves: list[GameEvent]) -> list[Choice]:
    return [choice, *((move, 0, 0) for move in moves if move != choice[0])]


def remember(game: Game, table: Table, line: Iterable[GameEvent], won: int, tried: int) -> None:
    """Keep a line for the hints that follow the first, with the orders that it wins of those tried."""
    if len(_lines) > MOST_LINES:
        _lines.clear()
    for number, event in enumerate(line):
        if number:
            _lines[table] = event, won, tried
        table = game.apply(table, event)


def remembered(table: Table) -> Choice | None:
    """The next event of a line or plan that an earlier hint began."""
    return _lines.get(table)


def forget() -> None:
    """Let all lines go."""
    _lines.clear()


def _by_foresight(game: Game, seen: Table, moves: list[GameEvent], limits: Limits, rng: random.Random) -> list[Choice]:
    """The choices as lines that win in sampled orders judge them; none where none was found. The best plan is remembered."""
    row, mask, order, length, deal = packed(game, seen)
    room, desk = workplace()
    found = find_plans(room, desk, row, np.uint64(mask), order, length, deal, WEIGHTS)
    ranked = np.argsort(-room.value[:found], kind="stable")
    at_once = [_moves(room, int(plan)) for plan in ranked if room.end[plan] != DEAL_ON]
    plans = foresee(game, seen, at_once, limits, rng)
    return _judged(game, seen, moves, [(plan.moves, plan.wins, plan.sampled) for plan in plans]) if plans else []


def _by_plans(game: Game, seen: Table, moves: list[GameEvent], limits: Limits, rng: random.Random) -> list[Choice]:
    """The choices as the plans judge them that begin with each; the best plan is remembered."""
    unseen = np.array([code(card) for card in worlds.unseen(game, seen)], np.int16)
    ranked, tally = ranked_plans(packed(game, seen), unseen, limits, rng.getrandbits(32))
    room = workplace()[0]
    judged = [(_moves(room, int(plan)), int(tally[plan, 1]), int(tally[plan, 0])) for plan in ranked]
    return _judged(game, seen, moves, judged)


def ranked_plans(seen: World, unseen: Small, limits: Limits, seed: int) -> tuple[Ints, Floats]:
    """The plans tried, the best first, and their tally (see `_tried`); the plans stand in the workplace's room.

    `seen` is a table in which the cards `unseen` are 0.
    """
    room, desk = workplace()
    row, mask, order, length, deal = seen
    found = find_plans(room, desk, row, np.uint64(mask), order, length, deal, WEIGHTS)
    by_nets = found > 0 and _by_nets(row, deal)
    if by_nets:
        player, _, eye, _ = judges()
        first_pass.like_plans(room, player, eye, found, order, length, deal)
    plans = _worth_trying(room, found)
    if not by_nets:
        return _tried(room, desk, plans, unseen, (order, length, deal), limits, seed)
    near = plans[room.value[plans] >= room.value[:found].max() - NEAR_BEST][:MOST_LIKED]
    ranked, tally = _tried(room, desk, near, unseen, (order, length, deal), limits, seed)
    begun = {_moves(room, int(plan))[0] for plan in ranked}
    others = [plan for plan in plans if _moves(room, int(plan))[0] not in begun]
    if len(begun) == 1 and others:  # a hint tells what is next best, and its chance
        times = TOLD if limits.nodes is None else min(TOLD, limits.nodes)
        first_pass.try_plans(room, *judges(), np.array(others[:1]), times, unseen, order, length, deal, tally)
        ranked = np.append(ranked, others[0])
    return ranked, tally


def _judged(
    game: Game, seen: Table, moves: list[GameEvent], plans: list[tuple[tuple[int, ...], int, int]]
) -> list[Choice]:
    """The moves, by plans in their order, each with its wins and tries; the first plan is remembered.

    There is none where no move turns a card and nothing is left to deal: what can still be moved to and fro wins nothing.
    """
    if plans:
        best, won, tried = plans[0]
        remember(game, seen, _line(game, seen, best), won, tried)
    judged: dict[GameEvent, Choice] = {}
    for plan, won, tried in plans:
        first = next(_line(game, seen, plan))
        judged.setdefault(first, (first, won, tried))
    return [*judged.values(), *((move, 0, 0) for move in moves if move not in judged)]


def _by_nets(row: Small, deal: Deal) -> bool:
    """Whether the learnt nets play and judge a position: in the first pass of a game as they know it."""
    return bool(row[PASS] == 1 and deal.settings[0] == first_pass.PASSES)


def _worth_trying(room: Room, found: int) -> Ints:
    """Of the plans found the most promising ones, some for each way to end."""
    chosen: list[int] = []
    ends: dict[int, int] = {}
    for plan in np.argsort(-room.value[:found], kind="stable"):
        end = int(room.end[plan])
        ends[end] = ends.get(end, 0) + 1
        if ends[end] == 1 or (ends[end] <= SAME_END and len(chosen) < MOST_PLANS):
            chosen.append(int(plan))
    return np.array(chosen, np.int64)


def _tried(
    room: Room, desk: Desk, plans: Ints, unseen: Small, lying: tuple[Small, int, Deal], limits: Limits, seed: int
) -> tuple[Ints, Floats]:
    """The plans, the best first, and the tally of `try_plans`: that of the first pass if it is on, else that of play-outs."""
    by_nets = _by_nets(room.rows[0], lying[2])
    prior, slope = (PRIOR_OF_NET, 1) if by_nets else (PRIOR, SLOPE)
    tally = np.zeros((ENDS, 3))
    begun, left, out = time.perf_counter(), plans, plans[:0]
    time_s = limits.time_s * (SHARE_FOR_NETS if by_nets else 1)
    set_seed(seed)
    rounds = max(1, (plans.size - 1).bit_length()) if plans.size else 0
    for number in range(rounds):
        end = begun + time_s * (number + 1) / rounds
        for _ in range(MOST_BATCHES << number):
            tried = int(tally[left[0], 0])
            times = min(BATCH, limits.nodes - tried) if limits.nodes is not None else BATCH
            if times <= 0 or (tried and time.perf_counter() >= end) or (tried >= TOLD and left.size == 1):
                break
            if by_nets:
                first_pass.try_plans(room, *judges(), left, times, unseen, *lying, tally)
            else:
                try_plans(room, desk, left, times, unseen, *lying, WEIGHTS, tally)
        gained = tally[left, 1] + BASES_COUNT * tally[left, 2]
        expected = gained.sum() / tally[left, 0].sum() + slope * (room.value[left] - room.value[left].max())
        worth = (gained + prior * expected) / (tally[left, 0] + prior)
        left = left[np.argsort(-worth, kind="stable")]
        half = left.size // 2
        left, out = left[:half], np.concatenate((left[half:], out))
    return np.concatenate((left, out)), tally


def _moves(room: Room, plan: int) -> tuple[int, ...]:
    """The kernel's moves of a plan, with the one that ends it."""
    end = int(room.end[plan])
    moves = [DEAL + 1 if end == DEAL_ON else end - 1]
    at = int(room.at[plan])
    while at > 0:
        moves.append(int(room.move[at]))
        at = int(room.parent[at])
    return tuple(moves[::-1])


def _line(game: Game, seen: Table, moves: tuple[int, ...]) -> Iterator[GameEvent]:
    """A plan as events of the referee, up to the one that brings something unseen to light."""
    table = seen
    for event in events(game, seen, list(moves[:-1])):
        yield event
        table = game.apply(table, event)
    if moves[-1] >= DEAL:
        yield DealEvent() if table.piles["stock"] else Redeal()
    else:
        yield event_of(table, *divmod(moves[-1], 8))


def play_out(game: Game, world: Table, limits: Limits, rng: random.Random) -> bool | None:
    """Whether the quick policy, which plays plans out for the hints and looks at nothing hidden, wins this world.

    Where the switches are not compiled hints with little thought play it; none where their time did not suffice.
    """
    while world.dealing and world.phase == "play":
        world = game.apply(world, DealEvent())
    if not is_compiled(game, world):
        from companion.search.hint import follow_hints

        return follow_hints(game, world, limits, rng)
    row, mask, order, length, deal = packed(game, world)
    return bool(play_blind(workplace()[1], row, np.uint64(mask), order, length, deal, WEIGHTS) == WON)
