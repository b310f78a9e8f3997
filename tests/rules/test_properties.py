"""What holds on every table that play can reach, found by hypothesis."""

from __future__ import annotations

from collections import Counter

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.cards import Card
from companion.events import Draw, End, Move, Turn, parse_event
from companion.rules import VARIANTS, Game, game
from companion.table import Table

QUICK = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def reached(draw: st.DrawFn) -> tuple[Game, list[Card], list[Table]]:
    """A game, its deal, and the tables of a random beginning."""
    rules = game(draw(st.sampled_from(sorted(VARIANTS))))
    deal = draw(st.permutations(sorted((rules.whole - Counter(rules.taken_out)).elements())))
    tables = [rules.opening(deal)]
    for choice in draw(st.lists(st.integers(0, 999), max_size=25)):
        events = rules.legal(tables[-1])
        if not events:
            break
        tables.append(rules.apply(tables[-1], events[choice % len(events)]))
    return rules, deal, tables


@QUICK
@given(reached())
def test_cards_are_conserved(game_reached: tuple[Game, list[Card], list[Table]]) -> None:
    rules, _, tables = game_reached
    for table in tables:
        assert Counter(table.cards()) == rules.whole
        assert set(table.piles) == set(rules.places)


@QUICK
@given(reached())
def test_a_legal_event_is_neither_refused_nor_changes_the_table_it_is_asked_of(
    game_reached: tuple[Game, list[Card], list[Table]],
) -> None:
    rules, _, tables = game_reached
    table = tables[-1]
    before = {place: tuple(pile) for place, pile in table.piles.items()}
    for event in rules.legal(table):
        assert rules.why(table, event) is None
        after = rules.apply(table, event)
        assert Counter(after.cards()) == rules.whole
        assert after != table
    assert dict(table.piles) == before


@QUICK
@given(reached())
def test_the_foundations_never_shrink_without_the_switches(
    game_reached: tuple[Game, list[Card], list[Table]],
) -> None:
    rules, _, tables = game_reached
    if rules.switches.get("foundation_return", "off") != "off":
        return
    progress = [rules.progress(table) for table in tables]
    assert progress == sorted(progress)


@QUICK
@given(reached())
def test_learning_what_is_known_changes_nothing(game_reached: tuple[Game, list[Card], list[Table]]) -> None:
    rules, _, tables = game_reached
    table = tables[-1]
    for place, pile in table.piles.items():
        if pile and place not in (*rules.foundations, "stock"):
            assert rules.learn(table, Turn(pile[-1], place)) == table
    if table.piles["stock"]:
        assert rules.learn(table, Draw("stock", table.piles["stock"][0])) == table


@QUICK
@given(reached())
def test_the_view_hides_and_never_alters(game_reached: tuple[Game, list[Card], list[Table]]) -> None:
    rules, _, tables = game_reached
    table = tables[-1]
    view = rules.view(table)
    for place, pile in table.piles.items():
        assert len(view.piles[place]) == len(pile)
        assert all(seen in (card, Card(0, "?")) for seen, card in zip(view.piles[place], pile, strict=True))
    assert rules.view(view) == view
    moves = {e for e in rules.legal(table) if isinstance(e, Move)}
    assert {e for e in rules.legal(view) if isinstance(e, Move)} == moves  # no move needs a card that is face down


@QUICK
@given(reached())
def test_events_read_as_they_are_written(game_reached: tuple[Game, list[Card], list[Table]]) -> None:
    rules, _, tables = game_reached
    for event in [*rules.legal(tables[-1]), End("stopped")]:
        assert parse_event(str(event), rules.places) == event


@QUICK
@given(reached())
def test_the_same_deal_and_events_lead_to_the_same_table(game_reached: tuple[Game, list[Card], list[Table]]) -> None:
    rules, deal, tables = game_reached
    again = rules.opening(deal)
    assert (again, hash(again)) == (tables[0], hash(tables[0]))
