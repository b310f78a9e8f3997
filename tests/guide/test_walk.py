"""The practice deal: the guide's own line, other legal choices, and the way back."""

from __future__ import annotations

import pytest

from companion.cards import cards_text
from companion.cli.play_reading import WordsReader
from companion.errors import Unreadable
from companion.guide.lesson import LESSONS, TEN, lesson
from companion.guide.walk import Walk


def walk(variant: str = "hauta", *lines: str) -> Walk:
    begun = Walk(lesson(variant), WordsReader)
    for line in lines:
        begun.take(line)
    return begun


GUIDE = [
    "9c w",
    "8h x1",
    "7s c1",
    "x1 c1",
    "w c1",
    "5d x1",
    "6c m",
    "x1 m",
    "6h s",
    "4s m",
    "3h m",
    "2c m",
    "ad m",
    "s m",
]
KOOKAS = ["x3 c1", "x2 c1", "x1 c1", "x3 m", "x4 m", "x1 m", "x3 m", "x4 m", "x1 m", "x2 m"]


def test_the_guides_line_ends_in_the_guides_position() -> None:
    done = walk("hauta", *GUIDE)
    table = done.session.table
    assert done.finished
    assert cards_text(table.piles["corner1"]) == "7S 8H 9C"
    assert cards_text(table.piles["centre"]) == "6C 5D 4S 3H 2C AD 6H"
    assert not any(table.piles[place] for place in ("cell1", "cell2", "cell3", "cell4", "sixes", "waste"))
    assert len(table.piles["stock"]) == 42


@pytest.mark.parametrize("variant", ["hauta-kookas", "hauta-korttipeli"])
def test_the_same_ten_cards_from_the_cells(variant: str) -> None:
    # 7♠ draws 6♣, 8♥ draws 6♥, 9♣ draws 4♠, 6♣ draws 3♥, 5♦ draws 2♣, 4♠ draws A♦, then four unknown cards.
    steps = ["6C", "6H", "4S", "3H", "2C", "AD", "??", "??", "??", "??"]
    going = walk(variant)
    for line, drawn in zip(KOOKAS, steps, strict=True):
        source = f"cell{line[1]}"
        going.take(line)
        assert str(going.session.table.piles[source][-1]) == drawn
    assert going.finished
    assert cards_text(going.session.table.piles["centre"]) == "6C 5D 4S 3H 2C AD 6H"


def test_each_step_is_told_with_its_reason() -> None:
    going = walk()
    assert [going.take(line).keys()[-1] for line in GUIDE[:5]] == [
        "walk-9c-waste",
        "walk-8h-cell",
        "walk-7s-corner",
        "walk-8h-corner",
        "walk-9c-corner",
    ]


def test_any_corner_and_any_cell_will_do() -> None:
    lines = [line.replace("x1", "x3").replace("c1", "c4") for line in GUIDE]
    assert walk("hauta", *lines).finished


def test_enter_turns_the_next_card_and_the_player_places_it() -> None:
    going = walk("hauta", "")
    assert going.session.hand == TEN[0]
    assert going.ask().key == "walk-ask-hand"
    going.take("w")
    assert (going.at, going.ask().key, going.ask().facts["number"]) == (1, "walk-ask-turn", 2)


def test_a_refused_move_is_refused_by_its_clause() -> None:
    assert walk("hauta", "").take("c1").keys() == ("NT-3",)
    assert walk("hauta", *GUIDE[:2]).take("7s m").keys() == ("NT-4",)


def test_another_legal_choice_is_allowed_and_led_back() -> None:
    going = walk()
    answer = going.take("9c x1")  # the guide lays it on the waste
    assert answer.keys() == ("done", "walk-other", "walk-9c-waste", "walk-way-back")
    assert answer.parts[-1].facts["lines"] == "x1 w"
    assert going.take("x1 w").keys()[-1] in ("walk-back-on-line", "walk-9c-waste")
    assert going.on_line


def test_a_choice_that_cannot_be_led_back_is_undone() -> None:
    going = walk("hauta", "9c w")
    answer = going.take("8h w")  # buries the nine: only a cell brings the eight up again
    assert answer.keys()[-1] == "walk-way-back"
    assert answer.parts[-1].facts["lines"].startswith("w x")
    going.take("undo")
    assert (going.on_line, going.at) == (True, 1)


def test_hint_tells_what_the_guide_does() -> None:
    answer = walk("hauta", *GUIDE[:2]).take("hint")
    assert answer.keys() == ("walk-guide-does", "walk-7s-corner")


def test_a_card_of_the_players_own_may_be_named_or_left_unnamed() -> None:
    going = walk("hauta-kookas", *KOOKAS[:7])
    assert going.ask().key == "walk-ask-turned"
    going.take("ks")
    assert going.on_line
    for line in KOOKAS[7:]:
        going.take(line)
    assert going.finished


def test_there_is_a_lesson_for_some_versions_and_the_others_say_so() -> None:
    assert set(LESSONS) == {"hauta", "hauta-kookas", "hauta-korttipeli"}
    with pytest.raises(Unreadable):
        lesson("kapas")
