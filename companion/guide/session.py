"""A game at the table, line by line: what the player types comes in, what is to be said goes out. There is no terminal in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from companion.cards import SUITS, UNSEEN, Card
from companion.errors import CompanionError, Contradiction, FileTrouble, Unreadable
from companion.events import VERDICTS, Deal, Draw, End, Event, Fix, GameEvent, Move, Place, Redeal, Series, Turn, Undo
from companion.guide.answer import Answer, Part, Said, said
from companion.guide.asking import nothing_left, only_event, question
from companion.guide.hands import automatic_steps, gathering_steps, is_opening, layout_steps
from companion.guide.laying import Laying
from companion.guide.reading import Kind, Parsed, Reader, parse
from companion.guide.recorder import Record
from companion.guide.targets import target_of
from companion.journal import Standing
from companion.referee import Report, Step, advance, check
from companion.rules import Game, Refusal
from companion.rules.base import refuse
from companion.table import Table

FEW = 12
"""So many unseen cards are listed in one sentence; more are listed suit by suit."""

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
        self._judge()

    # ------------------------------------------------------------------ what stands

    def _judge(self) -> None:
        """Judge the whole record anew: at the beginning, after an undo, after a fix."""
        self.report = check(self.record.log)
        self.table: Table = self.report.table
        self.ended = self.report.ended
        self.laying = Laying.of(self.report)

    @property
    def seen(self) -> Table:
        """The table as the player knows it."""
        return self.game.view(self.table)

    def ask(self) -> Said:
        """What is asked next."""
        if self.laying is not None and self.laying.waiting and not self.ended:
            return self.laying.question()
        return question(self.game, self.table, hand=self.hand, ended=self.ended)

    def opening(self) -> tuple[Said, ...]:
        """What is said before the first line: how to lay the table, or where a resumed game stands."""
        if self.record.log.entries:
            return (said("play-resumed", count=len(self.report.steps)), *self._faults())
        return layout_steps(self.game)

    def _faults(self) -> tuple[Said, ...]:
        count = len(self.report.refusals) + len(self.report.problems)
        torn = (said("play-torn", text=self.record.log.torn),) if self.record.log.torn is not None else ()
        return (*torn, said("play-faulty", count=count)) if count else torn

    def completions(self) -> tuple[str, ...]:
        """The lines that would be accepted now, in short forms, for completion and key help."""
        if self.ended:
            return ()
        if self.hand is not None:
            return tuple(self.reader.short(event.to) for event in self._hand_draws() if event.to)
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
        words, _, note = line.partition(" ;")
        try:
            return self._take(words.split(), words.strip(), note.strip() or None)
        except FileTrouble as error:
            return Answer((error, said("play-not-recorded")), again=line)
        except CompanionError as error:
            helps = () if self.reader.command(line.split()[0]) == "fix" else self._after_trouble(error)
            return Answer((error, *helps), again=line)

    def _take(self, words: list[str], text: str, note: str | None) -> Answer:
        if not words:
            return self._enter()
        command, rest = self.reader.command(words[0]), words[1:]
        if command is None:
            return self._play(words, note)
        match command:
            case "quit":
                return Answer((said("play-left"),), leave=True)
            case "table" | "help" | "moves" | "missing" | "log":
                return self._tell(command)
            case "hint" | "verdict":
                return self.advice[command](self) if command in self.advice else Answer((said("no-search"),))
            case "why":
                return self._why(rest)
            case "note":
                return self._note(text)
            case "undo" | "back":
                return self._undo(rest) if command == "undo" or self.hand else self._back(rest)
        if self.ended:
            return Answer((refuse("G-6", "game-has-ended"),))
        match command:
            case "fix":
                return self._fix(rest)
            case "end":
                return self._end(rest, note)
            case "redeal":
                return self._redeal(note)
            case "skip":
                return self._skip(rest)
            case "tops":
                return self._tops(rest)
            case "move" | "turn":
                return self._play(rest, note) if rest else self._tell("moves")
            case "series":
                return self._series(rest, note)
            case "draw" | "deal":
                return self._play(rest, note) if rest else self._next(note)
        raise AssertionError(command)

    def _after_trouble(self, error: CompanionError) -> tuple[Said, ...]:
        """What helps after an error: the way to mend a card that was entered twice, the slip that explains a wrong card."""
        if not isinstance(error, Contradiction):
            return ()
        if "slips" in error.facts:
            return (*error.facts["slips"], said("offer-regather"))  # type: ignore[misc]
        if error.key == "card-too-many":
            return (said("offer-fix", card=error.facts["card"]),)
        if error.key == "card-differs" and error.facts.get("place") == "stock":
            return (said("offer-recount"),)
        return ()

    # ------------------------------------------------------------------ playing

    def _play(self, words: Sequence[str], note: str | None) -> Answer:
        if self.ended:
            return Answer((refuse("G-6", "game-has-ended"),))
        asked_for_cards = self.hand is None and bool(
            self.table.dealing or self.game.to_turn(self.table) or self._checking
        )
        parsed = parse(self.reader, words, self.game, prefer_cards=asked_for_cards)
        if parsed.places:
            return self._act(parsed, note)
        if self._checking and self.laying is not None:
            return self._check_laid(parsed.cards)
        return self._cards(parsed.cards, note)

    @property
    def _checking(self) -> bool:
        return self.laying is not None and self.laying.waiting

    def _act(self, parsed: Parsed, note: str | None) -> Answer:
        """A line with places: a draw that is placed, or a move."""
        cards, places = parsed.cards, parsed.places
        if len(cards) > 1 or len(places) > 2:
            raise Unreadable("play-line-unreadable", text=" ".join(map(str, (*cards, *places))))
        if len(places) == 2:
            answer = self._move(places[0], places[1], cards[0] if cards else None, note)
            other = parsed.card_of_place
            if answer.refused and other is not None and not self.table.where(other):
                return replace(answer, parts=(*answer.parts, said("card-or-place", card=other, place=places[0])))
            return answer
        target = places[0]
        if cards:
            return self._card_to(cards[0], target, note)
        if self.hand is not None:
            return self._draw(self.hand, target, note)
        if parsed.card_of_place is not None:
            if self.game.family != "hauta":
                return self._cards((parsed.card_of_place,), note)
            return Answer((said("card-or-place", card=parsed.card_of_place, place=target),))
        if isinstance(target, Kind):
            raise Unreadable("play-from-where", text=target.name)
        return self._from(target)

    def _card_to(self, card: Card, target: Place | Kind, note: str | None) -> Answer:
        """`9c w`: the card just turned goes there, or the card that lies open on the table does."""
        if self.hand is not None:
            return self._draw(card, target, note)
        if self.game.packs == 1 and card.rank:
            for place in self.game.places:
                if place != "stock" and self.seen.top(place) == card:
                    return self._move(place, target, card, note)
        if self.game.family != "hauta":
            raise Unreadable("play-name-places", card=card)
        return self._draw(card, target, note)

    def _draw(self, card: Card, target: Place | Kind, note: str | None) -> Answer:
        # The card is learned first, so that a card too many is told before anything about places.
        learned = self.game.learn(self.table, Draw("waste", card))
        to = target_of(self.game, learned, "stock", card, target, lambda place: Draw(place))
        answer = self._do(Draw(to, card), note)
        # A refused place leaves the card turned: it stays in the hand and is asked about again.
        self.hand = card if answer.refused and self.game.why(self.table, Draw("waste")) is None else None
        return answer

    def _move(self, source: Place | Kind, target: Place | Kind, card: Card | None, note: str | None) -> Answer:
        if isinstance(source, Kind):
            raise Unreadable("play-from-where", text=source.name)
        if source == "stock" and self.game.family == "hauta" and not card:
            return self._draw_from_stock(target, note)
        if self.hand is not None:
            return Answer((refuse("NT-8", "hand-first", card=self.hand),))
        top = self.table.top(source)
        to = target_of(self.game, self.table, source, top, target, lambda place: Move(source, place))
        return self._do(Move(source, to, card), note)

    def _draw_from_stock(self, target: Place | Kind, note: str | None) -> Answer:
        card = self.hand or self.table.top("stock")
        if card is None or not card.rank:
            return Answer((said("ask-draw", count=len(self.table.piles["stock"])),) if card else (self._why_stock(),))
        return self._draw(card, target, note)

    def _why_stock(self) -> Part:
        return self.game.why(self.table, Draw("waste")) or said("ask-move")

    def _from(self, place: Place) -> Answer:
        """A single place: where its card may go."""
        events = tuple(e for e in self.game.legal(self.seen) if isinstance(e, Move | Series) and e.source == place)
        card = self.seen.top(place)
        if card is None:
            return Answer((refuse("G-1", "source-empty", place=place),))
        if not events:
            return Answer((said("goes-nowhere", card=card, place=place),))
        return Answer((said("goes-to", card=card, place=place, places=tuple(dict.fromkeys(e.to for e in events))),))

    def _series(self, words: Sequence[str], note: str | None) -> Answer:
        parsed = parse(self.reader, words, self.game)
        if len(parsed.places) != 2 or any(isinstance(place, Kind) for place in parsed.places):
            raise Unreadable("play-line-unreadable", text=" ".join(words))
        return self._do(Series(str(parsed.places[0]), str(parsed.places[1])), note)

    def _cards(self, cards: tuple[Card, ...], note: str | None) -> Answer:
        """A line of cards alone: turned, dealt, or asked about, as the table waits for it."""
        waiting = () if self.hand is not None or self.table.dealing else self.game.to_turn(self.table)
        if not waiting:
            if self.table.dealing or self.game.family != "hauta":
                return self._deal(cards, note)
            return self._turned(cards)
        if len(cards) > len(waiting):
            raise Contradiction("turn-too-many", count=len(waiting), place=waiting[-1], card=cards[len(waiting)])
        return self._all([Turn(card, place) for card, place in zip(cards, waiting, strict=False)], note)

    def _turned(self, cards: tuple[Card, ...]) -> Answer:
        """A card turned from the stock: held in the hand until it is placed, nothing recorded yet."""
        if len(cards) != 1:
            raise Unreadable("play-one-card", cards=cards)
        if not cards[0].rank:
            raise Unreadable("play-turn-unseen")
        before, self.hand = self.hand, None
        try:
            refusal = self.game.why(self.table, Draw("waste" if self.table.phase != "fill" else min(self.table.live)))
            learned = self.game.learn(self.table, Draw("waste", cards[0]))
        except CompanionError:
            self.hand = before
            raise
        if refusal is not None:
            return Answer((refusal,))
        self.hand = learned.piles["stock"][0]
        parts = (said("hand-instead", card=cards[0], other=before),) if before and before != cards[0] else ()
        draws = self._hand_draws()
        if len(draws) == 1 and self.game.switches["draw_to"] == "waste":
            answer = self._draw(cards[0], "waste", None)
            return Answer((*parts, *answer.parts), answer.logged, answer.show)
        return Answer((*parts, said("hand-goes-to", card=cards[0], places=tuple(e.to for e in draws))))

    def _hand_draws(self) -> list[Draw]:
        assert self.hand is not None
        learned = self.game.learn(self.table, Draw("waste", self.hand))
        return [event for event in self.game.legal(learned) if isinstance(event, Draw)]

    def _deal(self, cards: tuple[Card, ...], note: str | None) -> Answer:
        table = self.table
        if not table.dealing and not table.piles["stock"]:
            return self._where(cards)
        return self._do(Deal(cards), note)

    def _where(self, cards: tuple[Card, ...]) -> Answer:
        """Cards named while none is being dealt: where they lie and what may be done with them."""
        parts: list[Part] = []
        seen = self.seen
        for card in cards:
            places = tuple(place for place in self.game.places if seen.top(place) == card and place != "stock")
            if not places:
                parts.append(said("card-not-open", card=card, places=tuple(seen.where(card))))
            for place in places:
                parts.extend(self._from(place).parts)
        return Answer(tuple(parts))

    def _next(self, note: str | None) -> Answer:
        """`draw` or `deal` alone: the next card where it is known, else the question which it is."""
        if self.game.family == "hauta" and not self.table.dealing:
            top = self.table.top("stock")
            if top is not None and top.rank and self.hand is None:
                return self._turned((top,))
            return Answer((self.ask() if top else self._why_stock(),))
        if self.table.dealing and not self._plan_known():
            return Answer((self.ask(),))
        return self._do(Deal(), note)

    def _plan_known(self) -> bool:
        return all(self.table.piles[step.source][step.at].rank for step in self.game.deal_plan(self.table))

    def _enter(self) -> Answer:
        """An empty line takes the only thing there is to do; where there is a choice it says so."""
        if self.ended:
            return Answer((self.ask(),))
        if self._checking and self.laying is not None:
            self.laying = self.laying.closed()
            return Answer((said("check-left-out"),))
        if self.hand is not None:
            draws = self._hand_draws()
            if len(draws) == 1 and draws[0].to:
                return self._draw(self.hand, draws[0].to, None)
            return Answer((said("enter-which", card=self.hand, places=tuple(e.to for e in draws)),))
        if self.game.won(self.table):
            return self._do(End("won"), None)
        if self.game.to_turn(self.table) or self.table.dealing:
            return Answer((self.ask(),))
        if self.game.family == "hauta" and self.table.piles["stock"] and self.table.piles["stock"][0].rank:
            return self._next(None)
        event = only_event(self.game, self.table)
        return self._do(event, None) if event is not None else Answer((self.ask(),))

    # ------------------------------------------------------------------ dealing and gathering by hand

    def _skip(self, words: Sequence[str]) -> Answer:
        """`skip`, `skip 20`: cards of a dealing step that the player does not want to enter."""
        if not self.table.dealing:
            return Answer((said("skip-nothing"),))
        count = self._number(words, len(self.table.dealing))
        return self._do(Deal((UNSEEN,) * min(count, len(self.table.dealing))), None)

    def _back(self, words: Sequence[str]) -> Answer:
        """`back`, `back 3`: takes back the last cards that were dealt by hand, however they were spread over lines."""
        if self._checking and self.laying is not None:
            self.laying, parts = self.laying.back(self._number(words, 0) or None)
            return Answer(parts)
        count = self._number(words, 1)
        taken: list[Card] = []
        logged: list[Event] = []
        while count:
            last = self.report.steps[-1].standing.event if self.report.steps else None
            if not isinstance(last, Deal | Turn) or (isinstance(last, Deal) and not last.cards):
                break
            cards = last.cards if isinstance(last, Deal) else (last.card,)
            kept, gone = cards[: max(0, len(cards) - count)], cards[max(0, len(cards) - count) :]
            self.record.append(Undo())
            logged.append(Undo())
            if kept:
                self.record.append(Deal(kept))
                logged.append(Deal(kept))
            taken[:0] = gone
            count -= len(gone)
            self._judge()
        if not taken:
            return Answer((said("back-nothing"),))
        return Answer((said("back-taken", cards=tuple(taken)),), tuple(logged), show=True)

    def _redeal(self, note: str | None) -> Answer:
        if self.hand is not None:
            return Answer((refuse("NT-8", "hand-first", card=self.hand),))
        before = self.table
        answer = self._do(Redeal(), note)
        if answer.refused:
            return answer
        self.laying = Laying.after(self.game, before, self.table)
        steps = gathering_steps(self.game, before)
        return Answer((said("gather-first"), *steps, *answer.parts[1:]), answer.logged, answer.show)

    def _check_laid(self, cards: tuple[Card, ...]) -> Answer:
        assert self.laying is not None
        self.laying, parts = self.laying.dealt(cards)
        return Answer(parts)

    def _tops(self, words: Sequence[str]) -> Answer:
        if self.laying is None:
            return Answer((said("tops-nothing"),))
        parsed = parse(self.reader, words, self.game, prefer_cards=True)
        self.laying, parts = self.laying.tops(parsed.cards)
        return Answer(parts)

    # ------------------------------------------------------------------ doing

    def _all(self, events: Sequence[GameEvent], note: str | None) -> Answer:
        """Several events of one line: all of them, or, where one is wrong, none."""
        table = self.table
        for event in events:
            after = advance(self.game, table, event)
            if isinstance(after, Refusal):
                return Answer((after,), again=None)
            table = after
        answers = [self._do(event, note) for event in events]
        parts = tuple(part for answer in answers for part in answer.parts)
        return Answer(parts, tuple(event for answer in answers for event in answer.logged), show=True)

    def _do(self, event: GameEvent, note: str | None) -> Answer:
        """Judge an event, record it, and tell what follows from it."""
        if self.laying is not None and self.laying.packet_waits:
            self._compare_packet(event)
        before = self.table
        after = advance(self.game, before, event)
        if isinstance(after, Refusal):
            return Answer((after,))
        line = self.record.append(event, note)
        self.report = self._report_with(line, event, note, after)
        self.table = after
        self.ended = event.verdict if isinstance(event, End) else None
        if self.laying is not None:
            self.laying = self.laying.followed(self.game, before, event, after)
        told = self._named(before, event, after)
        parts: list[Part] = [
            said("dealt", cards=told.cards) if isinstance(told, Deal) and told.cards else said("done", event=told)
        ]
        parts.extend(automatic_steps(self.game, before, event, after))
        parts.extend(self._counted(before, event, after))
        return Answer(tuple(parts), (event,), show=True)

    def _report_with(self, line: int, event: GameEvent, note: str | None, after: Table) -> Report:
        """The report with one more event that holds."""
        step = Step(Standing(line, event, note), after)
        return replace(self.report, log=self.record.log, steps=(*self.report.steps, step))

    def _named(self, before: Table, event: GameEvent, after: Table) -> GameEvent:
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
            parts.append(self._all_dealt(after))
        if after.phase == "aux" and before.phase == "deal":
            parts.append(said("aux-begins", round=after.round))
        if self.game.won(after) and not isinstance(event, End):
            parts.append(said("won-now"))
        elif not isinstance(event, End) and nothing_left(self.game, after):
            parts.append(said("nothing-left"))
        return parts

    def _all_dealt(self, table: Table) -> Said:
        hidden = set(self.game.hidden(table))
        unseen = sum(
            1
            for place, pile in table.piles.items()
            for index, card in enumerate(pile)
            if not card.rank and (place, index) not in hidden
        )
        return said("deal-complete-unseen", count=unseen) if unseen else said("deal-complete")

    def _compare_packet(self, event: GameEvent) -> None:
        """After a redeal of known cards a card that differs is a slip of the hands; raises `Contradiction` that names it."""
        assert self.laying is not None
        stated = (
            event.cards if isinstance(event, Deal) else (event.card,) if isinstance(event, Draw) and event.card else ()
        )
        self.laying.compare(self.game, self.table, stated)

    # ------------------------------------------------------------------ taking back and mending

    def _undo(self, words: Sequence[str]) -> Answer:
        if self.hand is not None:
            card, self.hand = self.hand, None
            return Answer((said("hand-back", card=card),))
        count = self._number(words, 1)
        parts: list[Part] = []
        logged: list[Event] = []
        for _ in range(count):
            last = self._last_entry()
            if last is None:
                parts.append(Unreadable("undo-nothing", text="undo") if not logged else said("undo-no-more"))
                break
            self.record.append(Undo())
            logged.append(Undo())
            parts.append(said("undone", event=last))
        self._judge()
        return Answer(tuple(parts), tuple(logged), show=bool(logged))

    def _last_entry(self) -> Event | None:
        """The event that an undo would take back: a fix counts as one."""
        stack: list[Event] = []
        for entry in self.record.log.entries:
            if isinstance(entry.event, Undo):
                if stack:
                    stack.pop()
            elif entry.event is not None:
                stack.append(entry.event)
        return stack[-1] if stack else None

    def _fix(self, words: Sequence[str]) -> Answer:
        line = None
        if len(words) > 3 and words[-1].isdecimal() and self.reader.card(words[-2:]) is None:
            line, words = int(words[-1]), words[:-2]
        cards = parse(self.reader, words, self.game, prefer_cards=True).cards if words else ()
        if len(cards) != 2 or cards[0] == cards[1]:
            raise Unreadable("fix-unreadable", text=" ".join(("fix", *words)))
        old, new = cards
        if self.hand == old and line is None:
            self.hand = None
            return self._turned((new,))
        fix = Fix(old, new, line)
        was = {(step.standing.line, step.fault) for step in self.report.steps}
        log = self.record.with_event(fix)
        report = check(log)
        known = {str(problem.error) for problem in self.report.problems}
        for problem in report.problems:
            if str(problem.error) not in known and not any(
                step.contradiction is problem.error for step in report.steps
            ):
                raise problem.error
        self._refuse_false_fix(new, report)
        self.record.append(fix)
        self._judge()
        parts: list[Part] = [said("fixed", old=old, new=new)]
        broken = [step for step in self.report.steps if step.fault and (step.standing.line, True) not in was]
        for step in broken:
            parts.append(said("fix-breaks", line=step.standing.line, event=step.standing.event))
            parts.extend(wrong for wrong in (step.refusal, step.contradiction) if wrong is not None)
        parts.append(said("fix-broke", count=len(broken)) if broken else said("fix-holds"))
        return Answer(tuple(parts), (fix,), show=True)

    def _refuse_false_fix(self, new: Card, report: Report) -> None:
        """A fix that makes a card lie once too often is itself a mistake: nothing is recorded."""
        old_troubles = {step.standing.line for step in self.report.steps if step.contradiction}
        for step in report.steps:
            error = step.contradiction
            if (
                error is not None
                and step.standing.line not in old_troubles
                and error.facts.get("card", error.facts.get("stated")) == new
            ):
                raise error

    # ------------------------------------------------------------------ telling

    def _tell(self, what: str) -> Answer:
        match what:
            case "table":
                return Answer(show=True)
            case "help":
                return Answer((said("play-help"), said(f"play-help-{self.game.family}")))
            case "log":
                return Answer((said("play-log", file=self.record.log.name, count=len(self.report.steps)),))
            case "missing":
                unseen = self.report_unseen()
                if not unseen:
                    return Answer((said("missing-none"),))
                if len(unseen) <= FEW:
                    return Answer((said("missing-are", count=len(unseen), cards=unseen),))
                suits = [tuple(card for card in unseen if card.suit == suit) for suit in SUITS]
                lines = (said("missing-suit", cards=cards) for cards in suits if cards)
                return Answer((said("missing-many", count=len(unseen)), *lines))
        if self.ended:
            return Answer((self.ask(),))
        if self.hand is not None:
            places = tuple(event.to for event in self._hand_draws())
            return Answer((said("hand-goes-to", card=self.hand, places=places),))
        events = self.game.legal(self.seen)
        if not events:
            return Answer((said("no-moves"),))
        return Answer(
            tuple(said("move-line", short=self.short(e), event=self._named(self.seen, e, self.seen)) for e in events)
        )

    def report_unseen(self) -> tuple[Card, ...]:
        """The cards that the player has not seen, suit by suit."""
        unseen = self.game.view(self.table).unseen(self.game.whole)
        if self.hand is not None:
            unseen[self.hand] -= 1
        return tuple(sorted((+unseen).elements(), key=lambda card: card.code))

    def _why(self, words: Sequence[str]) -> Answer:
        """`why x1 c2`: the clause that forbids it, or that nothing does."""
        if not words:
            return Answer((said("why-what"),))
        command = self.reader.command(words[0])
        event = self._meant(command, words[1:] if command else words)
        if isinstance(event, Answer):
            return event
        after = advance(self.game, self.table, event)
        if isinstance(after, Refusal):
            return Answer((after,))
        return Answer((said("why-not", event=self._named(self.seen, event, after)),))

    def _meant(self, command: str | None, words: Sequence[str]) -> GameEvent | Answer:
        if command == "redeal":
            return Redeal()
        if command == "deal":
            return Deal(parse(self.reader, words, self.game, prefer_cards=True).cards if words else ())
        if command == "end":
            return End(words[0] if words and words[0] in VERDICTS else "won")
        parsed = parse(self.reader, words, self.game) if words else Parsed()
        card = parsed.cards[0] if parsed.cards else self.hand
        if len(parsed.places) == 1 and card is not None and self.game.family == "hauta":
            learned = self.game.learn(self.table, Draw("waste", card))
            to = target_of(self.game, learned, "stock", card, parsed.places[0], lambda place: Draw(place))
            return Draw(to, card)
        if len(parsed.places) != 2 or isinstance(parsed.places[0], Kind):
            return Answer((said("why-what"),))
        source = parsed.places[0]
        if self.hand is not None:
            return Answer((refuse("NT-8", "hand-first", card=self.hand),))
        to = target_of(
            self.game, self.table, source, self.table.top(source), parsed.places[1], lambda p: Move(source, p)
        )
        if command == "series":
            return Series(source, to)
        return Move(source, to, parsed.cards[0] if parsed.cards else None)

    def _note(self, text: str) -> Answer:
        words = text.split(maxsplit=1)
        if len(words) < 2:
            return Answer((said("note-what"),))
        self.record.comment(words[1])
        return Answer((said("noted", text=words[1]),))

    def _end(self, words: Sequence[str], note: str | None) -> Answer:
        if self.hand is not None:
            return Answer((refuse("NT-8", "hand-first", card=self.hand),))
        verdict = words[0].casefold() if words else ("won" if self.game.won(self.table) else "stopped")
        if verdict not in VERDICTS or len(words) > 1:
            raise Unreadable("end-unreadable", text=" ".join(("end", *words)), verdicts=", ".join(VERDICTS))
        return self._do(End(verdict), note)

    @staticmethod
    def _number(words: Sequence[str], default: int) -> int:
        if not words:
            return default
        if len(words) > 1 or not words[0].isdecimal() or not 0 < int(words[0]) < 1000:
            raise Unreadable("play-number-unreadable", text=" ".join(words))
        return int(words[0])

    def close(self) -> None:
        """Let the record go."""
        self.record.close()
