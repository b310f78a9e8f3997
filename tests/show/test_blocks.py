"""Pictures of two pixels a character: the upper one is the colour of the half block, the lower one the colour behind it."""

from __future__ import annotations

import numpy as np

from companion.show.blocks import HALF, half_blocks

RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)


def test_each_character_is_two_pixels() -> None:
    picture = np.array([[RED, GREEN], [BLUE, WHITE]], np.uint8)
    line, caption = half_blocks([picture], ["7"], 80)
    assert line.plain == 2 * HALF
    assert [str(span.style) for span in line.spans] == [
        "rgb(255,0,0) on rgb(0,0,255)",
        "rgb(0,255,0) on rgb(255,255,255)",
    ]
    assert caption.plain == "7"


def test_pictures_stand_side_by_side_as_far_as_they_fit() -> None:
    picture = np.zeros((4, 10, 3), np.uint8)
    lines = [line.plain for line in half_blocks([picture] * 3, ["1", "2", "3"], 23)]
    # Two of ten columns and a gap of two fit into 23 columns; the third stands below.
    row = HALF * 10
    assert lines == [f"{row}  {row}", f"{row}  {row}", "    1           2", row, row, "    3"]
