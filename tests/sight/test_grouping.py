"""Two indices of one card are one card; two equal cards of two packs are two. Indices are made by hand here."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from companion.cards import Card
from companion.sight.grouping import Found, group, is_there
from companion.sight.indices import CLASSES, JOKER_CLASS, NONE_CLASS, Index
from companion.sight.reader import decide

# A card of 100 × 140 pixels whose indices are 24 high and lie 12 and 18 pixels from the corner.
WIDE, HIGH, DX, DY, TALL = 100.0, 140.0, 12.0, 18.0, 24.0


def code(text: str) -> int:
    card = Card.parse(text)
    return "SHDC".index(card.suit) * 13 + card.rank - 1


def index(cls: int, middle: tuple[float, float], corner: str, angle: float = 0.0, sure: float = 0.95) -> Index:
    """An index of class `cls` in the `corner` (`tl`, `tr`, `bl`, `br`) of a card that lies turned about `middle`."""
    x = (-1 if corner[1] == "l" else 1) * (WIDE / 2 - DX)
    y = (-1 if corner[0] == "t" else 1) * (HIGH / 2 - DY)
    c, s = np.cos(angle), np.sin(angle)
    turn = np.array([[c, -s], [s, c]])
    place = turn @ np.array([x, y]) + middle
    frame = turn * TALL * (1 if corner[0] == "t" else -1)
    logp = np.full(CLASSES, np.log((1 - sure) / (CLASSES - 1)))
    logp[cls] = np.log(sure)
    side = 0.95 if corner in ("tl", "br") else 0.05
    down = (HIGH / 2 - DY) / TALL
    return Index(
        float(place[0]), float(place[1]), frame, 0.9, float(middle[0]), float(middle[1]), logp, down=down, side=side
    )


def names(found: list[Found]) -> Counter[int]:
    return Counter(card.best for card in found)


@pytest.mark.parametrize("angle", [0.0, 0.6, 2.0, 3.14])
@pytest.mark.parametrize("corners", [("tl", "br"), ("tl", "tr", "bl", "br")])
def test_the_indices_of_one_card_are_one_card(corners: tuple[str, ...], angle: float) -> None:
    found = group([index(code("7D"), (200, 200), c, angle) for c in corners])
    assert names(found) == Counter({code("7D"): 1})
    assert len(found[0].indices) == len(corners)


def test_twins_side_by_side_are_two_cards() -> None:
    seen = [index(code("7D"), (200 + dx, 200), c) for dx in (0, WIDE * 1.05) for c in ("tl", "br")]
    assert names(group(seen)) == Counter({code("7D"): 2})


def test_twins_one_above_the_other_are_two_cards() -> None:
    seen = [index(code("7D"), (200, 200 + dy), c) for dy in (0, HIGH * 1.03) for c in ("tl", "br")]
    assert names(group(seen)) == Counter({code("7D"): 2})


def test_neighbours_of_a_tight_row_are_not_joined() -> None:
    seen = [index(code(f"{k}S"), (200 + 20 * k, 200), "tl") for k in range(2, 8)] + [
        index(code("7S"), (340, 200), "br")
    ]
    assert names(group(seen)) == Counter({code(f"{k}S"): 1 for k in range(2, 8)})


def test_one_vote_a_card_two_weak_readings_make_a_surer_one() -> None:
    alone = group([index(code("KC"), (200, 200), "tl", sure=0.7)])[0]
    both = group([index(code("KC"), (200, 200), c, sure=0.7) for c in ("tl", "br")])[0]
    assert np.exp(both.logp.max()) > np.exp(alone.logp.max())


def test_a_find_that_is_no_index_is_no_card() -> None:
    assert all(card.presence < 0.5 for card in group([index(NONE_CLASS, (200, 200), "tl")]))


def test_a_joker_is_told_from_the_cards() -> None:
    assert names(group([index(JOKER_CLASS, (200, 200), "tl")])) == Counter({JOKER_CLASS: 1})


def found(probabilities: dict[str, float]) -> Found:
    """A card there for certain that could be several."""
    logp = np.full(NONE_CLASS, -12.0)
    for text, p in probabilities.items():
        logp[code(text)] = np.log(p)
    return Found([], logp, 1.0)


def cards(*texts: str) -> Counter[Card]:
    return Counter(Card.parse(t) for t in texts)


def test_a_sure_card_has_no_doubt() -> None:
    [(card, confidence, doubt)] = decide([found({"QS": 0.999})], None)
    assert (str(card), doubt) == ("QS", None)
    assert confidence > 0.95


def test_spade_against_club_is_asked_b25() -> None:
    [(card, _, doubt)] = decide([found({"QS": 0.6, "QC": 0.4})], None)
    assert str(card) == "QS"
    assert doubt == (Card.parse("QS"), Card.parse("QC"))


def test_what_lies_elsewhere_cannot_be_drawn() -> None:
    [(card, _, doubt)] = decide([found({"QS": 0.6, "QC": 0.4})], cards("QC", "2H"))
    assert (str(card), doubt) == ("QC", None)


def test_a_firm_reading_against_the_table_is_reported_not_bent() -> None:
    [(card, _, doubt)] = decide([found({"QS": 0.995, "QC": 0.005})], cards("QC", "2H"))
    assert str(card) == "QS"
    assert doubt is not None
    assert Card.parse("QS") in doubt


def test_each_card_in_play_is_given_once() -> None:
    answers = decide([found({"QS": 0.7, "QC": 0.3}), found({"QS": 0.999})], cards("QS", "QC"))
    assert [str(card) for card, _, _ in answers] == ["QC", "QS"]
    assert [doubt for _, _, doubt in answers] == [None, None]


def test_an_index_far_larger_than_its_neighbours_is_none() -> None:
    """The three pips at the foot of an eight of clubs, twice as high as the indices around, were read as a four, surely."""
    cards = [index(code(name), (120.0 * k, 0.0), "tl") for k, name in enumerate(("9H", "JH", "7H", "5C", "8C"))]
    pips = index(code("4C"), (480.0, 60.0), "tl")
    pips.frame, pips.heat = 2 * pips.frame, 0.62
    assert names([card for card in group([*cards, pips]) if is_there(card)]) == Counter(ix.best for ix in cards)
