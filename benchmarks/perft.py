"""Count the legal sequences of events of every preset, to full depth, against `fixtures/perft.json`.

    python benchmarks/perft.py [VARIANT …] [--depth N]

Prints one line an entry and exits 1 where a count differs. The expected counts were made by an independent program.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from companion.cards import Card
from companion.events import parse_event
from companion.rules import Game, game
from companion.table import Table

PERFT = Path(__file__).resolve().parent.parent / "fixtures" / "perft.json"


def sequences(rules: Game, table: Table, depth: int) -> Iterator[int]:
    """The number of legal sequences of 1, 2, … `depth` events from a table; equal tables are expanded once."""
    level = Counter({table: 1})
    for at in range(depth):
        last, total = at == depth - 1, 0
        following: Counter[Table] = Counter()
        for here, ways in level.items():
            events = rules.legal(here)
            total += ways * len(events)
            if not last:
                for event in events:
                    following[rules.apply(here, event)] += ways
        yield total
        level = following


def positions(entry: dict) -> Iterator[tuple[int, Game, Table, list[int]]]:
    """The positions of an entry with the counts expected there: (events played, rules, table, counts)."""
    rules = game(entry["variant"], entry["options"])
    table = rules.opening([Card.parse(text) for text in entry["deal"].split()])
    yield 0, rules, table, entry["counts"]
    later = {there["events"]: there["counts"] for there in entry["after_prefix"]}
    for played, text in enumerate(entry["prefix"], start=1):
        event = parse_event(text, rules.places)
        refusal = rules.why(table, event)
        if refusal is not None:
            raise SystemExit(f"{entry['variant']} seed {entry['seed']}: event {played} `{text}` refused: {refusal}")
        table = rules.apply(table, event)
        if played in later:
            yield played, rules, table, later[played]


def main() -> int:
    """Run the entries asked for; 1 where a count differs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("variants", nargs="*")
    parser.add_argument("--depth", type=int, default=99)
    asked = parser.parse_args()
    wrong = done = 0
    total = 0
    began = time.perf_counter()
    for entry in json.loads(PERFT.read_text(encoding="utf-8"))["entries"]:
        if asked.variants and entry["variant"] not in asked.variants:
            continue
        for played, rules, table, counts in positions(entry):
            expected = counts[: asked.depth]
            found = list(sequences(rules, table, len(expected)))
            same = found == expected
            done, wrong, total = done + 1, wrong + (not same), total + sum(found)
            options = " ".join(f"{name}={value}" for name, value in entry["options"].items())
            at = f"after {played}" if played else "opening"
            print(
                f"{'equal ' if same else 'DIFFER'} {entry['variant']:<24}{options:<12}seed {entry['seed']} {at:<10}"
                f"depth {len(found):>2}  {found[-1]:>9}" + ("" if same else f"  expected {expected}, found {found}"),
                flush=True,
            )
    print(f"{done} positions, {wrong} differ, {total} sequences counted, {time.perf_counter() - began:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
