"""Reading what a player types: command words, places in short forms, cards; the language is a `Reader` that is handed in."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.cards import Card, is_rank_or_suit, plain, read_card
from companion.errors import Ambiguous, Unreadable
from companion.events import Place
from companion.rules import Game

COMMANDS = (
    "back", "deal", "draw", "end", "fix", "help", "hint", "log", "missing", "move", "moves", "note", "quit", "redeal",
    "series", "skip", "table", "tops", "turn", "undo", "verdict", "why",
)  # fmt: skip
"""What can be asked of a session, by its English name."""

ALIASES: Mapping[str, str] = {
    "?": "help",
    "q": "quit",
    "exit": "quit",
    "bye": "quit",
    "u": "undo",
    "show": "table",
    "t": "table",
    "gather": "redeal",
    "list": "moves",
    "unseen": "missing",
}

FOUNDATION_WORDS: Mapping[str, str] = {
    "f": "any",
    "foundation": "any",
    "up": "up",
    "down": "down",
    "k": "king",
    "king": "king",
    "kings": "king",
    "a": "ace",
    "ace": "ace",
    "aces": "ace",
    "b": "base",
    "base": "base",
    "c": "corner",
    "corner": "corner",
    "x": "cell",
    "cell": "cell",
}
"""Targets that name a kind of place; which one is meant follows from the card."""

_SHORT: Mapping[str, Mapping[str, str]] = {
    "hauta": {"waste": "w", "corner": "c", "centre": "m", "cell": "x", "sixes": "s", "stock": "stock"},
    "kapas": {"wall": "w", "aux": "a", "vault": "v", "base": "b", "extra": "e", "stock": "stock"},
    "helena": {"pile": "p", "king": "k", "ace": "a", "stock": "stock"},
    "parihevoset": {"tl": "tl", "bl": "bl", "tr": "tr", "br": "br", "right": "r", "left": "l", "up": "up", "down": "down"},
}  # fmt: skip
_LONGER: Mapping[str, str] = {"center": "centre", "middle": "centre", "store": "sixes", "six": "sixes"}


def folded(text: str) -> str:
    """Lower case for comparing, the Turkish dotted and dotless i taken for i (reports B42)."""
    return plain(text).replace("İ", "i").replace("ı", "i").casefold().replace("i̇", "i")


@dataclass(frozen=True, slots=True)
class Kind:
    """A target that names only a kind of place (`c`, `up`): one of the values of `FOUNDATION_WORDS`."""

    name: str


class Reader(Protocol):
    """How one language is read; English is always understood."""

    def command(self, word: str) -> str | None:
        """The command that a word names, one of `COMMANDS`, or nothing."""

    def card(self, words: Sequence[str]) -> tuple[Card, int] | None:
        """The card that the longest beginning of the words names, and how many words that took. Raises `Ambiguous`."""

    def place(self, word: str) -> Place | Kind | None:
        """The place, or the kind of place, that a word names. Raises `Ambiguous`."""

    def short(self, place: Place) -> str:
        """The shortest form of a place that is read back."""


_SUIT_WORDS = {"spades": "S", "spade": "S", "hearts": "H", "heart": "H", "diamonds": "D", "diamond": "D", "clubs": "C", "club": "C"}  # fmt: skip
_RANK_WORDS = {"ace": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "jack": 11, "queen": 12, "king": 13}  # fmt: skip


class PlainReader:
    """English, and the notations that need no language."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._places: dict[str, Place] = {}
        for place in game.places:
            for form in (place, self.short(place), place.replace("-", ""), self.short(place).replace("-", "")):
                if form.casefold() not in FOUNDATION_WORDS:  # "kings" is the row, not the king of spades' place
                    self._places.setdefault(form.casefold(), place)
        kinds = {re.sub(r"\d+$|-.$", "", place) for place in game.places}
        self._kinds = {word: kind for word, kind in FOUNDATION_WORDS.items() if kind in kinds or self._fits(kind)}

    def _fits(self, kind: str) -> bool:
        # In helena "up" and "down" name the two rows by the way they build.
        return kind == "any" or (self.game.family == "helena" and kind in ("up", "down"))

    def command(self, word: str) -> str | None:
        text = folded(word)
        return text if text in COMMANDS else ALIASES.get(text)

    def card(self, words: Sequence[str]) -> tuple[Card, int] | None:
        if len(words) >= 3 and folded(words[1]) == "of":
            rank, suit = _RANK_WORDS.get(folded(words[0])), _SUIT_WORDS.get(folded(words[2]))
            if rank and suit:
                return Card(rank, suit), 3
        if len(words) >= 2 and is_rank_or_suit(words[0]) and is_rank_or_suit(words[1]):
            try:
                return read_card(" ".join(words[:2])), 2
            except Unreadable:
                pass
        try:
            return read_card(words[0]), 1
        except Unreadable:
            return None

    def place(self, word: str) -> Place | Kind | None:
        text = folded(word)
        text = _LONGER.get(text, text)
        if text in self._places:
            return self._places[text]
        if text in self._kinds:
            return Kind(self._kinds[text])
        return None

    def short(self, place: Place) -> str:
        match = re.fullmatch(r"([a-z]+)(\d*|-.)", place)
        assert match is not None
        name, rest = match.groups()
        return _SHORT[self.game.family].get(name, name) + rest.lower()


@dataclass(frozen=True, slots=True)
class Parsed:
    """The cards and places of a line, in their order, before anything is made of them."""

    cards: tuple[Card, ...] = ()
    places: tuple[Place | Kind, ...] = ()
    card_of_place: Card | None = None
    """Where the only word is a short place that is also a way to write a card (`c2`): that card."""


def parse(reader: Reader, words: Sequence[str], game: Game, *, prefer_cards: bool = False) -> Parsed:
    """Read cards, then places: `9c`, `9c w`, `x1 c1`, `8h x1 c1`.

    A word that is a place and a card (`c2`) is a place, unless `prefer_cards` says that cards are being asked for.
    Raises `Unreadable` for a word that is neither, `Ambiguous` where nothing decides.
    """
    if game.family == "helena" and words and not prefer_cards and (bare := _bare_piles(reader, words)) is not None:
        return bare
    cards: list[Card] = []
    places: list[Place | Kind] = []
    index = 0
    while index < len(words):
        found = None if places else reader.card(words[index:])
        place = reader.place(words[index])
        if isinstance(place, Kind) and index == 0 and len(words) > 1:
            place = None  # a kind is only ever a target
        if found is not None and (place is None or prefer_cards or found[1] > 1):
            place = None
        elif found is not None and index == 0 and place in game.foundations:
            if len(words) > 1:
                raise Ambiguous("play-card-or-place", (found[0], place), word=words[0], card=found[0], place=place)
            return Parsed(places=(place,) if place else (), card_of_place=found[0])
        if place is not None:
            places.append(place)
            index += 1
        elif found is not None:
            cards.append(found[0])
            index += found[1]
        else:
            raise Unreadable("play-word-unreadable", word=words[index], text=" ".join(words))
    return Parsed(tuple(cards), tuple(places))


def _bare_piles(reader: Reader, words: Sequence[str]) -> Parsed | None:
    """Piles by their numbers alone: `3 5`, `11 k`; no card is ever meant, for no suit stands beside the number."""
    if not words[0].isdecimal() or len(words) > 2:
        return None
    places: list[Place | Kind] = []
    for word in words:
        place = reader.place(f"pile{int(word)}") if word.isdecimal() else reader.place(word)
        if place is None:
            return None
        places.append(place)
    return Parsed(places=tuple(places))
