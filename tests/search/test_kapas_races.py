"""Races for the plans of kapas' first pass: what comes of them corrects what the nets say."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from companion.search import kapas_races
from companion.search.kapas_hints import eye, workplace
from companion.search.kapas_kernel import MOST, Deal
from companion.search.kapas_races import race_plans
from companion.search.kapas_rating import WEIGHTS
from companion.search.outcome import Limits


def raced(
    monkeypatch: pytest.MonkeyPatch, said: dict[int, float], orders: int, wins: Callable[[int], bool]
) -> tuple[list[int], dict[int, float]]:
    """The plans, best first, and their corrected chances, after so many orders in each share; `said` is what the nets say."""

    def no_race(world: tuple[object, int, object, object, object], _width: int) -> bool:
        assert 0 < said[world[1]] < 1, "a game that is over was raced"
        return wins(world[1])

    monkeypatch.setattr(kapas_races, "lay_out", lambda *_what: None)
    monkeypatch.setattr(kapas_races, "carry_out", lambda _room, plan, *_what: (plan, 0))  # the mask tells the plan
    monkeypatch.setattr(kapas_races, "play_on", lambda *what: (int(what[4]), 0, said[int(what[4])]))
    monkeypatch.setattr(kapas_races, "wins", no_race)
    tally = np.zeros((10, 3))
    for plan, chance in said.items():
        tally[plan] = 100, 100 * chance, 0
    lying = np.zeros(MOST, np.int16), 0, Deal(np.zeros((4, 11), np.int16), np.array([5, 0]), WEIGHTS)
    plans = np.array(list(said))
    limits = Limits(time_s=600.0, nodes=orders)
    order = race_plans(workplace()[0], eye(), plans, tally, np.zeros(0, np.int16), lying, limits)
    return order.tolist(), {plan: tally[plan, 1] / 100 for plan in said}


def test_races_put_right_what_the_nets_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """230 orders count as much as the nets: of a plan that wins them all 0.3 becomes 0.3 + 0.7 · 230 / (230 + 230) = 0.65."""
    best, chances = raced(monkeypatch, {4: 0.3, 7: 0.3, 9: 0.3}, 230, lambda plan: plan == 7)
    assert best[0] == 7
    assert chances == pytest.approx({4: 0.15, 7: 0.65, 9: 0.15})


def test_few_races_change_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """One order that a plan wins and another loses is worth about 1/231, the nets' difference 0.6 · 0.05."""
    best, chances = raced(monkeypatch, {4: 0.30, 7: 0.25}, 1, lambda plan: plan == 7)
    assert best == [4, 7]
    assert chances[7] == pytest.approx(0.25 + 0.75 / 231)


def test_what_is_won_or_over_at_the_end_of_the_pass_is_not_raced(monkeypatch: pytest.MonkeyPatch) -> None:
    best, chances = raced(monkeypatch, {4: 0.0, 7: 1.0, 9: 0.5}, 10, lambda _plan: True)
    assert best[0] == 7
    assert chances[4] == 0
    assert chances[7] == 1


def test_all_plans_are_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for said in ({4: 0.2}, {4: 0.2, 7: 0.2}, {4: 0.1, 7: 0.2, 9: 0.3}, dict.fromkeys(range(10), 0.4)):
        best, _ = raced(monkeypatch, said, 2, lambda _plan: False)
        assert sorted(best) == sorted(said)
