"""The nets of Napoleono kapas: how they add up, and the counts that they are told of, reckoned by hand."""

from __future__ import annotations

import numpy as np
import pytest

from companion.search import kapas_towers as towers
from companion.search.kapas_kernel import HIGH, VAULT, WIDTH, waits


def small_net() -> towers.Towers:
    """Two numbers a look, two units."""
    return towers.Towers(
        suit_rows=np.array([[1, 2], [3, -9]], np.float32),
        suit_bias=np.array([0.5, 1], np.float32),
        wall_rows=np.array([[4, -4]], np.float32),
        wall_bias=np.array([-1, 0], np.float32),
        table_rows=np.array([[10, 20], [-30, 1]], np.float32),
        hidden=np.array([[1, 0], [0, 1], [1, 1], [1, 0], [0.5, 0], [0, -1]], np.float32),
        hidden_bias=np.array([1, 2], np.float32),
        out=np.array([2, 3], np.float32),
        out_bias=np.array([-1], np.float32),
    )


def test_a_net_adds_up_its_looks() -> None:
    net = small_net()
    gaze = towers.new_gaze(net, 3, 2, 2)
    gaze.suits[0, :2], gaze.suits[1, :1] = (0, 1), 0
    gaze.walls[3, :2] = 0, 0
    gaze.table[:2] = 0, 1
    gaze.counts[:] = 2, 1, 0, 0, 0, 0, 0, 2, 1
    # Suits: (4.5, -6) of which (4.5, 0) is left, (1.5, 3), and twice what stands before any look, (0.5, 1).
    # Walls: three times (-1, 0), of which nothing is left, and (7, -8). The table's second feature is beyond the one that was found.
    sums = [4.5 + 1.5 + 0.5 + 0.5, 0 + 3 + 1 + 1, 7, 0, 10, 20]
    units = [1 + sums[0] + sums[2] + sums[4] / 2, 2 + sums[1] + sums[2] - sums[5]]
    assert units == [20, -6]
    assert towers.answer(net, gaze) == pytest.approx(2 * 20 - 1)
    gaze.counts[8] = 2
    # Now the table's sums are (-20, 21): the first unit is 1 + 7 + 7 - 10 = 5.
    assert towers.answer(net, gaze) == pytest.approx(2 * 5 - 1)


def test_each_net_of_the_package_has_rows_for_all_that_it_sees() -> None:
    from companion.search import kapas_first_pass, kapas_prospect

    for net, of in ((kapas_first_pass.net(), kapas_first_pass), (kapas_prospect.net(), kapas_prospect)):
        width, units = net.suit_bias.size, net.out.size
        assert net.suit_rows.shape == (of.SUIT_FEATURES, width)
        assert net.wall_rows.shape == (of.WALL_FEATURES, width)
        assert net.table_rows.shape == (of.TABLE_FEATURES, width)
        assert net.hidden.shape == (3 * width, units)


def test_the_easiest_copy_is_the_nearest() -> None:
    gaze = towers.new_gaze(small_net(), 1, 1, 1)
    gaze.near[:], gaze.second[:] = towers.NOWHERE, towers.NOWHERE
    for place in (7, 3):
        towers.see(gaze, 5, place)
    for place in (2, 9):
        towers.see(gaze, 6, place)
    assert (gaze.near[5], gaze.second[5]) == (3, 7)
    assert (gaze.near[6], gaze.second[6]) == (2, 9)
    assert (gaze.near[7], gaze.second[7]) == (towers.NOWHERE, towers.NOWHERE)


@pytest.mark.parametrize(
    ("on_base", "rank", "before", "with_copies"),
    [(0, 13, 0, 0), (0, 1, 12, 12), (12, 1, 0, 0), (12, 13, 1, 1), (13, 13, 0, 13), (15, 2, 9, 22), (25, 1, 0, 13)],
)
def test_how_long_a_card_waits_for_its_base(on_base: int, rank: int, before: int, with_copies: int) -> None:
    """NK-4: K … A, K … A."""
    row = np.zeros(WIDTH, np.int16)
    row[1] = on_base
    assert waits(row, 16 + rank) == before
    assert towers.waits_for(row, 16 + rank) == with_copies


def test_how_far_a_card_lies_above_runs_and_vault() -> None:
    """NK-5, NK-6: the 6♥ goes on the 5♥ at once, the 9♥ after three cards; a vault of hearts takes no spade, an empty one an ace."""
    row = np.zeros(WIDTH, np.int16)
    row[HIGH], row[HIGH + 1], row[HIGH + 2], row[VAULT] = 16 + 5, 16 + 2, 4, 16 + 3
    assert [towers.above_runs(row, 16 + rank) for rank in (6, 9, 5, 3, 2)] == [0, 3, 2, 0, 12]
    assert towers.above_runs(row, 32 + 9) == 12
    assert [towers.above_vault(row, 16 + rank) for rank in (4, 13, 3)] == [0, 9, 13]
    assert towers.above_vault(row, 4) == 13
    row[VAULT] = 0
    assert [towers.above_vault(row, card) for card in (1, 33, 16 + 4)] == [0, 0, 3]
