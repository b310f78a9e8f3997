"""Hints for Napoleono kapas from lines that win in sampled orders, and the rating by which beams choose."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest

from companion.cards import SUITS, UNSEEN, Card
from companion.events import Deal as DealEvent
from companion.events import Redeal
from companion.rules import Game, game
from companion.search import kapas_foresight, kapas_hints, worlds
from companion.search.kapas_foresight import foresee
from companion.search.kapas_kernel import DEAL, DEALT
from companion.search.kapas_lines import code, packed
from companion.search.kapas_rating import (
    EMPTY,
    IN_EXTRA,
    IN_RUN,
    IN_STOCK,
    LAST_WAITS,
    LEFT,
    LOW_WAITS,
    NEEDED,
    RUN,
    SPOTS,
    TOP_WAITS,
    VAULT_TOP,
    WEIGHTS,
    look,
    new_sight,
    rate,
)
from companion.search.outcome import Limits
from companion.table import Table, empty_piles
from tests.search.kapas_tables import base_card, hidden_otherwise, lying

DEALS = (1, 3, 4, 5, 7, 8)
"""Of these some sampled order is won by the narrow beam."""
BY_COUNT = Limits(time_s=600.0, nodes=8)
"""So many orders whatever the clock says."""


Kept = Callable[[tuple[int, ...]], bool]


def second_pass(seed: int) -> tuple[Game, Table]:
    """A deal after a first pass in which nothing was moved."""
    rules = game("kapas")
    pack = [Card(rank, suit) for _ in range(2) for suit in "HDCS" for rank in range(1, 14)]
    random.Random(seed).shuffle(pack)
    table = rules.opening(pack)
    while table.round == 1:
        table = rules.apply(table, DealEvent() if table.dealing or table.piles["stock"] else Redeal())
    return rules, table


def test_the_moves_of_the_kernel_lead_where_those_of_the_referee_lead() -> None:
    """Every plan, made by `follow` in one world and by the referee's events in the same: the same position."""
    checked = 0
    for seed in DEALS:
        rules, table = second_pass(seed)
        seen, rng = rules.view(table), random.Random(seed)
        for plan in foresee(rules, seen, [], BY_COUNT, rng):
            world = worlds.sample(rules, seen, rng)
            after = world
            for event in kapas_hints._line(rules, seen, plan.moves):
                assert rules.why(after, event) is None
                after = rules.apply(after, event)
            row, mask, order, length, _ = kapas_foresight._after(packed(rules, world), plan.moves)
            assert row[:DEALT].tolist() == packed(rules, after)[0][:DEALT].tolist()
            for place, cards in lying(row, mask, order, length).items():
                assert cards == [code(card) for card in after.piles[place]]
            checked += 1
    assert checked >= 5


def test_a_plan_ends_where_a_card_comes_to_light() -> None:
    for seed in DEALS:
        rules, table = second_pass(seed)
        table = rules.view(table)
        kapas_hints.forget()
        choice: kapas_hints.Choice | None = kapas_hints.choices(rules, table, BY_COUNT, random.Random(seed))[0]
        hidden = sum(pile.count(UNSEEN) for pile in table.piles.values())
        while choice is not None:
            event, won, tried = choice
            assert rules.why(table, event) is None
            assert 0 <= won <= tried
            # Nothing is turned before the last event of the plan.
            assert sum(pile.count(UNSEEN) for pile in table.piles.values()) == hidden
            assert all(pile[-1:] != (UNSEEN,) for place, pile in table.piles.items() if place.startswith("wall"))
            table = rules.apply(table, event)
            choice = kapas_hints.remembered(table)


def test_hints_of_the_second_pass_do_not_look_at_the_walls() -> None:
    """Two deals that agree on what is seen bring the same choices for the same seed."""
    rules, table = second_pass(12)
    assert all(place.startswith("wall") for place, _ in rules.hidden(table))
    other = hidden_otherwise(rules, table, random.Random(1))
    found = []
    for each in (table, other):
        kapas_hints.forget()
        found.append(kapas_hints.choices(rules, rules.view(each), BY_COUNT, random.Random(9)))
    assert found[0] == found[1]
    assert {event for event, _, _ in found[0]} == set(rules.legal(rules.view(table)))


def won_orders(monkeypatch: pytest.MonkeyPatch, sampled: int, own: list[tuple[int, ...]], kept: Kept) -> None:
    """Let so many orders be sampled, of which these plans win one each; `kept` tells which plans the beam wins after."""
    monkeypatch.setattr(kapas_foresight, "_sampled", lambda *_what: (sampled, [(plan, plan) for plan in own]))
    monkeypatch.setattr(kapas_foresight, "_after", lambda _world, plan: plan)
    monkeypatch.setattr(kapas_foresight, "wins", lambda plan, _width: kept(plan))


def test_a_card_is_turned_rather_than_dealt_past_where_both_win_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, table = second_pass(DEALS[0])
    seen = rules.view(table)
    slow, quick = (DEAL + 1, DEAL + 1, 8), (16,)
    for kept, first in ((True, quick), (False, slow)):
        won_orders(monkeypatch, 80, [slow] * 80, lambda _plan, kept=kept: kept)
        plans = foresee(rules, seen, [quick], BY_COUNT, random.Random(1))
        assert next(plan.moves for plan in plans) == first


def test_of_many_plans_the_one_that_keeps_most_orders_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five plans that all turn a card at once: four are met 20 times each and keep only these orders, the fifth keeps all."""
    rules, table = second_pass(DEALS[0])
    met: list[tuple[int, ...]] = [(8 * source,) for source in range(4)]
    robust = (8 * 4,)
    won_orders(monkeypatch, 100, met * 20, lambda plan: plan == robust)
    first, *others = foresee(rules, rules.view(table), [robust], BY_COUNT, random.Random(1))
    assert first.moves == robust
    assert {plan.moves for plan in others} == set(met)


def test_the_chance_told_is_of_all_orders_sampled_not_of_the_won_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """30 of 120 orders are won, all by one plan: a quarter. Another plan keeps none of them."""
    rules, table = second_pass(DEALS[0])
    plan, other = (8,), (16,)
    won_orders(monkeypatch, 120, [plan] * 30, lambda _plan: False)
    found = foresee(rules, rules.view(table), [other], BY_COUNT, random.Random(1))
    assert [(each.moves, each.wins, each.sampled) for each in found] == [(plan, 30, 120), (other, 0, 120)]


def test_where_no_plan_is_left_the_moves_are_still_told() -> None:
    """The last pass is over: 5♣ and 9♥ can go to and fro, nothing turns a card, and nothing can be dealt."""
    rules = game("kapas")
    piles = empty_piles(rules.places)
    piles["aux1"], piles["aux2"] = (Card(4, "C"), Card(5, "C")), (Card(4, "C"),)
    piles["aux3"], piles["aux4"] = (Card(8, "H"), Card(9, "H")), (Card(8, "H"),)
    piles["wall3"] = (UNSEEN, UNSEEN, Card(2, "D"))
    piles["base-S"] = tuple(base_card("S", at) for at in range(26))
    piles["base-D"] = tuple(base_card("D", at) for at in range(12))
    rest = [Card(rank, suit) for suit in SUITS for rank in range(1, 14)] * 2
    for card in (*(card for pile in piles.values() for card in pile if card != UNSEEN), Card(3, "D")):
        rest.remove(card)
    piles["extra1"] = (*rest[2:], Card(3, "D"))  # two others lie unseen, and the 3♦ goes nowhere
    table = Table(piles, round=5)
    kapas_hints.forget()
    found = kapas_hints.choices(rules, table, BY_COUNT, random.Random(1))
    assert {str(event) for event, _, _ in found} == {"move aux1 aux2", "move aux3 aux4"}


def test_no_plan_where_no_order_is_won(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, table = second_pass(DEALS[0])
    seen = rules.view(table)
    monkeypatch.setattr(kapas_foresight, "race", lambda *_what: -1)
    assert foresee(rules, seen, [], BY_COUNT, random.Random(1)) == []
    kapas_hints.forget()
    assert kapas_hints.choices(rules, seen, BY_COUNT, random.Random(1))  # the other way answers


def test_the_features_of_a_position_counted_by_hand() -> None:
    """Spades stand at their second queen, all other suits are home; two passes are left."""
    rules = game("kapas")
    piles = empty_piles(rules.places)
    for suit in "HDC":
        piles[f"base-{suit}"] = tuple(base_card(suit, at) for at in range(26))
    piles["base-S"] = tuple(base_card("S", at) for at in range(15))  # down to the second queen; the jack comes next
    spades = {rank: Card(rank, "S") for rank in range(1, 12)}
    piles["wall1"], piles["aux1"] = (spades[11], spades[2]), (spades[5], spades[6])
    piles["aux2"] = (spades[3],)
    piles["vault"] = (spades[1],)
    piles["extra1"], piles["stock"] = (spades[10], spades[4]), (spades[9], spades[8], spades[7])
    row, mask, order, length, deal = packed(rules, Table(piles, round=4))
    sight = new_sight()
    n = look(sight, row, np.uint64(mask), order, length, deal.walls)
    # The base waits for the jack, the 10 and so on: the 5 comes after six cards, the 3 after eight, the 2 after nine.
    expected = [
        *(LEFT + 2, TOP_WAITS + 9, RUN + 1, LOW_WAITS + 6),
        *(LEFT, RUN, LAST_WAITS + 8),
        *(LEFT, EMPTY) * 2,
        VAULT_TOP + 1,
        NEEDED + 0 * SPOTS + 1,  # the jack under one card of a wall
        NEEDED + 1 * SPOTS + IN_EXTRA + 1,  # the 10 under one card of an extra pile
        NEEDED + 2 * SPOTS + IN_STOCK,  # the 9 and 8 come with the next deal, the 7 with the one after it
        NEEDED + 3 * SPOTS + IN_STOCK,
        NEEDED + 4 * SPOTS + IN_STOCK,
        NEEDED + 5 * SPOTS + IN_RUN,
        NEEDED + 6 * SPOTS + IN_RUN + 1,
    ]
    assert sight.found[:n].tolist() == expected
    assert deal.walls[0, :2].tolist() == [code(spades[11]), code(spades[2])]
    by_hand = WEIGHTS[3][0] * (3 * 26 + 15) + WEIGHTS[3][1] * 15 + sum(WEIGHTS[3][each] for each in expected)
    rated = rate(sight, row, np.uint64(mask), order, length, deal.walls, deal.weights)
    assert rated == pytest.approx(by_hand)
