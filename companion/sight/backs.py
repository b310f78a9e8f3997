"""Face-down cards: what the finder's ground map calls a back and no card that was read lies over, by the size of a card."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sight.nets import STRIDE

# Channels of the finder's maps that tell ground, face and back apart.
GROUND, FACE, BACK = 8, 9, 10
# How much of a card must show for a back to count.
LEAST_PART = 0.06
# Without a face in the picture, a back fills at least this part of it.
LEAST_OF_PICTURE = 0.01


# A cell is a back above the first, a patch of cells when their mean is above the second and it fills its rectangle so far.
SURE, SURE_PATCH, FILLED = 0.4, 0.6, 0.55


def back_share(maps: list[tuple[NDArray[Any], float, float]]) -> tuple[NDArray[Any], float, float]:
    """Shares of ground, face and back (H × W × 3) at the scale where cards are seen whole, and that map's scales."""
    m, sx, sy = maps[min(1, len(maps) - 1)]
    logits = m[GROUND : BACK + 1].astype(np.float32)
    share = np.exp(logits - logits.max(0))
    return (share / share.sum(0)).transpose(1, 2, 0), sx, sy


def count_backs(
    maps: list[tuple[NDArray[Any], float, float]], card_height_px: float | None, outlines: list[NDArray[Any]]
) -> int:
    """How many face-down cards a picture shows: a pile or a column of strips counts by its area, at least one.

    `card_height_px` is known where a face was read; `outlines` are the cards read, four corners each.
    """
    if not maps:
        return 0
    share, sx, sy = back_share(maps)
    soft = cv2.GaussianBlur(share, (0, 0), 1.0)
    mask = ((soft[..., 2] > SURE) & (soft[..., 2] > soft[..., 1])).astype(np.uint8)
    for quad in outlines:
        cv2.fillPoly(mask, [(quad * np.array([sx, sy]) / STRIDE).round().astype(np.int32)], (0,))
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    cell = STRIDE / ((sx + sy) / 2)
    card_area = 0.66 * (card_height_px / cell) ** 2 if card_height_px else None
    least = max(5.0, LEAST_PART * card_area if card_area else LEAST_OF_PICTURE * mask.size)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    found = 0
    for k in range(1, count):
        area = float(stats[k, cv2.CC_STAT_AREA])
        if area >= least and _is_patch(labels == k, share[..., 2], area):
            found += max(1, round(area / card_area)) if card_area else 1
    return found


def _is_patch(where: NDArray[Any], back: NDArray[Any], area: float) -> bool:
    """Whether cells are a patch of card: backs on the whole, and filling their rectangle."""
    ys, xs = np.where(where)
    (w, h) = cv2.minAreaRect(np.stack([xs, ys], 1).astype(np.float32))[1]
    return float(back[where].mean()) >= SURE_PATCH and area >= FILLED * (w + 1) * (h + 1)
