"""Each card of a game followed from table to table as one and the same piece of pasteboard, twins and unseen cards too.

A table says only what lies where. Between two tables the cards that stayed are told by the piles that did not change below
(the stock: behind) the change; those that left are matched with those that came, equal with equal, and an unseen one with what it
turned out to be.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.cards import Card
from companion.events import Place
from companion.table import Pile, Table

Ids = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Followed:
    """A table as the numbers of its cards, in the order of its piles."""

    ids: Mapping[Place, Ids]


def follow(tables: Iterable[Table]) -> list[Followed]:
    """The cards of every table by number; the first table numbers them from 0 in the order of its places.

    Raises `ValueError` where two tables in turn do not hold the same number of cards.
    """
    told: list[Followed] = []
    before: Table | None = None
    for table in tables:
        if before is None:
            told.append(_numbered(table))
        elif table is before:
            told.append(told[-1])
        else:
            told.append(_next(before, told[-1], table))
        before = table
    return told


def _numbered(table: Table) -> Followed:
    ids: dict[Place, Ids] = {}
    count = 0
    for place, pile in table.piles.items():
        ids[place] = tuple(range(count, count + len(pile)))
        count += len(pile)
    return Followed(ids)


def _next(before: Table, followed: Followed, after: Table) -> Followed:
    ids: dict[Place, list[int | None]] = {}
    loose: list[tuple[Card, int]] = []
    for place, pile in after.piles.items():
        old, numbers = before.piles[place], followed.ids[place]
        stayed = _stayed(old, pile, from_end=place == "stock")
        gap: list[int | None] = [None] * (len(pile) - stayed)
        if place == "stock":
            ids[place] = [*gap, *numbers[len(old) - stayed :]]
            loose += zip(old[: len(old) - stayed], numbers, strict=False)
        else:
            ids[place] = [*numbers[:stayed], *gap]
            loose += zip(old[stayed:], numbers[stayed:], strict=True)
    _fill(ids, after, loose)
    return Followed({place: tuple(n for n in row if n is not None) for place, row in ids.items()})


def _stayed(old: Pile, new: Pile, *, from_end: bool) -> int:
    """How many cards lie as before, counted from the bottom (of the stock: from its last card)."""
    pairs: Sequence[tuple[Card, Card]] = list(
        zip(old[::-1], new[::-1], strict=False) if from_end else zip(old, new, strict=False)
    )
    return next((at for at, (a, b) in enumerate(pairs) if a != b and a.rank), len(pairs))


def _fill(ids: dict[Place, list[int | None]], after: Table, loose: list[tuple[Card, int]]) -> None:
    """Give every empty position a loose card: an equal one first, then one that had not been seen, then any."""
    open_positions = [(place, at) for place, row in ids.items() for at, number in enumerate(row) if number is None]
    if len(open_positions) != len(loose):
        raise ValueError(f"{len(loose)} cards left their places, {len(open_positions)} came to one")
    for fits in (_same_card, _no_card_yet, lambda _: True):
        for place, at in open_positions:
            if ids[place][at] is not None:
                continue
            wanted = after.piles[place][at]
            found = next((index for index, (old, _) in enumerate(loose) if fits((old, wanted))), None)
            if found is not None:
                ids[place][at] = loose.pop(found)[1]


def _same_card(pair: tuple[Card, Card]) -> bool:
    return pair[0] == pair[1]


def _no_card_yet(pair: tuple[Card, Card]) -> bool:
    return not pair[0].rank
