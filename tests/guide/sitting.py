"""A session at a table in memory, for the tests of the guide."""

from __future__ import annotations

from collections.abc import Sequence

from companion.cards import Card, cards_text
from companion.cli.play_reading import WordsReader
from companion.guide.answer import Answer
from companion.guide.recorder import in_memory
from companion.guide.session import Session


class Sitting:
    """A session and the lines that its record holds."""

    def __init__(
        self,
        variant: str = "hauta",
        lines: Sequence[str] = (),
        *,
        deal: Sequence[Card] | None = None,
        lang: str = "en",
        **options: str,
    ) -> None:
        record, memory = in_memory(variant, options, deal)
        self.session = Session(record, lambda game: WordsReader(game, lang))
        self.memory = memory
        for line in lines:
            answer = self.take(line)
            assert not answer.refused, (line, answer.keys())

    @property
    def logged(self) -> list[str]:
        """The record so far, as its lines."""
        return self.memory.lines

    def take(self, line: str) -> Answer:
        """Answer a line."""
        return self.session.take(line)

    @property
    def asked(self) -> str:
        """The name of what is asked next."""
        return self.session.ask().key

    def pile(self, place: str) -> str:
        """A place, bottom to top, in canonical cards."""
        return cards_text(self.session.table.piles[place])


def cards(text: str) -> tuple[Card, ...]:
    """`9C 8H` as cards."""
    return tuple(map(Card.parse, text.split()))
