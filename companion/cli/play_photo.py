"""Cards from pictures at the table, in `play` and `practice`: `photo FILE`, `watch DIR` and `camera [N]` enter what they read as if it had been typed.

A sure card is entered; a doubtful one is asked about and nothing is entered until the player has typed it. What already lies on the
table counts: a card that is known to lie elsewhere cannot have been turned.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.common import say_out, settings, terminal
from companion.cli.photos import learnt_pack, trouble_of
from companion.guide.answer import Answer, Said, said
from companion.words.reading import neutral_text

if TYPE_CHECKING:
    from companion.cards import Card
    from companion.guide.session import Session
    from companion.sight.reader import Reading
    from companion.words.voice import Voice

COMMANDS = frozenset({"photo", "watch", "camera"})
PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif")
CUT_COLUMNS, CUT_LINES = 22, 13
"""How large the index of a doubtful card is shown on the terminal."""
WAIT_S = 0.5
"""How often a watched folder is looked at; a picture is read when its size has not changed between two looks."""


class PhotoEntry:
    """Answers the lines that enter cards by picture itself, and hands all others, and the cards it read, to `take`.

    `take` and `asks` are those of the sitting: of the session itself, or of what leads the player through it.
    """

    def __init__(
        self,
        session: Session,
        voice: Voice,
        take: Callable[[str], Answer] | None = None,
        asks: Callable[[], Said] | None = None,
    ) -> None:
        self.session = session
        self.voice = voice
        self.hand_on = take or session.take
        self.asks = asks or session.ask

    def take(self, line: str) -> Answer:
        """Answer one typed line."""
        words = line.split()
        command = self.session.reader.command(words[0]) if words else None
        if command not in COMMANDS:
            return self.hand_on(line)
        argument = line.split(maxsplit=1)[1].strip().strip("\"'") if len(words) > 1 else ""
        match command:
            case "photo" if argument:
                return self._entered(argument)
            case "watch" if argument:
                return self._watch(Path(argument).expanduser())
            case "camera":
                return self._camera(argument)
        return Answer((said("photo-needs-file" if command == "photo" else "photo-needs-folder"),))

    def _entered(self, path: str) -> Answer:
        """Read one picture and take its cards as a typed line."""
        from companion.sight.photo import PhotoTrouble
        from companion.sight.reader import read_photo

        unseen = self.session.seen.unseen(self.session.game.whole)
        try:
            reading = read_photo(os.path.expanduser(path), pack=learnt_pack(settings().pack), in_play=unseen.elements())
        except PhotoTrouble as error:
            return Answer((said("photo-trouble", text=trouble_of(error, self.voice)),))
        return self._taken(reading)

    def _taken(self, reading: Reading) -> Answer:
        told: list[Said] = []
        if not reading.cards:
            key = "photo-only-backs" if reading.backs else "photo-nothing"
            return Answer((said(key, file=reading.photo),))
        for number, seen in enumerate(reading.cards, start=1):
            if seen.doubt:
                told.extend(self._question(number, seen.doubt))
        words = " ".join("??" if seen.doubt or seen.card is None else neutral_text(seen.card) for seen in reading.cards)
        if told:
            show_doubtful(reading)
            return Answer((*told, said("photo-type-it")), again=words)
        read = said("photo-read", cards=tuple(seen.card for seen in reading.cards), file=Path(reading.photo).name)
        answer = self.hand_on(words)
        return replace(answer, parts=(read, *answer.parts))

    def _question(self, number: int, doubt: tuple[Card, ...]) -> Iterator[Said]:
        """What is asked about a doubtful card; that it reads as one that lies elsewhere is said, not bent to the table."""
        piles = self.session.seen.piles
        if not self.session.seen.unseen(self.session.game.whole)[doubt[0]]:
            places = tuple(place for place, pile in piles.items() if doubt[0] in pile)
            yield said("photo-elsewhere", number=number, card=doubt[0], places=places)
            doubt = doubt[1:]
        if len(doubt) == 1:
            yield said("photo-likely", number=number, card=doubt[0])
        elif doubt:
            yield said("photo-doubt", number=number, cards=doubt)

    def _watch(self, folder: Path) -> Answer:
        """Read each new picture of a folder as it arrives, until Ctrl-C."""
        if not folder.is_dir():
            return Answer((said("photo-no-folder", file=str(folder)),))
        say_out(self.voice.say("photo-watching", file=str(folder)))
        logged: list[object] = []
        try:
            for picture in _arrivals(folder):
                answer = self._entered(str(picture))
                for part in answer.parts:
                    say_out(self._words(part))
                logged.extend(answer.logged)
                if answer.again:
                    return Answer((), again=answer.again, show=bool(logged))
                say_out(self._words(self.asks()))
        except KeyboardInterrupt:
            pass
        return Answer((said("photo-watch-ended"),), show=bool(logged))

    def _words(self, part: object) -> str:
        from companion.errors import CompanionError
        from companion.rules import Refusal

        if isinstance(part, Said):
            return self.voice.say(part.key, **part.facts)
        if isinstance(part, Refusal):
            return self.voice.refusal(part)
        assert isinstance(part, CompanionError)
        return self.voice.trouble(part)

    def _camera(self, argument: str) -> Answer:
        """A live window; space or Enter reads what it sees, Escape closes it."""
        if argument and not argument.isdecimal():
            return Answer((said("camera-number", text=argument),))
        if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
            return Answer((said("camera-no-display"),))
        import tempfile

        import cv2

        from companion.sight.photo import quiet

        with quiet():
            capture = cv2.VideoCapture(int(argument or 0))
        try:
            if not capture.isOpened():
                return Answer((said("camera-none", number=int(argument or 0)),))
            with tempfile.TemporaryDirectory() as folder:
                path = _take_picture(capture, Path(folder), self.voice.say("camera-title"))
                return self._entered(str(path)) if path else Answer((said("camera-closed"),))
        except cv2.error:
            return Answer((said("camera-no-display"),))
        finally:
            capture.release()


def show_doubtful(reading: Reading) -> None:
    """Show the indices that are asked about, where the terminal has colours and half blocks for them."""
    shown = terminal()
    doubtful = {str(n): seen for n, seen in enumerate(reading.cards, start=1) if seen.doubt}
    if not shown.colour or not shown.signs or not doubtful or settings().plain:
        return
    from rich.console import Console

    from companion.show.blocks import half_blocks
    from companion.sight.mark import cut_out

    cuts = cut_out(reading.photo, list(doubtful.values()), CUT_COLUMNS, 2 * CUT_LINES)
    console = Console(width=shown.width)
    for line in half_blocks(cuts, list(doubtful), shown.width):
        console.print(line, no_wrap=True)


def _take_picture(capture: Any, folder: Path, title: str) -> Path | None:
    """Show the camera's picture, once a second with what is read in it, until a key is pressed; the file, or nothing."""
    import cv2

    from companion.sight.mark import mark_photo
    from companion.sight.photo import quiet
    from companion.sight.reader import read_photo

    taken, marked = folder / "camera.png", folder / "marked.png"
    looked, shown = 0.0, None
    try:
        while True:
            good, frame = capture.read()
            if not good:
                return None
            if time.monotonic() - looked > 1.0:
                cv2.imwrite(str(taken), frame)
                mark_photo(read_photo(str(taken)), str(marked))
                shown, looked = cv2.imread(str(marked)), time.monotonic()
            with quiet():  # the window's library speaks of fonts that it does without
                cv2.imshow(title, frame if shown is None else shown)
                key = cv2.waitKey(30) & 0xFF
            if key in (13, 32):
                cv2.imwrite(str(taken), frame)
                return taken
            if key == 27:
                return None
    finally:
        cv2.destroyAllWindows()


def _arrivals(folder: Path) -> Iterator[Path]:
    """Pictures that come into a folder after this moment, each once, when they have stopped growing; oldest first."""
    known = {path for path in folder.iterdir() if path.suffix.lower() in PICTURES}
    sizes: dict[Path, int] = {}
    while True:
        time.sleep(WAIT_S)
        fresh = [p for p in folder.iterdir() if p.suffix.lower() in PICTURES and p not in known and p.is_file()]
        for path in sorted(fresh, key=lambda path: path.stat().st_mtime_ns):
            size = path.stat().st_size
            if size and sizes.get(path) == size:
                known.add(path)
                yield path
            sizes[path] = size
