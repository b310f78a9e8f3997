"""The table as it is drawn: golden screens that were looked at before they were kept, and what holds for every screen.

After a wanted change, `UPDATE_GOLDEN=1 pytest tests/show/test_screens.py` writes the screens anew. Look at each of them, then commit.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from pathlib import Path

import pytest

from companion.cards import Card
from companion.deals import numbered_deal
from companion.events import Deal
from companion.rules import VARIANTS, game
from companion.show.drawing import draw, in_words, whole_piles
from companion.show.layout import places_in_use
from companion.show.look import card_text, looks
from companion.table import Table
from companion.words.voice import Voice
from tests.show.playing import RECORDS, bare, record, some_tables

GOLDEN = Path(__file__).parent / "golden"
WIDTHS = (40, 80, 120)
STYLES: dict[str, dict[str, bool]] = {
    "signs": {},
    "colour": {"colour": True},
    "four-colour": {"colour": True, "four_colour": True},
    "letters": {"signs": False},
    "ascii": {"signs": False, "ascii_only": True},
}


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", RECORDS)
def test_golden_screens(name: str, style: str) -> None:
    report = record(name)
    last = next((step for step in reversed(report.steps) if not step.fault), None)
    marks = (last.standing.event.to,) if last and getattr(last.standing.event, "to", None) else ()
    screens = [
        f"{width}\n" + draw(report.game, report.table, width=width, marks=marks, **STYLES[style]) for width in WIDTHS
    ]
    _same(GOLDEN / f"{name}.{style}.txt", "\n\n".join(screens) + "\n")


@pytest.mark.parametrize("name", RECORDS)
def test_golden_words_and_piles(name: str) -> None:
    report = record(name)
    parts = [in_words(report.game, report.table, Voice())]
    parts += [f"{width}\n" + whole_piles(report.game, report.table, width=width) for width in WIDTHS]
    _same(GOLDEN / f"{name}.words.txt", "\n\n".join(parts) + "\n")


@pytest.mark.parametrize(
    ("name", "lang"),
    [("hauta", "fi"), ("parihevoset-dealing", "fi"), ("kapas", "lt"), ("helena", "pl"), ("louis", "pl")],
)
def test_golden_screens_in_the_languages_of_the_sources(name: str, lang: str) -> None:
    report = record(name)
    voice = Voice(lang, True)
    screens = [f"{width}\n" + draw(report.game, report.table, width=width, voice=voice) for width in WIDTHS]
    _same(GOLDEN / f"{name}.{lang}.txt", "\n\n".join([*screens, in_words(report.game, report.table, voice)]) + "\n")


def _same(path: Path, text: str) -> None:
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_line_is_wider_than_the_width(variant: str) -> None:
    for rules, table in some_tables(variant):
        for width in (20, 35, 36, 40, 72, 80, 110, 120):
            for style in STYLES.values():
                lines = bare(draw(rules, table, width=width, **style)).split("\n")
                assert max(map(len, lines)) <= width, (width, lines)
            lines = whole_piles(rules, table, width=width).split("\n")
            assert max(map(len, lines)) <= width, (width, lines)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_top_card_is_plain_to_see(variant: str) -> None:
    for rules, table in some_tables(variant):
        seen = looks(rules, table)
        for width in (24, 40, 80):
            for style in ({}, {"signs": False}):
                text = draw(rules, table, width=width, **style)
                shown = Counter(re.findall(r"(?<![\w×])(?:10|[2-9AJQK])[♠♥♦♣SHDC](?![\w])", text))
                tops = Counter(card_text(look.top, not style) for look in seen.values() if look.top)
                assert not tops - shown, (variant, width, tops - shown)


@pytest.mark.parametrize("variant", VARIANTS)
def test_colour_adds_codes_and_nothing_else(variant: str) -> None:
    for rules, table in some_tables(variant):
        plain = draw(rules, table)
        coloured = draw(rules, table, colour=True)
        assert "\x1b" not in plain
        assert "\x1b" in coloured
        assert bare(coloured) == plain
        assert coloured.count("\x1b[0m") * 2 == coloured.count("\x1b[")
        assert "\x1b" not in in_words(rules, table, Voice())
        assert bare(whole_piles(rules, table, colour=True)) == whole_piles(rules, table)


@pytest.mark.parametrize("lang", ["en", "fi", "lt", "pl"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_ascii_only_is_ascii_in_every_language(variant: str, lang: str) -> None:
    for rules, table in some_tables(variant):
        for width in (24, 40, 80, 120):
            text = draw(rules, table, width=width, ascii_only=True, voice=Voice(lang, True))
            assert text.isascii()
            assert "?" not in text.replace("??", "")
            assert max(map(len, text.split("\n"))) <= width
            assert whole_piles(rules, table, width=width, ascii_only=True, voice=Voice(lang, True)).isascii()


@pytest.mark.parametrize("encoding", ["cp437", "cp775", "cp850", "cp852"])
@pytest.mark.parametrize("name", RECORDS)
def test_letters_go_through_the_old_code_pages(name: str, encoding: str) -> None:
    report = record(name)
    drawing = draw(report.game, report.table, signs=False).split("\n")
    boxes = [line for line in drawing if set(line) & set("┌│└╔║╚")]
    assert boxes
    for line in boxes:
        line.encode(encoding)


@pytest.mark.parametrize("variant", VARIANTS)
def test_hidden_cards_are_not_given_away(variant: str) -> None:
    for rules, table in some_tables(variant):
        hidden = set(rules.hidden(table))
        face_up: Counter[str] = Counter()
        for place, pile in table.piles.items():
            if place != "stock":
                face_up.update(card_text(card) for at, card in enumerate(pile) if (place, at) not in hidden)
        listed = Counter(re.findall(r"(?:10|[2-9AJQK])[♠♥♦♣]", _without_names(whole_piles(rules, table, width=200))))
        assert listed == face_up


def _without_names(listed: str) -> str:
    """Whole piles without the column of names, which may hold signs of suits."""
    return "\n".join(re.split(r"\s{2,}", line, maxsplit=1)[1] for line in listed.split("\n"))


@pytest.mark.parametrize("variant", VARIANTS)
def test_words_tell_every_place_in_use_once(variant: str) -> None:
    voice = Voice()
    for rules, table in some_tables(variant):
        told = in_words(rules, table, voice).split("\n")[2:]
        used = places_in_use(rules, table)
        lone = [line for line in told if not line.startswith("Empty:")]
        empty = [line for line in told if line.startswith("Empty:")]
        assert len(empty) <= 1
        assert len(lone) + (empty[0].count(",") + 1 if empty else 0) == len(used)


def test_what_the_foundations_of_the_tomb_need() -> None:
    """NT-3 and NT-4 by hand: corners from 7 to K, the centre from 6 to A four times over."""
    rules = game("hauta")
    empty = rules.opening()
    full = tuple(Card(rank, "S") for _ in range(4) for rank in (6, 5, 4, 3, 2, 1))
    table = empty.with_piles(
        {
            "stock": (),
            "corner2": (Card(7, "H"),),
            "corner3": tuple(Card(rank, "C") for rank in range(7, 14)),
            "centre": full[:6],
        }
    )
    needs = {place: look.needs for place, look in looks(rules, table).items()}
    assert [needs[f"corner{n}"] for n in (1, 2, 3, 4)] == [7, 8, 0, 7]
    assert needs["centre"] == 6
    assert needs["waste"] is None
    assert looks(rules, table.with_piles({"centre": full}))["centre"].needs == 0
    text = draw(rules, table)
    assert "×7 ✓" in text
    assert "×6 →6" in text
    assert "×1 →8" in text


@pytest.mark.parametrize(
    ("variant", "place", "pile", "needs"),
    [
        ("kapas", "base-H", (), 13),
        ("kapas", "base-H", ("KH", "QH"), 11),
        (
            "kapas",
            "base-H",
            tuple(f"{r}H" for r in ["K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "A"]),
            13,
        ),
        ("kapas", "vault", (), 1),
        ("kapas", "vault", ("AD", "2D"), 3),
        ("helena", "king-S", ("KS",), 12),
        ("helena", "ace-S", ("AS", "2S", "3S"), 4),
        ("parihevoset", "up-C", ("AC",), 2),
        ("parihevoset", "down-C", ("AC",), 13),
        ("parihevoset", "down-C", ("AC", "KC"), 12),
    ],
)
def test_what_the_other_foundations_need(variant: str, place: str, pile: tuple[str, ...], needs: int) -> None:
    """NK-4, NK-5, SH-2 and PH-2 by hand."""
    rules = game(variant)
    table = rules.opening().with_piles({place: tuple(map(Card.parse, pile))})
    assert looks(rules, table)[place].needs == needs


def test_live_cards_are_marked_and_explained() -> None:
    report = record("parihevoset-dealing")
    text = draw(report.game, report.table)
    assert text.count("*") == len(report.table.live) + 1
    assert "* live" in text
    assert "*" not in draw(report.game, record("parihevoset-auxiliary").table)


def test_an_option_stands_beside_the_name() -> None:
    rules = game("hauta", {"six_to_waste": "on"})
    assert "six_to_waste=on" in draw(rules, rules.opening()).split("\n")[0]
    assert "six_to_waste=on" in in_words(rules, rules.opening(), Voice()).split("\n")[0]


def test_a_place_of_the_last_move_is_drawn_strongly() -> None:
    rules = game("hauta")
    table = rules.opening()
    assert "┏" not in draw(rules, table)
    assert draw(rules, table, marks=["waste"]).count("┏") == 1
    assert draw(rules, table, marks=["waste"], ascii_only=True).count("#") == 6


def test_a_table_with_everything_unseen_can_be_drawn() -> None:
    for variant in VARIANTS:
        rules = game(variant)
        table: Table = rules.opening()
        text = draw(rules, table)
        assert "▒" in text
        assert in_words(rules, table, Voice())


@pytest.mark.parametrize(
    ("variant", "options", "phrase"),
    [
        ("hauta", {}, "round 1 of 1"),
        ("hauta-korttipeli", {}, "round 1 of 3"),
        ("parihevoset", {}, "dealing, next top left corner"),
        ("parihevoset", {"rounds": "4"}, "round 1 of 4"),
        ("kapas", {"passes": "3"}, "pass 1 of 3"),
        ("kapas", {"setup_forced": "on"}, "kings and an ace first"),
        ("helena", {}, "piles 1-4 to the kings' row only"),
        ("boxkite", {}, "deal 1 of 1"),
        ("louis", {}, "first phase, one card a pile"),
    ],
)
def test_the_status_says_how_far_the_game_has_come(variant: str, options: dict[str, str], phrase: str) -> None:
    """Rounds and phases by hand: NT-11, NTO-1, PH-4, PH-12, NK-10, NK-13, SH-6, SH-7, LO-2."""
    rules = game(variant, options)
    table = rules.opening(numbered_deal(rules, 7))
    assert phrase in " ".join(draw(rules, table, width=200).split("\n")[:2])


def test_a_dealing_step_under_way_names_the_next_place() -> None:
    rules = game("helena")
    table = rules.opening()
    dealt = rules.apply(rules.learn(table, Deal((Card(9, "C"),))), Deal((Card(9, "C"),)))
    assert "95 cards to deal, the next to pile 2" in draw(rules, dealt)
    assert "9♣" in draw(rules, dealt)
    assert "┏ pile 2 ━┓" in draw(rules, dealt)
