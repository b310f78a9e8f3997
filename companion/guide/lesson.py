"""The guide's ten-card deal, as lessons: the cards, the line that the guide plays, and a sentence on why for each event."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from companion.cards import UNSEEN, Card
from companion.errors import Unreadable
from companion.events import Draw, GameEvent, Move
from companion.referee import advance
from companion.rules import Game, Refusal, find_variant, game
from companion.rules.hauta import CELLS, CORNERS
from companion.table import Table

TEN = tuple(map(Card.parse, ["9C", "8H", "7S", "5D", "6C", "6H", "4S", "3H", "2C", "AD"]))
"""The first ten cards of the guide's example (rules.md, practice deal); any 42 others follow."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """One event of the guide's line and the sentence that says why."""

    event: GameEvent
    why: str


@dataclass(frozen=True)
class Lesson:
    """A practice deal in one version of the game."""

    game: Game
    strokes: tuple[Stroke, ...]

    @property
    def deal(self) -> tuple[Card, ...]:
        """The ten cards, and the rest unseen."""
        return TEN + (UNSEEN,) * (self.game.deal_size - len(TEN))

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """The table before each stroke, and after the last one."""
        tables = [self.game.opening(self.deal)]
        for stroke in self.strokes:
            after = advance(self.game, tables[-1], stroke.event)
            assert not isinstance(after, Refusal), stroke
            tables.append(after)
        return tuple(tables)

    def index(self, table: Table, least: int = 0) -> int | None:
        """How far along the guide's line a table is, whichever corners and cells were used; none where it is off the line."""
        face = likeness(table)
        return next((at for at in range(least, len(self.tables)) if likeness(self.tables[at]) == face), None)

    def way_back(self, table: Table, least: int, most: int = 3) -> tuple[GameEvent, ...] | None:
        """The shortest legal way of at most `most` events from a table back to the guide's line, not before `least`."""
        faces = {likeness(line) for line in self.tables[least:]}
        layer: list[tuple[Table, tuple[GameEvent, ...]]] = [(table, ())]
        reached = {likeness(table)}
        for _ in range(most):
            following = []
            for before, events in layer:
                for event in self.game.legal(before):
                    if isinstance(event, Draw) and event.to is None:
                        continue
                    after = self.game.apply(before, event)
                    face = likeness(after)
                    if face in faces:
                        return (*events, event)
                    if face not in reached:
                        reached.add(face)
                        following.append((after, (*events, event)))
            layer = following
        return None


def likeness(table: Table) -> object:
    """What makes two tables of a lesson the same: corners are alike, cells are alike, and cards outside the ten count as unseen."""
    kept = set(TEN)

    def faces(place: str) -> tuple[Card, ...]:
        return tuple(card if card in kept else UNSEEN for card in table.piles[place])

    alike = tuple(sorted(map(faces, CORNERS))), tuple(sorted(map(faces, CELLS)))
    return (*alike, faces("centre"), faces("sixes"), faces("waste"), len(table.piles["stock"]))


def _drawn() -> Iterator[Stroke]:
    """The guide's own version: cells empty at first, a store for sixes."""
    cards = {str(card): card for card in TEN}
    yield Stroke(Draw("waste", cards["9C"]), "walk-9c-waste")
    yield Stroke(Draw("cell1", cards["8H"]), "walk-8h-cell")
    yield Stroke(Draw("corner1", cards["7S"]), "walk-7s-corner")
    yield Stroke(Move("cell1", "corner1"), "walk-8h-corner")
    yield Stroke(Move("waste", "corner1"), "walk-9c-corner")
    yield Stroke(Draw("cell1", cards["5D"]), "walk-5d-cell")
    yield Stroke(Draw("centre", cards["6C"]), "walk-6c-centre")
    yield Stroke(Move("cell1", "centre"), "walk-5d-centre")
    yield Stroke(Draw("sixes", cards["6H"]), "walk-6h-store")
    yield Stroke(Draw("centre", cards["4S"]), "walk-4s-centre")
    yield Stroke(Draw("centre", cards["3H"]), "walk-3h-centre")
    yield Stroke(Draw("centre", cards["2C"]), "walk-2c-centre")
    yield Stroke(Draw("centre", cards["AD"]), "walk-ad-centre")
    yield Stroke(Move("sixes", "centre"), "walk-6h-centre")


def _from_cells() -> Iterator[Stroke]:
    """The same cards where four lie in the cells at first and an emptied cell is filled from the stock."""
    yield Stroke(Move("cell3", "corner1"), "walk-k-7s")
    yield Stroke(Move("cell2", "corner1"), "walk-k-8h")
    yield Stroke(Move("cell1", "corner1"), "walk-k-9c")
    yield Stroke(Move("cell3", "centre"), "walk-k-6c")
    yield Stroke(Move("cell4", "centre"), "walk-k-5d")
    yield Stroke(Move("cell1", "centre"), "walk-k-4s")
    yield Stroke(Move("cell3", "centre"), "walk-k-3h")
    yield Stroke(Move("cell4", "centre"), "walk-k-2c")
    yield Stroke(Move("cell1", "centre"), "walk-k-ad")
    yield Stroke(Move("cell2", "centre"), "walk-k-6h")


LESSONS = {"hauta": _drawn, "hauta-kookas": _from_cells, "hauta-korttipeli": _from_cells}
"""The versions that the practice deal can be walked through in."""


def lesson(name: str | None) -> Lesson:
    """The lesson of a version. Raises `Unreadable` where there is none, `Ambiguous` for a name of two games."""
    variant = find_variant(name or "hauta").id
    if variant not in LESSONS:
        raise Unreadable("practice-none", name=variant, variants=", ".join(LESSONS))
    return Lesson(game(variant), tuple(LESSONS[variant]()))
