"""check, moves, show, replay: answers, JSON keys and exit codes of the contract."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import Run

PRACTICE = """companion-log 1
variant: hauta
draw 9C waste
draw 8H cell1
draw 7S corner1
move cell1 corner1
move waste corner1
draw 5D cell1
draw 6C centre
move cell1 centre
draw 6H sixes
draw 4S centre
draw 3H centre
draw 2C centre
draw AD centre
move sixes centre
"""


@pytest.fixture
def practice(tmp_path: Path) -> str:
    path = tmp_path / "practice.log"
    path.write_text(PRACTICE, encoding="utf-8")
    return str(path)


def test_check_answers_the_guides_final_position(companion: Run, practice: str) -> None:
    answer = companion("check", practice, "--json")
    facts = answer.json
    assert answer.code == 0
    assert facts["file"] == practice
    assert (facts["variant"], facts["legal"], facts["events"]) == ("hauta", True, 14)
    assert facts["refusals"] == facts["problems"] == []
    assert facts["places"]["corner1"] == ["7S", "8H", "9C"]
    assert facts["places"]["centre"] == ["6C", "5D", "4S", "3H", "2C", "AD", "6H"]
    assert facts["places"]["sixes"] == facts["places"]["waste"] == []
    assert (facts["unseen"], facts["won"]) == (42, False)


def test_check_reads_standard_input_and_several_files_in_their_order(companion: Run, practice: str) -> None:
    answer = companion("check", practice, "-", "--json", stdin=b"companion-log 1\nvariant: hauta\ndraw 8H corner1\n")
    first, second = answer.json
    assert (first["file"], second["file"]) == (practice, "-")
    [refusal] = second["refusals"]
    assert (refusal["line"], refusal["event"], refusal["clause"]) == (3, "draw 8H corner1", "NT-3")
    assert "8♥" in refusal["message"] or "8H" in refusal["message"]
    assert answer.code == 1


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ("draw 9C waste\n", 0),
        ("draw 9C corner1\n", 1),
        ("draw 9Z waste\n", 3),
        ("draw 9C waste\ndraw 9C waste\n", 4),
        # What cannot be read outranks what contradicts, and that outranks a refusal.
        ("draw 9C corner1\ndraw 9C waste\ndraw 9C waste\n", 4),
        ("draw 9C corner1\nsing\n", 3),
    ],
)
def test_exit_codes_of_check(companion: Run, lines: str, code: int) -> None:
    answer = companion("check", "-", stdin=f"companion-log 1\nvariant: hauta\n{lines}".encode())
    assert answer.code == code
    assert "Traceback" not in answer.err + answer.out


def test_one_bad_file_does_not_keep_the_others_from_being_answered(
    companion: Run, practice: str, tmp_path: Path
) -> None:
    missing = str(tmp_path / "missing.log")
    answer = companion("check", missing, practice, "--json")
    first, second = answer.json
    assert answer.code == 3
    assert first["legal"] is False
    assert second["legal"] is True
    assert missing in first["problems"][0]["message"]


@pytest.mark.parametrize(
    ("deal", "code", "words"),
    [
        (b"", 3, "empty"),
        (b"9C 8H 7S", 4, "52"),
        (b"9C 8H seven", 3, "seven"),
    ],
)
def test_b16_a_deal_that_is_no_pack_is_told_with_counts(companion: Run, deal: bytes, code: int, words: str) -> None:
    answer = companion("check", "-", stdin=deal)
    assert answer.code == code
    assert words in answer.err


def test_b15_a_deal_file_is_read_from_the_card_drawn_first(companion: Run, tmp_path: Path) -> None:
    from companion.cards import full_pack

    cards = [str(card) for card in full_pack().elements()]
    path = tmp_path / "sorted.deal"
    path.write_text(" ".join(cards), encoding="utf-8")
    places = companion("check", str(path), "--json").json["places"]
    assert places["stock"] == cards
    # AS is drawn first: an ace goes to a cell or the waste only.
    moves = companion("moves", str(path), "--json").json["moves"]
    assert moves == ["draw cell1", "draw cell2", "draw cell3", "draw cell4", "draw waste"]


def test_moves_are_the_words_of_the_log(companion: Run, practice: str) -> None:
    moves = companion("moves", practice).out.splitlines()
    assert moves == ["draw"]  # nothing lies in the cells, the store or the waste, and the next card is unknown


def test_show_draws_and_tells_places(companion: Run, practice: str) -> None:
    answer = companion("show", practice, "--at", "3", "--json")
    assert answer.json["places"]["corner1"] == ["7S"]
    drawn = companion("show", practice)
    assert drawn.code == 0
    assert "\x1b" not in drawn.out
    assert all(len(line) <= 80 for line in drawn.out.splitlines())


def test_replay_in_a_pipe_tells_every_step(companion: Run, practice: str) -> None:
    answer = companion("replay", practice, "--json")
    steps = answer.json["steps"]
    assert [step["event"] for step in steps][:2] == ["draw 9C waste", "draw 8H cell1"]
    assert steps[-1]["places"]["corner1"] == ["7S", "8H", "9C"]
    text = companion("replay", practice).out
    assert text.count("draw 9C waste") == 1
    assert "14/14" in text


def test_b37_words_in_brackets_are_shown_as_they_are(companion: Run) -> None:
    text = companion("check", "-", stdin=b"companion-log 1\nvariant: hauta\ndraw [kh] :heart: [bold]waste\n")
    assert "[kh] :heart: [bold]waste" in text.out + text.err


def test_b06_the_variant_is_told_with_the_game(companion: Run) -> None:
    text = companion("check", "-", stdin=b"companion-log 1\nvariant: hauta-kookas\noption: passes=2\n").out
    assert "hauta-kookas" in text
    assert "passes=2" in text


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ("variant: solitaire", "solitaire"),
        ("option: gaps=none", "gaps"),
        ("option: passes=nine", "nine"),
        ("option: passes", "passes"),
    ],
)
def test_a_header_that_names_no_game_is_told(companion: Run, header: str, words: str) -> None:
    answer = companion("check", "-", stdin=f"companion-log 1\n{header}\ndraw 9C waste\n".encode())
    assert answer.code == 3
    assert words in answer.err
    assert "Traceback" not in answer.err


def test_escape_sequences_of_a_log_never_reach_the_terminal(companion: Run) -> None:
    answer = companion("check", "-", stdin=b"companion-log 1\nvariant: hauta\ndraw \x1b[2J\x07 waste ; \x1b]0;x\x07\n")
    assert "\x1b" not in answer.out + answer.err
    assert "\x07" not in answer.out + answer.err


def test_the_practice_deal_as_a_screen(companion: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    fixtures = Path(__file__).resolve().parent.parent.parent / "fixtures"
    monkeypatch.setenv("COLUMNS", "80")
    answer = companion("show", str(fixtures / "logs" / "practice.log"), "--lang", "en")
    assert answer.out == (fixtures / "screens" / "practice.txt").read_text(encoding="utf-8")
