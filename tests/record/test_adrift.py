"""A record whose file fails while the game is played: told, kept in memory whole, and brought to a file again."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.cli.play_reading import WordsReader
from companion.errors import FileTrouble
from companion.guide.recorder import begun, resumed
from companion.guide.session import Session
from companion.journal import Journal, Log, read_record

HEAD = ["companion-log 1", "variant: hauta", "started: 2026-11-29T18:02:11+02:00"]
SO_FAR = "\n".join([*HEAD, "draw 9C waste", ""])


def sitting(path: Path) -> Session:
    """A game in a file, one card drawn."""
    session = Session(begun(path, HEAD, Log(str(path), "hauta")), WordsReader)
    assert not session.take("9c w").refused
    return session


@contextmanager
def no_more_than(size: int) -> Iterator[None]:
    """No file may grow beyond a size: the write that would do so fails as it does on a full disk.

    Python does not look whether all of a module's bytecode was written, so that none may be written meanwhile.
    """
    resource = pytest.importorskip("resource", reason="this system has no limits of file sizes")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    writes_bytecode, sys.dont_write_bytecode = not sys.dont_write_bytecode, True
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        sys.dont_write_bytecode = not writes_bytecode


@pytest.mark.parametrize("room", [0, 1, 5, 13])
def test_a_full_disk_is_told_at_once_and_the_game_goes_on_in_memory(room: int, tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    session = sitting(path)
    with no_more_than(len(SO_FAR) + room):
        answer = session.take("8h x1")
    assert answer.keys() == ("done", "log-write-failed", "play-adrift")
    assert session.table.top("cell1") == session.table.piles["cell1"][0]
    # The line that did not fit is not half there, and there is no second complaint.
    assert path.read_text(encoding="utf-8") == SO_FAR
    assert session.take("7s c1").keys() == ("done",)
    assert session.take("log").keys() == ("play-log-adrift",)
    assert session.take("quit").keys() == ()  # nothing is claimed
    # With room again, the same log takes all of it.
    assert session.take("save").keys() == ("play-saved",)
    assert path.read_text(encoding="utf-8") == SO_FAR + "draw 8H cell1\ndraw 7S corner1\n"
    assert session.take("x1 c1").keys()[0] == "done"
    assert path.read_text(encoding="utf-8").endswith("move cell1 corner1\n")
    assert session.take("save").keys() == ("play-saved-already",)
    session.close()


@pytest.mark.parametrize("loss", ["deleted", "moved", "replaced", "folder deleted", "folder moved"])
def test_a_log_that_is_no_longer_there_is_told_at_once(loss: str, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    path = folder / "game.log"
    session = sitting(path)
    match loss:
        case "deleted":
            path.unlink()
        case "moved":
            path.rename(folder / "other.log")
        case "replaced":
            (folder / "other.log").write_text("something else\n", encoding="utf-8")
            os.replace(folder / "other.log", path)
        case "folder deleted":
            shutil.rmtree(folder)
        case "folder moved":
            folder.rename(tmp_path / "elsewhere")
    assert session.take("8h x1").keys() == ("done", "log-gone", "play-adrift")
    # A place to save to: wrong ones change nothing, a good one gets the whole record.
    (tmp_path / "full.log").write_text("mine\n", encoding="utf-8")
    assert session.take(f"save {tmp_path / 'full.log'}").keys() == ("log-exists",)
    assert (tmp_path / "full.log").read_text(encoding="utf-8") == "mine\n"
    assert session.take(f"save {tmp_path / 'nowhere' / 'a.log'}").keys() == ("log-folder-gone",)
    assert session.take(f"save {tmp_path}").keys() == ("file-is-folder",)
    assert not session.safe
    kept = tmp_path / "kept game.log"
    assert session.take(f"save {kept}").keys() == ("play-saved",)
    session.take("7s c1 ; begins")
    session.take("note well")
    session.close()
    assert kept.read_text(encoding="utf-8") == SO_FAR + "draw 8H cell1\ndraw 7S corner1 ; begins\n# well\n"


def test_a_log_that_is_deleted_is_put_back_by_save_alone(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    session = sitting(path)
    path.unlink()
    session.take("8h x1")
    assert session.take("save").keys() == ("play-saved",)
    assert path.read_text(encoding="utf-8") == SO_FAR + "draw 8H cell1\n"
    session.close()


def test_undo_fix_and_notes_are_kept_while_adrift(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    session = sitting(path)
    path.unlink()
    assert session.take("undo").keys() == ("undone", "log-gone", "play-adrift")
    for line in ("9d w", "fix 9d 9c", "note a remark", "8h x1"):
        assert not session.take(line).refused, line
    session.take("save")
    session.close()
    lines = path.read_text(encoding="utf-8").splitlines()[len(HEAD) :]
    assert lines == ["draw 9C waste", "undo", "draw 9D waste", "fix 9D 9C", "# a remark", "draw 8H cell1"]


def test_a_resumed_log_that_fails_is_whole_when_it_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    before = SO_FAR + "# mine, ąčę\ndraw 8H cell1\n"
    path.write_text(before, encoding="utf-8")
    session = Session(resumed(path), WordsReader)
    path.unlink()
    session.take("7s c1")
    session.take(f"save {tmp_path / 'b.log'}")
    session.close()
    assert (tmp_path / "b.log").read_text(encoding="utf-8") == before + "draw 7S corner1\n"


def test_a_log_that_cannot_even_take_its_header_is_not_begun(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    with no_more_than(10), pytest.raises(FileTrouble) as caught:
        Journal.create(path, HEAD)
    assert caught.value.key == "log-cannot-begin"
    assert not path.exists()


def test_who_holds_a_log_is_said_where_the_system_tells(tmp_path: Path) -> None:
    if not os.access("/proc/locks", os.R_OK):
        pytest.skip("this system lists no locks")
    path = tmp_path / "game.log"
    journal = Journal.create(path, HEAD)
    with pytest.raises(FileTrouble) as caught:
        Journal.resume(path)
    journal.close()
    # Some file systems number their files otherwise in that list; then nobody is named.
    assert caught.value.facts.get("process") in (None, os.getpid())
    assert read_record(str(path)).variant == "hauta"
