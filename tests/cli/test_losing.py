"""The move that lost a game: found from the end backwards, checked here from the beginning forwards."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.losing import first_losing_move, with_hindsight
from companion.journal import parse_record, read_record
from companion.referee import check
from companion.search.outcome import Limits
from companion.search.verdict import verdict

if TYPE_CHECKING:
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


def test_stats_tells_it_when_asked(companion: Run, tmp_path: Path) -> None:
    (tmp_path / "one.log").write_bytes((LOGS / "hauta-blocked.log").read_bytes())
    told = companion("stats", str(tmp_path), "--losing-moves", "--json").json
    assert told["first_losing_moves"]["one.log"].startswith("line ")
