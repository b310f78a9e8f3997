"""Taking back and mending: undo, back, fix; and a log that could not be written."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cards import Card
from companion.errors import Unreadable
from companion.events import MOST_DIGITS, Deal, Event, Fix, Move, Series, Turn, Undo
from companion.guide import dealing
from companion.guide.answer import Answer, Part, Said, said
from companion.guide.hands import automatic_steps
from companion.guide.reading import parse
from companion.referee import Report, check

if TYPE_CHECKING:
    from companion.guide.session import Session


def back(session: Session, words: Sequence[str]) -> Answer:
    """`back`, `back 3`: takes back the last cards that were dealt by hand, however they were spread over lines."""
    if session.checking and session.laying is not None:
        session.laying, parts = session.laying.back(session.number_of(words, 0) or None)
        return Answer(parts)
    count = session.number_of(words, 1)
    taken: list[Card] = []
    logged: list[Event] = []
    standing = standing_events(session)
    while count and standing:
        last = standing.pop()
        if not isinstance(last, Deal | Turn) or (isinstance(last, Deal) and not last.cards):
            break
        cards = last.cards if isinstance(last, Deal) else (last.card,)
        kept, gone = cards[: max(0, len(cards) - count)], cards[max(0, len(cards) - count) :]
        logged += [Undo(), Deal(kept)] if kept else [Undo()]
        taken[:0] = gone
        count -= len(gone)
    if not taken:
        return Answer((said("back-nothing"),))
    session.record.append(*logged)  # in one step, or a process that dies between would take the kept cards with it
    session.judge()
    return Answer((said("back-taken", cards=tuple(taken)),), tuple(logged), show=True)


def undo(session: Session, words: Sequence[str]) -> Answer:
    """Take back the card in the hand, or the last event (or so many of them)."""
    if session.hand is not None:
        card, session.hand = session.hand, None
        return Answer((said("hand-back", card=card),))
    count = session.number_of(words, 1)
    parts: list[Part] = []
    logged: list[Event] = []
    for _ in range(count):
        standing = standing_events(session)
        if not standing:
            parts.append(Unreadable("undo-nothing", text="undo") if not logged else said("undo-no-more"))
            break
        last = standing[-1]
        also = _came_by_itself(session, last)
        session.record.append(Undo())
        logged.append(Undo())
        session.judge()
        parts.append(said("undone", event=last))
        parts.extend(also)
    return Answer(tuple(parts), tuple(logged), show=bool(logged))


def _came_by_itself(session: Session, event: Event) -> tuple[Said, ...]:
    """What hands must put back besides the card itself: what had come to its place by itself after it."""
    steps = session.report.steps
    if not steps or steps[-1].standing.event != event or steps[-1].fault or not isinstance(event, Move | Series):
        return ()
    before = steps[-2].table if len(steps) > 1 else session.report.opening
    moved = [
        step.facts for step in automatic_steps(session.game, before, event, steps[-1].table) if "source" in step.facts
    ]
    return tuple(said("undone-also", source=facts["place"], to=facts["source"]) for facts in moved)


def save(session: Session, text: str) -> Answer:
    """`save FILE`: bring a game that is in memory alone to a file; without a file, to its own log. Raises `FileTrouble`."""
    words = text.split(maxsplit=1)
    if not session.kept:
        return Answer((said("play-log-none"),))
    if session.safe:
        return Answer((said("play-saved-already", file=session.record.log.name),))
    session.record.save(Path(words[1].strip("\"'") if len(words) > 1 else session.record.log.name).expanduser())
    session.judge()
    return Answer((said("play-saved", file=session.record.log.name),))


def standing_events(session: Session) -> list[Event]:
    """The events that stand, the last one the next that an undo would take back: a fix counts as one."""
    standing: list[Event] = []
    for entry in session.record.log.entries:
        if isinstance(entry.event, Undo):
            if standing:
                standing.pop()
        elif entry.event is not None:
            standing.append(entry.event)
    return standing


def fix(session: Session, words: Sequence[str]) -> Answer:
    """A card was misread: correct the record, judge it anew, and list what no longer holds."""
    line = None
    if (
        len(words) > 3
        and words[-1].isdecimal()
        and len(words[-1]) <= MOST_DIGITS
        and session.reader.card(words[-2:]) is None
    ):
        line, words = int(words[-1]), words[:-2]
    cards = parse(session.reader, words, session.game, prefer_cards=True).cards if words else ()
    if len(cards) != 2 or cards[0] == cards[1]:
        raise Unreadable("fix-unreadable", text=" ".join(("fix", *words)))
    old, new = cards
    if session.hand == old and line is None:
        session.hand = None
        return dealing.turned(session, (new,))
    fix = Fix(old, new, line)
    was = {(step.standing.line, step.fault) for step in session.report.steps}
    log = session.record.with_event(fix)
    report = check(log)
    known = {str(problem.error) for problem in session.report.problems}
    for problem in report.problems:
        if str(problem.error) not in known and not any(step.contradiction is problem.error for step in report.steps):
            raise problem.error
    refuse_false_fix(session, new, report)
    session.record.append(fix)
    session.judge()
    parts: list[Part] = [said("fixed", old=old, new=new)]
    broken = [step for step in session.report.steps if step.fault and (step.standing.line, True) not in was]
    for step in broken:
        parts.append(said("fix-breaks", line=step.standing.line, event=step.standing.event))
        parts.extend(wrong for wrong in (step.refusal, step.contradiction) if wrong is not None)
    parts.append(said("fix-broke", count=len(broken)) if broken else said("fix-holds"))
    return Answer(tuple(parts), (fix,), show=True)


def refuse_false_fix(session: Session, new: Card, report: Report) -> None:
    """A fix that makes a card lie once too often is itself a mistake: nothing is recorded."""
    old_troubles = {step.standing.line for step in session.report.steps if step.contradiction}
    for step in report.steps:
        error = step.contradiction
        if (
            error is not None
            and step.standing.line not in old_troubles
            and error.facts.get("card", error.facts.get("stated")) == new
        ):
            raise error
