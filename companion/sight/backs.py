"""Face-down cards: what the finder's branch for backs calls a back and no card that was read lies over, by the size of a card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sight.nets import STRIDE

Array = NDArray[Any]
# The finder's maps with their scales across and down, finest first.
Maps = Sequence[tuple[Array, float, float]]
# Channels of the finder's maps that tell ground, face and back apart, and the same by the branch that is trained for backs.
GROUND, FACE, BACK = 8, 9, 10
BRANCH = slice(11, 14)
# How much of a card must show for a back to count, and how long, in card heights, the longer side of what shows must be: a strip is as long
# as a card is wide.
LEAST_PART, LEAST_LONG = 0.06, 0.5
# A card's width to its height, of its area as seen from above.
ASPECT = 0.66
# What the edge of the picture cuts off must be so wide, in card heights, three quarters of a card: there boxes and arms come in, too.
LEAST_WIDTH_AT_EDGE = 0.5
# A cell is a back above the first, a patch of cells when their mean is above the second and it fills its rectangle so far.
SURE, SURE_PATCH, FILLED = 0.4, 0.55, 0.5
# A patch is the bare table where so much of it is of the colour of the table around it, so many cells about: each of lightness and the two
# colours (0..255) within twice the usual deviation there, which is reckoned at this at least.
BARE, AROUND_CELLS, LEAST_SPREAD = 0.75, 12, 4.0
# Cells that are ground with this chance are the table; fewer of them tell nothing.
TABLE, LEAST_TABLE = 0.7, 20
# At about this many pixels a card height backs are told best, a little more than they were learnt at (`nets.BACK_CARD_PX`).
BEST_CARD_PX = 115.0
# Where no face tells the size of cards: a patch as large as a card of so many pixels a card height at its scale, and its length to its width.
ALONE_PX, ALONE_ASPECT = (55.0, 190.0), (1.1, 2.2)
# The fewest cells that such a patch has: it is no smaller, no slimmer and no emptier.
LEAST_ALONE = FILLED * (ALONE_PX[0] / STRIDE) ** 2 / ALONE_ASPECT[1]


@dataclass(frozen=True)
class Patch:
    """A place where cards lie face down: its corners (4 × 2, pixels of the picture), and how many cards by its area."""

    corners: Array
    count: int


def find_backs(pixels: Array, maps: Maps, card_height_px: float | None, outlines: Sequence[Array]) -> list[Patch]:
    """Where a picture (BGR) shows face-down cards: a pile or a column of strips counts by its area, at least one.

    `card_height_px` is known where a face was read; `outlines` are the cards read, four corners each.
    """
    if not maps:
        return []
    if card_height_px:
        share, sx, sy = _at_card_height(maps, card_height_px)
        high = card_height_px * (sx + sy) / 2 / STRIDE
        area = ASPECT * high**2
        return [
            _patch(box, max(1, round(cells / area)), sx, sy)
            for box, cells, at_edge in _patches(pixels, share, sx, sy, outlines, max(5.0, LEAST_PART * area))
            if max(box[1]) + 1 >= LEAST_LONG * high
            and not (at_edge and cells < LEAST_WIDTH_AT_EDGE * high * (max(box[1]) + 1))
        ]
    by_scale = []
    for m, sx, sy in maps:
        boxes = [box for box, *_ in _patches(pixels, _share(m), sx, sy, outlines, LEAST_ALONE) if _of_a_card(box)]
        by_scale.append([_patch(box, 1, sx, sy) for box in boxes])
    return max(by_scale, key=len)


def _share(m: Array) -> Array:
    """The chances of each cell to show ground, face and back (height × width × 3)."""
    logits = m[BRANCH].astype(np.float32)
    share = np.exp(logits - logits.max(0))
    chances: Array = (share / share.sum(0)).transpose(1, 2, 0)
    return chances


def _at_card_height(maps: Maps, card_height_px: float) -> tuple[Array, float, float]:
    """The chances at the scale where cards are nearest to the size at which backs are told best, and that scale across and down."""

    def off(one: tuple[Array, float, float]) -> float:
        _, sx, sy = one
        return float(abs(np.log(card_height_px * (sx + sy) / 2 / BEST_CARD_PX)))

    m, sx, sy = min(maps, key=off)
    return _share(m), sx, sy


def _of_a_card(box: Any) -> bool:
    """Whether a rectangle of cells is of a card's size, at the scale where backs are looked for, and shape."""
    short, long = sorted((float(side) + 1) * STRIDE for side in box[1])
    return ALONE_PX[0] < long < ALONE_PX[1] and ALONE_ASPECT[0] < long / short < ALONE_ASPECT[1]


def _patch(box: Any, count: int, sx: float, sy: float) -> Patch:
    """The rectangle through the middles of its outermost cells, grown to their edges, in pixels of the picture."""
    middle, (w, h), turn = box
    corners = cv2.boxPoints((middle, (w + 1, h + 1), turn)) + 0.5
    return Patch(corners * STRIDE / np.array([sx, sy]), count)


def _patches(
    pixels: Array, share: Array, sx: float, sy: float, outlines: Sequence[Array], least: float
) -> Iterator[tuple[Any, float, bool]]:
    """Patches of backs in one scale: the rectangle around each (in cells), how many cells it has, and whether it lies at an edge.

    Those of fewer cells than `least` are passed over.
    """
    back = share[..., 2]
    mask = (back > SURE).astype(np.uint8)
    for quad in outlines:
        cv2.fillPoly(mask, [(quad * np.array([sx, sy]) / STRIDE).round().astype(np.int32)], (0,))
    # An opening by two cells; OpenCV's own would leave everything a cell further right and down.
    mask = cv2.dilate(cv2.erode(mask, np.ones((2, 2), np.uint8)), np.ones((2, 2), np.uint8), anchor=(0, 0))
    colours = None
    table = share[..., 0] > TABLE
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    high, wide = mask.shape
    for k in range(1, count):
        left, top, w, h, area = (int(v) for v in stats[k])
        if area < least:
            continue
        # What is looked at around a patch lies in this window.
        x0, y0 = max(0, left - AROUND_CELLS), max(0, top - AROUND_CELLS)
        window = slice(y0, top + h + AROUND_CELLS), slice(x0, left + w + AROUND_CELLS)
        where = labels[window] == k
        ys, xs = np.where(where)
        box = cv2.minAreaRect(np.stack([xs + x0, ys + y0], 1).astype(np.float32))
        filled = area / ((box[1][0] + 1) * (box[1][1] + 1))
        sure = filled >= FILLED and float(back[window][where].mean()) >= SURE_PATCH
        if not sure:
            continue
        if colours is None:  # most pictures have no such patch, and OpenCV takes its time over the first conversion
            small = cv2.resize(pixels, back.shape[::-1], interpolation=cv2.INTER_AREA)
            colours = cv2.cvtColor(small, cv2.COLOR_BGR2LAB).astype(np.float32)
        if not _is_bare(colours[window], where, table[window]):
            at_edge = min(left, top, wide - left - w, high - top - h) < 2
            yield box, float(area), at_edge


def _is_bare(colours: Array, where: Array, table: Array) -> bool:
    """Whether a patch has the colours of the table around it: there is only table between cards, or in a loop of a cable."""
    around = cv2.dilate(where.astype(np.uint8), np.ones((2 * AROUND_CELLS + 1,) * 2, np.uint8)) > 0
    near = colours[around & table & ~where]
    if len(near) < LEAST_TABLE:
        return False
    usual = np.median(near, 0)
    spread = np.maximum(1.5 * np.abs(near - usual).mean(0), LEAST_SPREAD)
    return float((np.abs(colours[where] - usual) < 2 * spread).all(1).mean()) > BARE
