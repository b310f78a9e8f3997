"""The sheet for laying a given deal with real cards: the order to stack the pack in, in rows that a hand can follow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.cards import Card
from companion.guide.answer import Said, said
from companion.rules import Game
from companion.rules.kapas import WALL_SIZE


@dataclass(frozen=True, slots=True)
class Row:
    """A row of cards to stack, left to right; `total` counts the cards stacked when it is done, its last card on top."""

    number: int
    cards: tuple[Card, ...]
    total: int

    @property
    def groups(self) -> tuple[tuple[Card, ...], ...]:
        """The row in groups that the eye takes in at once: fours, or the row itself where it is shorter than six."""
        if len(self.cards) < 6:
            return (self.cards,)
        return tuple(self.cards[at : at + 4] for at in range(0, len(self.cards), 4))


@dataclass(frozen=True, slots=True)
class Part:
    """Rows that go to the same places, and where that is."""

    told: Said
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A deal as it is stacked: the cards that lie apart, then the rows in dealing order."""

    game: Game
    deal: tuple[Card, ...]
    parts: tuple[Part, ...]

    @property
    def taken_out(self) -> tuple[Card, ...]:
        """The cards that the game lays out before the pack is stacked."""
        return self.game.taken_out

    def before(self) -> tuple[Said, ...]:
        """What is done before and how the rows are read."""
        apart = (said("sheet-taken-out", cards=self.taken_out),) if self.taken_out else ()
        return (*apart, said("sheet-stack", count=len(self.deal)), said("sheet-row-check"))

    def after(self) -> tuple[Said, ...]:
        """What is done when the last row lies: turning the packet, and the checks."""
        unknown = sum(1 for card in self.deal if not card.rank)
        doubt = (
            (said("sheet-unknown", count=unknown),) if unknown else (said("sheet-final-check", count=len(self.deal)),)
        )
        return (*doubt, said("sheet-cut-check"), said("sheet-turn", card=self.deal[0]))


def sheet_of(game: Game, deal: Sequence[Card]) -> Sheet:
    """The sheet of a deal. Raises `Contradiction` where the cards are no deal of the game."""
    game.check_deal(deal)
    return Sheet(game, tuple(deal), tuple(_parts(game, tuple(deal))))


def _parts(game: Game, deal: tuple[Card, ...]) -> Iterator[Part]:
    cut = _Cutter(deal)
    match game.family:
        case "hauta":
            if game.switches["opening_cells"]:
                yield Part(said("sheet-part-cells"), cut.rows(1, 4))
            yield Part(said("sheet-part-stock"), cut.rows(len(deal) // 4, 4))
        case "kapas":
            yield Part(said("sheet-part-walls"), cut.rows(WALL_SIZE, 4))
            yield Part(said("sheet-part-extras"), cut.rows(len(deal) // 5, 5))
        case "parihevoset":
            yield Part(said("sheet-part-groups"), cut.rows(len(deal) // 12, 12))
        case _:
            if game.switches["first_deal"] == "twelve":
                yield Part(said("sheet-part-twelve"), cut.rows(1, 12))
                yield Part(said("sheet-part-rest"), cut.rows(len(deal) // 12, 12))
            else:
                yield Part(said("sheet-part-ring"), cut.rows(len(deal) // 12, 12))


class _Cutter:
    """Cuts a deal into rows, counting rows and cards on."""

    def __init__(self, deal: tuple[Card, ...]) -> None:
        self.deal = deal
        self.number = self.total = 0

    def rows(self, most: int, size: int) -> tuple[Row, ...]:
        rows: list[Row] = []
        while len(rows) < most and self.total < len(self.deal):
            cards = self.deal[self.total : self.total + size]
            self.number += 1
            self.total += len(cards)
            rows.append(Row(self.number, cards, self.total))
        return tuple(rows)
