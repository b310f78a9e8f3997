"""`stats`: what a folder of logs adds up to, as text, JSON or a plot."""

from __future__ import annotations

import sys
from collections import Counter
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cards import Card
from companion.cli.common import answer_json, can_encode, say_err, say_out, terminal
from companion.cli.exits import Exit
from companion.errors import FileTrouble, Unreadable
from companion.settings import log_folder
from companion.stats import Result, Summary, scan, summaries

if TYPE_CHECKING:
    from companion.words.voice import Voice


def index_path() -> Path:
    """Where the index is kept; it can be deleted at any time."""
    from platformdirs import user_cache_path

    return user_cache_path("companion", appauthor=False) / "stats.sqlite3"


def tell_stats(
    folder: str | None, *, since: str | None, svg: str | None, losing: bool, as_json: bool, voice: Voice
) -> None:
    """Scan, add up and tell."""
    where = Path(folder) if folder else log_folder()
    if not where.is_dir():
        raise FileTrouble("folder-missing", file=str(where))
    results, unreadable = scan(where, index_path(), progress=_progress if sys.stderr.isatty() else None)
    if since:
        day = _day(since)
        results = [result for result in results if result.started[:10] >= day]
    told = summaries(results)
    moves = _losing_moves(where, results) if losing else {}
    if as_json:
        answer_json(_document(where, results, told, unreadable, moves))
    else:
        _tell(where, told, unreadable, voice)
        for name, event in moves.items():
            say_out(voice.say("stats-losing-move", file=name, event_text=event))
    if svg:
        _write(Path(svg), _plot(told, voice))
    if not results and not as_json:
        say_out(voice.say("stats-none"))
    import typer

    raise typer.Exit(int(Exit.FINE))


def _progress(done: int, count: int) -> None:
    if done % 50 == 0:
        sys.stderr.write(f"\r{done}/{count}")
        sys.stderr.flush()
    if done + 1 == count:
        sys.stderr.write("\r" + " " * 20 + "\r")


def _day(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError as error:
        raise Unreadable("option-value-unreadable", name="since", value=text, values="YYYY-MM-DD") from error


def _losing_moves(folder: Path, results: list[Result]) -> dict[str, str]:
    """For each log that was not won: the first move after which the search proves the game lost."""
    from companion.cli.losing import first_losing_move

    moves = {}
    for path in sorted(folder.rglob("*.log")):
        event = first_losing_move(path)
        if event is not None:
            moves[path.name] = event
    return moves if results else {}


def _document(
    where: Path, results: list[Result], told: list[Summary], unreadable: list[Path], moves: dict[str, str]
) -> dict[str, object]:
    return {
        "folder": str(where),
        "games": len(results),
        "variants": [
            {
                "variant": summary.variant or None,
                "games": summary.games,
                "won": summary.won,
                "results": dict(summary.results),
                "streak": summary.streak,
                "longest_streak": summary.longest_streak,
                "median_seconds": summary.seconds,
                "stopped_at": {str(cards): count for cards, count in sorted(summary.blocked_at.items())},
                "waited_for": dict(summary.needed.most_common()),
            }
            for summary in told
        ],
        "unreadable": [str(path) for path in unreadable],
        "first_losing_moves": moves,
    }


def _tell(where: Path, told: list[Summary], unreadable: list[Path], voice: Voice) -> None:
    say_out(str(where))
    for summary in told:
        say_out("")
        name = voice.say(f"variant.{summary.variant}.name") if summary.variant else voice.say("stats-all")
        say_out(name)
        say_out("  " + voice.say("stats-games", count=summary.games, won=summary.won))
        if summary.games:
            say_out("  " + voice.say("stats-streak", streak=summary.streak, longest=summary.longest_streak))
        if summary.seconds is not None:
            say_out("  " + voice.say("stats-time", minutes=f"{summary.seconds / 60:.0f}"))
        if summary.blocked_at:
            say_out("  " + voice.say("stats-blocked"))
            for line in bars(summary.blocked_at, terminal().width - 4):
                say_out("    " + line)
        if summary.needed and summary.variant:
            words = [_named(word, voice) for word, _ in summary.needed.most_common(5)]
            say_out("  " + voice.say("stats-needed", cards_text=", ".join(words)))
    for path in unreadable:
        say_err(voice.say("stats-unreadable", file=str(path)))


def _named(word: str, voice: Voice) -> str:
    """A card of the index as the reader sees cards; a bare rank, in games without suits, as it is."""
    try:
        return voice.card(Card.parse(word))
    except Unreadable:
        return word


def bars(counts: Counter[int], width: int) -> list[str]:
    """A histogram as lines, in classes of eight cards: the range, a bar, the count."""
    classes = Counter[int]()
    for cards, count in counts.items():
        classes[cards // 8] += count
    most = max(classes.values())
    sign = "█" if can_encode("█") else "#"
    room = max(8, min(width, 60) - 14)
    return [
        f"{8 * step:3}–{8 * step + 7:<3} {sign * max(1, round(room * count / most))} {count}"
        if can_encode("–")
        else f"{8 * step:3}-{8 * step + 7:<3} {sign * max(1, round(room * count / most))} {count}"
        for step, count in sorted(classes.items())
    ]


def _plot(told: list[Summary], voice: Voice) -> str:
    """Games and wins of each variant as one SVG picture."""
    from html import escape

    shown = [summary for summary in told if summary.variant]
    most = max((summary.games for summary in shown), default=1)
    rows = []
    for row, summary in enumerate(shown):
        top, games, won = 50 + 46 * row, 420 * summary.games / most, 420 * summary.won / most
        name = escape(voice.say(f"variant.{summary.variant}.name"))
        rows.append(
            f'<text x="20" y="{top}" font-size="14">{name}</text>'
            f'<rect x="20" y="{top + 6}" width="{games:.1f}" height="16" rx="3" fill="#c9d3dd"/>'
            f'<rect x="20" y="{top + 6}" width="{won:.1f}" height="16" rx="3" fill="#2f7d4f"/>'
            f'<text x="{28 + games:.1f}" y="{top + 19}" font-size="12">{summary.won}/{summary.games}</text>'
        )
    height = 70 + 46 * len(shown)
    title = escape(voice.say("stats-plot-title"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 520 {height}" font-family="sans-serif">'
        f'<rect width="520" height="{height}" fill="#fff"/><text x="20" y="26" font-size="16" font-weight="bold">{title}</text>'
        f"{''.join(rows)}</svg>\n"
    )


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise FileTrouble("file-unwritable", file=str(path), why=error.strerror or "") from error
