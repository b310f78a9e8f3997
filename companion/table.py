"""The table: places and the cards on them. It knows no rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from companion.cards import UNSEEN, Card
from companion.events import Place

Pile = tuple[Card, ...]
_NOWHERE: frozenset[Place] = frozenset()


@dataclass(frozen=True, slots=True)
class Table:
    """What lies where, and how far the game has come.

    `piles` holds every place, bottom → top, except that the stock lists its next card first (rules.md G-1, G-2).
    `round` counts deals, rounds or passes from 1. `phase` is the family's word for what may happen now. `live` are the places
    whose top card is live (PH-5), `group` the next dealing group (PH-4), and `dealing` the places that still wait for their
    card in a dealing step under way, in dealing order.
    """

    piles: Mapping[Place, Pile]
    round: int = 1
    phase: str = "play"
    live: frozenset[Place] = _NOWHERE
    group: int = 0
    dealing: tuple[Place, ...] = field(default=())

    def __hash__(self) -> int:
        return hash((tuple(self.piles.items()), self.round, self.phase, self.live, self.group, self.dealing))

    def top(self, place: Place) -> Card | None:
        """The available card of a place: its top, or the stock's next card; none where the place is empty."""
        pile = self.piles[place]
        if not pile:
            return None
        return pile[0] if place == "stock" else pile[-1]

    def moved(self, source: Place, to: Place, count: int = 1) -> Table:
        """The table after `count` cards went from the top of one place to the top of another, order kept."""
        piles = dict(self.piles)
        if source == "stock":
            cards, piles["stock"] = piles["stock"][:count], piles["stock"][count:]
        else:
            cards, piles[source] = piles[source][-count:], piles[source][:-count]
        piles[to] += cards
        return self.but(piles=piles)

    def but(self, **changes: object) -> Table:
        """The same table with some fields changed (and the same order of places)."""
        return replace(self, **changes)  # type: ignore[arg-type]

    def with_piles(self, changes: Mapping[Place, Pile]) -> Table:
        """The same table with other piles at some places."""
        return self.but(piles={**self.piles, **changes})

    def with_card(self, place: Place, index: int, card: Card) -> Table:
        """The same table with another card at one position of a pile."""
        pile = list(self.piles[place])
        pile[index] = card
        return self.with_piles({place: tuple(pile)})

    def cards(self) -> Iterator[Card]:
        """Every card on the table, seen or not."""
        for pile in self.piles.values():
            yield from pile

    def known(self) -> Counter[Card]:
        """The multiset of cards whose identity is known."""
        return Counter(card for card in self.cards() if card is not UNSEEN and card.rank)

    def where(self, card: Card) -> list[Place]:
        """The places that hold a card, once for each copy."""
        return [place for place, pile in self.piles.items() for other in pile if other == card]

    def unseen(self, whole: Counter[Card]) -> Counter[Card]:
        """The multiset of cards of the `whole` pack that are not known to lie anywhere."""
        rest = Counter(whole)
        rest.subtract(self.known())
        return +rest


def empty_piles(places: Iterable[Place]) -> dict[Place, Pile]:
    """Every place with nothing on it."""
    return dict.fromkeys(places, ())
