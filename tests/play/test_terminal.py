"""`play` and `practice` as their user meets them: in a terminal, in a pipe, interrupted, killed."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from companion.journal import read_record
from companion.referee import check
from tests.play.terminal import Table, environment

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are a Unix thing", allow_module_level=True)

GUIDE = ("9c", "w", "8h x1", "7s c1", "x1 c1", "w c1", "5d x1", "6c m", "x1 m", "6h s", "4s m", "3h m", "2c m", "ad m", "s m")  # fmt: skip
ASKED = "Turn a card and type it, or move."


def events(path: Path) -> list[str]:
    """The events of a log, as its lines."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [
        line for line in lines if line and line[0] != "#" and ":" not in line and not line.startswith("companion-log")
    ]


def piped(home: Path, text: str, *words: str) -> subprocess.CompletedProcess[str]:
    """`companion …` with its input from a pipe."""
    command = [sys.executable, "-m", "companion", *words]
    return subprocess.run(
        command, input=text, capture_output=True, text=True, env=environment(home), timeout=60, check=False
    )


def test_the_practice_deal_at_play_in_a_terminal(tmp_path: Path) -> None:
    log = tmp_path / "evening.log"
    table = Table(tmp_path, "play", "hauta", "--log", str(log))
    opening = table.see(ASKED)
    assert "hauta" in opening  # B06: the version is said
    assert "All these places are empty" in opening
    for line in GUIDE:
        table.type(line)
    table.see("6♥ from the six store to the centre.")
    table.type("quit")
    assert table.ends() == 0
    report = check(read_record(str(log)))
    assert report.legal
    assert "".join(map(str, report.table.piles["corner1"])) == "7S8H9C"
    assert len(report.table.piles["centre"]) == 7
    assert len(report.table.piles["stock"]) == 42


def test_a_refusal_names_the_clause_and_the_cards(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    table = Table(tmp_path, "play", "--log", str(log))
    table.see(ASKED)
    table.type("9c c1")
    assert "9♣" in table.see("(NT-3)")
    table.see("Where does 9♣ go?")
    table.type("w")
    table.see("9♣ from the stock to the waste.")
    assert events(log) == ["draw 9C waste"]
    table.leave()
    assert table.ends() == 0


def test_b42_ctrl_c_clears_the_line_and_a_second_one_leaves(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    table = Table(tmp_path, "play", "--log", str(log))
    table.see(ASKED)
    table.type("9c w")
    table.see("9♣ from the stock to the waste.")
    table.ready()
    table.child.send("8h x1")  # typed, not entered
    table.child.sendintr()
    table.type("7s c1")  # the line before it is gone, the session is not
    table.see("7♠ from the stock to corner 1.")
    table.ready()
    table.child.sendintr()
    table.see("Ctrl-C again")
    table.ready()
    table.child.sendintr()
    assert table.ends() == 130
    assert events(log) == ["draw 9C waste", "draw 7S corner1"]


def test_ctrl_d_leaves_and_the_game_goes_on_where_it_stopped(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    table = Table(tmp_path, "play", "--log", str(log))
    table.see(ASKED)
    table.type("9c w")
    table.see("9♣ from the stock to the waste.")
    table.leave()
    assert table.ends() == 0
    assert "To go on: companion play --log" in table.rest
    again = Table(tmp_path, "play", "--log", str(log))
    again.see("One event has been noted so far.")
    again.see(ASKED)
    again.type("8h x1")
    again.see("8♥ from the stock to cell 1.")
    again.type("q")
    assert again.ends() == 0
    assert events(log) == ["draw 9C waste", "draw 8H cell1"]


def test_tab_completes_and_f1_helps(tmp_path: Path) -> None:
    table = Table(tmp_path, "play", "--log", str(tmp_path / "a.log"))
    table.see(ASKED)
    table.type("9c w")
    table.see("9♣ from the stock to the waste.")
    table.ready()
    table.child.send("w x1\t")
    table.type("")
    table.see("9♣ from the waste to cell 1.")
    table.child.send("\x1bOP")  # F1
    table.see("A card turned:")
    table.type("quit")
    assert table.ends() == 0


def test_a_log_held_by_another_game_is_refused(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    table = Table(tmp_path, "play", "--log", str(log))
    table.see(ASKED)
    second = piped(tmp_path, "9c w\n", "play", "--log", str(log))
    assert second.returncode == 3
    assert "in use" in second.stderr
    table.type("quit")
    assert table.ends() == 0


def test_b08_a_name_of_two_games_is_asked_about(tmp_path: Path) -> None:
    table = Table(tmp_path, "play", "napoleono kapas", "--log", str(tmp_path / "a.log"))
    shown = table.see("> ")
    assert "one pack" in shown
    assert "two packs" in shown
    table.type("1")
    table.see("This is kapas")
    table.type("quit")
    assert table.ends() == 0
    answer = piped(tmp_path, "", "play", "napoleono kapas")
    assert answer.returncode == 2
    assert "two packs" in answer.stderr


def test_practice_in_a_terminal(tmp_path: Path) -> None:
    table = Table(tmp_path, "practice")
    opening = table.see("Card 1 of ten")
    assert "A♦, 2♣, 3♥, 4♠, 6♥, 6♣, 5♦, 7♠, 8♥, 9♣" in " ".join(opening.split())
    table.type("")
    table.see("Where will you lay 9♣?")
    table.type("c1")
    table.see("(NT-3)")
    table.type("x1")
    table.see("That is allowed too.")
    table.type("undo")
    table.see("Here the guide's way goes on.")
    for line in ("9c w", *GUIDE[2:]):
        table.type(line)
    table.see("The practice deal is done.")
    table.type("quit")
    assert table.ends() == 0


def test_practice_shows_itself(tmp_path: Path) -> None:
    answer = piped(tmp_path, "", "practice", "--demo")
    assert answer.returncode == 0
    assert answer.stdout.count("from the stock") == 10
    assert "42 cards in the stock" in answer.stdout
    assert "\x1b" not in answer.stdout


# ---------------------------------------------------------------------- pipes


def test_a_pipe_is_read_line_by_line_and_answered_without_codes(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    answer = piped(tmp_path, "\n".join(GUIDE) + "\ntable\n", "play", "--log", str(log))
    assert answer.returncode == 0
    assert "\x1b" not in answer.stdout
    assert "42 cards in the stock" in answer.stdout
    assert check(read_record(str(log))).legal
    assert len(events(log)) == 14


def test_lines_for_a_screen_reader(tmp_path: Path) -> None:
    answer = piped(tmp_path, "9c w\ntable\n", "play", "--plain", "--log", str(tmp_path / "a.log"))
    assert "Waste: nine of clubs" in answer.stdout
    assert "╭" not in answer.stdout


def test_letters_where_the_stream_has_no_suit_signs(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion", "play", "--log", str(tmp_path / "a.log")]
    env = environment(tmp_path, PYTHONIOENCODING="ascii")
    answer = subprocess.run(
        command, input=b"9c w\nhelp\ntable\n", capture_output=True, env=env, timeout=60, check=False
    )
    assert answer.returncode == 0
    assert b"9C from the stock to the waste." in answer.stdout
    assert b"\\u266" not in answer.stdout


def test_a_new_game_without_a_name_for_its_log_is_kept_with_the_others(tmp_path: Path) -> None:
    answer = piped(tmp_path, "9c w\n", "play", "hauta-pysolfc")
    assert answer.returncode == 0
    kept = list(tmp_path.rglob("*.log"))
    assert len(kept) == 1
    assert str(kept[0]) in answer.stdout
    assert events(kept[0]) == ["draw 9C waste"]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("play", "--seed", "0"), 2),
        (("play", "nosuch"), 2),
        (("play", "--option", "nosuch=1"), 2),
        (("play", "--deal", "nosuch.deal"), 3),
        (("play", "--seed", "1", "--deal", "nosuch.deal"), 2),
        (("practice", "kapas"), 2),
        (("setup", "--seed", "1", "--output", "sheet.txt"), 2),
    ],
)
def test_what_cannot_be_begun_is_told_in_a_sentence(tmp_path: Path, words: tuple[str, ...], code: int) -> None:
    answer = piped(tmp_path, "", *words)
    assert answer.returncode == code
    assert answer.stderr.strip()
    assert "Traceback" not in answer.stderr
    assert not list(tmp_path.rglob("*.log"))


def test_a_log_of_another_game_is_not_taken_over(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    piped(tmp_path, "9c w\n", "play", "hauta", "--log", str(log))
    before = log.read_bytes()
    assert piped(tmp_path, "", "play", "kapas", "--log", str(log)).returncode == 2
    assert piped(tmp_path, "", "play", "--seed", "3", "--log", str(log)).returncode == 2
    assert log.read_bytes() == before


@pytest.mark.parametrize("text", ["9C 8H 7S", "variant: hauta\n9C\n", "a shopping list\n"])
def test_nothing_is_ever_appended_to_a_file_that_is_no_log(tmp_path: Path, text: str) -> None:
    file = tmp_path / "a.deal"
    file.write_text(text, encoding="utf-8")
    answer = piped(tmp_path, "9c w\n", "play", "--log", str(file))
    assert answer.returncode == 2
    assert "--deal" in answer.stderr
    assert file.read_text(encoding="utf-8") == text


# ---------------------------------------------------------------------- nothing acknowledged is lost


def test_b30_kill_at_any_moment_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    chance = random.Random(30)
    done = 0
    for _ in range(4):
        table = Table(tmp_path, "play", "--plain", "--log", str(log))
        table.see("> ")
        until = min(len(GUIDE), done + chance.randint(2, 5))
        while done < until:
            table.type(GUIDE[done])
            table.see("> ")
            done += 1
        if done < len(GUIDE):
            table.child.send(GUIDE[done][: chance.randint(0, 2)])  # half a line is typed when the blow falls
        table.kill()
        assert len(events(log)) == max(0, done - 1)
        assert check(read_record(str(log))).legal


def test_b30_a_torn_last_line_is_set_aside_with_a_notice(tmp_path: Path) -> None:
    whole = tmp_path / "whole.log"
    piped(tmp_path, "9c w\n8h x1\n", "play", "--log", str(whole))
    data = whole.read_bytes()
    start = data.rstrip(b"\n").rfind(b"\n") + 1
    for cut in range(start, len(data), 6):
        log = tmp_path / f"cut{cut}.log"
        log.write_bytes(data[:cut])
        answer = piped(tmp_path, "7s c1\n", "play", "--log", str(log))
        assert answer.returncode == 0
        assert events(log)[0] == "draw 9C waste"
        assert events(log)[-1] == "draw 7S corner1"
        if cut > start and b"draw 8H cell1".startswith(data[start:cut]) and cut - start < len(b"draw 8H cell1"):
            assert "cut short" in answer.stdout
