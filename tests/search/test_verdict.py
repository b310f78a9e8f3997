"""Verdicts: lines are replayed, hidden cards are taken in every order, certainties are certain."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from companion.cards import UNSEEN
from companion.events import Draw
from companion.rules import game
from companion.search import worlds
from companion.search.outcome import Limits, Outcome
from companion.search.verdict import judged, verdict
from companion.table import Table
from tests.search.hauta_tables import judge, small_hauta


def hidden(table: Table) -> Table:
    return table.with_piles({"stock": (UNSEEN,) * len(table.piles["stock"])})


def test_a_line_that_the_referee_refuses_is_not_shown() -> None:
    rules = game("hauta")
    table = small_hauta(rules, random.Random(1), 6)
    found = judged(rules, table, Outcome("won", (Draw("corner1"),) * 9))
    assert (found.verdict, found.line, found.proof) == ("open", (), None)


@pytest.mark.parametrize("variant", ["hauta-kookas", "hauta-pysolfc"])
def test_hidden_cards_are_taken_in_every_order(variant: str) -> None:
    rules, rng = game(variant), random.Random(12)
    lost = 0
    for _ in range(25):
        table = small_hauta(rules, rng, rng.randint(7, 12), 3)
        if not table.piles["stock"]:
            continue
        seen = hidden(table)
        truths = [judge(rules, world, 300) for world in worlds.every(rules, seen)]
        if None in truths:
            continue
        found = verdict(rules, seen, Limits(60, memory_mib=64))
        if not any(truths):
            lost += 1
            assert (found.verdict, found.proof) == ("lost", "exhausted")
            assert found.why in ("blocked", "every-order") or len(truths) == 1
        elif found.chance is not None:
            assert found.verdict == "open"
            assert found.chance.exact
            assert found.chance.high == pytest.approx(sum(map(bool, truths)) / len(truths))
            assert found.chance.low <= found.chance.high
        else:
            assert len(truths) == 1, "the last unseen card is known by reasoning"
            assert found.verdict == "won"
    assert lost or variant == "hauta-pysolfc"


def test_the_last_unseen_card_is_known() -> None:
    rules = game("hauta-kookas")
    table = small_hauta(rules, random.Random(5), 8)
    stock = table.piles["stock"]
    assert len(stock) > 1
    known = table.with_piles({"stock": (*stock[:-1], UNSEEN)})
    assert worlds.reasoned(rules, known) == table


def test_worlds_of_two_packs_count_equal_cards_once() -> None:
    rules = game("kapas")
    table = rules.opening()
    assert worlds.count(rules, table) == worlds.count(rules, worlds.reasoned(rules, table))
    pair = rules.view(rules.opening(tuple(rules.whole.elements())))
    first = worlds.sample(rules, pair, random.Random(1))
    assert sorted(first.cards()) == sorted(rules.whole.elements())


def test_odds_converge_and_can_be_stopped() -> None:
    rules = game("hauta")
    heard = []
    found = verdict(rules, rules.opening(), Limits(60), stop=lambda: len(heard) >= 6, progress=heard.append)
    assert found.verdict == "open"
    assert found.limit is None
    assert found.chance is not None
    assert found.chance.samples == 6
    assert 0 <= found.chance.low <= found.chance.estimate <= found.chance.high <= 1


def test_what_the_record_knows_and_the_player_does_not_is_told() -> None:
    rules = game("hauta")
    table = small_hauta(rules, random.Random(8), 10)
    assert len(table.piles["stock"]) > 1
    assert verdict(rules, table, Limits(60)).assumes == ("order-known",)
    done = replace(table).with_piles({"stock": (), "waste": (*table.piles["waste"], *table.piles["stock"])})
    assert verdict(rules, done, Limits(60)).assumes == ()
