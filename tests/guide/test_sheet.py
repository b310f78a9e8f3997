"""Setup sheets: the rows are the deal, the counts are right, and stacking as told gives the pack of the deal."""

from __future__ import annotations

import pytest

from companion.cards import UNSEEN, full_pack
from companion.deals import numbered_deal
from companion.errors import Contradiction
from companion.guide.sheet import sheet_of
from companion.rules import game

SHAPES = {
    "hauta": [4] * 13,
    "hauta-kookas": [4] * 13,
    "kapas": [4] * 11 + [5] * 12,
    "helena": [12] * 8,
    "louis": [12] * 8,
    "parihevoset": [12] * 8,
}


@pytest.mark.parametrize("variant", SHAPES)
def test_rows_follow_the_deal(variant: str) -> None:
    rules = game(variant)
    deal = numbered_deal(rules, 7)
    rows = [row for part in sheet_of(rules, deal).parts for row in part.rows]
    assert [len(row.cards) for row in rows] == SHAPES[variant]
    assert tuple(card for row in rows for card in row.cards) == deal
    assert rows[-1].total == len(deal)
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    assert all(sum(group, ()) == row.cards for row in rows for group in [row.groups])


def test_stacking_face_up_and_turning_over_deals_the_first_card_first() -> None:
    rules = game("hauta")
    deal = numbered_deal(rules, 7)
    heap = []  # bottom first
    for part in sheet_of(rules, deal).parts:
        for row in part.rows:
            heap.extend(row.cards)
            assert len(heap) == row.total
            assert heap[-1] == row.cards[-1]
    turned_over = heap[::-1]
    assert tuple(reversed(turned_over)) == deal  # dealt from the top, which is the end of the list


def test_a_deal_that_is_no_pack_is_refused() -> None:
    rules = game("hauta")
    deal = list(numbered_deal(rules, 7))
    deal[3] = deal[4]
    with pytest.raises(Contradiction):
        sheet_of(rules, deal)


def test_unknown_cards_are_told() -> None:
    rules = game("hauta")
    deal = (*numbered_deal(rules, 7)[:10], *[UNSEEN] * 42)
    assert sheet_of(rules, deal).after()[0].key == "sheet-unknown"
    assert full_pack().total() == len(deal)
