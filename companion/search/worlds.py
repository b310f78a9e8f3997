"""Worlds: the orders in which the cards not yet seen may lie.

What is unseen is a multiset of cards in unknown order; every order of the *cards* is equally likely, so an arrangement of equal
cards (two packs) counts once for each way in which it can come about.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator

from companion.cards import Card
from companion.rules import Game
from companion.table import Table

Spot = tuple[str, int]


def spots(table: Table) -> list[Spot]:
    """Where an unseen card lies: (place, index in its pile), in the order of the places."""
    return [(place, at) for place, pile in table.piles.items() for at, card in enumerate(pile) if not card.rank]


def unseen(game: Game, table: Table) -> list[Card]:
    """The unseen cards, sorted."""
    return sorted(table.unseen(game.whole).elements())


def filled(table: Table, where: list[Spot], cards: list[Card] | tuple[Card, ...]) -> Table:
    """The table with these cards in these spots."""
    piles: dict[str, list[Card]] = {}
    for (place, at), card in zip(where, cards, strict=True):
        piles.setdefault(place, list(table.piles[place]))[at] = card
    return table.with_piles({place: tuple(pile) for place, pile in piles.items()})


def reasoned(game: Game, table: Table) -> Table:
    """The table with what can be known by reasoning filled in: unseen cards that are all alike, the last one above all."""
    where, cards = spots(table), unseen(game, table)
    if where and len(where) == len(cards) and len(set(cards)) == 1:
        return filled(table, where, cards)
    return table


def sample(game: Game, table: Table, rng: random.Random) -> Table:
    """One world, every order of the unseen cards being equally likely."""
    cards = unseen(game, table)
    rng.shuffle(cards)
    return filled(table, spots(table), cards)


def count(game: Game, table: Table) -> int:
    """How many different worlds there are: n! over the repetitions of equal cards."""
    copies = Counter(unseen(game, table))
    return math.factorial(copies.total()) // math.prod(math.factorial(number) for number in copies.values())


def every(game: Game, table: Table) -> Iterator[Table]:
    """Every different world once. All are equally likely, since each arises from as many orders of the cards as any other."""
    where = spots(table)
    for order in _orders(Counter(unseen(game, table))):
        yield filled(table, where, order)


def _orders(left: Counter[Card]) -> Iterator[tuple[Card, ...]]:
    if not left.total():
        yield ()
        return
    for card in sorted(left):
        if left[card]:
            left[card] -= 1
            for rest in _orders(left):
                yield (card, *rest)
            left[card] += 1
