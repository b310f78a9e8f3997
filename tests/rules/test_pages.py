"""The pages of the games name every version, switch and value, and only clauses and logs that there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.rules import VARIANTS, value_text
from companion.words.en.clauses import CLAUSES

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "games").glob("*.md")}
PAGE_OF = {"hauta": "hauta", "parihevoset": "parihevoset", "kapas": "kapas", "helena": "helena", "louis": "louis",
           "boxkite": "boxkite"}  # fmt: skip


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_version_is_on_its_page(variant: str) -> None:
    assert f"`{variant}`" in PAGES[PAGE_OF[variant.split("-")[0]]]


@pytest.mark.parametrize("variant", ["hauta", "parihevoset", "kapas", "helena"])
def test_every_switch_is_on_the_page_with_its_values(variant: str) -> None:
    for switch in VARIANTS[variant].family.all_switches:
        values = ", ".join(map(value_text, switch.values))
        assert f"| `{switch.name}` | {values} |" in PAGES[variant]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_names_only_what_there_is(page: str) -> None:
    text = PAGES[page]
    assert set(re.findall(r"\b(?:G|NT|NTK|NTO|NTP|PH|NK|SH|LO|BK)-\d+\b", text)) <= set(CLAUSES)
    for log in re.findall(r"fixtures/logs/[\w-]+\.log", text):
        assert (ROOT / log).exists()
    for link in re.findall(r"\]\(([^)]+)\)", text):
        assert (ROOT / "docs" / "games" / link).exists()


@pytest.mark.parametrize("page", PAGES)
def test_the_drawing_names_every_place(page: str) -> None:
    family = VARIANTS[page].family
    rules = family(page, dict(VARIANTS[page].differences))
    drawing = "\n".join(re.findall(r"^    .*$", PAGES[page], re.MULTILINE))
    stockless = {"stock"} if page in ("helena", "boxkite") else set()
    missing = [
        place for place in rules.places if place not in stockless and not re.search(rf"(?<!\S){place}(?!\S)", drawing)
    ]
    assert not missing
