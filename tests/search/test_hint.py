"""Hints: legal, the same for the same seed, and blind to what is hidden."""

from __future__ import annotations

import random

import pytest

from companion.cards import Card
from companion.events import Deal
from companion.rules import game
from companion.search import warm
from companion.search.hauta_hints import _weighed
from companion.search.hint import forget, hint, placed
from companion.search.outcome import Limits
from companion.table import Table
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


def opened(variant: str) -> Table:
    """A deal after its dealing and as many deals more as bring a choice."""
    rules = game(variant)
    pack = [Card(rank, suit) for _ in range(rules.packs) for suit in "HDCS" for rank in range(1, 14)]
    for card in rules.taken_out:
        pack.remove(card)
    random.Random(8).shuffle(pack)
    table = rules.opening(pack)
    while table.dealing or len(rules.legal(table)) < 3:
        table = rules.apply(table, rules.legal(table)[0] if table.dealing else Deal())
    return table


@pytest.mark.parametrize(
    ("variant", "few_samples", "more_samples"), [("kapas", 4, 12), ("parihevoset-neljakulma", 1, 1)]
)
def test_a_hint_is_thought_about_as_long_as_asked(
    variant: str, few_samples: int, more_samples: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the glance that makes the kernels ready nor an earlier, shorter hint at this table is what is answered."""
    monkeypatch.setattr(warm, "_ready", set())
    rules = game(variant)
    table = opened(variant)
    warm.prepare(rules, table, hints=True)
    few = hint(rules, table, Limits(600, nodes=4))
    more = hint(rules, table, Limits(600, nodes=12))
    assert few is not None
    assert more is not None
    assert (few.samples, more.samples) == (few_samples, more_samples)


def test_on_the_way_of_a_plan_its_chance_is_told_on() -> None:
    """A plan of several moves is followed without thinking again, and each hint says how likely it wins."""
    rules, table = game("kapas"), opened("kapas")
    forget(rules)
    followed = 0
    for seed in range(12):
        told = hint(rules, table, Limits(600, nodes=8), seed=seed)
        assert told is not None
        table = rules.apply(table, told.event)
        after = hint(rules, table, Limits(600, nodes=1), seed=seed)
        if after is not None and after.samples == told.samples > 1:
            assert after.win_chance == told.win_chance
            followed += 1
    assert followed
