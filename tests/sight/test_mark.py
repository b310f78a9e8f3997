"""Marked pictures: labels hide no index and no other label, and what is no card by name is drawn too."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import cv2
import numpy as np

from companion.cards import Card
from companion.sight.mark import BACK, DOUBTFUL, JOKER, SURE, Mark, mark_photo, marks_of, places
from companion.sight.reader import Box, Reading, SeenCard


def square(x: float, y: float, side: float = 20) -> Box:
    return (x, y), (x + side, y), (x + side, y + side), (x, y + side)


def overlap(a: tuple[int, int, int, int], b: tuple[int, int, int, int]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def test_labels_of_a_tight_fan_hide_no_index_and_no_other_label() -> None:
    # Eleven indices, twenty pixels wide, twenty-two apart; labels are four times as wide.
    marks = [Mark(np.array(square(200 + 22 * k, 200)), SURE, "") for k in range(11)]
    sizes = [(80, 18)] * 11
    labels = [(x, y, x + 80, y + 18) for x, y in places(marks, sizes, (640, 480))]
    assert all(a[0] >= 0 and a[2] <= 640 and a[1] >= 0 and a[3] <= 480 for a in labels)
    assert not any(overlap(a, b) for a, b in combinations(labels, 2))
    indices = [(200 + 22 * k, 200, 220 + 22 * k, 220) for k in range(11)]
    assert not any(overlap(a, b) for a in labels for b in indices)


def test_a_label_stands_at_the_right_of_a_card_alone_and_at_its_left_by_the_right_edge() -> None:
    [(x, y)] = places([Mark(np.array(square(100, 100)), SURE, "")], [(50, 10)], (400, 300))
    assert (x, y) == (122, 105)
    [(x, _)] = places([Mark(np.array(square(375, 100)), SURE, "")], [(50, 10)], (400, 300))
    assert x + 50 <= 400


def test_in_a_picture_without_room_every_label_still_has_a_place() -> None:
    marks = [Mark(np.array(square(0, 0, 40)), SURE, "")] * 3
    assert len(places(marks, [(60, 60)] * 3, (40, 40))) == 3


def test_cards_jokers_and_backs_have_their_colours_and_words() -> None:
    ten, nine = Card.parse("10H"), Card.parse("9H")
    cards = (SeenCard(ten, 0.99, None, square(0, 0)), SeenCard(nine, 0.5, (nine, ten), square(40, 0)))
    reading = Reading("a.jpg", cards, 2, 1, 0.1, (square(100, 100),), (square(200, 0),))
    drawn = [(m.colour, m.text) for m in marks_of(reading, 2.0)]
    assert drawn == [(SURE, "1 10H"), (DOUBTFUL, "2 9H? 10H?"), (JOKER, "joker"), (BACK, "back")]
    # A photograph pixel is half a pixel of the picture drawn on.
    assert marks_of(reading, 2.0)[3].corners.tolist() == [[50, 50], [60, 50], [60, 60], [50, 60]]


def test_a_back_is_drawn_where_it_lies(tmp_path: Path) -> None:
    table, out = tmp_path / "table.png", tmp_path / "marked.png"
    cv2.imwrite(str(table), np.full((300, 400, 3), 40, np.uint8))
    mark_photo(Reading(str(table), (), 1, 0, 0.1, (square(100, 100, 80),)), out)
    picture = cv2.imread(str(out))
    assert np.abs(picture[100, 140].astype(int) - BACK).max() < 20  # lines are softened
    assert picture[140, 140].tolist() == [40, 40, 40]
