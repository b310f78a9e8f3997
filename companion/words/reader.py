"""The reader that a game session is handed: commands, cards and places in the player's language, English always understood."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from companion.cards import Card
from companion.errors import Ambiguous
from companion.events import Place
from companion.guide.reading import FOUNDATION_WORDS, Kind, PlainReader
from companion.rules import Game
from companion.words.reading import card_at, kinds_meant, places_meant, short_place
from companion.words.vocabulary import bare, folded, languages, vocabulary

_TARGET_KINDS = frozenset(FOUNDATION_WORDS.values())
_FOUNDATIONS = {
    "fi": ("tavoitepino", "tavoite", "pääsarja"),
    "lt": ("bazinė", "pagrindas"),
    "pl": ("fundament", "fundamenty"),
}


class LanguageReader(PlainReader):
    """Reads one language and English for a game; fulfils `companion.guide.reading.Reader`."""

    def __init__(self, game: Game, lang: str = "en") -> None:
        super().__init__(game)
        self.lang = lang

    def command(self, word: str) -> str | None:
        return read_command(word, self.lang) or super().command(word)

    def card(self, words: Sequence[str]) -> tuple[Card, int] | None:
        try:
            return card_at(words, self.lang)
        except Ambiguous:
            # `r1` in Finnish is a place of Parihevoset before it is one of two aces.
            if self.place(words[0]) is not None:
                return None
            raise

    def place(self, word: str) -> Place | Kind | None:
        found = places_meant(word, self.game, self.lang)
        if len(found) == 1:
            return found[0]
        if found and any(character.isdecimal() for character in word):
            raise Ambiguous("place-ambiguous", found, text=word)
        kinds = [kind for kind in kinds_meant(word, self.game, self.lang) if kind in _TARGET_KINDS]
        if len(kinds) == 1:
            return Kind(kinds[0])
        if word_is(word, _FOUNDATIONS.get(self.lang, ())):
            return Kind("any")
        return super().place(word)

    def short(self, place: Place) -> str:
        return short_place(place, self.lang) if self.lang != "en" else super().short(place)


def read_command(word: str, lang: str = "en") -> str | None:
    """The command that a word names, by its English name; none where it names no command."""
    return _commands(lang).get(folded(word)) or _commands(lang).get(bare(word))


def command_word(command: str, lang: str = "en") -> str:
    """The word that a language has for a command: what the help shows."""
    return vocabulary(lang).commands[command][0]


def word_is(word: str, forms: Sequence[str]) -> bool:
    """Whether a word is one of these, accents optional."""
    return folded(word) in forms or bare(word) in map(bare, forms)


@cache
def _commands(lang: str) -> dict[str, str]:
    commands: dict[str, str] = {}
    for spoken in languages(lang):
        for command, forms in vocabulary(spoken).commands.items():
            for form in forms:
                commands.setdefault(folded(form), command)
                commands.setdefault(bare(form), command)
    return commands
