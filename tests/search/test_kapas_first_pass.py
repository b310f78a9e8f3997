"""The first pass of Napoleono kapas by its nets: what they see, counted by hand, and that they see nothing hidden."""

from __future__ import annotations

import random

import numpy as np
import pytest

from companion.cards import Card
from companion.events import Deal as DealEvent
from companion.events import Redeal
from companion.rules import Game, game
from companion.search import kapas_first_pass as first
from companion.search import kapas_hints, worlds
from companion.search.kapas_kernel import DEALT, WALL
from companion.search.kapas_lines import code, event_of, packed, safe_plays
from companion.search.kapas_plans import carry_out, find_plans, lay_out
from companion.search.kapas_policy import WEIGHTS
from companion.search.outcome import Limits
from companion.table import Table, empty_piles
from tests.search.kapas_tables import base_card, hidden_otherwise, lying

SPADES = {rank: Card(rank, "S") for rank in range(1, 12)}


def opening(seed: int) -> tuple[Game, Table]:
    rules = game("kapas")
    pack = [Card(rank, suit) for _ in range(2) for suit in "HDCS" for rank in range(1, 14)]
    random.Random(seed).shuffle(pack)
    table = rules.opening(pack)
    while table.dealing:
        table = rules.apply(table, rules.legal(table)[0])
    return rules, table


def some_way_on(seed: int) -> tuple[Game, Table]:
    """A table of the first pass after some moves and deals at random."""
    rules, table = opening(seed)
    rng = random.Random(seed)
    for _ in range(25):
        if moves := [event for event in rules.legal(table) if not isinstance(event, Redeal)]:
            table = rules.apply(table, rng.choice(moves))
    return rules, table


def late_spades(**piles: tuple[Card, ...]) -> Table:
    """Spades stand at their second queen, all other suits are home; the rest of the spades lies as told."""
    all_piles = empty_piles(game("kapas").places)
    for suit in "HDC":
        all_piles[f"base-{suit}"] = tuple(base_card(suit, at) for at in range(26))
    all_piles["base-S"] = tuple(base_card("S", at) for at in range(15))
    all_piles["wall1"], all_piles["aux1"] = (SPADES[11], SPADES[2]), (SPADES[5], SPADES[6])
    all_piles["aux2"], all_piles["vault"] = (SPADES[3],), (SPADES[1],)
    return Table(all_piles | piles)


@pytest.fixture(name="eye")
def made_eye() -> first.Eye:
    return first.new_eye(*first.nets())


def seen(eye: first.Eye, table: Table) -> list[int]:
    row, mask, order, length, deal = packed(game("kapas"), table)
    return eye.found[: first.look(eye, row, np.uint64(mask), order, length, deal.walls, row)].tolist()


def test_what_the_player_sees_counted_by_hand(eye: first.Eye) -> None:
    """The base takes the jack next, then the 10 …: the 5 after six cards, the 3 after eight, the 2 after nine."""
    table = late_spades(extra1=(SPADES[10], SPADES[4]), extra2=(SPADES[9],), stock=(SPADES[8], SPADES[7]))
    spots, nowhere, in_pile = first.SPOTS, first.NOWHERE, first.IN_EXTRA
    assert sorted(seen(eye, table)) == sorted(
        [
            *(first.LEFT + 2, first.TOP_WAITS + 9, first.RUN + 1, first.LOW_WAITS + 6),
            *(first.LEFT, first.RUN, first.LAST_WAITS + 8),
            *(first.LEFT, first.EMPTY) * 2,
            *(first.IN_PILE + 2, first.IN_PILE + 14 + 1, first.IN_PILE + 28, first.IN_PILE + 42, first.IN_PILE + 56),
            *(first.VAULT_TOP + 1, first.ON_LOWEST_BASE + 15, first.DEALS_LEFT + 1, first.ON_WALLS + 2),
            *(first.ON_BASE + 15, first.ON_BASE + 26, first.ON_BASE + 26, first.ON_BASE + 26),
            (0 * 3 + 1) * spots + nowhere,  # the jack lies under the wall's top: a copy is not seen yet
            (1 * 3 + 0) * spots + in_pile + 5,  # the 10 under one card of the first extra pile
            (2 * 3 + 0) * spots + in_pile + 1,  # the 9 open on the second one
            (3 * 3 + 1) * spots + nowhere,
            (4 * 3 + 1) * spots + nowhere,
            (5 * 3 + 0) * spots + first.IN_RUN,
            (6 * 3 + 0) * spots + first.IN_RUN + 1,
            (7 * 3 + 0) * spots + in_pile,
            first.OPEN_END + 14 + 7,  # a 7 would go on the 6 and is not seen yet
            first.OPEN_END + 4,  # the 4 for the 3 and the 2 for the ace are
            first.OPEN_END + 2,
        ]
    )


def test_what_a_world_shows_counted_by_hand(eye: first.Eye) -> None:
    stock = (SPADES[10], SPADES[4], SPADES[9], SPADES[8], SPADES[7])
    table = Table(late_spades(stock=stock).piles, round=2)
    row, _, order, length, deal = packed(game("kapas"), table)
    found = eye.found[: first.look_through(eye, row, order, length, deal.walls)].tolist()
    # Where the jack, the 10 and so on down to the 2 lie: in the wall under one card, in the stock's first or second deal, in runs.
    near = [1, 15, 15, 15, 16, 10, 11, 15, 10, 0]
    assert sorted(found) == sorted(
        [
            *(first.KNOWN_LEFT + 2, first.KNOWN_RUN + 1, first.KNOWN_LOW_WAITS + 6),
            *(first.WALL_WAITS + 9, first.WALL_WAITS + 13 + 0),
            *(first.KNOWN_LEFT, first.KNOWN_RUN, first.KNOWN_LAST_WAITS + 8),
            *(first.KNOWN_LEFT, first.KNOWN_EMPTY) * 2,
            *(first.STOCK_WAITS + waits for waits in (1, 7, 2, 3)),
            first.STOCK_WAITS + 13 + 4,  # the 7 comes with the second deal
            *(first.KNOWN_VAULT_TOP + 1, first.KNOWN_ON_LOWEST_BASE + 15),
            *(first.KNOWN_ON_WALLS + 2, first.KNOWN_DEALS + 2),
            *(first.KNOWN_ON_BASE + 15, first.KNOWN_ON_BASE + 26, first.KNOWN_ON_BASE + 26, first.KNOWN_ON_BASE + 26),
            *(after * first.PLACES + place for after, place in enumerate(near)),
            *(first.SECOND + after * (first.PLACES + 1) + first.PLACES for after in range(10)),
        ]
    )


def test_the_nets_fit_what_they_see() -> None:
    player, behind = first.nets()
    assert player.rows.shape == (first.PLAYER_FEATURES, player.bias.size)
    assert behind.rows.shape == (first.PROSPECT_FEATURES, player.bias.size)


def test_a_net_adds_up_its_rows(eye: first.Eye) -> None:
    net = first.Net(
        np.array([[1, 2], [3, -9], [0.5, 0.25]], np.float32),
        np.array([0.5, 1], np.float32),
        np.array([2, 10], np.float32),
        np.array([-1], np.float32),
    )
    small = first.new_eye(net, net)
    small.found[:3] = 0, 1, 0
    # Units: 0.5 + 1 + 3 = 4.5 and 1 + 2 - 9 < 0; the third feature is beyond the two that were found.
    assert first.answer(net, small, 2) == pytest.approx(2 * 4.5 - 1)
    # 0.5 + 1 + 3 + 1 = 5.5 and still less than nothing.
    assert first.answer(net, small, 3) == pytest.approx(2 * 5.5 - 1)
    assert eye.units.size == first.nets()[0].bias.size


@pytest.mark.parametrize("seed", range(12))
def test_the_player_looks_at_nothing_hidden(eye: first.Eye, seed: int) -> None:
    """Two tables that agree on what is seen: the same features, the same move."""
    rules, table = some_way_on(seed)
    other = hidden_otherwise(rules, table, random.Random(seed))
    assert other != table
    assert seen(eye, table) == seen(eye, other)
    player, moves = first.nets()[0], []
    for each in (table, other):
        row, mask, order, length, deal = packed(rules, each)
        moves.append(first.chosen(player, eye, row, np.uint64(mask), order, length, deal))
    assert moves[0] == moves[1]


@pytest.mark.parametrize("seed", range(6))
def test_a_first_pass_goes_as_the_referee_has_it(eye: first.Eye, seed: int) -> None:
    """Played by the kernel in one go, and choice by choice through the referee: the same table."""
    rules, table = opening(100 + seed)
    player = first.nets()[0]
    row, mask, order, length, deal = packed(rules, table)
    record = first.new_record(300)
    _, cards = first.play_first_pass(player, eye, row, np.uint64(mask), order, length, deal, 0.0, record)
    packet, choices = eye.orders[1][:cards].tolist(), 0
    while table.round == 1:
        for safe in safe_plays(rules, table):
            table = rules.apply(table, safe)
        here, mask, order, length, deal = packed(rules, table)
        move = first.chosen(player, eye, here, np.uint64(mask), order, length, deal)
        if move >= 0:
            event = event_of(table, *divmod(move, 8))
        else:
            event = DealEvent() if table.piles["stock"] else Redeal()
        assert rules.why(table, event) is None
        table = rules.apply(table, event)
        choices += 1
    for safe in safe_plays(rules, table):
        table = rules.apply(table, safe)
    assert packed(rules, table)[0][:DEALT].tolist() == row[:DEALT].tolist()
    assert [code(card) for card in table.piles["stock"]] == packet
    assert record.noted[0] == choices
    assert (record.found[:choices] < first.PLAYER_FEATURES).any(axis=1).all()


def test_nothing_is_noted_without_room(eye: first.Eye) -> None:
    rules, table = opening(7)
    row, mask, order, length, deal = packed(rules, table)
    first.play_first_pass(first.nets()[0], eye, row, np.uint64(mask), order, length, deal, 0.5, first.NO_RECORD)
    assert first.NO_RECORD.noted[0] == 0


@pytest.mark.parametrize("seed", range(8))
def test_plans_are_carried_out_as_the_referee_has_it(seed: int) -> None:
    """In an order laid out by the kernel each plan leads where its events lead; what is seen stays where it is."""
    rules, table = some_way_on(20 + seed)
    view = rules.view(table)
    room, desk = kapas_hints.workplace()
    row, mask, order, length, deal = packed(rules, view)
    found = find_plans(room, desk, row, np.uint64(mask), order, length, deal, WEIGHTS)
    unseen = np.array([code(card) for card in worlds.unseen(rules, view)], np.int16)
    walls, world = deal.walls.copy(), order.copy()
    lay_out(room, unseen, order, length, deal, walls, world)
    laid = sorted(walls[deal.walls == 0].tolist() + world[order == 0].tolist())
    assert [card for card in laid if card] == sorted(unseen.tolist())
    assert (walls[deal.walls != 0] == deal.walls[deal.walls != 0]).all()
    assert (world[order != 0] == order[order != 0]).all()
    cards = {code(card): card for suit in "SHDC" for card in (Card(rank, suit) for rank in range(1, 14))}
    piles = dict(view.piles)
    for number in range(4):
        piles[f"wall{number + 1}"] = tuple(cards[each] for each in walls[number, : row[WALL + number]].tolist())
    piles["stock"] = tuple(cards[each] for each in world[row[DEALT] : length].tolist())
    laid_out = view.with_piles(piles)
    for plan in range(found):
        after, packet = row.copy(), order.copy()
        left, count = carry_out(room, plan, world, length, deal._replace(walls=walls), after, packet)
        there = laid_out
        for event in kapas_hints._line(rules, view, kapas_hints._moves(room, plan)):
            there = rules.apply(there, event)
        assert packed(rules, there)[0][:DEALT].tolist() == after[:DEALT].tolist()
        for place, pile in lying(after, left, packet, count).items():
            assert pile == [code(card) for card in there.piles[place]]


def test_chances_lie_between_none_and_all(eye: first.Eye) -> None:
    player, behind = first.nets()
    for seed in range(30):
        rules, table = opening(200 + seed)
        row, mask, order, length, deal = packed(rules, table)
        chance = first.chance_left(player, behind, eye, row, np.uint64(mask), order, length, deal)
        assert 0 < chance < 1


def test_a_first_pass_that_wins_leaves_no_doubt(eye: first.Eye) -> None:
    """Only three spades are out, and each can go at once."""
    piles = {f"base-{suit}": tuple(base_card(suit, at) for at in range(26)) for suit in "HDC"}
    piles["base-S"] = tuple(base_card("S", at) for at in range(23))
    table = Table(empty_piles(game("kapas").places) | piles | {"extra1": (SPADES[1],), "stock": (SPADES[3], SPADES[2])})
    row, mask, order, length, deal = packed(game("kapas"), table)
    assert first.chance_left(*first.nets(), eye, row, np.uint64(mask), order, length, deal) == 1


def test_hints_of_the_first_pass_count_the_orders_tried() -> None:
    rules, table = opening(3)
    kapas_hints.forget()
    found = kapas_hints.choices(rules, rules.view(table), Limits(time_s=600.0, nodes=40), random.Random(1))
    assert {event for event, _, _ in found} == set(rules.legal(rules.view(table)))
    assert found[0][2] <= 40
    assert all(0 <= won <= tried for _, won, tried in found)


@pytest.mark.parametrize(("passes", "by_nets"), [("5", True), ("3", False)])
def test_the_nets_judge_only_games_of_as_many_passes_as_they_learnt_from(
    passes: str, by_nets: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = game("kapas", {"passes": passes})
    table = rules.view(opening(3)[1])
    asked: list[bool] = []

    def tried(*what: np.ndarray) -> None:
        asked.append(True)
        what[-1][:, 0] += 8

    monkeypatch.setattr(first, "try_plans", tried)
    kapas_hints.forget()
    assert kapas_hints.choices(rules, table, Limits(time_s=600.0, nodes=8), random.Random(1))
    assert bool(asked) == by_nets
