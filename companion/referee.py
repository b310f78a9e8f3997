"""The referee: judges one event, or a whole record. It asks the rules and adds none."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from companion.cards import UNSEEN, Card
from companion.errors import CompanionError, Contradiction
from companion.events import Deal, Draw, End, GameEvent, Move, Place, Series, Turn
from companion.journal import Log, Resolved, Standing, refuse_too_faulty
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
    Raises `Unreadable` or `Ambiguous` for a header that names no game, `Contradiction` for a deal that is no pack, `FileTrouble`
    where so much is wrong that the file is no log of a game.
    """
    game = log.game()
    resolved = log.resolve()
    problems = [Problem(entry.line, entry.text, entry.trouble) for entry in resolved.troubles if entry.trouble]
    if resolved.deal is not None:
        game.check_deal(resolved.deal)
    opening = _opening(game, resolved)
    judge = _Judge(game, opening)
    steps: list[Step] = []
    faults = len(problems)
    for standing in resolved.events:
        steps.append(judge.take(standing))
        faults += steps[-1].fault
        refuse_too_faulty(faults, log.name, standing.line)
    problems += [
        Problem(step.standing.line, str(step.standing.event), step.contradiction)
        for step in steps
        if step.contradiction
    ]
    return Report(log, game, opening, tuple(steps), tuple(sorted(problems, key=lambda problem: problem.line)))


def _opening(game: Game, resolved: Resolved) -> Table:
    """The table that the first event finds. Where the order is known, what a game deals before the first move lies there already,
    unless the record begins by stating just these cards."""
    first = resolved.events[0].event if resolved.events else None
    if resolved.deal is not None and isinstance(first, Deal) and first.cards:
        packed = game.packed(resolved.deal)
        try:
            if packed.dealing and game.why(game.learn(packed, first), first) is None:
                return packed
        except Contradiction:
            pass  # other cards: a later dealing step, or a wrong one, which is for the referee to say
    return game.opening(resolved.deal)


class _Judge:
    """Judges standing events one after another on the strict and the lenient table."""

    def __init__(self, game: Game, opening: Table) -> None:
        self.game = game
        self.strict = self.lenient = opening
        self.forced: dict[Place, int] = {}
        """The line of the last fault at each place that the lenient table has carried out by hand."""
        self.last_forced: int | None = None
        self.ended = False

    def take(self, standing: Standing) -> Step:
        event = standing.event
        if self.ended:
            return Step(standing, self.strict, Refusal("G-6", "game-has-ended", {}))
        step = self._judge(standing, event)
        self.ended = isinstance(event, End) and not step.fault
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
        fault = refusal is not None or contradiction is not None
        if in_step and not fault:
            self.lenient = self.strict
            return Step(standing, self.strict)
        allowed = self._carry_out(standing.line, event, fault)
        follows = self._cause(event) if fault and allowed and not in_step else None
        return Step(standing, self.strict, refusal, contradiction, follows)

    def _cause(self, event: GameEvent) -> int | None:
        """The line of the fault that an event follows from: the last one that touched one of its places."""
        return max((self.forced[place] for place in _places(event) if place in self.forced), default=self.last_forced)

    def _force(self, line: int, event: GameEvent) -> None:
        """Note a fault that the lenient table has carried out."""
        self.forced |= dict.fromkeys(_places(event), line)
        self.last_forced = line

    def _carry_out(self, line: int, event: GameEvent, fault: bool) -> bool:
        """Carry an event out on the lenient table as hands would; whether it was allowed there.

        What lies on a foundation stays there all the same: a game that lays cards out on it is none without them.
        """
        before = self.lenient
        try:
            after = advance(self.game, before, event)
        except Contradiction:
            if (bare := _unstated(event)) and isinstance(told := advance(self.game, before, bare), Table):
                self.lenient = told
                self._force(line, event)
            return False
        if isinstance(after, Table):
            self.lenient = after
            return True
        match event:
            case Move(source, to) if before.piles[source] and source != to and source not in self.game.foundations:
                self.lenient = before.moved(source, to)
            case Draw(to=to) if to is not None and before.piles["stock"]:
                self.lenient = self.game.learn(before, event).moved("stock", to)
        if fault and self.lenient is not before:
            self._force(line, event)
        return False


def _places(event: GameEvent) -> set[Place]:
    """The places that an event names."""
    match event:
        case Move(source, to) | Series(source, to):
            return {source, to}
        case Draw(to=to):
            return {to} if to else set()
        case Turn(place=place):
            return {place}
    return set()


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
