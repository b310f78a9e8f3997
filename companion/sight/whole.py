"""Cards of a learnt pack told by their whole face: for packs without indices, and corners that no reader knows.

Where cards lie apart the finder's ground map outlines them. Each outline is turned upright and held against the faces that were
learnt: first all of them by correlation, then the best few once more, aligned to a pixel. Cards that overlap are not told so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.cards import Card
from companion.sight.backs import FACE, GROUND
from companion.sight.grouping import Found
from companion.sight.indices import ACROSS, CLASSES, Index
from companion.sight.nets import STRIDE
from companion.sight.order import Spot

Array = NDArray[Any]
Maps = Sequence[tuple[Array, float, float]]
WIDTH_PX, HEIGHT_PX = 72, 102
"""The size at which faces are kept and compared."""
MARGIN_PX = 6
"""So much is seen around a face when it is looked for, since outlines are not exact."""
ENLARGED = 4
OPEN_PX = 7
LEAST_CELLS = 600
ASPECTS, FILLED = (0.99, 1.8), 0.8
"""What an outline must be to be a card's: its height to its width, and how much of its rectangle it fills."""
SQUARE = 1.2
"""An outline of this height to its width could lie either way."""
ALIGNED = 6
"""So many of the likeliest faces are aligned and compared once more."""
LEAST_ALIKE, ALIKE = 0.6, 0.9
"""Correlation at which an outline is no learnt card at all, and at which it is certainly one of them."""
TEMPER = 0.0087
"""A lead in correlation of 0.03 makes a reading just sure: of 124 outlines of one pack 6 in 100 led by less, and those that were wrong too."""
UNLIKELY = -14.0
"""Log probability of a card that was not learnt or is far behind."""
INDEX_DOWN = 2.5
"""Where an index would be has its card's middle so many index heights below."""


@dataclass(frozen=True)
class WholeFaces:
    """The faces of a pack as learnt: cards, and their pictures (N × `HEIGHT_PX` × `WIDTH_PX` × 3 bytes, BGR)."""

    cards: tuple[Card, ...]
    pictures: Array

    def read(self, pixels: Array, maps: Maps, found: list[Found]) -> list[Found]:
        """The cards found by their indices, but for those within an outline that is told by its face, and the latter."""
        known = [_features(picture) for picture in self.pictures]
        told: list[tuple[float, Array, Found]] = []
        for quad in chain.from_iterable(both_ways(outlines) for outlines in outlines_by_scale(maps)):
            card = self._card(pixels, quad, known)
            if card is not None:
                told.append((card.presence + float(card.logp.max()), quad, card))
        kept: list[tuple[Array, Found]] = []
        for _, quad, card in sorted(told, key=lambda entry: -entry[0]):
            if not any(_on_one_another(quad, other) for other, _ in kept):
                kept.append((quad, card))
        outside = [c for c in found if not any(_holds(quad, c.indices[0].x, c.indices[0].y) for quad, _ in kept)]
        return outside + [card for _, card in kept]

    def _card(self, pixels: Array, quad: Array, known: list[Array]) -> Found | None:
        """What an outline shows, if it is a card that was learnt."""
        upright = _features(cut_face(pixels, quad, MARGIN_PX))
        seen = (upright, np.ascontiguousarray(upright[::-1, ::-1]))
        rough = [max((_rough(view, face), way) for way, view in enumerate(seen)) for face in known]
        order = sorted(range(len(known)), key=lambda k: -rough[k][0][0])
        alike = {k: _aligned(seen[rough[k][1]], known[k], rough[k][0]) for k in order[:ALIGNED]}
        best = max(alike, key=lambda k: alike[k])
        if alike[best] < LEAST_ALIKE:
            return None
        logp = np.full(CLASSES, UNLIKELY)
        for k, value in alike.items():
            code = _class_of(self.cards[k])
            logp[code] = max(logp[code], (value - alike[best]) / TEMPER, UNLIKELY)
        logp[:-1] -= np.log(np.exp(logp[:-1]).sum())
        presence = min(1.0, (alike[best] - LEAST_ALIKE) / (ALIKE - LEAST_ALIKE))
        turned = quad if rough[best][1] == 0 else np.roll(quad, 2, 0)
        return Found([_where_an_index_would_be(turned, logp)], logp[:-1], presence, whole=True)


def _class_of(card: Card) -> int:
    return "SHDC".index(card.suit) * 13 + card.rank - 1


def outlines_by_scale(maps: Maps) -> list[list[Array]]:
    """For each scale of the ground map the outlines of cards that lie apart, in pixels of the picture.

    Four corners each, clockwise, a short side first and uppermost. One card may be outlined in several scales.
    """
    return [_outlines(*scaled) for scaled in maps]


def _outlines(maps: Array, sx: float, sy: float) -> list[Array]:
    logits = maps[GROUND : GROUND + 3].astype(np.float32)
    share = np.exp(logits - logits.max(0))
    face = cv2.resize((share / share.sum(0))[FACE - GROUND], None, fx=ENLARGED, fy=ENLARGED)
    mask = (face > 0.5).astype(np.uint8)
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((OPEN_PX, OPEN_PX), np.uint8))  # bridges between cards go
    found = []
    for contour in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
        area, box = cv2.contourArea(contour), cv2.minAreaRect(contour)
        short, long = sorted(box[1])
        if area >= LEAST_CELLS and ASPECTS[0] * short < long < ASPECTS[1] * short and area > FILLED * short * long:
            # Cells of the map are pixels of the shrunken picture over the stride.
            corners = cv2.approxPolyN(cv2.convexHull(contour), 4).reshape(4, 2)
            found.append(_in_order(corners * STRIDE / ENLARGED / np.array([sx, sy])))
    return found


def outlines_of(maps: Maps, count: int) -> list[Array] | None:
    """The outlines of a scale that shows just so many cards, if no scale shows one that lies beside them; else none."""
    scales = outlines_by_scale(maps)
    for outlines in scales:
        if len(outlines) == count and all(
            any(_on_one_another(quad, other) for quad in outlines) for other in chain.from_iterable(scales)
        ):
            return outlines
    return None


def both_ways(outlines: Iterable[Array]) -> Iterator[Array]:
    """The outlines, those nearly square also turned by a quarter: seen from low down a card is about as wide as it is high."""
    for quad in outlines:
        yield quad
        sides = np.linalg.norm(quad - np.roll(quad, -1, 0), axis=1)
        if sides[1] + sides[3] < SQUARE * (sides[0] + sides[2]):
            yield np.roll(quad, 1, 0)


def outline_spot(quad: Array) -> Spot:
    """Where a card is met for the reading order, by its outline."""
    x, y = quad[0]
    middle_x, middle_y = quad.mean(0)
    return Spot(float(x), float(y), float(middle_x), float(middle_y), float(np.linalg.norm(quad[3] - quad[0])))


def _in_order(quad: Array) -> Array:
    """The corners clockwise as seen, beginning with the short side that lies higher."""
    middle = quad.mean(0)
    quad = quad[np.argsort(np.arctan2(*(quad - middle).T[::-1]))]
    if np.linalg.norm(quad[0] - quad[1]) > np.linalg.norm(quad[1] - quad[2]):
        quad = np.roll(quad, 1, 0)
    ordered: Array = np.roll(quad, 2, 0) if quad[0, 1] + quad[1, 1] > quad[2, 1] + quad[3, 1] else quad
    return ordered


def cut_face(pixels: Array, quad: Array, margin: int = 0) -> Array:
    """The picture within an outline (and a margin), upright, BGR bytes of `HEIGHT_PX` × `WIDTH_PX` (and twice the margin)."""
    wide, high = WIDTH_PX + 2 * margin, HEIGHT_PX + 2 * margin
    near, right, below = margin, wide - margin, high - margin
    frame = np.array([[near, near], [right, near], [right, below], [near, below]], np.float32)
    shrink = min(1.0, 2 * high / float(np.linalg.norm(quad[3] - quad[0])))
    small = cv2.resize(pixels, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    onto = cv2.getPerspectiveTransform((quad * shrink).astype(np.float32), frame)
    return np.asarray(cv2.warpPerspective(small, onto, (wide, high), borderMode=cv2.BORDER_REPLICATE))


def _features(picture: Array) -> Array:
    """Brightness and redness of a picture, softened."""
    b, g, r = cv2.split(cv2.GaussianBlur(picture, (0, 0), 0.8).astype(np.float32))
    return np.dstack([(b + g + r) / 3, r - (g + b) / 2])


def _rough(view: Array, face: Array) -> tuple[float, int, int]:
    """The best correlation over all shifts within the margin, and the shift across and down."""
    scores = cv2.matchTemplate(view, face, cv2.TM_CCOEFF_NORMED)
    y, x = np.unravel_index(int(scores.argmax()), scores.shape)
    return float(scores[y, x]), int(x), int(y)


def _aligned(view: Array, face: Array, rough: tuple[float, int, int]) -> float:
    """The correlation once the view is aligned to the face (an affine map, begun at the rough shift)."""
    score, x, y = rough
    warp = np.array([[1, 0, x], [0, 1, y]], np.float32)
    stop = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 30, 1e-4)
    wanted, given = (np.ascontiguousarray(part[..., 0]) for part in (face, view))
    try:
        _, warp = cv2.findTransformECC(wanted, given, warp, cv2.MOTION_AFFINE, stop, None, 3)
    except cv2.error:  # it found no way to bring them closer
        return score
    method = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    moved = cv2.warpAffine(view, warp, (WIDTH_PX, HEIGHT_PX), flags=method, borderMode=cv2.BORDER_REPLICATE)
    inner = (slice(3, -3), slice(3, -3))
    a, b = (part[inner] - part[inner].mean((0, 1)) for part in (moved, face))
    return max(score, float((a * b).sum() / max(1e-6, float(np.sqrt((a * a).sum() * (b * b).sum())))))


def _holds(quad: Array, x: float, y: float) -> bool:
    return cv2.pointPolygonTest(quad.astype(np.float32), (float(x), float(y)), False) > 0


def _on_one_another(a: Array, b: Array) -> bool:
    """Whether the middle of one outline lies in the other."""
    return _holds(a, *b.mean(0)) or _holds(b, *a.mean(0))


def _where_an_index_would_be(quad: Array, logp: Array) -> Index:
    """An index in the upper left corner of an outline, as the rest of the reader knows cards by."""
    upper_left, upper_right, _, lower_left = quad
    # As `grouping.outline` reckons: a card is twice `down` and 1.4 index heights high.
    down = (lower_left - upper_left) / (2 * INDEX_DOWN + 1.4)
    right = (upper_right - upper_left) / (2 * ACROSS * INDEX_DOWN + 1)
    x, y = upper_left + 0.5 * right + 0.7 * down
    middle = quad.mean(0)
    frame = np.column_stack([right, down])
    return Index(float(x), float(y), frame, 1.0, float(middle[0]), float(middle[1]), logp, down=INDEX_DOWN)
