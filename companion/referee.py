"""The referee: judges one event, or a whole record. It asks the rules and adds none."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from companion.cards import UNSEEN, Card
from companion.errors import CompanionError, Contradiction
from companion.events import Deal, Draw, End, GameEvent, Move, Turn
from companion.journal import Log, Standing
from companion.rules import Game, Refusal
from companion.table import Table


def advance(game: Game, table: Table, event: GameEvent) -> Table | Refusal:
    """The table after an event, or the refusal. Raises `Contradiction` where a stated card cannot be true.

    What an event states is learned first and judged then; the table given is never changed.
    """
    learned = game.learn(table, event)
    return game.why(learned, event) or game.apply(learned, event)


@dataclass(frozen=True, slots=True)
class Step:
    """One standing event as judged: the table after it, and what is wrong with it, if anything.

    `follows` is the line of an earlier fault without which this event would have been fine.
    """

    standing: Standing
    table: Table
    refusal: Refusal | None = None
    contradiction: Contradiction | None = None
    follows: int | None = None

    @property
    def fault(self) -> bool:
        """Whether the event was not carried out."""
        return self.refusal is not None or self.contradiction is not None


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a record that is no illegal move: unreadable, ambiguous or contradictory."""

    line: int
    text: str
    error: CompanionError


@dataclass(frozen=True)
class Report:
    """A whole record as judged. `opening` is the table before the first event."""

    log: Log
    game: Game
    opening: Table
    steps: tuple[Step, ...]
    problems: tuple[Problem, ...]

    @property
    def table(self) -> Table:
        """The table after the last event that holds."""
        return self.steps[-1].table if self.steps else self.opening

    @property
    def refusals(self) -> tuple[Step, ...]:
        """The events that the rules forbid."""
        return tuple(step for step in self.steps if step.refusal is not None)

    @property
    def legal(self) -> bool:
        """Whether nothing is wrong with the record at all."""
        return not self.refusals and not self.problems

    @property
    def unseen(self) -> Counter[Card]:
        """The multiset of cards that the player has not seen."""
        return self.game.view(self.table).unseen(self.game.whole)

    @property
    def won(self) -> bool:
        """Whether the game has come out."""
        return self.game.won(self.table)

    @property
    def ended(self) -> str | None:
        """The verdict with which the player closed the game."""
        events = [step.standing.event for step in self.steps if not step.fault]
        return events[-1].verdict if events and isinstance(events[-1], End) else None

    def at(self, count: int) -> Table:
        """The table after so many events; negative numbers count from the end."""
        if count < 0:
            count = max(0, len(self.steps) + 1 + count)
        return self.steps[min(count, len(self.steps)) - 1].table if count and self.steps else self.opening


def check(log: Log) -> Report:
    """Judge a record from first to last, reading on after a fault.

    Two tables are kept: the strict one leaves out every event that is refused, the lenient one carries it out by hand. An event
    refused on the first but fine on the second only follows from an earlier fault; refused on both, it is a fault of its own.
    Raises `Unreadable` or `Ambiguous` for a header that names no game, `Contradiction` for a deal that is no pack.
    """
    game = log.game()
    resolved = log.resolve()
    problems = [Problem(entry.line, entry.text, entry.trouble) for entry in resolved.troubles if entry.trouble]
    if resolved.deal is not None:
        game.check_deal(resolved.deal)
    opening = game.opening(resolved.deal)
    judge = _Judge(game, opening)
    steps = tuple(judge.take(standing) for standing in resolved.events)
    problems += [
        Problem(step.standing.line, str(step.standing.event), step.contradiction)
        for step in steps
        if step.contradiction
    ]
    return Report(log, game, opening, steps, tuple(sorted(problems, key=lambda problem: problem.line)))


class _Judge:
    """Judges standing events one after another on the strict and the lenient table."""

    def __init__(self, game: Game, opening: Table) -> None:
        self.game = game
        self.strict = self.lenient = opening
        self.first_fault: int | None = None
        self.ended = False

    def take(self, standing: Standing) -> Step:
        event = standing.event
        if self.ended:
            step = Step(standing, self.strict, Refusal("G-6", "game-has-ended", {}))
        else:
            step = self._judge(standing, event)
            self.ended = isinstance(event, End) and not step.fault
        if step.fault and self.first_fault is None:
            self.first_fault = standing.line
        return step

    def _judge(self, standing: Standing, event: GameEvent) -> Step:
        in_step = self.lenient is self.strict
        refusal: Refusal | None = None
        contradiction: Contradiction | None = None
        try:
            after = advance(self.game, self.strict, event)
            if isinstance(after, Refusal):
                refusal = after
            else:
                self.strict = after
        except Contradiction as error:
            contradiction = error
        follows = None
        if in_step and refusal is None and contradiction is None:
            self.lenient = self.strict
        elif self._force(event) and not in_step and (refusal or contradiction):
            follows = self.first_fault
        return Step(standing, self.strict, refusal, contradiction, follows)

    def _force(self, event: GameEvent) -> bool:
        """Carry an event out on the lenient table as hands would; whether it was allowed there."""
        try:
            after = advance(self.game, self.lenient, event)
        except Contradiction:
            if (bare := _unstated(event)) and isinstance(told := advance(self.game, self.lenient, bare), Table):
                self.lenient = told
            return False
        if isinstance(after, Table):
            self.lenient = after
            return True
        table = self.lenient
        match event:
            case Move(source, to) if table.piles[source] and source != to:
                self.lenient = table.moved(source, to)
            case Draw(to=to) if to is not None and table.piles["stock"]:
                self.lenient = self.game.learn(table, event).moved("stock", to)
        return False


def _unstated(event: GameEvent) -> GameEvent | None:
    """The event without the cards that it states."""
    match event:
        case Draw() | Move():
            return replace(event, card=None)
        case Deal(cards):
            return Deal((UNSEEN,) * len(cards))
        case Turn():
            return None
    return event


def legal_events(report: Report) -> list[GameEvent]:
    """Every legal next event of a record, in the order of the places; none once the player has closed the game."""
    return [] if report.ended else report.game.legal(report.table)
