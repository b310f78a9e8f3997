"""The move that lost a game: found from the end backwards, checked here from the beginning forwards."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.cli.losing import first_losing_move, with_hindsight
from companion.journal import parse_record, read_record
from companion.referee import check
from companion.search.outcome import Limits, Outcome
from companion.search.survey import one_deal
from companion.search.verdict import verdict

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.rules import Game
    from companion.table import Table
    from tests.conftest import Run

LOGS = Path(__file__).resolve().parents[2] / "fixtures" / "logs"


def test_the_first_move_after_which_nothing_wins() -> None:
    report = check(read_record(str(LOGS / "hauta-blocked.log")))
    words = [verdict(report.game, report.opening, Limits(10)).verdict]
    steps = report.steps[:-1]  # the last event closes the game
    for step in steps:
        words.append(verdict(report.game, step.table, Limits(10)).verdict)
        if words[-1] == "lost":
            break
    assert words[-2:] == ["won", "lost"]
    lost = steps[len(words) - 2].standing
    assert first_losing_move(LOGS / "hauta-blocked.log") == f"line {lost.line}: {lost.event}"


def test_a_game_that_was_won_has_none() -> None:
    assert first_losing_move(LOGS / "hauta-won.log") is None


def test_what_came_to_light_is_known_with_hindsight() -> None:
    lines = ["draw 9C waste", "draw 8H cell1", "draw 7S corner1", "move cell1 corner1"]
    log = parse_record(("companion-log 1\nvariant: hauta\n" + "".join(f"{line}\n" for line in lines)).encode())
    report = with_hindsight(log)
    assert report.legal
    assert [str(card) for card in report.opening.piles["stock"][:4]] == ["9C", "8H", "7S", "??"]


def test_an_opening_that_was_stated_is_not_dealt_twice() -> None:
    lines = ["deal 9C 8H 7S 5D", "move cell3 corner1", "turn 6C cell3", "draw KD waste"]
    log = parse_record(("companion-log 1\nvariant: hauta-kookas\n" + "".join(f"{line}\n" for line in lines)).encode())
    report = with_hindsight(log)
    assert report.legal
    assert [str(card) for card in report.opening.piles["stock"][:2]] == ["6C", "KD"]
    assert str(report.opening.piles["cell1"][0]) == "9C"


def _survey_of_one() -> object:
    return one_deal("hauta", {}, 1, Limits(2.0))


@pytest.mark.parametrize("ask", [lambda: first_losing_move(LOGS / "hauta-blocked.log"), _survey_of_one])
def test_compiling_a_kernel_takes_nothing_from_a_search(
    ask: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first search on a machine compiles for longer than a position may take: the clock starts after that."""
    asked: list[Limits] = []

    def solve(_game: Game, _table: Table, limits: Limits, **_how: object) -> Outcome:
        asked.append(limits)
        return Outcome("open")

    # Tests of missing libraries load modules anew: those that a search would import now are meant.
    warm, verdicts = import_module("companion.search.warm"), import_module("companion.search.verdict")
    monkeypatch.setattr(warm, "_ready", set())
    monkeypatch.setattr(warm, "solve", solve)
    monkeypatch.setattr(verdicts, "solve", solve)
    ask()
    assert asked[0] == warm.BRIEF
    assert asked[1].time_s > warm.BRIEF.time_s


def test_stats_tells_it_when_asked(companion: Run, tmp_path: Path) -> None:
    (tmp_path / "one.log").write_bytes((LOGS / "hauta-blocked.log").read_bytes())
    told = companion("stats", str(tmp_path), "--losing-moves", "--json").json
    assert told["first_losing_moves"]["one.log"].startswith("line ")
