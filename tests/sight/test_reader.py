"""Rendered photographs of known cards read back: names, order, backs, prior, marks, learnt packs, native silence."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cards import Card
from companion.sight import pack, tesseract
from companion.sight.mark import MarkTrouble, cut_out, mark_photo
from companion.sight.photo import PhotoMissing
from companion.sight.reader import Reading, SeenCard, read_photo

PHOTOS = Path(__file__).resolve().parent.parent.parent / "fixtures" / "photos"
TRUTH = {row["file"]: row for row in csv.DictReader((PHOTOS / "truth.csv").open(encoding="utf-8"))}


def read(name: str) -> Reading:
    return read_photo(PHOTOS / name)


def names(reading: Reading) -> list[str]:
    return [str(seen.card) for seen in reading.cards]


@pytest.mark.parametrize("file", sorted(TRUTH))
def test_each_rendered_photograph_is_read_in_order(file: str) -> None:
    reading = read(file)
    assert names(reading) == TRUTH[file]["cards"].split()
    assert reading.backs == int(TRUTH[file]["backs"])
    assert reading.jokers == int(TRUTH[file]["jokers"])
    assert reading.photo == str(PHOTOS / file)


def test_boxes_are_in_pixels_of_the_photograph() -> None:
    reading = read("one-card.jpg")
    height, width = cv2.imread(str(PHOTOS / "one-card.jpg")).shape[:2]
    [seen] = reading.cards
    assert all(0 <= x <= width and 0 <= y <= height for x, y in seen.box)
    assert seen.confidence > 0.9


@pytest.mark.parametrize("quarter", [1, 2, 3])
def test_a_photograph_held_sideways_or_upside_down_shows_the_same_cards(tmp_path: Path, quarter: int) -> None:
    image = cv2.imread(str(PHOTOS / "six-cards.jpg"))
    path = tmp_path / "turned.png"
    cv2.imwrite(str(path), np.rot90(image, quarter))
    assert Counter(names(read_photo(path))) == Counter(TRUTH["six-cards.jpg"]["cards"].split())


def test_an_empty_table_shows_nothing(tmp_path: Path) -> None:
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), np.full((300, 400, 3), (60, 90, 40), np.uint8))
    reading = read_photo(path)
    assert (reading.cards, reading.backs, reading.jokers) == ((), 0, 0)


def test_a_card_that_lies_elsewhere_is_questioned() -> None:
    others = [Card(rank, suit) for suit in "SHDC" for rank in range(1, 14) if (rank, suit) != (7, "D")]
    [seen] = read_photo(PHOTOS / "one-card.jpg", in_play=others).cards
    assert seen.doubt is not None


def test_marks_are_drawn_beside_the_card(tmp_path: Path) -> None:
    out = tmp_path / "marked.jpg"
    reading = read("one-card.jpg")
    mark_photo(reading, out)
    before, after = cv2.imread(str(PHOTOS / "one-card.jpg")), cv2.imread(str(out))
    assert before.shape == after.shape
    changed = np.argwhere(np.abs(before.astype(int) - after).max(2) > 60)
    corner = np.array(reading.cards[0].box).mean(0)[::-1]
    assert np.hypot(*(changed - corner).T).min() < 60


def test_a_mark_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(MarkTrouble):
        mark_photo(read("one-card.jpg"), tmp_path / "no" / "such" / "folder.jpg")


def test_reading_writes_nothing_on_the_terminal(capfd: pytest.CaptureFixture[str]) -> None:
    read("one-card.jpg")
    assert capfd.readouterr() == ("", "")


def test_a_learnt_pack_is_kept_listed_used_and_forgotten(tmp_path: Path) -> None:
    cards = [Card.parse(t) for t in TRUTH["six-cards.jpg"]["cards"].split()]
    learnt = pack.learn_pack(tmp_path, "granny's".replace("'", ""), [(PHOTOS / "six-cards.jpg", cards)])
    assert pack.list_packs(tmp_path) == ["grannys"]
    assert pack.load_pack(tmp_path, "grannys").cards == learnt.cards == tuple(cards)
    [reading] = pack.check_pack(pack.load_pack(tmp_path, "grannys"), [PHOTOS / "six-cards.jpg"])
    assert names(reading) == [str(c) for c in cards]
    pack.forget_pack(tmp_path, "grannys")
    assert pack.list_packs(tmp_path) == []


def test_a_pack_with_letters_of_its_own_is_read_by_its_own_pictures(tmp_path: Path) -> None:
    """The queen of the photograph is taught to be this house's king: from then on it is."""
    pack.learn_pack(tmp_path, "house", [(PHOTOS / "one-queen.jpg", [Card.parse("KC")])])
    [seen] = read_photo(PHOTOS / "one-queen.jpg", pack=pack.load_pack(tmp_path, "house")).cards
    assert str(seen.card) == "KC"


def test_learning_a_pack_of_usual_letters_makes_no_card_less_sure(tmp_path: Path) -> None:
    """A webcam's pack, once learnt, was asked about three times as often as before."""
    cards = [Card.parse(t) for t in TRUTH["six-cards.jpg"]["cards"].split()]
    learnt = pack.learn_pack(tmp_path, "usual", [(PHOTOS / "six-cards.jpg", cards)])
    before, after = read("six-cards.jpg").cards, read_photo(PHOTOS / "six-cards.jpg", pack=learnt).cards
    assert all(b.confidence <= a.confidence + 1e-3 for b, a in zip(before, after, strict=True))


def test_ranks_and_suits_are_known_where_the_reader_was_right_about_them_and_never_else() -> None:
    # Five indices: two aces and a two read rightly, a queen read as a king, three spades and two hearts read as spades.
    said = np.zeros((5, 19))
    said[range(5), [0, 0, 1, 12, 0]] = 1
    said[:, 15] = 1
    known = pack._known(said, np.array([0, 0, 1, 11, 0]), np.array([0, 0, 0, 1, 1]))
    ranks = [True] * 11 + [False, False]  # neither the queen nor the king is; what no one saw is
    assert known.tolist() == [*ranks, False, False, True, True]


def test_a_sheet_with_another_number_of_cards_is_refused(tmp_path: Path) -> None:
    with pytest.raises(pack.PackSheetDiffers, match="3 were named"):
        pack.learn_pack(tmp_path, "short", [(PHOTOS / "one-card.jpg", [Card.parse(t) for t in ("7D", "8D", "9D")])])
    assert pack.list_packs(tmp_path) == []


@pytest.mark.parametrize("name", ["", "../other", "a/b", ".hidden"])
def test_names_that_make_no_file_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(pack.PackNameBad):
        pack.forget_pack(tmp_path, name)


def test_unknown_and_damaged_packs_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(pack.PackNotFound):
        pack.load_pack(tmp_path, "nothing")
    (tmp_path / f"torn{pack.SUFFIX}").write_bytes(b"PK\x03\x04 half a pack")
    with pytest.raises(pack.PackDamaged):
        pack.load_pack(tmp_path, "torn")


def test_the_second_reader_is_not_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tesseract, "available", lambda: None)
    assert names(read("one-card.jpg")) == ["7D"]


@pytest.mark.parametrize(("photo", "cards", "asked"), [("one-queen.jpg", "KC", False), ("one-card.jpg", "7D", True)])
def test_the_second_reader_is_not_asked_about_letters_that_mean_something_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, photo: str, cards: str, asked: bool
) -> None:
    """It took the Kn of a Swedish jack for a K, and the Russian Д for an A."""
    learnt = pack.learn_pack(tmp_path, "house", [(PHOTOS / photo, [Card.parse(cards)])])
    calls: list[bool] = []
    monkeypatch.setattr(tesseract, "consult", lambda *_: calls.append(True))
    read_photo(PHOTOS / photo, pack=learnt)
    assert bool(calls) is asked


def test_missing_photographs_are_trouble_before_anything_is_loaded() -> None:
    with pytest.raises(PhotoMissing):
        read_photo(PHOTOS / "nothing.jpg")


def test_a_doubtful_card_is_marked_as_a_question() -> None:
    from companion.sight.mark import label

    box = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    assert label(SeenCard(Card.parse("10H"), 0.6, (Card.parse("10H"), Card.parse("10D")), box)) == "10H? 10D?"
    assert label(SeenCard(Card.parse("10H"), 0.99, None, box)) == "10H"


@pytest.mark.parametrize("photo", ["six-cards.jpg", "steep.jpg"])
def test_what_is_cut_out_is_the_index_upright(photo: str) -> None:
    reading = read(photo)
    for seen, cut in zip(reading.cards, cut_out(str(PHOTOS / photo), reading.cards, 40, 48), strict=True):
        assert cut.shape == (48, 40, 3)
        ink = cut[26:42, 8:32].reshape(-1, 3).astype(int)  # where the suit sign stands
        darkest = ink[ink.sum(1).argsort()[:60]].mean(0)
        assert seen.card is not None
        assert (darkest[0] > 1.6 * darkest[2]) == (seen.card.suit in "HD")
