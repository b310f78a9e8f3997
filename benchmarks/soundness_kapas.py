"""The kernel of Napoleono kapas against the referee's moves: python benchmarks/soundness_kapas.py [POSITIONS] [SEED]

Random positions with 8 … 14 cards not yet on bases, each decided by the kernel (every other one by its whole search alone) and by
trying all the referee's moves. For every fourth the cards that a player would not see are hidden, and what is then said of it (lost or
won in every order, the odds) is held against the verdict on every order. Stops at the first disagreement.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from pathlib import Path

from common import progress

sys.path.insert(0, str(Path(__file__).parent.parent))

from companion.rules import game
from companion.search import kapas
from tests.search.kapas_tables import agree, agree_hidden, deep_table, small_table


def main(positions: int = 2000, seed: int = 1) -> None:
    rng, beams = random.Random(seed), kapas.FIRST_RUNS
    words: Counter[str] = Counter()
    games = [game("kapas", {"gather": gather}) for gather in ("first_under", "first_over")]
    while words.total() < positions:
        rules = rng.choice(games)
        kapas.FIRST_RUNS = rng.choice((beams, ()))
        hidden = rng.random() < 0.25
        said = agree_hidden(rules, deep_table(rng)) if hidden else agree(rules, small_table(rng, rng.randint(8, 14)))
        if said is not None:
            words[said] += 1
            progress(f"{dict(words)}")
    progress("")
    print(f"\rkapas: {dict(words)}, nothing differs")


if __name__ == "__main__":
    main(*(int(value) for value in sys.argv[1:3]))
