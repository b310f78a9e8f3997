"""What every game family shares: the shape of a game.

`Game.why` is the only place where a rule lives: it names the clause that forbids an event, or nothing. `legal` is `why` over the
events that could be meant; referee, hints, search, practice and photo check ask these and never repeat them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from companion.cards import UNSEEN, Card, full_pack
from companion.errors import Contradiction
from companion.events import (
    Deal,
    Draw,
    End,
    GameEvent,
    Move,
    Place,
    Redeal,
    Series,
    Turn,
    stated_cards,
)
from companion.rules.refusals import Refusal, refuse
from companion.rules.switches import STANDSTILL, Switch, Value, value_text
from companion.table import Pile, Table

__all__ = ["STANDSTILL", "Game", "Refusal", "Step", "Switch", "Value", "card_order", "numbered", "refuse", "value_text"]


@dataclass(frozen=True, slots=True)
class Step:
    """One card of a dealing step: which card is turned (`source`, index `at`) and where it comes to lie.

    Where `to` is the source itself, the card is only turned face up.
    """

    source: Place
    at: int
    to: Place


class Game(ABC):
    """One variant with its switches: the rules as questions about a table. It holds no state of a game."""

    family: ClassVar[str]
    packs: ClassVar[int] = 1
    form_clause: ClassVar[str]
    """The clause that lists the family's moves: it refuses an event that the game does not know."""
    all_switches: ClassVar[tuple[Switch, ...]]
    places: tuple[Place, ...]
    foundations: tuple[Place, ...]

    def __init__(self, variant: str, switches: Mapping[str, Value]) -> None:
        self.variant = variant
        self.switches: Mapping[str, Value] = {switch.name: switch.values[0] for switch in self.all_switches} | dict(
            switches
        )
        self.whole = full_pack(self.packs)

    # ------------------------------------------------------------------ questions

    @property
    def taken_out(self) -> tuple[Card, ...]:
        """The cards that the game lays out before the pack is shuffled; they are no part of a deal."""
        return ()

    @property
    def deal_size(self) -> int:
        """How many cards a deal file lists."""
        return self.whole.total() - len(self.taken_out)

    @abstractmethod
    def packed(self, deal: Sequence[Card] | None = None) -> Table:
        """The table before anything is turned, from a deal (first card first), or with all cards unseen.

        What the game deals before the first choice still waits: `Table.dealing` lists its places.
        """

    def opening(self, deal: Sequence[Card] | None = None) -> Table:
        """The table before the first choice. With a deal, what the game deals before the first move lies there."""
        table = self.packed(deal)
        return self.apply(table, Deal()) if deal is not None and table.dealing else self.settle(table)

    @abstractmethod
    def won(self, table: Table) -> bool:
        """Whether the game has come out."""

    @abstractmethod
    def candidates(self, table: Table) -> Iterator[GameEvent]:
        """Every event that could be legal, dealing steps and redeals included; cheap, and a superset of `legal`."""

    def legal(self, table: Table) -> list[GameEvent]:
        """Every legal next event. Turning a hidden card over is no choice and is not among them."""
        return [event for event in self.candidates(table) if self.why(table, event) is None]

    def to_turn(self, table: Table) -> tuple[Place, ...]:
        """The places whose top lies face up but has not been named yet, in the order in which a hand turns them."""
        return tuple(
            place
            for place in self.places
            if place != "stock"
            and table.piles[place]
            and not table.piles[place][-1].rank
            and place not in table.dealing
        )

    @abstractmethod
    def hidden(self, table: Table) -> Iterator[tuple[Place, int]]:
        """The positions (place, index) whose card the player has not seen, known to the record or not."""

    def view(self, table: Table) -> Table:
        """The table as the player knows it: every card not seen yet is `UNSEEN`."""
        piles: dict[Place, list[Card]] = {}
        for place, index in self.hidden(table):
            piles.setdefault(place, list(table.piles[place]))[index] = UNSEEN
        return table.with_piles({place: tuple(pile) for place, pile in piles.items()}) if piles else table

    def progress(self, table: Table) -> int:
        """How many cards lie on the foundations, those laid out beforehand included."""
        return sum(len(table.piles[place]) for place in self.foundations)

    # ------------------------------------------------------------------ why

    def why(self, table: Table, event: GameEvent) -> Refusal | None:
        """The clause that forbids an event, or nothing (rules.md: the first in the order form, route, empty source, limit,
        acceptance)."""
        if isinstance(event, Turn):
            return self._why_turn(table, event)
        if table.dealing and not isinstance(event, Deal | End):
            return refuse(self.dealing_clause(table), "deal-first", place=table.dealing[0], count=len(table.dealing))
        match event:
            case Move():
                return self.why_move(table, event)
            case Deal():
                return self._why_deal_count(table, event) or (None if table.dealing else self.why_deal(table))
            case Draw():
                return self.why_draw(table, event)
            case Series():
                return self.why_series(table, event)
            case Redeal():
                return self.why_redeal(table)
            case End():
                return self._why_end(table, event)

    @abstractmethod
    def accepts(self, table: Table, to: Place, card: Card) -> Refusal | None:
        """Whether a place takes a card by what lies there, wherever the card comes from."""

    @abstractmethod
    def why_move(self, table: Table, event: Move) -> Refusal | None:
        """`why` for a single card."""

    def why_draw(self, table: Table, event: Draw) -> Refusal | None:
        """`why` for a card from the stock; most games only deal."""
        return refuse(self.form_clause, "no-draw")

    def why_series(self, table: Table, event: Series) -> Refusal | None:
        """`why` for a whole pile; most games move one card at a time."""
        return refuse("G-1", "one-card-a-move")

    def why_deal(self, table: Table) -> Refusal | None:
        """`why` for beginning a dealing step."""
        return refuse(self.form_clause, "no-deal")

    @abstractmethod
    def why_redeal(self, table: Table) -> Refusal | None:
        """`why` for gathering."""

    def dealing_clause(self, table: Table) -> str:
        """The clause by which a dealing step under way must be finished first."""
        return self.form_clause

    def _why_turn(self, table: Table, event: Turn) -> Refusal | None:
        if event.place == "stock" or event.place in self.foundations:
            return refuse("G-3", "turn-nothing", place=event.place)
        if event.place in table.dealing:
            return refuse(self.dealing_clause(table), "deal-first", place=table.dealing[0], count=len(table.dealing))
        if not table.piles[event.place]:
            return refuse("G-3", "turn-empty", place=event.place)
        return None

    def _why_deal_count(self, table: Table, event: Deal) -> Refusal | None:
        plan = self.deal_plan(table)
        if event.cards and plan and len(event.cards) > len(plan):
            return refuse(
                self.dealing_clause(table),
                "deal-too-many",
                count=len(event.cards),
                expected=len(plan),
                place=plan[-1].to,
            )
        return None

    def _why_end(self, table: Table, event: End) -> Refusal | None:
        if event.verdict == "won" and not self.won(table):
            left = self.whole.total() - self.progress(table)
            return refuse(self.won_clause, "not-won", count=left)
        if event.verdict in ("failed", "unresolved") and self.family != "parihevoset":
            return refuse("G-6", "no-such-verdict", verdict=event.verdict)
        return None

    won_clause: ClassVar[str]

    @staticmethod
    def unturned(table: Table, place: Place) -> Refusal | None:
        """A refusal where the available card of a place is not known yet, so that nothing can be judged by it."""
        top = table.top(place)
        return refuse("G-3", "turn-first", place=place) if top is not None and not top.rank else None

    def standstill(self, table: Table) -> Refusal | None:
        """G-4: whether dealing on or gathering must wait for moves that are still possible."""
        strict = self.switches["strict_standstill"]
        if strict == "off":
            return None
        for event in self.candidates(table):
            if not isinstance(event, Move | Series) or self.why(table, event) is not None:
                continue
            if strict == "progress" and event.to not in (*self.foundations, *self.way_stations):
                continue
            if strict == "full" and isinstance(event, Move) and self.idle(table, event):
                continue
            return refuse("G-4", "standstill", event=event, card=table.top(event.source))
        return None

    way_stations: ClassVar[tuple[Place, ...]] = ()
    """Places that count as progress beside the foundations (the vault of kapas, G-4)."""

    def idle(self, table: Table, event: Move) -> bool:
        """Whether a move only carries a card between two supports of the same rank and suit, or two empty places (G-4)."""
        if event.to in (*self.foundations, *self.way_stations):
            return False
        pile = table.piles[event.source]
        support, target = (pile[-2] if len(pile) > 1 else None), table.top(event.to)
        if support is None and target is None:
            return self.kind(event.source) == self.kind(event.to)
        return support is not None and target is not None and self.same_support(support, target)

    @staticmethod
    def kind(place: Place) -> str:
        """What sort of place it is: its name without the number."""
        return place.rstrip("0123456789")

    def same_support(self, one: Card, other: Card) -> bool:
        """Whether two cards are the same to what is laid on them."""
        return one == other

    # ------------------------------------------------------------------ apply

    def apply(self, table: Table, event: GameEvent) -> Table:
        """The table after a legal event and the automatic steps that follow it (G-3)."""
        match event:
            case Move(source, to):
                after = self.apply_move(table, source, to)
            case Deal():
                after = self._apply_deal(table, event)
            case Draw():
                after = self.apply_draw(table, event)
            case Series():
                after = self.apply_series(table, event)
            case Redeal():
                after = self.apply_redeal(table)
            case Turn():
                after = table
            case End():
                return table
        return self.settle(after)

    def apply_move(self, table: Table, source: Place, to: Place) -> Table:
        """One card moved, without what follows by itself."""
        return table.moved(source, to)

    def apply_draw(self, table: Table, event: Draw) -> Table:
        """The stock's next card laid down."""
        assert event.to is not None
        return table.moved("stock", event.to)

    def apply_series(self, table: Table, event: Series) -> Table:
        """A whole pile moved."""
        return table.moved(event.source, event.to, len(table.piles[event.source]))

    @abstractmethod
    def apply_redeal(self, table: Table) -> Table:
        """The cards gathered."""

    def settle(self, table: Table) -> Table:
        """The automatic steps that hold after any event; nothing by default."""
        return table

    # ------------------------------------------------------------------ dealing

    def deal_plan(self, table: Table) -> tuple[Step, ...]:
        """The cards that the next (or the unfinished) dealing step turns, in order."""
        targets = table.dealing or self.deal_targets(table)
        count = len(table.piles["stock"]) if "stock" in table.piles else 0
        return tuple(Step("stock", at, to) for at, to in enumerate(targets[:count]))

    def deal_targets(self, table: Table) -> tuple[Place, ...]:
        """Where the next dealing step lays its cards, were the stock long enough."""
        return ()

    def _apply_deal(self, table: Table, event: Deal) -> Table:
        if not table.dealing:
            table = self.begin_deal(table)
        plan = self.deal_plan(table)
        count = len(event.cards) or len(plan)
        for step in plan[:count]:
            table = self.deal_one(table, step.to)
        table = table.but(dealing=tuple(step.to for step in plan[count:]))
        return table if table.dealing else self.end_deal(table)

    def begin_deal(self, table: Table) -> Table:
        """Mark a dealing step as begun: every place of the step waits for its card."""
        return table.but(dealing=tuple(step.to for step in self.deal_plan(table)))

    def deal_one(self, table: Table, to: Place) -> Table:
        """One card of a dealing step."""
        return table.moved("stock", to)

    def end_deal(self, table: Table) -> Table:
        """What changes when a dealing step is complete."""
        return table

    # ------------------------------------------------------------------ what is stated

    def stated_at(self, table: Table, event: GameEvent) -> Iterator[tuple[Place, int]]:
        """The positions of the cards that an event states, in its order."""
        match event:
            case Draw(card=card) if card:
                yield "stock", 0
            case Move(source=source, card=card) if card:
                yield source, -1
            case Turn(place=place):
                yield place, -1
            case Deal(cards) if cards:
                for step in self.deal_plan(table)[: len(cards)]:
                    yield step.source, step.at

    def learn(self, table: Table, event: GameEvent) -> Table:
        """The table with the cards that an event states put where they were unseen.

        Raises `Contradiction` where another card is known to lie there, or where the pack has no such card left.
        """
        positions = [
            (place, index if index >= 0 else len(table.piles[place]) + index)
            for place, index in self.stated_at(table, event)
        ]
        for (place, index), card in zip(positions, stated_cards(event), strict=False):
            pile = table.piles[place]
            if not 0 <= index < len(pile) or not card.rank:
                continue
            there = pile[index]
            if there.rank and there != card:
                laid = self._laid(table, event).get((place, index), place)
                raise Contradiction("card-differs", place=laid, source=place, stated=card, known=there)
            if not there.rank:
                if table.unseen(self.whole)[card] < 1:
                    raise Contradiction(
                        "card-too-many",
                        card=card,
                        count=self.packs + 1,
                        packs=self.packs,
                        places=self._where_told(table, event, card),
                    )
                table = table.with_card(place, index, card)
        return table

    def _where_told(self, table: Table, event: GameEvent, card: Card) -> list[Place]:
        """Where the copies of a card lie; those that the event itself deals, where it lays them."""
        laid = self._laid(table, event)
        return [
            laid.get((place, at), place)
            for place, pile in table.piles.items()
            for at, other in enumerate(pile)
            if other == card
        ]

    def _laid(self, table: Table, event: GameEvent) -> dict[tuple[Place, int], Place]:
        """Where the cards that an event deals come to lie, by their positions before it."""
        steps = self.deal_plan(table) if isinstance(event, Deal) else ()
        return {(step.source, step.at): step.to for step in steps[: len(stated_cards(event))]}

    # ------------------------------------------------------------------ gathering

    @abstractmethod
    def gathered(self, piles: Sequence[Pile]) -> Pile:
        """The packet made of piles in the game's gathering order, its next card first."""

    def check_deal(self, deal: Sequence[Card]) -> None:
        """Raise `Contradiction` unless the cards are the pack less what is taken out (`??` may stand for any)."""
        whole = full_pack(self.packs, self.taken_out)
        known = Counter(card for card in deal if card.rank)
        missing, extra = whole - known, known - whole
        if len(deal) != self.deal_size or extra or (missing and len(deal) == known.total()):
            raise Contradiction(
                "deal-wrong",
                count=len(deal),
                expected=self.deal_size,
                missing=tuple(sorted(missing.elements(), key=card_order)) if len(deal) == known.total() else (),
                extra=tuple(sorted(extra.elements(), key=card_order)),
            )


def card_order(card: Card) -> int:
    """Suit by suit, ace to king: the order in which cards are listed to a reader."""
    return card.code


def numbered(name: str, count: int) -> tuple[Place, ...]:
    """`corner1` … `cornerN`."""
    return tuple(f"{name}{number}" for number in range(1, count + 1))
