"""Cards entered from pictures: the practice deal played from photographs alone, doubts asked about, bad files told."""

from __future__ import annotations

import shutil
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.cards import Card
from companion.journal import read_record
from companion.referee import check
from companion.rules import game

if TYPE_CHECKING:
    from tests.conftest import Run

pytest.importorskip("cv2", reason="photographs need opencv, and a system library that it leans on is missing here")

PICTURES = Path(__file__).resolve().parent.parent.parent / "fixtures" / "photos" / "practice"

# What the hands do with each card once the picture has told which it is (rules of the guide's practice deal).
HANDS = [["w"], ["x1"], ["c1", "x1 c1", "w c1"], ["x1"], ["m", "x1 m"], ["s"], ["m"], ["m"], ["m"], ["m", "s m"]]


def test_the_practice_deal_is_played_from_pictures_only(companion: Run, tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    lines = []
    for number, hands in enumerate(HANDS, start=1):
        lines += [f"photo {PICTURES / f'{number:02d}.jpg'}", *hands]
    answer = companion(
        "play", "hauta", "--log", str(log), "--lang", "en", stdin="\n".join([*lines, "quit", ""]).encode()
    )
    assert answer.code == 0, answer.out + answer.err
    report = check(read_record(str(log)))
    assert report.legal
    piles = {place: " ".join(map(str, pile)) for place, pile in report.table.piles.items() if pile and place != "stock"}
    assert piles == {"corner1": "7S 8H 9C", "centre": "6C 5D 4S 3H 2C AD 6H"}


def test_a_card_that_lies_on_the_table_cannot_be_turned_again(companion: Run, tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    picture = PICTURES / "01.jpg"
    lines = [f"photo {picture}", "w", f"photo {picture}", "quit", ""]
    answer = companion("play", "hauta", "--log", str(log), "--lang", "en", stdin="\n".join(lines).encode())
    assert [str(entry.event) for entry in read_record(str(log)).entries] == ["draw 9C waste"]
    # What contradicts the table is told as such, asked about, and nothing is entered.
    assert "reads as 9♣, which lies on the waste already. Which card is it?" in " ".join(answer.out.split())


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("photo", "Which picture?"),
        ("photo nowhere.jpg", "nowhere.jpg"),
        ("watch nowhere", "nowhere"),
        ("camera first", "first"),
    ],
)
def test_bad_pictures_are_told_and_change_nothing(companion: Run, tmp_path: Path, line: str, words: str) -> None:
    log = tmp_path / "game.log"
    answer = companion("play", "hauta", "--log", str(log), "--lang", "en", stdin=f"{line}\nquit\n".encode())
    assert answer.code == 0
    assert words in answer.out
    assert read_record(str(log)).entries == ()


def test_a_watched_folder_enters_each_picture_as_it_arrives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.cli import play_photo

    monkeypatch.setattr(play_photo, "WAIT_S", 0.02)
    (tmp_path / "old.jpg").write_bytes(b"was here before")
    seen: list[Path] = []

    def arrive() -> None:
        time.sleep(0.1)
        shutil.copy(PICTURES / "01.jpg", tmp_path / "a.jpg")
        (tmp_path / "notes.txt").write_text("no picture", encoding="utf-8")
        time.sleep(0.1)
        shutil.copy(PICTURES / "02.jpg", tmp_path / "b.jpg")

    thread = threading.Thread(target=arrive)
    thread.start()
    for path in play_photo._arrivals(tmp_path):
        seen.append(path)
        if len(seen) == 2:
            break
    thread.join()
    assert [path.name for path in seen] == ["a.jpg", "b.jpg"]


def test_a_doubtful_card_is_asked_about_and_nothing_is_entered() -> None:
    from companion.cli.play_photo import PhotoEntry
    from companion.guide.answer import Answer
    from companion.sight.reader import Reading, SeenCard
    from companion.words.voice import Voice

    class Typed:
        """A session that only notes what is typed."""

        lines: tuple[str, ...] = ()
        ask = None
        game = game("hauta")
        seen = game.opening()

        def take(self, line: str) -> Answer:
            self.lines = (*self.lines, line)
            return Answer()

    box = ((0.0, 0.0),) * 4
    sure = SeenCard(Card(9, "C"), 0.99, None, box)  # type: ignore[arg-type]
    unsure = SeenCard(Card(7, "S"), 0.6, (Card(7, "S"), Card(7, "C")), box)  # type: ignore[arg-type]
    session = Typed()
    entry = PhotoEntry(session, Voice("en"))  # type: ignore[arg-type]
    answer = entry._taken(Reading("a.jpg", (sure, unsure), 0, 0, 0.1))
    assert session.lines == ()
    assert answer.again == "9♣ ??"
    assert [part.facts["cards"] for part in answer.parts if part.key == "photo-doubt"] == [(Card(7, "S"), Card(7, "C"))]  # type: ignore[union-attr]
    entry._taken(Reading("b.jpg", (sure,), 0, 0, 0.1))
    assert session.lines == ("9♣",)


def test_a_card_asked_about_is_shown_where_the_terminal_has_colours(tmp_path: Path) -> None:
    pytest.importorskip("pexpect", reason="pseudo-terminals are not to be had on this system")
    from companion.show.blocks import HALF
    from tests.play.terminal import Table

    for colours in ("", "1"):
        table = Table(tmp_path, "play", "hauta", "--log", str(tmp_path / f"game{colours}.log"), NO_COLOR=colours)
        table.ready()
        table.type(f"photo {PICTURES / '01.jpg'}")
        table.see("9♣")
        table.type("w")
        table.ready()
        table.type(f"photo {PICTURES / '01.jpg'}")
        asked = table.see("reads as 9♣")
        assert (HALF in asked) == (colours == "")
        table.child.sendcontrol("u")
        table.type("quit")
        table.ends()


@pytest.mark.parametrize("sitting", ["play", "practice"])
@pytest.mark.parametrize("language", ["en", "fi", "lt", "pl"])
def test_every_command_is_answered_in_every_sitting(
    companion: Run, tmp_path: Path, sitting: str, language: str
) -> None:
    from companion.words.vocabulary import vocabulary

    commands = vocabulary(language).commands
    assert {"photo", "watch", "camera", "hint", "undo"} <= set(commands)
    quick = [words[0] for name, words in commands.items() if name not in ("quit", "verdict", "hint", "end")]
    # With nothing behind it, with something that is nothing, and in the middle of a game.
    lines = [*quick, *(f"{word} zzz" for word in quick), "9c w", *quick, commands["quit"][0], ""]
    log = ["--log", str(tmp_path / "game.log")] if sitting == "play" else []
    answer = companion(sitting, "hauta", *log, "--lang", language, stdin="\n".join(lines).encode())
    assert (answer.code, "Traceback" in answer.out + answer.err) == (0, False), answer.out + answer.err


def test_the_practice_deal_is_walked_through_from_pictures(companion: Run) -> None:
    lines = [f"photo {PICTURES / '01.jpg'}", "w", "quit", ""]
    answer = companion("practice", "--lang", "en", stdin="\n".join(lines).encode())
    assert answer.code == 0
    assert "9♣ from the stock to the waste." in answer.out
    assert "9♣ has to wait" in " ".join(answer.out.split())  # the guide says why, as for a card typed
