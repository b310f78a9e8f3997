"""Commands that answer about a record: check, moves, show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.cards import cards_text
from companion.cli.common import (
    answer_json,
    drawn,
    each_file,
    game_heading,
    judged,
    name_of,
    say_drawing,
    say_out,
    terminal,
)
from companion.cli.exits import Exit
from companion.errors import Contradiction

if TYPE_CHECKING:
    from companion.events import Place
    from companion.referee import Report, Step
    from companion.table import Table
    from companion.words.voice import Voice


def exit_of_report(report: Report) -> Exit:
    """Unreadable lines before contradictions before refusals."""
    codes = [Exit.CONTRADICTION if isinstance(p.error, Contradiction) else Exit.UNREADABLE for p in report.problems]
    return Exit.worst([*codes, Exit.NO if report.refusals else Exit.FINE])


def places_json(table: Table) -> dict[Place, list[str]]:
    """Every place with its cards, bottom to top (the stock: next card first)."""
    return {place: [str(card) for card in pile] for place, pile in table.piles.items()}


def check_files(files: Sequence[str], *, as_json: bool, voice: Voice) -> None:
    """`check`: referee each record and tell what does not hold."""

    def answer(file: str) -> tuple[Exit, Mapping[str, Any]]:
        report = judged(file)
        if not as_json:
            _tell_report(report, voice, alone=len(files) == 1)
        return exit_of_report(report), report_json(report, voice)

    each_file(files, voice, as_json, answer)


def report_json(report: Report, voice: Voice) -> dict[str, Any]:
    """The facts of `check` as the contract names them."""
    return {
        "file": report.log.name,
        "variant": report.game.variant,
        "options": dict(report.log.options),
        "legal": report.legal,
        "events": len(report.steps),
        "refusals": [
            {
                "line": step.standing.line,
                "event": str(step.standing.event),
                "clause": step.refusal.clause,
                "message": voice.refusal(step.refusal),
                "follows": step.follows,
            }
            for step in report.steps
            if step.refusal is not None
        ],
        "places": places_json(report.table),
        "round": report.table.round,
        "unseen": report.unseen.total(),
        "to_turn": list(report.game.to_turn(report.table)),
        "won": report.won,
        "ended": report.ended,
        "problems": [
            {"line": p.line, "event": p.text, "key": p.error.key, "message": voice.trouble(p.error)}
            for p in report.problems
        ],
        "torn": report.log.torn,
        "unended": report.log.unended,
    }


def _tell_report(report: Report, voice: Voice, *, alone: bool) -> None:
    name = name_of(report.log, voice)
    say_out(f"{name}: {game_heading(report.game, voice)}")
    for line, sentence in sorted(_fault_lines(report, voice), key=lambda fault: fault[0]):
        say_out(f"{name}:{line}: {sentence}")
    for key, text in (("torn-line", report.log.torn), ("unended-line", report.log.unended)):
        if text is not None:
            from companion.journal import shortened

            say_out(voice.say(key, text=shortened(text)))
    follows = sum(1 for step in report.steps if step.fault and step.follows is not None)
    faults = sum(1 for step in report.steps if step.fault) + len(report.problems)
    faults -= sum(1 for step in report.steps if step.contradiction is not None)  # these are among the problems
    if faults:
        say_out(voice.say("check-faults", count=faults, events=len(report.steps)))
        if follows:
            say_out(voice.say("check-follows", count=follows))
    else:
        say_out(voice.say("check-legal", count=len(report.steps)))
    if alone:
        _tell_position(report, voice)


def _fault_lines(report: Report, voice: Voice) -> list[tuple[int, str]]:
    lines = []
    for step in report.steps:
        if step.refusal is not None:
            sentence = f"{step.standing.event}: {voice.refusal(step.refusal)}"
            lines.append((step.standing.line, sentence + _follows(step, voice)))
    for problem in report.problems:
        lines.append((problem.line, f"{problem.text}: {voice.trouble(problem.error)}"))
    return lines


def _follows(step: Step, voice: Voice) -> str:
    return "" if step.follows is None else " " + voice.say("check-follows-line", line=step.follows)


def _tell_position(report: Report, voice: Voice) -> None:
    say_out("")
    say_drawing(drawn(report.game, report.table, voice))
    say_out("")
    for place in report.game.to_turn(report.table):
        say_out(voice.say("waits-to-be-turned", place=place))
    if report.won:
        say_out(voice.say("is-won"))
    elif report.ended:
        say_out(voice.say("was-ended", verdict=report.ended))
    elif count := report.unseen.total():
        say_out(voice.say("unseen-cards", count=count))
        if count <= 12:
            say_out(voice.say("unseen-are", cards=tuple(sorted(report.unseen.elements(), key=lambda c: c.code))))


def list_moves(files: Sequence[str], *, as_json: bool, voice: Voice) -> None:
    """`moves`: every legal next event, in the log's words."""
    from companion.referee import legal_events

    def answer(file: str) -> tuple[Exit, Mapping[str, Any]]:
        report = judged(file)
        events = legal_events(report)
        if not as_json:
            if len(files) > 1:
                say_out(f"{name_of(report.log, voice)}:")
            for place in report.game.to_turn(report.table):
                say_out(f"# {voice.say('waits-to-be-turned', place=place)}")
            for event in events:
                say_out(str(event))
            if not events:
                ended = report.ended
                why = voice.say("was-ended", verdict=ended) if ended else voice.say("no-moves")
                say_out(f"# {why}")
        document = {
            "file": report.log.name,
            "variant": report.game.variant,
            "moves": [str(event) for event in events],
            "to_turn": list(report.game.to_turn(report.table)),
        }
        return exit_of_report(report), document

    each_file(files, voice, as_json, answer)


def show_table(
    file: str, *, at: int | None, whole: bool, plain: bool, width: int | None, as_json: bool, voice: Voice
) -> None:
    """`show`: the table as it lies after the record, or after its first `at` events."""
    from companion.show.drawing import whole_piles

    report = judged(file)
    table = report.table if at is None else report.at(at)
    if as_json:
        document = {
            "file": report.log.name,
            "variant": report.game.variant,
            "at": len(report.steps) if at is None else at,
            "round": table.round,
            "phase": table.phase,
            "live": sorted(table.live),
            "places": places_json(table),
            "seen": {place: cards_text(pile) for place, pile in report.game.view(table).piles.items()},
        }
        answer_json(document)
        return
    if whole:
        say_drawing(whole_piles(report.game, report.game.view(table), width=width or terminal().width, voice=voice))
        return
    say_drawing(drawn(report.game, table, voice, plain=plain, width=width))
