"""What a player types at `play` and `practice`, read with the words of the language."""

from __future__ import annotations

from collections.abc import Sequence

from companion.cards import Card
from companion.errors import Ambiguous
from companion.events import Place
from companion.guide.reading import Kind
from companion.rules import Game
from companion.words.reading import card_at, kind_of, kinds_meant, places_meant, short_place
from companion.words.vocabulary import bare, folded, languages, vocabulary

ANY_FOUNDATION = "f"
"""The target that means whichever foundation takes the card, in every language."""


class WordsReader:
    """Reads commands, cards and places of a game in a language; English is always understood."""

    def __init__(self, game: Game, lang: str = "en") -> None:
        self.game = game
        self.lang = lang
        self._commands: dict[str, str] = {}
        for spoken in languages(lang):
            for command, forms in vocabulary(spoken).commands.items():
                for form in (command, *forms):
                    self._commands.setdefault(folded(form), command)
                    self._commands.setdefault(bare(form), command)
        self._exact = {place.casefold(): place for place in game.places}
        self._single = {kind for kind in map(kind_of, game.places) if kind in game.places}

    def command(self, word: str) -> str | None:
        """The command that a word names, or nothing."""
        return self._commands.get(folded(word))

    def commands(self) -> Sequence[str]:
        """The words for the commands, one each, for completion."""
        return sorted(forms[0] for forms in vocabulary(self.lang).commands.values() if forms)

    def card(self, words: Sequence[str]) -> tuple[Card, int] | None:
        """The card at the beginning of the words; a word that is no clear card but a place is left to be one."""
        try:
            return card_at(words, self.lang)
        except Ambiguous:
            if self._place_or_none(words[0]) is not None:
                return None
            raise

    def _place_or_none(self, word: str) -> Place | Kind | None:
        try:
            return self.place(word)
        except Ambiguous:
            return None

    def place(self, word: str) -> Place | Kind | None:
        """The place or kind of place that a word names. Raises `Ambiguous`."""
        if exact := self._exact.get(word.casefold()):
            return exact  # `king-S` as the log has it, and not the kings
        kinds = kinds_meant(word, self.game, self.lang)
        if len(kinds) == 1 and kinds[0] not in self._single:
            return Kind(kinds[0])
        if not kinds and folded(word) == ANY_FOUNDATION:
            return Kind("any")
        if self.game.family == "helena" and folded(word) in ("up", "down"):
            return Kind(folded(word))
        found = places_meant(word, self.game, self.lang)
        if len(found) > 1:
            raise Ambiguous("place-ambiguous", found, text=word)
        return found[0] if found else None

    def short(self, place: Place) -> str:
        """The shortest form of a place in the language."""
        return short_place(place, self.lang)
