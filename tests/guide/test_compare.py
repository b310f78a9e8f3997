"""A picture against the record: what differs, and the slip that explains it."""

from __future__ import annotations

import pytest

from companion.cards import Card
from companion.events import read_cards
from companion.guide.compare import compare
from companion.journal import parse_record
from companion.referee import Report, check

HEAD = "companion-log 1\nvariant: {}\n"


def recorded(*lines: str, variant: str = "hauta") -> Report:
    return check(parse_record((HEAD.format(variant) + "".join(f"{line}\n" for line in lines)).encode()))


def cards(text: str) -> list[Card]:
    return list(read_cards(text.split()))


BEGUN = ("draw 9C waste", "draw 8H cell1", "draw 7S corner1")


@pytest.mark.parametrize(
    ("shown", "missing", "extra", "mends"),
    [
        ("9C 8H 7S", [], [], []),
        ("7S 9C 8H", [], [], []),
        # The eight was laid on the seven without a word: it shows, and the seven no longer does.
        ("9C 8H", [("corner1", "7S")], [], [("forgotten", ["move cell1 corner1"])]),
        # A six that was taken for an eight.
        ("9C 6H 7S", [("cell1", "8H")], [("6H", [])], [("misread", ["fix 8H 6H"])]),
        # A card turned and laid down without a word.
        ("9C 8H 7S KD", [], [("KD", [])], [("forgotten", ["draw KD cell2"])]),
    ],
)
def test_differences_and_the_likeliest_slip(
    shown: str, missing: list[tuple[str, str]], extra: list[tuple[str, list[str]]], mends: list[tuple[str, list[str]]]
) -> None:
    report = recorded(*BEGUN)
    found = compare(report.game, report.table, cards(shown))
    assert [(place, str(card)) for place, card in found.missing] == missing
    assert [(str(card), list(places)) for card, places in found.extra] == extra
    assert [(mend.kind, [str(event) for event in mend.events]) for mend in found.mends][: len(mends)] == mends
    assert found.agrees is (not missing and not extra)


def test_two_forgotten_moves_are_found_together() -> None:
    report = recorded(*BEGUN)
    found = compare(report.game, report.table, cards("9C"))  # eight and nine have followed the seven
    assert [str(event) for event in found.mends[0].events] == ["move cell1 corner1", "move waste corner1"]


def test_cards_that_show_below_a_top_are_no_fault() -> None:
    report = recorded("draw 7S corner1", "draw 8H corner1")
    assert compare(report.game, report.table, cards("8H 7S")).agrees


def test_two_equal_cards_of_two_packs_are_two() -> None:
    report = recorded("deal 7S", "deal 7S", variant="parihevoset")
    aces = "AH AD AC AS AH AD AC AS"
    assert compare(report.game, report.table, cards(f"7S 7S {aces}")).agrees
    found = compare(report.game, report.table, cards(f"7S {aces}"))
    assert [(place, str(card)) for place, card in found.missing] == [("bl", "7S")]
