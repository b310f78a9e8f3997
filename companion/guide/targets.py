"""Targets that name only a kind of place (`c`, `up`, `f`): which one is meant follows from the card and the rules."""

from __future__ import annotations

from collections.abc import Callable

from companion.cards import Card
from companion.errors import Ambiguous, Unreadable
from companion.events import Draw, Move, Place
from companion.guide.reading import Kind
from companion.rules import Game
from companion.table import Table


def target_of(
    game: Game,
    table: Table,
    source: Place,
    card: Card | None,
    target: Place | Kind,
    event: Callable[[Place], Draw | Move],
) -> Place:
    """The place that a target means for a card.

    Of several places that would take the card, those alike (all empty, or ending in the same rank) count as one, the first;
    others are asked about. Where none takes it, the likeliest is named, so that the refusal can say why.
    Raises `Ambiguous`, `Unreadable`.
    """
    if not isinstance(target, Kind):
        return target
    named = _named(game, card, target.name)
    if not named:
        raise Unreadable("play-no-such-target", text=target.name)
    taking = [place for place in named if place != source and game.why(table, event(place)) is None]
    if not taking:
        return _likeliest(table, card, named)
    alike = {_face(table, place) for place in taking}
    if len(alike) > 1 or (len(taking) > 1 and table.top(taking[0]) is not None):
        raise Ambiguous("play-target-ambiguous", taking, places=tuple(taking), card=card)
    return taking[0]


def _named(game: Game, card: Card | None, kind: str) -> list[Place]:
    suit = card.suit if card is not None else "?"
    if kind == "any":
        return [place for place in game.foundations if "-" not in place or suit in ("?", place[-1])]
    if game.family == "helena":
        kind = {"up": "ace", "down": "king"}.get(kind, kind)
    return [
        p
        for p in game.places
        if p.rstrip("0123456789").split("-")[0] == kind and ("-" not in p or suit in ("?", p[-1]))
    ]


def _likeliest(table: Table, card: Card | None, places: list[Place]) -> Place:
    """The place whose top is nearest to the card: the one that the refusal should speak of."""
    if card is None:
        return places[0]
    filled = [place for place in places if table.piles[place]]
    return min(filled or places, key=lambda place: abs((table.top(place) or card).rank - card.rank))


def _face(table: Table, place: Place) -> tuple[str, int]:
    """What a place looks like to a card that comes: its kind and its top's rank (suits never matter among alike places)."""
    top = table.top(place)
    return place.rstrip("0123456789").split("-")[0], top.rank if top else 0
