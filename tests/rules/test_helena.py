"""Święta Helena, Louis and Box Kite, a row for each sentence of SH-*, LO-* and BK-*, and every switch."""

from __future__ import annotations

import pytest

from companion.cards import UNSEEN, Card
from companion.events import Deal, Move, Redeal, parse_event
from companion.referee import advance
from companion.rules import Refusal, game
from companion.table import Table

from .laying import Row, differences, judge, lay, pile

H, COMMON, LOUIS, BOX = "helena", "helena-common", "louis", "boxkite"
DOWN = "KS QS JS 10S 9S 8S 7S 6S 5S 4S 3S 2S AS"
UP = "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"
ONE_EACH = " | ".join(
    f"pile{n}: {card}"
    for n, card in enumerate(["2S", "4S", "6S", "8S", "10S", "QS", "2H", "4H", "6H", "8H", "10H", "QH"], 1)
)


def yes(clause: str, game: str, before: str, event: str, after: str) -> Row:
    return Row(clause, game, before, event, yes=after)


def no(clause: str, game: str, before: str, event: str, refusal: str) -> Row:
    return Row(clause, game, before, event, no=refusal)


ROWS = [
    # ---- SH-2 foundations
    yes("SH-2", H, "pile1: QS", "move pile1 king-S", "pile1: | king-S: KS QS"),
    yes("SH-2", H, "pile7: 2S", "move pile7 ace-S", "pile7: | ace-S: AS 2S"),
    no("SH-2", H, "pile1: JS", "move pile1 king-S", "SH-2 foundation-needs"),
    no("SH-2", H, "pile7: QS", "move pile7 ace-S", "SH-2 foundation-needs"),
    no("SH-2", H, "pile1: QS", "move pile1 king-H", "SH-2 foundation-suit"),
    no("SH-2", H, "pile7: 2S", "move pile7 ace-D", "SH-2 foundation-suit"),
    yes("SH-2", H, f"pile1: AS | king-S: {DOWN[:-3]}", "move pile1 king-S", f"pile1: | king-S: {DOWN}"),
    yes("SH-2", H, f"pile7: KS | ace-S: {UP[:-3]}", "move pile7 ace-S", f"pile7: | ace-S: {UP}"),
    no("SH-2", H, f"pile5: KS | king-S: {DOWN}", "move pile5 king-S", "SH-2 foundation-complete"),
    no("SH-2", H, f"pile5: AS | ace-S: {UP}", "move pile5 ace-S", "SH-2 foundation-complete"),
    # ---- SH-3 tops only, one at a time
    no("SH-3", H, "pile1: 7S 6S | pile2: 8S", "series pile1 pile2", "G-1 one-card-a-move"),
    no("SH-3", H, "pile1: 7S", "move pile1 pile1", "SH-3 no-route"),
    no("SH-3", H, "pile1: 7S", "move pile1 stock", "SH-3 no-route"),
    no("SH-3", H, "pile2: 7S", "move pile1 pile2", "G-1 source-empty"),
    no("SH-3", H, "pile2: 7S", "draw pile1", "SH-3 no-draw"),
    no("SH-3", H, "pile1: *1 | pile2: 8S", "move pile1 pile2", "G-3 turn-first"),
    yes("SH-3", H, "pile1: *2 | pile2: 8S", "move 7S pile1 pile2", "pile1: *1 | pile2: 8S 7S"),
    no("SH-3", H, "pile1: 7S | pile2: *1", "move pile1 pile2", "G-3 turn-first"),
    # ---- SH-4 piles
    yes("SH-4", H, "pile1: 7S | pile2: 8S", "move pile1 pile2", "pile1: | pile2: 8S 7S"),
    yes("SH-4", H, "pile1: 9S | pile2: 8S", "move pile1 pile2", "pile1: | pile2: 8S 9S"),
    no("SH-4", H, "pile1: 8S | pile2: 8S", "move pile1 pile2", "SH-4 pile-needs-neighbour-suit"),
    no("SH-4", H, "pile1: 6S | pile2: 8S", "move pile1 pile2", "SH-4 pile-needs-neighbour-suit"),
    no("SH-4", H, "pile1: 7C | pile2: 8S", "move pile1 pile2", "SH-4 pile-needs-neighbour-suit"),
    no("SH-4", H, "pile1: KS | pile2: AS", "move pile1 pile2", "SH-4 king-and-ace-apart"),
    no("SH-4", H, "pile1: AS | pile2: KS", "move pile1 pile2", "SH-4 king-and-ace-apart"),
    yes("SH-4", COMMON, "pile1: 7C | pile2: 8S", "move pile1 pile2", "pile1: | pile2: 8S 7C"),
    no("SH-4", COMMON, "pile1: 6C | pile2: 8S", "move pile1 pile2", "SH-4 pile-needs-neighbour"),
    no("SH-4", COMMON, "pile1: KC | pile2: AS", "move pile1 pile2", "SH-4 king-and-ace-apart"),
    yes("SH-4", "helena wrap=on", "pile1: KS | pile2: AS", "move pile1 pile2", "pile1: | pile2: AS KS"),
    yes("SH-4", "helena wrap=on", "pile1: AS | pile2: KS", "move pile1 pile2", "pile1: | pile2: KS AS"),
    no("SH-4", "helena wrap=on", "pile1: KS | pile2: AH", "move pile1 pile2", "SH-4 pile-needs-neighbour-suit"),
    # ---- SH-5 gaps
    yes("SH-5", H, "pile1: 9C 7S", "move pile1 pile2", "pile1: 9C | pile2: 7S"),
    no("SH-5", COMMON, "pile1: 9C 7S", "move pile1 pile2", "SH-5 gap-stays"),
    # ---- SH-6 limits of the first deal
    no("SH-6", H, "pile1: 2S", "move pile1 ace-S", "SH-6 first-deal-kings-only"),
    no("SH-6", H, "pile4: 2S", "move pile4 ace-S", "SH-6 first-deal-kings-only"),
    no("SH-6", H, "pile7: QS", "move pile7 king-S", "SH-6 first-deal-aces-only"),
    no("SH-6", H, "pile10: QS", "move pile10 king-S", "SH-6 first-deal-aces-only"),
    *(yes("SH-6", H, f"pile{n}: QS", f"move pile{n} king-S", f"pile{n}: | king-S: KS QS") for n in (1, 2, 3, 4, 5, 6, 11, 12)),
    *(yes("SH-6", H, f"pile{n}: 2S", f"move pile{n} ace-S", f"pile{n}: | ace-S: AS 2S") for n in (5, 6, 7, 8, 9, 10, 11, 12)),
    yes("SH-6", H, "round=2 | pile1: 2S", "move pile1 ace-S", "pile1: | ace-S: AS 2S"),
    yes("SH-6", H, "round=2 | pile7: QS", "move pile7 king-S", "pile7: | king-S: KS QS"),
    no("SH-6", "helena limits_until_redeal=2", "round=2 | pile1: 2S", "move pile1 ace-S", "SH-6 first-deal-kings-only"),
    yes("SH-6", "helena limits_until_redeal=2", "round=3 | pile1: 2S", "move pile1 ace-S", "pile1: | ace-S: AS 2S"),
    yes("SH-6", "helena limits_until_redeal=0", "pile1: 2S", "move pile1 ace-S", "pile1: | ace-S: AS 2S"),
    # the limit is named before the rank that does not fit
    no("SH-6", H, "pile1: 9S", "move pile1 ace-S", "SH-6 first-deal-kings-only"),
    # ---- SH-7 redeal
    yes("SH-7", H, "pile1: 2S 3S | pile2: 4S | pile3: 5S 6S", "redeal", "pile1: 6S | pile2: 5S | pile3: 4S | pile4: 3S | pile5: 2S | round=2"),
    yes("SH-7", "helena redeal_from=bottom1", "pile1: 2S 3S | pile2: 4S | pile3: 5S 6S", "redeal", "pile1: 2S | pile2: 3S | pile3: 4S | pile4: 5S | pile5: 6S | round=2"),
    yes("SH-7", H, "round=2 | pile12: 2S 3S | king-H: KH QH", "redeal", "pile12: | pile1: 3S | pile2: 2S | round=3"),
    no("SH-7", H, "round=3 | pile1: 2S", "redeal", "SH-7 no-redeal-left"),
    no("SH-7", H, "", "redeal", "SH-7 redeal-nothing"),
    no("SH-7", "helena redeals=0", "pile1: 2S", "redeal", "SH-7 no-redeals"),
    no("SH-7", "helena redeals=1", "round=2 | pile1: 2S", "redeal", "SH-7 no-redeal-left"),
    yes("SH-7", "helena redeals=3", "round=3 | pile1: 2S", "redeal", "round=4"),
    no("SH-1", H, "pile1: 2S", "deal", "SH-1 no-deal"),
    # ---- SH-8 foundations
    no("SH-8", H, "king-S: KS QS | pile1: JS", "move king-S pile1", "SH-8 nothing-leaves"),
    no("SH-8", H, f"king-S: KS QS | ace-S: {UP[:-6]}", "move king-S ace-S", "SH-8 nothing-leaves"),
    no("G-5", H, "king-S: KS QS", "move king-S pile1", "SH-8 nothing-leaves"),
    yes("SH-8", "helena foundation_return=nobase", "king-S: KS QS | pile1: JS", "move king-S pile1", "king-S: KS | pile1: JS QS"),
    no("SH-8", "helena foundation_return=nobase", "pile1: QS", "move king-S pile1", "BK-1 base-stays"),
    yes("SH-8", "helena foundation_return=base", "pile1: QS", "move king-S pile1", "king-S: | pile1: QS KS"),
    yes("SH-8", "helena foundation_return=base", "king-S: | pile1: QS KS", "move pile1 king-S", "king-S: KS | pile1: QS"),
    no("SH-8", "helena foundation_return=base", "king-S: | pile1: QS", "move pile1 king-S", "SH-2 foundation-needs"),
    no("SH-8", "helena foundation_return=base", f"king-S: KS QS | ace-S: {UP[:-6]}", "move king-S ace-S", "SH-8 nothing-leaves"),
    yes("SH-8", "helena foundation_transfer=nobase", f"king-S: KS QS | ace-S: {UP[:-6]}", "move king-S ace-S", f"king-S: KS | ace-S: {UP[:-3]}"),
    no("SH-8", "helena foundation_transfer=nobase", "king-S: KS QS | pile1: JS", "move king-S pile1", "SH-8 nothing-leaves"),
    no("SH-8", "helena foundation_transfer=nobase", f"ace-S: {UP[:-3]}", "move king-S ace-S", "BK-1 base-stays"),
    yes("SH-8", "helena foundation_transfer=base", f"ace-S: {UP[:-3]}", "move king-S ace-S", f"king-S: | ace-S: {UP}"),
    yes("SH-8", "helena foundation_transfer=base", "ace-S: | king-S: KS | pile5: AS", "move pile5 ace-S", "pile5: | ace-S: AS"),
    no("SH-9", H, f"king-S: {DOWN}", "end won", "SH-9 not-won"),
    # ---- Louis
    yes("LO-1", LOUIS, "stock: 9C 9D | pile1: QS", "move pile1 king-S", "stock: 9D | pile1: 9C | king-S: KS QS"),
    yes("LO-1", LOUIS, "stock: *2 | pile1: QS", "move pile1 king-S", "stock: *1 | pile1: *1 | king-S: KS QS"),
    no("LO-1", LOUIS, "stock: 9C | pile1: 7S | pile2: 8S", "move pile1 pile2", "LO-1 phase1-foundations-only"),
    yes("LO-1", f"{LOUIS} phase1_tableau=on", "stock: 9C 9D | pile1: 7S | pile2: 8S", "move pile1 pile2", "stock: 9D | pile1: 9C | pile2: 8S 7S"),
    yes("LO-1", f"{LOUIS} phase1_tableau=on", "stock: 9C 9D | pile1: KH 7S | pile2: 8S", "move pile1 pile2", "pile1: KH | pile2: 8S 7S"),
    no("LO-2", LOUIS, "stock: 9C | pile1: 7S", "redeal", "LO-2 redeal-after-dealing"),
    yes("LO-2", LOUIS, f"{ONE_EACH} | stock: 9C 9D 9H", "deal", "stock: | pile1: 2S 9C | pile2: 4S 9D | pile3: 6S 9H"),
    no("LO-2", LOUIS, "pile1: 7S", "deal", "LO-2 stock-empty"),
    yes("LO-2", LOUIS, f"{ONE_EACH} | stock: *3", "deal 9C", "stock: *2 | pile1: 2S 9C | dealing=pile2,pile3"),
    no("LO-2", LOUIS, f"{ONE_EACH} | stock: *2 | dealing=pile2,pile3", "move pile1 ace-S", "LO-2 deal-first"),
    yes("LO-3", LOUIS, "pile1: 7S | pile2: 8S", "move pile1 pile2", "pile1: | pile2: 8S 7S"),
    no("LO-3", LOUIS, "pile1: 7H | pile2: 8S", "move pile1 pile2", "LO-3 pile-needs-neighbour-suit"),
    no("LO-3", LOUIS, "pile1: KS | pile2: AS", "move pile1 pile2", "LO-3 king-and-ace-apart"),
    yes("LO-3", LOUIS, "pile1: 2S", "move pile1 ace-S", "pile1: | ace-S: AS 2S"),  # no limits
    yes("LO-3", LOUIS, "pile7: QS", "move pile7 king-S", "pile7: | king-S: KS QS"),
    yes("LO-3", LOUIS, "pile1: 9C 7S", "move pile1 pile2", "pile1: 9C | pile2: 7S"),
    yes("LO-4", LOUIS, "pile1: 2S 3S | pile2: 4S", "redeal", "pile1: 4S | pile2: 3S | pile3: 2S | round=2"),
    yes("LO-4", LOUIS, "round=2 | pile1: 2S 3S", "redeal", "pile1: 3S | pile2: 2S | round=3"),
    no("LO-4", LOUIS, "round=3 | pile1: 2S", "redeal", "LO-4 no-redeal-left"),
    yes("LO-4", f"{LOUIS} phase1_on_redeal=on", "pile1: 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS 2H 3H", "redeal", "stock: 2S | pile1: 3H | pile2: 2H | pile3: QS | pile4: JS | pile5: 10S | pile6: 9S | pile7: 8S | pile8: 7S | pile9: 6S | pile10: 5S | pile11: 4S | pile12: 3S | round=2"),
    yes("LO-4", LOUIS, "pile1: 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS 2H 3H", "redeal", "pile1: 3H 2S | pile2: 2H | pile3: QS | pile4: JS | pile5: 10S | pile6: 9S | pile7: 8S | pile8: 7S | pile9: 6S | pile10: 5S | pile11: 4S | pile12: 3S | round=2"),
    yes("LO-1", "helena first_deal=twelve limits_until_redeal=0", "stock: 9C | pile1: QS", "move pile1 king-S", "stock: | pile1: 9C | king-S: KS QS"),
    # ---- Box Kite
    no("BK-1", BOX, "pile1: 2S", "redeal", "SH-7 no-redeals"),
    yes("BK-1", BOX, "pile1: 2S", "move pile1 ace-S", "pile1: | ace-S: AS 2S"),
    yes("BK-1", BOX, "pile7: QS", "move pile7 king-S", "pile7: | king-S: KS QS"),
    yes("BK-1", BOX, "pile1: 9C 7S", "move pile1 pile2", "pile1: 9C | pile2: 7S"),
    no("BK-1", BOX, "pile1: KS | pile2: AS", "move pile1 pile2", "SH-4 king-and-ace-apart"),
    no("BK-1", BOX, "pile1: 7C | pile2: 8S", "move pile1 pile2", "SH-4 pile-needs-neighbour-suit"),
    yes("BK-1", "boxkite-common", "pile1: KS | pile2: AH", "move pile1 pile2", "pile1: | pile2: AH KS"),
    yes("BK-1", "boxkite-common", "pile1: 7C | pile2: 8S", "move pile1 pile2", "pile1: | pile2: 8S 7C"),
    no("BK-1", "boxkite-common", "pile1: 9C 7S", "move pile1 pile2", "SH-5 gap-stays"),
    no("BK-1", "boxkite-common", "king-S: KS QS | pile1: JS", "move king-S pile1", "SH-8 nothing-leaves"),
    yes("BK-1", "boxkite-wikipedia", f"king-S: KS QS | ace-S: {UP[:-6]}", "move king-S ace-S", f"king-S: KS | ace-S: {UP[:-3]}"),
    no("BK-1", "boxkite-wikipedia", f"ace-S: {UP[:-3]}", "move king-S ace-S", "BK-1 base-stays"),
    no("BK-1", "boxkite-wikipedia", "king-S: KS QS JS | ace-S: AS 2S", "move king-S ace-S", "SH-2 foundation-needs"),
    no("BK-1", "boxkite-wikipedia", "pile1: KS | pile2: AH", "move pile1 pile2", "SH-4 king-and-ace-apart"),
    no("BK-1", "boxkite-wikipedia", "pile1: 9C 7S", "move pile1 pile2", "SH-5 gap-stays"),
    # ---- the programs' versions
    yes("SH-8", "boxkite-pysolfc", "pile1: QH", "move king-S pile1", "king-S: | pile1: QH KS"),
    yes("SH-8", "helena-pysolfc", f"ace-S: {UP[:-3]}", "move king-S ace-S", f"king-S: | ace-S: {UP}"),
    yes("LO-1", "louis-pysolfc", "stock: 9C | pile1: KS | pile2: AS", "move pile1 pile2", "stock: | pile1: 9C | pile2: AS KS"),
    # ---- G-4
    no("G-4", "helena strict_standstill=progress", "pile5: QS | pile1: 9D", "redeal", "G-4 standstill"),
    yes("G-4", "helena strict_standstill=progress gaps=none", "pile1: 8S | pile2: 9S", "redeal", "pile1: 9S | pile2: 8S | round=2"),
    no("G-4", "helena strict_standstill=full gaps=none", "pile1: 8S | pile2: 9S", "redeal", "G-4 standstill"),
    no("G-4", "helena strict_standstill=full gaps=none", "pile1: 9S 8S | pile2: 9S", "redeal", "G-4 standstill"),  # 9S may go on 8S
    yes("G-4", "helena strict_standstill=full gaps=any", "pile1: 8S | pile2: 3D", "redeal", "pile1: 3D | pile2: 8S | round=2"),  # gap to gap counts for nothing
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_row(row: Row) -> None:
    judge(row)


def whole_deal(variant: str) -> list[Card]:
    rules = game(variant)
    return sorted((rules.whole - rules.whole.__class__(rules.taken_out)).elements())


def test_sh1_opening() -> None:
    """96 cards clockwise, eight rounds: card 1 lies at the bottom of pile 1, card 13 upon it, card 96 on top of pile 12."""
    rules, deal = game("helena"), whole_deal("helena")
    table = rules.opening(deal)
    assert [str(table.piles[f"king-{s}"][0]) for s in "SHDC"] == ["KS", "KH", "KD", "KC"]
    assert [str(table.piles[f"ace-{s}"][0]) for s in "SHDC"] == ["AS", "AH", "AD", "AC"]
    assert {len(table.piles[f"pile{n}"]) for n in range(1, 13)} == {8}
    assert table.piles["pile1"][:2] == (deal[0], deal[12])
    assert table.piles["pile12"][-1] == deal[95]
    assert not table.piles["stock"]
    assert rules.deal_size == 96


def test_sh1_opening_by_hand_in_rows() -> None:
    rules, deal = game("helena"), whole_deal("helena")
    table = rules.opening()
    refused = advance(rules, table, Move("pile1", "king-S"))
    assert isinstance(refused, Refusal)
    assert (refused.clause, refused.reason, refused.facts["place"]) == ("SH-1", "deal-first", "pile1")
    for start in range(0, 96, 10):  # any number a line
        after = advance(rules, table, Deal(tuple(deal[start : start + 10])))
        assert isinstance(after, Table), after
        table = after
        assert len(table.dealing) == max(0, 86 - start)
    assert differences(table, rules.opening(deal)) == {}


def test_sh1_buried_cards_may_stay_unseen() -> None:
    """A player who enters only what lies on top is refereed all the same, and names a card when it comes to light."""
    rules = game("helena")
    tops = pile("5S 5H 5D 5C 6S 6H 6D 6C 9S 9H 9D 9C")
    table = advance(rules, rules.opening(), Deal((UNSEEN,) * 84 + tops))
    assert isinstance(table, Table)
    assert rules.to_turn(table) == ()
    after = advance(rules, table, Move("pile5", "pile1"))
    assert isinstance(after, Table)
    assert rules.to_turn(after) == ("pile5",)
    named = advance(rules, after, parse_event("turn KD pile5", rules.places))
    assert isinstance(named, Table)
    assert rules.to_turn(named) == ()
    assert named.piles["pile1"][-2:] == pile("5S 6S")


def test_sh7_report_b03() -> None:
    """Three piles 1b 1t, 2b 2t, 3b 3t: not turned over gives 3t 3b 2t 2b 1t 1b, turned over 1b 1t 2b 2t 3b 3t."""
    laid = "pile1: 2S 3S | pile2: 4H 5H | pile3: 6D 7D"
    for variant, dealt in (("helena", "7D 6D 5H 4H 3S 2S"), ("helena redeal_from=bottom1", "2S 3S 4H 5H 6D 7D")):
        name, *options = variant.split()
        rules = game(name, dict(option.split("=") for option in options))
        after = advance(rules, lay(rules, laid), Redeal())
        assert isinstance(after, Table)
        assert " ".join(str(after.piles[f"pile{n}"][0]) for n in range(1, 7)) == dealt


def test_sh7_last_round_may_be_short() -> None:
    rules = game("helena")
    cards = "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS 2H 3H 4H 5H"
    after = advance(rules, lay(rules, f"pile6: {cards}"), Redeal())
    assert isinstance(after, Table)
    assert [len(after.piles[f"pile{n}"]) for n in range(1, 13)] == [2, 2, 2, *[1] * 9]
    assert after.piles["pile1"] == pile("5H 4S")  # first out, thirteenth out


def test_sh9_won() -> None:
    rules = game("helena")
    done = " | ".join(f"king-{s}: {DOWN.replace('S', s)} | ace-{s}: {UP.replace('S', s)}" for s in "SHDC")
    assert rules.won(lay(rules, done))
    assert rules.progress(lay(rules, done)) == 104
    assert not rules.won(lay(rules, f"{done} | ace-C: {UP.replace('S', 'C')[:-3]} | pile1: KC"))


def test_lo1_opening() -> None:
    rules, deal = game("louis"), whole_deal("louis")
    table = rules.opening(deal)
    assert [table.piles[f"pile{n}"] for n in range(1, 13)] == [(card,) for card in deal[:12]]
    assert table.piles["stock"] == tuple(deal[12:])
    assert len(table.piles["stock"]) == 84
    by_hand = advance(rules, rules.opening(), Deal(tuple(deal[:12])))
    assert isinstance(by_hand, Table)
    assert differences(by_hand, rules.view(table)) == {}


def test_lo1_opening_must_be_dealt_first() -> None:
    rules = game("louis")
    refused = advance(rules, rules.opening(), Move("pile1", "king-S"))
    assert isinstance(refused, Refusal)
    assert (refused.clause, refused.reason) == ("LO-1", "deal-first")


def test_b09_both_twins_are_found() -> None:
    """Ace of hearts on its foundation; a 2H on pile 5 and the other on pile 6: both may go up."""
    rules = game("helena-common")
    table = lay(rules, "pile5: KC 10D 2H | pile6: 4H 3H 2H | pile11: 9S")
    ups = [event for event in rules.legal(table) if isinstance(event, Move) and event.to == "ace-H"]
    assert ups == [Move("pile5", "ace-H"), Move("pile6", "ace-H")]
    for event, uncovered in ((ups[0], "10D"), (ups[1], "3H")):
        after = rules.apply(table, event)
        assert str(after.piles[event.source][-1]) == uncovered
        assert after.piles["ace-H"] == pile("AH 2H")
    run = rules.apply(table, ups[1])
    assert Move("pile6", "ace-H") in rules.legal(run)  # and 3H, 4H follow from under this twin only
    assert Move("pile5", "ace-H") not in rules.legal(rules.apply(table, ups[0]))
