"""The whole games in `fixtures/logs`, each refereed, and played over by hands that know no rule."""

from __future__ import annotations

from pathlib import Path

import pytest
from make_logs import FOURTH, PRACTICE, RECIPES, SEARCH, Recipe, can_go_on, make

from companion.cards import Card, cards_text
from companion.deals import numbered_deal
from companion.events import End, Turn, parse_event
from companion.journal import read_record
from companion.referee import Report, check
from companion.rules import VARIANTS, game
from companion.table import Table

ROOT = Path(__file__).resolve().parent.parent.parent
LOGS = ROOT / "fixtures" / "logs"

RECIPE = {recipe.name: recipe for recipe in RECIPES}


def refereed(name: str) -> Report:
    return check(read_record(str(LOGS / f"{name}.log")))


def test_every_variant_has_a_whole_game() -> None:
    played = {recipe.variant for recipe in RECIPES}
    assert played == {variant.id for variant in VARIANTS.values() if not variant.comparison}


@pytest.mark.parametrize(
    "recipe", [recipe for recipe in RECIPES if recipe.player != SEARCH], ids=lambda recipe: recipe.name
)
def test_the_log_is_what_the_script_makes(recipe: Recipe) -> None:
    assert (LOGS / f"{recipe.name}.log").read_text(encoding="utf-8") == make(recipe)


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.name)
def test_whole_game(recipe: Recipe) -> None:
    report = refereed(recipe.name)
    assert report.legal, (report.refusals[:1], report.problems[:1])
    assert report.ended == recipe.ends
    assert report.won == (recipe.ends == "won")
    rules, table = report.game, report.table
    assert not rules.to_turn(table)
    if recipe.ends == "blocked":
        assert can_go_on(rules, table) is False
    # Played over from the numbered deal, whose order is known, the game ends on the same table as told card by card.
    known = rules.opening(numbered_deal(rules, recipe.seed))
    for step in report.steps:
        event = step.standing.event
        if not isinstance(event, End | Turn) and not (known.dealing == () and event in _opening(report)):
            known = rules.apply(rules.learn(known, event), event)
    assert rules.view(known).piles == rules.view(table).piles
    assert (known.round, known.phase) == (table.round, table.phase)


def _opening(report: Report) -> set[object]:
    """The deal lines that tell an opening which the known order has dealt already."""
    waiting, told = len(report.opening.dealing), set()
    for step in report.steps:
        if waiting <= 0:
            break
        told.add(step.standing.event)
        waiting -= len(getattr(step.standing.event, "cards", ()))
    return told


def test_practice_log() -> None:
    report = refereed("practice")
    assert (LOGS / "practice.log").read_text(encoding="utf-8") == PRACTICE
    assert report.legal
    table = report.table
    assert cards_text(table.piles["corner1"]) == "7S 8H 9C"
    assert cards_text(table.piles["centre"]) == "6C 5D 4S 3H 2C AD 6H"
    assert len(table.piles["stock"]) == 42
    assert {place for place, pile in table.piles.items() if pile} == {"corner1", "centre", "stock"}
    assert report.unseen.total() == 42


@pytest.mark.parametrize("name", ["hauta-won", "hauta-pysolfc", "hauta-korttipeli", "hauta-blocked"])
def test_hands_that_know_no_rule(name: str) -> None:
    """The log's words carried out on plain lists: the same piles, and the sums that the guide names."""
    lines = [line.split(" ;")[0].split() for line in (LOGS / f"{name}.log").read_text(encoding="utf-8").splitlines()]
    stock = next((line[1:] for line in lines if line[0] == "deal:"), [])
    piles: dict[str, list[str]] = {}
    for word, *rest in lines:
        if word == "draw":
            card = rest[0] if len(rest) == 2 else stock.pop(0)
            piles.setdefault(rest[-1], []).append(card)
        elif word == "move":
            piles.setdefault(rest[1], []).append(piles[rest[0]].pop())
            if name == "hauta-korttipeli" and rest[0].startswith("cell") and stock:
                piles[rest[0]].append(stock.pop(0))
        elif word == "redeal":
            stock, piles["waste"] = piles["waste"], []
        elif word == "deal:" and name == "hauta-korttipeli":
            piles |= {f"cell{n}": [stock.pop(0)] for n in range(1, 5)}
    table: Table = refereed(name).table
    assert {place: cards_text(pile) for place, pile in table.piles.items() if pile and place != "stock"} == {
        place: " ".join(pile) for place, pile in piles.items() if pile
    }
    if RECIPE[name].ends == "won":
        for corner in range(1, 5):
            assert [Card.parse(text).rank for text in piles[f"corner{corner}"]] == [7, 8, 9, 10, 11, 12, 13]
        assert [Card.parse(text).rank for text in piles["centre"]] == [6, 5, 4, 3, 2, 1] * 4


def test_undo_and_fix_stay_in_the_record() -> None:
    text = (LOGS / "hauta-undo-fix.log").read_text(encoding="utf-8")
    assert (text.count("\nundo ;"), text.count("\nfix ")) == (4, 2)
    report = refereed("hauta-undo-fix")
    assert (
        len(report.steps) == len([line for line in text.splitlines() if line.split()[0] in ("draw", "move", "end")]) - 4
    )


def test_ph13_unresolved_is_shown_by_a_fourth_round() -> None:
    """After the third round cards are left; arranged as they lie, a fourth round would place them all."""
    report = refereed("parihevoset-unresolved")
    assert (report.ended, report.table.round, report.table.phase, report.won) == ("unresolved", 3, "aux", False)
    rules = game("parihevoset-neljakulma", {"rounds": 4})
    table = report.table
    text = (LOGS / "parihevoset-unresolved.log").read_text(encoding="utf-8")
    line = [event.removeprefix(FOURTH) for event in text.splitlines() if event.startswith(FOURTH)]
    assert line[0] == "redeal"
    for words in line:
        event = parse_event(words, rules.places)
        assert rules.why(table, event) is None  # type: ignore[arg-type]
        table = rules.apply(table, event)  # type: ignore[arg-type]
    assert table.round == 4
    assert rules.won(table)


@pytest.mark.parametrize("path", sorted((ROOT / "fixtures" / "deals").glob("*.deal")), ids=lambda path: path.stem)
def test_deal_files_are_whole_packs(path: Path) -> None:
    report = check(read_record(str(path)))
    assert report.legal
    assert not report.steps
    assert report.table.known() == report.game.whole
