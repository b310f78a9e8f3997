"""Whatever is typed: nothing raises, what is refused changes nothing, the record always replays to the table on show."""

from __future__ import annotations

import random

import pytest

from companion.guide.reading import COMMANDS
from companion.journal import header_lines, parse_log
from companion.referee import check
from companion.rules import VARIANTS, game
from companion.words.voice import Voice
from tests.guide.sitting import Sitting

GAMES = [name for name, variant in VARIANTS.items() if not variant.comparison]
WORDS = (
    *[
        "9c",
        "10h",
        "Th",
        "h10",
        "♥10",
        "6♠️",
        "as",
        "ks",
        "2c",
        "c2",
        "??",
        "queen",
        "of",
        "spades",
        "7",
        "s",
        "♦",
        "1",
        "2",
        "3",
        "12",
        "0",
        "-1",
        "99",
        "1000",
    ],
    *[
        "w",
        "x1",
        "x2",
        "x",
        "c",
        "c1",
        "m",
        "s",
        "p1",
        "p12",
        "k",
        "a",
        "f",
        "up",
        "down",
        "b",
        "v",
        "a1",
        "a2",
        "w1",
        "w2",
        "e1",
        "tl",
        "br",
        "r1",
        "l4",
        "base-S",
        "stock",
        "vault",
    ],
    *[
        "line",
        ";",
        "#",
        "[kh]",
        "\x00",
        "\x1b[31m",
        "İ",
        "ı",
        "won",
        "blocked",
        "failed",
        "draw",
        "deal",
        "move",
        "undo",
    ],
)
VOICE = Voice()


@pytest.mark.parametrize("variant", GAMES)
def test_any_line_is_answered(variant: str) -> None:
    chance = random.Random(variant)
    sitting = Sitting(variant)
    for _ in range(250):
        choice = chance.random()
        if choice < 0.25 and sitting.session.completions():
            line = chance.choice(sitting.session.completions())
        elif choice < 0.4:
            unseen = sitting.session.game.view(sitting.session.table).unseen(sitting.session.game.whole)
            cards = [str(card) for card in sorted(unseen.elements())]
            line = " ".join(chance.sample(cards, min(len(cards), chance.choice((1, 1, 4, 12)))))
        else:
            line = " ".join(chance.choice((*WORDS, *COMMANDS)) for _ in range(chance.randint(0, 4)))
        if line.split()[:1] in (["end"], ["hint"], ["verdict"]):
            continue
        events, table = list(sitting.logged), sitting.session.table
        answer = sitting.take(line)
        if answer.refused and not answer.logged:
            assert sitting.logged == events, line
            assert sitting.session.table == table, line
        for part in answer.parts:
            if hasattr(part, "key") and not isinstance(part, Exception):
                assert VOICE.say(part.key, **part.facts), line
            elif isinstance(part, Exception):
                assert VOICE.trouble(part), line  # type: ignore[arg-type]
            else:
                assert VOICE.refusal(part), line  # type: ignore[arg-type]
        asked = sitting.session.ask()
        assert VOICE.say(asked.key, **asked.facts)
        assert sitting.session.hand is None or not answer.logged or answer.parts
    text = "\n".join([*header_lines(variant, {}, "2026-01-01T00:00:00+00:00"), *sitting.logged]) + "\n"
    report = check(parse_log(text))
    assert report.table == sitting.session.table
    assert game(variant).places == sitting.session.game.places
