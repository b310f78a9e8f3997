"""The kernel of Napoleon's Tomb against the referee's moves: python benchmarks/soundness_hauta.py VARIANT [POSITIONS] [TABLES] [SEED]

Random positions with 8 … 14 cards not yet on foundations, each decided by the kernel and by trying all the referee's moves, up to so
many tables a position. Stops at the first disagreement.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from pathlib import Path

from common import progress

sys.path.insert(0, str(Path(__file__).parent.parent))

from companion.rules import game
from companion.search import hauta
from companion.search.outcome import Limits
from companion.search.verdict import replays
from tests.search.hauta_tables import judge, small_hauta


def main(variant: str, positions: int = 2000, tables: int = 700, seed: int = 1) -> None:
    rules, rng = game(variant), random.Random(seed)
    words: Counter[str] = Counter()
    while words["won"] + words["lost"] < positions:
        table = small_hauta(rules, rng, rng.randint(8, 14), rng.choice((0, 2, 4, 6)))
        truth = judge(rules, table, tables)
        if truth is None:
            words["too many tables for the judge"] += 1
            continue
        outcome = hauta.solve(rules, table, Limits(600, memory_mib=64))
        if outcome.verdict != ("won" if truth else "lost"):
            raise SystemExit(f"the kernel says {outcome.verdict}, the referee's moves otherwise: {table}")
        if truth and not replays(rules, table, outcome.line):
            raise SystemExit(f"the line does not replay: {table}")
        words[outcome.verdict] += 1
        progress(f"{variant} {dict(words)}")
    progress("")
    print(f"\r{variant}: {dict(words)}, every verdict the same")


if __name__ == "__main__":
    main(sys.argv[1], *(int(value) for value in sys.argv[2:5]))
