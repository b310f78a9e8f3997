"""The plain search: its word on tables whose end is plain to see, its limits, its seeds."""

from __future__ import annotations

import random

from companion.rules import game
from companion.search import plain
from companion.search.outcome import Limits
from companion.search.verdict import replays
from tests.search.hauta_tables import judge, small_hauta


def test_a_won_table_needs_no_line() -> None:
    rules = game("hauta")
    table = small_hauta(rules, random.Random(1), 0)
    assert plain.solve(rules, table, Limits()).line == ()
    assert plain.solve(rules, table, Limits()).verdict == "won"


def test_it_agrees_with_trying_everything() -> None:
    rules, rng = game("hauta-kookas"), random.Random(3)
    for _ in range(25):
        table = small_hauta(rules, rng, rng.randint(5, 10))
        truth = judge(rules, table, 600)
        if truth is None:
            continue
        for seed in (0, 9):
            outcome = plain.solve(rules, table, Limits(60), seed=seed)
            assert outcome.verdict == ("won" if truth else "lost")
            assert not truth or replays(rules, table, outcome.line)


def test_a_limit_is_open_and_never_lost() -> None:
    rules = game("hauta")
    table = small_hauta(rules, random.Random(6), 22)
    outcome = plain.solve(rules, table, Limits(60, nodes=3))
    assert (outcome.verdict, outcome.limit, outcome.nodes) == ("open", "nodes", 3)
    assert plain.solve(rules, table, Limits(60, memory_mib=0)).limit == "memory"
