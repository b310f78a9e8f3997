"""Parihevoset, a row for each sentence of PH-*, and every switch."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.cards import Card
from companion.events import Deal, Move, Redeal, parse_event
from companion.referee import advance
from companion.rules import Refusal, game
from companion.table import Table

from .laying import Row, differences, judge, lay, pile, rules_of

P, N = "parihevoset", "parihevoset-neljakulma"
UP_TO_Q = "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH"
DOWN_TO_3 = "AC KC QC JC 10C 9C 8C 7C 6C 5C 4C 3C"
AUX = "phase=aux"


def yes(clause: str, game: str, before: str, event: str, after: str) -> Row:
    return Row(clause, game, before, event, yes=after)


def no(clause: str, game: str, before: str, event: str, refusal: str) -> Row:
    return Row(clause, game, before, event, no=refusal)


ROWS = [
    # ---- PH-2 foundations: left up, right down from the king, in suit
    yes("PH-2", P, "tl: 2H | live=tl", "move tl up-H", f"tl: | up-H: AH 2H | live= | {AUX}"),
    yes("PH-2", P, "tl: KH | live=tl", "move tl down-H", f"tl: | down-H: AH KH | live= | {AUX}"),
    no("PH-2", P, "tl: 2H | live=tl", "move tl down-H", "PH-2 foundation-needs"),
    no("PH-2", P, "tl: KH | live=tl", "move tl up-H", "PH-2 foundation-needs"),
    no("PH-2", P, "tl: 2H | live=tl", "move tl up-D", "PH-2 foundation-suit"),
    yes("PH-2", P, f"tl: KH | live=tl | up-H: {UP_TO_Q}", "move tl up-H", f"tl: | up-H: {UP_TO_Q} KH | live= | {AUX}"),
    yes("PH-2", P, f"tl: 2C | live=tl | down-C: {DOWN_TO_3}", "move tl down-C", f"tl: | down-C: {DOWN_TO_3} 2C | live= | {AUX}"),
    no("PH-2", P, f"tl: KH | live=tl | up-H: {UP_TO_Q} KH", "move tl up-H", "PH-2 foundation-complete"),
    no("PH-2", P, f"tl: KC | live=tl | down-C: {DOWN_TO_3} 2C", "move tl down-C", "PH-2 foundation-complete"),
    # ---- PH-4 groups: each corner, then the right column, then the left one, then again
    yes("PH-4", P, "stock: 5S 6S 7S", "deal", "stock: 6S 7S | tl: 5S | live=tl | group=1"),
    yes("PH-4", P, "stock: 5S 6S | tl: 9D | group=1 | live=tl", "deal", "stock: 6S | bl: 5S | live=tl,bl | group=2"),
    yes("PH-4", P, "stock: 5S 6S | group=2", "deal", "stock: 6S | tr: 5S | live=tr | group=3"),
    yes("PH-4", P, "stock: 5S 6S | group=3", "deal", "stock: 6S | br: 5S | live=br | group=4"),
    yes("PH-4", P, "stock: 5S 6S 7S 8S 9S | group=4", "deal", "stock: 9S | right1: 5S | right2: 6S | right3: 7S | right4: 8S | live=right1,right2,right3,right4 | group=5"),
    yes("PH-4", P, "stock: 5S 6S 7S 8S 9S | group=5", "deal", "stock: 9S | left1: 5S | left2: 6S | left3: 7S | left4: 8S | live=left1,left2,left3,left4 | group=0"),
    yes("PH-4", P, "stock: 5S 6S | tl: 9D", "deal", "stock: 6S | tl: 9D 5S | live=tl | group=1"),
    yes("PH-4", P, "stock: 5S 6S | group=4", "deal", f"stock: | right1: 5S | right2: 6S | group=5 | {AUX}"),
    yes("PH-4", f"{P} column_deal=single", "stock: 5S 6S | group=4", "deal", "stock: 6S | right1: 5S | live=right1 | group=5"),
    yes("PH-4", f"{P} column_deal=single", "stock: 5S 6S | group=11", "deal", "stock: 6S | left4: 5S | live=left4 | group=0"),
    no("PH-4", P, "stock: 5S", "draw tl", "PH-4 no-draw"),
    no("PH-4", P, "tl: 2H | live=tl", "deal", "PH-4 stock-empty"),
    # by hand, a column may be told card by card; nothing else happens before it is complete
    yes("PH-4", P, "stock: *5 | group=4", "deal 5S 6S", "stock: *3 | right1: 5S | right2: 6S | live=right1,right2 | dealing=right3,right4"),
    yes("PH-4", P, "stock: *3 | group=4 | right1: 5S | right2: 6S | live=right1,right2 | dealing=right3,right4", "deal 7S 8S", "stock: *1 | right3: 7S | right4: 8S | live=right1,right2,right3,right4 | group=5 | dealing="),
    no("PH-4", P, "stock: *3 | group=4 | right1: KH | live=right1 | dealing=right2,right3,right4", "move right1 down-H", "PH-4 deal-first"),
    no("PH-4", P, "stock: *5", "deal 5S 6S", "PH-4 deal-too-many"),
    # ---- PH-5 live and dead
    no("PH-5", P, "stock: 9C | tl: 2H", "move tl up-H", "PH-5 dead-card"),
    no("PH-5", P, "stock: 9C | tl: 2H 5S | bl: 9D | live=bl", "move tl up-H", "PH-5 dead-card"),
    yes("PH-5", P, "stock: 9C 9D | tl: 3H 2H | live=tl", "move tl up-H", "tl: 3H 9C | up-H: AH 2H | stock: 9D"),
    yes("PH-5", P, "stock: 9C 9D | tl: 2H | bl: 5S | live=tl,bl", "move tl up-H", "tl: 9C | up-H: AH 2H | stock: 9D"),
    # ---- PH-6 from where to where
    yes("PH-6", P, "stock: 9C 9D | br: KS | live=br", "move br down-S", "br: 9C | down-S: AS KS | stock: 9D"),
    yes("PH-6", P, "stock: 9C 9D | right1: KH | live=right1", "move right1 down-H", "right1: 9C | down-H: AH KH | stock: 9D"),
    yes("PH-6", P, "stock: 9C 9D | left4: 2S | live=left4", "move left4 up-S", "left4: 9C | up-S: AS 2S | stock: 9D"),
    no("PH-6", P, "stock: 9C | right2: KH | live=right2", "move right2 down-H", "PH-6 side-own-row"),  # the source's example
    no("PH-6", P, "stock: 9C | right1: 2H | live=right1", "move right1 up-H", "PH-6 side-own-row"),
    no("PH-6", P, "stock: 9C | left1: KH | live=left1", "move left1 down-H", "PH-6 side-own-row"),
    no("PH-6", P, "stock: 9C | left2: 2H | live=left2", "move left2 up-H", "PH-6 side-own-row"),
    no("PH-6", P, "stock: 2H", "move stock up-H", "PH-6 no-route"),
    no("PH-6", P, "stock: 9C", "move tl up-H", "G-1 source-empty"),
    no("PH-6", P, "stock: 9C | tl: *1 | live=tl", "move tl up-H", "G-3 turn-first"),
    no("G-5", P, "up-H: AH 2H", "move up-H tl", "G-5 nothing-leaves"),
    no("G-5", P, "up-H: AH | down-H: AH KH", "move down-H up-H", "G-5 nothing-leaves"),
    # ---- PH-7 the refill is live
    yes("PH-7", P, "stock: 3H 9D | tl: 2H | live=tl", "move tl up-H", "tl: 3H | up-H: AH 2H | stock: 9D"),
    yes("PH-7", P, "stock: *2 | tl: 2H | live=tl", "move tl up-H", "tl: *1 | up-H: AH 2H | stock: *1"),
    yes("PH-7", P, "tl: 2H | bl: 3H | live=tl,bl", "move tl up-H", "tl: | up-H: AH 2H | live=bl"),
    # ---- PH-8 forced play
    no("PH-8", P, "stock: 9C | tl: 2H | live=tl | group=1", "deal", "PH-8 live-card-first"),
    no("PH-8", P, "stock: 9C | tl: 2H | bl: 5S | live=tl,bl | group=2", "deal", "PH-8 live-card-first"),
    yes("PH-8", P, "stock: 9C 9D | tl: 2H 4S | live=tl | group=1", "deal", "stock: 9D | bl: 9C | live=tl,bl | group=2"),
    yes("PH-8", P, "stock: 9C 9D | right2: KH | live=right2 | group=1", "deal", "stock: 9D | bl: 9C | live=right2,bl | group=2"),
    no("PH-8", P, "stock: 9C | tl: *1 | live=tl | group=1", "deal", "G-3 turn-first"),
    yes("PH-8", f"{P} forced_play=off", "stock: 9C 9D | tl: 2H | live=tl | group=1", "deal", "stock: 9D | bl: 9C | live=tl,bl | group=2"),
    # ---- PH-9 the end of dealing
    yes("PH-9", P, "stock: 9C | tl: 5S | live=tl | group=1", "deal", f"stock: | bl: 9C | group=2 | live= | {AUX}"),
    yes("PH-9", P, "stock: 2H | group=1", "deal", "stock: | bl: 2H | group=2 | live=bl"),  # a live card still fits
    yes("PH-9", P, "bl: 2H | tl: 9S | live=bl,tl", "move bl up-H", f"bl: | up-H: AH 2H | live= | {AUX}"),
    no("PH-9", P, f"{AUX} | tl: 9S", "deal", "PH-9 dealing-is-over"),
    no("PH-9", P, "bl: 2H | live=bl", "redeal", "PH-9 live-card-first"),
    no("PH-9", P, "bl: 2H | tl: 9S | tr: 8S | live=bl", "move tl tr", "PH-9 live-card-first"),
    no("PH-9", P, "bl: *1 | tl: 9S | tr: 8S | live=bl", "move tl tr", "G-3 turn-first"),
    no("PH-10", P, "stock: 9C | tl: 9S | tr: 8S", "move tl tr", "PH-10 aux-later"),
    # with plays free, the three go together once the stock is out; the first auxiliary move ends the phase
    yes("PH-9", f"{P} forced_play=off", "bl: 2H | tl: 9S | tr: 8S | live=bl", "move tl tr", f"tl: | tr: 8S 9S | live= | {AUX}"),
    yes("PH-9", f"{P} forced_play=off", "bl: 2H | tl: 9S | live=bl", "redeal", "bl: | tl: | stock: 9S 2H | live= | round=2"),
    yes("PH-9", f"{P} forced_play=off", "bl: 2H | tr: 3H | live=bl,tr", "move bl up-H", "bl: | up-H: AH 2H | live=tr"),
    no("PH-9", f"{P} forced_play=off", "stock: 9C | tl: 9S | tr: 8S", "move tl tr", "PH-10 aux-later"),
    no("PH-9", f"{P} forced_play=off", "stock: 9C | tl: 9S", "redeal", "PH-11 redeal-after-dealing"),
    yes("PH-9", f"{P} live=just_dealt", "stock: 9C 9D | tl: 8S | live=tl | group=1", "deal", "stock: 9D | bl: 9C | live=bl | group=2"),
    yes("PH-9", f"{P} live=just_dealt", "stock: 3H 9D | tl: 2H | live=tl | group=1", "move tl up-H", "tl: 3H | up-H: AH 2H | stock: 9D"),
    # ---- PH-10 the auxiliary phase
    yes("PH-10", P, f"{AUX} | tl: 9S | tr: 8S", "move tl tr", "tl: | tr: 8S 9S"),
    yes("PH-10", P, f"{AUX} | tl: 9S | tr: 8S", "move tr tl", "tr: | tl: 9S 8S"),
    yes("PH-10", P, f"{AUX} | tl: 5C 9S | right3: 8S", "move tl right3", "tl: 5C | right3: 8S 9S"),
    no("PH-10", P, f"{AUX} | tl: 9S | tr: 8C", "move tl tr", "PH-10 pile-needs-neighbour-suit"),
    no("PH-10", P, f"{AUX} | tl: 9S | tr: 9S", "move tl tr", "PH-10 pile-needs-neighbour-suit"),
    no("PH-10", P, f"{AUX} | tl: 9S | tr: 7S", "move tl tr", "PH-10 pile-needs-neighbour-suit"),
    no("PH-10", P, f"{AUX} | tl: KS | tr: 2S", "move tl tr", "PH-10 pile-needs-neighbour-suit"),
    no("PH-10", P, f"{AUX} | tl: 9S", "move tl tr", "PH-10 empty-takes-nothing"),
    no("PH-10", P, f"{AUX} | tr: 9S", "move tl tr", "G-1 source-empty"),
    no("PH-10", P, f"{AUX} | tl: *1 | tr: 8S", "move tl tr", "G-3 turn-first"),
    no("PH-10", P, f"{AUX} | tl: 2H", "move tl up-H", "PH-10 no-foundation-in-aux"),
    no("PH-10", P, f"{AUX} | tl: 9S", "move tl stock", "PH-6 no-route"),
    no("PH-10", P, "stock: 9S | tl: 8S", "move stock tl", "PH-10 no-route"),
    no("PH-10", P, f"{AUX} | tl: 9S | tr: 8S", "series tl tr", "G-1 one-card-a-move"),
    no("PH-10", f"{P} aux_corners=off", f"{AUX} | tl: 9S | right1: 8S", "move tl right1", "PH-10 aux-no-corners"),
    no("PH-10", f"{P} aux_corners=off", f"{AUX} | tl: 9S | right1: 8S", "move right1 tl", "PH-10 aux-no-corners"),
    yes("PH-10", f"{P} aux_corners=off", f"{AUX} | left1: 9S | right1: 8S", "move right1 left1", "right1: | left1: 9S 8S"),
    yes("PH-10", f"{P} aux_fill_empty=on", f"{AUX} | tl: 5C 9S", "move tl tr", "tl: 5C | tr: 9S"),
    yes("PH-10", f"{P} aux_to_foundation=own_row", f"{AUX} | tl: 9S 2H", "move tl up-H", "tl: 9S | up-H: AH 2H"),
    yes("PH-10", f"{P} aux_to_foundation=own_row", f"{AUX} | left1: 2H", "move left1 up-H", "left1: | up-H: AH 2H"),
    no("PH-10", f"{P} aux_to_foundation=own_row", f"{AUX} | left2: 2H", "move left2 up-H", "PH-6 side-own-row"),
    yes("PH-10", N, f"{AUX} | left2: 2H", "move left2 up-H", "left2: | up-H: AH 2H"),
    yes("PH-10", N, f"{AUX} | right4: 3S KH", "move right4 down-H", "right4: 3S | down-H: AH KH"),
    no("PH-10", N, f"{AUX} | right4: QH", "move right4 down-H", "PH-2 foundation-needs"),
    no("PH-10", N, "stock: 9C | left2: 2H | live=left2", "move left2 up-H", "PH-6 side-own-row"),  # not yet while dealing
    # ---- PH-11, PH-12 gathering
    yes("PH-11", P, f"{AUX} | tl: 5S 6S | right4: 7S | left1: 8S 9S | left4: 2D 3D", "redeal", "tl: | right4: | left1: | left4: | stock: 5S 6S 7S 8S 9S 2D 3D | round=2 | phase=deal"),
    yes("PH-11", f"{P} gather=top12", f"{AUX} | tl: 5S 6S | right4: 7S | left4: 2D 3D", "redeal", "tl: | right4: | left4: | stock: 3D 2D 7S 6S 5S | round=2 | phase=deal"),
    yes("PH-11", f"{P} gather=bottom12", f"{AUX} | tl: 5S 6S | right4: 7S | left4: 2D 3D", "redeal", "tl: | right4: | left4: | stock: 2D 3D 7S 5S 6S | round=2 | phase=deal"),
    yes("PH-12", P, f"{AUX} | round=2 | group=3 | tl: 5S | up-H: AH 2H", "redeal", "tl: | stock: 5S | round=3 | phase=deal | group=0"),
    no("PH-12", P, f"{AUX} | round=3 | tl: 5S", "redeal", "PH-12 no-redeal-left"),
    no("PH-12", f"{P} rounds=1", f"{AUX} | tl: 5S", "redeal", "PH-12 no-redeal-left"),
    no("PH-12", f"{P} rounds=2", f"{AUX} | round=2 | tl: 5S", "redeal", "PH-12 no-redeal-left"),
    yes("PH-12", f"{P} rounds=4", f"{AUX} | round=3 | tl: 5S", "redeal", "tl: | stock: 5S | round=4 | phase=deal"),
    no("PH-11", P, "stock: 9C | tl: 5S", "redeal", "PH-11 redeal-after-dealing"),
    no("PH-11", P, AUX, "redeal", "PH-11 redeal-nothing"),
    # ---- PH-13 the words at the end
    no("PH-13", P, f"{AUX} | tl: 5S", "end won", "PH-13 not-won"),
    yes("PH-13", P, f"{AUX} | round=3 | tl: 5S", "end unresolved", ""),
    yes("PH-13", P, f"{AUX} | round=3 | tl: 5S", "end failed", ""),
    no("PH-13", P, f"{AUX} | round=2 | tl: 5S", "end unresolved", "PH-13 verdict-later"),
    no("PH-13", P, f"{AUX} | tl: 5S", "end failed", "PH-13 verdict-later"),
    no("PH-13", P, "round=3 | stock: 5S", "end failed", "PH-13 verdict-later"),
    no("PH-13", P, "round=3 | tl: 2H | live=tl", "end failed", "PH-13 verdict-later"),
    yes("PH-13", f"{P} forced_play=off", "round=3 | tl: 2H | live=tl", "end failed", ""),
    yes("PH-13", P, "stock: 5S", "end stopped", ""),
    # ---- G-4
    no("G-4", f"{P} strict_standstill=full", f"{AUX} | tl: 9S | tr: 8S", "redeal", "G-4 standstill"),
    yes("G-4", f"{P} strict_standstill=full", f"{AUX} | tl: 9S | tr: 7S", "redeal", "tl: | tr: | stock: 9S 7S | round=2 | phase=deal"),
    no("G-4", f"{P} strict_standstill=full", f"{AUX} | tl: 8S 9S | tr: 8S", "redeal", "G-4 standstill"),  # 8S from TR may go on 9S
    yes("G-4", f"{P} strict_standstill=progress", f"{AUX} | tl: 9S | tr: 8S", "redeal", "tl: | tr: | stock: 9S 8S | round=2 | phase=deal"),
    no("G-4", f"{N} strict_standstill=progress", f"{AUX} | tl: 2H", "redeal", "G-4 standstill"),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_row(row: Row) -> None:
    judge(row)


def test_ph1_opening() -> None:
    rules = game("parihevoset")
    table = rules.opening()
    assert len(table.piles["stock"]) == 96 == rules.deal_size
    for suit in "HDCS":
        assert table.piles[f"up-{suit}"] == table.piles[f"down-{suit}"] == pile(f"A{suit}")
    assert Counter(rules.taken_out) == Counter({Card(1, suit): 2 for suit in "HDCS"})


def test_ph3_order_of_the_places() -> None:
    """Dealing a whole stock of twelve without a play goes by the order of PH-3."""
    rules = rules_of("parihevoset forced_play=off")
    table = lay(rules, "stock: 5S 6S 7S 8S 9S 10S 5C 6C 7C 8C 9C 10C 4D")
    for _ in range(6):
        table = rules.apply(table, Deal())
    order = ["tl", "bl", "tr", "br", "right1", "right2", "right3", "right4", "left1", "left2", "left3", "left4"]
    assert [str(table.piles[place][0]) for place in order] == [
        "5S",
        "6S",
        "7S",
        "8S",
        "9S",
        "10S",
        "5C",
        "6C",
        "7C",
        "8C",
        "9C",
        "10C",
    ]


def test_ph5_a_covered_card_stays_dead_after_it_comes_to_light() -> None:
    """3H is dealt on TL, covered by 2H; when 2H is played the refill covers 3H again, and at the end of the stock it lies open, dead."""
    rules = game("parihevoset")
    table = lay(rules, "tl: 3H 2H | bl: KD | live=tl,bl")
    after = advance(rules, table, Move("tl", "up-H"))
    assert isinstance(after, Table)
    assert after.phase == "deal"  # the king of diamonds is still live
    refused = rules.why(after, Move("tl", "up-H"))
    assert refused is not None
    assert (refused.clause, refused.reason, refused.facts["card"]) == ("PH-5", "dead-card", Card(3, "H"))


def test_ph6_corner_card_fits_both_sides() -> None:
    rules = game("parihevoset")
    table = lay(rules, "stock: 9C 9D | tl: 7H | live=tl | up-H: AH 2H 3H 4H 5H 6H | down-H: AH KH QH JH 10H 9H 8H")
    assert rules.legal(table) == [Move("tl", "up-H"), Move("tl", "down-H")]


def test_ph8_refusal_names_the_live_card() -> None:
    rules = game("parihevoset")
    refused = advance(rules, lay(rules, "stock: 9C | tl: 5S | right1: KH | live=tl,right1 | group=1"), Deal())
    assert isinstance(refused, Refusal)
    assert refused.facts == {"card": Card(13, "H"), "place": "right1", "to": "down-H"}


def test_ph10_direction_may_change_and_uncovered_cards_move() -> None:
    rules = game("parihevoset")
    table = lay(rules, "phase=aux | tl: 6S 9S | tr: 8S | right1: 7S")
    for text in ("move tl tr", "move tl right1", "move right1 tl"):
        after = advance(rules, table, parse_event(text, rules.places))
        if text == "move right1 tl":
            assert isinstance(after, Refusal)  # TL is empty by now
            assert after.reason == "empty-takes-nothing"
            break
        assert isinstance(after, Table)
        table = after
    assert differences(table, lay(rules, "phase=aux | tr: 8S 9S | right1: 7S 6S")) == {}


def test_ph13_won() -> None:
    rules = game("parihevoset")
    ups = " | ".join(
        f"up-{s}: " + " ".join(f"{r}{s}" for r in ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"])
        for s in "HDCS"
    )
    downs = " | ".join(
        f"down-{s}: " + " ".join(f"{r}{s}" for r in ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"])
        for s in "HDCS"
    )
    assert rules.won(lay(rules, f"{ups} | {downs}"))
    assert rules.progress(lay(rules, f"{ups} | {downs}")) == 104
    short = downs.replace(" 2S", "")
    last = lay(rules, f"{ups} | {short} | tl: 2S | live=tl")
    assert not rules.won(last)
    after = advance(rules, last, Move("tl", "down-S"))
    assert isinstance(after, Table)
    assert rules.won(after)
    assert after.piles["down-S"][-1] == Card(2, "S")


def test_ph14_defaults() -> None:
    on = game("parihevoset").switches
    assert (on["forced_play"], on["live"], on["column_deal"]) == (True, "until_covered", "group")
    assert (on["aux_corners"], on["aux_fill_empty"], on["aux_to_foundation"]) == (True, False, "off")
    assert (on["gather"], on["rounds"]) == ("turned", 3)
    assert game("parihevoset-neljakulma").switches["aux_to_foundation"] == "any"


def test_unseen_refill_holds_the_dealing_phase_open() -> None:
    """The last stock card comes as a refill that has not been named: whether the dealing is over depends on it."""
    rules = game("parihevoset")
    table = lay(rules, "stock: *1 | tl: 2H | live=tl")
    after = advance(rules, table, parse_event("move tl up-H", rules.places))
    assert isinstance(after, Table)
    assert (after.phase, rules.to_turn(after)) == ("deal", ("tl",))
    over = advance(rules, after, parse_event("turn 9C tl", rules.places))
    assert isinstance(over, Table)
    assert over.phase == "aux"
    going_on = advance(rules, after, parse_event("turn 3H tl", rules.places))
    assert isinstance(going_on, Table)
    assert going_on.phase == "deal"
    assert rules.legal(going_on) == [Move("tl", "up-H")]


def test_redeal_needs_no_stock_between_rounds() -> None:
    rules = game("parihevoset")
    table = lay(rules, "phase=aux | tl: 5S 6S | left4: 9C")
    after = advance(rules, table, Redeal())
    assert isinstance(after, Table)
    assert rules.legal(after) == [Deal()]
    assert rules.view(after).piles["stock"] == pile("5S 6S 9C")  # seen cards: their order is known now
