"""Reading order of cards laid in ways that a person would read without thinking."""

from __future__ import annotations

import math

from companion.sight.order import Spot, reading_order, spreads


def card(x: float, y: float, height: float = 100) -> Spot:
    """A card whose upper left index is at 0.3 widths and 0.4 heights from its middle at (x, y)."""
    return Spot(x - 0.25 * height, y - 0.4 * height, x, y, height)


def test_a_grid_is_read_row_by_row_though_it_is_laid_unevenly() -> None:
    wanted = [(100, 100), (200, 112), (300, 95), (105, 240), (195, 232), (310, 246)]
    shuffled = [wanted[k] for k in (4, 0, 5, 2, 1, 3)]
    order = reading_order([card(*p) for p in shuffled])
    assert [shuffled[k] for k in order] == wanted


def test_an_overlapping_row_runs_left_to_right() -> None:
    xs = [300, 120, 180, 240, 60]
    assert [xs[k] for k in reading_order([card(x, 50) for x in xs])] == [60, 120, 180, 240, 300]


def test_an_overlapping_column_runs_downwards() -> None:
    ys = [90, 30, 60, 120]
    assert [ys[k] for k in reading_order([card(50, y) for y in ys])] == [30, 60, 90, 120]


def test_columns_side_by_side_are_read_one_after_another() -> None:
    places = [(100, 100), (100, 125), (100, 150), (220, 100), (220, 125)]
    order = reading_order([card(*p) for p in reversed(places)])
    assert [list(reversed(places))[k] for k in order] == places


def test_a_fan_is_read_along_its_arc() -> None:
    places = [(200 + 60 * math.sin(a), 200 - 60 * math.cos(a)) for a in (-0.8, -0.4, 0, 0.4, 0.8)]
    order = reading_order([card(*places[k]) for k in (3, 0, 4, 2, 1)])
    assert [(3, 0, 4, 2, 1)[k] for k in order] == [0, 1, 2, 3, 4]


def test_a_ring_is_read_clockwise_from_the_top() -> None:
    places = {"top": (200, 50), "right": (350, 200), "bottom": (200, 350), "left": (50, 200)}
    names = ["left", "bottom", "top", "right"]
    order = reading_order([card(*places[n]) for n in names], ring=True)
    assert [names[k] for k in order] == ["top", "right", "bottom", "left"]


def test_cards_apart_are_no_spread() -> None:
    assert sorted(map(len, spreads([card(0, 0), card(30, 0), card(300, 0)]))) == [1, 2]


def test_nothing_is_in_order() -> None:
    assert reading_order([]) == []
