"""The first move that lost a game, by the verdict of the search before and after it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from companion.cards import UNSEEN, Card
from companion.errors import CompanionError
from companion.events import Deal, Draw, End, Turn, stated_cards
from companion.journal import Log, read_record
from companion.referee import Report, check
from companion.table import Table

TIME_S = 2.0
"""How long each position is thought over."""


def first_losing_move(path: Path) -> str | None:
    """The line and event of a log (`line 52: draw waste`) after which the search proves the game lost while before it it could be won; none where there is none.

    The game is judged with the order as it turned out, from the last event back to the first: once a position can be won, the event
    after it is the one. A game that was won, that was lost from the start, or that stays open somewhere has none.
    """
    from companion.search.outcome import Limits
    from companion.search.verdict import verdict
    from companion.search.warm import prepare

    try:
        report = with_hindsight(read_record(str(path)))
    except CompanionError:
        return None
    if report.won or not report.steps:
        return None
    prepare(report.game, report.opening)
    after: str | None = None
    for table, event in reversed(_tables(report)):
        found = verdict(report.game, table, Limits(time_s=TIME_S))
        if found.verdict == "won":
            return after
        if found.verdict != "lost":
            return None
        after = event
    return None


def with_hindsight(log: Log) -> Report:
    """A record judged as if the order of the pack had been known from the start, as far as it came to light. Raises `CompanionError`.

    In every game but kapas, whose walls are dealt face down, the cards of the first round come to light in the order of the pack.
    """
    report = check(log)
    if log.deal is not None or report.game.family == "kapas":
        return report
    order: list[Card] = []
    for step in report.steps:
        if step.fault or step.table.round > 1:
            break
        if isinstance(step.standing.event, Deal | Draw | Turn):
            order.extend(stated_cards(step.standing.event))
    deal = (*order, *(UNSEEN,) * (report.game.deal_size - len(order)))
    known = check(
        replace(log, deal=deal, entries=tuple(entry for entry in log.entries if not _is_opening(report, entry.line)))
    )
    return known if known.legal else report


def _is_opening(report: Report, line: int) -> bool:
    """Whether a line belongs to what the game deals before the first move: with a known order that lies there already."""
    before = report.opening
    for step in report.steps:
        if not before.dealing or not isinstance(step.standing.event, Deal):
            return False
        if step.standing.line == line:
            return True
        before = step.table
    return False


def _tables(report: Report) -> list[tuple[Table, str | None]]:
    """The tables of a record from the opening on, each with the event that led to it."""
    steps = [step for step in report.steps if not step.fault and not isinstance(step.standing.event, End)]
    told = ((step.table, f"line {step.standing.line}: {step.standing.event}") for step in steps)
    return [(report.opening, None), *told]
