"""Where a session keeps its record: the journal on the disk, or memory for practice and tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from companion.cards import Card
from companion.errors import FileTrouble
from companion.events import Event
from companion.journal import Entry, Journal, Log, comment_line, read_bytes, refuse_full, step_lines


class Recorder(Protocol):
    """Takes lines; they are safe when `write` returns."""

    def write(self, lines: Sequence[str]) -> None:
        """Record lines, all of them or none. Raises `FileTrouble`; then nothing has been recorded."""

    def close(self) -> None:
        """Let the record go."""


class Memory:
    """A record that is kept in memory alone: practice, tests, and a game whose log can no longer be written."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def write(self, lines: Sequence[str]) -> None:
        """Keep the lines in memory."""
        self.lines.extend(lines)

    def close(self) -> None:
        """Nothing to let go."""


class Record:
    """A log and its recorder in step: what is appended here is on the disk first and in `log` then.

    Where the disk fails, nothing raises and nothing is lost: the record goes on in memory, whole, `adrift` says why, and `save`
    brings all of it to a file again.
    """

    def __init__(self, log: Log, recorder: Recorder, lines: int, text: str = "") -> None:
        self.log = log
        self.adrift: FileTrouble | None = None
        """Why the record is in memory alone; nothing while its file keeps it."""
        self._recorder = recorder
        self._lines = lines
        self._text = text
        """The whole record as its file should hold it."""

    def append(self, *events: Event, note: str | None = None) -> int:
        """Record the events of one step, all of them or none, on the disk or, where that fails, in memory.

        Answers with the line of the first. Raises `FileTrouble` where a log holds no more; then nothing has been recorded.
        """
        lines = step_lines(events, note)
        first = self._lines + 1 + len(lines) - len(events)
        self._take(lines)
        for number, event in enumerate(events, start=first):
            self.log = self.with_event(event, note, number)
        return first

    def _take(self, lines: Sequence[str]) -> None:
        text = "".join(f"{line}\n" for line in lines)
        refuse_full(self.log.name, len(self._text.encode()) + len(text.encode()))
        if self.adrift is None:
            try:
                self._recorder.write(lines)
            except FileTrouble as error:
                self.adrift = error
                self._recorder.close()
                self._recorder = Memory()
        self._text += text
        self._lines += len(lines)

    def save(self, path: Path) -> None:
        """Bring a record that is adrift to a file, whole, and go on there. Raises `FileTrouble`; then nothing has changed."""
        self._recorder = Journal.whole(path, self._text)
        self.log = replace(self.log, name=str(path))
        self.adrift = None

    def with_event(self, event: Event, note: str | None = None, line: int | None = None) -> Log:
        """The log as it would be with one more event; nothing is recorded."""
        entry = Entry(line or self._lines + 1, str(event), event, note)
        return replace(self.log, entries=(*self.log.entries, entry))

    def comment(self, text: str) -> None:
        """Record a remark, on the disk or, where that fails, in memory. Raises `FileTrouble` where a log holds no more."""
        self._take([comment_line(text)])

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
    return Record(log, Journal.create(path, lines), len(lines), "".join(f"{line}\n" for line in lines))


def resumed(path: Path) -> Record:
    """The record of a game that goes on. Raises `FileTrouble`, `Unreadable`."""
    journal, log = Journal.resume(path)
    try:
        text = read_bytes(str(path)).decode("utf-8", "replace")
    except FileTrouble:
        journal.close()
        raise
    return Record(log, journal, text.count("\n"), text)
