"""`play` whose log fails while it is played, as its user meets it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from companion.journal import read_record
from companion.referee import check
from tests.play.terminal import Table, environment

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are a Unix thing", allow_module_level=True)

ASKED = "Turn a card and type it, or move."


def played(path: Path) -> list[str]:
    """The events that a log holds, all of them legal."""
    report = check(read_record(str(path)))
    assert report.legal
    return [str(step.standing.event) for step in report.steps]


def test_a_log_deleted_while_playing_is_told_and_saved_elsewhere(tmp_path: Path) -> None:
    log, kept = tmp_path / "a.log", tmp_path / "b.log"
    table = Table(tmp_path, "play", "--log", str(log))
    table.see(ASKED)
    table.type("9c w")
    table.see("9♣ from the stock to the waste.")
    log.unlink()
    table.type("8h x1")
    table.see("8♥ from the stock to cell 1.")
    table.see("replaced.")
    table.see("tries the log again.")
    table.type(f"save {kept}")
    table.see("The whole game")
    table.type("quit")
    assert table.ends() == 0
    assert "Everything is noted." in table.rest
    assert f"companion play --log {kept}" in table.rest
    assert played(kept) == ["draw 9C waste", "draw 8H cell1"]


def with_little_room(home: Path, size: int, text: str, *words: str) -> subprocess.CompletedProcess[str]:
    """`companion …` in a process whose files may not grow beyond a size."""
    code = (
        "import resource, sys; from companion.cli.app import run; "
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size})); sys.argv = ['companion', *sys.argv[1:]]; run()"
    )
    command = [sys.executable, "-c", code, *words]
    return subprocess.run(
        command,
        input=text,
        capture_output=True,
        text=True,
        # Truncated bytecode would be taken for whole by the next run.
        env=environment(home, TMPDIR=str(home), PYTHONDONTWRITEBYTECODE="1"),
        timeout=60,
        check=False,
    )


def test_leaving_without_saving_claims_nothing_that_is_not_so(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    answer = with_little_room(tmp_path, 85, "9c w\n8h x1\n7s c1\nlog\nquit\n", "play", "--log", str(log))
    assert answer.returncode == 0
    assert "could not be written" in answer.stdout
    assert "Everything is noted." not in answer.stdout
    # No file of this process may hold the whole game, so no place is found and that is what is said.
    assert "No place was found" in answer.stdout
    assert "Traceback" not in answer.stderr
    assert played(log) == ["draw 9C waste"]
    assert [path.name for path in tmp_path.rglob("*-kept-*")] == []


def test_leaving_without_saving_keeps_the_game_where_there_is_room(tmp_path: Path) -> None:
    log = tmp_path / "gone" / "a.log"
    table = Table(tmp_path, "play", "--log", str(log), TMPDIR=str(tmp_path))
    table.see(ASKED)
    log.unlink()
    log.parent.rmdir()
    table.type("9c w")
    table.see("tries the log again.")
    table.leave()
    assert table.ends() == 0
    assert "The whole game is now kept in" in table.rest
    [kept] = tmp_path.rglob("a-kept-1.log")
    assert played(kept) == ["draw 9C waste"]


def test_a_log_on_a_device_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion", "play", "--log", "/dev/full"]
    answer = subprocess.run(
        command, input="9c w\n", capture_output=True, text=True, env=environment(tmp_path), timeout=60, check=False
    )
    assert answer.returncode == 3
    assert "no plain file" in answer.stderr
    assert "waste" not in answer.stdout
