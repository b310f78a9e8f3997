"""The look over the player's shoulder: it tells a move that lost the game, and nothing else."""

from __future__ import annotations

from companion.cards import ACE, KING, Card
from companion.cli.play_watch import LossWatch, lost_by
from companion.events import Move
from companion.rules import game
from companion.table import Table, empty_piles

RULES = game("boxkite", {"gaps": "none"})


def end_game() -> Table:
    """Box Kite with closed gaps, nine cards from the end of the king of hearts: 4♥ under 2♥, 3♥, A♥.

    2♥ to the ace frees the four, and 4 3 2 A follow. The ace upon 2♥ instead leaves nothing that can move: its neighbour is under it,
    and 3♥ finds neither a two nor a four on top.
    """
    up, down = range(ACE, KING + 1), range(KING, 0, -1)
    piles = empty_piles(RULES.places)
    for suit in "SHDC":
        piles[f"ace-{suit}"] = tuple(Card(rank, suit) for rank in up)
        piles[f"king-{suit}"] = tuple(Card(rank, suit) for rank in down if suit != "H" or rank > 4)
    piles["pile1"] = (Card(4, "H"), Card(2, "H"))
    piles["pile2"] = (Card(3, "H"),)
    piles["pile3"] = (Card(ACE, "H"),)
    return Table(piles)


def test_a_move_that_loses_is_told_with_the_way_that_won() -> None:
    before = end_game()
    losing = RULES.apply(before, Move("pile3", "pile1"))
    told = lost_by("boxkite", {"gaps": "none"}, before, losing)
    assert told is not None
    assert told[0] in ("move pile1 pile3", "move pile1 pile2")
    assert told[-1].endswith("king-H")


def test_a_move_that_loses_nothing_is_not_told() -> None:
    before = end_game()
    assert lost_by("boxkite", {"gaps": "none"}, before, RULES.apply(before, Move("pile1", "pile3"))) is None


def test_what_was_lost_before_is_not_blamed_on_the_move() -> None:
    lost = RULES.apply(end_game(), Move("pile3", "pile1"))
    assert lost_by("boxkite", {"gaps": "none"}, lost, lost) is None


def test_it_runs_beside_the_table_and_tells_once() -> None:
    watch = LossWatch()
    try:
        before = end_game()
        event = Move("pile3", "pile1")
        watch.moved(RULES, before, RULES.apply(before, event), (event,))
        assert watch._asked is not None
        watch._asked.result(timeout=300)  # the first time the kernels may be compiled
        assert [said.key for said in watch.news()] == ["watch-lost-line"]
        assert watch.news() == ()
    finally:
        watch.close()
