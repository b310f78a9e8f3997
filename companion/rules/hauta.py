"""Napoleon's Tomb (Napoleonin hauta) and its versions: clauses NT-*, NTK-*, NTO-* and NTP-* of the rules.

One pack. Four corners build 7 … K, the centre 6 … A four times over, suits never matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from companion.cards import UNSEEN, Card
from companion.events import Draw, GameEvent, Move, Place, Redeal
from companion.rules.base import Game, numbered
from companion.rules.refusals import Refusal, refuse
from companion.rules.switches import STANDSTILL, Switch, Value
from companion.table import Pile, Table, empty_piles

CORNERS = numbered("corner", 4)
CELLS = numbered("cell", 4)
KIND: Mapping[Place, str] = {
    "stock": "stock",
    "waste": "waste",
    "centre": "centre",
    "sixes": "sixes",
    **dict.fromkeys(CORNERS, "corner"),
    **dict.fromkeys(CELLS, "cell"),
}


# The three acceptance rules, on ranks alone (0 = empty), in the subset of Python that numba compiles.


def corner_takes(top: int, rank: int) -> bool:
    """NT-3: an empty corner takes a 7, any other the rank one above its top, up to the king."""
    return rank == 7 if top == 0 else rank == top + 1


def centre_takes(top: int, count: int, rank: int) -> bool:
    """NT-4: an empty centre takes a 6, an ace under fewer than 24 cards a 6, any other top the rank one below."""
    if top <= 1:
        return rank == 6 and count < 24
    return rank == top - 1


def store_takes(count: int, rank: int) -> bool:
    """NT-6: the six store takes sixes only, up to four."""
    return rank == 6 and count < 4


class Hauta(Game):
    """Napoleon's Tomb under its switches."""

    family = "hauta"
    packs = 1
    form_clause = "NT-9"
    won_clause = "NT-12"
    places = ("stock", "waste", *CORNERS, "centre", *CELLS, "sixes")
    foundations = (*CORNERS, "centre")
    all_switches: ClassVar[tuple[Switch, ...]] = (
        Switch("cell_to_cell", (True, False), ("NT-9", "NT-13", "NTK-3")),
        Switch("waste_to_cell", (True, False), ("NT-9", "NT-13", "NTK-3")),
        Switch("cell_to_waste", (True, False), ("NT-9", "NT-13", "NTK-3")),
        Switch("six_store", (True, False), ("NT-6", "NT-13", "NTK-2", "NTP-1")),
        Switch("six_to_cell", (True, False), ("NT-9", "NT-13")),
        Switch("six_to_waste", (False, True), ("NT-9", "NT-13")),
        Switch("passes", (1, 2, 3), ("NT-11", "NT-13", "NTO-1")),
        Switch("draw_to", ("any", "foundations", "waste"), ("NT-8", "NTK-2", "NTP-1")),
        Switch("opening_cells", (False, True), ("NT-2", "NTK-1")),
        Switch("fill_source", ("none", "stock", "waste", "waste_then_stock", "choice"), ("NT-10", "NTK-4")),
        Switch("fill_after_stock", ("never", "optional", "forced"), ("NTK-5",)),
        Switch("fill_on_redeal", (False, True), ("NTO-1",)),
        Switch("auto_draw", (False, True), ("NTP-2",)),
        STANDSTILL,
    )

    def __init__(self, variant: str, switches: Mapping[str, Value]) -> None:
        super().__init__(variant, switches)
        on = self.switches
        # Where the version begins tells which clause forbids what it does not have.
        kookas, pysolfc = bool(on["opening_cells"]), on["draw_to"] == "waste"
        self.route_clause = "NTK-3" if kookas else "NTP-3" if pysolfc else "NT-9"
        self.draw_clause = "NTK-2" if kookas else "NTP-1" if pysolfc else "NT-8"
        self.store_clause = "NTK-2" if kookas else "NTP-1" if pysolfc else "NT-13"
        self.redeal_clause = "NTO-1" if on["passes"] != 1 else "NTK-6" if kookas else "NTP-1" if pysolfc else "NT-11"
        self.routes = frozenset(
            {("waste", "corner"), ("waste", "centre"), ("cell", "corner"), ("cell", "centre"), ("sixes", "centre")}
            | ({("waste", "sixes"), ("cell", "sixes")} if on["six_store"] else set())
            | ({("waste", "cell")} if on["waste_to_cell"] else set())
            | ({("cell", "cell")} if on["cell_to_cell"] else set())
            | ({("cell", "waste")} if on["cell_to_waste"] else set())
            | ({("sixes", "cell")} if on["six_to_cell"] else set())
            | ({("sixes", "waste")} if on["six_to_waste"] else set())
        )
        self.draw_places: tuple[Place, ...] = ("waste",)
        if on["draw_to"] != "waste":
            self.draw_places = (*CORNERS, "centre", "waste")
        if on["draw_to"] == "any":
            self.draw_places = (*CORNERS, "centre", *(("sixes",) if on["six_store"] else ()), *CELLS, "waste")

    def packed(self, deal: Sequence[Card] | None = None) -> Table:
        stock = tuple(deal) if deal is not None else (UNSEEN,) * self.deal_size
        dealing = CELLS if self.switches["opening_cells"] else ()
        return Table(empty_piles(self.places) | {"stock": stock}, dealing=dealing)

    def won(self, table: Table) -> bool:
        return len(table.piles["centre"]) == 24 and all(len(table.piles[corner]) == 7 for corner in CORNERS)

    def hidden(self, table: Table) -> Iterator[tuple[Place, int]]:
        if table.round == 1:
            yield from (("stock", index) for index in range(len(table.piles["stock"])))

    def candidates(self, table: Table) -> Iterator[GameEvent]:
        piles = table.piles
        if piles["stock"]:
            if not piles["stock"][0].rank:
                yield Draw()
            else:
                yield from map(Draw, sorted(table.live) if table.phase == "fill" else self.draw_places)
        for source in ("waste", *CELLS, "sixes"):
            if piles[source]:
                for to in (*CORNERS, "centre", "sixes", *CELLS, "waste"):
                    if to != source:
                        yield Move(source, to)
        if not piles["stock"] and piles["waste"]:
            yield Redeal()

    # ------------------------------------------------------------------ why

    def accepts(self, table: Table, to: Place, card: Card) -> Refusal | None:
        """Whether a place takes a card (NT-3 … NT-7)."""
        pile = table.piles[to]
        top = pile[-1] if pile else None
        match KIND[to]:
            case "corner" if not corner_takes(top.rank if top else 0, card.rank):
                if top is None:
                    return refuse("NT-3", "corner-empty-needs-7", card=card, place=to)
                if top.rank == 13:
                    return refuse("NT-3", "corner-complete", card=card, place=to, top=top)
                return refuse("NT-3", "corner-needs", card=card, place=to, top=top, rank=top.rank + 1)
            case "centre" if not centre_takes(top.rank if top else 0, len(pile), card.rank):
                if top is None:
                    return refuse("NT-4", "centre-empty-needs-6", card=card)
                if len(pile) == 24:
                    return refuse("NT-4", "centre-complete", card=card, top=top)
                if top.rank == 1:
                    return refuse("NT-4", "centre-ace-needs-6", card=card, top=top)
                return refuse("NT-4", "centre-needs", card=card, top=top, rank=top.rank - 1)
            case "sixes" if not store_takes(len(pile), card.rank):
                return refuse("NT-6", "store-sixes-only", card=card)
            case "cell" if top is not None:
                return refuse("NT-5", "cell-full", card=card, place=to, top=top)
        return None

    def why_draw(self, table: Table, event: Draw) -> Refusal | None:
        to, stock = event.to, table.piles["stock"]
        if table.phase == "fill":
            if to is not None and to not in table.live:
                return refuse("NTK-4", "fill-first", place=min(table.live))
        elif to is not None and to not in self.draw_places:
            return refuse(self.draw_clause, "draw-not-there", place=to, places=self.draw_places)
        if not stock:
            return refuse(self.draw_clause, "stock-empty")
        if to is None:
            return None if not stock[0].rank else refuse(self.draw_clause, "draw-where", card=stock[0])
        if to == "waste" or (KIND[to] == "cell" and not table.piles[to]):
            return None
        return self.unturned(table, "stock") or self.unturned(table, to) or self.accepts(table, to, stock[0])

    def why_move(self, table: Table, event: Move) -> Refusal | None:
        source, to = event.source, event.to
        if table.phase == "fill":
            if source != "waste" or to not in table.live:
                return refuse("NTK-4", "fill-first", place=min(table.live))
        elif (clause := self._no_route(table, source, to)) is not None:
            return clause
        pile = table.piles[source]
        if not pile:
            return refuse("G-1", "source-empty", place=source)
        if to == "waste" or (KIND[to] == "cell" and not table.piles[to]):
            return None
        return self.unturned(table, source) or self.unturned(table, to) or self.accepts(table, to, pile[-1])

    def _no_route(self, table: Table, source: Place, to: Place) -> Refusal | None:
        kinds = KIND[source], KIND[to]
        if kinds in self.routes and source != to:
            return None
        if kinds == ("waste", "cell") and self.switches["fill_after_stock"] == "optional":
            # NTK-5 opens this way only when the stock has run out.
            return refuse("NTK-5", "fill-only-after-stock", place=to) if table.piles["stock"] else None
        if source in self.foundations:
            return refuse(self.route_clause, "nothing-leaves", place=source)
        if source == "stock":
            return refuse(self.draw_clause, "stock-is-drawn", place=to)
        if to == "stock":
            return refuse(self.route_clause, "nothing-enters-stock", place=source)
        if "sixes" in (source, to) and not self.switches["six_store"]:
            return refuse(self.store_clause, "no-six-store")
        return refuse(self.route_clause, "no-route", source=source, to=to, card=table.top(source))

    def why_redeal(self, table: Table) -> Refusal | None:
        passes = self.switches["passes"]
        if table.round >= int(passes):
            return refuse(self.redeal_clause, "no-redeal-left", count=int(passes))
        if table.piles["stock"]:
            return refuse(self.redeal_clause, "redeal-stock-first", count=len(table.piles["stock"]))
        if not table.piles["waste"]:
            return refuse(self.redeal_clause, "redeal-nothing", place="waste")
        if table.phase == "fill":
            return refuse("NTK-4", "fill-first", place=min(table.live))
        return self.standstill(table)

    def dealing_clause(self, table: Table) -> str:
        return "NTK-1" if self.switches["opening_cells"] else "NT-8"

    def same_support(self, one: Card, other: Card) -> bool:
        return one.rank == other.rank

    # ------------------------------------------------------------------ apply

    def apply_move(self, table: Table, source: Place, to: Place) -> Table:
        after = table.moved(source, to)
        if KIND[source] == "cell":
            return self._fill(after, source)
        return after

    def _open_cells(self, table: Table) -> tuple[Place, ...]:
        return tuple(cell for cell in CELLS if not table.piles[cell])

    def _fill(self, table: Table, cell: Place) -> Table:
        """NTK-4, NTK-5: what is laid by itself in a cell that a move has just emptied."""
        stock, waste = table.piles["stock"], table.piles["waste"]
        fill = self.switches["fill_source"]
        if fill == "choice" and (stock or waste):
            return table.but(phase="fill", live=frozenset({cell}))
        if fill in ("waste", "waste_then_stock") and waste:
            return table.moved("waste", cell)
        if fill in ("stock", "waste_then_stock") and stock:
            return table.moved("stock", cell)
        if fill == "stock" and self.switches["fill_after_stock"] == "forced" and waste:
            return table.moved("waste", cell)
        return table

    def settle(self, table: Table) -> Table:
        if table.phase == "fill" and all(table.piles[cell] for cell in table.live):
            table = table.but(phase="play", live=frozenset())
        if self.switches["auto_draw"] and not table.piles["waste"] and table.piles["stock"]:
            table = table.moved("stock", "waste")
        return table

    def apply_redeal(self, table: Table) -> Table:
        after = table.with_piles({"stock": self.gathered([table.piles["waste"]]), "waste": ()}).but(
            round=table.round + 1
        )
        if self.switches["fill_on_redeal"]:
            for cell in self._open_cells(after):
                if after.piles["stock"]:
                    after = after.moved("stock", cell)
        return after

    def gathered(self, piles: Sequence[Pile]) -> Pile:
        """NTO-1: the waste is turned over as it lies, so that the card discarded first is drawn first."""
        return tuple(card for pile in piles for card in pile)
