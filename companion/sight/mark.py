"""What was read, shown again: drawn onto a copy of the photograph (sure cards green, doubtful ones orange, backs blue), or cut out of it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.sight.photo import PhotoTrouble, load_photo, quiet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from companion.sight.reader import Reading, SeenCard

SURE, DOUBTFUL, JOKER, BACK = (60, 170, 40), (0, 140, 255), (200, 80, 160), (200, 110, 0)
PAPER = (255, 255, 255)
# The height of a label's letters, as a part of the median index, and its bounds as parts of the picture's longer side.
LETTERS, LEAST_LETTERS, MOST_LETTERS = 0.55, 0.011, 0.03
# A label stands as near to its index as it can without lying on another index or label: so many label heights further at most.
FURTHEST = 24


class MarkTrouble(PhotoTrouble):
    """The marked picture cannot be written."""

    key = "mark-trouble"


@dataclass(frozen=True)
class Mark:
    """Something to draw: its corners (4 × 2, pixels of the picture drawn on), colour (BGR) and what stands beside it."""

    corners: NDArray[Any]
    colour: tuple[int, int, int]
    text: str


def label(card: SeenCard) -> str:
    """What is written beside a card: `10H`, or `10H? 10D?` for a doubtful one. Plain letters: they draw everywhere."""
    if card.doubt is not None:
        return " ".join(f"{c}?" for c in card.doubt[:3]) or "?"
    return str(card.card) if card.card is not None else "joker"


def marks_of(reading: Reading, scale: float) -> list[Mark]:
    """What is drawn of a reading: cards by their numbers, then jokers, then places with face-down cards."""
    import numpy as np

    marks = [
        Mark(np.array(seen.box) / scale, DOUBTFUL if seen.doubt is not None else SURE, f"{number} {label(seen)}")
        for number, seen in enumerate(reading.cards, 1)
    ]
    marks += [Mark(np.array(box) / scale, JOKER, "joker") for box in reading.joker_boxes]
    return marks + [Mark(np.array(box) / scale, BACK, "back") for box in reading.back_boxes]


def places(marks: Sequence[Mark], sizes: Sequence[tuple[int, int]], picture: tuple[int, int]) -> list[tuple[int, int]]:
    """The upper left corner of each label (`sizes`: width and height), so that no label hides an index or another label.

    Where a picture (width and height) is so full that there is no such place, the one that hides least is taken.
    """
    import numpy as np

    boxes = [(*m.corners.min(0), *m.corners.max(0)) for m in marks]
    taken = np.array([box for m, box in zip(marks, boxes, strict=True) if m.colour != BACK] or np.zeros((0, 4)), float)
    chosen = []
    for (x0, y0, x1, y1), (w, h) in zip(boxes, sizes, strict=True):
        middle_x, middle_y = (x0 + x1) / 2, (y0 + y1) / 2
        tries = []
        for ring in range(FURTHEST):
            out = 2 + ring * h * 0.75
            across, down = (x1 - x0 + w) / 2 + out, (y1 - y0 + h) / 2 + out
            ways = [
                (1.0, 0.0),
                (0.0, -1.0),
                (0.0, 1.0),
                (-1.0, 0.0),
                (1.0, -1.0),
                (1.0, 1.0),
                (-1.0, -1.0),
                (-1.0, 1.0),
            ]
            ways += [
                (0.5, -1.0),
                (-0.5, -1.0),
                (0.5, 1.0),
                (-0.5, 1.0),
                (1.0, -0.5),
                (1.0, 0.5),
                (-1.0, -0.5),
                (-1.0, 0.5),
            ]
            tries += [(middle_x + u * across - w / 2, middle_y + v * down - h / 2) for u, v in ways]
        at = np.array(tries)
        at[:, 0] = at[:, 0].clip(0, max(0, picture[0] - w))
        at[:, 1] = at[:, 1].clip(0, max(0, picture[1] - h))
        wide = np.minimum(at[:, None, 0] + w, taken[:, 2]) - np.maximum(at[:, None, 0], taken[:, 0])
        high = np.minimum(at[:, None, 1] + h, taken[:, 3]) - np.maximum(at[:, None, 1], taken[:, 1])
        hidden = (wide.clip(0) * high.clip(0)).sum(1)
        best = int(np.argmin(hidden > 0)) if (hidden == 0).any() else int(np.argmin(hidden))
        x, y = round(float(at[best, 0])), round(float(at[best, 1]))
        chosen.append((x, y))
        taken = np.vstack([taken, [x, y, x + w, y + h]])
    return chosen


def mark_photo(reading: Reading, out: str | os.PathLike[str]) -> None:
    """Write the picture of `reading` to `out` (JPEG, PNG or WebP by its ending) with everything read drawn in."""
    import cv2
    import numpy as np

    photo = load_photo(reading.photo)
    picture = photo.pixels.copy()
    size = max(picture.shape[:2])
    marks = marks_of(reading, photo.scale)
    indices = [float(np.linalg.norm(m.corners[3] - m.corners[0])) for m in marks if m.colour != BACK]
    letters = LETTERS * float(np.median(indices)) if indices else size
    letters = float(np.clip(letters, max(9.0, LEAST_LETTERS * size), max(9.0, MOST_LETTERS * size)))
    # Letters of this font are 22 pixels high at scale 1.
    scale, thick, pen = letters / 22, max(1, round(letters / 10)), max(1, round(letters / 11))
    room = 2 + round(scale * 4)
    sizes = []
    for mark in marks:
        cv2.polylines(picture, [mark.corners.round().astype(np.int32)], True, mark.colour, thick, cv2.LINE_AA)
        (w, h), _ = cv2.getTextSize(mark.text, cv2.FONT_HERSHEY_SIMPLEX, scale, pen)
        sizes.append((w + 2 * room, h + 2 * room))
    labels = list(zip(marks, places(marks, sizes, picture.shape[1::-1]), sizes, strict=True))
    for mark, (x, y), (w, h) in labels:  # lines first, so that none crosses a label
        low, high = mark.corners.min(0), mark.corners.max(0)
        label_at, box_at = np.clip((low + high) / 2, (x, y), (x + w, y + h)), np.clip((x + w / 2, y + h / 2), low, high)
        if np.linalg.norm(label_at - box_at) > h / 2:
            start, end = (tuple(int(v) for v in at.round()) for at in (label_at, box_at))
            cv2.line(picture, start, end, mark.colour, pen, cv2.LINE_AA)
    for mark, (x, y), (w, h) in labels:
        cv2.rectangle(picture, (x, y), (x + w, y + h), PAPER, -1)
        at = (x + room, y + h - room)
        cv2.putText(picture, mark.text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, mark.colour, pen, cv2.LINE_AA)
    name = os.fspath(out)
    ending = os.path.splitext(name)[1].lower()
    with quiet():
        try:
            done, data = cv2.imencode(ending if ending in (".jpg", ".jpeg", ".png", ".webp") else ".jpg", picture)
        except cv2.error:
            done = False
    if not done:
        raise MarkTrouble(name, f"{name}: the marked picture could not be made.")
    try:
        with open(name, "wb") as file:
            file.write(data.tobytes())
    except OSError as error:
        raise MarkTrouble(name, f"{name}: the marked picture cannot be written ({error.strerror}).") from None


AROUND = 1.3
"""A cut shows so many times the width and height of the index."""


def cut_out(photo: str, cards: Sequence[SeenCard], wide: int, high: int) -> list[NDArray[Any]]:
    """The index of each card, turned upright, as an RGB picture of `high` × `wide` pixels. Raises `PhotoTrouble`."""
    import cv2
    import numpy as np

    loaded = load_photo(photo)
    frame = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    cuts = []
    for seen in cards:
        box = np.array(seen.box, np.float32) / loaded.scale
        middle = box.mean(0)
        onto = cv2.getPerspectiveTransform(middle + AROUND * (box - middle), frame)
        # The picture is made smaller first where it must be, so that thin strokes are averaged and not skipped.
        shrink = min(1.0, 1.5 * high / float(np.linalg.norm(box[3] - box[0]) * AROUND))
        small = cv2.resize(loaded.pixels, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        onto = onto @ np.diag([1 / shrink, 1 / shrink, 1.0])
        cut = cv2.warpPerspective(small, onto, (wide, high), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        cuts.append(cut[..., ::-1])
    return cuts
