"""The compiled search of Napoleono kapas against the plain search over the referee's own moves."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.cards import SUITS, UNSEEN, Card
from companion.rules import Game, game
from companion.search import kapas, plain
from companion.search.kapas_relaxed import DEAD, alive, new_memo
from companion.search.outcome import Limits, Outcome
from companion.table import Table, empty_piles

AMPLE = Limits(time_s=120.0)
SOON = Limits(time_s=120.0, nodes=6000)


def base_card(suit: str, at: int) -> Card:
    """The card at a place of a base: king to ace, twice."""
    return Card(13 - at % 13, suit)


def small_table(rng: random.Random, left: int, rounds: tuple[int, ...] = (3, 4, 5, 5, 5)) -> Table:
    """A table with `left` cards that are not on the bases yet, spread at random over walls, piles and stock."""
    rules = game("kapas")
    counts = dict.fromkeys(SUITS, 26)
    suits = rng.sample(SUITS, rng.choice((1, 2)))
    for _ in range(left):
        counts[rng.choice(suits)] -= 1
    cards = [base_card(suit, at) for suit in SUITS for at in range(counts[suit], 26)]
    rng.shuffle(cards)
    piles = empty_piles(rules.places)
    round_ = rng.choice(rounds)
    places = rng.choice((("wall", "stock", "extra"), ("wall", "stock", "stock", "extra"), ("wall", "wall", "stock")))
    for suit in SUITS:
        piles[f"base-{suit}"] = tuple(base_card(suit, at) for at in range(counts[suit]))
    for card in cards:
        place = rng.choice(places)
        if place == "extra":
            place = f"extra{rng.randint(1, 6 - round_)}"
        elif place != "stock":
            place = f"wall{rng.randint(1, 4)}"
        piles[place] += (card,)
    for number in range(1, 5):  # NK-9
        wall = piles[f"wall{number}"]
        piles[f"aux{number}"], piles[f"wall{number}"] = wall[-1:], wall[:-1]
    return Table(piles, round=round_)


def replay(rules: Game, table: Table, outcome: Outcome) -> Table:
    for event in outcome.line:
        assert rules.why(table, event) is None, event
        table = rules.apply(table, event)
    return table


def agree(rules: Game, table: Table) -> str | None:
    """Both verdicts, asserted to be the same; nothing where the plain search did not come to an end."""
    judged = plain.solve(rules, table, SOON)
    if judged.verdict == "open":
        return None
    found = kapas.solve(rules, table, AMPLE)
    assert found.verdict == judged.verdict, [f"{place}: {pile}" for place, pile in table.piles.items()]
    if found.verdict == "won":
        assert rules.won(replay(rules, table, found))
    return found.verdict


@pytest.mark.parametrize("gather", ["first_under", "first_over"])
def test_verdicts_equal_the_plain_search(gather: str) -> None:
    rng = random.Random(7)
    rules = game("kapas", {"gather": gather})
    verdicts = [agree(rules, small_table(rng, rng.randint(10, 14))) for _ in range(40)]
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
        assert kapas.is_compiled(rules, table) == ("setup_forced" in options and table.phase == "play")


def test_hints_do_not_look_at_hidden_cards() -> None:
    """Two deals that agree on what is seen bring the same choices."""
    rules, table = opening(2)
    hidden = list(rules.hidden(table))
    cards = [table.piles[place][at] for place, at in hidden]
    random.Random(1).shuffle(cards)
    other = table
    for (place, at), card in zip(hidden, cards, strict=True):
        other = other.with_card(place, at, card)
    assert other != table
    limits = Limits(time_s=60.0, nodes=2)
    first, second = (kapas.choices(rules, rules.view(each), limits, random.Random(9)) for each in (table, other))
    assert first == second
    assert {event for event, _, _ in first} == set(rules.legal(rules.view(table)))
    assert all(samples == 2 for _, _, samples in first)
    assert UNSEEN in rules.view(table).piles["stock"]


def test_no_table_of_a_won_line_is_called_dead() -> None:
    """Report B11, with every card in play: neither the easier game nor the whole search gives up on the way to a win."""
    rules, table = opening(16)
    memo = new_memo(18, 1 << 14)
    for number, event in enumerate(kapas.solve(rules, table, Limits(time_s=60.0)).line):
        table = rules.apply(table, event)
        row, _, _, _, deal = kapas.packed(rules, table)
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
