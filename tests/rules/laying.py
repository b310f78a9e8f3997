"""Laying a table by hand and judging one event on it: the shape of the rule tests.

A table is written `place: cards | place: cards`, bottom to top (the stock: next card first), with `round=2`, `phase=aux`,
`live=tl,br`, `group=4` and `dealing=tl` among them where they matter. A place not named is empty, but the bases that a game lays
out first lie there.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.cards import UNSEEN, Card, read_card
from companion.events import parse_event
from companion.referee import advance
from companion.rules import Game, Refusal, game
from companion.table import Table


@dataclass(frozen=True)
class Row:
    """One sentence of a clause: on a table, an event is refused (`no`: clause and reason) or leads to `yes`, the places changed."""

    clause: str
    game: str
    before: str
    event: str
    yes: str | None = None
    no: str | None = None

    def __str__(self) -> str:
        return f"{self.clause} {self.game}: {self.event} on {self.before or 'nothing'}"


def rules_of(text: str) -> Game:
    """`hauta passes=3` as rules."""
    name, *options = text.split()
    return game(name, dict(option.split("=", 1) for option in options))


def lay(rules: Game, text: str) -> Table:
    """The table that a text describes, all its cards known; a `stock: *3` holds three unseen cards."""
    bare = rules.opening()
    piles = {place: () if place not in rules.foundations else bare.piles[place] for place in rules.places}
    # Walls and cells that wait for their opening deal are laid as the text says, not as a fresh game has them.
    table = Table(piles, phase=bare.phase)
    return with_text(table, text)


def with_text(table: Table, text: str) -> Table:
    """The table with the places and fields that a text names changed."""
    piles = dict(table.piles)
    fields: dict[str, object] = {}
    for part in filter(None, (part.strip() for part in text.split("|"))):
        if ":" in part:
            place, cards = part.split(":")
            assert place in piles, place
            piles[place] = pile(cards)
            continue
        name, value = part.split("=")
        match name:
            case "round" | "group":
                fields[name] = int(value)
            case "live":
                fields[name] = frozenset(filter(None, value.split(",")))
            case "dealing":
                fields[name] = tuple(filter(None, value.split(",")))
            case "phase":
                fields[name] = value
            case _:
                raise ValueError(part)
    return table.but(piles=piles, **fields)


def pile(text: str) -> tuple[Card, ...]:
    """`7S 8H ??`, or `*3` for three unseen cards."""
    cards: list[Card] = []
    for word in text.split():
        cards += [UNSEEN] * int(word[1:]) if word.startswith("*") else [read_card(word)]
    return tuple(cards)


def judge(row: Row) -> None:
    """Assert that the referee says of a row's event what the row says."""
    rules = rules_of(row.game)
    before = lay(rules, row.before)
    event = parse_event(row.event, rules.places)
    after = advance(rules, before, event)
    if row.no is not None:
        assert isinstance(after, Refusal), f"allowed: {differences(before, after)}"
        assert f"{after.clause} {after.reason}" == row.no
    else:
        assert isinstance(after, Table), f"refused: {after}"
        assert row.yes is not None
        assert differences(after, with_text(before, row.yes)) == {}


def differences(one: Table, other: Table) -> dict[str, tuple[object, object]]:
    """Where two tables differ, for a message that can be read."""
    found: dict[str, tuple[object, object]] = {
        place: (" ".join(map(str, pile)), " ".join(map(str, other.piles[place])))
        for place, pile in one.piles.items()
        if pile != other.piles[place]
    }
    for name in ("round", "phase", "live", "group", "dealing"):
        if getattr(one, name) != getattr(other, name):
            found[name] = (getattr(one, name), getattr(other, name))
    return found
