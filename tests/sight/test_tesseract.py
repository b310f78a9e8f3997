"""The second reader breaks ties between ranks, never names a suit, and is never needed."""

from __future__ import annotations

import numpy as np
import pytest

from companion.cards import Card
from companion.sight import tesseract
from companion.sight.grouping import Found
from companion.sight.indices import CLASSES, NONE_CLASS, Index

PIXELS = np.full((80, 80, 3), 255, np.uint8)


def code(text: str) -> int:
    card = Card.parse(text)
    return "SHDC".index(card.suit) * 13 + card.rank - 1


def card(probabilities: dict[str, float]) -> Found:
    logp = np.full(NONE_CLASS, -14.0)
    for text, p in probabilities.items():
        logp[code(text)] = np.log(p)
    index = Index(40, 40, np.eye(2) * 20, 0.9, 60, 80, np.full(CLASSES, -4.0))
    return Found([index], logp, 1.0)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Tesseract, as it were: it reads a nine whatever it is shown. Lists how often it was asked."""
    times: list[int] = []

    def read_rank(_pixels: np.ndarray, _index: Index) -> int:
        times.append(1)
        return 9

    monkeypatch.setattr(tesseract, "available", lambda: "tesseract")
    monkeypatch.setattr(tesseract, "read_rank", read_rank)
    return times


def test_a_tie_between_ranks_is_broken(asked: list[int]) -> None:
    found = card({"6S": 0.52, "9S": 0.48})
    assert tesseract.consult(PIXELS, [found]) == len(asked) == 1
    assert found.best == code("9S")
    assert np.exp(found.logp).sum() == pytest.approx(1)


def test_a_sure_card_is_not_asked_about(asked: list[int]) -> None:
    found = card({"6S": 0.99})
    assert tesseract.consult(PIXELS, [found]) == len(asked) == 0
    assert found.best == code("6S")


def test_suits_are_none_of_its_business(asked: list[int]) -> None:
    found = card({"9S": 0.55, "9C": 0.45})
    tesseract.consult(PIXELS, [found])
    assert asked == []
    assert found.logp[code("9S")] - found.logp[code("9C")] == pytest.approx(np.log(0.55 / 0.45))


def test_it_is_asked_a_few_times_a_picture_at_most(asked: list[int]) -> None:
    tesseract.consult(PIXELS, [card({"6S": 0.5, "9S": 0.5}) for _ in range(30)])
    assert len(asked) == tesseract.ASKED_AT_MOST


def test_without_tesseract_nothing_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tesseract, "available", lambda: None)
    found = card({"6S": 0.52, "9S": 0.48})
    before = found.logp.copy()
    assert tesseract.consult(PIXELS, [found]) == 0
    assert (found.logp == before).all()
    assert tesseract.read_rank(PIXELS, found.indices[0]) is None
