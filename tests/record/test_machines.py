"""Every variant played at random, rightly and wrongly, against a plain model of the record and against the referee.

A session is typed at: legal moves, any moves, words that are none, undo, fix, redeal, notes; its process dies and its log is taken up
again, with a torn line or without; its file goes and the game is saved elsewhere. After every line the table of the session, the
table that the referee finds in the file, and the table that the model reckons are one.

    MACHINE_EXAMPLES=200 python -m pytest tests/record/test_machines.py        plays more and longer games
"""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from companion.cards import Card
from companion.cli.play_reading import WordsReader
from companion.deals import numbered_deal
from companion.errors import Contradiction
from companion.events import Deal, Draw, End, Event, Fix, GameEvent, Move, Series, Turn, Undo, stated_cards
from companion.guide.answer import Answer
from companion.guide.recorder import begun, resumed
from companion.guide.session import Session
from companion.journal import Log, header_lines, read_record
from companion.referee import advance, check
from companion.rules import VARIANTS, Game, Refusal, game
from companion.table import Table

EXAMPLES = int(os.environ.get("MACHINE_EXAMPLES", "10"))
NUMBERS = st.integers(0, 10**6)
WORDS = st.sampled_from(
    [
        "9c",
        "10h",
        "KS",
        "qd",
        "??",
        "♠7",
        "x1",
        "c2",
        "w",
        "m",
        "s",
        "p3",
        "3",
        "12",
        "tl",
        "r2",
        "l4",
        "up",
        "a1",
        "w2",
        "e5",
        "v",
        "b",
        "f",
        "move",
        "draw",
        "series",
        "deal",
        "turn",
        "stock",
        "end",
        "won",
        "blocked",
        "log",
        "table",
        "missing",
        "moves",
        "why",
        "help",
        "back",
        "skip",
        "tops",
        "note",
        ";",
        "undo",
        "fix",
        "redeal",
        "1",
        "2",
        "line",
        "[kh]",
        "\x1b[2J",
        "ª",
        "é",
    ]
)


class Model:
    """The events as a person with a pencil would keep them: struck out by undo, a card written over by fix."""

    def __init__(self, rules: Game, deal: Sequence[Card] | None) -> None:
        self.rules = rules
        self.deal = deal
        self.written: list[Event] = []

    def write(self, events: Sequence[Event]) -> None:
        for event in events:
            if isinstance(event, Undo):
                self.written.pop()
            else:
                self.written.append(event)

    def table(self) -> Table:
        deal = list(self.deal) if self.deal is not None else None
        standing: list[GameEvent] = []
        for event in self.written:
            if isinstance(event, Fix):
                self._write_over(event, standing, deal)
            else:
                assert not isinstance(event, Undo)
                standing.append(event)
        table, ended = self.rules.opening(deal), False
        for event in standing:
            try:
                after = advance(self.rules, table, event)
            except Contradiction:
                continue
            if isinstance(after, Table) and not ended:
                table, ended = after, isinstance(event, End)
        return table

    @staticmethod
    def _write_over(fix: Fix, standing: list[GameEvent], deal: list[Card] | None) -> None:
        for at in reversed(range(len(standing))):
            cards = list(stated_cards(standing[at]))
            if fix.old not in cards:
                continue
            place = len(cards) - 1 - cards[::-1].index(fix.old)
            cards[place] = fix.new
            match standing[at]:
                case Deal():
                    standing[at] = Deal(tuple(cards))
                case Draw(to):
                    standing[at] = Draw(to, fix.new)
                case Move(source, to):
                    standing[at] = Move(source, to, fix.new)
                case Turn(_, where):
                    standing[at] = Turn(fix.new, where)
            return
        assert deal is not None
        deal[deal.index(fix.old)] = fix.new


class Playing(RuleBasedStateMachine):
    """A game of one variant at a session that keeps its log in a file."""

    variant = "hauta"

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.files = 0
        self.session: Session

    def teardown(self) -> None:
        self.session.close()
        self.folder.cleanup()

    def _path(self) -> Path:
        self.files += 1
        return Path(self.folder.name) / f"{self.files}.log"

    @initialize(number=NUMBERS, known=st.booleans())
    def begin(self, number: int, known: bool) -> None:
        rules = game(self.variant)
        deal = numbered_deal(rules, number + 1) if known else None
        path = self._path()
        log = Log(str(path), self.variant, {}, {}, deal)
        lines = header_lines(self.variant, {}, "2026-11-29T18:02:11+02:00", deal=deal)
        self.session = Session(begun(path, lines, log), WordsReader)
        self.model = Model(rules, deal)

    def _type(self, line: str) -> Answer:
        answer = self.session.take(line)
        self.model.write(answer.logged)
        return answer

    @rule(choice=NUMBERS, card=NUMBERS, times=st.integers(1, 6))
    def play(self, choice: int, card: int, times: int) -> None:
        """Something legal, with a card that may still be there where one is turned by hand."""
        for step in range(times):
            session = self.session
            if session.ended:
                return
            if session.hand is not None:
                self._type("w" if session.game.family == "hauta" else "undo")
                continue
            waiting = session.game.to_turn(session.table)
            unseen = sorted(
                session.game.view(session.table).unseen(session.game.whole).elements(), key=lambda c: c.code
            )
            events = session.game.legal(session.seen)
            if waiting and unseen:
                self._type(f"turn {unseen[(card + step) % len(unseen)]} {session.reader.short(waiting[0])}")
            elif events:
                event = events[(choice + step) % len(events)]
                if isinstance(event, Deal) and not event.cards and unseen:
                    self._type(f"deal {unseen[(card + step) % len(unseen)]}")
                elif isinstance(event, Draw) and event.to is None and unseen:
                    self._type(f"draw {unseen[(card + step) % len(unseen)]} waste")
                else:
                    answer = self._type(session.short(event))
                    assert answer.logged or answer.refused or session.laying is not None, (str(event), answer.keys())

    @rule(source=NUMBERS, to=NUMBERS, series=st.booleans())
    def try_any_move(self, source: int, to: int, series: bool) -> None:
        places = self.session.game.places
        event = (Series if series else Move)(places[source % len(places)], places[to % len(places)])
        before, seen = self.session.table, self.session.record.log
        verdict = advance(self.session.game, before, event)
        answer = self._type(f"{'series' if series else 'move'} {event.source} {event.to}")
        if isinstance(verdict, Refusal) and event.source != "stock":  # from the stock is another way to say draw
            assert not answer.logged
            assert self.session.table == before
            assert self.session.record.log == seen

    @rule(words=st.lists(WORDS, max_size=6))
    def type_anything(self, words: list[str]) -> None:
        if words[:1] != ["quit"]:
            self._type(" ".join(words))

    @rule(count=st.integers(1, 4))
    def undo(self, count: int) -> None:
        self._type(f"undo {count}")

    @rule()
    def redeal(self) -> None:
        self._type("redeal")

    @rule(old=NUMBERS, rank=st.integers(1, 13), suit=st.sampled_from("SHDC"))
    def fix(self, old: int, rank: int, suit: str) -> None:
        stated = [card for event in self.model.written for card in stated_cards(event)]
        if stated:
            self._type(f"fix {stated[old % len(stated)]} {Card(rank, suit)}")

    @rule(torn=st.sampled_from(["", "dra", "draw 9C", "\x00\xff", "move cell1"]))
    @precondition(lambda self: self.session.safe)
    def die_and_go_on(self, torn: str) -> None:
        """The process is killed; what it has acknowledged is in the file, and so is what it was writing."""
        path = Path(self.session.record.log.name)
        self.session.close()
        with path.open("ab") as stream:
            stream.write(torn.encode("latin-1"))
        self.session = Session(resumed(path), WordsReader)
        assert (self.session.record.log.torn is None) == (torn == "")
        if torn:
            assert torn.encode("latin-1").decode("utf-8", "replace") in path.read_text(encoding="utf-8")

    @rule(line=st.sampled_from(["note gone", "undo", "redeal", "9c w"]), back=st.booleans())
    @precondition(lambda self: self.session.safe)
    def lose_the_file_and_save(self, line: str, back: bool) -> None:
        Path(self.session.record.log.name).unlink()
        self._type(line)
        self._type("note still here")
        assert not self.session.safe
        keys = self._type("save" if back else f"save {self._path()}").keys()
        assert keys == ("play-saved",)

    @invariant()
    def all_agree(self) -> None:
        if not hasattr(self, "model"):
            return
        session = self.session
        assert session.table == self.model.table()
        whole: Any = session.game.whole
        assert not session.table.known() - whole
        assert Counter(map(bool, session.table.cards())).total() == whole.total()
        read = check(read_record(session.record.log.name))
        assert read.table == session.table
        assert read.ended == session.ended
        kept = [(entry.line, entry.event) for entry in read.log.entries]
        assert kept == [(entry.line, entry.event) for entry in session.record.log.entries]


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_session_referee_and_model_agree(variant: str) -> None:
    machine = type(f"Playing_{variant}", (Playing,), {"variant": variant})
    run_state_machine_as_test(
        machine,  # type: ignore[arg-type]
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=15 if EXAMPLES < 50 else 40,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
