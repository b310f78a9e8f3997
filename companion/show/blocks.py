"""Small pictures on a terminal: two pixels a character, the upper half block in one colour over another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from rich.text import Text

HALF = "▀"
GAP = 2
"""Columns between two pictures."""


def half_blocks(pictures: Sequence[NDArray[Any]], captions: Sequence[str], width: int) -> Iterator[Text]:
    """Lines that show RGB pictures (H × W × 3 bytes, of one height) side by side, each over its caption.

    As many stand in a row as fit into `width` columns. A terminal of fewer colours gets the nearest that it has (rich sees to that).
    """
    each = max(picture.shape[1] for picture in pictures) + GAP
    per_row = max(1, (width + GAP) // each)
    for begin in range(0, len(pictures), per_row):
        row = pictures[begin : begin + per_row]
        yield from _row(row, each)
        yield _captions(captions[begin : begin + per_row], each)


def _row(pictures: Sequence[NDArray[Any]], each: int) -> Iterator[Text]:
    from rich.text import Text

    for y in range(0, pictures[0].shape[0] - 1, 2):
        line = Text()
        for picture in pictures:
            for upper, lower in zip(picture[y].tolist(), picture[y + 1].tolist(), strict=True):
                line.append(HALF, f"rgb({upper[0]},{upper[1]},{upper[2]}) on rgb({lower[0]},{lower[1]},{lower[2]})")
            line.append(" " * (each - picture.shape[1]))
        line.rstrip()
        yield line


def _captions(captions: Sequence[str], each: int) -> Text:
    from rich.text import Text

    return Text("".join(caption.center(each - GAP).ljust(each) for caption in captions).rstrip())
