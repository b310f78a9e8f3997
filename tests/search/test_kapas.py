"""The compiled search of Napoleono kapas against the plain search over the referee's own moves."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from companion.cards import SUITS, UNSEEN, Card
from companion.events import Deal
from companion.rules import Game, game
from companion.search import kapas, kapas_hints, worlds
from companion.search.kapas_lines import is_compiled, packed
from companion.search.kapas_policy import WEIGHTS, best_move, new_desk
from companion.search.kapas_relaxed import DEAD, alive, new_memo
from companion.search.outcome import Limits
from companion.table import Table, empty_piles
from tests.search.kapas_tables import (
    AMPLE,
    agree,
    agree_hidden,
    base_card,
    deep_table,
    hidden_otherwise,
    replay,
    small_table,
)

POSITIONS = 40
"""How many small positions are judged; a survey of agreement sets it to thousands."""


@pytest.mark.parametrize("gather", ["first_under", "first_over"])
def test_verdicts_equal_the_plain_search(gather: str) -> None:
    rng = random.Random(7)
    rules = game("kapas", {"gather": gather})
    verdicts = [agree(rules, small_table(rng, rng.randint(10, 14))) for _ in range(POSITIONS)]
    assert verdicts.count("won") >= 5
    assert verdicts.count("lost") >= 5


def test_the_whole_search_alone_equals_the_plain_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kapas, "FIRST_RUNS", ())
    rng = random.Random(11)
    rules = game("kapas")
    verdicts = [agree(rules, small_table(rng, rng.randint(10, 14))) for _ in range(50)]
    assert verdicts.count("won") >= 5
    assert verdicts.count("lost") >= 5


def test_the_easier_game_calls_no_won_table_dead(monkeypatch: pytest.MonkeyPatch) -> None:
    """K4: with no position allowed to the easier game the verdicts stay the same."""
    rng = random.Random(13)
    rules = game("kapas")
    tables = [small_table(rng, 12, (4, 5)) for _ in range(25)]
    with_it = [kapas.solve(rules, table, AMPLE).verdict for table in tables]
    monkeypatch.setattr(kapas, "FIRST_RUNS", ((10**6, 0, 0.0),))
    monkeypatch.setattr(kapas, "ROOT_LIMIT", 0)
    assert [kapas.solve(rules, table, AMPLE).verdict for table in tables] == with_it


def test_no_legal_move_turns_lost_into_won() -> None:
    """Report B11."""
    rng = random.Random(17)
    rules = game("kapas")
    lost = 0
    while lost < 8:
        table = small_table(rng, 14, (5,))
        if kapas.solve(rules, table, AMPLE).verdict == "lost":
            lost += 1
            for event in rules.legal(table):
                assert kapas.solve(rules, rules.apply(table, event), AMPLE).verdict == "lost"


def test_both_twins_are_tried() -> None:
    """Report B09: two tens of spades, on the wall that has nothing beneath it and on the one that hides the nine."""
    rules = game("kapas", {"passes": 1})
    piles = empty_piles(rules.places)
    for suit in SUITS:
        piles[f"base-{suit}"] = tuple(base_card(suit, at) for at in range(26 if suit != "S" else 3))
    piles["aux1"], piles["wall1"] = (Card(2, "S"),), (Card(9, "S"), Card(10, "S"))
    piles["aux2"], piles["wall2"] = (Card(3, "S"),), (Card(10, "S"),)
    rest = [base_card("S", at) for at in range(3, 26)]
    for card in (*piles["aux1"], *piles["wall1"], *piles["aux2"], *piles["wall2"]):
        rest.remove(card)
    piles["stock"] = tuple(rest)
    table = Table(piles, round=1)
    found = kapas.solve(rules, table, AMPLE)
    assert found.verdict == "won"
    assert rules.won(replay(rules, table, found))


def opening(seed: int, **options: Any) -> tuple[Game, Table]:
    rules = game("kapas", options)
    pack = [Card(rank, suit) for _ in range(2) for suit in "HDCS" for rank in range(1, 14)]
    random.Random(seed).shuffle(pack)
    return rules, rules.opening(pack)


def test_a_whole_deal_is_won_by_a_line_that_the_referee_accepts() -> None:
    rules, table = opening(5)
    found = kapas.solve(rules, table, Limits(time_s=60.0))
    assert found.verdict == "won"
    assert rules.won(replay(rules, table, found))


def test_limits_make_it_open_with_the_best_line() -> None:
    rules, table = opening(1)
    found = kapas.solve(rules, table, Limits(time_s=60.0, nodes=3000))
    assert (found.verdict, found.limit) == ("open", "nodes")
    assert rules.progress(replay(rules, table, found)) == found.best
    stopped = kapas.solve(rules, table, AMPLE, stop=lambda: True)
    assert (stopped.verdict, stopped.limit) == ("open", None)


def test_switches_that_are_not_compiled_go_to_the_plain_search() -> None:
    for options in ({"setup_forced": "on"}, {"partial_series": "on"}, {"strict_standstill": "full"}):
        rules, table = opening(3, **options)
        assert is_compiled(rules, table) == ("setup_forced" in options and table.phase == "play")


def test_hints_do_not_look_at_hidden_cards() -> None:
    """Two deals that agree on what is seen bring the same choices."""
    rules, table = opening(2)
    other = hidden_otherwise(rules, table, random.Random(1))
    limits = Limits(time_s=60.0, nodes=2)
    found = []
    for each in (table, other):
        kapas_hints.forget()
        found.append(kapas_hints.choices(rules, rules.view(each), limits, random.Random(9)))
    assert found[0] == found[1]
    assert {event for event, _, _ in found[0]} == set(rules.legal(rules.view(table)))
    assert found[0][0][2] == 2
    assert UNSEEN in rules.view(table).piles["stock"]


def test_the_quick_policy_does_not_look_at_hidden_cards() -> None:
    """All along a game, the move is the same in every order of what is hidden."""
    rules, table = opening(3)
    rng, desk, looked = random.Random(4), new_desk(), 0
    for event in kapas.solve(rules, table, Limits(time_s=60.0)).line:
        table = rules.apply(table, event)
        if not table.dealing:
            seen, moves = rules.view(table), set()
            for _ in range(4):
                row, mask, order, length, deal = packed(rules, worlds.sample(rules, seen, rng))
                moves.add(best_move(desk, row, np.uint64(mask), order, length, deal, WEIGHTS))
            assert len(moves) == 1
            looked += bool(worlds.spots(seen))
    assert looked > 50


def test_a_game_played_by_hints_goes_on_to_its_end() -> None:
    """Every hint is legal, plans are followed up to the card that they turn, and nothing goes round."""
    rules, table = opening(4)
    rng, met = random.Random(5), {table}
    while not rules.won(table):
        found = kapas_hints.choices(rules, rules.view(table), Limits(time_s=1.0, nodes=1), rng)
        if not found or (table.round == 5 and not table.piles["stock"]):
            break
        table = rules.apply(table, found[0][0])
        assert table not in met
        met.add(table)
    assert len(met) > 60


def test_a_plan_does_nothing_with_cards_that_it_has_not_seen() -> None:
    """The remembered line of a hint ends where a card comes to light."""
    rules, table = opening(6)
    table = rules.apply(table, Deal())
    kapas_hints.forget()
    last = rules.view(table)
    event, _, _ = kapas_hints.choices(rules, last, Limits(time_s=60.0, nodes=1), random.Random(1))[0]
    seen = rules.apply(last, event)
    while (choice := kapas_hints.remembered(seen)) is not None:
        assert rules.why(seen, choice[0]) is None
        last, seen = seen, rules.apply(seen, choice[0])
    assert (
        any(UNSEEN in (pile[-1:] or ()) for pile in seen.piles.values()) or last.piles["stock"] != seen.piles["stock"]
    )


def test_what_is_said_of_hidden_cards_equals_the_plain_search_in_every_order() -> None:
    rng = random.Random(19)
    rules = game("kapas")
    said = [agree_hidden(rules, deep_table(rng)) for _ in range(POSITIONS)]
    assert len(set(said)) >= 3


def test_no_table_of_a_won_line_is_called_dead() -> None:
    """Report B11, with every card in play: neither the easier game nor the whole search gives up on the way to a win."""
    rules, table = opening(16)
    memo = new_memo(18, 1 << 14)
    for number, event in enumerate(kapas.solve(rules, table, Limits(time_s=60.0)).line):
        table = rules.apply(table, event)
        row, _, _, _, deal = packed(rules, table)
        assert alive(memo, row, deal.walls, 2000) != DEAD
        if number % 40 == 39:
            assert kapas.solve(rules, table, Limits(time_s=60.0)).verdict == "won"


def test_idle_moves_that_let_safe_plays_take_from_the_last_extra_pile_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once called lost by the whole search: after 7D, three idle moves bring the 2C of the extra pile to its base by itself."""
    monkeypatch.setattr(kapas, "FIRST_RUNS", ())
    rules = game("kapas")
    piles = empty_piles(rules.places)
    for suit, count in zip(SUITS, (26, 26, 19, 22), strict=True):
        piles[f"base-{suit}"] = tuple(base_card(suit, at) for at in range(count))
    lying = {"stock": "7D", "wall4": "4C 3D AD", "aux2": "3C", "aux3": "2D", "aux4": "4D", "extra1": "AC 6D 5D 2C"}
    piles |= {place: tuple(map(Card.parse, cards.split())) for place, cards in lying.items()}
    table = Table(piles, round=5)
    found = kapas.solve(rules, table, AMPLE)
    assert found.verdict == "won"
    assert rules.won(replay(rules, table, found))
