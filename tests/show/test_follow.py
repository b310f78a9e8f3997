"""Cards followed from table to table: no card is lost, doubled, or changed on its way."""

from __future__ import annotations

import pytest

from companion.cards import Card
from companion.rules import VARIANTS, game
from companion.show.follow import follow
from tests.show.playing import RECORDS, played, record


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_card_stays_the_card_it_is(variant: str) -> None:
    rules, tables = played(variant, 2, 90)
    followed = follow(tables)
    faces: dict[int, Card] = {}
    count = rules.whole.total()
    for table, numbers in zip(tables, followed, strict=True):
        assert sorted(n for row in numbers.ids.values() for n in row) == list(range(count))
        for place, pile in table.piles.items():
            for number, card in zip(numbers.ids[place], pile, strict=True):
                assert faces.setdefault(number, card) == card


@pytest.mark.parametrize("name", RECORDS)
def test_a_card_that_was_unseen_turns_out_to_be_one_card(name: str) -> None:
    report = record(name)
    tables = [report.opening, *(step.table for step in report.steps)]
    faces: dict[int, Card] = {}
    for table, numbers in zip(tables, follow(tables), strict=True):
        for place, pile in table.piles.items():
            for number, card in zip(numbers.ids[place], pile, strict=True):
                if card.rank:
                    assert faces.setdefault(number, card) == card


def test_a_move_takes_one_card_and_no_other() -> None:
    rules = game("hauta")
    table = rules.opening()
    drawn = table.with_card("stock", 0, Card(9, "C")).moved("stock", "waste")
    moved = drawn.moved("waste", "cell2")
    first, second, third = follow([table, drawn, moved])
    top = first.ids["stock"][0]
    assert second.ids["waste"] == (top,)
    assert second.ids["stock"] == first.ids["stock"][1:]
    assert third.ids["cell2"] == (top,)
    assert third.ids["stock"] == second.ids["stock"]


def test_a_waste_turned_over_keeps_its_cards_apart() -> None:
    """NTO-1: the card discarded first is drawn first; twins in rank are still two cards."""
    rules = game("hauta-korttipeli")
    cards = tuple(Card.parse(text) for text in ["9C", "9S", "2H", "9D"])
    before = rules.opening().with_piles({"stock": (), "waste": cards})
    first, second = follow([before, rules.apply_redeal(before)])
    assert second.ids["stock"] == first.ids["waste"]


def test_tables_of_different_packs_are_refused() -> None:
    rules = game("hauta")
    table = rules.opening()
    with pytest.raises(ValueError, match="1 cards left"):
        follow([table, table.with_piles({"stock": table.piles["stock"][1:]})])
