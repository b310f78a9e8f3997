"""What was read, shown again: drawn onto a copy of the photograph (sure cards green, doubtful ones orange), or cut out of it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from companion.sight.photo import PhotoTrouble, load_photo, quiet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from companion.sight.reader import Reading, SeenCard

SURE, DOUBTFUL, JOKER = (60, 170, 40), (0, 140, 255), (200, 80, 160)


class MarkTrouble(PhotoTrouble):
    """The marked picture cannot be written."""

    key = "mark-trouble"


def label(card: SeenCard) -> str:
    """What is written beside a card: `10H`, or `10H? 10D?` for a doubtful one. Plain letters: they draw everywhere."""
    if card.doubt is not None:
        return " ".join(f"{c}?" for c in card.doubt[:3]) or "?"
    return str(card.card) if card.card is not None else "joker"


def mark_photo(reading: Reading, out: str | os.PathLike[str]) -> None:
    """Write the picture of `reading` to `out` (JPEG, PNG or WebP by its ending) with everything read drawn in."""
    import cv2
    import numpy as np

    photo = load_photo(reading.photo)
    picture = photo.pixels.copy()
    size = max(picture.shape[:2])
    thick = max(1, round(size / 700))
    for number, seen in enumerate(reading.cards, 1):
        colour = DOUBTFUL if seen.doubt is not None else SURE if seen.card is not None else JOKER
        corners = np.array(seen.box) / photo.scale
        cv2.polylines(picture, [corners.round().astype(np.int32)], True, colour, thick, cv2.LINE_AA)
        text = f"{number} {label(seen)}"
        high = float(np.clip(size / 1400, 0.4, 2.5))
        (w, h), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, high, thick)
        x = int(np.clip(corners[:, 0].max() + 3, 0, max(0, picture.shape[1] - w)))
        y = int(np.clip(corners[:, 1].mean() + h / 2, h, picture.shape[0] - 3))
        cv2.rectangle(picture, (x - 2, y - h - 3), (x + w + 2, y + 4), (255, 255, 255), -1)
        cv2.putText(picture, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, high, colour, thick, cv2.LINE_AA)
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
