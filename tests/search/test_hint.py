"""Hints: legal, the same for the same seed, and blind to what is hidden."""

from __future__ import annotations

import random

import pytest

from companion.cards import Card
from companion.rules import game
from companion.search.hauta_hints import _weighed
from companion.search.hint import hint, placed
from companion.search.outcome import Limits
from tests.search.hauta_tables import small_hauta


def deal(number: int) -> list[Card]:
    pack = [Card(rank, suit) for suit in "HDCS" for rank in range(1, 14)]
    random.Random(number).shuffle(pack)
    return pack


@pytest.mark.parametrize("variant", ["hauta", "hauta-pysolfc", "hauta-kookas"])
def test_two_deals_that_agree_on_what_is_seen_get_the_same_hint(variant: str) -> None:
    rules = game(variant)
    one, table = deal(3), rules.opening(deal(3))
    for _ in range(12):
        advice = hint(rules, table, Limits(60), seed=1)
        if advice is None:
            break
        rest = list(table.piles["stock"])
        random.Random(1).shuffle(rest)
        _weighed.clear()
        other = hint(rules, table.with_piles({"stock": tuple(rest)}), Limits(60), seed=1)
        assert other is not None
        assert (other.event, other.win_chance, other.alternatives) == (
            advice.event,
            advice.win_chance,
            advice.alternatives,
        )
        table = rules.apply(table, placed(rules, table, advice.event))
    assert sorted(one) == sorted(table.cards())


@pytest.mark.parametrize("variant", ["hauta", "hauta-pysolfc", "hauta-kookas"])
def test_a_game_by_hints_alone_ends_and_is_legal(variant: str) -> None:
    rules = game(variant)
    table = rules.opening(deal(1))
    for _ in range(400):
        advice = hint(rules, table, Limits(0.02), seed=2)
        if advice is None:
            break
        assert rules.why(rules.learn(rules.view(table), advice.event), advice.event) is None
        assert advice.reason.key
        event = placed(rules, table, advice.event)
        assert rules.why(table, event) is None
        table = rules.apply(table, event)
    else:
        pytest.fail("no end")


def test_a_sure_win_is_followed_to_its_end() -> None:
    rules, rng = game("hauta"), random.Random(11)
    table = small_hauta(rules, rng, 8).with_piles({})
    cards = table.piles["stock"]
    table = table.with_piles({"stock": (), "waste": (*table.piles["waste"], *cards)})
    first = hint(rules, table, Limits(60))
    if first is not None and first.win_chance:
        for _ in range(100):
            advice = hint(rules, table, Limits(60))
            if advice is None:
                break
            table = rules.apply(table, advice.event)
        assert rules.won(table)


def test_reasons_are_data() -> None:
    rules = game("hauta")
    advice = hint(rules, rules.opening(deal(1)), Limits(0.1))
    assert advice is not None
    assert advice.reason.key in ("draw-next", "only-move")
