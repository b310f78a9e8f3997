"""A player with real cards, simulated: hands that know the pack answer whatever the session asks, and both tables stay the same."""

from __future__ import annotations

import random

import pytest

from companion.cards import cards_text
from companion.deals import numbered_deal
from companion.events import Deal, Draw, GameEvent, Move, Redeal
from companion.journal import header_lines, parse_log
from companion.referee import check
from companion.rules import VARIANTS, game
from companion.table import Table
from tests.guide.sitting import Sitting

GAMES = [name for name, variant in VARIANTS.items() if not variant.comparison]


class Hands:
    """The cards on the real table: they lie as a deal has them, and are typed as they come to light."""

    def __init__(self, variant: str, number: int) -> None:
        self.game = game(variant)
        self.deal = numbered_deal(self.game, number)
        self.table = self.game.opening(self.deal)
        self.chance = random.Random(f"{variant} {number}")
        self.sitting = Sitting(variant)

    def type(self, line: str) -> None:
        answer = self.sitting.take(line)
        assert not answer.refused, (line, answer.keys(), self.sitting.logged[-5:])

    def answer(self) -> None:
        """Answer what the session asks about cards, until it asks for a choice."""
        session = self.sitting.session
        while True:
            if session.table.dealing:
                self.type(self.opening_cards(len(session.table.dealing)))
            elif waiting := session.game.to_turn(session.table):
                count = self.chance.randint(1, len(waiting))
                self.type(cards_text(self.table.piles[place][-1] for place in waiting[:count]))
            else:
                return

    def opening_cards(self, left: int) -> str:
        """The next few cards of the opening, or of a dealing step that was not typed whole."""
        opening = self.game.opening()
        if self.table == self.game.opening(self.deal) and opening.dealing:
            if self.game.family == "kapas":
                walls = [self.deal[index:44:4] for index in range(4)]
                order = [str(wall[-1]) for wall in walls] + [str(wall[-2]) for wall in walls]
            else:
                order = [str(card) for card in self.deal[: len(opening.dealing)]]
            done = len(order) - left
            return " ".join(order[done : done + self.chance.randint(1, left)])
        raise AssertionError("a dealing step was left unfinished")

    def choose(self) -> bool:
        """Make one legal choice on both tables; whether there was one."""
        events = [event for event in self.game.legal(self.table) if self.wanted(event)]
        if not events:
            return False
        event = self.chance.choice(events)
        before = self.table
        self.table = self.game.apply(before, event)
        self.type(self.line(before, event))
        if isinstance(event, Redeal) and self.sitting.asked == "ask-check":
            packet = self.sitting.session.laying.packet  # type: ignore[union-attr]
            assert cards_text(packet[:12]) == cards_text(
                self.table.piles[f"pile{n}"][0] for n in range(1, min(13, len(packet) + 1))
            )
            self.type(cards_text(packet))
        return True

    def wanted(self, event: GameEvent) -> bool:
        return not isinstance(event, Redeal) or self.chance.random() < 0.3

    def line(self, before: Table, event: GameEvent) -> str:
        match event:
            case Draw(to):
                return f"{before.top('stock')} {self.sitting.session.reader.short(str(to))}"
            case Deal():
                return cards_text(before.piles[step.source][step.at] for step in self.game.deal_plan(before))
            case Move(source, to) if self.chance.random() < 0.3:
                return f"move {source} {to}"
        return self.sitting.session.short(event)


@pytest.mark.parametrize("variant", GAMES)
@pytest.mark.parametrize("number", [1, 2])
def test_an_unknown_pack_typed_as_it_is_turned(variant: str, number: int) -> None:
    hands = Hands(variant, number)
    for _ in range(120):
        hands.answer()
        session = hands.sitting.session
        assert hands.game.view(session.table).piles == hands.game.view(hands.table).piles
        assert not (set(session.game.legal(session.seen)) ^ set(hands.game.legal(hands.game.view(hands.table))))
        if not hands.choose():
            break
    hands.answer()
    text = "\n".join([*header_lines(variant, {}, "2026-01-01T00:00:00+00:00"), *hands.sitting.logged]) + "\n"
    report = check(parse_log(text))
    assert report.legal
    assert report.table == hands.sitting.session.table
