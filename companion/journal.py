"""The log: one event a line, appended and synced as it happens; read forgivingly, written in one form.

The format is told in `docs/log-format.md`. Undo and fix stay in the record; `Log.standing` is what they leave.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO

from companion.cards import Card, cards_text, plain
from companion.deals import DealFile, parse_deal
from companion.errors import CompanionError, FileTrouble, Unreadable
from companion.events import (
    MOST_DIGITS,
    Deal,
    Draw,
    Event,
    Fix,
    GameEvent,
    Move,
    Place,
    Turn,
    Undo,
    parse_event,
    read_cards,
    stated_cards,
)
from companion.rules import DEFAULT, Game, game

MAGIC = "companion-log"
VERSION = 1
TOGETHER = "# together"
"""The comment before several lines that stand or fall as one: where fewer of them are whole, none of them is read."""
MAX_BYTES = 1 << 20
"""A log of a whole evening is a few kilobytes; anything larger is not a log."""
MAX_SIGNS = 4000
"""No event is longer, its note aside: all 104 cards in words are shorter."""
MAX_CARDS = 104
MOST_FAULTS = 5000
"""With more lines than these wrong a file is no log of a game, and to tell each of them would keep its reader busy for minutes."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the record: its event, or what makes it unreadable. `line` counts from 1."""

    line: int
    text: str
    event: Event | None = None
    note: str | None = None
    trouble: CompanionError | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """A game event that undo and fix have left standing, with the line that it came from."""

    line: int
    event: GameEvent
    note: str | None = None


@dataclass(frozen=True)
class Log:
    """A record as read: header, entries, and what was set aside at its end.

    `torn` is the last line, or the last lines that belong together, where they were cut short, from line `torn_line` on. `unended`
    is a last line without its end that reads as an event, but might have been a longer one.
    """

    name: str
    variant: str = DEFAULT
    options: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    deal: tuple[Card, ...] | None = None
    deal_line: int = 0
    entries: tuple[Entry, ...] = ()
    torn: str | None = None
    torn_line: int = 0
    unended: str | None = None

    def game(self) -> Game:
        """The rules that the header names. Raises `Unreadable`, `Ambiguous`."""
        return game(self.variant, self.options)

    def resolve(self) -> Resolved:
        """What stands after every undo and fix. Raises `FileTrouble` where too much of it is wrong."""
        return _Resolver(self).resolve()


@dataclass(frozen=True)
class Resolved:
    """The events that stand, the deal as fixed, and the undos and fixes that found nothing to act on."""

    events: tuple[Standing, ...]
    deal: tuple[Card, ...] | None
    troubles: tuple[Entry, ...]


def refuse_too_faulty(faults: int, file: str, line: int) -> None:
    """Raise `FileTrouble` where so many lines of a log are wrong, up to this one, that it is read no further."""
    if faults > MOST_FAULTS:
        raise FileTrouble("log-too-faulty", file=file, count=MOST_FAULTS, line=line)


class _Resolver:
    """Applies undo and fix in the order of the record."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.troubles: list[Entry] = []
        self.stated: dict[Card, list[int]] = {}
        """The lines that state a card, in order."""

    def resolve(self) -> Resolved:
        stack: list[Entry] = []
        for entry in self.log.entries:
            if entry.trouble is not None:
                self._tell(entry, entry.trouble)
            elif not isinstance(entry.event, Undo):
                stack.append(entry)
            elif stack:
                stack.pop()
            else:
                self._tell(entry, Unreadable("undo-nothing", text=entry.text))
        events: dict[int, Standing] = {}
        deal = self.log.deal
        for entry in stack:
            if isinstance(entry.event, Fix):
                deal = self._fix(entry, entry.event, events, deal)
            elif entry.event is not None and not isinstance(entry.event, Undo):
                events[entry.line] = Standing(entry.line, entry.event, entry.note)
                for card in set(stated_cards(entry.event)):
                    self.stated.setdefault(card, []).append(entry.line)
        return Resolved(tuple(events.values()), deal, tuple(self.troubles))

    def _fix(
        self, entry: Entry, fix: Fix, events: dict[int, Standing], deal: tuple[Card, ...] | None
    ) -> tuple[Card, ...] | None:
        lines = self.stated.get(fix.old, [])
        line = (lines[-1] if lines else None) if fix.line is None else fix.line if fix.line in lines else None
        if line is not None:
            event = restated(events[line].event, fix.old, fix.new)
            events[line] = replace(events[line], event=event)
            if fix.old not in stated_cards(event):
                lines.remove(line) if fix.line else lines.pop()
            if line not in (news := self.stated.setdefault(fix.new, []))[-1:]:
                news[:] = sorted({*news, line}) if news and news[-1] > line else [*news, line]
        elif deal is not None and len(deal) <= MAX_CARDS and fix.old in deal and fix.line in (None, self.log.deal_line):
            at = deal.index(fix.old)
            return (*deal[:at], fix.new, *deal[at + 1 :])
        else:
            key = "fix-not-on-line" if fix.line is not None else "fix-nothing"
            self._tell(entry, Unreadable(key, text=entry.text, card=fix.old, line=fix.line))
        return deal

    def _tell(self, entry: Entry, trouble: CompanionError) -> None:
        self.troubles.append(replace(entry, trouble=trouble))
        refuse_too_faulty(len(self.troubles), self.log.name, entry.line)


def restated(event: GameEvent, old: Card, new: Card) -> GameEvent:
    """The event with the last statement of one card changed to another."""
    if isinstance(event, Deal):
        at = len(event.cards) - 1 - event.cards[::-1].index(old)
        return Deal((*event.cards[:at], new, *event.cards[at + 1 :]))
    assert isinstance(event, Draw | Move | Turn)  # nothing else states a card
    return replace(event, card=new)


# ---------------------------------------------------------------------- reading


def read_bytes(path: str) -> bytes:
    """The bytes of a file, or of standard input for `-`. Raises `FileTrouble`."""
    try:
        if path == "-":
            data = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            if os.path.isdir(path):
                raise FileTrouble("file-is-folder", file=path)
            if os.path.exists(path) and not os.path.isfile(path):
                raise FileTrouble("file-not-plain", file=path)
            with open(path, "rb") as stream:
                data = stream.read(MAX_BYTES + 1)
    except FileNotFoundError as error:
        raise FileTrouble("file-missing", file=path) from error
    except OSError as error:
        raise FileTrouble("file-unreadable", file=path, why=error.strerror or type(error).__name__) from error
    except ValueError as error:  # a NUL in the name
        raise FileTrouble("file-missing", file=path) from error
    if len(data) > MAX_BYTES:
        raise FileTrouble("file-too-large", file=path, limit_mib=MAX_BYTES >> 20)
    if not data.strip():
        raise FileTrouble("file-empty", file=path)
    return data


def read_record(path: str) -> Log:
    """Read a log or a deal file; a deal file is a game that stands at its opening. Raises `FileTrouble`, `Unreadable`."""
    return parse_record(read_bytes(path), path)


def parse_record(data: bytes, name: str = "-") -> Log:
    """Read the bytes of a log or a deal file."""
    text = data.decode("utf-8", "replace").removeprefix("\ufeff")
    first = next((line for raw in text.splitlines() if (line := plain(raw)) and not line.startswith("#")), "")
    if first.split(maxsplit=1)[:1] == [MAGIC]:
        return parse_log(text, name)
    try:
        return deal_as_log(parse_deal(text), name)
    except Unreadable as error:
        if error.key == "deal-card-unreadable" and not _looks_like_deal(first):
            raise FileTrouble("file-no-record", file=name, first=first[:60]) from error
        raise


def _looks_like_deal(first: str) -> bool:
    try:
        return first.lower().startswith(("variant:", "option:")) or bool(read_cards(first.split()[:1]))
    except Unreadable:
        return False


def deal_as_log(deal: DealFile, name: str) -> Log:
    """A deal file as the record of a game that has not begun. Raises `Contradiction` for a wrong pack."""
    variant = deal.variant or DEFAULT
    return Log(name, variant, deal.options, {}, deal.cards)


def parse_log(text: str, name: str = "-") -> Log:
    """Read a log; lines that cannot be read become entries with their trouble. Raises `FileTrouble`, `Unreadable`."""
    lines = text.split("\n")
    torn_candidate = lines.pop()  # what follows the last newline: nothing, or a line that was cut
    reader = _Reader(name)
    for number, raw in enumerate(lines, start=1):
        reader.take(number, raw)
    if torn_candidate.strip():
        reader.take_last(len(lines) + 1, torn_candidate)
    return reader.log()


@dataclass(frozen=True, slots=True)
class _Step:
    """Lines that belong together: how and where they are announced, how many entries came before, how many are still to come.

    A line that cannot be read is none of them: where the last one is damaged, the whole step is set aside.
    """

    text: str = ""
    line: int = 0
    entries: int = 0
    left: int = 0


def _together(comment: str) -> int:
    """How many lines a comment announces as belonging together; 0 for any other comment."""
    count = comment.removeprefix(TOGETHER).strip()
    return int(count) if comment.startswith(TOGETHER) and count.isdecimal() and len(count) <= MOST_DIGITS else 0


class _Reader:
    """Takes the lines of a log one by one; the header ends with the first event."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.begun = False
        self.variant = DEFAULT
        self.headers: dict[str, str] = {}
        self.options: dict[str, str] = {}
        self.deal: list[Card] | None = None
        self.deal_line = 0
        self.entries: list[Entry] = []
        self.torn: str | None = None
        self.torn_line = 0
        self.unended: str | None = None
        self.unreadable = 0
        self.step = _Step()
        self._places: Sequence[Place] | None = None

    def log(self) -> Log:
        if self.step.left:
            self._set_aside(self.step.line, self.step.entries, self.step.text)
        return Log(
            self.name,
            self.variant,
            self.options,
            self.headers,
            tuple(self.deal) if self.deal is not None else None,
            self.deal_line,
            tuple(self.entries),
            self.torn,
            self.torn_line,
            self.unended,
        )

    @property
    def places(self) -> Sequence[Place]:
        if self._places is None:
            self._places = game(self.variant, self.options).places
        return self._places

    def take(self, number: int, raw: str) -> None:
        line = plain(raw)
        if not line or line.startswith("#"):
            if count := _together(line):
                self.step = _Step(line, number, len(self.entries), count)
            return
        if not self.begun:
            self._magic(line)
            return
        key, colon, value = line.partition(":")
        if colon and not self.entries and key.isidentifier():
            self._header(number, key.lower(), value.strip())
            return
        entry = self.entry(number, line)
        self.entries.append(entry)
        if self.step.left and entry.trouble is None:
            self.step = replace(self.step, left=self.step.left - 1)
        self.unreadable += entry.trouble is not None
        refuse_too_faulty(self.unreadable, self.name, number)

    def take_last(self, number: int, raw: str) -> None:
        """A last line without its newline: kept where it reads as an event of its own, set aside as torn where it does not."""
        before, step = len(self.entries), self.step
        self.take(number, raw)
        if len(self.entries) == before:
            return
        self.step = step  # it is no whole line, so a step that it belongs to is not whole either
        if not step.left and self.entries[-1].trouble is not None:
            self._set_aside(number, before)
        elif not step.left and self._may_be_cut(self.entries[-1]):
            self.unended = self.entries[-1].text

    def _set_aside(self, line: int, entries: int, *announced: str) -> None:
        """Take away what was read from a line on, as torn."""
        self.torn = " / ".join((*announced, *(entry.text for entry in self.entries[entries:])))
        self.torn_line = line
        del self.entries[entries:]

    def _may_be_cut(self, entry: Entry) -> bool:
        """Whether more of a line would have been another event: more cards of a deal, `pile12` for `pile1`, a longer number."""
        last = entry.text.split()[-1].lower()
        longer = any(place.lower().startswith(last) and place.lower() != last for place in self.places)
        numbered = isinstance(entry.event, Fix) and entry.event.line is not None
        return entry.note is None and (isinstance(entry.event, Deal) or longer or numbered)

    def entry(self, number: int, line: str) -> Entry:
        words, semicolon, note = line.partition(" ;")
        told = note.strip() if semicolon else None
        if len(words) > MAX_SIGNS:
            start = f"{words[:60]}…"
            trouble = Unreadable("event-unreadable", text=start, word=words[MAX_SIGNS - 20 : MAX_SIGNS])
            return Entry(number, start, None, told, trouble)
        try:
            event = parse_event(words.strip(), self.places)
            if isinstance(event, Draw) and event.to is None:  # that a draw is possible is no event
                raise Unreadable("event-place-missing", text=words.strip())
            return Entry(number, words.strip(), event, told)
        except CompanionError as error:
            return Entry(number, words.strip(), None, told, error)

    def _magic(self, line: str) -> None:
        words = line.split()
        if len(words) != 2 or not words[1].isdecimal() or len(words[1]) > MOST_DIGITS:
            raise FileTrouble("log-version-unreadable", file=self.name, text=line[:60])
        if int(words[1]) > VERSION:
            raise FileTrouble("log-version-newer", file=self.name, version=int(words[1]), known=VERSION)
        self.begun = True

    def _header(self, number: int, key: str, value: str) -> None:
        match key:
            case "variant":
                self.variant = value
            case "option":
                name, equals, setting = value.partition("=")
                if not equals:
                    raise Unreadable("option-unreadable", text=value, line=number)
                self.options[name.strip()] = setting.strip()
            case "deal":
                try:
                    cards = read_cards(value.split())
                except Unreadable as error:
                    raise Unreadable("deal-card-unreadable", line=number, text=error.facts["text"]) from error
                self.deal = self.deal or []
                self.deal.extend(cards)
                self.deal_line = number
            case _:
                self.headers[key] = value


# ---------------------------------------------------------------------- writing


def header_lines(
    variant: str,
    options: Mapping[str, str],
    started: str,
    *,
    seed: int | None = None,
    deal: Sequence[Card] | None = None,
) -> list[str]:
    """The lines that a new log begins with."""
    lines = [f"{MAGIC} {VERSION}", f"variant: {variant}", *(f"option: {n}={v}" for n, v in options.items())]
    lines.append(f"started: {started}")
    if seed is not None:
        lines.append(f"seed: {seed}")
    if deal is not None:
        lines.append(f"deal: {cards_text(deal)}")
    return lines


def shortened(text: str, most: int = 200) -> str:
    """The beginning of a text that may be of any length, for showing it."""
    return text if len(text) <= most else f"{text[:most]}…"


def event_line(event: Event, note: str | None = None) -> str:
    """An event as a log line, without its newline."""
    told = " ".join(note.split()) if note else ""
    return f"{event} ; {told}" if told else str(event)


def comment_line(text: str) -> str:
    """A remark as a log line, without its newline."""
    return f"# {' '.join(text.split())}"


def step_lines(events: Sequence[Event], note: str | None = None) -> list[str]:
    """Events as log lines. What follows an undo is announced as belonging to it, so that no half of such a step is ever read."""
    lines = [event_line(event, note) for event in events]
    return [f"{TOGETHER} {len(lines)}", *lines] if any(isinstance(event, Undo) for event in events[:-1]) else lines


class Journal:
    """A log that is open for appending: lines are on the disk before `write` returns.

    Only one journal holds a log at a time; a second one is refused with `FileTrouble`.
    """

    def __init__(self, path: Path, stream: IO[bytes]) -> None:
        self.path = path
        self._stream = stream
        _hold(stream, path)

    @classmethod
    def create(cls, path: Path, lines: Sequence[str]) -> Journal:
        """Begin a new log; an existing file is never overwritten. Raises `FileTrouble`."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            # A process that dies as it begins leaves an empty file; that one holds nothing, and is begun again.
            journal = cls(path, open(path, "r+b" if is_empty(path) else "xb", buffering=0))  # noqa: SIM115 (held until close)
        except FileExistsError as error:
            raise FileTrouble("log-exists", file=str(path)) from error
        except OSError as error:
            raise FileTrouble("log-cannot-begin", file=str(path), why=error.strerror or "") from error
        try:
            if not is_empty(path):  # another game has begun it in the meantime
                raise FileTrouble("log-exists", file=str(path))
            journal.write(lines)
        except FileTrouble as error:
            journal.close()
            _drop_empty(path)
            if error.key == "log-exists":
                raise
            raise FileTrouble("log-cannot-begin", file=str(path), why=str(error.facts.get("why", ""))) from error
        _sync_folder(path.parent)
        return journal

    @classmethod
    def whole(cls, path: Path, text: str) -> Journal:
        """Put a record that is known whole into a file: a new one, or one that holds the beginning of it already.

        Raises `FileTrouble`: `log-exists` for a file that holds anything else. A folder on the way is not made.
        """
        if not path.parent.is_dir():
            raise FileTrouble("log-folder-gone", file=str(path), folder=str(path.parent))
        if not os.path.lexists(path):
            return cls.create(path, text.removesuffix("\n").split("\n"))
        data, held = text.encode(), read_bytes(str(path))
        if not data.startswith(held):
            raise FileTrouble("log-exists", file=str(path))
        try:
            journal = cls(path, open(path, "r+b", buffering=0))  # noqa: SIM115 (held until close)
        except OSError as error:
            raise FileTrouble("log-cannot-append", file=str(path), why=error.strerror or "") from error
        try:
            journal._write(data[len(held) :].decode())
        except BaseException:
            journal.close()
            raise
        return journal

    @classmethod
    def resume(cls, path: Path) -> tuple[Journal, Log]:
        """Open an existing log to go on. What is torn at its end is turned into a comment, so that nothing is lost."""
        try:
            journal = cls(path, open(path, "r+b", buffering=0))  # noqa: SIM115 (held until close)
        except FileNotFoundError as error:
            raise FileTrouble("file-missing", file=str(path)) from error
        except OSError as error:
            raise FileTrouble("log-cannot-append", file=str(path), why=error.strerror or "") from error
        try:
            log = parse_record(read_bytes(str(path)), str(path))
            journal._mend_end(log)
        except BaseException:
            journal.close()
            raise
        return journal, log

    def write(self, lines: Sequence[str]) -> None:
        """Append lines at once and sync them. Raises `FileTrouble`; then the file is as it was before."""
        self._write("".join(f"{line}\n" for line in lines))

    def close(self) -> None:
        """Let the log go."""
        self._stream.close()

    def _in_place(self) -> bool:
        """Whether the name still leads to the file that is being written."""
        try:
            return os.path.samestat(os.stat(self.path), os.fstat(self._stream.fileno()))
        except OSError:
            return False

    def _mend_end(self, log: Log) -> None:
        data = read_bytes(str(self.path))
        if log.torn is None:
            if not data.endswith(b"\n"):
                self._write("\n")
            return
        kept = sum(len(line) + 1 for line in data.split(b"\n")[: log.torn_line - 1])
        # The comment is written after the torn bytes before they are cut, so that no moment holds less than was there.
        self._write("\n" + comment_line(f"torn line set aside: {log.torn}") + "\n")
        rest = read_bytes(str(self.path))[len(data) + 1 :]
        self._stream.seek(kept)
        self._stream.write(rest)
        self._stream.truncate()
        os.fsync(self._stream.fileno())

    def _write(self, text: str) -> None:
        data = text.encode()
        before = self._stream.seek(0, os.SEEK_END)
        refuse_full(str(self.path), before + len(data))
        try:
            if not self._in_place():
                raise FileTrouble("log-gone", file=str(self.path))
            written = 0
            while written < len(data):
                written += self._stream.write(data[written:]) or 0
            os.fsync(self._stream.fileno())
        except OSError as error:
            _cut(self._stream, before)
            raise FileTrouble("log-write-failed", file=str(self.path), why=error.strerror or "") from error


def refuse_full(file: str, size: int) -> None:
    """Raise `FileTrouble` where a log would grow larger than is read again."""
    if size > MAX_BYTES:
        raise FileTrouble("log-full", file=file, limit_mib=MAX_BYTES >> 20)


def _cut(stream: IO[bytes], length: int) -> None:
    """Take back a line that was only half written, if the file still lets us."""
    try:
        stream.truncate(length)
    except OSError:
        return


def _hold(stream: IO[bytes], path: Path) -> None:
    """Lock the file for this process where the system can; raises `FileTrouble` when another holds it."""
    try:
        import fcntl
    except ImportError:  # Windows: the open file itself is the lock that matters
        return
    try:
        fcntl.flock(stream.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        process = _holder(stream)
        stream.close()
        if process is not None:
            raise FileTrouble("log-held-by", file=str(path), process=process) from error
        raise FileTrouble("log-held", file=str(path)) from error


def _holder(stream: IO[bytes]) -> int | None:
    """The number of the process that holds the lock, where the system lists locks (Linux)."""
    status = os.fstat(stream.fileno())
    wanted = f"{os.major(status.st_dev):02x}:{os.minor(status.st_dev):02x}:{status.st_ino}"
    try:
        with open("/proc/locks", encoding="ascii", errors="replace") as locks:
            rows = [row.split() for row in locks]
    except OSError:
        return None
    return next((int(row[4]) for row in rows if len(row) > 5 and row[5] == wanted and row[4].isdecimal()), None)


def is_empty(path: Path) -> bool:
    """Whether there is a plain file in which nothing stands."""
    try:
        return path.is_file() and path.stat().st_size == 0
    except OSError:
        return False


def _drop_empty(path: Path) -> None:
    """Take away a new log that could not even take its header, if nothing stands in it."""
    if is_empty(path):
        with contextlib.suppress(OSError):
            path.unlink()


def _sync_folder(folder: Path) -> None:
    """Make a new file's name durable; not every system can."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        return
    finally:
        os.close(handle)
