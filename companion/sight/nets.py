"""The two trained networks, loaded once a process and run through OpenCV on the CPU."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

STRIDE = 4
# At about this many pixels a card height the finder's branch for backs learns to tell them.
BACK_CARD_PX = 96
# Reader outputs: 13 ranks, joker, none | 4 suits | correction of the pose | side | features
RANKS, SUITS = 15, 4
JOKER, NONE = 13, 14
POSE = slice(RANKS + SUITS, RANKS + SUITS + 6)
SIDE = RANKS + SUITS + 6
FEATURES = slice(SIDE + 1, None)
PATCH_W, PATCH_H = 40, 48
PATCH_SPAN = 1.45


@lru_cache(maxsize=4)
def _net(name: str) -> Any:
    import cv2

    data = files("companion.sight").joinpath("models", f"{name}.onnx").read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8))


def run(name: str, batch: NDArray[Any]) -> NDArray[Any]:
    """One pass of the net `finder` or `reader` over N × 3 × H × W pictures (BGR, 0..1)."""
    net = _net(name)
    net.setInput(np.ascontiguousarray(batch, np.float32))
    out: NDArray[Any] = net.forward()
    return out
