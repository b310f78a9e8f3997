"""Napoleono kapas, a row for each sentence of NK-*, and every switch."""

from __future__ import annotations

import pytest

from companion.cards import UNSEEN, Card
from companion.events import Deal, Move, parse_event
from companion.referee import advance
from companion.rules import Refusal, game
from companion.table import Table

from .laying import Row, differences, judge, lay, pile, rules_of, with_text

K = "kapas"
DOWN = "KS QS JS 10S 9S 8S 7S 6S 5S 4S 3S 2S AS"
UP_TO_Q = "AD 2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD"
SETUP = "kapas setup_forced=on"


def yes(clause: str, game: str, before: str, event: str, after: str) -> Row:
    return Row(clause, game, before, event, yes=after)


def no(clause: str, game: str, before: str, event: str, refusal: str) -> Row:
    return Row(clause, game, before, event, no=refusal)


ROWS = [
    # ---- NK-4 bases: king of the suit, down, a king upon the ace, down again
    yes("NK-4", K, "aux1: KS", "move aux1 base-S", "aux1: | base-S: KS"),
    no("NK-4", K, "aux1: KS", "move aux1 base-H", "NK-4 foundation-suit"),
    no("NK-4", K, "aux1: QS", "move aux1 base-S", "NK-4 base-empty-needs-king"),
    no("NK-4", K, "aux1: AS", "move aux1 base-S", "NK-4 base-empty-needs-king"),
    yes("NK-4", K, "aux1: QS | base-S: KS", "move aux1 base-S", "aux1: | base-S: KS QS"),
    no("NK-4", K, "aux1: JS | base-S: KS", "move aux1 base-S", "NK-4 foundation-needs"),
    no("NK-4", K, "aux1: QH | base-S: KS", "move aux1 base-S", "NK-4 foundation-suit"),
    yes("NK-4", K, f"aux1: KS | base-S: {DOWN}", "move aux1 base-S", f"aux1: | base-S: {DOWN} KS"),
    no("NK-4", K, f"aux1: QS | base-S: {DOWN}", "move aux1 base-S", "NK-4 foundation-needs"),
    yes("NK-4", K, f"aux1: QS | base-S: {DOWN} KS", "move aux1 base-S", f"aux1: | base-S: {DOWN} KS QS"),
    no("NK-4", K, f"aux1: KS | base-S: {DOWN} {DOWN}", "move aux1 base-S", "NK-4 foundation-complete"),
    # ---- NK-5 the vault
    yes("NK-5", K, "aux1: AD", "move aux1 vault", "aux1: | vault: AD"),
    no("NK-5", K, "aux1: 2D", "move aux1 vault", "NK-5 vault-empty-needs-ace"),
    no("NK-5", K, "aux1: KD", "move aux1 vault", "NK-5 vault-empty-needs-ace"),
    yes("NK-5", K, "aux1: 2D | vault: AD", "move aux1 vault", "aux1: | vault: AD 2D"),
    no("NK-5", K, "aux1: 2H | vault: AD", "move aux1 vault", "NK-5 run-needs"),
    no("NK-5", K, "aux1: AH | vault: AD", "move aux1 vault", "NK-5 run-needs"),
    yes("NK-5", K, f"aux1: KD | vault: {UP_TO_Q}", "move aux1 vault", f"aux1: | vault: {UP_TO_Q} KD"),
    no("NK-5", K, f"aux1: AD | vault: {UP_TO_Q} KD", "move aux1 vault", "NK-5 king-takes-nothing"),
    # ---- NK-6 auxiliary piles
    yes("NK-6", K, "aux1: 6H | aux2: 5H", "move aux1 aux2", "aux1: | aux2: 5H 6H"),
    no("NK-6", K, "aux1: 4H | aux2: 5H", "move aux1 aux2", "NK-6 run-needs"),
    no("NK-6", K, "aux1: 6D | aux2: 5H", "move aux1 aux2", "NK-6 run-needs"),
    no("NK-6", K, "aux1: AH | aux2: KH", "move aux1 aux2", "NK-6 king-takes-nothing"),
    no("NK-6", K, "aux1: 6H", "move aux1 aux2", "NK-6 aux-empty-takes-nothing"),
    no("NK-6", K, "aux1: 6H | wall1: 5H", "move aux1 wall1", "NK-7 nothing-is-laid-there"),
    no("NK-6", K, "aux1: 6H | extra1: 5H", "move aux1 extra1", "NK-7 nothing-is-laid-there"),
    no("NK-6", K, "aux1: 6H", "move aux1 extra2", "NK-7 nothing-is-laid-there"),
    # ---- NK-7 from where to where
    yes("NK-7", K, "wall1: 9C KS | aux1: 4D", "move wall1 base-S", "wall1: 9C | base-S: KS"),
    yes("NK-7", K, "wall1: 9C AS | aux1: 4D", "move wall1 vault", "wall1: 9C | vault: AS"),
    yes("NK-7", K, "wall1: 9C 5D | aux1: 4D", "move wall1 aux1", "wall1: 9C | aux1: 4D 5D"),
    yes("NK-7", K, "extra5: 9C KS", "move extra5 base-S", "extra5: 9C | base-S: KS"),
    yes("NK-7", K, "extra2: 9C 2S | vault: AS", "move extra2 vault", "extra2: 9C | vault: AS 2S"),
    yes("NK-7", K, "extra2: 9C 2S | aux3: AS", "move extra2 aux3", "extra2: 9C | aux3: AS 2S"),
    yes("NK-7", K, "vault: AS 2S | base-S: KS QS JS 10S 9S 8S 7S 6S 5S 4S 3S", "move vault base-S", "vault: AS | base-S: KS QS JS 10S 9S 8S 7S 6S 5S 4S 3S 2S"),
    yes("NK-7", K, f"vault: {UP_TO_Q} KD", "move vault base-D", f"vault: {UP_TO_Q} | base-D: KD"),
    no("NK-7", K, "vault: AS 2S | aux1: AS", "move vault aux1", "NK-7 vault-to-bases-only"),
    no("NK-7", K, "base-S: KS | aux1: QS", "move base-S aux1", "NK-7 nothing-leaves"),
    no("NK-7", K, f"base-S: {DOWN}", "move base-S vault", "NK-7 nothing-leaves"),
    no("G-5", K, "aux1: 6H", "move aux1 stock", "NK-7 nothing-enters-stock"),
    no("NK-7", K, "stock: KS", "move stock base-S", "NK-7 no-route"),
    no("NK-7", K, "stock: KS", "draw aux1", "NK-7 no-draw"),
    no("NK-7", K, "extra2: KS", "move extra1 base-S", "G-1 source-empty"),
    no("NK-7", K, "wall1: *2", "move wall1 base-S", "G-3 turn-first"),
    yes("NK-7", K, "wall1: *2 | aux1: 4D", "move KS wall1 base-S", "wall1: *1 | base-S: KS"),
    # ---- NK-8 series
    yes("NK-8", K, "vault: AD | aux2: 2D 3D 4D", "series aux2 vault", "vault: AD 2D 3D 4D | aux2:"),  # the source's example
    yes("NK-8", K, "aux2: AD 2D", "series aux2 vault", "vault: AD 2D | aux2:"),
    no("NK-8", K, "vault: AD 2D | aux2: 2D 3D 4D", "series aux2 vault", "NK-8 run-needs"),
    no("NK-8", K, "aux2: 2D 3D", "series aux2 vault", "NK-8 vault-empty-needs-ace"),
    no("NK-8", K, f"vault: {UP_TO_Q} KD | aux2: AD 2D", "series aux2 vault", "NK-8 king-takes-nothing"),
    no("NK-8", K, "vault: AD | aux2: 2D", "series aux2 vault", "NK-8 series-too-short"),
    no("NK-8", K, "vault: AD", "series aux2 vault", "G-1 source-empty"),
    no("NK-8", K, "aux1: 5D | aux2: 6D 7D", "series aux2 aux1", "NK-8 series-aux-to-vault"),
    no("NK-8", K, "vault: AD | extra1: 2D 3D", "series extra1 vault", "NK-8 series-aux-to-vault"),
    no("NK-8", K, "vault: AD 2D | aux2: 2D 3D 4D", "series aux2 vault", "NK-8 run-needs"),
    yes("NK-8", f"{K} partial_series=on", "vault: AD 2D | aux2: 2D 3D 4D", "series aux2 vault", "vault: AD 2D 3D 4D | aux2: 2D"),
    no("NK-8", f"{K} partial_series=on", "vault: AD 2D 3D | aux2: 2D 3D 4D", "series aux2 vault", "NK-8 run-needs"),  # one card: a move
    yes("NK-8", K, "vault: AD 2D 3D | aux2: 2D 3D 4D", "move aux2 vault", "vault: AD 2D 3D 4D | aux2: 2D 3D"),
    # ---- NK-9 the wall follows
    yes("NK-9", K, "aux1: KS | wall1: 9C 8C", "move aux1 base-S", "aux1: 8C | base-S: KS | wall1: 9C"),
    yes("NK-9", K, "aux1: KS | wall1: *2 8C", "move aux1 base-S", "aux1: 8C | base-S: KS | wall1: *2"),
    yes("NK-9", K, "vault: AD | aux2: 2D 3D | wall2: 9C", "series aux2 vault", "vault: AD 2D 3D | aux2: 9C | wall2:"),
    yes("NK-9", K, "aux1: KS", "move aux1 base-S", "aux1: | base-S: KS"),
    yes("NK-9", K, "wall1: KS | aux1: 4D", "move wall1 base-S", "wall1: | base-S: KS"),
    yes("NK-9", K, "aux1: 9D KS | wall1: 8C", "move aux1 base-S", "aux1: 9D | base-S: KS"),
    # ---- NK-10, NK-11 dealing
    yes("NK-11", K, "stock: 2C 3C 4C 5C 6C 7C", "deal", "stock: 7C | extra1: 2C | extra2: 3C | extra3: 4C | extra4: 5C | extra5: 6C"),
    yes("NK-11", K, "stock: 2C 3C 4C 5C 6C | extra2: 9D", "deal", "stock: | extra1: 2C | extra2: 9D 3C | extra3: 4C | extra4: 5C | extra5: 6C"),
    yes("NK-11", K, "stock: 2C 3C", "deal", "stock: | extra1: 2C | extra2: 3C"),
    no("NK-11", K, "extra1: 2C", "deal", "NK-11 stock-empty"),
    yes("NK-10", K, "round=2 | stock: 2C 3C 4C 5C 6C", "deal", "stock: 6C | extra1: 2C | extra2: 3C | extra3: 4C | extra4: 5C"),
    yes("NK-10", K, "round=3 | stock: 2C 3C 4C 5C 6C", "deal", "stock: 5C 6C | extra1: 2C | extra2: 3C | extra3: 4C"),
    yes("NK-10", K, "round=4 | stock: 2C 3C 4C 5C 6C", "deal", "stock: 4C 5C 6C | extra1: 2C | extra2: 3C"),
    yes("NK-10", K, "round=5 | stock: 2C 3C 4C 5C 6C", "deal", "stock: 3C 4C 5C 6C | extra1: 2C"),
    yes("NK-11", K, "stock: *6", "deal 2C 3C 4C 5C 6C", "stock: *1 | extra1: 2C | extra2: 3C | extra3: 4C | extra4: 5C | extra5: 6C"),
    yes("NK-11", K, "stock: *6", "deal 2C 3C", "stock: *4 | extra1: 2C | extra2: 3C | dealing=extra3,extra4,extra5"),
    no("NK-11", K, "stock: *4 | extra1: KC | dealing=extra2,extra3", "move extra1 base-C", "NK-11 deal-first"),
    no("NK-11", K, "stock: *6", "deal 2C 3C 4C 5C 6C 7C", "NK-11 deal-too-many"),
    # ---- NK-12 redeal
    yes("NK-12", K, "extra1: 2C 3C | extra2: 4C | extra3: 5C 6C", "redeal", "extra1: | extra2: | extra3: | stock: 2C 3C 4C 5C 6C | round=2"),
    yes("NK-12", f"{K} gather=first_over", "extra1: 2C 3C | extra2: 4C | extra3: 5C 6C", "redeal", "extra1: | extra2: | extra3: | stock: 5C 6C 4C 2C 3C | round=2"),
    yes("NK-12", K, "round=4 | extra2: 4C | aux1: 9D | vault: AD", "redeal", "extra2: | stock: 4C | round=5"),
    no("NK-12", K, "round=5 | extra1: 4C", "redeal", "NK-12 no-redeal-left"),
    no("NK-12", K, "stock: 9D | extra1: 4C", "redeal", "NK-12 redeal-stock-first"),
    no("NK-12", K, "aux1: 4C", "redeal", "NK-12 redeal-nothing"),
    no("NK-10", f"{K} passes=1", "extra1: 4C", "redeal", "NK-12 no-redeal-left"),
    no("NK-10", f"{K} passes=2", "round=2 | extra1: 4C", "redeal", "NK-12 no-redeal-left"),
    no("NK-10", f"{K} passes=3", "round=3 | extra1: 4C", "redeal", "NK-12 no-redeal-left"),
    no("NK-10", f"{K} passes=4", "round=4 | extra1: 4C", "redeal", "NK-12 no-redeal-left"),
    yes("NK-10", f"{K} passes=4", "round=3 | extra1: 4C", "redeal", "extra1: | stock: 4C | round=4"),
    # ---- NK-13 setup
    yes("NK-13", K, "stock: 2C | aux1: KS | aux2: 5D | wall2: 6D", "move wall2 aux2", "wall2: | aux2: 5D 6D"),
    yes("NK-13", K, "aux1: KS | aux2: KS | wall1: 7H | wall2: 6D", "move aux2 base-S", "aux2: 6D | wall2: | base-S: KS"),
    no("NK-13", SETUP, "stock: 2C | aux1: KS | aux2: 5D | wall2: 6D", "move wall2 aux2", "NK-13 setup-first"),
    no("NK-13", SETUP, "stock: 2C | aux1: KS", "deal", "NK-13 setup-first"),
    no("NK-13", SETUP, "extra1: 2C | aux1: KS", "redeal", "NK-13 setup-first"),
    no("NK-13", SETUP, "aux1: KS | aux2: AD 2D", "series aux2 vault", "NK-13 setup-first"),
    yes("NK-13", SETUP, "stock: 2C | aux1: KS | aux2: AD", "move aux1 base-S", "aux1: | base-S: KS"),
    yes("NK-13", SETUP, "stock: 2C | aux1: KS | aux2: 5D", "move aux1 base-S", "aux1: | base-S: KS | phase=play"),
    yes("NK-13", SETUP, "stock: 2C | aux2: AD | aux3: AD", "move aux3 vault", "aux3: | vault: AD | phase=play"),
    # a king that comes to light meanwhile belongs to the setup too
    yes("NK-13", SETUP, "aux1: KS | wall1: 9D KH", "move aux1 base-S", "aux1: KH | wall1: 9D | base-S: KS"),
    # whether the setup is over depends on the card that has just been turned
    no("NK-13", SETUP, "stock: 2C | aux1: 4D | wall1: *1 | aux2: 5D", "move aux2 aux1", "G-3 turn-first"),
    no("NK-13", SETUP, "stock: 2C | aux1: 4D | wall1: *1 | aux2: 5D", "deal", "G-3 turn-first"),
    yes("NK-13", SETUP, "stock: 2C | aux1: 4D | wall1: *1 | aux2: 5D", "turn 9C wall1", "wall1: 9C | phase=play"),
    # ---- NK-14
    no("NK-14", K, f"base-S: {DOWN} {DOWN}", "end won", "NK-14 not-won"),
    # ---- G-4: shuttling between two equal cards is no move that counts
    yes("G-4", K, "stock: 2C | aux1: KS | aux2: 9D", "deal", "stock: | extra1: 2C"),
    no("G-4", f"{K} strict_standstill=progress", "stock: 2C | aux1: KS", "deal", "G-4 standstill"),
    no("G-4", f"{K} strict_standstill=progress", "stock: 2C | aux1: AD", "deal", "G-4 standstill"),  # the vault counts
    no("G-4", f"{K} strict_standstill=progress", "stock: 2C | vault: AD | aux1: 2D 3D", "deal", "G-4 standstill"),  # so does a series
    yes("G-4", f"{K} strict_standstill=progress", "stock: 2C | aux1: 6D | aux2: 5D", "deal", "stock: | extra1: 2C"),
    no("G-4", f"{K} strict_standstill=full", "stock: 2C | aux1: 6D | aux2: 5D", "deal", "G-4 standstill"),
    yes("G-4", f"{K} strict_standstill=full", "stock: 2C | aux1: 5D 6D | aux2: 5D", "deal", "stock: | extra1: 2C"),
    no("G-4", f"{K} strict_standstill=full", "extra1: 6D | aux2: 5D", "redeal", "G-4 standstill"),
    # from one king to the base upon another, from a four to the vault upon another: these are no shuttling
    no("G-4", f"{K} strict_standstill=full", "extra1: KS QS | base-S: KS", "redeal", "G-4 standstill"),
    no("G-4", f"{K} strict_standstill=full", "stock: 2C | aux1: AD 2D | vault: AD", "deal", "G-4 standstill"),
    yes("G-4", f"{K} strict_standstill=full", "extra1: 7D | aux2: 5D", "redeal", "extra1: | stock: 7D | round=2"),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_row(row: Row) -> None:
    judge(row)


def numbered_deal() -> list[Card]:
    """A pack of 104 in a known order."""
    return [Card.from_code(n % 52) for n in range(104)]


def test_nk1_two_packs_in_one() -> None:
    rules = game("kapas")
    assert rules.whole.total() == rules.deal_size == 104
    assert set(rules.whole.values()) == {2}
    assert not rules.taken_out


def test_nk2_nk3_opening() -> None:
    """Cards 1, 5, 9 … go to wall 1; the last dealt is its top. The tops (41-44) go out, 37-40 are turned on the walls."""
    rules, deal = game("kapas"), numbered_deal()
    table = rules.opening(deal)
    assert [table.piles[f"aux{n}"] for n in (1, 2, 3, 4)] == [(card,) for card in deal[40:44]]
    assert [table.piles[f"wall{n}"][-1] for n in (1, 2, 3, 4)] == deal[36:40]
    assert table.piles["wall3"] == tuple(deal[2:40:4])
    assert table.piles["stock"] == tuple(deal[44:])
    assert rules.deal_size == 104
    assert rules.whole.total() == 104
    view = rules.view(table)
    assert view.piles["wall3"] == (UNSEEN,) * 9 + (deal[38],)
    assert set(view.piles["stock"]) == {UNSEEN}


def test_nk3_opening_by_hand() -> None:
    """The hand turns the four auxiliary cards first, then the four walls; they may be told in any portions."""
    rules, deal = game("kapas"), numbered_deal()
    told = [*deal[40:44], *deal[36:40]]
    table = rules.opening()
    refused = advance(rules, table, Move("aux1", "vault"))
    assert isinstance(refused, Refusal)
    assert (refused.clause, refused.reason) == ("NK-3", "deal-first")
    early = advance(rules, table, parse_event("turn 5D wall1", rules.places))
    assert isinstance(early, Refusal)
    assert (early.clause, early.reason) == ("NK-3", "deal-first")
    for start, stop in ((0, 1), (1, 6), (6, 8)):
        after = advance(rules, table, Deal(tuple(told[start:stop])))
        assert isinstance(after, Table), after
        table = after
        assert len(table.dealing) == 8 - stop
        assert rules.view(table) == table  # what is told is seen, the rest is unknown anyway
    assert differences(table, rules.view(rules.opening(deal))) == {}


def test_nk9_next_wall_card_is_named_by_hand() -> None:
    """After KS leaves the auxiliary place 8C goes there and the next card of the wall is turned."""
    rules = game("kapas")
    table = lay(
        rules, "aux1: KS | wall1: *2 8C | wall2: *1 9D | aux2: 3H | wall3: 4H | aux3: 4S | wall4: 5S | aux4: 6C"
    )
    after = advance(rules, table, Move("aux1", "base-S"))
    assert isinstance(after, Table)
    assert rules.to_turn(after) == ("wall1",)
    named = advance(rules, after, parse_event("turn AH wall1", rules.places))
    assert isinstance(named, Table)
    assert (named.piles["wall1"], rules.to_turn(named)) == ((UNSEEN, Card(1, "H")), ())


def test_view_keeps_the_walls_open_while_a_row_is_dealt() -> None:
    """A row told card by card hides no wall's top (the opening deal does, until it has come that far)."""
    rules = game("kapas")
    table = lay(
        rules,
        "stock: *10 | wall1: *3 8C | wall2: *1 9D | wall3: *1 4H | wall4: 5S | aux1: 2D | aux2: 3H | aux3: 4S | aux4: 6C",
    )
    for count in (1, 2, 3, 4):
        part = advance(rules, table, Deal(pile("2C 3C 4C 5C")[:count]))
        assert isinstance(part, Table)
        assert [str(rules.view(part).piles[f"wall{n}"][-1]) for n in (1, 2, 3, 4)] == ["8C", "9D", "4H", "5S"]


def test_view_after_a_redeal_shows_the_stock() -> None:
    rules = game("kapas")
    table = lay(rules, "extra1: 2C | extra2: 3C 4C | wall1: 9D 8C | aux1: 5S")
    after = advance(rules, table, parse_event("redeal", rules.places))
    assert isinstance(after, Table)
    assert rules.view(after).piles["stock"] == pile("2C 3C 4C")
    assert rules.view(after).piles["wall1"] == (UNSEEN, Card(8, "C"))


def test_nk11_pass_one_has_twelve_deals_of_five() -> None:
    rules = game("kapas")
    table, deals = rules.opening(numbered_deal()), 0
    while table.piles["stock"]:
        table, deals = rules.apply(table, Deal()), deals + 1
    assert deals == 12
    assert {len(table.piles[f"extra{n}"]) for n in range(1, 6)} == {12}


def test_nk13_the_setup_ends_by_itself_in_the_opening() -> None:
    rules = rules_of(SETUP)
    calm = [Card(rank, suit) for rank in (5, 6, 7, 8) for suit in "SHDC"]
    rest = list((rules.whole - rules.whole.__class__(calm)).elements())
    deal = [*rest[:28], *calm, *rest[28:]]
    assert rules.opening(deal).phase == "play"
    king = [*deal[:40], Card(13, "S"), *deal[41:]]
    table = rules.opening(king)
    assert table.phase == "setup"
    assert Move("aux1", "base-S") in rules.legal(table)
    assert all(isinstance(event, Move) and event.source == "aux1" for event in rules.legal(table))


def test_nk14_won() -> None:
    rules = game("kapas")
    family = " | ".join(f"base-{s}: {DOWN.replace('S', s)} {DOWN.replace('S', s)}" for s in "SHDC")
    assert rules.won(lay(rules, family))
    assert not rules.won(with_text(lay(rules, family), "base-S: KS"))


def test_vault_may_be_opened_again_when_its_ace_has_gone() -> None:
    """The source: when the ace goes to a base too, another ace may take its place."""
    rules = game("kapas")
    table = lay(rules, "vault: AS 2S | base-S: KS QS JS 10S 9S 8S 7S 6S 5S 4S 3S | aux1: AH | aux2: AD")
    for text in ("move vault base-S", "move vault base-S", "move aux2 vault"):
        after = advance(rules, table, parse_event(text, rules.places))
        assert isinstance(after, Table), (text, after)
        table = after
    assert table.piles["vault"] == pile("AD")
