"""A pack without indices, learnt from one picture and read by its faces; what was not learnt is never named for sure."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cards import Card
from companion.sight import pack, whole
from companion.sight.reader import read_photo

BARE = Path(__file__).resolve().parent.parent.parent / "fixtures" / "photos" / "bare"
SHEET = [Card.parse(word) for word in ["AS", "7H", "QD", "2C", "10S", "KH", "5D", "9C", "JS", "3H"]]


@pytest.fixture(scope="module")
def learnt(tmp_path_factory: pytest.TempPathFactory) -> pack.LearntPack:
    folder = tmp_path_factory.mktemp("packs")
    pack.learn_pack(folder, "bare", [(BARE / "sheet.jpg", SHEET)])
    return pack.load_pack(folder, "bare")  # as kept in its file


def test_cards_without_indices_are_read_by_their_faces(learnt: pack.LearntPack) -> None:
    cards = read_photo(BARE / "game.jpg", pack=learnt).cards
    sure = [str(seen.card) for seen in cards if seen.doubt is None]
    # In reading order; the eight of diamonds, which was not on the sheet, is asked about or not seen.
    assert sure == ["9C", "QD", "3H", "AS"]
    assert len(cards) <= 5


def test_the_same_cards_upside_down(learnt: pack.LearntPack, tmp_path: Path) -> None:
    turned = tmp_path / "turned.jpg"
    cv2.imwrite(str(turned), cv2.rotate(cv2.imread(str(BARE / "sheet.jpg")), cv2.ROTATE_180))
    cards = read_photo(turned, pack=learnt).cards
    assert [str(seen.card) for seen in cards] == [str(card) for card in reversed(SHEET)]
    assert all(seen.doubt is None for seen in cards)


def test_without_the_pack_nothing_is_named_for_sure() -> None:
    assert [seen.card for seen in read_photo(BARE / "game.jpg").cards if seen.doubt is None] == []


def test_a_sheet_that_shows_another_number_of_cards_is_refused(tmp_path: Path) -> None:
    with pytest.raises(pack.PackSheetDiffers):
        pack.learn_pack(tmp_path, "bare", [(BARE / "sheet.jpg", SHEET[:9])])


def test_pictures_of_another_size_are_a_damaged_pack(tmp_path: Path) -> None:
    faces = np.zeros((1, 10, 10, 3), np.uint8)
    np.savez(tmp_path / "old.pack.npz", weights=np.zeros((0, 0)), cards=["AS"], faces=["AS"], pictures=faces)
    with pytest.raises(pack.PackDamaged):
        pack.load_pack(tmp_path, "old")


def test_an_outline_has_its_short_side_first_and_uppermost() -> None:
    # A card of 70 × 100 as its four corners in any order: upper left, upper right, lower right, lower left come out.
    corners = np.array([[10, 10], [80, 10], [80, 110], [10, 110]], float)
    for order in ([0, 1, 2, 3], [2, 3, 0, 1], [1, 0, 3, 2], [3, 0, 1, 2]):
        assert whole._in_order(corners[order]).tolist() == corners.tolist()
