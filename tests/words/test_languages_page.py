"""`docs/languages.md`: its tables are what the program reads. `UPDATE_GOLDEN=1` writes them anew."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.rules import game
from companion.words.language import LANGUAGES
from companion.words.reading import kind_of
from companion.words.vocabulary import vocabulary

PAGE = Path(__file__).parents[2] / "docs" / "languages.md"
FAMILIES = {
    "hauta": "Napoleon's Tomb",
    "parihevoset": "Parihevoset",
    "kapas": "Napoleono kapas",
    "helena": "Święta Helena",
}
SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
RANK_LETTERS = {1: "ace", 10: "ten", 11: "jack", 12: "queen", 13: "king"}


def row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def letters() -> Iterator[str]:
    """The letters for suits and ranks in each language, beside the indices A J Q K."""
    yield row("language", *SUITS.values(), *RANK_LETTERS.values())
    yield row("---", *["---"] * (len(SUITS) + len(RANK_LETTERS)))
    for lang in LANGUAGES:
        spoken = vocabulary(lang)
        cells = [spoken.suits[suit] for suit in SUITS] + [spoken.ranks[rank] for rank in RANK_LETTERS]
        yield row(lang, *(" ".join(form.upper() for form in forms if len(form) == 1) for forms in cells))


def places() -> Iterator[str]:
    """The short forms of the places of each family."""
    for family, title in FAMILIES.items():
        rules = game(family)
        kinds = dict.fromkeys(map(kind_of, rules.places))
        yield f"\n{title}:\n"
        yield row("place", *LANGUAGES)
        yield row("---", *["---"] * len(LANGUAGES))
        for kind in kinds:
            own = [place[len(kind) :] for place in rules.places if kind_of(place) == kind]
            tail = f"1…{len(own)}" if own[0].isdecimal() else " + suit" if own[0] else ""
            yield row(f"`{kind}{tail}`", *(f"`{vocabulary(lang).places[kind][0]}`" for lang in LANGUAGES))


def commands() -> Iterator[str]:
    """The words for the commands of `play`."""
    yield row(*LANGUAGES)
    yield row(*["---"] * len(LANGUAGES))
    for command in vocabulary("en").commands:
        yield row(*(", ".join(vocabulary(lang).commands[command]) for lang in LANGUAGES))


@pytest.mark.parametrize("table", [letters, places, commands], ids=lambda table: table.__name__)
def test_the_tables_of_the_page(table: object) -> None:
    name = table.__name__  # type: ignore[attr-defined]
    text = PAGE.read_text(encoding="utf-8")
    block = re.compile(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
    fresh = block.sub(lambda match: f"{match[1]}" + "\n".join(table()) + f"\n{match[2]}", text)  # type: ignore[operator]
    if os.environ.get("UPDATE_GOLDEN"):
        PAGE.write_text(fresh, encoding="utf-8", newline="\n")
        text = fresh
    assert block.search(text)
    assert fresh == text
