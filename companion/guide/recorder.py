"""Where a session keeps its record: the journal on the disk, or memory for practice and tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from companion.cards import Card
from companion.events import Event
from companion.journal import Entry, Journal, Log, event_line


class Recorder(Protocol):
    """Takes events one by one; an event is safe when `append` returns."""

    def append(self, event: Event, note: str | None = None) -> None:
        """Record an event. Raises `FileTrouble`; then nothing has been recorded."""

    def comment(self, text: str) -> None:
        """Record a remark that is no event."""

    def close(self) -> None:
        """Let the record go."""


class Memory:
    """A record that nobody keeps: practice, and tests."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def append(self, event: Event, note: str | None = None) -> None:
        """Keep the line in memory."""
        self.lines.append(event_line(event, note))

    def comment(self, text: str) -> None:
        """Keep the remark in memory."""
        self.lines.append(f"# {' '.join(text.split())}")

    def close(self) -> None:
        """Nothing to let go."""


class Record:
    """A log and its recorder in step: what is appended here is on the disk first and in `log` then."""

    def __init__(self, log: Log, recorder: Recorder, lines: int) -> None:
        self.log = log
        self._recorder = recorder
        self._lines = lines

    def append(self, event: Event, note: str | None = None) -> int:
        """Record an event; the number of its line. Raises `FileTrouble`; then nothing has changed."""
        self._recorder.append(event, note)
        self._lines += 1
        self.log = self.with_event(event, note, self._lines)
        return self._lines

    def with_event(self, event: Event, note: str | None = None, line: int | None = None) -> Log:
        """The log as it would be with one more event; nothing is recorded."""
        entry = Entry(line or self._lines + 1, str(event), event, note)
        return replace(self.log, entries=(*self.log.entries, entry))

    def comment(self, text: str) -> None:
        """Record a remark."""
        self._recorder.comment(text)
        self._lines += 1

    def close(self) -> None:
        """Let the record go."""
        self._recorder.close()


def in_memory(
    variant: str, options: dict[str, str] | None = None, deal: Sequence[Card] | None = None
) -> tuple[Record, Memory]:
    """A record of a new game that is kept nowhere."""
    memory = Memory()
    return Record(Log("-", variant, options or {}, {}, tuple(deal) if deal is not None else None), memory, 0), memory


def begun(path: Path, lines: Sequence[str], log: Log) -> Record:
    """A record of a new game in a new file with these header lines. Raises `FileTrouble`."""
    return Record(log, Journal.create(path, lines), len(lines))


def resumed(path: Path) -> Record:
    """The record of a game that goes on. Raises `FileTrouble`, `Unreadable`."""
    journal, log = Journal.resume(path)
    try:
        lines = path.read_bytes().count(b"\n")
    except OSError:
        lines = max((entry.line for entry in log.entries), default=0)
    return Record(log, journal, lines)
