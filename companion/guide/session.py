"""A game at the table, line by line: what the player types comes in, what is to be said goes out. There is no terminal in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from companion.cards import Card
from companion.errors import CompanionError, Contradiction, Unreadable
from companion.events import VERDICTS, Deal, Draw, End, GameEvent, Move, Place, Redeal, Series
from companion.guide import dealing, mending, telling
from companion.guide.answer import Answer, Part, Said, said
from companion.guide.asking import nothing_left, question
from companion.guide.hands import automatic_steps, is_opening, layout_steps
from companion.guide.laying import Laying
from companion.guide.reading import Kind, Parsed, Reader, parse
from companion.guide.recorder import Record
from companion.guide.targets import target_of
from companion.journal import Standing, shortened
from companion.referee import Report, Step, advance, check
from companion.rules import Game, Refusal
from companion.rules.base import refuse
from companion.table import Table

Advice = Callable[["Session"], Answer]
"""What answers `hint` and `verdict`: the search is not for this module to know."""


class Session:
    """One game being played: its record, its table, a card in the player's hand, and what is asked next.

    `take` is given a typed line and answers as data. Everything accepted is in the record before the answer is given.
    """

    def __init__(
        self, record: Record, reader: Reader | Callable[[Game], Reader], advice: Mapping[str, Advice] | None = None
    ):
        self.record = record
        self.game: Game = record.log.game()
        self.reader: Reader = reader(self.game) if callable(reader) else reader
        self.advice = dict(advice or {})
        self.hand: Card | None = None
        self.laying: Laying | None = None
        self.judge()

    # ------------------------------------------------------------------ what stands

    def judge(self) -> None:
        """Judge the whole record anew: at the beginning, after an undo, after a fix."""
        self.report = check(self.record.log)
        self.table: Table = self.report.table
        self.ended = self.report.ended
        self.laying = Laying.of(self.report)

    @property
    def seen(self) -> Table:
        """The table as the player knows it."""
        return self.game.view(self.table)

    @property
    def kept(self) -> bool:
        """Whether the record is kept in a file; a practice deal is not."""
        return self.record.log.name != "-"

    @property
    def safe(self) -> bool:
        """Whether everything is where it is meant to be: in the file, or, for a practice deal, nowhere."""
        return self.record.adrift is None

    def ask(self) -> Said:
        """What is asked next."""
        if self.laying is not None and self.laying.waiting and not self.ended:
            return self.laying.question()
        return question(self.game, self.table, hand=self.hand, ended=self.ended)

    def opening(self) -> tuple[Said, ...]:
        """What is said before the first line: how to lay the table, or where a resumed game stands."""
        if self.record.log.entries or self.record.log.torn is not None:
            return (said("play-resumed", count=len(self.report.steps)), *self._not_noted(), *self._faults())
        return layout_steps(self.game)

    def _not_noted(self) -> tuple[Said, ...]:
        """What a log cannot tell of a game that was broken off: a card is in it from when it is placed, not from when it is turned."""
        turning = self.game.family == "hauta" and self.game.why(self.table, Draw("waste")) is None
        return (said("play-hand-again"),) if turning and not self.ended else ()

    def _faults(self) -> tuple[Said, ...]:
        log, count = self.record.log, len(self.report.refusals) + len(self.report.problems)
        return (
            *((said("play-torn", text=shortened(log.torn)),) if log.torn is not None else ()),
            *((said("unended-line", text=shortened(log.unended)),) if log.unended is not None else ()),
            *((said("play-faulty", count=count),) if count else ()),
        )

    def farewell(self) -> tuple[Said, ...]:
        """What is kept when the player leaves: everything, but for a card that is in the hand. A practice deal is kept nowhere."""
        if not self.kept or not self.safe:
            return ()
        return (said("play-left") if self.hand is None else said("play-left-hand", card=self.hand),)

    def completions(self) -> tuple[str, ...]:
        """The lines that would be accepted now, in short forms, for completion and key help."""
        if self.ended:
            return ()
        if self.hand is not None:
            return tuple(self.reader.short(event.to) for event in self.hand_draws() if event.to)
        return tuple(dict.fromkeys(self.short(event) for event in self.game.legal(self.seen)))

    def short(self, event: GameEvent) -> str:
        """An event as the player would type it."""
        match event:
            case Move(source, to) | Series(source, to):
                words = f"{self.reader.short(source)} {self.reader.short(to)}"
                return f"series {words}" if isinstance(event, Series) else words
            case Draw(to) if to:
                return f"draw {self.reader.short(to)}"
        return str(event)

    # ------------------------------------------------------------------ one line

    def take(self, line: str) -> Answer:
        """Answer one typed line. Nothing in it raises; what cannot be taken changes nothing and is offered again."""
        line = "".join(sign if sign.isprintable() else " " for sign in line)
        words, _, note = line.partition(" ;")
        kept = self.record.adrift is None
        try:
            answer = self._take(words.split(), words.strip(), note.strip() or None)
        except CompanionError as error:
            helps = () if self.reader.command(line.split()[0]) == "fix" else self._after_trouble(error)
            answer = Answer((error, *helps), again=line)
        if kept and self.record.adrift is not None:
            answer = replace(answer, parts=(*answer.parts, self.record.adrift, said("play-adrift")))
        return answer

    def _take(self, words: list[str], text: str, note: str | None) -> Answer:
        if not words:
            return dealing.enter(self)
        command, rest = self.reader.command(words[0]), words[1:]
        if command is None:
            return self._play(words, note)
        match command:
            case "quit":
                return Answer(self.farewell(), leave=True)
            case "save":
                return mending.save(self, text)
            case "table" | "help" | "moves" | "missing" | "log":
                return telling.tell(self, command)
            case "hint" | "verdict":
                return self.advice[command](self) if command in self.advice else Answer((said("no-search"),))
            case "why":
                return telling.why(self, rest)
            case "note":
                return telling.note(self, text)
            case "undo" | "back":
                return mending.undo(self, rest) if command == "undo" or self.hand else mending.back(self, rest)
        if self.ended:
            return Answer((refuse("G-6", "game-has-ended"),))
        match command:
            case "fix":
                return mending.fix(self, rest)
            case "end":
                return self._end(rest, note)
            case "redeal":
                return dealing.redeal(self, note)
            case "skip":
                return dealing.skip(self, rest)
            case "tops":
                return dealing.tops(self, rest)
            case "move":
                return self._play(rest, note, moving=True) if rest else telling.tell(self, "moves")
            case "turn":
                return dealing.turn(self, rest, note)
            case "series":
                return self._series(rest, note)
            case "draw" | "deal":
                return self._play(rest, note) if rest else dealing.next(self, note)
        raise AssertionError(command)

    def _after_trouble(self, error: CompanionError) -> tuple[Said, ...]:
        """What helps after an error: the way to mend a card that was entered twice, the slip that explains a wrong card."""
        if not isinstance(error, Contradiction):
            return ()
        if "slips" in error.facts:
            return (*error.facts["slips"], said("offer-regather"))  # type: ignore[misc]
        if error.key == "card-too-many":
            return (said("offer-fix", card=error.facts["card"]),)
        if error.key == "card-differs" and error.facts.get("source") == "stock":
            return (said("offer-recount"),)
        if error.key == "card-differs" and self.laying is not None and self.laying.packet_waits:
            return (*self.laying.explained(self.table, error.facts["stated"]), said("offer-regather"))
        return ()

    # ------------------------------------------------------------------ playing

    def _play(self, words: Sequence[str], note: str | None, *, moving: bool = False) -> Answer:
        """A line of cards and places; after the word `move`, `king-S` is a place though cards are being dealt."""
        if self.ended:
            return Answer((refuse("G-6", "game-has-ended"),))
        asked_for_cards = (
            self.hand is None
            and not moving
            and bool(self.table.dealing or self.game.to_turn(self.table) or self.checking)
        )
        parsed = parse(self.reader, words, self.game, prefer_cards=asked_for_cards, moving=moving)
        if parsed.places:
            return self._act(parsed, note)
        if self.checking and self.laying is not None:
            return dealing.check_laid(self, parsed.cards)
        return dealing.cards(self, parsed.cards, note)

    @property
    def checking(self) -> bool:
        """Whether a new layout is being compared card by card."""
        return self.laying is not None and self.laying.waiting

    def _act(self, parsed: Parsed, note: str | None) -> Answer:
        """A line with places: a draw that is placed, or a move."""
        cards, places = parsed.cards, parsed.places
        if len(cards) > 1 or len(places) > 2:
            raise Unreadable("play-line-unreadable", text=" ".join(map(str, (*cards, *places))))
        if len(places) == 2:
            answer = self.move(places[0], places[1], cards[0] if cards else None, note)
            other = parsed.card_of_place
            if answer.refused and other is not None and not self.table.where(other):
                return replace(answer, parts=(*answer.parts, said("card-or-place", card=other, place=places[0])))
            return answer
        target = places[0]
        if cards:
            return self._card_to(cards[0], target, note)
        if self.hand is not None:
            return self.draw(self.hand, target, note)
        if parsed.card_of_place is not None:
            if self.game.family != "hauta":
                return dealing.cards(self, (parsed.card_of_place,), note)
            return Answer((said("card-or-place", card=parsed.card_of_place, place=target),))
        if isinstance(target, Kind):
            raise Unreadable("play-from-where", text=target.name)
        return telling.where_from(self, target)

    def _card_to(self, card: Card, target: Place | Kind, note: str | None) -> Answer:
        """`9c w`: the card just turned goes there, or the card that lies open on the table does."""
        if self.hand is not None:
            return self.draw(card, target, note)
        if self.game.packs == 1 and card.rank:
            for place in self.game.places:
                if place != "stock" and self.seen.top(place) == card:
                    return self.move(place, target, card, note)
        if self.game.family != "hauta":
            raise Unreadable("play-name-places", card=card)
        return self.draw(card, target, note)

    def turned(self, card: Card) -> Table:
        """The table with the card that was turned from the stock known. Raises `Contradiction` where it cannot be that card."""
        event = Draw("waste", card)
        if self.laying is not None and self.laying.packet_waits:
            dealing.compare_packet(self.laying, self.game, self.table, event)
        return self.game.learn(self.table, event)

    def draw(self, card: Card, target: Place | Kind, note: str | None) -> Answer:
        """Place the card that was turned, or keep it in the hand where the place refuses it."""
        # The card is learned first, so that a card too many is told before anything about places.
        learned = self.turned(card)
        to = target_of(self.game, learned, "stock", card, target, lambda place: Draw(place))
        answer = self.do(Draw(to, card), note)
        # A refused place leaves the card turned: it stays in the hand and is asked about again.
        self.hand = card if answer.refused and self.game.why(self.table, Draw("waste")) is None else None
        return answer

    def move(self, source: Place | Kind, target: Place | Kind, card: Card | None, note: str | None) -> Answer:
        """Move a card from a place to another, or draw where the stock is named."""
        if isinstance(source, Kind):
            raise Unreadable("play-from-where", text=source.name)
        if source == "stock" and self.game.family == "hauta" and not card:
            return self._draw_from_stock(target, note)
        if self.hand is not None:
            return Answer((refuse("NT-8", "hand-first", card=self.hand),))
        top = self.table.top(source)
        to = target_of(self.game, self.table, source, top, target, lambda place: Move(source, place))
        return self.do(Move(source, to, card), note)

    def _draw_from_stock(self, target: Place | Kind, note: str | None) -> Answer:
        card = self.hand or self.table.top("stock")
        if card is None or not card.rank:
            return Answer((said("ask-draw", count=len(self.table.piles["stock"])),) if card else (self.why_stock(),))
        return self.draw(card, target, note)

    def why_stock(self) -> Part:
        """Why no card of the stock can be turned now."""
        return self.game.why(self.table, Draw("waste")) or said("ask-move")

    def _series(self, words: Sequence[str], note: str | None) -> Answer:
        parsed = parse(self.reader, words, self.game, moving=True)
        if len(parsed.places) != 2 or any(isinstance(place, Kind) for place in parsed.places):
            raise Unreadable("play-line-unreadable", text=" ".join(words))
        return self.do(Series(str(parsed.places[0]), str(parsed.places[1])), note)

    def hand_draws(self) -> list[Draw]:
        """The places that take the card in the hand, as draws."""
        assert self.hand is not None
        learned = self.game.learn(self.table, Draw("waste", self.hand))
        return [event for event in self.game.legal(learned) if isinstance(event, Draw)]

    # ------------------------------------------------------------------ doing

    def do(self, event: GameEvent, note: str | None) -> Answer:
        """Judge an event, record it, and tell what follows from it."""
        return self.do_all((event,), note)

    def do_all(self, events: Sequence[GameEvent], note: str | None) -> Answer:
        """Several events of one line: all of them, or, where one is wrong, none."""
        tables = [self.table]
        for event in events:
            if self.laying is not None and self.laying.packet_waits:
                dealing.compare_packet(self.laying, self.game, tables[-1], event)
            after = advance(self.game, tables[-1], event)
            if isinstance(after, Refusal):
                return Answer((after, *self._elsewhere(event))) if len(events) == 1 else Answer((after,))
            tables.append(after)
        first = self.record.append(*events, note=note)
        parts: list[Part] = []
        for line, (event, before, after) in enumerate(zip(events, tables, tables[1:], strict=False), start=first):
            parts.extend(self._done(line, event, note, before, after))
        return Answer(tuple(parts), tuple(events), show=True)

    def _elsewhere(self, event: GameEvent) -> tuple[Said, ...]:
        """Which other versions allow a refused event, while it is early enough for the player to be in the wrong one."""
        early = len(self.report.steps) < telling.EARLY or isinstance(event, Redeal)
        return telling.elsewhere(self, event) if early else ()

    def _done(self, line: int, event: GameEvent, note: str | None, before: Table, after: Table) -> list[Part]:
        """Take up an event that is in the record, and tell what follows from it."""
        self.report = self._report_with(line, event, note, after)
        self.table = after
        self.ended = event.verdict if isinstance(event, End) else None
        if self.laying is not None:
            self.laying = self.laying.followed(self.game, before, event, after)
        told = self.named(before, event, after)
        return [
            said("dealt", cards=told.cards) if isinstance(told, Deal) and told.cards else said("done", event=told),
            *automatic_steps(self.game, before, event, after),
            *self._counted(before, event, after),
        ]

    def _report_with(self, line: int, event: GameEvent, note: str | None, after: Table) -> Report:
        """The report with one more event that holds."""
        step = Step(Standing(line, event, note), after)
        return replace(self.report, log=self.record.log, steps=(*self.report.steps, step))

    def named(self, before: Table, event: GameEvent, after: Table) -> GameEvent:
        """The event with its card, for saying it."""
        if isinstance(event, Move) and event.card is None and (card := self.game.view(before).top(event.source)):
            return Move(event.source, event.to, card)
        if isinstance(event, Draw) and event.card is None and event.to:
            return Draw(event.to, before.top("stock"))
        if isinstance(event, Deal) and not event.cards:
            cards = tuple(before.piles[step.source][step.at] for step in self.game.deal_plan(before))
            return Deal(cards if all(card.rank for card in cards) else ())
        return event

    def _counted(self, before: Table, event: GameEvent, after: Table) -> list[Said]:
        """What the eye should be drawn to after an event: the end of a deal, a phase that has changed, the end of the game."""
        parts: list[Said] = []
        if isinstance(event, Deal) and is_opening(self.game, before) and not after.dealing:
            parts.append(dealing.all_dealt(self, after))
        if after.phase == "aux" and before.phase == "deal":
            parts.append(said("aux-begins", round=after.round))
        if self.game.won(after) and not isinstance(event, End):
            parts.append(said("won-now"))
        elif not isinstance(event, End) and nothing_left(self.game, after):
            parts.append(said("nothing-left"))
        return parts

    def _end(self, words: Sequence[str], note: str | None) -> Answer:
        if self.hand is not None:
            return Answer((refuse("NT-8", "hand-first", card=self.hand),))
        verdict = words[0].casefold() if words else ("won" if self.game.won(self.table) else "stopped")
        if verdict not in VERDICTS or len(words) > 1:
            raise Unreadable("end-unreadable", text=" ".join(("end", *words)), verdicts=", ".join(VERDICTS))
        return self.do(End(verdict), note)

    @staticmethod
    def number_of(words: Sequence[str], default: int) -> int:
        """A small number typed after a command. Raises `Unreadable`."""
        if not words:
            return default
        if len(words) > 1 or not words[0].isdecimal() or len(words[0]) > 3 or not 0 < int(words[0]) < 1000:
            raise Unreadable("play-number-unreadable", text=" ".join(words))
        return int(words[0])

    def close(self) -> None:
        """Let the record go."""
        self.record.close()
