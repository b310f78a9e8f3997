"""Cards followed from table to table: no card is lost, doubled, or changed on its way."""

from __future__ import annotations

import random

import pytest

from companion.cards import Card
from companion.deals import numbered_deal
from companion.events import Deal, GameEvent, Turn
from companion.referee import advance
from companion.rules import VARIANTS, Game, game
from companion.show.follow import follow
from companion.show.scenes import with_cards
from companion.table import Table
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


@pytest.mark.parametrize("variant", ["hauta-kookas", "parihevoset", "kapas", "helena-common", "louis"])
def test_cards_named_as_they_come_to_light_are_followed(variant: str) -> None:
    """A game whose order nobody knew beforehand: each card is named when it is turned, and is one card from then on."""
    rules = game(variant)
    chance = random.Random(11)
    truth = rules.opening(numbered_deal(rules, 3))
    tables = [rules.opening()]
    if opening := tables[0].dealing:
        cards = tuple(truth.piles[place][_dealt_at(opening, index)] for index, place in enumerate(opening))
        tables.append(_advanced(rules, tables[0], Deal(cards)))
    for _ in range(60):
        table = tables[-1]
        for place in rules.to_turn(table):
            table = _advanced(rules, table, Turn(truth.piles[place][-1], place))
            tables.append(table)
        legal = rules.legal(truth)
        if not legal:
            break
        event = chance.choice(legal)
        tables.append(_advanced(rules, table, with_cards(rules, truth, event)))
        truth = rules.apply(truth, event)
    faces: dict[int, Card] = {}
    for table, numbers in zip(tables, follow(tables), strict=True):
        for place, pile in table.piles.items():
            for number, card in zip(numbers.ids[place], pile, strict=True):
                if card.rank:
                    assert faces.setdefault(number, card) == card


def _advanced(rules: Game, table: Table, event: GameEvent) -> Table:
    after = advance(rules, table, event)
    assert isinstance(after, Table), (event, after)
    return after


def _dealt_at(opening: tuple[str, ...], index: int) -> int:
    """Where the card of one step of the opening lies in its pile; kapas and kookas leave it on top."""
    place = opening[index]
    return opening[:index].count(place) if place.startswith("pile") else -1
