"""The table in a photograph against the record: what is missing or extra, the likeliest slip, and events that would mend it.

A photograph shows the tops of the piles; what lies below may show, too, where piles are spread. It is compared as a multiset,
because a picture does not say which place a card lies at. Nothing here reads a picture: cards come in, facts go out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.cards import Card
from companion.events import Deal, Draw, Event, Fix, GameEvent, Move, Place, Turn
from companion.referee import advance
from companion.rules import Game
from companion.table import Table

DEPTH = 2
"""How many forgotten events are tried."""
MOST_MENDS = 3


@dataclass(frozen=True, slots=True)
class Mend:
    """Events that would make the record agree with the picture: a misread card, or events that were not entered."""

    kind: str
    """`misread` or `forgotten`."""
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """`missing` are tops of the record that the picture does not show; `extra` cards of the picture that are no top in the record,
    each with the places where the record has it (none: not seen yet)."""

    missing: tuple[tuple[Place, Card], ...]
    extra: tuple[tuple[Card, tuple[Place, ...]], ...]
    mends: tuple[Mend, ...]

    @property
    def agrees(self) -> bool:
        """Whether every top is in the picture and nothing else is."""
        return not self.missing and not self.extra


def tops(game: Game, table: Table) -> list[tuple[Place, Card]]:
    """The cards that lie open on top of a place, in the order of the places."""
    seen = game.view(table)
    return [(place, pile[-1]) for place, pile in seen.piles.items() if place != "stock" and pile and pile[-1].rank]


def visible(game: Game, table: Table) -> Counter[Card]:
    """Every card that lies face up somewhere: what spread piles may show."""
    seen = game.view(table)
    return Counter(card for place, pile in seen.piles.items() if place != "stock" for card in pile if card.rank)


def compare(game: Game, table: Table, shown: Sequence[Card]) -> Comparison:
    """Compare the sure cards of a picture with the record. Cards of spread piles below a top are no fault."""
    picture = Counter(shown)
    missing, extra = _difference(game, table, picture)
    mends = tuple(_mends(game, table, picture)) if missing or extra else ()
    return Comparison(tuple(missing), tuple((card, tuple(table.where(card))) for card in extra), mends[:MOST_MENDS])


def _difference(game: Game, table: Table, picture: Counter[Card]) -> tuple[list[tuple[Place, Card]], list[Card]]:
    left = Counter(picture)
    missing = []
    for place, card in tops(game, table):
        if left[card]:
            left[card] -= 1
        else:
            missing.append((place, card))
    below = visible(game, table)
    below.subtract(card for _, card in tops(game, table))
    extra = sorted((left - +below).elements(), key=lambda card: card.code)
    return missing, extra


def _agrees(game: Game, table: Table, picture: Counter[Card]) -> bool:
    return _difference(game, table, picture) == ([], [])


def _mends(game: Game, table: Table, picture: Counter[Card]) -> Iterator[Mend]:
    """A misread card first: one top for one extra card that has not been seen; then forgotten events, the fewest first."""
    missing, extra = _difference(game, table, picture)
    unseen = game.view(table).unseen(game.whole)
    if len(missing) == len(extra) == 1 and unseen[extra[0]]:
        yield Mend("misread", (Fix(missing[0][1], extra[0]),))
    frontier: list[tuple[Table, tuple[GameEvent, ...]]] = [(table, ())]
    for _ in range(DEPTH):
        following = []
        for position, events in frontier:
            for event in _possible(game, position, picture):
                after = advance(game, position, event)
                if not isinstance(after, Table):
                    continue
                if _agrees(game, after, picture):
                    yield Mend("forgotten", (*events, event))
                elif len(missing) + len(extra) > 1:
                    following.append((after, (*events, event)))
        frontier = following


def _possible(game: Game, table: Table, picture: Counter[Card]) -> Iterator[GameEvent]:
    """Legal events of the player's view; a hidden card that comes to light is one that the picture shows and nobody has seen."""
    seen = game.view(table)
    unseen = seen.unseen(game.whole)
    candidates = [card for card in picture if unseen[card]]
    for event in game.legal(seen):
        match event:
            case Draw(to=None):
                for card in candidates:
                    told = game.learn(seen, Draw("waste", card))
                    yield from (replace(e, card=card) for e in game.legal(told) if isinstance(e, Draw) and e.to)
            case Deal() if len(plan := game.deal_plan(seen)) == 1 and not seen.piles[plan[0].source][plan[0].at].rank:
                yield from (Deal((card,)) for card in candidates)
            case Deal() | Draw() | Move():
                yield event
    for place in game.to_turn(seen):
        yield from (Turn(card, place) for card in candidates)
