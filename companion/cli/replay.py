"""`replay`: a record stepped through in the terminal, forward and back; in a pipe, told from first to last."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from companion.cli.common import answer_json, drawn, game_heading, judged, say_drawing, say_out, terminal
from companion.cli.records import exit_of_report, places_json

if TYPE_CHECKING:
    from collections.abc import Collection

    from companion.events import Place
    from companion.referee import Report
    from companion.words.voice import Voice


def replay_record(file: str, *, start: int, every: bool, plain: bool, as_json: bool, voice: Voice) -> None:
    """Step through the standing events of a record, from the table after `start` events."""
    import typer

    report = judged(file)
    if as_json:
        answer_json(_as_json(report, voice))
    elif every or file == "-" or not (sys.stdin.isatty() and sys.stdout.isatty()):
        say_out(game_heading(report.game, voice))
        for count in range(max(0, start), len(report.steps) + 1):
            _tell(report, count, voice, plain=plain)
    else:
        _step_through(report, start, voice, plain=plain)
    raise typer.Exit(int(exit_of_report(report)))


def _as_json(report: Report, voice: Voice) -> dict[str, object]:
    return {
        "file": report.log.name,
        "variant": report.game.variant,
        "opening": places_json(report.opening),
        "steps": [
            {
                "line": step.standing.line,
                "event": str(step.standing.event),
                "note": step.standing.note,
                "clause": step.refusal.clause if step.refusal else None,
                "message": voice.refusal(step.refusal) if step.refusal else None,
                "places": places_json(step.table),
            }
            for step in report.steps
        ],
    }


def _tell(report: Report, count: int, voice: Voice, *, plain: bool) -> None:
    """One step: its event and note, what is wrong with it, and the table after it, with the places that it changed."""
    marks: Collection[Place] = ()
    if count:
        from companion.show.scenes import scene_at

        marks = scene_at(report, count).marks
        step = report.steps[count - 1]
        note = f" ; {step.standing.note}" if step.standing.note else ""
        say_out(f"\n{count}/{len(report.steps)}  {step.standing.event}{note}")
        if step.refusal is not None:
            say_out(voice.refusal(step.refusal))
        if step.contradiction is not None:
            say_out(voice.trouble(step.contradiction))
    say_drawing(drawn(report.game, report.at(count), voice, plain=plain, marks=tuple(marks)))


def _step_through(report: Report, start: int, voice: Voice, *, plain: bool) -> None:
    """Enter or n goes forward, b back, a number to that step, q leaves."""
    count, last = min(max(0, start), len(report.steps)), len(report.steps)
    clear = "\x1b[2J\x1b[H" if terminal().colour else ""
    while True:
        sys.stdout.write(clear)
        say_out(game_heading(report.game, voice))
        _tell(report, count, voice, plain=plain)
        sys.stdout.write(voice.say("replay-keys") + " ")
        sys.stdout.flush()
        try:
            word = sys.stdin.readline()
        except KeyboardInterrupt:
            say_out("")
            return
        match word.strip().casefold():
            case "" | "n" if word:
                count = min(count + 1, last)
            case "b" | "p":
                count = max(count - 1, 0)
            case number if number.isdecimal() and len(number) < 9:
                count = min(int(number), last)
            case "q" | "":
                return
