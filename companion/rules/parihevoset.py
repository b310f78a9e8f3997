"""Parihevoset, and the same game with foundation plays in the auxiliary phase: clauses PH-* of the rules.

Two packs. Two columns of aces: the left ones build up, the right ones down. Four corners and two side columns take the stock
in groups; a card lives until another is dealt upon it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from companion.cards import ACE, UNSEEN, Card
from companion.events import Deal, End, GameEvent, Move, Place, Redeal
from companion.rules.base import Game, numbered
from companion.rules.refusals import Refusal, refuse
from companion.rules.switches import STANDSTILL, Switch, Value
from companion.table import Pile, Table, empty_piles

ROWS = "HDCS"
"""The suits of the rows of aces, from the top (PH-1)."""
CORNERS = ("tl", "bl", "tr", "br")
RIGHTS, LEFTS = numbered("right", 4), numbered("left", 4)
TWELVE = (*CORNERS, *RIGHTS, *LEFTS)
"""The twelve places in dealing order (PH-3)."""
UPS, DOWNS = tuple(f"up-{suit}" for suit in ROWS), tuple(f"down-{suit}" for suit in ROWS)


# Acceptance on ranks of one suit, in the subset of Python that numba compiles; a foundation always holds its ace.


def up_takes(top: int, rank: int) -> bool:
    """PH-2: a left foundation takes the rank one above its top, up to the king."""
    return rank == top + 1


def down_takes(top: int, rank: int) -> bool:
    """PH-2: a right foundation takes a king on its ace, then the rank one below, down to the two."""
    return rank == 13 if top == 1 else rank == top - 1 and rank > 1


class Parihevoset(Game):
    """Parihevoset under its switches."""

    family = "parihevoset"
    packs = 2
    form_clause = "PH-4"
    won_clause = "PH-13"
    places = ("stock", *TWELVE, *UPS, *DOWNS)
    foundations = (*UPS, *DOWNS)
    all_switches: ClassVar[tuple[Switch, ...]] = (
        Switch("forced_play", (True, False), ("PH-8", "PH-9", "PH-14")),
        Switch("live", ("until_covered", "just_dealt"), ("PH-5", "PH-9", "PH-14")),
        Switch("column_deal", ("group", "single"), ("PH-4", "PH-14")),
        Switch("aux_corners", (True, False), ("PH-10", "PH-14")),
        Switch("aux_fill_empty", (False, True), ("PH-10", "PH-14")),
        Switch("aux_to_foundation", ("off", "own_row", "any"), ("PH-10", "PH-14")),
        Switch("gather", ("turned", "top12", "bottom12"), ("PH-11", "PH-14")),
        Switch("rounds", (3, 4, 2, 1), ("PH-12", "PH-14")),
        STANDSTILL,
    )

    def __init__(self, variant: str, switches: Mapping[str, Value]) -> None:
        super().__init__(variant, switches)
        columns = (RIGHTS, LEFTS) if self.switches["column_deal"] == "group" else tuple((p,) for p in (*RIGHTS, *LEFTS))
        self.groups: tuple[tuple[Place, ...], ...] = (*((corner,) for corner in CORNERS), *columns)
        self.aux_places = TWELVE if self.switches["aux_corners"] else (*RIGHTS, *LEFTS)

    @property
    def taken_out(self) -> tuple[Card, ...]:
        return tuple(Card(ACE, suit) for suit in ROWS for _ in range(2))

    def packed(self, deal: Sequence[Card] | None = None) -> Table:
        stock = tuple(deal) if deal is not None else (UNSEEN,) * self.deal_size
        aces = {place: (Card(ACE, place[-1]),) for place in self.foundations}
        return Table(empty_piles(self.places) | {"stock": stock} | aces, phase="deal")

    def won(self, table: Table) -> bool:
        return all(len(table.piles[place]) == 13 for place in self.foundations)

    def hidden(self, table: Table) -> Iterator[tuple[Place, int]]:
        if table.round == 1:
            yield from (("stock", index) for index in range(len(table.piles["stock"])))

    def candidates(self, table: Table) -> Iterator[GameEvent]:
        piles = table.piles
        if table.phase == "deal" and piles["stock"]:
            yield Deal()
        in_aux = table.phase == "aux" or not piles["stock"]
        for source in TWELVE:
            if not piles[source]:
                continue
            suit = piles[source][-1].suit
            for to in (*UPS, *DOWNS) if suit == "?" else (f"up-{suit}", f"down-{suit}"):
                yield Move(source, to)
            if in_aux:
                for to in TWELVE:
                    if to != source:
                        yield Move(source, to)
        if in_aux:
            yield Redeal()

    # ------------------------------------------------------------------ why

    def accepts(self, table: Table, to: Place, card: Card) -> Refusal | None:
        """Whether a foundation takes a card (PH-2)."""
        top = table.piles[to][-1]
        if card.suit != to[-1]:
            return refuse("PH-2", "foundation-suit", card=card, place=to)
        if (up_takes if to in UPS else down_takes)(top.rank, card.rank):
            return None
        if len(table.piles[to]) == 13:
            return refuse("PH-2", "foundation-complete", card=card, place=to, top=top)
        needed = top.rank + 1 if to in UPS else 13 if top.rank == ACE else top.rank - 1
        return refuse("PH-2", "foundation-needs", card=card, place=to, top=top, needed=Card(needed, top.suit))

    def why_move(self, table: Table, event: Move) -> Refusal | None:
        source, to = event.source, event.to
        if source in self.foundations:
            return refuse("G-5", "nothing-leaves", place=source)
        if source == "stock" or to == "stock" or source == to:
            return refuse("PH-10" if to in TWELVE else "PH-6", "no-route", source=source, to=to, card=table.top(source))
        if to in self.foundations:
            return self._why_foundation(table, source, to)
        return self._why_auxiliary(table, source, to)

    def _why_foundation(self, table: Table, source: Place, to: Place) -> Refusal | None:
        """PH-5, PH-6 in the dealing phase; the switch aux_to_foundation after it."""
        own_row_only = True
        if table.phase == "aux":
            own_row_only = self.switches["aux_to_foundation"] == "own_row"
            if self.switches["aux_to_foundation"] == "off":
                return refuse("PH-10", "no-foundation-in-aux", card=table.top(source), place=to)
        if not table.piles[source]:
            return refuse("G-1", "source-empty", place=source)
        card = table.piles[source][-1]
        if table.phase == "deal" and source not in table.live:
            return refuse("PH-5", "dead-card", card=card, place=source)
        if own_row_only and source not in CORNERS and to != side_foundation(source):
            return refuse("PH-6", "side-own-row", card=card, place=source, to=to, allowed=side_foundation(source))
        return self.unturned(table, source) or self.accepts(table, to, card)

    def _why_auxiliary(self, table: Table, source: Place, to: Place) -> Refusal | None:
        """PH-10: in suit, one rank up or down, on a card that lies there."""
        if table.phase == "deal" and table.piles["stock"]:
            return refuse("PH-10", "aux-later", card=table.top(source), place=source)
        if table.phase == "deal" and self.switches["forced_play"] and (refusal := self._live_first(table, "PH-9")):
            return refusal
        if not (source in self.aux_places and to in self.aux_places):
            return refuse("PH-10", "aux-no-corners", source=source, to=to)
        pile, target = table.piles[source], table.piles[to]
        if not pile:
            return refuse("G-1", "source-empty", place=source)
        if refusal := self.unturned(table, source) or self.unturned(table, to):
            return refusal
        card = pile[-1]
        if not target:
            return (
                None if self.switches["aux_fill_empty"] else refuse("PH-10", "empty-takes-nothing", card=card, place=to)
            )
        if card.suit == target[-1].suit and abs(card.rank - target[-1].rank) == 1:
            return None
        return refuse("PH-10", "pile-needs-neighbour-suit", card=card, place=to, top=target[-1])

    def why_deal(self, table: Table) -> Refusal | None:
        if table.phase != "deal":
            return refuse("PH-9", "dealing-is-over")
        if not table.piles["stock"]:
            return refuse("PH-4", "stock-empty")
        if self.switches["forced_play"] and (refusal := self._live_first(table, "PH-8")):
            return refusal
        return self.standstill(table)

    def why_redeal(self, table: Table) -> Refusal | None:
        rounds = int(self.switches["rounds"])
        if table.phase == "deal" and table.piles["stock"]:
            return refuse("PH-11", "redeal-after-dealing", count=len(table.piles["stock"]))
        if table.phase == "deal" and self.switches["forced_play"] and (refusal := self._live_first(table, "PH-9")):
            return refusal
        if table.round >= rounds:
            return refuse("PH-12", "no-redeal-left", count=rounds)
        if not any(table.piles[place] for place in TWELVE):
            return refuse("PH-11", "redeal-nothing", place=TWELVE[0])
        return self.standstill(table)

    def _why_end(self, table: Table, event: End) -> Refusal | None:
        """PH-13: what is left over, and whether a fourth round would place it, shows after the dealing of the last round."""
        over = table.phase == "aux" or not (self.switches["forced_play"] or table.piles["stock"])
        if event.verdict in ("unresolved", "failed") and (table.round < int(self.switches["rounds"]) or not over):
            return refuse("PH-13", "verdict-later", verdict=event.verdict)
        return super()._why_end(table, event)

    def _live_first(self, table: Table, clause: str) -> Refusal | None:
        """PH-8, PH-9: a live card that can be played, or must be named to know, comes first."""
        for place in self._live(table):
            if refusal := self.unturned(table, place):
                return refusal
        play = self.live_play(table)
        if play is None:
            return None
        return refuse(clause, "live-card-first", card=table.top(play.source), place=play.source, to=play.to)

    def dealing_clause(self, table: Table) -> str:
        return "PH-4"

    def _live(self, table: Table) -> list[Place]:
        """The places of live cards, in dealing order. On a table that wrong moves have been made on, a card may be gone from there."""
        return [place for place in TWELVE if place in table.live and table.piles[place]]

    def live_play(self, table: Table) -> Move | None:
        """A legal play of a live card (PH-6), the first in dealing order; none where no live card fits."""
        for place in self._live(table):
            card = table.piles[place][-1]
            if not card.rank:
                continue
            for to in (f"up-{card.suit}", f"down-{card.suit}") if place in CORNERS else (side_foundation(place),):
                if self.accepts(table, to, card) is None:
                    return Move(place, to)
        return None

    # ------------------------------------------------------------------ apply

    def apply_move(self, table: Table, source: Place, to: Place) -> Table:
        after = table.moved(source, to)
        if table.phase == "aux":
            return after
        if to in TWELVE:
            return after.but(phase="aux", live=frozenset())  # PH-9: the first auxiliary move ends the dealing phase
        if after.piles["stock"]:
            return after.moved("stock", source)  # PH-7: the refill is live as the card before it was
        return after.but(live=after.live - {source})

    def settle(self, table: Table) -> Table:
        """PH-9: the dealing phase ends with the event after which no card is left to deal and no live card fits."""
        if table.phase != "deal" or table.piles["stock"] or table.dealing:
            return table
        if self.live_play(table) or any(not table.piles[place][-1].rank for place in self._live(table)):
            return table
        return table.but(phase="aux", live=frozenset())

    def deal_targets(self, table: Table) -> tuple[Place, ...]:
        return self.groups[table.group] if table.phase == "deal" else ()

    def begin_deal(self, table: Table) -> Table:
        if self.switches["live"] == "just_dealt":
            table = table.but(live=frozenset())
        return super().begin_deal(table)

    def deal_one(self, table: Table, to: Place) -> Table:
        after = table.moved("stock", to)
        return after.but(live=after.live | {to})

    def end_deal(self, table: Table) -> Table:
        return table.but(group=(table.group + 1) % len(self.groups))

    def apply_redeal(self, table: Table) -> Table:
        stock = self.gathered([table.piles[place] for place in TWELVE])
        emptied = table.with_piles({"stock": stock, **dict.fromkeys(TWELVE, ())})
        return emptied.but(round=table.round + 1, phase="deal", live=frozenset(), group=0)

    def gathered(self, piles: Sequence[Pile]) -> Pile:
        """PH-11: place 12 laid on 11, … on 1 and the packet turned: place 1 bottom → top comes first."""
        match self.switches["gather"]:
            case "turned":
                return tuple(card for pile in piles for card in pile)
            case "bottom12":
                return tuple(card for pile in piles[::-1] for card in pile)
            case _:
                return tuple(card for pile in piles[::-1] for card in pile[::-1])


def side_foundation(place: Place) -> Place:
    """PH-6: the only foundation that a side place gives to: its own row, its own side."""
    return f"{'down' if place.startswith('right') else 'up'}-{ROWS[int(place[-1]) - 1]}"
