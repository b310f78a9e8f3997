"""Face-down cards: patches of the finder's ground map that are backs, counted by the size of a card."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sight.nets import STRIDE

# Channels of the finder's maps that tell ground, face and back apart.
GROUND, FACE, BACK = 8, 9, 10
SURE = 0.6


def count_backs(maps: list[tuple[NDArray[Any], float, float]], card_height_px: float | None, taken: list[tuple[float, float]]) -> int:
    """How many face-down cards a picture shows. `card_height_px` is known where a face was read, `taken` are indices read."""
    if not maps:
        return 0
    m, sx, sy = maps[min(1, len(maps) - 1)]
    logits = m[GROUND:BACK + 1].astype(np.float32)
    logits = logits - logits.max(0)
    share = np.exp(logits)
    back = share[2] / share.sum(0)
    height, width = back.shape
    mask = (cv2.GaussianBlur(back, (0, 0), 1.0) > SURE).astype(np.uint8)
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    for x, y in taken:
        px, py = int(x * sx / STRIDE), int(y * sy / STRIDE)
        if 0 <= px < width and 0 <= py < height:
            cv2.circle(mask, (px, py), 1, 0, -1)
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    cell = STRIDE / ((sx + sy) / 2)
    if card_height_px:
        card_area = 0.68 * (card_height_px / cell) ** 2
    else:
        areas = [int(stats[k, cv2.CC_STAT_AREA]) for k in range(1, count)]
        card_area = max([float(a) for a in areas] + [0.02 * width * height])
    found = 0
    for k in range(1, count):
        area = float(stats[k, cv2.CC_STAT_AREA])
        if area >= max(0.06 * card_area, 6):
            found += max(1, round(area / card_area))
    return found
