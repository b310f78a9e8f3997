"""Nothing of the rules is left out: every clause, refusal and switch value has its test, every clause its text and digest."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.rules import VARIANTS, game, value_text
from companion.rules.base import Game
from companion.words.en.clause_sources import CLAUSE_SOURCES
from companion.words.en.clauses import CLAUSES, SENTENCES

from . import test_hauta, test_helena, test_kapas, test_parihevoset
from .laying import Row, rules_of

ROOT = Path(__file__).resolve().parent.parent.parent
ROWS: list[Row] = [*test_hauta.ROWS, *test_parihevoset.ROWS, *test_kapas.ROWS, *test_helena.ROWS]
TESTS = "\n".join(
    path.read_text(encoding="utf-8")
    for path in Path(__file__).parent.glob("test_*.py")
    if path.name != Path(__file__).name
)
DIGESTS = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "seeds").glob("*.md"))
RULES = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "companion" / "rules").glob("*.py"))
NUMBERS = {"G": 6, "NT": 14, "NTK": 6, "NTO": 1, "NTP": 3, "PH": 14, "NK": 14, "SH": 9, "LO": 4, "BK": 1}
FAMILIES: tuple[type[Game], ...] = tuple({variant.family: None for variant in VARIANTS.values()})


def test_every_clause_has_its_text_and_source() -> None:
    expected = [f"{prefix}-{number}" for prefix, count in NUMBERS.items() for number in range(1, count + 1)]
    assert list(CLAUSES) == expected
    assert list(CLAUSE_SOURCES) == expected
    assert set(SENTENCES) == {f"clause.{c}" for c in expected} | {f"clause.{c}.source" for c in expected}


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_is_in_a_digest(clause: str) -> None:
    assert re.search(rf"\b{clause}\b", DIGESTS), f"no digest in seeds/ cites {clause}"


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_is_tested(clause: str) -> None:
    rows = any(row.clause == clause for row in ROWS)
    named = clause.lower().replace("-", "")
    assert rows or re.search(rf"def test_\w*{named}_", TESTS), f"no test of {clause}"


def test_every_refusal_is_tested() -> None:
    reasons = set(re.findall(r'refuse\(\s*[^"]*?"[A-Z]+-\d+",\s*"([a-z0-9-]+)"', RULES))
    reasons |= set(re.findall(r'refuse\(\s*(?:self\.[a-z_]+(?:\(table\))?|clause),\s*"([a-z0-9-]+)"', RULES))
    assert len(reasons) > 45
    tested = {row.no.split()[1] for row in ROWS if row.no}
    missing = {reason for reason in reasons - tested if f'"{reason}"' not in TESTS}
    assert not missing


@pytest.mark.parametrize("family", FAMILIES)
def test_every_switch_value_is_tested(family: type[Game]) -> None:
    used = {
        (name, value)
        for row in ROWS
        if (rules := rules_of(row.game))
        for name, value in rules.switches.items()
        if isinstance(rules, family)
    }
    missing = [f"{switch.name}={value_text(value)}" for switch in family.all_switches for value in switch.values
               if (switch.name, value) not in used and f"{switch.name}={value_text(value)}" not in TESTS]  # fmt: skip
    assert not missing


@pytest.mark.parametrize("family", FAMILIES)
def test_every_switch_names_its_clauses_and_is_in_a_digest(family: type[Game]) -> None:
    for switch in family.all_switches:
        assert set(switch.clauses) <= set(CLAUSES)
        assert f"`{switch.name}`" in DIGESTS, f"no digest names {switch.name}"
        assert any(switch.name in CLAUSE_SOURCES[clause] or switch.name in SENTENCES[f"clause.{clause}"]
                   for clause in switch.clauses), f"no clause text names {switch.name}"  # fmt: skip


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_refusal_names_a_clause_of_the_rules(variant: str) -> None:
    rules = game(variant)
    assert {rules.form_clause, rules.won_clause} <= set(CLAUSES)
    assert {f"{row.no.split()[0]}" for row in ROWS if row.no} <= set(CLAUSES)
