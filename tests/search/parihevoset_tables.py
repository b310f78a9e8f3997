"""Small positions of Parihevoset and a judge that knows nothing but the referee's moves."""

from __future__ import annotations

import random

from companion.cards import Card
from companion.rules import Game
from companion.rules.parihevoset import DOWNS, TWELVE, UPS
from companion.search import parihevoset, plain
from companion.search.outcome import Limits
from companion.table import Pile, Table, empty_piles


def foundation_card(place: str, at: int) -> Card:
    """The card at a height of a foundation: upwards from the ace on the left, ace and then downwards from the king right."""
    if at == 0:
        return Card(1, place[-1])
    return Card(at + 1 if place.startswith("up") else 14 - at, place[-1])


def loosened(rules: Game, rng: random.Random, left: int, chosen: list[str]) -> tuple[dict[str, Pile], list[Card]]:
    """Piles of which only the foundations hold cards, and in random order the `left` ones that the `chosen` of them wait for."""
    heights = dict.fromkeys((*UPS, *DOWNS), 13)
    for _ in range(left):
        place = rng.choice([place for place in chosen if heights[place] > 1])
        heights[place] -= 1
    cards = [foundation_card(place, at) for place in heights for at in range(heights[place], 13)]
    rng.shuffle(cards)
    piles = empty_piles(rules.places)
    for place, height in heights.items():
        piles[place] = tuple(foundation_card(place, at) for at in range(height))
    return piles, cards


def small_table(rules: Game, rng: random.Random, left: int, rounds: tuple[int, ...] = ()) -> Table:
    """A table late in a game: `left` cards not placed, in the stock or (auxiliary phase) on the twelve places.

    It stands in one of the `rounds`, by default in one of the last two.
    """
    last = int(rules.switches["rounds"])
    rounds = rounds or (max(1, last - 1), last)
    piles, cards = loosened(rules, rng, left, rng.sample((*UPS, *DOWNS), rng.choice((1, 2, 3))))
    table = Table(piles, round=rng.choice(rounds), phase="deal")
    if rng.random() < 0.5:
        return table.with_piles({"stock": tuple(cards)})
    for card in cards:
        piles[rng.choice(TWELVE[: rng.choice((4, 12))])] += (card,)
    return table.but(piles=piles, phase="aux")


def crowded_table(rules: Game, rng: random.Random, left: int) -> Table:
    """A table in the auxiliary phase of the last round, `left` cards of all suits on the first places only."""
    piles, cards = loosened(rules, rng, left, [*UPS, *DOWNS])
    places = TWELVE[: rng.randint(1, 4)]
    for card in cards:
        piles[rng.choice(places)] += (card,)
    return Table(piles, round=int(rules.switches["rounds"]), phase="aux")


def judge(rules: Game, table: Table, most: int) -> str | None:
    """The verdict by the referee's moves alone; nothing after `most` tables."""
    soon = Limits(time_s=120.0, nodes=most)
    first = plain.solve(rules, table, soon).verdict
    if first != "lost":
        return None if first == "open" else first
    second = plain.solve(parihevoset.OneMoreRound(rules), table, soon).verdict  # type: ignore[arg-type]
    return {"won": "unresolved", "lost": "lost"}.get(second)
