"""Draws what was read onto a copy of the photograph: sure cards green, doubtful ones orange, with their names."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from companion.sight.photo import PhotoTrouble, load_photo, quiet

if TYPE_CHECKING:
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
