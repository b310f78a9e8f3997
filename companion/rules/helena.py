"""Święta Helena, Louis and Box Kite: clauses SH-*, LO-* and BK-* of the rules.

Two packs. Four kings build down and four aces up, in suit; twelve piles lie around them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from companion.cards import ACE, KING, UNSEEN, Card
from companion.events import Deal, GameEvent, Move, Place, Redeal
from companion.rules.base import Game, numbered
from companion.rules.refusals import Refusal, refuse
from companion.rules.switches import STANDSTILL, Switch, Value
from companion.table import Pile, Table, empty_piles

PILES = numbered("pile", 12)
KINGS, ACES = tuple(f"king-{suit}" for suit in "SHDC"), tuple(f"ace-{suit}" for suit in "SHDC")
UPPER_ONLY, LOWER_ONLY = frozenset(PILES[:4]), frozenset(PILES[6:10])
"""SH-6: in the first deal piles 1-4 give to the kings' row only, piles 7-10 to the aces' row only."""


# Acceptance on ranks, in the subset of Python that numba compiles.


def king_row_takes(top: int, rank: int) -> bool:
    """SH-2: a king's foundation builds down to the ace (empty, where bases may move, it takes its king)."""
    return rank == 13 if top == 0 else rank == top - 1 and rank > 0


def ace_row_takes(top: int, rank: int) -> bool:
    """SH-2: an ace's foundation builds up to the king (empty, where bases may move, it takes its ace)."""
    return rank == top + 1


def neighbours(top: int, rank: int, wrap: bool) -> bool:
    """SH-4: ranks that differ by one; a king and an ace are neighbours only with `wrap`."""
    distance = abs(top - rank)
    return distance == 1 or (wrap and distance == 12)


class Helena(Game):
    """Święta Helena and its variants under their switches."""

    family = "helena"
    packs = 2
    form_clause = "SH-3"
    won_clause = "SH-9"
    places = ("stock", *PILES, *KINGS, *ACES)
    foundations = (*KINGS, *ACES)
    all_switches: ClassVar[tuple[Switch, ...]] = (
        Switch("tableau_suit", ("same", "any"), ("SH-4", "LO-3", "BK-1")),
        Switch("gaps", ("any", "none"), ("SH-5", "BK-1")),
        Switch("wrap", (False, True), ("SH-4", "LO-3", "BK-1")),
        Switch("limits_until_redeal", (1, 2, 0), ("SH-6", "LO-3")),
        Switch("redeals", (2, 1, 0, 3), ("SH-7", "LO-4")),
        Switch("redeal_from", ("top12", "bottom1"), ("SH-7",)),
        Switch("foundation_transfer", ("off", "nobase", "base"), ("SH-8", "BK-1")),
        Switch("foundation_return", ("off", "nobase", "base"), ("SH-8",)),
        Switch("first_deal", ("all", "twelve"), ("SH-1", "LO-1")),
        Switch("phase1_tableau", (False, True), ("LO-1",)),
        Switch("phase1_on_redeal", (False, True), ("LO-4",)),
        STANDSTILL,
    )

    def __init__(self, variant: str, switches: Mapping[str, Value]) -> None:
        super().__init__(variant, switches)
        on = self.switches
        self.in_suit, self.wrap, self.gaps = on["tableau_suit"] == "same", bool(on["wrap"]), on["gaps"] == "any"
        self.two_phases = on["first_deal"] == "twelve"
        self.build_clause = "LO-3" if self.two_phases else "SH-4"
        self.redeal_clause = "LO-4" if self.two_phases else "SH-7"
        self.sources: tuple[Place, ...] = PILES
        if on["foundation_transfer"] != "off" or on["foundation_return"] != "off":
            self.sources = (*PILES, *self.foundations)

    @property
    def taken_out(self) -> tuple[Card, ...]:
        return tuple(Card(KING, place[-1]) for place in KINGS) + tuple(Card(ACE, place[-1]) for place in ACES)

    def packed(self, deal: Sequence[Card] | None = None) -> Table:
        stock = tuple(deal) if deal is not None else (UNSEEN,) * self.deal_size
        bases = {place: (card,) for place, card in zip(self.foundations, self.taken_out, strict=True)}
        piles = empty_piles(self.places) | {"stock": stock} | bases
        dealing = PILES if self.two_phases else PILES * (len(stock) // 12) + PILES[: len(stock) % 12]
        return Table(piles, dealing=dealing)

    def won(self, table: Table) -> bool:
        return all(len(table.piles[place]) == 13 for place in self.foundations)

    def hidden(self, table: Table) -> Iterator[tuple[Place, int]]:
        if table.round == 1:
            yield from (("stock", index) for index in range(len(table.piles["stock"])))

    def phase1(self, table: Table) -> bool:
        """LO-2: the first phase lasts while the stock is not empty."""
        return bool(table.piles["stock"])

    def candidates(self, table: Table) -> Iterator[GameEvent]:
        piles = table.piles
        if piles["stock"]:
            yield Deal()
        for source in self.sources:
            if piles[source]:
                suit = piles[source][-1].suit
                for to in self.foundations if suit == "?" else (f"king-{suit}", f"ace-{suit}"):
                    if to != source:
                        yield Move(source, to)
                for to in PILES:
                    if to != source:
                        yield Move(source, to)
        yield Redeal()

    # ------------------------------------------------------------------ why

    def accepts(self, table: Table, to: Place, card: Card) -> Refusal | None:
        """Whether a foundation (SH-2) or a pile (SH-4, SH-5) takes a card."""
        pile = table.piles[to]
        top = pile[-1] if pile else None
        if to in PILES:
            if top is None:
                return None if self.gaps else refuse("SH-5", "gap-stays", card=card, place=to)
            if neighbours(top.rank, card.rank, self.wrap) and (not self.in_suit or top.suit == card.suit):
                return None
            reason = "pile-needs-neighbour-suit" if self.in_suit else "pile-needs-neighbour"
            if not self.wrap and {top.rank, card.rank} == {ACE, KING}:
                reason = "king-and-ace-apart"
            return refuse(self.build_clause, reason, card=card, place=to, top=top)
        if card.suit != to[-1]:
            return refuse("SH-2", "foundation-suit", card=card, place=to)
        down = to in KINGS
        if (king_row_takes if down else ace_row_takes)(top.rank if top else 0, card.rank):
            return None
        if len(pile) == 13:
            return refuse("SH-2", "foundation-complete", card=card, place=to, top=top)
        needed = (KING if down else ACE) if top is None else top.rank - 1 if down else top.rank + 1
        return refuse("SH-2", "foundation-needs", card=card, place=to, top=top, needed=Card(needed, to[-1]))

    def why_move(self, table: Table, event: Move) -> Refusal | None:
        source, to = event.source, event.to
        if refusal := self._why_route(table, source, to):
            return refusal
        pile = table.piles[source]
        if not pile:
            return refuse("G-1", "source-empty", place=source)
        return (
            self._why_base(table, source, to)
            or self._why_limit(table, source, to)
            or self.unturned(table, source)
            or self._why_target(table, to, pile[-1])
        )

    def _why_route(self, table: Table, source: Place, to: Place) -> Refusal | None:
        if source == "stock" or to == "stock" or source == to:
            return refuse("SH-3", "no-route", source=source, to=to, card=table.top(source))
        if source in self.foundations:
            switch = "foundation_return" if to in PILES else "foundation_transfer"
            if self.switches[switch] == "off":
                return refuse("SH-8", "nothing-leaves", place=source)
        elif to in PILES and self.phase1(table) and not self.switches["phase1_tableau"]:
            return refuse("LO-1", "phase1-foundations-only", card=table.top(source), place=to)
        return None

    def _why_base(self, table: Table, source: Place, to: Place) -> Refusal | None:
        """With transfers of `nobase` the card that a foundation was begun with stays (BK-1)."""
        if source not in self.foundations or len(table.piles[source]) > 1:
            return None
        switch = "foundation_return" if to in PILES else "foundation_transfer"
        if self.switches[switch] == "nobase":
            return refuse("BK-1", "base-stays", card=table.top(source), place=source)
        return None

    def _why_limit(self, table: Table, source: Place, to: Place) -> Refusal | None:
        """SH-6: the limits of the first deal go by the pile where the card lies now."""
        if table.round > int(self.switches["limits_until_redeal"]):
            return None
        if source in UPPER_ONLY and to in ACES:
            return refuse("SH-6", "first-deal-kings-only", card=table.top(source), place=source, to=to)
        if source in LOWER_ONLY and to in KINGS:
            return refuse("SH-6", "first-deal-aces-only", card=table.top(source), place=source, to=to)
        return None

    def _why_target(self, table: Table, to: Place, card: Card) -> Refusal | None:
        return self.unturned(table, to) or self.accepts(table, to, card)

    def why_deal(self, table: Table) -> Refusal | None:
        if not self.two_phases:
            return refuse("SH-1", "no-deal")
        if not table.piles["stock"]:
            return refuse("LO-2", "stock-empty")
        return self.standstill(table)

    def why_redeal(self, table: Table) -> Refusal | None:
        redeals = int(self.switches["redeals"])
        if self.phase1(table):
            return refuse("LO-2", "redeal-after-dealing", count=len(table.piles["stock"]))
        if table.round > redeals:
            return refuse(self.redeal_clause, "no-redeal-left" if redeals else "no-redeals", count=redeals)
        if not any(table.piles[pile] for pile in PILES):
            return refuse(self.redeal_clause, "redeal-nothing", place="pile1")
        return self.standstill(table)

    def dealing_clause(self, table: Table) -> str:
        if not self.two_phases:
            return "SH-1"
        return "LO-2" if all(table.piles[pile] for pile in PILES) else "LO-1"

    def same_support(self, one: Card, other: Card) -> bool:
        return one.rank == other.rank and (not self.in_suit or one.suit == other.suit)

    # ------------------------------------------------------------------ apply

    def apply_move(self, table: Table, source: Place, to: Place) -> Table:
        after = table.moved(source, to)
        if source in PILES and not after.piles[source] and after.piles["stock"]:
            return after.moved("stock", source)  # LO-1: the gap is filled from the stock at once
        return after

    def deal_targets(self, table: Table) -> tuple[Place, ...]:
        """LO-2: the rest of the stock, one at a time clockwise from pile 1."""
        count = len(table.piles["stock"])
        return PILES * (count // 12) + PILES[: count % 12]

    def apply_redeal(self, table: Table) -> Table:
        packet = self.gathered([table.piles[pile] for pile in PILES])
        after = table.with_piles({"stock": packet, **dict.fromkeys(PILES, ())}).but(round=table.round + 1)
        first_only = self.two_phases and self.switches["phase1_on_redeal"]
        dealing = PILES[: len(packet)] if first_only else self.deal_targets(after)
        return self._apply_deal(after.but(dealing=dealing), Deal())

    def gathered(self, piles: Sequence[Pile]) -> Pile:
        """SH-7: pile 12 on 11, … on 1, not turned: pile 12 top → bottom is dealt first; `bottom1` is the exact reverse."""
        packet = tuple(card for pile in piles for card in pile)
        return packet if self.switches["redeal_from"] == "bottom1" else packet[::-1]
