"""Cards that differ after a redeal: which slip of the hands explains them, found by trying the slips."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.cards import Card
from companion.events import Place
from companion.guide.answer import Said, said
from companion.guide.hands import gathered_places
from companion.rules import Game
from companion.table import Pile, Table


@dataclass(frozen=True, slots=True)
class Slip:
    """A way in which hands may have gathered wrongly, and the packet it makes, its next card first."""

    told: Said
    packet: Pile


@dataclass(frozen=True, slots=True)
class Difference:
    """The first card that is not the one that the record has: the `number`-th of the packet, counted from 1."""

    number: int
    expected: Card
    found: Card


def first_difference(packet: Sequence[Card], seen: Sequence[Card]) -> Difference | None:
    """Where the cards dealt part from the packet of the record; unseen cards differ from nothing."""
    for number, (expected, found) in enumerate(zip(packet, seen, strict=False), start=1):
        if expected.rank and found.rank and expected != found:
            return Difference(number, expected, found)
    return None


def likely_slips(game: Game, before: Table, seen: Sequence[Card], most: int = 3) -> tuple[Slip, ...]:
    """The slips whose packet agrees with every card seen so far, likeliest first.

    `before` is the table before the redeal, `seen` the cards dealt from the packet since, in dealing order, the differing one
    last or among them.
    """
    found: list[Slip] = []
    for slip in slips(game, before):
        if first_difference(slip.packet, seen) is None and all(slip.packet != other.packet for other in found):
            found.append(slip)
    return tuple(found[:most])


def slips(game: Game, before: Table) -> Iterator[Slip]:
    """Every slip that is tried, likeliest first: turned over, other order, a pile forgotten, two exchanged, one turned, a card lost."""
    places = gathered_places(game, before)
    right = gathered(game, before, places)
    yield Slip(said("slip-not-turned" if _is_turned(game) else "slip-turned"), right[::-1])
    if len(places) > 1:
        backwards = gathered(game, before, places[::-1])
        yield Slip(said("slip-order"), backwards)
        yield Slip(said("slip-order-and-turned"), backwards[::-1])
        for place in places:
            yield Slip(said("slip-forgotten", place=place), gathered(game, before, [p for p in places if p != place]))
        for at in range(len(places) - 1):
            swapped = [*places[:at], places[at + 1], places[at], *places[at + 2 :]]
            yield Slip(said("slip-exchanged", places=(places[at], places[at + 1])), gathered(game, before, swapped))
        for place in places:
            pile = before.piles[place]
            if len(pile) > 1:
                yield Slip(
                    said("slip-pile-turned", place=place),
                    gathered(game, before.with_piles({place: pile[::-1]}), places),
                )
        for at in range(1, len(places)):
            yield Slip(said("slip-begun-at", place=places[at]), gathered(game, before, [*places[at:], *places[:at]]))
    for at in range(len(right)):
        yield Slip(said("slip-card-lost", card=right[at]), right[:at] + right[at + 1 :])
    for at in range(len(right) - 1):
        yield Slip(
            said("slip-cards-exchanged", cards=(right[at], right[at + 1])),
            (*right[:at], right[at + 1], right[at], *right[at + 2 :]),
        )


def gathered(game: Game, table: Table, places: Sequence[Place]) -> Pile:
    """The packet that the game's gathering makes of some piles in some order; how it is turned belongs to the game."""
    return game.gathered([table.piles[place] for place in places])


def _is_turned(game: Game) -> bool:
    """Whether the packet of this game is turned over before it is dealt."""
    match game.family:
        case "helena":
            return game.switches["redeal_from"] == "bottom1"
        case "parihevoset":
            return game.switches["gather"] != "top12"
    return True
