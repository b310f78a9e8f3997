"""What a box is called can be typed: every label is read back as its place."""

from __future__ import annotations

import pytest

from companion.errors import Ambiguous
from companion.rules import game
from companion.show.labels import labels
from companion.words.reading import read_place
from companion.words.voice import Voice

FAMILIES = ("hauta", "parihevoset", "kapas", "helena")


@pytest.mark.parametrize("lang", ["en", "fi", "lt", "pl"])
@pytest.mark.parametrize("variant", FAMILIES)
@pytest.mark.parametrize("room", [4, 5, 6, 7, 9, 11, 26])
def test_a_label_is_read_as_its_place(variant: str, lang: str, room: int) -> None:
    rules = game(variant)
    for place, label in labels(rules.places, Voice(lang, True), room).items():
        assert read_place(label, rules, lang) == place


@pytest.mark.parametrize("lang", ["en", "fi", "pl"])
@pytest.mark.parametrize("variant", FAMILIES)
def test_a_label_in_letters_is_read_as_its_place(variant: str, lang: str) -> None:
    rules = game(variant)
    for place, label in labels(rules.places, Voice(lang, False), 9).items():
        assert read_place(label, rules, lang) == place


def test_a_lithuanian_s_is_asked_about() -> None:
    """S is spades on the cards' letters and hearts (širdys) in Lithuanian: one is asked, never guessed."""
    rules = game("kapas")
    label = labels(rules.places, Voice("lt", False), 9)["base-S"]
    with pytest.raises(Ambiguous):
        read_place(label, rules, "lt")


@pytest.mark.parametrize("lang", ["en", "fi", "lt", "pl"])
@pytest.mark.parametrize("variant", FAMILIES)
@pytest.mark.parametrize("room", [4, 5, 6, 9, 11])
def test_no_two_places_share_a_label_and_few_are_too_long(variant: str, lang: str, room: int) -> None:
    rules = game(variant)
    told = labels(rules.places, Voice(lang, True), room)
    assert len(set(told.values())) == len(told)
    long = {label for label in told.values() if len(label) > room}
    assert len(long) <= (1 if room < 6 else 0), long
