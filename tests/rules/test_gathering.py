"""The gathering orders, by the one example at the end of rules.md's first part: P1 = a b, P2 = c, P3 = d e, tops last."""

from __future__ import annotations

import pytest

from companion.cards import Card
from companion.events import Redeal
from companion.referee import advance
from companion.table import Table

from .laying import lay, rules_of

LETTERS = {"a": "2S", "b": "3S", "c": "4S", "d": "5S", "e": "6S"}
PLACES = {
    "helena": ("pile1", "pile2", "pile3"),
    "parihevoset": ("tl", "bl", "tr"),
    "kapas": ("extra1", "extra2", "extra3"),
}


def letters(cards: tuple[Card, ...]) -> str:
    named = {text: letter for letter, text in LETTERS.items()}
    return "".join(named[str(card)] for card in cards)


@pytest.mark.parametrize(
    ("game", "order"),
    [
        ("helena", "edcba"),
        ("helena redeal_from=bottom1", "abcde"),
        ("parihevoset", "abcde"),
        ("parihevoset gather=bottom12", "decab"),
        ("parihevoset gather=top12", "edcba"),
        ("kapas", "abcde"),
        ("kapas gather=first_over", "decab"),
    ],
)
def test_packet(game: str, order: str) -> None:
    rules = rules_of(game)
    piles = [tuple(Card.parse(LETTERS[letter]) for letter in pile) for pile in ("ab", "c", "de")]
    assert letters(rules.gathered(piles)) == order
    first, second, third = PLACES[rules.family]
    laid = f"{first}: 2S 3S | {second}: 4S | {third}: 5S 6S" + (" | phase=aux" if rules.family == "parihevoset" else "")
    after = advance(rules, lay(rules, laid), Redeal())
    assert isinstance(after, Table)
    if rules.family == "helena":
        assert letters(tuple(after.piles[f"pile{n}"][0] for n in range(1, 6))) == order
    else:
        assert letters(after.piles["stock"]) == order


def test_helena_onto_three_piles() -> None:
    """Dealt onto three piles, e d c b a lies P1 = e b, P2 = d a, P3 = c."""
    dealt = "edcba"
    assert [dealt[n::3] for n in range(3)] == ["eb", "da", "c"]


def test_waste_turned_over() -> None:
    """w1, discarded first, is drawn first."""
    rules = rules_of("hauta-korttipeli")
    after = advance(rules, lay(rules, "waste: 2S 3S 4S"), Redeal())
    assert isinstance(after, Table)
    assert letters(after.piles["stock"]) == "abc"
