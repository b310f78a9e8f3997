"""Steps of several lines are read whole or not at all; what is torn or may be torn is told; a log is never made too large to read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion import journal
from companion.cli.play_reading import WordsReader
from companion.errors import FileTrouble
from companion.guide.recorder import begun, resumed
from companion.guide.session import Session
from companion.journal import Journal, Log, header_lines, parse_record, read_record
from companion.referee import check

if TYPE_CHECKING:
    from tests.conftest import Run

ROW = ("deal 9D 3H 5S",)
STEP = "# together 2\nundo\ndeal 9D 3H\n"


def begin(folder: Path, variant: str = "helena") -> Path:
    """A new log with one row of three cards."""
    path = folder / "game.log"
    Journal.create(path, [*header_lines(variant, {}, "2026-11-29T18:02:11+02:00"), *ROW]).close()
    return path


def standing(path: Path) -> list[str]:
    return [str(event.event) for event in read_record(str(path)).resolve().events]


def test_back_appends_its_lines_in_one_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = begin(tmp_path)
    session = Session(resumed(path), WordsReader)
    written: list[Sequence[str]] = []
    write = Journal.write
    monkeypatch.setattr(Journal, "write", lambda self, lines: (written.append(lines), write(self, lines))[1])
    assert session.take("back").keys() == ("back-taken",)
    assert written == [["# together 2", "undo", "deal 9D 3H"]]
    # The session counts its lines as the file has them: a correction by line finds the right one.
    assert session.record.log.entries == read_record(str(path)).entries
    assert session.take("deal 2C").keys() == ("dealt",)
    assert session.record.log.entries == read_record(str(path)).entries
    session.close()


@pytest.mark.parametrize("kept", range(len(STEP) + 1))
def test_a_step_cut_at_any_byte_takes_no_card_with_it(kept: int, tmp_path: Path) -> None:
    """Killed within the write of `back`: the row as it was, or the row without its last card, and never no row."""
    path = begin(tmp_path)
    before = path.read_text(encoding="utf-8")
    path.write_text(before + STEP[:kept], encoding="utf-8")
    whole = STEP[:kept] == STEP
    left = ["deal 9D 3H"] if whole else list(ROW)
    assert standing(path) == left
    log = read_record(str(path))
    begins = len("# together 2") <= kept  # before that it is a comment like any other
    assert (log.torn is not None) == (begins and not whole)
    session = Session(resumed(path), WordsReader)
    assert session.take("deal 2C").keys() == ("dealt",)
    session.close()
    assert standing(path) == [*left, "deal 2C"]
    text = path.read_text(encoding="utf-8")
    assert text.startswith(before)
    if log.torn is not None:
        assert f"# torn line set aside: {log.torn}\n" in text
        assert log.torn.replace(" / ", " ").split() == STEP[:kept].split()
    assert read_record(str(path)).torn is None
    assert not check(read_record(str(path))).problems


def test_a_mended_end_that_is_killed_in_its_turn_is_mended_again(tmp_path: Path) -> None:
    path = begin(tmp_path)
    cut = path.read_text(encoding="utf-8") + "# together 2\nundo\ndeal 9"
    for noted in ("", "\n", "\n# torn line", "\n# torn line set aside: undo / deal 9\n"):
        path.write_text(cut + noted, encoding="utf-8")
        Journal.resume(path)[0].close()
        assert standing(path) == list(ROW)
        assert "undo / deal 9" in path.read_text(encoding="utf-8")
        assert not check(read_record(str(path))).problems


@pytest.mark.parametrize(
    "comment",
    ["# together", "# together 0", "# together x", "# together 2.5", "# together " + "9" * 5000, "# altogether 2"],
)
def test_other_comments_bind_nothing(comment: str) -> None:
    log = parse_record(f"companion-log 1\nvariant: hauta\n{comment}\ndraw 9C waste\n".encode())
    assert [str(entry.event) for entry in log.entries] == ["draw 9C waste"]
    assert log.torn is None


def test_a_step_that_is_whole_binds_nothing_after_it() -> None:
    head = "companion-log 1\nvariant: helena\ndeal 9D 3H 5S\n"
    log = parse_record((head + STEP + "deal 2").encode())
    assert [str(entry.event) for entry in log.entries] == ["deal 9D 3H 5S", "undo", "deal 9D 3H"]
    assert (log.torn, log.torn_line) == ("deal 2", 7)


@pytest.mark.parametrize(
    ("variant", "line", "may_be_cut"),
    [
        ("helena", "deal 9D 3H", True),
        ("helena", "deal", True),
        ("helena", "move pile3 pile1", True),
        ("helena", "move pile3 pile12", False),
        ("helena", "move pile3 pile2", False),
        ("hauta", "draw 9C waste", False),
        ("hauta", "fix 9C 8C line 1", True),
        ("hauta", "fix 9C 8C", False),
        ("hauta", "draw 9C waste ; a no", False),
        ("hauta", "undo", False),
        ("hauta", "end stopped", False),
    ],
)
def test_a_last_line_without_its_end_that_could_be_another_event_is_told(
    variant: str, line: str, may_be_cut: bool, tmp_path: Path
) -> None:
    path = tmp_path / "game.log"
    path.write_text(f"companion-log 1\nvariant: {variant}\n{line}", encoding="utf-8")
    log = read_record(str(path))
    assert [str(entry.event) for entry in log.entries] == [line.split(" ;")[0]]
    assert log.unended == (line if may_be_cut else None)
    session = Session(resumed(path), WordsReader)
    assert ("unended-line" in [part.key for part in session.opening()]) == may_be_cut
    session.close()
    # Going on has ended the line, so that it is asked about once.
    assert path.read_text(encoding="utf-8").endswith(f"{line}\n")
    assert read_record(str(path)).unended is None


def test_check_tells_a_last_line_that_may_be_cut(companion: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    path.write_text("companion-log 1\nvariant: helena\ndeal 9D 3H", encoding="utf-8")
    answer = companion("check", str(path), "--lang", "en")
    assert "The last line has no line end and may be cut short; it is read as it stands: deal 9D 3H" in answer.out
    assert companion("check", str(path), "--json").json["unended"] == "deal 9D 3H"


def test_a_log_never_grows_larger_than_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    head = ["companion-log 1", "variant: hauta"]
    path = tmp_path / "game.log"
    session = Session(begun(path, head, Log(str(path), "hauta")), WordsReader)
    # Room for `draw 9C waste` and its end, and not a byte more.
    monkeypatch.setattr(journal, "MAX_BYTES", path.stat().st_size + 14)
    assert session.take("9c w ; a note").keys() == ("log-full",)
    assert session.take("note much too long").keys() == ("log-full",)
    assert session.safe
    assert session.table == session.report.opening
    assert session.take("9c w").keys() == ("done",)
    assert session.take("undo").keys() == ("log-full",)
    assert session.take("quit").keys() == ("play-left",)
    session.close()
    assert standing(path) == ["draw 9C waste"]
    # Nor does setting a torn line aside make it so: the log is left as it is, and that is told.
    path.write_text(path.read_text(encoding="utf-8")[:-5], encoding="utf-8")
    before = path.read_bytes()
    with pytest.raises(FileTrouble) as caught:
        Journal.resume(path)
    assert caught.value.key == "log-full"
    assert path.read_bytes() == before


def test_a_card_in_the_hand_is_no_event_and_nothing_else_is_said_of_it(companion: Run, tmp_path: Path) -> None:
    """A card is in the log from when it is placed. Leaving with one in the hand says so, and so does going on."""
    path = tmp_path / "game.log"
    answer = companion("play", "--log", str(path), "--lang", "en", stdin=b"8h w\n9c\n")
    assert "Everything is noted but 9♣, which is still in your hand; type it again when you go on." in answer.out
    assert "Everything is noted." not in answer.out
    assert standing(path) == ["draw 8H waste"]
    answer = companion("play", "--log", str(path), "--lang", "en", stdin=b"9c\nquit\n")
    assert "A card that was turned but not placed is not among them; type it again." in answer.out
    assert "Everything is noted but 9♣" in answer.out
    answer = companion("play", "--log", str(path), "--lang", "en", stdin=b"9c\nw\nquit\n")
    assert "Everything is noted.\n" in answer.out
    assert standing(path) == ["draw 8H waste", "draw 9C waste"]


def test_play_begins_in_an_empty_file_and_tells_of_no_other(companion: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    path.touch()
    answer = companion("play", "kapas", "--log", str(path), "--lang", "en", stdin=b"")
    assert f"Everything is noted in {path}" in answer.out
    assert read_record(str(path)).variant == "kapas"
