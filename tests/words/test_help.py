"""Help in every language: nothing of typer's own English is left on the pages."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def companion_in(lang: str, *words: str) -> subprocess.CompletedProcess[str]:
    """What a command line answers in a language, at 80 columns."""
    environ = {**os.environ, "COLUMNS": "80", "PYTHONUTF8": "1", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "companion", *words, "--lang", lang]
    return subprocess.run(command, capture_output=True, encoding="utf-8", env=environ, check=False)


@pytest.mark.parametrize("words", [["--help"], ["verdict", "--help"], ["deck", "--help"], ["deck", "learn", "--help"]])
@pytest.mark.parametrize(("lang", "usage"), [("fi", "Käyttö:"), ("lt", "Naudojimas:"), ("pl", "Użycie:")])
def test_no_english_is_left_on_a_page_of_help(words: list[str], lang: str, usage: str) -> None:
    done = companion_in(lang, *words)
    assert done.returncode == 0
    assert done.stdout.startswith(usage)
    for english in (
        "Options",
        "Commands",
        "Arguments",
        "OPTIONS",
        "required",
        "default",
        "Show this",
        "completion for",
    ):
        assert english not in done.stdout


@pytest.mark.parametrize(
    ("words", "mistake"),
    [
        (["chekc"], "chekc"),
        (["check"], "FILE"),
        (["check", "--foo", "x"], "--foo"),
        (["verdict", "x", "--time", "none"], "SECONDS"),
        (["variants", "extra"], "extra"),
    ],
)
@pytest.mark.parametrize("lang", ["en", "fi", "lt", "pl"])
def test_a_wrong_command_line_is_told_in_the_language(words: list[str], mistake: str, lang: str) -> None:
    done = companion_in(lang, *words)
    assert done.returncode == 2
    assert mistake in done.stderr
    assert "--help" in done.stderr
    assert "Traceback" not in done.stderr
    for english in ("No such", "Missing", "Invalid", "unexpected"):
        assert english not in done.stderr
