"""Napoleono kapas, also Rūsys: clauses NK-* of the rules.

Two packs. Four walls give their cards to four auxiliary places; four bases build K … A twice over in suit; the vault in the
middle holds one run up from an ace; the stock is dealt onto five, four, three, two and one extra piles.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from companion.cards import ACE, KING, UNSEEN, Card
from companion.events import Deal, GameEvent, Move, Place, Redeal, Series
from companion.rules.base import Game, Step, numbered
from companion.rules.refusals import Refusal, refuse
from companion.rules.switches import STANDSTILL, Switch
from companion.table import Pile, Table, empty_piles

WALLS, AUXES, EXTRAS = numbered("wall", 4), numbered("aux", 4), numbered("extra", 5)
BASES = tuple(f"base-{suit}" for suit in "SHDC")
WALL_SIZE = 11
KIND: Mapping[Place, str] = {
    "stock": "stock",
    "vault": "vault",
    **dict.fromkeys(WALLS, "wall"),
    **dict.fromkeys(AUXES, "aux"),
    **dict.fromkeys(EXTRAS, "extra"),
    **dict.fromkeys(BASES, "base"),
}
ROUTES = frozenset((source, to) for source in ("wall", "aux", "extra") for to in ("base", "vault", "aux")) | {
    ("vault", "base")
}


# Acceptance on ranks of one suit (0 = empty), in the subset of Python that numba compiles.


def base_takes(top: int, count: int, rank: int) -> bool:
    """NK-4: an empty base takes a king, an ace under fewer than 26 cards a king, any other top the next lower rank."""
    if top <= 1:
        return rank == 13 and count < 26
    return rank == top - 1


def run_takes(top: int, rank: int) -> bool:
    """NK-5, NK-6: a run takes the next higher rank, and nothing upon its king; an empty place is another question."""
    return 0 < top < 13 and rank == top + 1


class Kapas(Game):
    """Napoleono kapas under its switches."""

    family = "kapas"
    packs = 2
    form_clause = "NK-7"
    won_clause = "NK-14"
    places = ("stock", *WALLS, *AUXES, "vault", *BASES, *EXTRAS)
    foundations = BASES
    way_stations = ("vault",)
    all_switches: ClassVar[tuple[Switch, ...]] = (
        Switch("setup_forced", (False, True), ("NK-13",)),
        Switch("gather", ("first_under", "first_over"), ("NK-12",)),
        Switch("partial_series", (False, True), ("NK-8",)),
        Switch("passes", (5, 4, 3, 2, 1), ("NK-10", "NK-12")),
        STANDSTILL,
    )

    def packed(self, deal: Sequence[Card] | None = None) -> Table:
        cards = tuple(deal) if deal is not None else (UNSEEN,) * self.deal_size
        piles = empty_piles(self.places)
        dealt = 4 * WALL_SIZE
        piles |= {wall: cards[index:dealt:4] for index, wall in enumerate(WALLS)} | {"stock": cards[dealt:]}
        phase = "setup" if self.switches["setup_forced"] else "play"
        return Table(piles, phase=phase, dealing=(*AUXES, *WALLS))

    def won(self, table: Table) -> bool:
        return all(len(table.piles[base]) == 26 for base in BASES)

    def hidden(self, table: Table) -> Iterator[tuple[Place, int]]:
        opening = len(table.dealing) if table.dealing and table.dealing[-1] in WALLS else 0
        for index, wall in enumerate(WALLS):
            face_up = 0 if opening > 3 - index else 1
            yield from ((wall, at) for at in range(len(table.piles[wall]) - face_up))
        if table.round == 1:
            yield from (("stock", at) for at in range(len(table.piles["stock"])))

    def candidates(self, table: Table) -> Iterator[GameEvent]:
        piles = table.piles
        if table.dealing or piles["stock"]:
            yield Deal()
        targets = (*BASES, "vault", *AUXES)
        for source in (*WALLS, *AUXES, *EXTRAS):
            if piles[source]:
                suit = piles[source][-1].suit
                for to in targets:
                    # A base of another suit never takes the card; the rest is for `why` to say.
                    if to != source and (KIND[to] != "base" or to[-1] == suit or suit == "?"):
                        yield Move(source, to)
        if piles["vault"]:
            yield Move("vault", f"base-{piles['vault'][-1].suit}")
        for aux in AUXES:
            if len(piles[aux]) > 1:
                yield Series(aux, "vault")
        if not piles["stock"]:
            yield Redeal()

    # ------------------------------------------------------------------ why

    def accepts(self, table: Table, to: Place, card: Card) -> Refusal | None:
        """Whether a place takes a card (NK-4 … NK-6)."""
        pile = table.piles[to]
        top = pile[-1] if pile else None
        if KIND[to] == "base":
            if card.suit != to[-1]:
                return refuse("NK-4", "foundation-suit", card=card, place=to)
            if base_takes(top.rank if top else 0, len(pile), card.rank):
                return None
            if top is None:
                return refuse("NK-4", "base-empty-needs-king", card=card, place=to)
            if len(pile) == 26:
                return refuse("NK-4", "foundation-complete", card=card, place=to, top=top)
            return refuse("NK-4", "foundation-needs", card=card, place=to, top=top, needed=_below(top))
        if to == "vault":
            if top is None:
                return None if card.rank == ACE else refuse("NK-5", "vault-empty-needs-ace", card=card)
            clause = "NK-5"
        else:
            if top is None:
                return refuse("NK-6", "aux-empty-takes-nothing", card=card, place=to)
            clause = "NK-6"
        if card.suit == top.suit and run_takes(top.rank, card.rank):
            return None
        if top.rank == KING:
            return refuse(clause, "king-takes-nothing", card=card, place=to, top=top)
        return refuse(clause, "run-needs", card=card, place=to, top=top, needed=Card(top.rank + 1, top.suit))

    def why_move(self, table: Table, event: Move) -> Refusal | None:
        source, to = event.source, event.to
        if (KIND[source], KIND[to]) not in ROUTES or source == to:
            return self._no_route(table, source, to)
        if not table.piles[source]:
            return refuse("G-1", "source-empty", place=source)
        refusal = self.unturned(table, source) or self.unturned(table, to)
        return refusal or self._why_setup(table, source, to) or self.accepts(table, to, table.piles[source][-1])

    def _no_route(self, table: Table, source: Place, to: Place) -> Refusal:
        if source in BASES:
            return refuse("NK-7", "nothing-leaves", place=source)
        if source == "vault":
            return refuse("NK-7", "vault-to-bases-only", card=table.top(source), place=to)
        if to == "stock":
            return refuse("NK-7", "nothing-enters-stock", place=source)
        if KIND[to] in ("wall", "extra"):
            return refuse("NK-7", "nothing-is-laid-there", place=to, card=table.top(source))
        return refuse("NK-7", "no-route", source=source, to=to, card=table.top(source))

    def _why_setup(self, table: Table, source: Place, to: Place) -> Refusal | None:
        """NK-13 with setup_forced: kings to empty bases and an ace to the empty vault come first."""
        if table.phase != "setup":
            return None
        rank = table.piles[source][-1].rank
        if not table.piles[to] and ((rank == KING and KIND[to] == "base") or (rank == ACE and to == "vault")):
            return None
        return self._setup_first(table)

    def _setup_first(self, table: Table) -> Refusal:
        """What the setup waits for: kings and an ace to be placed, or a card that must be named to know."""
        if cards := self._setup_cards(table):
            return refuse("NK-13", "setup-first", places=cards)
        return refuse("G-3", "turn-first", place=self.to_turn(table)[0])

    def _setup_cards(self, table: Table) -> tuple[Place, ...]:
        """The places whose available card the setup still asks for."""
        return tuple(
            place
            for place in (*WALLS, *AUXES)
            if (top := table.top(place)) is not None
            and (
                (top.rank == KING and not table.piles[f"base-{top.suit}"])
                or (top.rank == ACE and not table.piles["vault"])
            )
        )

    def why_series(self, table: Table, event: Series) -> Refusal | None:
        source, to = event.source, event.to
        if KIND[source] != "aux" or to != "vault":
            return refuse("NK-8", "series-aux-to-vault", source=source, to=to)
        pile = table.piles[source]
        if not pile:
            return refuse("G-1", "source-empty", place=source)
        if table.phase == "setup":
            return self._setup_first(table)
        if len(pile) < 2:
            return refuse("NK-8", "series-too-short", place=source)
        refusal = self.unturned(table, source) or self.unturned(table, to)
        if refusal or self._series_length(table, source) >= 2:
            return refusal
        clause = self.accepts(table, "vault", pile[0])
        assert clause is not None
        return refuse("NK-8", clause.reason, **clause.facts)

    def _series_length(self, table: Table, source: Place) -> int:
        """How many cards of an auxiliary pile the vault takes as one series; 0 where it takes none."""
        pile = table.piles[source]
        if self.accepts(table, "vault", pile[0]) is None:
            return len(pile)
        if self.switches["partial_series"]:
            for at in range(1, len(pile)):
                if self.accepts(table, "vault", pile[at]) is None:
                    return len(pile) - at
        return 0

    def why_deal(self, table: Table) -> Refusal | None:
        if table.phase == "setup":
            return self._setup_first(table)
        if not table.piles["stock"]:
            return refuse("NK-11", "stock-empty")
        return self.standstill(table)

    def why_redeal(self, table: Table) -> Refusal | None:
        passes = int(self.switches["passes"])
        if table.round >= passes:
            return refuse("NK-12", "no-redeal-left", count=passes)
        if table.phase == "setup":
            return self._setup_first(table)
        if table.piles["stock"]:
            return refuse("NK-12", "redeal-stock-first", count=len(table.piles["stock"]))
        if not any(table.piles[extra] for extra in EXTRAS):
            return refuse("NK-12", "redeal-nothing", place="extra1")
        return self.standstill(table)

    def dealing_clause(self, table: Table) -> str:
        return "NK-3" if table.dealing and table.dealing[-1] in WALLS else "NK-11"

    # ------------------------------------------------------------------ apply

    def apply_series(self, table: Table, event: Series) -> Table:
        return table.moved(event.source, "vault", self._series_length(table, event.source))

    def settle(self, table: Table) -> Table:
        """NK-9: an emptied auxiliary place takes its wall's top; the wall's next card is turned up where it lies."""
        if table.dealing:
            return table
        for aux, wall in zip(AUXES, WALLS, strict=True):
            if not table.piles[aux] and table.piles[wall]:
                table = table.moved(wall, aux)
        if table.phase == "setup" and not self.to_turn(table) and not self._setup_cards(table):
            table = table.but(phase="play")
        return table

    def deal_targets(self, table: Table) -> tuple[Place, ...]:
        """NK-10, NK-11: one card on each extra pile of this pass."""
        return EXTRAS[: 6 - table.round]

    def deal_plan(self, table: Table) -> tuple[Step, ...]:
        if not table.dealing or table.dealing[-1] not in WALLS:
            return super().deal_plan(table)
        # The opening: a wall's top goes out to its auxiliary place, later its next card is turned where it lies.
        steps = []
        for to in table.dealing:
            wall = f"wall{to[-1]}"
            gone = 1 if KIND[to] == "wall" and f"aux{to[-1]}" in table.dealing else 0
            steps.append(Step(wall, len(table.piles[wall]) - 1 - gone, to))
        return tuple(steps)

    def deal_one(self, table: Table, to: Place) -> Table:
        if KIND[to] == "aux":
            return table.moved(f"wall{to[-1]}", to)
        return table if KIND[to] == "wall" else table.moved("stock", to)

    def apply_redeal(self, table: Table) -> Table:
        stock = self.gathered([table.piles[extra] for extra in EXTRAS])
        return table.with_piles({"stock": stock, **dict.fromkeys(EXTRAS, ())}).but(round=table.round + 1)

    def gathered(self, piles: Sequence[Pile]) -> Pile:
        """NK-12: pile 1 bottom → top first, then pile 2, …; `first_over` lays each pile under the packet instead."""
        ordered = piles if self.switches["gather"] == "first_under" else piles[::-1]
        return tuple(card for pile in ordered for card in pile)


def _below(top: Card) -> Card:
    """The card that a base takes upon `top`."""
    return Card(KING if top.rank == ACE else top.rank - 1, top.suit)
