"""Commands that search: hint, verdict, survey. Ctrl-C keeps what there is, and says so."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from companion.cli.common import answer_json, each_file, game_heading, judged, leave, read_options, say_err, say_out
from companion.cli.exits import Exit
from companion.errors import Unreadable
from companion.rules import game

if TYPE_CHECKING:
    from companion.referee import Report
    from companion.search.odds import Chance
    from companion.search.survey import Tally
    from companion.search.verdict import Verdict
    from companion.words.voice import Voice

LINE_EVENTS = 12
"""So many events of a line are shown unless the whole of it is asked for."""


class Interrupt:
    """Ctrl-C as a question that a search asks now and then, instead of an exception in the middle of it."""

    def __init__(self) -> None:
        self.asked = False

    def __call__(self) -> bool:
        return self.asked

    def note(self, _signal: int, _frame: FrameType | None) -> None:
        """The first Ctrl-C asks to stop; the second one leaves at once."""
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True


@contextmanager
def interruptible() -> Iterator[Interrupt]:
    """Turns Ctrl-C into `Interrupt` for the time of a search."""
    stop = Interrupt()
    before = signal.signal(signal.SIGINT, stop.note)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def watched(voice: Voice, quiet: bool) -> Iterator[Callable[[str], None]]:
    """A line of progress on standard error where somebody watches; it is wiped when the search ends."""
    if quiet or not sys.stderr.isatty():
        yield lambda _text: None
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(stderr=True)
    with console.status(Text(voice.say("search-preparing"))) as status:
        yield lambda text: status.update(Text(text))


def _ready(report: Report) -> None:
    """Raise `Unreadable` where cards must be named before anything can be judged."""
    waiting = report.game.to_turn(report.table) or report.table.dealing
    if waiting:
        raise Unreadable("search-cards-first", place=waiting[0], count=len(waiting))


# ---------------------------------------------------------------------- verdict


def tell_verdicts(
    files: Sequence[str], *, time_s: float, whole: bool, hidden: bool, seed: int, as_json: bool, voice: Voice
) -> None:
    """`verdict`: whether each position can still be won."""

    def answer(file: str) -> tuple[Exit, Mapping[str, Any]]:
        report = judged(file)
        _ready(report)
        found, stopped = _verdict(report, time_s, hidden, seed, voice, quiet=as_json)
        if not as_json:
            if len(files) > 1:
                say_out(f"{file}:")
            _tell_verdict(found, whole, stopped, voice)
        code = Exit.INTERRUPTED if stopped else exit_of_verdict(found)
        return code, {"file": file, "variant": report.game.variant, **verdict_json(found)}

    each_file(files, voice, as_json, answer)


def _verdict(
    report: Report, time_s: float, hidden: bool, seed: int, voice: Voice, *, quiet: bool
) -> tuple[Verdict, bool]:
    from companion.search.outcome import Limits
    from companion.search.verdict import verdict
    from companion.search.warm import prepare

    table = report.game.view(report.table) if hidden else report.table
    with interruptible() as stop, watched(voice, quiet) as tell:
        prepare(report.game, table)
        tell(voice.say("search-thinking"))

        def heard(chance: Chance) -> None:
            tell(voice.say("verdict-running", low=chance.low, high=chance.high, count=chance.samples))

        found = verdict(report.game, table, Limits(time_s=time_s), seed=seed, stop=stop, progress=heard)
        return found, stop.asked


def exit_of_verdict(found: Verdict) -> Exit:
    """Won is fine, lost (or only unresolved) is no, anything else is open."""
    if found.verdict == "won" or (found.chance is not None and found.chance.exact and found.chance.low == 1.0):
        return Exit.FINE
    return Exit.NO if found.verdict in ("lost", "unresolved") else Exit.OPEN


def verdict_json(found: Verdict) -> dict[str, Any]:
    """The facts of `verdict` as the contract names them."""
    return {
        "verdict": found.verdict,
        "proof": found.proof,
        "line": [str(event) for event in found.line],
        "chance": asdict(found.chance) if found.chance is not None else None,
        "limit": found.limit,
        "seconds": round(found.seconds, 3),
        "nodes": found.nodes,
        "best": found.best,
        "assumes": list(found.assumes),
        "why": found.why,
    }


def _tell_verdict(found: Verdict, whole: bool, stopped: bool, voice: Voice) -> None:
    if stopped:
        say_out(voice.say("search-stopped"))
    chance = found.chance
    if found.why == "blocked":
        say_out(voice.say("verdict-blocked"))
    elif found.why == "every-order":
        say_out(voice.say("verdict-every-order-lost" if found.verdict == "lost" else "verdict-every-order-won"))
    elif chance is not None:
        say_out(voice.say("verdict-odds", low=chance.low, high=chance.high, count=chance.samples))
        say_out("  " + voice.say("verdict-odds-high", count=chance.samples, won=chance.known_order[0]))
        say_out("  " + voice.say("verdict-odds-low", count=chance.followed[1], won=chance.followed[0]))
    elif found.verdict == "won" and not found.line:
        say_out(voice.say("is-won"))
        return
    else:
        say_out(voice.say(f"verdict-{found.verdict}", count=len(found.line), best=found.best))
        if found.limit:
            say_out("  " + voice.say(f"verdict-limit-{found.limit}"))
    if "order-known" in found.assumes:
        say_out("  " + voice.say("verdict-order-known"))
    shown = found.line if whole else found.line[:LINE_EVENTS]
    for event in shown:
        say_out(f"    {event}")
    if len(shown) < len(found.line):
        say_out("    … " + voice.say("verdict-more", count=len(found.line) - len(shown)))
    say_out("  " + voice.say("search-took", seconds=f"{found.seconds:.2f}", nodes=found.nodes))


# ---------------------------------------------------------------------- hint


def tell_hints(files: Sequence[str], *, time_s: float, seed: int, as_json: bool, voice: Voice) -> None:
    """`hint`: the best next move from what has been seen, and why."""
    from companion.search.hint import hint
    from companion.search.outcome import Limits
    from companion.search.warm import prepare

    def answer(file: str) -> tuple[Exit, Mapping[str, Any]]:
        report = judged(file)
        _ready(report)
        with interruptible() as stop, watched(voice, as_json) as tell:
            prepare(report.game, report.game.view(report.table), hints=True)
            tell(voice.say("search-thinking"))
            found = hint(report.game, report.table, Limits(time_s=time_s), seed=seed, stop=stop)
        if found is None or report.ended:
            if not as_json:
                say_out(voice.say("no-moves"))
            return Exit.NO, {"file": file, "event": None, "reason": None, "win_chance": None, "alternatives": []}
        reason = voice.say(f"advice-{found.reason.key}", **found.reason.facts)
        if not as_json:
            if len(files) > 1:
                say_out(f"{file}:")
            say_out(f"{found.event}")
            say_out(f"  {reason}")
            if found.win_chance is not None and found.samples:
                say_out("  " + voice.say("advice-chance", chance=found.win_chance, count=found.samples))
            for other in found.alternatives[:3]:
                chance = "" if other.win_chance is None else f"  {voice.say('hint-chance', chance=other.win_chance)}"
                say_out(f"  {voice.say('hint-or')} {other.event}{chance}")
        return Exit.INTERRUPTED if stop.asked else Exit.FINE, {
            "file": file,
            "variant": report.game.variant,
            "event": str(found.event),
            "reason": reason,
            "reason_key": found.reason.key,
            "win_chance": found.win_chance,
            "samples": found.samples,
            "alternatives": [{"event": str(o.event), "win_chance": o.win_chance} for o in found.alternatives],
            "seconds": round(found.seconds, 3),
        }

    each_file(files, voice, as_json, answer)


# ---------------------------------------------------------------------- survey


def tell_survey(
    name: str,
    *,
    options: Sequence[str] | None,
    deals: int,
    first: int,
    jobs: int | None,
    time_s: float,
    out: str | None,
    scheduler: str | None,
    as_json: bool,
    voice: Voice,
) -> None:
    """`survey`: how many of many numbered deals can be won."""
    from companion.search.outcome import Limits
    from companion.search.survey import survey

    rules = game(name, read_options(options))
    with interruptible() as stop, _bar(voice, deals, as_json) as progress:
        found = survey(
            rules.variant,
            read_options(options),
            deals=deals,
            first=first,
            jobs=jobs,
            limits=Limits(time_s=time_s),
            out=Path(out) if out else None,
            scheduler=scheduler,
            stop=stop,
            progress=progress,
        )
    if as_json:
        answer_json({**asdict(found), "options": dict(found.options), "interval95": list(found.interval95)})
    else:
        say_out(game_heading(rules, voice))
        say_out(_tally(found, voice))
        mean_s = found.seconds / found.deals if found.deals else 0.0
        say_out(voice.say("survey-time", seconds=f"{mean_s:.3f}"))
        if stop.asked:
            say_err(voice.say("survey-stopped" if out else "survey-stopped-lost"))
    leave(Exit.INTERRUPTED if stop.asked else Exit.FINE)


def _tally(found: Tally, voice: Voice) -> str:
    low, high = found.interval95
    key = "survey-tally-unresolved" if found.unresolved else "survey-tally"
    return voice.say(
        key,
        count=found.deals,
        won=found.won,
        lost=found.lost,
        unresolved=found.unresolved,
        undecided=found.undecided,
        low=low,
        high=high,
    )


@contextmanager
def _bar(voice: Voice, deals: int, quiet: bool) -> Iterator[Callable[[Tally], None]]:
    """A progress bar with the running interval, on standard error."""
    if quiet or not sys.stderr.isatty():
        yield lambda _tally: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), TextColumn("{task.completed}/{task.total}"), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, TextColumn("{task.description}", markup=False), console=console) as bar:
        task = bar.add_task("", total=deals)

        def tell(found: Tally) -> None:
            low, high = found.interval95
            bar.update(task, completed=found.deals, description=voice.say("survey-running", low=low, high=high))

        yield tell
