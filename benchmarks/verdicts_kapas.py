"""How many numbered deals of Napoleono kapas are won or proved lost, and how often the hints win.

    python benchmarks/verdicts_kapas.py [--deals 300] [--from 1] [--time 10] [--cpu] [--hints]

Deals: `random.Random(k).shuffle` of two packs, suits HDCS, each ace to king. Prints counts with 95 % Wilson intervals and medians;
one line a deal goes to stderr. `--cpu` counts processor seconds instead of wall-clock seconds, for a busy machine.
`--hints` plays each deal by `choices` alone, `--time` seconds a hint, with the unseen cards hidden from it.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from types import SimpleNamespace

from common import deal, percent

from companion.rules import game
from companion.search import kapas, kapas_foresight, kapas_hints
from companion.search.outcome import Limits


def verdicts(numbers: range, time_s: float, clock) -> None:
    rules, found = game("kapas"), []
    for number in numbers:
        table, begun = rules.opening(deal(rules, number)), clock()
        outcome = kapas.solve(rules, table, Limits(time_s=time_s))
        seconds = clock() - begun
        for event in outcome.line:
            assert rules.why(table, event) is None
            table = rules.apply(table, event)
        assert outcome.verdict != "won" or rules.won(table)
        found.append((outcome.verdict, seconds))
        print(number, outcome.verdict, f"{seconds:.2f}", outcome.best, outcome.nodes, file=sys.stderr, flush=True)
    n = len(found)
    for limit in sorted({1.0, 2.0, 5.0, time_s}):
        won = sum(verdict == "won" and seconds <= limit for verdict, seconds in found)
        lost = sum(verdict == "lost" and seconds <= limit for verdict, seconds in found)
        print(
            f"within {limit:g} s: won {percent(won, n)}; lost {percent(lost, n)}; proved lost of the rest {percent(lost, n - won)}"
        )
    decided = [seconds for verdict, seconds in found if verdict != "open"]
    if decided:
        print(f"median of the decided {statistics.median(decided):.3f} s")


def hints(numbers: range, time_s: float, clock) -> None:
    rules, won, times, reached = game("kapas"), 0, [], []
    for number in numbers:
        table, rng = rules.opening(deal(rules, number)), random.Random(number)
        seen = {table}
        while True:
            begun = clock()
            offered = [
                event for event, _, _ in kapas_hints.choices(rules, rules.view(table), Limits(time_s=time_s), rng)
            ]
            times.append(clock() - begun)
            # A table that was there before would be met for ever: the next best is taken.
            after = next((then for event in offered if (then := rules.apply(table, event)) not in seen), None)
            if after is None or rules.won(table):
                break
            table = after
            seen.add(table)
        won += rules.won(table)
        reached.append(rules.progress(table))
        print(number, "won" if rules.won(table) else "not", reached[-1], file=sys.stderr, flush=True)
    print(
        f"hints of {time_s:g} s: won {percent(won, len(numbers))}; cards on bases {statistics.mean(reached):.1f};",
        end=" ",
    )
    print(f"median {statistics.median(times):.2f} s, longest {max(times):.2f} s a hint")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--from", type=int, default=1, dest="first")
    parser.add_argument("--time", type=float, default=10.0)
    parser.add_argument("--cpu", action="store_true")
    parser.add_argument("--hints", action="store_true")
    asked = parser.parse_args()
    clock = time.process_time if asked.cpu else time.perf_counter
    if asked.cpu:
        kapas.time = kapas_hints.time = kapas_foresight.time = SimpleNamespace(perf_counter=clock)  # type: ignore[assignment]
    kapas.load()
    kapas_hints.load()
    (hints if asked.hints else verdicts)(range(asked.first, asked.first + asked.deals), asked.time, clock)


if __name__ == "__main__":
    main()
