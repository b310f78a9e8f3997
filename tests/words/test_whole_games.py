"""Whole games typed in the player's own language: Napoleon's Tomb in Finnish, kapas in Lithuanian, Saint Helena in Polish.

The games are those of `fixtures/logs`; each event is spelt as a player of that language would type it, and the log that `play` writes
must be the same game. After a wanted change, `UPDATE_GOLDEN=1 pytest tests/words/test_whole_games.py` writes the last
screens anew.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.events import Deal, Draw, End, Event, Move, Redeal, Series, Turn
from companion.journal import Log, read_record
from companion.referee import check
from companion.words.reading import short_place
from companion.words.vocabulary import vocabulary
from companion.words.voice import Voice

LOGS = Path(__file__).parents[2] / "fixtures" / "logs"
GOLDEN = Path(__file__).parent / "golden"
GAMES = [("hauta-won", "fi"), ("kapas", "lt"), ("helena", "pl")]


def spelt(event: Event, number: int, voice: Voice) -> str:
    """An event as a player might type it: cards by name or sign in turn, places in their short forms."""
    lang = voice.lang
    words = {command: forms[0] for command, forms in vocabulary(lang).commands.items()}

    def card(of: object) -> str:
        return voice.card_name(of) if number % 2 else voice.card(of)  # type: ignore[arg-type]

    match event:
        case Draw(to, drawn) if to and drawn:
            return f"{card(drawn)} {short_place(to, lang)}"
        case Move(source, to):
            return f"{short_place(source, lang)} {short_place(to, lang)}"
        case Series(source, to):
            return f"{words['series']} {short_place(source, lang)} {short_place(to, lang)}"
        case Deal(cards):
            return " ".join(map(card, cards)) if cards else words["deal"]
        case Turn(turned, _):
            return card(turned)
        case Redeal():
            return words["redeal"]
        case End(verdict):
            return f"{words['end']} {verdict}"
    raise AssertionError(event)


def played(log: Log, lang: str, home: Path) -> tuple[Path, str]:
    """The game of a log played anew through `play`, line by line; the new log and all that was said."""
    voice = Voice(lang)
    events = [standing.event for standing in log.resolve().events]
    lines = [spelt(event, number, voice) for number, event in enumerate(events)]
    lines.insert(-1, vocabulary(lang).commands["table"][0])
    folders = {name: str(home) for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "HOME")}
    file = home / "game.log"
    done = subprocess.run(
        [sys.executable, "-m", "companion", "play", log.variant, "--lang", lang, "--log", "game.log"],
        input="\n".join([*lines, ""]),
        capture_output=True,
        cwd=home,
        encoding="utf-8",
        timeout=50,
        env={
            **os.environ,
            **folders,
            "COLUMNS": "80",
            "NO_COLOR": "1",
            "PYTHONUTF8": "1",
            "PYTHONPATH": str(LOGS.parents[1]),
        },
        check=False,
    )
    assert done.stderr == ""
    return file, done.stdout


@pytest.mark.parametrize(("name", "lang"), GAMES)
def test_a_whole_game_in_the_language(name: str, lang: str, tmp_path: Path) -> None:
    log = read_record(str(LOGS / f"{name}.log"))
    file, said = played(log, lang, tmp_path)
    wanted, got = check(log), check(read_record(str(file)))
    assert got.table == wanted.table
    assert got.won
    assert got.ended == "won"
    assert len(got.steps) == len(wanted.steps)
    last_screen = said.splitlines(keepends=True)[-40:]
    _same(GOLDEN / f"{name}.{lang}.txt", "".join(last_screen))


def _same(path: Path, text: str) -> None:
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    assert text == path.read_text(encoding="utf-8")
