"""The examples of README and docs are what the program prints, and the docs name every command and option.

A `console` block is a list of commands (`$ companion …`) and their output; a line `…` stands for any lines. A `text` block after
`<!-- session: ID -->` is a game as it is played in a terminal: `> ` lines are typed, the rest is said.
"""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import Run

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs" / "games").glob("*.md"))]


def examples() -> list[tuple[str, str, list[str]]]:
    """Every command of a `console` block with the lines printed for it: (page, command, lines)."""
    found = []
    for page in PAGES:
        for block in re.findall(r"^```console\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S):
            for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
                command, *lines = part.rstrip("\n").split("\n")
                found.append((page.name, command, lines))
    return found


def agrees(lines: list[str], printed: list[str]) -> bool:
    """Whether printed lines are those of an example, `…` standing for any run of lines."""
    pattern = "".join(
        r"(?:[^\n]*\n)*" if line.strip() == "…" else re.escape(line.rstrip()) + r"[ ]*\n" for line in lines
    )
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in printed)) is not None


@pytest.mark.parametrize(
    ("command", "lines"), [pytest.param(command, lines, id=f"{page}: {command}") for page, command, lines in examples()]
)
def test_an_example_prints_what_the_page_says(
    command: str, lines: list[str], companion: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for folder in ("logs", "deals"):
        shutil.copytree(ROOT / "fixtures" / folder, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    program, *words = shlex.split(command)
    assert program == "companion"
    answer = companion(*words)
    assert agrees(lines, (answer.out + answer.err).rstrip("\n").split("\n")), answer.out + answer.err


def test_the_game_that_opens_the_readme_is_played_as_it_looks(tmp_path: Path) -> None:
    pexpect = pytest.importorskip("pexpect", reason="pseudo-terminals are not to be had on this system")
    import os
    import sys

    text = (ROOT / "README.md").read_text(encoding="utf-8")
    match = re.search(r"<!-- session: (\w+) -->\n```text\n\$ companion play\n(.*?)```", text, re.S)
    assert match, "the README opens with a game"
    turns = [turn.split("\n", 1) for turn in re.split(r"^> ", match[2], flags=re.M) if turn.strip()]
    environ = dict(
        os.environ, TERM="dumb", NO_COLOR="1", COLUMNS="80", LINES="40", LC_ALL="C.UTF-8", HOME=str(tmp_path)
    )
    environ.pop("LANGUAGE", None)
    log = str(tmp_path / "game.log")
    child = pexpect.spawn(
        sys.executable,
        ["-m", "companion", "play", match[1], "--log", log, "--lang", "en"],
        cwd=ROOT,
        env=environ,
        dimensions=(40, 80),
        encoding="utf-8",
        timeout=60,
        echo=False,
    )
    child.expect("\n> ")
    for typed, said in turns:
        child.sendline(typed)
        child.expect("\n> ")
        heard = " ".join(child.before.split())
        assert " ".join(said.split()) in heard
    child.sendline("quit")
    child.expect(pexpect.EOF)


def test_every_command_is_told_of_in_the_guide() -> None:
    from companion.cli.app import app

    guide = (ROOT / "docs" / "guide.md").read_text(encoding="utf-8")
    names = [
        command.name or (command.callback.__name__ if command.callback else "") for command in app.registered_commands
    ]
    names += [group.name for group in app.registered_groups if group.name]
    missing = [name for name in names if f"companion {name}" not in guide]
    assert not missing
