"""Cards that are told one by one: what is learned, what is hidden, and what cannot be true (reports B22 and the like)."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.cards import UNSEEN, Card, read_card
from companion.errors import Contradiction
from companion.events import Deal, Draw, Move, Turn, parse_event
from companion.referee import advance
from companion.rules import VARIANTS, game
from companion.table import Table

from .laying import lay, pile


def contradiction(variant: str, before: str, event: str) -> Contradiction:
    rules = game(variant)
    with pytest.raises(Contradiction) as caught:
        advance(rules, lay(rules, before), parse_event(event, rules.places))
    return caught.value


@pytest.mark.parametrize(
    ("before", "event", "places"),
    [
        ("waste: AC 3D | stock: *4", "draw AC cell1", ["waste"]),
        ("corner1: 7S 8H | stock: *4", "draw 7S corner2", ["corner1"]),
        ("stock: AC *3 | waste: *1", "turn AC waste", ["stock"]),  # known to lie in the stock
        ("cell3: AC | waste: *1 | corner1: 7S", "move AC waste corner1", ["cell3"]),
    ],
)
def test_b22_one_pack_holds_one_of_each(before: str, event: str, places: list[str]) -> None:
    error = contradiction("hauta", before, event)
    assert error.key == "card-too-many"
    assert error.facts["places"] == places
    assert (error.facts["count"], error.facts["packs"]) == (2, 1)


def test_b22_two_packs_hold_two() -> None:
    rules = game("kapas")
    table = lay(rules, "aux1: 7S | aux2: 4D | wall1: *3 | wall2: *2 | stock: *9")
    second = advance(rules, table, Turn(Card(7, "S"), "wall1"))
    assert isinstance(second, Table)
    with pytest.raises(Contradiction) as caught:
        advance(rules, second, Turn(Card(7, "S"), "wall2"))
    assert caught.value.key == "card-too-many"
    assert caught.value.facts["card"] == Card(7, "S")
    assert sorted(caught.value.facts["places"]) == ["aux1", "wall1"]  # type: ignore[call-overload]
    assert (caught.value.facts["count"], caught.value.facts["packs"]) == (3, 2)


def test_a_third_card_in_one_deal_names_the_piles_where_the_others_lie() -> None:
    """Not the stock from which all of them come, but the piles that the deal lays them on."""
    rules = game("helena")
    with pytest.raises(Contradiction) as caught:
        advance(rules, rules.opening(), Deal(pile("9C 7S 4D 7S 5H 7S")))
    assert caught.value.facts["places"] == ["pile2", "pile4"]


def test_bases_count_as_cards_that_lie() -> None:
    """Parihevoset's aces are all out; a ninth ace cannot come."""
    error = contradiction("parihevoset", "stock: *4", "deal AH")
    assert (error.key, sorted(error.facts["places"])) == ("card-too-many", ["down-H", "up-H"])  # type: ignore[call-overload]
    error = contradiction("helena", "pile1: KH | pile2: *1", "turn KH pile2")
    assert sorted(error.facts["places"]) == ["king-H", "pile1"]  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("variant", "before", "event", "place", "known"),
    [
        ("hauta", "stock: 9C *3", "draw 9H waste", "stock", "9C"),
        ("hauta", "waste: 9C | corner1: 7S", "move 8H waste corner1", "waste", "9C"),
        ("hauta", "waste: 9C", "turn 8H waste", "waste", "9C"),
        ("hauta-korttipeli", "stock: 2D 3D | round=2", "draw 3D waste", "stock", "2D"),  # gathered wrongly
        ("kapas", "round=2 | stock: 2C 3C 4C 5C", "deal 2C 4C", "extra2", "3C"),
        ("parihevoset", "stock: 2C 3C | round=2", "deal 3C", "tl", "2C"),
        ("louis", "pile1: 9D | stock: 2C", "turn 9H pile1", "pile1", "9D"),
    ],
)
def test_another_card_than_the_one_known_there(variant: str, before: str, event: str, place: str, known: str) -> None:
    error = contradiction(variant, before, event)
    assert error.key == "card-differs"
    assert (error.facts["place"], error.facts["known"]) == (place, read_card(known))


def test_a_contradiction_changes_nothing() -> None:
    rules = game("hauta")
    table = lay(rules, "waste: AC | stock: *4")
    with pytest.raises(Contradiction):
        advance(rules, table, Draw("cell1", read_card("AC")))
    assert table == lay(rules, "waste: AC | stock: *4")


def test_learning_never_changes_a_known_card() -> None:
    rules = game("helena")
    table = lay(rules, "pile1: *1 9D | pile2: *2")
    learned = rules.learn(table, Turn(read_card("8D"), "pile2"))
    assert (learned.piles["pile1"], learned.piles["pile2"]) == (table.piles["pile1"], (UNSEEN, read_card("8D")))
    assert rules.learn(learned, Turn(read_card("8D"), "pile2")) == learned
    assert rules.learn(learned, Turn(UNSEEN, "pile2")) == learned  # `??` says nothing


def test_unseen_cards_are_counted_out() -> None:
    rules = game("hauta")
    table = lay(rules, "stock: *50 | waste: 9C | cell1: 8H")
    unseen = table.unseen(rules.whole)
    assert unseen.total() == 50
    assert unseen[read_card("9C")] == unseen[read_card("8H")] == 0


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_view_of_an_opening_hides_the_face_down_cards_only(variant: str) -> None:
    """What lies face up at the start: nothing but bases and what the opening deals."""
    face_up = {"hauta": 0, "hauta-kookas": 4, "hauta-korttipeli": 4, "hauta-pysolfc": 0, "kapas": 8,
               "parihevoset": 8, "parihevoset-neljakulma": 8, "louis": 8 + 12, "louis-pysolfc": 8 + 12}  # fmt: skip
    rules = game(variant)
    deal = list((rules.whole - Counter(rules.taken_out)).elements())
    view = rules.view(rules.opening(deal))
    assert view.known().total() == face_up.get(variant, 104)
    assert rules.to_turn(view) == ()


def test_turning_is_no_choice() -> None:
    """A face-down top that waits for its name is asked for, not listed among the moves."""
    rules = game("kapas")
    table = lay(rules, "wall1: *1 | aux1: 4D | wall2: *1 | aux2: 5D | wall3: 9C | aux3: 5H | stock: *3")
    assert rules.to_turn(table) == ("wall1", "wall2")
    assert set(rules.legal(table)) == {Deal(), Move("aux2", "aux1")}


def test_where_the_next_card_is_unknown_a_draw_stands_alone() -> None:
    rules = game("hauta")
    assert rules.legal(rules.opening()) == [Draw()]
    known = lay(rules, "stock: 7S *51")
    assert rules.legal(known) == [Draw(to) for to in
                                  ("corner1", "corner2", "corner3", "corner4", "cell1", "cell2", "cell3", "cell4", "waste")]  # fmt: skip


def test_deal_that_is_no_pack() -> None:
    rules = game("hauta")
    whole = list(rules.whole)
    rules.check_deal(whole)
    rules.check_deal([*whole[:-3], UNSEEN, UNSEEN, UNSEEN])
    for deal, missing, extra in (
        (whole[:-1], (), ()),
        ([*whole[:-1], whole[0]], (whole[-1],), (whole[0],)),
        ([*whole[:-2], whole[0], UNSEEN], (), (whole[0],)),
    ):
        with pytest.raises(Contradiction) as caught:
            rules.check_deal(deal)
        assert caught.value.key == "deal-wrong"
        assert (caught.value.facts["count"], caught.value.facts["extra"]) == (len(deal), extra)
        if missing:
            assert caught.value.facts["missing"] == missing
