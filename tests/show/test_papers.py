"""What leaves the program as a document: the game told, pictures, and the page that replays it."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import pytest

from companion.journal import parse_record
from companion.referee import Report, check
from companion.show.drawing import as_json
from companion.show.html import replay_html
from companion.show.layout import spots, spots_in_use
from companion.show.scenes import scenes
from companion.show.svg import CARD_H, CARD_W, centre_of, table_svg
from companion.show.tell import escaped, tell
from companion.words.voice import Voice
from tests.show.playing import RECORDS, record, some_tables

SVG = "{http://www.w3.org/2000/svg}"
VARIANTS_OF_EACH_PICTURE = ("hauta", "hauta-kookas", "parihevoset", "kapas", "helena", "louis")


def judged(*lines: str) -> Report:
    return check(parse_record("\n".join(["companion-log 1", *lines, ""]).encode()))


# ---------------------------------------------------------------------- scenes


def test_a_refill_is_told_as_following_by_itself() -> None:
    """NTK-4 on the guide's deal: 7♠ goes to a corner, and 6♣ comes to its cell."""
    report = judged("variant: hauta-kookas", "deal 9C 8H 7S 5D", "move cell3 corner1", "turn 6C cell3")
    first, second, third = scenes(report)
    assert [str(card) for card in first.event.cards] == ["9C", "8H", "7S", "5D"]  # type: ignore[union-attr]
    assert str(second.event) == "move 7S cell3 corner1"
    assert second.laid == ()  # the card that came is not known before it is turned
    assert str(third.event) == "turn 6C cell3"
    known = judged("variant: hauta-kookas", f"deal: {' '.join(_guide_deal())}", "move cell3 corner1")
    assert [(place, str(card)) for place, card in scenes(known)[0].laid] == [("cell3", "6C")]
    assert scenes(known)[0].told(Voice()) == [
        "7♠ goes from cell 3 to corner 1.",
        "6♣ follows by itself, in cell 3.",
    ]


def _guide_deal() -> list[str]:
    first = ["9C", "8H", "7S", "5D", "6C", "6H", "4S", "3H", "2C", "AD"]
    rest = [
        f"{rank}{suit}"
        for suit in "SHDC"
        for rank in ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    ]
    return first + [card for card in rest if card not in first]


def test_a_wall_card_that_moves_out_and_one_that_is_turned() -> None:
    """NK-9: the king leaves its auxiliary place, the wall's top follows, the wall's next card is turned up."""
    report = record("kapas-unseen")
    king = scenes(report)[1]
    assert [(place, str(card)) for place, card in king.laid] == [("aux1", "3C")]
    assert king.turned == ()
    assert king.marks == {"aux1", "wall1", "base-S"}


def test_a_refused_event_changes_nothing_and_is_told_with_its_clause() -> None:
    refused = [scene for scene in scenes(record("practice")) if scene.fault]
    assert len(refused) == 1
    assert refused[0].before == refused[0].table
    assert refused[0].marks == frozenset()
    assert "(NT-4)" in refused[0].told(Voice())[0]


# ---------------------------------------------------------------------- Markdown


def test_the_practice_deal_told() -> None:
    text = tell(record("practice"), Voice())
    assert text.startswith("# Napoleon's Tomb (hauta)\n")
    assert "1. 9♣ is turned and laid on the waste.\n" in text
    assert "4. 8♥ goes from cell 1 to corner 1.\n" in text
    assert text.count("```text") == 2  # the opening and the end
    assert "×3 →10" in text
    assert "×7 →5" in text
    assert text.endswith("10 cards of 52 lie on the foundations.\n")


def test_drawings_stand_where_they_are_wished() -> None:
    text = tell(record("practice"), Voice(), drawn_after=[0, 3])
    assert text.count("```text") == 2
    before, after = text.split("\n3. ", 1)
    assert before.count("```text") == 1
    assert after.split("\n4. ")[0].count("```text") == 1


def test_notes_are_no_markup() -> None:
    report = judged("variant: hauta", "draw 9C waste ; *bold* [link](x) <b> \x1b[31m #")
    line = next(line for line in tell(report, Voice()).split("\n") if line.startswith("1. "))
    assert r"\*bold\* \[link\](x) \<b\>" in line
    assert "\x1b" not in line
    assert escaped("a_b") == r"a\_b"


# ---------------------------------------------------------------------- SVG


@pytest.mark.parametrize("name", RECORDS)
def test_a_picture_holds_every_place_and_every_top_card(name: str) -> None:
    report = record(name)
    root = ElementTree.fromstring(table_svg(report.game, report.table, Voice(), marks=("centre",)))
    places = {spot.place for spot in spots_in_use(report.game, report.table)}
    groups = {g.get("id"): g for g in root.iter(f"{SVG}g") if g.get("id")}
    assert set(groups) == places
    for place, pile in report.table.piles.items():
        if place in ("stock",) or place not in groups or not pile:
            continue
        texts = [t.text for t in groups[place].iter(f"{SVG}text")]
        wanted = "??" if not pile[-1].rank else str(pile[-1])[:-1]
        assert wanted in texts, (place, texts)
    assert root.find(f"{SVG}title") is not None
    assert root.find(f"{SVG}desc") is not None


def test_a_caption_is_text_and_no_markup() -> None:
    report = record("practice")
    svg = table_svg(report.game, report.table, Voice(), caption='<script>alert("x")</script> & more')
    assert "<script" not in svg
    ElementTree.fromstring(svg)


def test_pictures_need_nothing_from_outside() -> None:
    report = record("kapas")
    svg = table_svg(report.game, report.table, Voice())
    assert re.findall(r"https?://[^\"' ]+", svg) == ["http://www.w3.org/2000/svg"]
    assert "<image" not in svg


def _reach(tilt: int) -> tuple[float, float]:
    """How far a card reaches from its middle to the side and up; aslant, half its diagonal at most."""
    diagonal = (CARD_W**2 + CARD_H**2) ** 0.5 / 2
    return {0: (CARD_W / 2, CARD_H / 2), 90: (CARD_H / 2, CARD_W / 2)}.get(tilt, (diagonal, diagonal))


@pytest.mark.parametrize("variant", VARIANTS_OF_EACH_PICTURE)
def test_no_two_places_lie_upon_each_other(variant: str) -> None:
    rules, _ = some_tables(variant)[0]
    laid = [(spot, *centre_of(spot)) for spot in spots(rules)]
    for index, (one, x, y) in enumerate(laid):
        for other, u, v in laid[index + 1 :]:
            half = [_reach(one.tilt), _reach(other.tilt)]
            apart = abs(x - u) >= half[0][0] + half[1][0] or abs(y - v) >= half[0][1] + half[1][1]
            assert apart, (one.place, other.place)


@pytest.mark.parametrize("variant", VARIANTS_OF_EACH_PICTURE)
def test_every_place_of_a_game_has_one_spot(variant: str) -> None:
    rules, _ = some_tables(variant)[0]
    named = [spot.place for spot in spots(rules)]
    assert len(set(named)) == len(named)
    missing = set(rules.places) - set(named)
    assert missing <= {"sixes"}
    assert missing == set() or not rules.switches["six_store"]


def test_the_ring_of_helena_is_as_the_source_draws_it() -> None:
    """The source's table: 1-4 above, 5 and 6 on the right downwards, 7-10 below right to left, 11 and 12 left upwards."""
    rules, _ = some_tables("helena")[0]
    at = {(spot.row, spot.column): spot.place for spot in spots(rules)}
    assert [at[0, column] for column in (1, 2, 3, 4)] == ["pile1", "pile2", "pile3", "pile4"]
    assert [at[row, 5] for row in (1, 2)] == ["pile5", "pile6"]
    assert [at[3, column] for column in (4, 3, 2, 1)] == ["pile7", "pile8", "pile9", "pile10"]
    assert [at[row, 0] for row in (2, 1)] == ["pile11", "pile12"]
    assert all(at[1, column].startswith("king") and at[2, column].startswith("ace") for column in (1, 2, 3, 4))


# ---------------------------------------------------------------------- the page


def _data(page: str) -> dict[str, object]:
    found = re.search(r'<script type="application/json" id="game">(.*?)</script>', page, re.S)
    assert found
    loaded = json.loads(found[1])
    assert isinstance(loaded, dict)
    return loaded


@pytest.mark.parametrize("name", RECORDS)
def test_the_page_holds_every_step(name: str) -> None:
    report = record(name)
    page = replay_html(report, Voice())
    data = _data(page)
    steps = data["steps"]
    assert isinstance(steps, list)
    assert len(steps) == len(report.steps) + 1
    cards = data["cards"]
    assert isinstance(cards, list)
    assert len(cards) == report.game.whole.total()
    piles: dict[str, dict[str, list[int]]] = {}
    tables = [report.opening, *(step.table for step in report.steps)]
    for step, table in zip(steps, tables, strict=True):
        piles.update(step["piles"])
        assert {place: len(pile["ids"]) for place, pile in piles.items()} == {
            place: len(pile) for place, pile in table.piles.items()
        }
    for place, pile in report.game.view(report.table).piles.items():
        for number, card in zip(piles[place]["ids"], pile, strict=True):
            if card.rank:
                assert cards[number]["rank"] + cards[number]["suit"] == str(card)
    assert page.count("<li data-step=") == len(steps)


def test_the_page_needs_nothing_from_outside() -> None:
    page = replay_html(record("kapas"), Voice())
    assert set(re.findall(r"https?://[^\"' <]+", page)) <= {"http://www.w3.org/2000/svg"}
    assert "src=" not in page
    assert "@import" not in page
    assert "default-src 'none'" in page


def test_a_note_cannot_break_out_of_the_page() -> None:
    evil = "</script><script>alert(1)</script><img src=x onerror=alert(1)>"
    page = replay_html(judged("variant: hauta", f"draw 9C waste ; {evil}"), Voice())
    assert page.count("<script") == 2
    assert page.count("</script>") == 2
    assert "<img" not in page
    steps = _data(page)["steps"]
    assert isinstance(steps, list)
    assert steps[1]["note"] == evil


def test_cards_that_were_never_seen_are_not_in_the_page() -> None:
    report = judged("variant: hauta", f"deal: {' '.join(_guide_deal())}", "draw waste")
    cards = _data(replay_html(report, Voice()))["cards"]
    assert isinstance(cards, list)
    assert [card for card in cards if card] == [{"rank": "9", "suit": "C", "ink": "black"}]


def test_json_tells_what_the_drawing_tells() -> None:
    report = record("practice")
    facts = as_json(report.game, report.table)
    assert facts["needs"] == {"corner1": 10, "corner2": 7, "corner3": 7, "corner4": 7, "centre": 5}
    assert facts["places"]["corner1"] == ["7S", "8H", "9C"]
    assert facts["places"]["stock"] == ["??"] * 42
    assert facts["on_foundations"] == 10
    assert (facts["round"], facts["rounds"], facts["won"]) == (1, 1, False)
