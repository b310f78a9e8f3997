"""`export` as its user runs it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO

import pytest

RECORD = Path(__file__).parent.parent / "show" / "records" / "practice.log"


def run(*words: object, encoding: str = "utf-8") -> subprocess.CompletedProcess[bytes]:
    env = {**os.environ, "PYTHONIOENCODING": encoding, "LC_ALL": "C.UTF-8"}
    return subprocess.run(
        [sys.executable, "-m", "companion", "export", *map(str, words)], capture_output=True, env=env, check=False
    )


def test_the_form_is_told_by_the_ending(tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    done = run(RECORD, "--output", page)
    assert done.returncode == 0, done.stderr
    assert done.stdout == b""
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_pictures_at_chosen_moments(tmp_path: Path) -> None:
    done = run(RECORD, "--output", tmp_path / "t.svg", "--at", 0, "--at", -1, "--at", 15)
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["t-000.svg", "t-015.svg"]


def test_one_picture_goes_to_standard_output() -> None:
    done = run(RECORD, "--format", "svg", "--at", 3)
    assert done.returncode == 0
    assert done.stdout.decode().startswith("<svg ")
    assert "7♠ is turned and laid on corner 1." in done.stdout.decode()


def test_json_has_the_whole_game() -> None:
    done = run(RECORD, "--format", "json")
    game = json.loads(done.stdout)
    assert done.returncode == 0
    assert [event["event"] for event in game["events"]][:2] == ["draw 9C waste", "draw 8H cell1"]
    assert [event["clause"] for event in game["events"] if event["clause"]] == ["NT-4"]
    assert game["end"]["places"]["corner1"] == ["7S", "8H", "9C"]
    assert game["events"][1]["note"] == "waits <for> the *seven*"


@pytest.mark.parametrize("encoding", ["ascii", "cp437", "cp1257"])
def test_markdown_in_an_encoding_without_signs(encoding: str) -> None:
    done = run(RECORD, "--format", "md", encoding=encoding)
    assert done.returncode == 0, done.stderr
    text = done.stdout.decode(encoding)
    assert "9C is turned and laid on the waste." in text
    assert "\\u" not in text


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["--format", "pdf"], 2, "pdf"),
        ([], 2, "--format"),
        (["--output", "game.doc"], 2, "--format"),
        (["--format", "svg", "--at", "16"], 2, "16"),
        (["--format", "svg", "--at", "0", "--at", "1"], 2, "--output"),
    ],
)
def test_what_is_asked_wrongly(words: list[str], code: int, told: str) -> None:
    done = run(RECORD, *words)
    assert done.returncode == code, done.stderr
    assert told in done.stderr.decode()
    assert done.stdout == b""


def test_a_log_is_never_written_over(tmp_path: Path) -> None:
    log = tmp_path / "mine.md"
    log.write_bytes(RECORD.read_bytes())
    done = run(log, "--format", "md", "--output", log)
    assert done.returncode == 3
    assert log.read_bytes() == RECORD.read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == ["mine.md"]


def answering(words: Sequence[object], unbuffered: str, stdout: IO[str] | int) -> subprocess.Popen[bytes]:
    """A command in a process of its own, whose output is written at once or, as in most pipes, when the process ends."""
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    command = [sys.executable, "-m", "companion", *map(str, words)]
    return subprocess.Popen(
        command, stdout=stdout, stderr=subprocess.PIPE, env={**environ, "PYTHONUNBUFFERED": unbuffered}
    )


ANSWERING = [("export", RECORD, "--format", "html"), ("check", RECORD), ("variants",)]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("words", ANSWERING)
def test_a_full_disk_behind_standard_output_is_told(words: tuple[object, ...], unbuffered: str) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full, answering(words, unbuffered, full) as process:
        _, told = process.communicate()
    assert process.returncode == 3
    assert b"Traceback" not in told
    assert b"Exception ignored" not in told
    assert b"stdout" in told


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("words", ANSWERING)
def test_a_reader_that_has_gone_is_no_trouble(words: tuple[object, ...], unbuffered: str) -> None:
    with answering(words, unbuffered, subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        told = process.stderr.read()
    assert process.returncode == 0
    assert told == b""


@pytest.mark.skipif(sys.platform == "win32", reason="a shell that closes streams")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_closed_stream_keeps_nothing_from_being_done(closed: str, tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    shell = f"'{sys.executable}' -m companion"
    assert subprocess.run(f"{shell} variants {closed}", shell=True, check=False).returncode == 0
    typed = "printf '9c w\nquit\n' | " if "<" not in closed else ""
    subprocess.run(f"{typed}{shell} play hauta --log '{log}' {closed}", shell=True, check=True)
    lines = log.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "companion-log 1"
    assert lines[3:] == (["draw 9C waste"] if typed else [])
