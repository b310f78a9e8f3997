"""What can happen at the table, in the words of the log (`docs/log-format.md`)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from companion.cards import Card, cards_text, is_rank_or_suit, read_card
from companion.errors import Unreadable

Place: TypeAlias = str

MOST_DIGITS = 9
"""No number in a record is longer."""

VERDICTS = ("won", "blocked", "failed", "unresolved", "stopped")


@dataclass(frozen=True, slots=True)
class Draw:
    """The stock's top card is turned and placed. Without `to` it only says that a draw is possible (next card unknown)."""

    to: Place | None = None
    card: Card | None = None

    def __str__(self) -> str:
        return _words("draw", self.card, self.to)


@dataclass(frozen=True, slots=True)
class Move:
    """One card goes from one place to another; a stated `card` is checked against the table."""

    source: Place
    to: Place
    card: Card | None = None

    def __str__(self) -> str:
        return _words("move", self.card, self.source, self.to)


@dataclass(frozen=True, slots=True)
class Series:
    """A whole pile goes from one place to another, where the game allows it."""

    source: Place
    to: Place

    def __str__(self) -> str:
        return _words("series", self.source, self.to)


@dataclass(frozen=True, slots=True)
class Deal:
    """A dealing step. With `cards`: those turned up, in dealing order, perhaps only a part of the step; without: all of it."""

    cards: tuple[Card, ...] = ()

    def __str__(self) -> str:
        return _words("deal", cards_text(self.cards) or None)


@dataclass(frozen=True, slots=True)
class Turn:
    """What turned out to lie at a place, when a card is turned or laid there by itself after the event before."""

    card: Card
    place: Place

    def __str__(self) -> str:
        return _words("turn", self.card, self.place)


@dataclass(frozen=True, slots=True)
class Redeal:
    """The cards are gathered and become the stock, or are dealt anew, as the variant says."""

    def __str__(self) -> str:
        return "redeal"


@dataclass(frozen=True, slots=True)
class End:
    """The player closes the game with a verdict (one of `VERDICTS`)."""

    verdict: str

    def __str__(self) -> str:
        return f"end {self.verdict}"


@dataclass(frozen=True, slots=True)
class Undo:
    """Takes back the last event still standing."""

    def __str__(self) -> str:
        return "undo"


@dataclass(frozen=True, slots=True)
class Fix:
    """A card was misread: `old` is `new` in the record, at the file's line `line` or where it was last stated."""

    old: Card
    new: Card
    line: int | None = None

    def __str__(self) -> str:
        return _words("fix", self.old, self.new, f"line {self.line}" if self.line else None)


GameEvent: TypeAlias = Draw | Move | Series | Deal | Turn | Redeal | End
"""What the rules judge."""

Event: TypeAlias = GameEvent | Undo | Fix
"""What a log holds."""


def stated_cards(event: Event) -> tuple[Card, ...]:
    """The cards that an event names, in its order."""
    match event:
        case Deal(cards):
            return cards
        case Draw(card=card) | Move(card=card) | Turn(card=card):
            return (card,) if card else ()
    return ()


def parse_event(text: str, places: Collection[Place]) -> Event:
    """Read one event in the log's words; cards in any language-free notation. Raises `Unreadable`."""
    words = text.split()
    if not words:
        raise Unreadable("event-missing", text=text)
    name, rest = words[0].lower(), words[1:]
    match name:
        case "undo" | "redeal" if not rest:
            return Undo() if name == "undo" else Redeal()
        case "end" if len(rest) == 1 and rest[0].lower() in VERDICTS:
            return End(rest[0].lower())
        case "end":
            raise Unreadable("end-unreadable", text=text, verdicts=", ".join(VERDICTS))
        case "deal":
            return Deal(read_cards(rest))
        case "fix":
            return _parse_fix(text, rest)
        case "draw":
            cards, where = _split(text, rest, places, (0, 1))
            if not where and cards:
                raise Unreadable("event-place-missing", text=text)
            return Draw(where[0] if where else None, cards[0] if cards else None)
        case "turn":
            cards, where = _split(text, rest, places, (1,))
            if not cards:
                raise Unreadable("event-card-missing", text=text)
            return Turn(cards[0], where[0])
        case "move":
            cards, where = _split(text, rest, places, (2,))
            return Move(where[0], where[1], cards[0] if cards else None)
        case "series":
            cards, where = _split(text, rest, places, (2,))
            if cards:
                raise Unreadable("event-unreadable", text=text, word=words[1])
            return Series(where[0], where[1])
    raise Unreadable("event-unknown", text=text, word=words[0])


def read_cards(words: Sequence[str]) -> tuple[Card, ...]:
    """Read a run of card words; a rank and a suit written apart (`10 ♥`) are joined. Raises `Unreadable`."""
    cards: list[Card] = []
    index = 0
    while index < len(words):
        pair = words[index : index + 2]
        if len(pair) == 2 and all(map(is_rank_or_suit, pair)):
            cards.append(read_card(" ".join(pair)))
            index += 2
        else:
            cards.append(read_card(words[index]))
            index += 1
    return tuple(cards)


def _split(
    text: str, words: list[str], places: Collection[Place], counts: tuple[int, ...]
) -> tuple[tuple[Card, ...], list[Place]]:
    """Split an event's words into at most one card and the places after it."""
    named = {place.lower(): place for place in places}
    first = next((i for i, word in enumerate(words) if word.lower() in named), len(words))
    cards = read_cards(words[:first])
    where = []
    for word in words[first:]:
        if word.lower() not in named:
            raise Unreadable("place-unreadable", text=word, places=", ".join(places))
        where.append(named[word.lower()])
    if len(cards) > 1 or len(where) not in counts:
        raise Unreadable("event-unreadable", text=text, word=text)
    return cards, where


def _parse_fix(text: str, words: list[str]) -> Fix:
    line = None
    if len(words) >= 2 and words[-2].lower() == "line":
        if not words[-1].isdecimal() or len(words[-1]) > MOST_DIGITS:
            raise Unreadable("event-unreadable", text=text, word=words[-1])
        line, words = int(words[-1]), words[:-2]
    cards = read_cards(words)
    if len(cards) != 2:
        raise Unreadable("fix-unreadable", text=text)
    return Fix(cards[0], cards[1], line)


def _words(*parts: object) -> str:
    return " ".join(str(part) for part in parts if part is not None)
