"""Hints for Święta Helena, Louis and Box Kite: legal, from what is seen only, and steady along a line."""

from __future__ import annotations

import random
from collections import Counter

from companion.cards import Card
from companion.events import Deal
from companion.rules import game
from companion.search import helena_hints
from companion.search.outcome import Limits
from tests.search.helena_tables import small

LOUIS = game("louis")


def shuffled(seed: int) -> list[Card]:
    deal = [Card(rank, suit) for suit in "HDCS" for rank in range(2, 13)]
    deal += [Card(rank, suit) for suit in "HDCS" for rank in range(1, 14)]
    random.Random(seed).shuffle(deal)
    return deal


def test_a_hint_does_not_look_at_the_hidden_stock() -> None:
    deal = shuffled(2)
    other = deal[:12] + random.Random(9).sample(deal[12:], 84)
    tables = [LOUIS.view(LOUIS.opening(cards)) for cards in (deal, other)]
    assert tables[0] == tables[1]
    first, second = (helena_hints.choices(LOUIS, table, Limits(0), random.Random(5)) for table in tables)
    assert first == second
    assert first


def test_a_sampled_world_keeps_what_is_seen_and_the_whole_pack() -> None:
    seen = LOUIS.view(LOUIS.opening(shuffled(2)))
    world = helena_hints.sampled_world(LOUIS, seen, random.Random(1))
    assert Counter(world.cards()) == LOUIS.whole
    assert LOUIS.view(world) == seen


def test_each_choice_under_a_hidden_stock_is_legal_and_counted() -> None:
    seen = LOUIS.view(LOUIS.opening(shuffled(4)))
    found = helena_hints.choices(LOUIS, seen, Limits(0), random.Random(3))
    assert {event for event, _, _ in found} == set(LOUIS.legal(seen))
    assert all(0 <= wins <= samples == 1 for _, wins, samples in found)
    assert [wins for _, wins, _ in found] == sorted((wins for _, wins, _ in found), reverse=True)


def test_following_the_hints_wins_a_game_of_louis() -> None:
    table, rng, steps, dealt = LOUIS.opening(shuffled(1)), random.Random(1), 0, False
    while not LOUIS.won(table):
        limits = Limits(20, 400_000) if dealt else Limits(0)  # the line is found once and then remembered
        event, dealt = helena_hints.choices(LOUIS, LOUIS.view(table), limits, rng)[0][0], False
        if table.piles["stock"] and steps == 4:
            event, dealt = Deal(), True
        assert LOUIS.why(table, event) is None
        table, steps = LOUIS.apply(table, event), steps + 1
        assert steps < 1000


def test_a_lost_table_still_gets_a_legal_move_without_a_promise() -> None:
    rules, rng, seen = game("boxkite", {"gaps": "none"}), random.Random(8), 0
    for _ in range(60):
        table = small(rules, rng, 20)
        found = helena_hints.choices(rules, table, Limits(2, 20_000), rng)
        if found and found[0][1:] == (0, 1):
            assert rules.why(table, found[0][0]) is None
            assert all(wins == 0 for _, wins, _ in found)
            seen += 1
        assert bool(found) == bool(rules.legal(table))
    assert seen


def test_a_won_table_needs_no_hint() -> None:
    rules = game("helena")
    table = small(rules, random.Random(0), 0)
    assert rules.won(table)
    assert helena_hints.choices(rules, table, Limits(1), random.Random(0)) == []


def test_a_game_of_louis_played_out_blindly_is_won_or_not_at_all() -> None:
    world = LOUIS.opening(shuffled(3))
    assert helena_hints.play_out(LOUIS, world, Limits(20), random.Random(2)) is True
    assert helena_hints.play_out(LOUIS, world, Limits(0), random.Random(2)) in (True, None)
