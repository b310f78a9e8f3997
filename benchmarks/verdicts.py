"""Verdicts with the order known: python benchmarks/verdicts.py VARIANT [DEALS] [SECONDS] [FIRST]

Seconds are processor time for each deal. Every won line is replayed by the referee.
"""

from __future__ import annotations

import sys
import time
from collections import Counter

from common import deal, median, percent, processor_limit, progress

from companion.rules import game
from companion.search.outcome import Limits
from companion.search.verdict import replays, solve


def main(variant: str, deals: int = 1000, seconds: float = 2.0, first: int = 1) -> None:
    rules = game(variant)
    solve(rules, rules.opening(deal(rules, 1)), Limits(60, nodes=2000))  # compile
    words: Counter[str] = Counter()
    used: list[float] = []
    for number in range(first, first + deals):
        table = rules.opening(deal(rules, number))
        begin = time.process_time()
        outcome = solve(rules, table, Limits(1000 * seconds), stop=processor_limit(seconds))
        used.append(time.process_time() - begin)
        if outcome.verdict == "won" and not replays(rules, table, outcome.line):
            raise SystemExit(f"deal {number}: the line does not replay")
        words[outcome.verdict] += 1
        if outcome.verdict == "open":
            progress("")
            print(f"\r  open: deal {number}, {outcome.nodes} nodes, best {outcome.best}", flush=True)
        progress(f"{variant} {len(used)}/{deals} {dict(words)}")
    progress("")
    late = sum(1 for value in used if value > seconds)
    done = words["won"] + words["lost"]
    print(f"\r{variant}, deals {first}–{first + deals - 1}, {seconds:g} s each: {dict(words)}")
    print(f"  won {percent(words['won'], deals)}")
    print(f"  won or lost {percent(done, deals)}")
    ordered = sorted(used)
    print(
        f"  processor time: median {1000 * median(used):.1f} ms, 90 % within {1000 * ordered[deals * 9 // 10]:.0f} ms, "
        f"99 % within {1000 * ordered[deals * 99 // 100]:.0f} ms, most {ordered[-1]:.2f} s, {late} over the limit"
    )


if __name__ == "__main__":
    arguments = sys.argv[1:]
    main(arguments[0], *(int(value) for value in arguments[1:2]), *(float(value) for value in arguments[2:3]),
         *(int(value) for value in arguments[3:4]))  # fmt: skip
