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
from companion.search import kapas_towers as towers
from companion.search.kapas_kernel import DEALT, WALL, play
from companion.search.kapas_lines import code, event_of, packed, safe_plays
from companion.search.kapas_plans import DEAL_ON, carry_out, find_plans, lay_out
from companion.search.kapas_policy import WEIGHTS
from companion.search.kapas_prospect import prospect
from companion.search.kapas_towers import NOWHERE, answer
from companion.search.outcome import Limits
from companion.table import Table, empty_piles
from tests.search.kapas_tables import SPADES, base_card, hidden_otherwise, late_spades, lying


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


@pytest.fixture(name="eye")
def made_eye() -> first.Eye:
    return first.new_eye(first.net())


def seen(eye: first.Eye, table: Table) -> list[list[int]]:
    """The features of the four suits, the four walls and the table, each look in order."""
    row, mask, order, length, deal = packed(game("kapas"), table)
    first.look(eye, row, np.uint64(mask), order, length, deal.walls, row)
    gaze = eye.gaze
    looks = [gaze.suits[i, : gaze.counts[i]].tolist() for i in range(4)]
    looks += [gaze.walls[i, : gaze.counts[4 + i]].tolist() for i in range(4)]
    looks.append(gaze.table[: gaze.counts[8]].tolist())
    return [sorted(look) for look in looks]


def test_what_the_player_sees_counted_by_hand(eye: first.Eye) -> None:
    """The base takes the jack next, then the 10 …: the 5 after six cards, the 3 after eight, the 2 after nine."""
    table = late_spades(extra1=(SPADES[10], SPADES[4]), extra2=(SPADES[9],), stock=(SPADES[8], SPADES[7]))
    places, unseen = first.PLACES, first.PLACES + NOWHERE
    near = [
        unseen,  # the jack lies under the wall's top
        first.IN_EXTRA + 5,  # the 10 under one card of the first extra pile
        first.IN_EXTRA + 1,  # the 9 open on the second one
        *(unseen, unseen),
        *(first.IN_RUN, first.IN_RUN + 1),
        first.IN_EXTRA,
        *(first.IN_RUN, 0, first.IN_RUN),  # the 3, the 2 open on a wall, the ace in the vault
        *(NOWHERE, NOWHERE),  # king and queen are home
    ]
    spades = [
        *(first.NEAR + q * 3 * places + place for q, place in enumerate(near)),
        *(first.SECOND + q * places + NOWHERE for q in range(13)),
        *(first.STANDING + towers.ON_BASE + 15, first.STANDING + towers.VAULT_OF_SUIT + 1),
        first.STANDING + towers.OWN_RUN + towers.UPON_WALL + 6 * 13 + 5,
        first.STANDING + towers.OWN_RUN + 8 * 13 + 8,
    ]
    home = [
        *(first.NEAR + q * 3 * places + NOWHERE for q in range(13)),
        *(first.SECOND + q * places + NOWHERE for q in range(13)),
        *(first.STANDING + towers.ON_BASE + 26, first.STANDING + towers.VAULT_OF_SUIT + 14),
    ]
    wall = [
        *(first.LEFT + 2, first.TOP_WAITS + 22, first.RANK + 2, first.ABOVE_RUN + 12, first.ABOVE_VAULT),
        *(first.NEXT_UP + first.IN_RUN, first.NEXT_DOWN + first.IN_RUN),
        *(first.LOW_WAITS + 19, first.LENGTH + 1, first.OPEN_END + unseen),  # a 7 would go on the 6
    ]
    other_wall = [
        *(first.LEFT, first.TOP_WAITS + 26),
        *(first.LAST_WAITS + 21, first.LENGTH, first.OPEN_END + first.IN_EXTRA),
    ]
    bare = [first.LEFT, first.TOP_WAITS + 26, first.LAST_WAITS + 26]
    whole = [
        *(first.IN_PILE + 2, first.PILE_WAITS + 20, first.IN_PILE + 14 + 1, first.PILE_WAITS + 27 + 15),
        *(first.IN_PILE + 14 * j for j in (2, 3, 4)),
        *(first.PILE_WAITS + 27 * j + 26 for j in (2, 3, 4)),
        *(first.VAULT_TOP + 1, first.VAULT_END, first.LOWEST_BASE + 15),
        *(first.DEALS_LEFT + 1, first.ON_WALLS + 2, first.EMPTY + 2),
    ]
    expected = [spades, home, home, home, wall, other_wall, bare, bare, whole]
    assert seen(eye, table) == [sorted(look) for look in expected]


def test_dealing_on_is_a_choice_of_its_own(eye: first.Eye) -> None:
    before = seen(eye, late_spades())
    first.dealing_on(eye)
    assert sorted(eye.gaze.table[: eye.gaze.counts[8]].tolist()) == sorted([*before[8], first.DEALS_ON])


def test_a_card_that_a_move_would_turn_is_not_looked_at(eye: first.Eye) -> None:
    """When the 2 has left the wall, the jack below it would be turned; what it is must not tell for the move."""
    row, mask, order, length, deal = packed(game("kapas"), late_spades())
    after = row.copy()
    after[WALL] -= 1
    first.look(eye, after, np.uint64(mask), order, length, deal.walls, row)
    assert sorted(eye.gaze.walls[0, :2].tolist()) == [first.LEFT + 1, first.TOP_WAITS + 26]
    assert eye.gaze.near[11] == NOWHERE
    assert eye.copies[11] == 0


@pytest.mark.parametrize("seed", range(12))
def test_the_player_looks_at_nothing_hidden(eye: first.Eye, seed: int) -> None:
    """Two tables that agree on what is seen: the same features, the same move."""
    rules, table = some_way_on(seed)
    other = hidden_otherwise(rules, table, random.Random(seed))
    assert other != table
    assert seen(eye, table) == seen(eye, other)
    player, moves = first.net(), []
    for each in (table, other):
        row, mask, order, length, deal = packed(rules, each)
        moves.append(first.chosen(player, eye, row, np.uint64(mask), order, length, deal))
    assert moves[0] == moves[1]


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


@pytest.mark.parametrize("seed", range(4))
def test_a_plan_promises_what_the_player_says_of_its_end(eye: first.Eye, seed: int) -> None:
    """Each plan carried out in a world with the card that it turns not looked at; dealing on is told as such."""
    rules, table = some_way_on(40 + seed)
    room, desk = kapas_hints.workplace()
    row, mask, order, length, deal = packed(rules, rules.view(table))
    player = first.net()
    found = find_plans(room, desk, row, np.uint64(mask), order, length, deal, WEIGHTS)
    first.like_plans(room, player, eye, found, order, length, deal)
    for plan in range(found):
        here = room.rows[room.at[plan]]
        if room.end[plan] == DEAL_ON:
            first.look(eye, here, room.masks[room.at[plan]], order, length, deal.walls, here)
            first.dealing_on(eye)
        else:
            after, packet = row.copy(), order.copy()
            left, _ = carry_out(room, plan, order, length, deal, after, packet)
            first.look(eye, after, np.uint64(left), order, length, deal.walls, here)
        odds = np.exp(answer(player, eye.gaze))
        assert room.value[plan] == pytest.approx(odds / (1 + odds), rel=1e-5)


def played_on(rules: Game, table: Table, eye: first.Eye) -> Table:
    """What the player's net makes of a table up to the next deal or redeal, through the referee."""
    now = len(table.piles["stock"]), table.round
    while (len(table.piles["stock"]), table.round) == now:
        for safe in safe_plays(rules, table):
            table = rules.apply(table, safe)
        row, mask, order, length, deal = packed(rules, table)
        move = first.chosen(first.net(), eye, row, np.uint64(mask), order, length, deal)
        dealing = DealEvent() if table.piles["stock"] else Redeal()
        table = rules.apply(table, event_of(table, *divmod(move, 8)) if move >= 0 else dealing)
    for safe in safe_plays(rules, table):
        table = rules.apply(table, safe)
    return table


@pytest.mark.parametrize("stock", [0, *range(5, 60, 10)])
def test_the_chance_ahead_is_what_the_player_says_some_deals_later(eye: first.Eye, stock: int) -> None:
    """Played on through the referee, and the choice there asked for; where the pass ends the prospect's net says it."""
    rules, table = opening(60 + stock)
    rng = random.Random(stock)
    while len(table.piles["stock"]) > stock:
        for _ in range(2):
            if moves := [event for event in rules.legal(table) if not isinstance(event, DealEvent)]:
                table = rules.apply(table, rng.choice(moves))
        table = rules.apply(table, DealEvent())
    player, behind, _, gaze = kapas_hints.judges()
    row, mask, order, length, deal = packed(rules, table)
    ahead = first.chance_ahead(player, behind, eye, gaze, row, np.uint64(mask), order, length, deal)
    for _ in range(first.DEALS_AHEAD):
        if table.round == 1:
            table = played_on(rules, table, eye)
    row, mask, order, length, deal = packed(rules, table)
    if table.round == 2:
        assert ahead == pytest.approx(prospect(behind, gaze, row, order, length, deal.walls), rel=1e-5)
        return
    move = first.chosen(player, eye, row, np.uint64(mask), order, length, deal)
    if move < 0:
        first.look(eye, row, np.uint64(mask), order, length, deal.walls, row)
        first.dealing_on(eye)
    else:
        after = row.copy()
        left = play(after, np.uint64(mask), order, *divmod(move, 8), deal.walls)
        first.look(eye, after, np.uint64(left), order, length, deal.walls, row)
    odds = np.exp(answer(player, eye.gaze))
    assert ahead == pytest.approx(odds / (1 + odds), rel=1e-5)


def test_chances_lie_between_none_and_all(eye: first.Eye) -> None:
    player, behind, _, gaze = kapas_hints.judges()
    for seed in range(30):
        rules, table = opening(200 + seed)
        row, mask, order, length, deal = packed(rules, table)
        chance = first.chance_ahead(player, behind, eye, gaze, row, np.uint64(mask), order, length, deal)
        assert 0 < chance < 1


def test_a_first_pass_that_wins_leaves_no_doubt() -> None:
    """Only three spades are out, and each can go without dealing."""
    piles = {f"base-{suit}": tuple(base_card(suit, at) for at in range(26)) for suit in "HDC"}
    piles["base-S"] = tuple(base_card("S", at) for at in range(23))
    table = Table(
        empty_piles(game("kapas").places) | piles | {"extra1": (SPADES[1], SPADES[2]), "extra2": (SPADES[3],)}
    )
    row, mask, order, length, deal = packed(game("kapas"), table)
    assert first.chance_ahead(*kapas_hints.judges(), row, np.uint64(mask), order, length, deal) == 1


def test_hints_of_the_first_pass_count_the_orders_tried() -> None:
    rules, table = opening(3)
    kapas_hints.forget()
    found = kapas_hints.choices(rules, rules.view(table), Limits(time_s=600.0, nodes=40), random.Random(1))
    assert {event for event, _, _ in found} == set(rules.legal(rules.view(table)))
    assert found[0][2] <= 40
    assert all(0 <= won <= tried for _, won, tried in found)


def ranked(rules: Game, table: Table, limits: Limits) -> tuple[list[int], np.ndarray, np.ndarray]:
    """The plans that a hint tries, their tally, and what the player's net says of all that were found."""
    seen = packed(rules, rules.view(table))
    room, desk = kapas_hints.workplace()
    row, mask, order, length, deal = seen
    found = find_plans(room, desk, row, np.uint64(mask), order, length, deal, WEIGHTS)
    unseen = np.array([code(card) for card in worlds.unseen(rules, rules.view(table))], np.int16)
    plans, tally = kapas_hints.ranked_plans(seen, unseen, limits, 1)
    return plans.tolist(), tally, room.value[:found].copy()


@pytest.mark.parametrize("seed", range(80, 92))
def test_only_plans_that_the_player_likes_nearly_as_well_as_the_best_are_tried(seed: int) -> None:
    """Beside them only a next best move is told, which comes last."""
    plans, tally, says = ranked(*opening(seed), Limits(time_s=600.0, nodes=8))
    assert says.argmax() in plans
    near = [plan for plan in plans if says[plan] >= says.max() - kapas_hints.NEAR_BEST]
    assert 1 <= len(near) <= kapas_hints.MOST_LIKED
    assert plans[: len(near)] == near
    assert len(plans) <= len(near) + 1
    assert (tally[plans, 0] > 0).all()


def test_a_next_best_move_is_told_with_its_chance_where_one_plan_stands_out() -> None:
    """At this opening the player's net gives one plan 30 % and the other 24 %."""
    plans, tally, says = ranked(*opening(80), Limits(time_s=600.0))
    assert says[plans[0]] - says[plans[1]] > kapas_hints.NEAR_BEST
    assert tally[plans, 0].tolist() == [kapas_hints.TOLD, kapas_hints.TOLD]
    rules, table = opening(80)
    kapas_hints.forget()
    (_, won, tried), (_, next_won, next_tried), *_ = kapas_hints.choices(
        rules, rules.view(table), Limits(time_s=600.0), random.Random(1)
    )
    assert tried == next_tried == kapas_hints.TOLD
    assert won > 0
    assert next_won > 0


def test_where_there_is_one_plan_its_chance_is_told_of_some_orders_all_the_same() -> None:
    """And no longer: with ten minutes to think it is told at once."""
    for seed in (80, 82, 84):
        (plan,), tally, _ = ranked(*some_way_on(seed), Limits(time_s=600.0))
        assert tally[plan, 0] == kapas_hints.TOLD
        assert 0 < tally[plan, 1] < kapas_hints.TOLD


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

    kapas_hints.load()  # which has it compiled by calling it
    monkeypatch.setattr(first, "try_plans", tried)
    kapas_hints.forget()
    assert kapas_hints.choices(rules, table, Limits(time_s=600.0, nodes=8), random.Random(1))
    assert bool(asked) == by_nets
