"""The log: what is read from it, what undo and fix leave, and that nothing is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import Card
from companion.errors import FileTrouble, Unreadable
from companion.events import Draw, End, Fix, Move, Undo
from companion.journal import Journal, event_line, header_lines, parse_record, read_record
from companion.referee import check

HEAD = "companion-log 1\nvariant: hauta\n"


def record(*lines: str, head: str = HEAD) -> bytes:
    return (head + "".join(f"{line}\n" for line in lines)).encode()


def standing(*lines: str) -> list[str]:
    return [str(entry.event) for entry in parse_record(record(*lines)).resolve().events]


def test_events_notes_and_comments_are_told_apart() -> None:
    log = parse_record(record("# a comment", "draw 9C waste ; no seven yet", "", "draw 8h cell1"))
    assert [(e.line, str(e.event), e.note) for e in log.entries] == [
        (4, "draw 9C waste", "no seven yet"),
        (6, "draw 8H cell1", None),
    ]


@pytest.mark.parametrize(
    ("lines", "left"),
    [
        (["draw 9C waste", "undo"], []),
        (["draw 9C waste", "draw 8H cell1", "undo", "draw 8H waste"], ["draw 9C waste", "draw 8H waste"]),
        (["draw 9C waste", "draw 8H cell1", "undo", "undo"], []),
        # An undo takes back a fix as it takes back any event.
        (["draw 9C waste", "fix 9C 6C", "undo"], ["draw 9C waste"]),
    ],
)
def test_undo_takes_back_the_last_event_still_standing(lines: list[str], left: list[str]) -> None:
    assert standing(*lines) == left


@pytest.mark.parametrize(
    ("lines", "left"),
    [
        (["draw 9H waste", "fix 9H 6H"], ["draw 6H waste"]),
        # Without a line it is the last statement that is meant, with one it is that line.
        (["deal 9H", "deal 9H", "fix 9H 6H"], ["deal 9H", "deal 6H"]),
        (["deal 9H", "deal 9H", "fix 9H 6H line 3"], ["deal 6H", "deal 9H"]),
        (["deal 4S 9H 9H", "fix 9H 6H"], ["deal 4S 9H 6H"]),
        (["draw 9H waste", "fix 9H 6H", "fix 6H 5H"], ["draw 5H waste"]),
    ],
)
def test_fix_restates_a_card(lines: list[str], left: list[str]) -> None:
    assert standing(*lines) == left


def test_fix_reaches_the_deal_of_the_header() -> None:
    deal = "9C 8H 7S"
    log = parse_record(record("fix 8H 6H", head=HEAD + f"deal: {deal}\n"))
    assert log.resolve().deal == (Card(9, "C"), Card(6, "H"), Card(7, "S"))


@pytest.mark.parametrize(
    "line", ["undo", "draw", "fix 9H 6H", "fix 9H 6H line 99", "draw 9C nowhere", "jump", "draw 1X waste"]
)
def test_what_cannot_be_done_or_read_is_told_and_the_rest_is_read(line: str) -> None:
    resolved = parse_record(record(line, "draw 9C waste")).resolve()
    assert [str(entry.event) for entry in resolved.events] == ["draw 9C waste"]
    assert [(entry.line, type(entry.trouble)) for entry in resolved.troubles] == [(3, Unreadable)]


@pytest.mark.parametrize(
    ("damage", "events"),
    [
        (lambda data: b"\xef\xbb\xbf" + data, 2),
        (lambda data: data.replace(b"\n", b"\r\n"), 2),
        (lambda data: data.replace(b"draw 9C", "draw 9\u2663\ufe0f".encode()), 2),
        (lambda data: data.replace(b"draw 9C", "draw \u200b9C".encode()), 2),
    ],
    ids=["BOM", "CRLF", "variation selector", "zero-width space"],
)
def test_invisible_differences_change_nothing(damage: object, events: int) -> None:
    data = damage(record("draw 9C waste", "draw 8H cell1"))  # type: ignore[operator]
    log = parse_record(data)
    assert [str(entry.event) for entry in log.entries] == ["draw 9C waste", "draw 8H cell1"][:events]


def test_b33_a_newer_version_is_refused_politely() -> None:
    with pytest.raises(FileTrouble) as caught:
        parse_record(b"companion-log 2\nvariant: hauta\n")
    assert caught.value.key == "log-version-newer"
    assert caught.value.facts["version"] == 2


@pytest.mark.parametrize("cut", range(1, len("draw 8H corner1\n")))
def test_b30_a_log_cut_within_its_last_line_keeps_every_line_before(cut: int, tmp_path: Path) -> None:
    whole = record("draw 9C waste", "draw 7H corner1")
    path = tmp_path / "cut.log"
    path.write_bytes(whole[:-cut])
    log = read_record(str(path))
    kept = [str(entry.event) for entry in log.entries]
    assert kept[:1] == ["draw 9C waste"]
    assert kept[1:] in ([], ["draw 7H corner1"], ["draw"])
    # Going on from it loses nothing: the torn text stays in the file as a comment.
    torn = whole[:-cut].split(b"\n")[-1]
    journal, _ = Journal.resume(path)
    journal.write(["draw 2S waste"])
    journal.close()
    after = path.read_bytes()
    assert torn.strip() in after
    assert after.endswith(b"draw 2S waste\n")
    again = read_record(str(path))
    assert not [entry for entry in again.entries if entry.trouble]


def test_a_line_is_on_the_disk_when_append_returns(tmp_path: Path) -> None:
    path = tmp_path / "new" / "game.log"
    journal = Journal.create(path, header_lines("hauta", {}, "2026-11-29T18:02:11+02:00"))
    journal.write(["draw 9C waste ; a note"])
    assert path.read_text(encoding="utf-8").splitlines()[-1] == "draw 9C waste ; a note"
    journal.close()


def test_an_existing_log_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    path.write_text("something\n", encoding="utf-8")
    with pytest.raises(FileTrouble) as caught:
        Journal.create(path, ["companion-log 1"])
    assert caught.value.key == "log-exists"
    assert path.read_text(encoding="utf-8") == "something\n"


def test_a_file_in_which_nothing_stands_is_begun(tmp_path: Path) -> None:
    """A process killed between the making of its log and the first write leaves such a file."""
    path = tmp_path / "game.log"
    path.touch()
    Journal.create(path, ["companion-log 1", "variant: kapas"]).close()
    assert path.read_text(encoding="utf-8") == "companion-log 1\nvariant: kapas\n"


def test_two_games_that_begin_in_one_empty_file_do_not_mix(tmp_path: Path) -> None:
    pytest.importorskip("fcntl", reason="this system has no advisory locks")
    path = tmp_path / "game.log"
    path.touch()
    first = Journal.create(path, ["companion-log 1", "variant: kapas"])
    with pytest.raises(FileTrouble) as caught:
        Journal.create(path, ["companion-log 1", "variant: hauta"])
    assert caught.value.key == "log-exists"
    first.close()


def test_only_one_journal_holds_a_log(tmp_path: Path) -> None:
    pytest.importorskip("fcntl", reason="this system has no advisory locks")
    path = tmp_path / "game.log"
    first = Journal.create(path, ["companion-log 1", "variant: hauta"])
    with pytest.raises(FileTrouble) as caught:
        Journal.resume(path)
    assert caught.value.key in ("log-held", "log-held-by")
    first.close()
    second, _ = Journal.resume(path)
    second.close()


def test_a_log_deleted_while_it_is_open_is_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    journal = Journal.create(path, ["companion-log 1", "variant: hauta"])
    path.unlink()
    with pytest.raises(FileTrouble) as caught:
        journal.write(["undo"])
    assert caught.value.key == "log-gone"
    journal.close()


@pytest.mark.parametrize(
    ("name", "content", "key"),
    [
        ("missing.log", None, "file-missing"),
        ("empty.log", b"", "file-empty"),
        ("blank.log", b"\n \n", "file-empty"),
        ("other.txt", b"Dear diary,\n", "file-no-record"),
        ("picture.jpg", b"\xff\xd8\xff\xe0\x00\x10JFIF", "file-no-record"),
        ("nul.log", b"\x00" * 40, "file-no-record"),
    ],
)
def test_a_file_that_is_no_record_says_so(name: str, content: bytes | None, key: str, tmp_path: Path) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(FileTrouble) as caught:
        read_record(str(path))
    assert caught.value.key == key


def test_a_folder_is_no_record(tmp_path: Path) -> None:
    with pytest.raises(FileTrouble) as caught:
        read_record(str(tmp_path))
    assert caught.value.key == "file-is-folder"


CARDS = st.builds(Card, st.integers(1, 13), st.sampled_from("SHDC"))
PLACES = st.sampled_from(["waste", "corner1", "corner4", "centre", "cell1", "sixes"])
EVENTS = st.one_of(
    st.builds(Draw, PLACES, st.none() | CARDS),
    st.builds(Move, PLACES, PLACES, st.none() | CARDS),
    st.builds(Fix, CARDS, CARDS, st.none() | st.integers(1, 99)),
    st.builds(End, st.sampled_from(["won", "blocked", "stopped"])),
    st.just(Undo()),
)
NOTES = st.none() | st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=12)


@given(st.lists(st.tuples(EVENTS, NOTES), max_size=12))
def test_what_is_written_is_what_is_read(events: list[tuple[object, str | None]]) -> None:
    lines = [event_line(event, note) for event, note in events]  # type: ignore[arg-type]
    log = parse_record(record(*lines))
    assert [entry.event for entry in log.entries] == [event for event, _ in events]


@given(st.binary(max_size=300))
def test_no_bytes_whatever_bring_the_reader_down(data: bytes) -> None:
    from companion.errors import CompanionError

    for content in (data, HEAD.encode() + data):
        try:
            check(parse_record(content))
        except CompanionError:
            continue
