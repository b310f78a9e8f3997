"""Counts of legal sequences, equal to those of an independent program (`benchmarks/perft.py` runs all of them to full depth)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from perft import PERFT, positions, sequences

ENTRIES: list[dict[str, Any]] = json.loads(PERFT.read_text(encoding="utf-8"))["entries"]
LIMIT = 350
"""Sequences expanded a position: the test counts as deep as this allows."""


@pytest.mark.parametrize(
    "entry", ENTRIES, ids=lambda e: f"{e['variant']}-{e['seed']}-{'-'.join(e['options'].values())}"
)
def test_perft(entry: dict[str, Any]) -> None:
    for played, rules, table, counts in positions(entry):
        depth = 1 + max((at for at, count in enumerate(counts[:-1], start=1) if sum(counts[:at]) <= LIMIT), default=0)
        assert list(sequences(rules, table, depth)) == counts[:depth], f"after {played} events"
