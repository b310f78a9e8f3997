"""Random games under every preset: no card is lost, no listed event refused, and the player's view hides what it must.

    python benchmarks/playouts.py [VARIANT …] [--games 10000] [--events 150] [--beside 4] [--seed 1] [--option NAME=VALUE …]

Every fourth game is played twice over, side by side: on the table whose order is known, and on a table that begins unseen and
is told each card as a player would tell it. Both must look the same to the player after every event. Exits 1 at the first fault.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass
from itertools import product

from companion.cards import UNSEEN, Card
from companion.events import Deal, Draw, GameEvent, Move, Redeal, Series, Turn
from companion.rules import VARIANTS, Game, game
from companion.table import Table


class Fault(AssertionError):
    """A game in which something was lost, refused or shown that must not be."""


@dataclass
class Played:
    """How a random game went."""

    events: int
    progress: int
    won: bool
    dry: bool
    """No legal event was left."""


def random_deal(rules: Game, rng: random.Random) -> list[Card]:
    """The pack of a game, shuffled."""
    cards = sorted((rules.whole - Counter(rules.taken_out)).elements())
    rng.shuffle(cards)
    return cards


def pick(rules: Game, table: Table, rng: random.Random) -> GameEvent | None:
    """A random legal event, dealing on and foundation plays a little preferred; none where none is legal."""
    events = list(rules.candidates(table))
    groups: list[list[GameEvent]] = [events]
    wish = rng.random()
    if wish < 0.15:
        groups = [[e for e in events if isinstance(e, Draw | Deal)], events]
    elif wish < 0.5:
        groups = [[e for e in events if isinstance(e, Move) and e.to in rules.foundations], events]
    elif wish < 0.9:  # gathering at once would make short games of them all
        groups = [[e for e in events if not isinstance(e, Redeal)], events]
    for group in groups:
        while group:
            at = int(rng.random() * len(group))
            group[at], group[-1] = group[-1], group[at]
            event = group.pop()
            if rules.why(table, event) is None:
                return event
    return None


def told(rules: Game, table: Table, event: GameEvent) -> GameEvent:
    """The event as a player records it who sees the cards only when they are turned."""
    match event:
        case Draw(to):
            return Draw(to, table.piles["stock"][0])
        case Deal():
            return Deal(tuple(table.piles[step.source][step.at] for step in rules.deal_plan(table)))
    return event


def tell(rules: Game, unseen: Table, words: GameEvent, after: Table) -> Table:
    """The unseen table after an event told with its cards, and after naming what is turned up by it."""
    unseen = rules.learn(unseen, words)
    if (refusal := rules.why(unseen, words)) is not None:
        raise Fault(f"{words} is legal on the known table and refused on the unseen one: {refusal}")
    unseen = rules.apply(unseen, words)
    return name_turned(rules, unseen, after)


def name_turned(rules: Game, unseen: Table, after: Table) -> Table:
    """The unseen table after naming what lies face up on it without a name.

    Turning one card may move another by itself, so the places are asked for again after each.
    """
    while places := rules.to_turn(unseen):
        turn = Turn(after.piles[places[0]][-1], places[0])
        unseen = rules.learn(unseen, turn)
        if (refusal := rules.why(unseen, turn)) is not None:
            raise Fault(f"{turn}: {refusal}")
        unseen = rules.apply(unseen, turn)
    return unseen


def must_hide(table: Table) -> set[tuple[str, int]]:
    """What no player has seen: the stock until it has been gathered once, and all but the top of a wall."""
    hidden = {("stock", at) for at in range(len(table.piles["stock"])) if table.round == 1}
    for place, pile in table.piles.items():
        if place.startswith("wall"):
            hidden |= {(place, at) for at in range(len(pile) - 1)}
    return hidden


def check_table(rules: Game, table: Table, view: bool = True) -> None:
    """Raise `Fault` unless every card lies there once, and the `view` hides exactly what nobody has seen."""
    if Counter(table.cards()) != rules.whole:
        raise Fault(f"cards lost or doubled: {rules.whole - Counter(table.cards())}")
    if not view:
        return
    seen = rules.view(table)
    hidden = {(p, at) for p, pile in seen.piles.items() for at, card in enumerate(pile) if card == UNSEEN}
    if hidden != must_hide(table):
        raise Fault(f"hidden are {sorted(hidden)}, should be {sorted(must_hide(table))}")


def check_list(rules: Game, table: Table) -> None:
    """Raise `Fault` unless `legal` lists every event that `why` allows, tried over all pairs of places, and no other."""
    listed = rules.legal(table)
    if len(set(listed)) != len(listed):
        raise Fault(f"an event is listed twice: {[e for e, n in Counter(listed).items() if n > 1]}")
    pairs = [(a, b) for a, b in product(rules.places, rules.places) if a != b]
    every: list[GameEvent] = [*(Move(a, b) for a, b in pairs), *(Series(a, b) for a, b in pairs), Redeal(), Deal()]
    every += [Draw(place) for place in rules.places]
    allowed = {event for event in every if rules.why(table, event) is None}
    if allowed != set(listed):
        raise Fault(f"allowed but not listed {allowed - set(listed)}, listed but not allowed {set(listed) - allowed}")


def playout(rules: Game, rng: random.Random, events: int = 150, beside: bool = True, thorough: float = 0.005) -> Played:
    """Play one random game, with the unseen table `beside` it; a share `thorough` of the positions is checked over all
    pairs of places.
    """
    deal = random_deal(rules, rng)
    table, unseen = rules.opening(deal), rules.opening()
    if beside and unseen.dealing:
        unseen = tell(rules, unseen, Deal(tuple(_opening_cards(rules, deal))), table)
    elif beside:
        unseen = name_turned(rules, unseen, table)
    record: list[GameEvent] = []
    dry = False
    try:
        check_table(rules, table)
        while len(record) < events and not rules.won(table):
            if rng.random() < thorough:
                check_list(rules, table)
            event = pick(rules, table, rng)
            if event is None:
                dry = True
                break
            record.append(event)
            after = rules.apply(table, event)
            if beside:
                unseen = tell(rules, unseen, told(rules, table, event), after)
                if rules.view(unseen) != rules.view(after):
                    raise Fault("the known and the unseen table look different")
            table = after
            if beside or len(record) % 25 == 0:
                check_table(rules, table, beside)
        check_table(rules, table)  # a card once lost or doubled stays so
    except Exception as error:
        game_text = "\n".join(map(str, record))
        raise Fault(f"{rules.variant}: {error!r}\ndeal: {' '.join(map(str, deal))}\n{game_text}") from error
    return Played(len(record), rules.progress(table), rules.won(table), dry)


def _opening_cards(rules: Game, deal: list[Card]) -> list[Card]:
    """The cards that an opening deal turns up, in its order."""
    unseen = rules.opening()
    if rules.family != "kapas":
        return deal[: len(unseen.dealing)]
    # kapas: cards 41-44 are the walls' tops and go out, cards 37-40 are turned where they lie (NK-2, NK-3)
    return [*deal[40:44], *deal[36:40]]


def main() -> int:
    """Play the games asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("variants", nargs="*", default=list(VARIANTS))
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--events", type=int, default=150)
    parser.add_argument("--beside", type=int, default=4, help="every how manieth game has the unseen table beside it")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=[])
    asked = parser.parse_args()
    options = dict(option.split("=", 1) for option in asked.option)
    for variant in asked.variants:
        rules, began = game(variant, options), time.perf_counter()
        games = []
        for number in range(asked.games):
            games.append(
                playout(
                    rules,
                    random.Random(f"{variant} {asked.seed} {number}"),
                    asked.events,
                    beside=number % asked.beside == 0,
                )
            )
        events = sum(one.events for one in games)
        mean = sum(one.progress for one in games) / max(1, len(games))
        print(
            f"{variant:<24}{len(games):>6} games {events:>8} events  mean on foundations {mean:5.1f}  "
            f"won {sum(one.won for one in games)}  ran dry {sum(one.dry for one in games)}  "
            f"{time.perf_counter() - began:.0f} s",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Fault as fault:
        print(fault)
        sys.exit(1)
