"""`play`: the referee at the table. The session thinks; here its game is begun or resumed, and its shell started."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cards import plain
from companion.cli.common import game_heading, read_options, say_err, say_out
from companion.cli.play_advice import ADVICE
from companion.cli.play_photo import PhotoEntry
from companion.cli.play_reading import WordsReader
from companion.cli.play_shell import Shell
from companion.errors import Ambiguous, FileTrouble, Unreadable
from companion.guide.recorder import Record, begun, resumed
from companion.guide.session import Session
from companion.journal import MAGIC, Log, header_lines, is_empty, read_bytes, read_record
from companion.rules import DEFAULT, Game, find_variant, game, own_options, value_text

if TYPE_CHECKING:
    from companion.cards import Card
    from companion.words.voice import Voice


def play_game(
    name: str | None,
    *,
    log: str | None,
    deal: str | None,
    seed: int | None,
    options: Sequence[str] | None,
    plain: bool,
    voice: Voice,
) -> None:
    """Begin a game, or go on with the log that is there, and play it line by line. Raises `CompanionError`."""
    import typer

    name = _asked_which(name, voice)
    path = Path(log).expanduser() if log else None
    if path is not None and path.exists() and not is_empty(path):
        record, fresh = _resume(path, name, seed is not None or deal is not None or bool(options)), False
    else:
        record, fresh = _begin(path, name, deal, seed, options), True
    try:
        session = Session(record, lambda rules: WordsReader(rules, voice.lang), ADVICE)
        shell = Shell(session, voice, plain=plain, take=PhotoEntry(session, voice).take)
        shell.say(voice.say("play-variant", heading=game_heading(session.game, voice)))
        for part in session.opening():
            shell.tell(part)
        if fresh and record.log.deal is not None:
            shell.say(voice.say("play-deal-known"))
        shell.say(voice.say("play-log-new" if fresh else "play-log-goes-on", file=record.log.name), whole=True)
        shell.say(voice.say("play-help-hint"))
        code = shell.run()
    finally:
        record.close()
    raise typer.Exit(code)


def _asked_which(name: str | None, voice: Voice) -> str | None:
    """A name that two games share is asked about where somebody can answer (reports B08). Raises `Ambiguous` elsewhere."""
    if name is None:
        return None
    try:
        return find_variant(name).id
    except Ambiguous as error:
        candidates = [str(candidate) for candidate in error.candidates]
        talks = sys.stdin.isatty() and sys.stdout.isatty()
        if talks:
            say_out(voice.trouble(error))
        for number, candidate in enumerate(candidates, start=1):
            line = f"  {number}  {candidate} · {voice.variant(candidate)}: {voice.say(f'variant.{candidate}.line')}"
            (say_out if talks else say_err)(line)
        if not talks:
            raise
        answer = input("> ").strip()
        if answer.isdecimal() and len(answer) < 9 and 0 < int(answer) <= len(candidates):
            return candidates[int(answer) - 1]
        return find_variant(answer).id


def _resume(path: Path, name: str | None, for_new: bool) -> Record:
    """Go on with a log. Raises where the command line asks for something else than what it holds."""
    if for_new:
        raise Unreadable("play-log-has-deal", file=str(path))
    if not _is_log(path):
        raise Unreadable("play-log-is-deal", file=str(path))
    record = resumed(path)
    try:
        if name is not None and find_variant(record.log.variant).id != name:
            raise Unreadable("play-log-is-other", file=str(path), variant=record.log.variant, asked=name)
    except BaseException:
        record.close()
        raise
    return record


def _is_log(path: Path) -> bool:
    """Whether a file begins as a log does: events are never appended to a deal file, or to anything else."""
    text = read_bytes(str(path)).decode("utf-8", "replace").removeprefix("\ufeff")
    first = next((line for line in map(plain, text.splitlines()) if line and not line.startswith("#")), "")
    return first.split(maxsplit=1)[:1] == [MAGIC]


def _begin(
    path: Path | None, name: str | None, deal: str | None, seed: int | None, options: Sequence[str] | None
) -> Record:
    """Begin a new game in a new file."""
    rules, cards = chosen_deal(name, deal, seed, options)
    started = _now()
    kept = {option: value_text(value) for option, value in own_options(rules).items()}
    lines = header_lines(rules.variant, kept, started, seed=seed, deal=cards)
    where = path or _free_name(rules, started)
    return begun(where, lines, Log(str(where), rules.variant, kept, {"started": started}, cards))


def chosen_deal(
    name: str | None, deal: str | None, seed: int | None, options: Sequence[str] | None
) -> tuple[Game, tuple[Card, ...] | None]:
    """The game and the deal that the command line asks for; no deal where the player shuffles. Raises `CompanionError`."""
    from companion.deals import numbered_deal

    wanted = read_options(options)
    if deal is not None:
        if seed is not None:
            raise Unreadable("play-seed-and-deal")
        read = read_record(deal)
        cards = read.resolve().deal
        if cards is None:
            raise FileTrouble("play-no-deal", file=deal)
        rules = game(name or read.variant, {**read.options, **wanted})
        rules.check_deal(cards)
        return rules, cards
    rules = game(name or DEFAULT, wanted)
    return rules, numbered_deal(rules, seed) if seed is not None else None


def _now() -> str:
    from datetime import datetime

    return datetime.now().astimezone().isoformat(timespec="seconds")


def _free_name(rules: Game, started: str) -> Path:
    """A file for a new log in the folder for logs: the day, the minute and the game, numbered where that is taken."""
    from companion.settings import log_folder

    folder = log_folder()
    stem = f"{started[:10]}-{started[11:16].replace(':', '')}-{rules.variant}"
    names = (folder / f"{stem}{f'-{number}' if number else ''}.log" for number in range(1000))
    return next(path for path in names if not path.exists())
