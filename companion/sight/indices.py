"""Finding the indices (rank over suit) in a photograph and saying what each could be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sight import nets

Array = NDArray[Any]
# The longest side at which indices are looked for.
FIND_SIDE_PX = 1600
SMALL_SIDE_PX = 900
HEAT_LOW = 0.12
# Where every clear find, of such a heat, is at least so high at the finest scale, that scale is passed over: the next one shows these indices
# and others of half their height no worse, for a quarter of the work.
CLEAR_HEAT, TALL_PX = 0.5, 60.0
# Classes of an index: 52 cards (suit × 13 + rank - 1, suits S H D C), a joker, and no index at all.
CLASSES = 54
JOKER_CLASS, NONE_CLASS = 52, 53


# From an index to the middle of its card: how far across for each step down.
ACROSS = 0.68
# Finds that the first look calls no index with this certainty are not looked at again.
HOPELESS = 0.985
# A find: x, y, frame, heat, card x, card y, all in pixels of the picture.
Find = tuple[float, float, Array, float, float, float]


@dataclass
class Index:
    """An index found: its centre and frame (heights → pixels of the picture), what it says, where its card lies."""

    x: float
    y: float
    frame: Array  # 2 × 2: right and down of the upright index, one index height long
    heat: float
    card_x: float
    card_y: float
    logp: Array  # log probabilities of `CLASSES`
    usual: float = 1.0  # how usual its size is among the others of the picture
    down: float = 2.1  # how far down the middle of its card lies, in index heights
    side: float = 1.0  # the chance that its card lies to its right (an upper left or lower right index)

    @property
    def height(self) -> float:
        """Height of the index in pixels."""
        return float(np.hypot(self.frame[0, 1], self.frame[1, 1]))

    @property
    def best(self) -> int:
        """The likeliest class other than none."""
        return int(np.argmax(self.logp[:NONE_CLASS]))


def pyramid(image: Array) -> list[Array]:
    """The picture and its halvings, down to an eighth."""
    levels = [image]
    for _ in range(4):
        last = levels[-1]
        if min(last.shape[:2]) < 16:
            break
        levels.append(
            cv2.resize(last, (max(1, last.shape[1] // 2), max(1, last.shape[0] // 2)), interpolation=cv2.INTER_AREA)
        )
    return levels


def find_scales(longest: int) -> list[float]:
    """Scales of the picture at which indices are looked for, finest first."""
    top = min(1.0, FIND_SIDE_PX / longest)
    if longest < SMALL_SIDE_PX:
        top = 2.0
    return [top * f for f in (1, 0.5, 0.25, 0.125) if longest * top * f >= 90]


def maps_at(levels: list[Array], scale: float) -> tuple[Array, float, float]:
    """The finder's maps of a picture, given with its halvings, at `scale`, and the exact scales across and down."""
    h, w = levels[0].shape[:2]
    wide, high = max(32, round(w * scale / 32) * 32), max(32, round(h * scale / 32) * 32)
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    near = [level for level in levels if level.shape[1] >= wide and level.shape[0] >= high]
    small = cv2.resize(near[-1] if near else levels[0], (wide, high), interpolation=method)
    batch = small.astype(np.float32).transpose(2, 0, 1)[None] / 255
    return nets.run("finder", batch)[0], wide / w, high / h


def peaks(maps: Array, sx: float, sy: float, heat_low: float = HEAT_LOW) -> list[Find]:
    """Local maxima of the heat: x, y, frame, heat, card x, card y in picture pixels."""
    heat = 1 / (1 + np.exp(-maps[0]))
    top = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    ys, xs = np.where((heat >= top) & (heat > heat_low))
    found = []
    for y, x in zip(ys, xs, strict=True):
        v = maps[:, y, x]
        px, py = (x + 0.5 + v[1]) * nets.STRIDE, (y + 0.5 + v[2]) * nets.STRIDE
        high = 20 * float(np.exp(np.clip(v[5], -2, 3)))
        up = np.array([v[3], v[4]], np.float64)
        up /= max(1e-6, float(np.hypot(*up)))
        down = -up
        right = np.array([down[1], -down[0]])
        frame = np.column_stack([right, down]) * high / np.array([[sx], [sy]])
        found.append((px / sx, py / sy, frame, float(heat[y, x]), (px + v[6] * high) / sx, (py + v[7] * high) / sy))
    return found


def merge(found: list[Find]) -> list[Find]:
    """Keep the hottest of finds that lie on one another."""
    kept: list[Find] = []
    for f in sorted(found, key=lambda f: -f[3]):
        high = np.hypot(f[2][0, 1], f[2][1, 1])
        if all(np.hypot(f[0] - k[0], f[1] - k[1]) > 0.4 * min(high, np.hypot(k[2][0, 1], k[2][1, 1])) for k in kept):
            kept.append(f)
    return kept


def cut_patches(levels: list[Array], poses: list[tuple[float, float, Array]]) -> Array:
    """Upright patches (N × 3 × 48 × 40, 0..1) of indices at given centres and frames."""
    out = np.empty((len(poses), 3, nets.PATCH_H, nets.PATCH_W), np.float32)
    k = nets.PATCH_SPAN / nets.PATCH_H
    middle = np.array([(nets.PATCH_W - 1) / 2, (nets.PATCH_H - 1) / 2])
    for n, (x, y, frame) in enumerate(poses):
        size = float(np.hypot(frame[0, 1], frame[1, 1])) * k
        level = int(np.clip(np.floor(np.log2(max(size, 1e-6)) + 0.35), 0, len(levels) - 1))
        f = 0.5**level
        m = np.column_stack([frame * k * f, [(x + 0.5) * f - 0.5, (y + 0.5) * f - 0.5]])
        m[:, 2] -= m[:, :2] @ middle
        patch = cv2.warpAffine(
            levels[level],
            m,
            (nets.PATCH_W, nets.PATCH_H),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        out[n] = patch.transpose(2, 0, 1)
    out /= 255
    return out


def log_softmax(x: Array) -> Array:
    """Log probabilities along the last axis."""
    x = x - x.max(-1, keepdims=True)
    out: Array = x - np.log(np.exp(x).sum(-1, keepdims=True))
    return out


def classes(out: Array) -> Array:
    """Log probabilities of the 54 classes from the reader's outputs."""
    rank, suit = log_softmax(out[:, : nets.RANKS]), log_softmax(out[:, nets.RANKS : nets.RANKS + 4])
    cards = (suit[:, :, None] + rank[:, None, :13]).reshape(len(out), 52)
    return np.concatenate([cards, rank[:, 13:15]], 1)


def name_indices(levels: list[Array], found: list[Find], passes: int = 3) -> list[Index]:
    """Read each find: turn it upright, correct the pose by what is seen, read again; the last two readings are averaged."""
    poses = [(x, y, frame) for x, y, frame, *_ in found]
    sums, sides = np.zeros((len(found), CLASSES)), np.zeros(len(found))
    for turn in range(passes):
        if not found:
            return []
        out = nets.run("reader", cut_patches(levels, poses))
        if turn == 0:
            hopeful = np.exp(log_softmax(out[:, : nets.RANKS])[:, nets.NONE]) < HOPELESS
            found = [f for f, keep in zip(found, hopeful, strict=True) if keep]
            poses = [p for p, keep in zip(poses, hopeful, strict=True) if keep]
            out, sums, sides = out[hopeful], sums[hopeful], sides[hopeful]
        if turn >= passes - 2:
            sums += classes(out) / 2
            sides += out[:, nets.SIDE] / 2
        if turn < passes - 1:
            moved = []
            for (x, y, frame), p in zip(poses, out[:, nets.POSE].astype(np.float64), strict=True):
                p = np.clip(p, -0.8, 0.8)
                shift = frame @ p[4:]
                moved.append((x + shift[0], y + shift[1], frame @ (np.eye(2) + p[:4].reshape(2, 2))))
            poses = moved
    return [
        _index(x, y, frame, find, logp, float(side))
        for (x, y, frame), find, logp, side in zip(poses, found, sums, sides, strict=True)
    ]


def _index(x: float, y: float, frame: Array, find: Find, logp: Array, side: float) -> Index:
    """An index as read; the middle of its card is as far down as the finder said, on the side that the reader said."""
    fx, fy, found_frame, heat, card_x, card_y = find
    down = float(np.linalg.solve(found_frame, np.array([card_x - fx, card_y - fy]))[1])
    if down > 0.7:
        card_x, card_y = np.array([x, y]) + frame @ np.array([np.copysign(ACROSS, side) * down, down])
    return Index(
        x,
        y,
        frame,
        heat,
        float(card_x),
        float(card_y),
        logp,
        down=min(7.0, max(1.0, down)),
        side=float(1 / (1 + np.exp(-side))),
    )


def find_indices(image: Array, every_scale: bool = False) -> tuple[list[Index], list[tuple[Array, float, float]]]:
    """All indices of a picture, read, and the finder's maps with their scales (finest first) for what else they show.

    The finest scale is passed over where nothing small is in the picture, unless `every_scale` is asked for.
    """
    levels = pyramid(image)
    found: list[Find] = []
    maps: list[tuple[Array, float, float]] = []
    scales = find_scales(max(image.shape[:2]))
    for scale in reversed(scales):
        if scale == scales[0] and not every_scale and _all_tall(found, scale):
            break
        maps.insert(0, maps_at(levels, scale))
        found.extend(peaks(*maps[0]))
    return name_indices(levels, merge(found)), maps


def _all_tall(found: list[Find], scale: float) -> bool:
    """Whether there are clear finds and none that would be small at a scale."""
    heights = [float(np.hypot(frame[0, 1], frame[1, 1])) for _, _, frame, heat, *_ in found if heat >= CLEAR_HEAT]
    return bool(heights) and min(heights) * scale >= TALL_PX
