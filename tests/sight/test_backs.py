"""Face-down cards by hand-made maps: where they lie, by how much of a card shows, never where a card was read."""

from __future__ import annotations

import numpy as np
import pytest

from companion.sight.backs import Patch, find_backs

CHANNELS, CARD_PX = 14, 96


def maps(*rectangles: tuple[int, int, int, int], size: tuple[int, int] = (60, 80)) -> np.ndarray:
    """The finder's maps (height × width cells) of a bare table with backs in the rectangles (x, y, width, height in cells)."""
    m = np.zeros((CHANNELS, *size), np.float32)
    m[11] = 6
    for x, y, wide, high in rectangles:
        m[11, y : y + high, x : x + wide] = 0
        m[13, y : y + high, x : x + wide] = 6
    return m


def picture(m: np.ndarray, *, plain: bool = False) -> np.ndarray:
    """What those maps are of, four pixels a cell: backs blue on a grey table, or (`plain`) all as grey as the table."""
    shown = np.full((*m.shape[1:], 3), 90, np.uint8)
    if not plain:
        shown[m[13] > 0] = (200, 60, 30)
    return shown.repeat(4, 0).repeat(4, 1)


def find(
    m: np.ndarray, scale: float = 1.0, height: float | None = CARD_PX, read: tuple[np.ndarray, ...] = ()
) -> list[Patch]:
    return find_backs(picture(m), [(m, scale, scale)], height, read)


def corners(x: float, y: float, wide: float, high: float) -> np.ndarray:
    return np.array([[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]], float)


def test_a_back_is_found_where_it_lies() -> None:
    # Sixteen by twenty-four cells of four pixels: a card of 64 × 96 pixels, in a picture seen at a half of its size.
    [patch] = find(maps((20, 10, 16, 24)), 0.5, 2 * CARD_PX)
    assert patch.count == 1
    assert patch.corners.min(0) == pytest.approx([160, 80])
    assert patch.corners.max(0) == pytest.approx([288, 272])


def test_two_apart_are_two_and_a_row_of_three_counts_by_its_area() -> None:
    apart = find(maps((5, 5, 16, 24), (40, 5, 16, 24)))
    assert [patch.count for patch in apart] == [1, 1]
    [row] = find(maps((5, 5, 48, 24)))
    assert row.count == 3


@pytest.mark.parametrize(("card_px", "fine_counts"), [(115, True), (230, False)])
def test_the_scale_counts_at_which_cards_are_of_the_best_size(card_px: float, fine_counts: bool) -> None:
    shown, bare = maps((40, 20, 32, 48), size=(120, 160)), maps(size=(120, 160))
    half = maps((20, 10, 16, 24))
    assert bool(find_backs(picture(shown), [(shown, 1.0, 1.0), (maps(), 0.5, 0.5)], card_px, [])) == fine_counts
    assert bool(find_backs(picture(shown), [(bare, 1.0, 1.0), (half, 0.5, 0.5)], card_px, [])) != fine_counts


def test_a_patch_with_the_colours_of_the_table_around_it_is_table() -> None:
    """Cloth between cards and in the loop of a cable was counted as a card."""
    m = maps((20, 20, 16, 24))
    assert find_backs(picture(m, plain=True), [(m, 1.0, 1.0)], CARD_PX, []) == []


def test_a_long_thing_that_comes_in_at_the_edge_is_no_card() -> None:
    assert find(maps((0, 5, 8, 50))) == []


@pytest.mark.parametrize(("cells", "found"), [(6, 0), (14, 1)])
def test_what_the_edge_cuts_off_shows_most_of_a_card_s_width(cells: int, found: int) -> None:
    assert len(find(maps((20, 0, 16, cells)))) == found


@pytest.mark.parametrize(("cells", "found"), [(1, 0), (3, 1)])
def test_a_strip_counts_from_a_sixteenth_of_a_card(cells: int, found: int) -> None:
    assert len(find(maps((20, 20, 16, cells)))) == found


def test_a_scrap_shorter_than_a_card_is_wide_is_none() -> None:
    assert find(maps((20, 20, 8, 10))) == []


def test_no_back_where_a_card_was_read() -> None:
    assert find(maps((20, 10, 16, 24)), read=(corners(80, 40, 64, 96),)) == []


def test_what_does_not_fill_its_rectangle_is_no_card() -> None:
    angle = maps((10, 10, 40, 3), (10, 10, 3, 40))
    assert find(angle) == []


def test_the_scale_is_that_at_which_cards_are_of_the_size_that_was_learnt() -> None:
    bare, back = maps(), maps((20, 10, 16, 24))
    assert len(find_backs(picture(back), [(bare, 1.0, 1.0), (back, 0.5, 0.5)], 2 * CARD_PX, [])) == 1
    assert find_backs(picture(back), [(bare, 1.0, 1.0), (back, 0.5, 0.5)], CARD_PX, []) == []


@pytest.mark.parametrize(("wide", "high", "found"), [(16, 24, 1), (24, 24, 0), (60, 8, 0), (4, 6, 0), (50, 56, 0)])
def test_without_any_face_a_back_has_a_card_s_shape_and_size(wide: int, high: int, found: int) -> None:
    assert len(find(maps((2, 2, wide, high)), height=None)) == found


def test_a_picture_too_small_to_be_looked_at_shows_none() -> None:
    assert find_backs(np.zeros((20, 20, 3), np.uint8), [], None, []) == []
