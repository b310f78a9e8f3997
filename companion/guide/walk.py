"""A practice deal walked through with the player: what is really done is judged, and what differs is brought back kindly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.events import Draw, Move
from companion.guide.answer import Answer, Part, Said, said
from companion.guide.lesson import TEN, Lesson, Stroke
from companion.guide.reading import Reader
from companion.guide.recorder import in_memory
from companion.guide.session import Session
from companion.rules import Game

NAMED = {"nine": TEN[0], "eight": TEN[1], "seven": TEN[2]}
"""The cards that the sentences name."""


def why(stroke: Stroke) -> Said:
    """The sentence on why a stroke is played."""
    return said(stroke.why, **NAMED)


class Walk:
    """One walk along a lesson. `take` is given a typed line, as a session is; `at` is how far along the guide's line it is."""

    def __init__(self, lesson: Lesson, reader: Callable[[Game], Reader]) -> None:
        self.lesson = lesson
        record, _ = in_memory(lesson.game.variant, {}, lesson.deal)
        self.session = Session(record, reader, {"hint": self._hint})
        self.at = 0
        self.on_line = True

    @property
    def finished(self) -> bool:
        """Whether the guide's last position has been reached."""
        return self.on_line and self.at == len(self.lesson.strokes)

    def opening(self) -> tuple[Said, ...]:
        """The set-up sheet: which cards in which order, how to stack them, which places stay free."""
        stacked = TEN[::-1]
        first = (said("walk-welcome"), said("walk-stack-rest"), said("walk-stack-ten", cards=stacked), said("walk-stack-check", card=TEN[0]))  # fmt: skip
        cells = bool(self.lesson.game.switches["opening_cells"])
        places = said("walk-places-dealt", cards=TEN[:4]) if cells else said("walk-places")
        return (*first, places, said("walk-how"))

    def ask(self) -> Said:
        """What is asked next: with the guide's line in mind while it is followed."""
        hand = self.session.hand
        if hand is not None:
            return said("walk-ask-hand", card=hand)
        if self.finished:
            return said("walk-ask-finished")
        if not self.on_line:
            return self.session.ask()
        if turned := self.session.game.to_turn(self.session.table):
            return said("walk-ask-turned", place=turned[0])
        event = self.lesson.strokes[self.at].event
        if isinstance(event, Draw):
            number = len(TEN) - (len(self.session.table.piles["stock"]) - (self.lesson.game.deal_size - len(TEN))) + 1
            return said("walk-ask-turn", number=number)
        return said("walk-ask-move")

    def take(self, line: str) -> Answer:
        """Answer one line, and say how it stands to what the guide does."""
        answer = self.session.take(line)
        if not answer.logged:
            return answer
        found = self.lesson.index(self.session.table)
        parts: list[Part] = list(answer.parts)
        if found is not None:
            before, back = self.at, not self.on_line
            self.at, self.on_line = found, True
            if found > before:
                parts.extend(why(stroke) for stroke in self.lesson.strokes[before:found][-1:])
            elif back or found < before:
                parts.append(said("walk-back-on-line"))
            if self.finished:
                parts.extend(self._farewell())
        else:
            parts.extend(self._aside())
        return replace(answer, parts=tuple(parts))

    def _aside(self) -> list[Said]:
        """The player did something else that is allowed: what the guide does there, and how to come back."""
        was_on_line, self.on_line = self.on_line, False
        parts = []
        if was_on_line and self.at < len(self.lesson.strokes):
            stroke = self.lesson.strokes[self.at]
            parts += [said("walk-other", event=self._told(self.at)), why(stroke)]
        way = self.lesson.way_back(self.session.table, self.at)
        if way is None:
            parts.append(said("walk-undo"))
        else:
            parts.append(said("walk-way-back", lines=", ".join(self.session.short(event) for event in way)))
        return parts

    def _farewell(self) -> list[Said]:
        if self.lesson.game.switches["opening_cells"]:
            return [said("walk-end-cells", **NAMED), said("walk-end")]
        return [said("walk-end-drawn", **NAMED), said("walk-end")]

    def _told(self, at: int) -> Draw | Move:
        """A stroke's event with its card, for saying it."""
        event = self.lesson.strokes[at].event
        if isinstance(event, Move):
            return Move(event.source, event.to, self.lesson.tables[at].top(event.source))
        assert isinstance(event, Draw)
        return event

    def _hint(self, session: Session) -> Answer:
        """What the guide does now, and why."""
        if self.finished:
            return Answer((said("walk-ask-finished"),))
        if not self.on_line:
            return Answer(tuple(self._aside()))
        return Answer((said("walk-guide-does", event=self._told(self.at)), why(self.lesson.strokes[self.at])))
