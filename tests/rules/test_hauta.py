"""Napoleon's Tomb and its versions, a row for each sentence of NT-*, NTK-*, NTO-* and NTP-*, and every switch."""

from __future__ import annotations

import pytest

from companion.cards import read_card
from companion.events import Draw, Move, parse_event
from companion.referee import advance
from companion.rules import Refusal, game
from companion.table import Table

from .laying import Row, judge, lay, pile, rules_of

H, KOOKAS, KORTTIPELI, PYSOLFC = "hauta", "hauta-kookas", "hauta-korttipeli", "hauta-pysolfc"
RUN = "6S 5S 4S 3S 2S AS"
THREE_RUNS = f"{RUN} 6H 5H 4H 3H 2H AH 6D 5D 4D 3D 2D AD"
FULL = "7S 8S 9S 10S JS QS KS"


def yes(clause: str, game: str, before: str, event: str, after: str) -> Row:
    return Row(clause, game, before, event, yes=after)


def no(clause: str, game: str, before: str, event: str, refusal: str) -> Row:
    return Row(clause, game, before, event, no=refusal)


ROWS = [
    # ---- G: only a top card, one at a time; a face-down card is judged by nothing
    no("G-1", H, "", "move waste corner1", "G-1 source-empty"),
    no("G-1", H, "cell1: 9C | corner1: 7S 8S", "series cell1 corner1", "G-1 one-card-a-move"),
    yes("G-1", H, "corner1: 7S | waste: 9C 8D", "move waste corner1", "corner1: 7S 8D | waste: 9C"),
    yes("G-2", H, "stock: 9C 8H 7S", "draw waste", "stock: 8H 7S | waste: 9C"),
    no("G-3", H, "stock: *2", "draw corner1", "G-3 turn-first"),
    yes("G-3", H, "stock: *2", "draw 7D corner1", "stock: *1 | corner1: 7D"),
    yes("G-3", H, "stock: *2", "draw waste", "stock: *1 | waste: *1"),
    no("G-3", H, "waste: *1 | corner1: 7D", "move waste corner1", "G-3 turn-first"),
    yes("G-3", H, "waste: *1 | corner1: 7D", "move 8C waste corner1", "waste: | corner1: 7D 8C"),
    yes("G-3", H, "waste: *1", "turn 8C waste", "waste: 8C"),
    no("G-3", H, "", "turn 8C waste", "G-3 turn-empty"),
    no("G-3", H, "stock: *2", "turn 8C stock", "G-3 turn-nothing"),
    no("G-3", H, "corner1: 7S", "turn 7S corner1", "G-3 turn-nothing"),
    no("G-5", H, "corner1: 7S", "move corner1 cell1", "NT-9 nothing-leaves"),
    no("G-5", H, "cell1: 7S", "move cell1 stock", "NT-9 nothing-enters-stock"),
    no("G-6", H, "", "end failed", "G-6 no-such-verdict"),
    no("G-6", H, "", "end unresolved", "G-6 no-such-verdict"),
    yes("G-6", H, "stock: 9C", "end blocked", ""),
    yes("G-6", H, "stock: 9C", "end stopped", ""),
    # ---- NT-3 corners
    yes("NT-1", H, "corner1: 7S | waste: 8S", "move waste corner1", "corner1: 7S 8S | waste:"),
    yes("NT-1", H, "corner1: 7S | waste: 8H", "move waste corner1", "corner1: 7S 8H | waste:"),
    yes("NT-3", H, "waste: 7S", "move waste corner1", "corner1: 7S | waste:"),
    yes("NT-3", H, "waste: 7S", "move waste corner4", "corner4: 7S | waste:"),
    yes("NT-3", H, "corner1: 7C | waste: 7S", "move waste corner3", "corner3: 7S | waste:"),
    no("NT-3", H, "waste: 9C", "move waste corner1", "NT-3 corner-empty-needs-7"),
    no("NT-3", H, "waste: 8H", "move waste corner1", "NT-3 corner-empty-needs-7"),
    no("NT-3", H, "waste: AH", "move waste corner1", "NT-3 corner-empty-needs-7"),
    no("NT-3", H, "corner1: 7S | waste: 9C", "move waste corner1", "NT-3 corner-needs"),
    no("NT-3", H, "corner1: 7S | waste: 7C", "move waste corner1", "NT-3 corner-needs"),
    no("NT-3", H, "corner1: 7S 8S | waste: 7C", "move waste corner1", "NT-3 corner-needs"),
    yes("NT-3", H, "corner1: 7S 8S 9S 10S | waste: JD", "move waste corner1", "corner1: 7S 8S 9S 10S JD | waste:"),
    yes("NT-3", H, "corner1: 7S 8S 9S 10S JS QS | cell2: KD", "move cell2 corner1", "corner1: 7S 8S 9S 10S JS QS KD | cell2:"),
    no("NT-3", H, f"corner1: {FULL} | waste: AH", "move waste corner1", "NT-3 corner-complete"),
    no("NT-3", H, f"corner1: {FULL} | waste: 7H", "move waste corner1", "NT-3 corner-complete"),
    # ---- NT-4 centre
    yes("NT-4", H, "waste: 6S", "move waste centre", "centre: 6S | waste:"),
    no("NT-4", H, "waste: 5D", "move waste centre", "NT-4 centre-empty-needs-6"),
    no("NT-4", H, "waste: AD", "move waste centre", "NT-4 centre-empty-needs-6"),
    no("NT-4", H, "centre: 6C 5D | waste: 6H", "move waste centre", "NT-4 centre-needs"),
    no("NT-4", H, "centre: 6C 5D | waste: 3H", "move waste centre", "NT-4 centre-needs"),
    yes("NT-4", H, "centre: 6C 5D | waste: 4H", "move waste centre", "centre: 6C 5D 4H | waste:"),
    yes("NT-4", H, "centre: 6C 5D 4H 3H 2H | waste: AS", "move waste centre", "centre: 6C 5D 4H 3H 2H AS | waste:"),
    yes("NT-4", H, f"centre: {RUN} | waste: 6S", "move waste centre", f"centre: {RUN} 6S | waste:"),
    yes("NT-4", H, f"centre: {THREE_RUNS} | waste: 6C", "move waste centre", f"centre: {THREE_RUNS} 6C | waste:"),
    # B01: a program once built upwards from the ace; a six of any suit goes on, a two and a king do not
    no("NT-4", H, f"centre: {RUN} | waste: 2C", "move waste centre", "NT-4 centre-ace-needs-6"),
    no("NT-4", H, f"centre: {RUN} | waste: KC", "move waste centre", "NT-4 centre-ace-needs-6"),
    yes("NT-4", H, f"centre: {RUN} | waste: 6D", "move waste centre", f"centre: {RUN} 6D | waste:"),
    no("NT-4", H, f"centre: {THREE_RUNS} 6C 5C 4C 3C 2C AC | waste: 6H", "move waste centre", "NT-4 centre-complete"),
    # ---- NT-5 cells, NT-6 six store, NT-7 waste
    yes("NT-5", H, "waste: QD", "move waste cell3", "cell3: QD | waste:"),
    no("NT-5", H, "cell3: 2C | waste: QD", "move waste cell3", "NT-5 cell-full"),
    no("NT-5", H, "stock: QD | cell3: 2C", "draw cell3", "NT-5 cell-full"),
    yes("NT-6", H, "waste: 6D", "move waste sixes", "sixes: 6D | waste:"),
    yes("NT-6", H, "sixes: 6D 6H 6S | cell1: 6C", "move cell1 sixes", "sixes: 6D 6H 6S 6C | cell1:"),
    no("NT-6", H, "waste: 5D", "move waste sixes", "NT-6 store-sixes-only"),
    no("NT-6", H, "stock: 7D", "draw sixes", "NT-6 store-sixes-only"),
    yes("NT-6", H, "waste: 6D", "move waste sixes", "sixes: 6D | waste:"),  # although the empty centre would take it
    yes("NT-7", H, "cell1: KD | waste: 2C 3C 4C", "move cell1 waste", "cell1: | waste: 2C 3C 4C KD"),
    # ---- NT-8 drawing
    no("NT-8", H, "", "draw waste", "NT-8 stock-empty"),
    yes("NT-8", H, "stock: 7D 9C", "draw corner2", "corner2: 7D | stock: 9C"),
    yes("NT-8", H, "stock: 6D 9C", "draw centre", "centre: 6D | stock: 9C"),
    yes("NT-8", H, "stock: 6D 9C", "draw sixes", "sixes: 6D | stock: 9C"),
    yes("NT-8", H, "stock: 2D 9C", "draw cell4", "cell4: 2D | stock: 9C"),
    yes("NT-8", H, "stock: 2D 9C | waste: KC", "draw waste", "waste: KC 2D | stock: 9C"),
    no("NT-8", H, "stock: 2D 9C", "draw corner1", "NT-3 corner-empty-needs-7"),
    no("NT-8", H, "stock: 9C", "draw", "NT-8 draw-where"),
    no("NT-8", H, "stock: 9C", "draw stock", "NT-8 draw-not-there"),
    no("NT-8", H, "stock: 9C", "move stock waste", "NT-8 stock-is-drawn"),
    # ---- NT-9 the moves, one by one
    yes("NT-9", H, "cell1: 8D | corner1: 7S", "move cell1 corner1", "cell1: | corner1: 7S 8D"),
    yes("NT-9", H, "cell1: 6D", "move cell1 centre", "cell1: | centre: 6D"),
    yes("NT-9", H, "cell1: 6D", "move cell1 sixes", "cell1: | sixes: 6D"),
    yes("NT-9", H, "cell1: 4D", "move cell1 cell2", "cell1: | cell2: 4D"),
    yes("NT-9", H, "cell1: 4D", "move cell1 waste", "cell1: | waste: 4D"),
    yes("NT-9", H, f"sixes: 6D 6C | centre: {RUN}", "move sixes centre", f"sixes: 6D | centre: {RUN} 6C"),
    yes("NT-9", H, "sixes: 6D", "move sixes centre", "sixes: | centre: 6D"),
    yes("NT-9", H, "sixes: 6D", "move sixes cell1", "sixes: | cell1: 6D"),
    no("NT-9", H, "sixes: 6D", "move sixes waste", "NT-9 no-route"),
    no("NT-9", H, "sixes: 6D | centre: 6C 5D", "move sixes centre", "NT-4 centre-needs"),
    no("NT-9", H, "sixes: 6D", "move sixes corner1", "NT-9 no-route"),
    yes("NT-9", H, "waste: 6D", "move waste centre", "waste: | centre: 6D"),
    no("NT-9", H, "corner1: 7S 8D | corner2: 7C", "move corner1 corner2", "NT-9 nothing-leaves"),
    no("NT-9", H, "corner1: 7S", "move corner1 waste", "NT-9 nothing-leaves"),
    no("NT-9", H, "centre: 6S", "move centre sixes", "NT-9 nothing-leaves"),
    no("NT-9", H, "centre: 6S", "move centre waste", "NT-9 nothing-leaves"),
    no("NT-9", H, "waste: 6S", "move waste stock", "NT-9 nothing-enters-stock"),
    no("NT-9", H, "cell1: 6S", "move cell1 cell1", "NT-9 no-route"),
    no("NT-9", H, "stock: 9C", "deal", "NT-9 no-deal"),
    # ---- NT-10, NT-11
    yes("NT-10", H, "cell1: 7D | stock: 9C 2C | waste: 3C", "move cell1 corner1", "cell1: | corner1: 7D"),
    yes("NT-10", H, "stock: 9C | cell1: 7D", "draw waste", "stock: | waste: 9C"),  # although the 7 could be played
    no("NT-11", H, "waste: 9C", "redeal", "NT-11 no-redeal-left"),
    yes("NT-11", H, "waste: 7D", "move waste corner1", "waste: | corner1: 7D"),  # with the stock empty
    no("NT-12", H, f"corner1: {FULL} | centre: {RUN}", "end won", "NT-12 not-won"),
    # ---- NT-13 the switches, each value
    no("NT-13", "hauta cell_to_cell=off", "cell1: 4D", "move cell1 cell2", "NT-9 no-route"),
    no("NT-13", "hauta waste_to_cell=off", "waste: 4D", "move waste cell2", "NT-9 no-route"),
    no("NT-13", "hauta cell_to_waste=off", "cell1: 4D", "move cell1 waste", "NT-9 no-route"),
    no("NT-13", "hauta six_store=off", "cell1: 6D", "move cell1 sixes", "NT-13 no-six-store"),
    no("NT-13", "hauta six_store=off", "stock: 6D", "draw sixes", "NT-8 draw-not-there"),
    no("NT-13", "hauta six_to_cell=off", "sixes: 6D", "move sixes cell1", "NT-9 no-route"),
    yes("NT-13", "hauta six_to_waste=on", "sixes: 6D", "move sixes waste", "sixes: | waste: 6D"),
    yes("NT-13", "hauta passes=2", "waste: 2D 3D", "redeal", "waste: | stock: 2D 3D | round=2"),
    no("NT-13", "hauta passes=2", "waste: 2D 3D | round=2", "redeal", "NTO-1 no-redeal-left"),
    # ---- Kookas
    no("NTK-2", KOOKAS, "stock: 9C", "draw cell1", "NTK-2 draw-not-there"),
    no("NTK-2", KOOKAS, "stock: 6C", "draw sixes", "NTK-2 draw-not-there"),
    no("NTK-2", KOOKAS, "cell1: 6C", "move cell1 sixes", "NTK-2 no-six-store"),
    yes("NTK-2", KOOKAS, "stock: 7C", "draw corner1", "stock: | corner1: 7C"),
    yes("NTK-2", KOOKAS, "stock: 6C", "draw centre", "stock: | centre: 6C"),
    yes("NTK-2", KOOKAS, "stock: 9C", "draw waste", "stock: | waste: 9C"),
    no("NTK-3", KOOKAS, "cell1: 4D", "move cell1 cell2", "NTK-3 no-route"),
    no("NTK-3", KOOKAS, "cell1: 4D", "move cell1 waste", "NTK-3 no-route"),
    yes("NTK-3", KOOKAS, "waste: 7D", "move waste corner2", "waste: | corner2: 7D"),
    yes("NTK-3", KOOKAS, "waste: 6D", "move waste centre", "waste: | centre: 6D"),
    no("NTK-3", KOOKAS, "corner1: 7D", "move corner1 cell1", "NTK-3 nothing-leaves"),
    yes("NTK-4", KOOKAS, "cell2: 7S | stock: 9C 2C", "move cell2 corner1", "cell2: 9C | corner1: 7S | stock: 2C"),
    yes("NTK-4", KOOKAS, "cell2: 6S | stock: *2", "move cell2 centre", "cell2: *1 | centre: 6S | stock: *1"),
    yes("NTK-4", KOOKAS, "waste: 2D 7S | stock: 9C", "move waste corner1", "corner1: 7S | waste: 2D"),
    yes("NTK-4", KOOKAS, "cell2: 7S | waste: 2D", "move cell2 corner1", "cell2: | corner1: 7S"),
    # fill_source in its other values
    yes("NTK-4", f"{KOOKAS} fill_source=none", "cell2: 7S | stock: 9C", "move cell2 corner1", "cell2: | corner1: 7S"),
    yes("NTK-4", f"{KOOKAS} fill_source=waste", "cell2: 7S | stock: 9C | waste: 2D 3D", "move cell2 corner1", "cell2: 3D | corner1: 7S | waste: 2D"),
    yes("NTK-4", f"{KOOKAS} fill_source=waste", "cell2: 7S | stock: 9C", "move cell2 corner1", "cell2: | corner1: 7S"),
    yes("NTK-4", f"{KOOKAS} fill_source=waste_then_stock", "cell2: 7S | stock: 9C | waste: 2D", "move cell2 corner1", "cell2: 2D | corner1: 7S | waste:"),
    yes("NTK-4", f"{KOOKAS} fill_source=waste_then_stock", "cell2: 7S | stock: 9C", "move cell2 corner1", "cell2: 9C | corner1: 7S | stock:"),
    yes("NTK-4", f"{KOOKAS} fill_source=choice", "cell2: 7S | stock: 9C | waste: 2D", "move cell2 corner1", "cell2: | corner1: 7S | phase=fill | live=cell2"),
    yes("NTK-4", f"{KOOKAS} fill_source=choice", "cell2: 7S", "move cell2 corner1", "cell2: | corner1: 7S"),
    yes("NTK-4", f"{KOOKAS} fill_source=choice", "phase=fill | live=cell2 | stock: 9C | waste: 2D", "draw cell2", "phase=play | live= | cell2: 9C | stock:"),
    yes("NTK-4", f"{KOOKAS} fill_source=choice", "phase=fill | live=cell2 | stock: 9C | waste: 2D", "move waste cell2", "phase=play | live= | cell2: 2D | waste:"),
    no("NTK-4", f"{KOOKAS} fill_source=choice", "phase=fill | live=cell2 | stock: 9C | waste: 7D", "move waste corner1", "NTK-4 fill-first"),
    no("NTK-4", f"{KOOKAS} fill_source=choice", "phase=fill | live=cell2 | stock: 9C | waste: 7D", "draw waste", "NTK-4 fill-first"),
    no("NTK-4", f"{KORTTIPELI} fill_source=choice", "phase=fill | live=cell2 | waste: 7D", "redeal", "NTK-4 fill-first"),
    # fill_after_stock in its values
    yes("NTK-5", KOOKAS, "waste: 2D 3D", "move waste cell1", "waste: 2D | cell1: 3D"),
    no("NTK-5", KOOKAS, "waste: 2D | stock: 9C", "move waste cell1", "NTK-5 fill-only-after-stock"),
    no("NTK-5", KOOKAS, "waste: 2D | cell1: 9C", "move waste cell1", "NT-5 cell-full"),
    no("NTK-5", f"{KOOKAS} fill_after_stock=never", "waste: 2D", "move waste cell1", "NTK-3 no-route"),
    yes("NTK-5", f"{KOOKAS} fill_after_stock=never", "cell2: 7S | waste: 2D", "move cell2 corner1", "cell2: | corner1: 7S"),
    yes("NTK-5", f"{KOOKAS} fill_after_stock=forced", "cell2: 7S | waste: 2D 3D", "move cell2 corner1", "cell2: 3D | corner1: 7S | waste: 2D"),
    yes("NTK-5", f"{KOOKAS} fill_after_stock=forced", "cell2: 7S | waste: 2D | stock: 9C", "move cell2 corner1", "cell2: 9C | corner1: 7S | stock:"),
    no("NTK-6", KOOKAS, "waste: 2D 3D", "redeal", "NTK-6 no-redeal-left"),
    # ---- korttipeli.org
    yes("NTO-1", KORTTIPELI, "waste: 2D 3D 4D | cell1: KC | corner1: 7S", "redeal", "waste: | stock: 2D 3D 4D | round=2"),
    yes("NTO-1", KORTTIPELI, "waste: 2D | round=2", "redeal", "waste: | stock: 2D | round=3"),
    no("NTO-1", KORTTIPELI, "waste: 2D | round=3", "redeal", "NTO-1 no-redeal-left"),
    no("NTO-1", KORTTIPELI, "waste: 2D | stock: 9C", "redeal", "NTO-1 redeal-stock-first"),
    no("NTO-1", KORTTIPELI, "cell1: 2D", "redeal", "NTO-1 redeal-nothing"),
    yes("NTO-1", f"{KORTTIPELI} fill_on_redeal=on", "waste: 2D 3D 4D | cell2: KC", "redeal", "waste: | cell1: 2D | cell3: 3D | cell4: 4D | round=2"),
    yes("NTO-1", f"{KORTTIPELI} fill_on_redeal=on", "waste: 2D | cell2: KC", "redeal", "waste: | cell1: 2D | round=2"),
    # ---- PySolFC
    no("NTP-1", PYSOLFC, "stock: 7D", "draw corner1", "NTP-1 draw-not-there"),
    no("NTP-1", PYSOLFC, "stock: 7D", "draw cell1", "NTP-1 draw-not-there"),
    no("NTP-1", PYSOLFC, "waste: 6D", "move waste sixes", "NTP-1 no-six-store"),
    no("NTP-1", PYSOLFC, "waste: 2D", "redeal", "NTP-1 no-redeal-left"),
    yes("NTP-1", PYSOLFC, "stock: 7D", "draw waste", "stock: | waste: 7D"),
    yes("NTP-2", PYSOLFC, "waste: 7D | stock: 9C 2C", "move waste corner1", "waste: | corner1: 7D"),
    yes("NTP-2", f"{PYSOLFC} auto_draw=on", "waste: 7D | stock: 9C 2C", "move waste corner1", "waste: 9C | corner1: 7D | stock: 2C"),
    yes("NTP-2", f"{PYSOLFC} auto_draw=on", "waste: 3D 7D | stock: 9C 2C", "move waste corner1", "waste: 3D | corner1: 7D"),
    yes("NTP-3", PYSOLFC, "waste: 7D", "move waste corner1", "waste: | corner1: 7D"),
    yes("NTP-3", PYSOLFC, "waste: 6D", "move waste centre", "waste: | centre: 6D"),
    yes("NTP-3", PYSOLFC, "waste: 2D", "move waste cell1", "waste: | cell1: 2D"),
    yes("NTP-3", PYSOLFC, "cell1: 7D | stock: 9C | waste: 3C", "move cell1 corner1", "cell1: | corner1: 7D"),
    yes("NTP-3", PYSOLFC, "cell1: 6D", "move cell1 centre", "cell1: | centre: 6D"),
    no("NTP-3", PYSOLFC, "cell1: 2D", "move cell1 cell2", "NTP-3 no-route"),
    no("NTP-3", PYSOLFC, "cell1: 2D", "move cell1 waste", "NTP-3 no-route"),
    no("NTP-3", PYSOLFC, "corner1: 7D 8D | corner2: 7C", "move corner1 corner2", "NTP-3 nothing-leaves"),
    # ---- G-4: must moves be exhausted before a redeal?
    yes("G-4", KORTTIPELI, "waste: 9D 7D", "redeal", "waste: | stock: 9D 7D | round=2"),
    no("G-4", f"{KORTTIPELI} strict_standstill=progress", "waste: 9D 7D", "redeal", "G-4 standstill"),
    yes("G-4", f"{KORTTIPELI} strict_standstill=progress", "waste: 9D 8D | cell1: KC | cell2: KD", "redeal", "waste: | stock: 9D 8D | round=2"),
    no("G-4", f"{KORTTIPELI} strict_standstill=full", "waste: 9D 8D | cell1: KC", "redeal", "G-4 standstill"),
    yes("G-4", f"{KORTTIPELI} strict_standstill=full", "waste: 9D | cell1: KC | cell2: KD | cell3: KH | cell4: KS", "redeal", "waste: | stock: 9D | round=2"),
    no("G-4", f"{KORTTIPELI} strict_standstill=full", "waste: 7D 8D | corner1: 7S | cell1: KC | cell2: KD | cell3: KH | cell4: KS", "redeal", "G-4 standstill"),
    # from one empty cell to another is no move that counts, from the waste to a cell is
    yes("G-4", "hauta passes=3 strict_standstill=full cell_to_waste=off waste_to_cell=off", "waste: 9D | cell1: KC", "redeal", "waste: | stock: 9D | round=2"),
    no("G-4", "hauta passes=3 strict_standstill=full", "waste: 9D | cell1: KC", "redeal", "G-4 standstill"),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_row(row: Row) -> None:
    judge(row)


def test_nt2_opening() -> None:
    rules = game("hauta")
    table = rules.opening()
    assert len(table.piles["stock"]) == 52
    assert {place for place, cards in table.piles.items() if cards} == {"stock"}
    assert len(rules.places) == 12  # the stock and the guide's eleven places
    assert not table.dealing


def test_ntk1_opening_deals_four_to_the_cells() -> None:
    rules = game("hauta-kookas")
    deal = list(rules.whole)
    table = rules.opening(deal)
    assert [table.piles[f"cell{n}"] for n in (1, 2, 3, 4)] == [(card,) for card in deal[:4]]
    assert table.piles["stock"] == tuple(deal[4:])


def test_ntk1_opening_by_hand() -> None:
    rules = game("hauta-kookas")
    table = rules.opening()
    refused = advance(rules, table, Draw("waste"))
    assert isinstance(refused, Refusal)
    assert (refused.clause, refused.reason) == ("NTK-1", "deal-first")
    for text, waiting in (("deal 9C 8H", ("cell3", "cell4")), ("deal 7S", ("cell4",)), ("deal 5D", ())):
        after = advance(rules, table, parse_event(text, rules.places))
        assert isinstance(after, Table)
        assert after.dealing == waiting
        table = after
    assert [table.piles[f"cell{n}"] for n in (1, 2, 3, 4)] == [pile(c) for c in ("9C", "8H", "7S", "5D")]
    assert len(table.piles["stock"]) == 48
    assert rules.legal(table) == [Draw(), Move("cell3", "corner1"), Move("cell3", "corner2"),
                                  Move("cell3", "corner3"), Move("cell3", "corner4")]  # fmt: skip


def test_ntk1_five_cards_are_too_many() -> None:
    rules = game("hauta-kookas")
    refused = advance(rules, rules.opening(), parse_event("deal 9C 8H 7S 5D 6C", rules.places))
    assert isinstance(refused, Refusal)
    assert (refused.clause, refused.reason) == ("NTK-1", "deal-too-many")
    assert (refused.facts["count"], refused.facts["expected"], refused.facts["place"]) == (5, 4, "cell4")


def test_nt12_won() -> None:
    rules = game("hauta")
    corners = " | ".join(f"corner{n}: 7S 8S 9S 10S JS QS KS" for n in (1, 2, 3, 4))
    won = lay(rules, f"{corners} | centre: {THREE_RUNS} 6C 5C 4C 3C 2C AC")
    assert rules.won(won)
    assert rules.progress(won) == 52
    assert not rules.won(lay(rules, f"{corners} | centre: {THREE_RUNS} 6C 5C 4C 3C 2C | cell1: AC"))
    assert rules.why(won, parse_event("end won", rules.places)) is None  # type: ignore[arg-type]


def test_nt13_defaults() -> None:
    on = game("hauta").switches
    assert all(on[name] for name in ("cell_to_cell", "waste_to_cell", "cell_to_waste", "six_store", "six_to_cell"))
    assert (on["six_to_waste"], on["passes"]) == (False, 1)


def test_nt14_drawing_to_the_waste_and_moving_comes_to_the_same() -> None:
    """Every placement of a drawn card is also reached over the waste."""
    rules = game("hauta")
    for card in ("2D", "6D", "7D", "8D"):
        table = lay(rules, f"stock: {card} KC | corner1: 7S | cell1: 4C | waste: 5C")
        to_waste = rules.apply(table, Draw("waste"))
        for place in rules.draw_places:
            straight, over = rules.why(table, Draw(place)), rules.why(to_waste, Move("waste", place))
            if place != "waste":
                assert (straight is None) == (over is None)
                if straight is None:
                    assert rules.apply(table, Draw(place)) == rules.apply(to_waste, Move("waste", place))


def test_auto_draw_turns_the_first_card() -> None:
    rules = rules_of("hauta-pysolfc auto_draw=on")
    deal = list(rules.whole)
    table = rules.opening(deal)
    assert table.piles["waste"] == (deal[0],)
    unseen = rules.opening()
    assert rules.to_turn(unseen) == ("waste",)


def test_refill_waits_to_be_named() -> None:
    """Kookas' fill is the one card that the player has just turned; nothing is judged by it before it is named."""
    rules = game("hauta-kookas")
    table = lay(rules, "cell1: 7S | cell2: 9C | cell3: 8H | cell4: 5D | stock: *48")
    after = advance(rules, table, parse_event("move cell1 corner1", rules.places))
    assert isinstance(after, Table)
    assert rules.to_turn(after) == ("cell1",)
    named = advance(rules, after, parse_event("turn 8C cell1", rules.places))
    assert isinstance(named, Table)
    assert named.piles["cell1"] == (read_card("8C"),)
    assert rules.to_turn(named) == ()


PRACTICE = "9C 8H 7S 5D 6C 6H 4S 3H 2C AD"
STEPS = [
    ("draw waste", "waste: 9C"),
    ("draw cell1", "cell1: 8H"),
    ("draw corner1", "corner1: 7S"),
    ("move cell1 corner1", "corner1: 7S 8H | cell1:"),
    ("move waste corner1", "corner1: 7S 8H 9C | waste:"),
    ("draw cell1", "cell1: 5D"),
    ("draw centre", "centre: 6C"),
    ("move cell1 centre", "centre: 6C 5D | cell1:"),
    ("draw sixes", "sixes: 6H"),
    ("draw centre", "centre: 6C 5D 4S"),
    ("draw centre", "centre: 6C 5D 4S 3H"),
    ("draw centre", "centre: 6C 5D 4S 3H 2C"),
    ("draw centre", "centre: 6C 5D 4S 3H 2C AD"),
    ("move sixes centre", "centre: 6C 5D 4S 3H 2C AD 6H | sixes:"),
]
REFUSALS = [  # (events done, event, refusal): the practice deal's refusals of rules.md
    (0, "draw corner1", "NT-3 corner-empty-needs-7"),
    (1, "draw corner1", "NT-3 corner-empty-needs-7"),
    (1, "move waste corner1", "NT-3 corner-empty-needs-7"),
    (3, "move waste corner1", "NT-3 corner-needs"),
    (5, "draw centre", "NT-4 centre-empty-needs-6"),
    (8, "draw centre", "NT-4 centre-needs"),
    (9, "move sixes centre", "NT-4 centre-needs"),
    (12, "move sixes centre", "NT-4 centre-needs"),
    (5, "move corner1 waste", "NT-9 nothing-leaves"),
    (5, "move corner1 cell2", "NT-9 nothing-leaves"),
    (14, "move centre sixes", "NT-9 nothing-leaves"),
    (14, "move centre cell1", "NT-9 nothing-leaves"),
]


def practice_table(count: int) -> Table:
    """The guide's practice deal after so many events."""
    rules = game("hauta")
    table = lay(rules, f"stock: {PRACTICE} *42")
    for text, _ in STEPS[:count]:
        after = advance(rules, table, parse_event(text, rules.places))
        assert isinstance(after, Table), (text, after)
        table = after
    return table


def test_practice_deal() -> None:
    expected: dict[str, str] = {}
    for count, (_, changes) in enumerate(STEPS, start=1):
        for change in changes.split("|"):
            place, cards = change.split(":")
            expected[place.strip()] = cards.strip()
        table = practice_table(count)
        lying = {place: " ".join(map(str, cards)) for place, cards in table.piles.items() if place != "stock" and cards}
        assert lying == {place: cards for place, cards in expected.items() if cards}
    assert len(practice_table(14).piles["stock"]) == 42


@pytest.mark.parametrize(("count", "event", "refusal"), REFUSALS)
def test_practice_refusals(count: int, event: str, refusal: str) -> None:
    rules, table = game("hauta"), practice_table(count)
    refused = advance(rules, table, parse_event(event, rules.places))
    assert isinstance(refused, Refusal)
    assert f"{refused.clause} {refused.reason}" == refusal


def test_practice_deal_in_kookas() -> None:
    """rules.md: the same ten cards, where every play from a cell draws the next card into it."""
    rules = game("hauta-kookas")
    table = rules.opening([*pile(PRACTICE), *([read_card("??")] * 42)])
    assert [str(table.piles[f"cell{n}"][0]) for n in (1, 2, 3, 4)] == ["9C", "8H", "7S", "5D"]
    filled = []
    plays = ["cell3 corner1", "cell2 corner1", "cell1 corner1", "cell3 centre", "cell4 centre", "cell1 centre",
             "cell3 centre", "cell4 centre", "cell1 centre", "cell2 centre"]  # fmt: skip
    for play in plays:
        event = parse_event(f"move {play}", rules.places)
        after = advance(rules, table, event)
        assert isinstance(after, Table), (play, after)
        filled.append(str(after.piles[play.split()[0]][0]))
        table = after
    assert filled[:6] == ["6C", "6H", "4S", "3H", "2C", "AD"]
    assert filled[6:] == ["??"] * 4  # four unknown cards drawn
    assert " ".join(map(str, table.piles["corner1"])) == "7S 8H 9C"
    assert " ".join(map(str, table.piles["centre"])) == "6C 5D 4S 3H 2C AD 6H"
    assert len(table.piles["stock"]) == 38
