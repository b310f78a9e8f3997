"""Where the places of a game lie on a real table: one picture a family, for the terminal, SVG and the page alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.events import Place
from companion.rules import Game
from companion.table import Table


@dataclass(frozen=True, slots=True)
class Spot:
    """A place's upper left corner in columns and rows of cards, and how the card is turned (degrees clockwise)."""

    place: Place
    column: float
    row: float
    tilt: int = 0


THIRD = 1 / 3
"""One line of the terminal's three lines a card: the finest step that a row may have."""


def spots(game: Game) -> tuple[Spot, ...]:
    """Every place of a game where it lies, in the order in which an eye goes over it."""
    return tuple(_PICTURES[game.family](game))


def spots_in_use(game: Game, table: Table) -> tuple[Spot, ...]:
    """The places that matter as the game stands: not the extra piles of an earlier pass, nor a stock that has gone."""
    return tuple(spot for spot in spots(game) if _in_use(game, table, spot.place))


def places_in_use(game: Game, table: Table) -> tuple[Place, ...]:
    """The same places in the order of the game: as they are numbered, not as they lie."""
    used = {spot.place for spot in spots_in_use(game, table)}
    return tuple(place for place in game.places if place in used)


def _in_use(game: Game, table: Table, place: Place) -> bool:
    if table.piles[place]:
        return True
    if place.startswith("extra"):
        return int(place[-1]) <= 6 - table.round
    if place == "stock" and game.family == "helena":
        return game.switches["first_deal"] == "twelve" and table.round == 1
    return True


def _hauta(game: Game) -> Iterator[Spot]:
    """The cross: corners and arms clockwise from the upper left and from the north, the rest outside it."""
    yield Spot("corner1", 0, 0)
    yield Spot("cell1", 1, 0)
    yield Spot("corner2", 2, 0)
    yield Spot("cell4", 0, 1)
    yield Spot("centre", 1, 1)
    yield Spot("cell2", 2, 1)
    yield Spot("corner4", 0, 2)
    yield Spot("cell3", 1, 2)
    yield Spot("corner3", 2, 2)
    yield Spot("stock", 3.4, 0)
    yield Spot("waste", 3.4, 1)
    if game.switches["six_store"]:
        yield Spot("sixes", 3.4, 2)


def _parihevoset(_: Game) -> Iterator[Spot]:
    """The two columns of aces, a side column on either hand of them, and the four corners outside."""
    yield Spot("tl", 0, 0)
    yield Spot("tr", 5, 0)
    for row, suit in enumerate("HDCS"):
        yield Spot(f"left{row + 1}", 1, row + THIRD)
        yield Spot(f"up-{suit}", 2, row + THIRD)
        yield Spot(f"down-{suit}", 3, row + THIRD)
        yield Spot(f"right{row + 1}", 4, row + THIRD)
    yield Spot("bl", 0, 3 + 2 * THIRD)
    yield Spot("br", 5, 3 + 2 * THIRD)
    yield Spot("stock", 5, 1 + 2 * THIRD)


def _kapas(_: Game) -> Iterator[Spot]:
    """The walls of the cellar crossed around the vault, their auxiliary cards outside, the bases aslant at the corners."""
    yield Spot("base-S", 0.5, 0.5, -45)
    yield Spot("aux1", 2, 0)
    yield Spot("wall1", 2, 1, 90)
    yield Spot("base-H", 3.5, 0.5, 45)
    yield Spot("aux4", 0, 2)
    yield Spot("wall4", 1, 2)
    yield Spot("vault", 2, 2)
    yield Spot("wall2", 3, 2)
    yield Spot("aux2", 4, 2)
    yield Spot("base-C", 0.5, 3.5, 45)
    yield Spot("wall3", 2, 3, 90)
    yield Spot("base-D", 3.5, 3.5, -45)
    yield Spot("aux3", 2, 4)
    for number in range(5):
        yield Spot(f"extra{number + 1}", number, 5 + THIRD)
    yield Spot("stock", 5, 5 + THIRD)


def _helena(_: Game) -> Iterator[Spot]:
    """The ring of twelve, clockwise from the upper left, around the kings' row over the aces' row."""
    for number in range(4):
        yield Spot(f"pile{number + 1}", number + 1, 0)
    for row, (left, row_name, right) in enumerate((("pile12", "king", "pile5"), ("pile11", "ace", "pile6")), start=1):
        yield Spot(left, 0, row)
        for column, suit in enumerate("SHDC", start=1):
            yield Spot(f"{row_name}-{suit}", column, row)
        yield Spot(right, 5, row)
    for number in range(4):
        yield Spot(f"pile{10 - number}", number + 1, 3)
    yield Spot("stock", 5, 3)


_PICTURES = {"hauta": _hauta, "parihevoset": _parihevoset, "kapas": _kapas, "helena": _helena}
