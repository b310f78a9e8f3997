"""Statistics over a folder of logs, kept in a small sqlite index so that only logs that changed are judged again.

A game counts once however often its log was copied, replayed or imported: games are told apart by variant, options, start and deal,
and of several records of one game the longest counts.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from companion.cards import cards_text
from companion.errors import CompanionError
from companion.events import End, stated_cards
from companion.journal import Log, read_record
from companion.referee import Report, check

SCHEMA = 2
_COLUMNS = "game, variant, started, seconds, events, result, progress, needed, legal"


@dataclass(frozen=True, slots=True)
class Result:
    """One game: `result` is a verdict or `unfinished`; `progress` the cards on foundations when it stopped, `needed` the ranks or
    cards that the foundations still waited for; `seconds` the time it took, where the record tells."""

    game: str
    variant: str
    started: str
    seconds: int | None
    events: int
    result: str
    progress: int
    needed: str
    legal: bool


@dataclass(frozen=True, slots=True)
class Summary:
    """What a set of games adds up to."""

    variant: str
    games: int
    won: int
    results: Counter[str]
    streak: int
    longest_streak: int
    seconds: int | None
    """Median time of a finished game, where known."""
    blocked_at: Counter[int]
    """Cards on the foundations when a game that was not won stopped."""
    needed: Counter[str]


def scan(
    folder: Path, index: Path | None, *, progress: Callable[[int, int], None] | None = None
) -> tuple[list[Result], list[Path]]:
    """The games in a folder and below, and the files that are no readable log. Without an index every file is judged."""
    files = sorted(path for path in folder.rglob("*.log") if path.is_file())
    unreadable: list[Path] = []
    best: dict[str, Result] = {}
    with _Index(index) as known:
        for count, path in enumerate(files):
            if progress:
                progress(count, len(files))
            result = known.result_of(path)
            if result is None:
                unreadable.append(path)
                continue
            if result.game not in best or best[result.game].events < result.events:
                best[result.game] = result
    return sorted(best.values(), key=lambda result: (result.started, result.game)), unreadable


def summaries(results: Sequence[Result]) -> list[Summary]:
    """One summary a variant, in the order of first play, and one over all of them (`variant` empty) where there are several."""
    variants = list(dict.fromkeys(result.variant for result in results))
    told = [_summary(name, [result for result in results if result.variant == name]) for name in variants]
    return [*told, _summary("", results)] if len(told) > 1 else told


def _summary(variant: str, results: Sequence[Result]) -> Summary:
    finished = [result for result in results if result.result != "unfinished"]
    streak = longest = 0
    for result in finished:
        streak = streak + 1 if result.result == "won" else 0
        longest = max(longest, streak)
    times = sorted(result.seconds for result in finished if result.seconds is not None)
    lost = [result for result in finished if result.result != "won"]
    return Summary(
        variant=variant,
        games=len(results),
        won=sum(result.result == "won" for result in results),
        results=Counter(result.result for result in results),
        streak=streak,
        longest_streak=longest,
        seconds=times[len(times) // 2] if times else None,
        blocked_at=Counter(result.progress for result in lost),
        needed=Counter(word for result in lost for word in result.needed.split()),
    )


def judge(log: Log) -> Result:
    """What one record adds to the statistics. Raises `CompanionError` where it cannot be judged at all."""
    report = check(log)
    ended = report.ended
    result = "won" if report.won else ended if ended and ended != "won" else "unfinished"
    return Result(
        game=identity(report),
        variant=report.game.variant,
        started=log.headers.get("started", ""),
        seconds=_seconds(report),
        events=len(report.steps),
        result=result,
        progress=report.game.progress(report.table),
        needed=" ".join(_needed(report)),
        legal=report.legal,
    )


def identity(report: Report) -> str:
    """What makes two records the same game: variant, options, start, and the order of the cards as far as it was stated."""
    log = report.log
    parts = [report.game.variant, *(f"{name}={value}" for name, value in sorted(log.options.items()))]
    parts += [log.headers.get("started", ""), log.headers.get("seed", "")]
    if log.deal is not None:
        parts.append(cards_text(log.deal))
    if "started" not in log.headers and log.deal is None:
        # Nothing else tells one game from another; the first cards that were turned do.
        stated = [card for step in report.steps for card in stated_cards(step.standing.event)]
        parts.append(cards_text(stated[:12]))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:24]


def _needed(report: Report) -> Iterator[str]:
    """What each unfinished foundation still waits for: the rank for games without suits, else the card."""
    table, game = report.table, report.game
    for place in game.foundations:
        for card in sorted(game.whole, key=lambda card: card.code):
            if game.accepts(table, place, card) is None:
                yield str(card) if game.family != "hauta" else str(card)[:-1]
                break


def _seconds(report: Report) -> int | None:
    """From the start in the header to the end in the note of `end`."""
    started = _moment(report.log.headers.get("started", ""))
    for step in reversed(report.steps):
        if isinstance(step.standing.event, End):
            ended = _moment(step.standing.note or "")
            if started and ended and (started.tzinfo is None) == (ended.tzinfo is None) and ended >= started:
                return round((ended - started).total_seconds())
    return None


def _moment(text: str) -> datetime | None:
    for word in text.split():
        try:
            return datetime.fromisoformat(word)
        except ValueError:
            continue
    return None


class _Known:
    """What the index knows of each file, by path, size and time of change."""

    def __init__(self, base: sqlite3.Connection) -> None:
        self.base = base

    def result_of(self, path: Path) -> Result | None:
        """The result of a file, judged only where it is new or has changed; none where it is no readable log."""
        stat = path.stat()
        key = (os.fsencode(path.resolve()).decode("utf-8", "backslashreplace"), stat.st_size, stat.st_mtime_ns)
        row = self.base.execute(
            f"SELECT {_COLUMNS} FROM logs WHERE path = ? AND size = ? AND changed = ?", key
        ).fetchone()
        if row is not None:
            return Result(**dict(zip(Result.__slots__, row, strict=True))) if row[0] else None
        try:
            result = judge(read_record(str(path)))
            values: Iterable[object] = tuple(getattr(result, name) for name in Result.__slots__)
        except CompanionError:
            result, values = None, ("", "", "", None, 0, "", 0, "", False)
        marks = ", ".join("?" * 12)
        self.base.execute(f"REPLACE INTO logs (path, size, changed, {_COLUMNS}) VALUES ({marks})", (*key, *values))
        return result


class _Index:
    """The sqlite index as a context; one that cannot be opened or is of another version is made anew in memory or in place."""

    def __init__(self, path: Path | None) -> None:
        self.path = path

    def __enter__(self) -> _Known:
        self.base = self._open()
        self.base.execute(
            "CREATE TABLE IF NOT EXISTS logs (path TEXT PRIMARY KEY, size INTEGER, changed INTEGER, game TEXT, variant TEXT, "
            "started TEXT, seconds INTEGER, events INTEGER, result TEXT, progress INTEGER, needed TEXT, legal INTEGER)"
        )
        self.base.execute(f"PRAGMA user_version = {SCHEMA}")
        return _Known(self.base)

    def __exit__(self, *_: object) -> None:
        self.base.commit()
        self.base.close()

    def _open(self) -> sqlite3.Connection:
        if self.path is None:
            return sqlite3.connect(":memory:")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            base = sqlite3.connect(self.path)
            if base.execute("PRAGMA user_version").fetchone()[0] not in (0, SCHEMA):
                base.execute("DROP TABLE IF EXISTS logs")
            return base
        except (sqlite3.Error, OSError):
            return sqlite3.connect(":memory:")  # the index only saves time; without it every log is judged
