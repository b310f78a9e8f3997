"""`setup` on the command line: text, JSON and the page to print."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from companion.deals import numbered_deal
from companion.rules import game


def test_the_text_holds_every_card_in_dealing_order(companion: Any) -> None:
    answer = companion("setup", "hauta", "--seed", "7")
    assert answer.code == 0
    shown = re.findall(r"(10|[2-9AJQK])([♠♥♦♣])", answer.out.split("The stock:")[1].split("At the end")[0])
    suits = dict(zip("♠♥♦♣", "SHDC", strict=True))
    assert [rank + suits[sign] for rank, sign in shown] == [str(card) for card in numbered_deal(game("hauta"), 7)]
    assert "= 52" in answer.out


def test_json_tells_the_rows(companion: Any) -> None:
    document = companion("setup", "helena", "--seed", "5", "--json").json
    assert [row["count"] for row in document["rows"]] == [12, 24, 36, 48, 60, 72, 84, 96]
    assert all(row["top"] == row["cards"][-1] for row in document["rows"])
    assert document["taken_out"] == ["KS", "KH", "KD", "KC", "AS", "AH", "AD", "AC"]
    assert [card for row in document["rows"] for card in row["cards"]] == document["deal"]


def test_the_page_is_whole_and_is_not_overwritten(companion: Any, tmp_path: Path) -> None:
    page = tmp_path / "sheet.html"
    assert companion("setup", "kapas", "--seed", "5", "--output", str(page)).code == 0
    text = page.read_text(encoding="utf-8")
    open_tags: list[str] = []

    class Balanced(HTMLParser):
        def handle_starttag(self, tag: str, attrs: object) -> None:
            if tag != "meta":
                open_tags.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert open_tags.pop() == tag

    Balanced().feed(text)
    assert open_tags == []
    assert text.count('<td class="c') == 104
    assert "http" not in text
    assert companion("setup", "kapas", "--seed", "6", "--output", str(page)).code == 3
    assert page.read_text(encoding="utf-8") == text


def test_without_a_deal_it_tells_how_the_table_is_laid(companion: Any) -> None:
    answer = companion("setup", "parihevoset")
    assert answer.code == 0
    assert "eight aces" in answer.out
    assert companion("setup", "parihevoset", "--output", "x.html").code == 2


def test_a_deal_file_and_its_faults(companion: Any, tmp_path: Path) -> None:
    deal = tmp_path / "a.deal"
    cards = [str(card) for card in numbered_deal(game("hauta"), 7)]
    deal.write_text("variant: hauta-kookas\n" + " ".join(cards) + "\n", encoding="utf-8")
    answer = companion("setup", "--deal", str(deal))
    assert answer.code == 0
    assert answer.out.startswith("hauta-kookas")
    deal.write_text(" ".join(cards[:51]) + "\n", encoding="utf-8")
    assert companion("setup", "--deal", str(deal)).code == 4
