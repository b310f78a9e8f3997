"""Napoleon's Tomb: the kernel against the referee's moves on small positions, and what its reductions must not lose."""

from __future__ import annotations

import random

import pytest

from companion.cards import Card
from companion.events import Move
from companion.rules import game
from companion.search import hauta, plain
from companion.search.outcome import Limits
from companion.search.verdict import replays
from tests.search.hauta_tables import judge, small_hauta

# For each variant how many cards are loose, how many of them are in the stock at most, and how many tables the judge may see.
VARIANTS = {
    "hauta": (8, 13, 1, 700),
    "hauta-pysolfc": (8, 13, 6, 400),
    "hauta-kookas": (9, 14, 7, 400),
    "hauta-korttipeli": (6, 9, 4, 400),
}


def deal(number: int) -> list[Card]:
    pack = [Card(rank, suit) for suit in "HDCS" for rank in range(1, 14)]
    random.Random(number).shuffle(pack)
    return pack


@pytest.mark.parametrize("variant", VARIANTS)
def test_small_positions_are_judged_as_by_trying_everything(variant: str) -> None:
    rules, rng = game(variant), random.Random(20)
    words = {True: 0, False: 0}
    least, most, stock, tables = VARIANTS[variant]
    for _ in range(30):
        table = small_hauta(rules, rng, rng.randint(least, most), stock)
        truth = judge(rules, table, tables)
        if truth is None:
            continue
        outcome = hauta.solve(rules, table, Limits(60, memory_mib=64))
        assert outcome.verdict == ("won" if truth else "lost"), table
        if truth:
            assert replays(rules, table, outcome.line)
        words[truth] += 1
    assert words[True] >= 5
    assert words[False] >= 1 or variant == "hauta-korttipeli"


@pytest.mark.parametrize("variant", ["hauta", "hauta-pysolfc", "hauta-kookas"])
def test_no_legal_move_turns_lost_into_won(variant: str) -> None:
    rules, rng = game(variant), random.Random(4)
    for _ in range(25):
        table = small_hauta(rules, rng, rng.randint(12, 24))
        before = hauta.solve(rules, table, Limits(60, memory_mib=64))
        assert before.verdict != "open"
        after = [hauta.solve(rules, rules.apply(table, e), Limits(60, memory_mib=64)) for e in rules.legal(table)]
        if before.verdict == "lost":
            assert all(outcome.verdict == "lost" for outcome in after)
        else:
            assert rules.won(table) or any(outcome.verdict == "won" for outcome in after)


@pytest.mark.parametrize("variant", VARIANTS)
def test_whole_deals_are_won_by_lines_that_replay(variant: str) -> None:
    rules = game(variant)
    for number in (3, 13):
        table = rules.opening(deal(number))
        outcome = hauta.solve(rules, table, Limits(60, nodes=200_000))
        if outcome.verdict == "won":
            assert replays(rules, table, outcome.line)
            for event in outcome.line[:60:7]:  # a won game is won from every table on its way (report B11)
                table = rules.apply(table, event)
                break
            assert hauta.solve(rules, table, Limits(60, nodes=400_000)).verdict != "lost"


def test_stored_sixes_count_as_placed_when_the_waste_is_freed() -> None:
    # A position once called lost: both stored sixes are needed before the waste comes free.
    rules = game("hauta")
    rng = random.Random(7)
    for _ in range(600):
        table = small_hauta(rules, rng, rng.randint(12, 22))
        if len(table.piles["sixes"]) >= 2 and len(table.piles["waste"]) >= 5:
            outcome = hauta.solve(rules, table, Limits(60, memory_mib=64))
            assert outcome.verdict in ("won", "lost")
            if outcome.verdict == "won":
                assert replays(rules, table, outcome.line)
                return
    pytest.fail("no such position was won")


def test_switches_that_the_kernel_does_not_model_are_searched_plainly() -> None:
    for options in ({"auto_draw": "on"}, {"six_store": "off"}, {"fill_source": "waste"}):
        rules = game("hauta-kookas" if "fill_source" in options else "hauta", options)
        table = rules.opening(deal(1))
        assert hauta.way_of(rules, table) is None


def test_limits_are_named() -> None:
    rules = game("hauta-kookas")
    table = rules.opening(deal(713))
    few = hauta.solve(rules, table, Limits(60, nodes=3000))
    assert (few.verdict, few.limit) == ("open", "nodes")
    assert few.best > 0
    for event in few.line:
        assert rules.why(table, event) is None
        table = rules.apply(table, event)
    assert rules.progress(table) == few.best
    assert hauta.solve(rules, rules.opening(deal(713)), Limits(60), stop=lambda: True).limit is None


def test_a_deal_lost_in_the_first_cards_is_proved_so_by_both_searches() -> None:
    # Nine cards are left, and the waste hides the one that all others wait for.
    rules = game("hauta-pysolfc")
    rng = random.Random(2)
    for _ in range(200):
        table = small_hauta(rules, rng, 9)
        if hauta.solve(rules, table, Limits(60, memory_mib=64)).verdict == "lost":
            assert plain.solve(rules, table, Limits(60)).verdict == "lost"
            return
    pytest.fail("no lost position among 200")


def test_a_card_in_a_cell_that_fits_is_played_first() -> None:
    rules = game("hauta")
    table = rules.opening(deal(5))
    outcome = hauta.solve(rules, table, Limits(60))
    assert outcome.verdict == "won"
    for event in outcome.line:
        homes = [e for e in rules.legal(table) if isinstance(e, Move) and e.to in rules.foundations]
        cells = [e for e in homes if e.source.startswith("cell")]
        if not isinstance(event, Move):
            assert not cells
        table = rules.apply(table, event)
