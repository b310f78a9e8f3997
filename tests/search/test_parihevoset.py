"""The compiled searches of Parihevoset against the plain search over the referee's own moves."""

from __future__ import annotations

import os
import random

import pytest

from companion.cards import Card
from companion.rules import Game, game
from companion.rules.parihevoset import ROWS
from companion.search import parihevoset, parihevoset_hopeless
from companion.search.outcome import Limits, Outcome
from companion.search.parihevoset_hopeless import new_marks
from companion.search.parihevoset_pool import Pool
from companion.table import Table
from tests.search.parihevoset_tables import crowded_table, judge, small_table

AMPLE = Limits(time_s=120.0)
POSITIONS = int(os.environ.get("COMPANION_POSITIONS", "100"))
"""How many positions the test of hopeless tables looks at."""
VERSIONS = [
    {"aux_to_foundation": "off"},
    {"aux_to_foundation": "any"},
    {"aux_to_foundation": "own_row", "gather": "top12"},
    {"aux_to_foundation": "any", "gather": "bottom12", "aux_corners": "off", "column_deal": "single", "rounds": "2"},
]


def replay(rules: Game, table: Table, outcome: Outcome) -> Table:
    if outcome.verdict == "unresolved":
        rules = parihevoset.OneMoreRound(rules).longer
    for event in outcome.line:
        assert rules.why(table, event) is None, event
        table = rules.apply(table, event)
    return table


@pytest.mark.parametrize("options", VERSIONS, ids=lambda options: " ".join(options.values()))
def test_verdicts_equal_the_plain_search(options: dict[str, str]) -> None:
    rng = random.Random(3)
    rules = game("parihevoset", options)
    verdicts = []
    for _ in range(30):
        table = small_table(rules, rng, rng.randint(3, 10))
        judged = judge(rules, table, 700)
        if judged is None:
            continue
        found = parihevoset.solve(rules, table, AMPLE)
        verdicts.append(found.verdict)
        assert found.verdict == judged, [f"{place}: {pile}" for place, pile in table.piles.items()]
        if found.verdict != "lost":
            assert rules.won(replay(rules, table, found))
    assert {"won", "unresolved"} <= set(verdicts) or "lost" in verdicts


@pytest.mark.parametrize("options", VERSIONS, ids=lambda options: " ".join(options.values()))
def test_what_is_called_hopeless_is_lost(options: dict[str, str]) -> None:
    """In the auxiliary phase of the last round, whatever the plain search can decide."""
    rng = random.Random(8)
    rules = game("parihevoset", options)
    hopeless, marks = 0, new_marks()
    for _ in range(POSITIONS):
        table = crowded_table(rules, rng, rng.randint(10, 40))
        state, settings = parihevoset.packed(rules, table)
        if parihevoset_hopeless.hopeless(state, settings, marks):
            judged = judge(rules, table, 300)
            assert judged in ("lost", None), [f"{place}: {pile}" for place, pile in table.piles.items()]
            hopeless += judged == "lost"
    assert hopeless >= 5


def test_every_beginning_that_is_kept_is_reached_by_its_line() -> None:
    rules, table = deal(27, "parihevoset-neljakulma")
    pool = Pool(*parihevoset.packed(rules, table), seed=1)
    while pool.attempts < 60:
        pool.attempt()
    kept = [beginning for level in pool.levels for beginning in level.values()]
    assert {beginning.table.at[3] for beginning in kept} == {2, 3}
    for beginning in kept[::10]:
        after = table
        for event in parihevoset.events(beginning.line):
            assert rules.why(after, event) is None, event
            after = rules.apply(after, event)
        state, _ = parihevoset.packed(rules, after)
        assert state.found.tolist() == beginning.table.found.tolist()
        count = int(state.at[1])
        assert state.stock[:count].tolist() == beginning.table.stock[:count].tolist()


def test_no_legal_event_turns_lost_into_won() -> None:
    """Report B11."""
    rng = random.Random(5)
    rules = game("parihevoset", {"rounds": 1})
    tables = [small_table(rules, rng, 12) for _ in range(12)]
    lost = [table for table in tables if parihevoset.solve(rules, table, AMPLE).verdict == "lost"]
    assert lost
    for table in lost[:3]:
        for event in rules.legal(table):
            assert parihevoset.solve(rules, rules.apply(table, event), AMPLE).verdict == "lost"


def deal(seed: int, variant: str) -> tuple[Game, Table]:
    rules = game(variant)
    pack = [Card(rank, suit) for _ in range(2) for suit in ROWS for rank in range(2, 14)]
    random.Random(seed).shuffle(pack)
    return rules, rules.opening(pack)


def test_a_whole_deal_is_won_by_a_line_that_the_referee_accepts() -> None:
    rules, table = deal(16, "parihevoset-neljakulma")
    found = parihevoset.solve(rules, table, Limits(time_s=60.0))
    assert found.verdict == "won"
    assert rules.won(replay(rules, table, found))


def test_the_middle_of_a_dealing_phase_is_a_table_too() -> None:
    """A won line is won from everywhere along it (B11, B13)."""
    rules, table = deal(18, "parihevoset-neljakulma")
    line = parihevoset.solve(rules, table, Limits(time_s=60.0)).line
    for number, event in enumerate(line):
        table = rules.apply(table, event)
        if number % 60 == 17:
            found = parihevoset.solve(rules, table, Limits(time_s=60.0))
            assert found.verdict == "won"
            assert rules.won(replay(rules, table, found))


def test_limits_make_it_open_with_the_best_line() -> None:
    rules, table = deal(1, "parihevoset")
    found = parihevoset.solve(rules, table, Limits(time_s=60.0, nodes=21_000))
    assert (found.verdict, found.limit) == ("open", "nodes")
    assert rules.progress(replay(rules, table, found)) == found.best
    stopped = parihevoset.solve(rules, table, AMPLE, stop=lambda: True)
    assert (stopped.verdict, stopped.limit) == ("open", None)


@pytest.mark.parametrize(
    "options",
    [{"forced_play": "off"}, {"live": "just_dealt"}, {"aux_fill_empty": "on"}, {"strict_standstill": "full"}],
    ids=lambda options: next(iter(options)),
)
def test_other_switches_are_judged_by_the_referee(options: dict[str, str]) -> None:
    rng = random.Random(4)
    rules = game("parihevoset", options)
    assert not parihevoset.is_compiled(rules, rules.opening())
    words = {parihevoset.solve(rules, small_table(rules, rng, 4), Limits(120.0, nodes=300)).verdict for _ in range(6)}
    assert words <= {"won", "lost", "unresolved", "open"}
    assert "won" in words


def test_hints_do_not_look_at_hidden_cards() -> None:
    """Two deals that agree on what is seen bring the same choices."""
    rules, table = deal(2, "parihevoset-neljakulma")
    while len(rules.legal(table)) < 2:
        table = rules.apply(table, rules.legal(table)[0])
    stock = list(table.piles["stock"])
    random.Random(1).shuffle(stock)
    other = table.with_piles({"stock": tuple(stock)})
    limits = Limits(time_s=60.0, nodes=3)
    first, second = (parihevoset.choices(rules, rules.view(each), limits, random.Random(9)) for each in (table, other))
    assert first == second
    assert {event for event, _, _ in first} == set(rules.legal(table))
