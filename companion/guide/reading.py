"""Reading what a player types: command words, places in short forms, cards; the language is a `Reader` that is handed in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.cards import Card
from companion.errors import Ambiguous, Unreadable
from companion.events import Place
from companion.rules import Game

COMMANDS = (
    "back", "deal", "draw", "end", "fix", "help", "hint", "log", "missing", "move", "moves", "note", "quit", "redeal",
    "save", "series", "skip", "table", "tops", "turn", "undo", "verdict", "why",
)  # fmt: skip
"""What can be asked of a session, by its English name."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A target that names only a kind of place: `corner`, `up`, …, or `any` for whichever foundation takes the card."""

    name: str


class Reader(Protocol):
    """How one language is read; English is always understood."""

    def command(self, word: str) -> str | None:
        """The command that a word names, one of `COMMANDS`, or nothing."""

    def commands(self) -> Sequence[str]:
        """The words for the commands, one each, for completion."""

    def card(self, words: Sequence[str]) -> tuple[Card, int] | None:
        """The card that the longest beginning of the words names, and how many words that took. Raises `Ambiguous`."""

    def place(self, word: str) -> Place | Kind | None:
        """The place, or the kind of place, that a word names. Raises `Ambiguous`."""

    def short(self, place: Place) -> str:
        """The shortest form of a place that is read back."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """The cards and places of a line, in their order, before anything is made of them."""

    cards: tuple[Card, ...] = ()
    places: tuple[Place | Kind, ...] = ()
    card_of_place: Card | None = None
    """Where the first word is a foundation that is also a way to write a card (`c2`): that card."""


def parse(
    reader: Reader, words: Sequence[str], game: Game, *, prefer_cards: bool = False, moving: bool = False
) -> Parsed:
    """Read cards, then places: `9c`, `9c w`, `x1 c1`, `8h x1 c1`.

    A word that is a place and a card (`c2`) is a place, unless `prefer_cards` says that cards are being asked for. After the word
    `move` a place by its name in the log (`king-S`) is that place.
    Raises `Unreadable` for a word that is neither, `Ambiguous` for one that could be two of a kind.
    """
    if game.family == "helena" and words and not prefer_cards and (bare := _bare_piles(reader, words)) is not None:
        return bare
    words = _joined(reader, words)
    cards: list[Card] = []
    places: list[Place | Kind] = []
    also: Card | None = None
    index = 0
    while index < len(words):
        found = None if places else reader.card(words[index:])
        place = reader.place(words[index])
        if isinstance(place, Kind) and index == 0 and len(words) > 1:
            place = None  # a kind is only ever a target
        named = moving and isinstance(place, str) and words[index].casefold() == place.casefold()  # as the log has it
        if (
            found is not None
            and not named
            and (prefer_cards or found[1] > 1 or not _is_meant(reader, words, index, place, game))
        ):
            place = None  # `2c` is the two of clubs, `c2` the second corner
        elif found is not None and index == 0 and place in game.foundations:
            also = found[0]
        if place is not None:
            places.append(place)
            index += 1
        elif found is not None:
            cards.append(found[0])
            index += found[1]
        else:
            raise Unreadable("play-word-unreadable", word=words[index], text=" ".join(words))
    return Parsed(tuple(cards), tuple(places), also)


def _joined(reader: Reader, words: Sequence[str]) -> Sequence[str]:
    """The words with those that name one place together put together: `corner 1`, `vasen yläkulma`, `papildoma šūsnis 2`."""
    joined: list[str] = []
    index = 0
    while index < len(words):
        length = next((n for n in (4, 3, 2) if _is_place_name(reader, words[index : index + n], n)), 1)
        joined.append(" ".join(words[index : index + length]))
        index += length
    return joined


def _is_place_name(reader: Reader, words: Sequence[str], length: int) -> bool:
    """Whether words written out, perhaps with a number behind them, are the name of a place and no card."""
    names = words[:-1] if words[-1].isdecimal() else words
    if len(words) < length or not all(word.isalpha() and len(word) > 2 for word in names):
        return False
    try:
        return reader.card(words) is None and isinstance(reader.place(" ".join(words)), str)
    except Ambiguous:
        return False


def _is_meant(reader: Reader, words: Sequence[str], index: int, place: Place | Kind | None, game: Game) -> bool:
    """Whether a word that is a card as well is meant as a place: written in its short form (`c2`, not `2c`), where one may stand.

    Where cards are dealt in rows a line of cards is the rule, and only the first of two words (`as 3`) begins a move.
    """
    if place is None or isinstance(place, Kind):
        return place is not None
    if words[index].casefold() not in (place.lower(), reader.short(place)):
        return False
    return game.family == "hauta" or (index == 0 and len(words) == 2 and reader.card(words[1:]) is None)


def _bare_piles(reader: Reader, words: Sequence[str]) -> Parsed | None:
    """Piles by their numbers alone: `3 5`, `11 k`; no card is ever meant, for no suit stands beside the number."""
    if not words[0].isdecimal() or len(words) > 2:
        return None
    places: list[Place | Kind] = []
    for word in words:
        place = reader.place(word)
        if place is None:
            return None
        places.append(place)
    return Parsed(places=tuple(places))
