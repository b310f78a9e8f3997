"""How many numbered deals of Parihevoset are won or unresolved, with the order known or with the first round's stock hidden.

    python benchmarks/verdicts_parihevoset.py [parihevoset-neljakulma|parihevoset] [--deals 300] [--from 1] [--time 5] [--cpu] [--hints]

Deals: `random.Random(k).shuffle` of two packs without aces, suits HDCS, each two to king. Prints counts with 95 % Wilson intervals
and medians; one line a deal goes to stderr. `--cpu` counts processor seconds instead of wall-clock seconds, for a busy machine.
`--hints`: the first round is played by `choices`, half a second each, with the stock hidden; what follows is known and solved.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import sys
import time
from types import SimpleNamespace

from companion.cards import Card
from companion.rules import game
from companion.search import parihevoset
from companion.search.outcome import Limits

HINT_S = 0.5


def wilson(hits: int, of: int) -> str:
    """`hits of n (p %, 95 % interval)`."""
    p, z = hits / of, 1.96
    middle = (p + z * z / 2 / of) / (1 + z * z / of)
    half = z / (1 + z * z / of) * math.sqrt(p * (1 - p) / of + z * z / 4 / of / of)
    return f"{hits} of {of} ({100 * p:.1f} %, {100 * (middle - half):.1f} to {100 * (middle + half):.1f} %)"


def deal(number: int) -> list[Card]:
    pack = [Card(rank, suit) for _ in range(2) for suit in "HDCS" for rank in range(2, 14)]
    random.Random(number).shuffle(pack)
    return pack


def first_round_by_hints(rules, table, number: int):
    rng = random.Random(number)
    while table.round == 1 and table.phase == "deal" and not rules.won(table):
        event = parihevoset.choices(rules, rules.view(table), Limits(time_s=HINT_S), rng)[0][0]
        table = rules.apply(table, event)
    return table


def run(variant: str, numbers: range, time_s: float, clock, hidden: bool) -> None:
    rules, found = game(variant), []
    longer = parihevoset.OneMoreRound(rules).longer
    for number in numbers:
        table = rules.opening(deal(number))
        if hidden:
            table = first_round_by_hints(rules, table, number)
        begun = clock()
        outcome = parihevoset.solve(rules, table, Limits(time_s=time_s))
        seconds = clock() - begun
        for event in outcome.line:
            assert longer.why(table, event) is None
            table = longer.apply(table, event)
        match outcome.verdict:
            case "won" | "unresolved":
                assert rules.won(table)
            case "lost":  # a proof by exhaustion has no line to show
                assert not outcome.line
        found.append((outcome.verdict, seconds, outcome.best))
        print(number, outcome.verdict, f"{seconds:.2f}", outcome.best, file=sys.stderr, flush=True)
    n = len(found)
    for word in ("won", "unresolved", "lost", "open"):
        print(f"{variant} {word}: {wilson(sum(verdict == word for verdict, _, _ in found), n)}")
    print(
        f"{variant} with a verdict within {time_s:g} s: {wilson(sum(verdict != 'open' for verdict, _, _ in found), n)}"
    )
    won = [seconds for verdict, seconds, _ in found if verdict == "won"]
    if won:
        print(f"median of the won {statistics.median(won):.3f} s")
    left = [104 - best for verdict, _, best in found if verdict != "won"]
    if left:
        print(f"cards left where not won: median {statistics.median(left):g}, fewest {min(left)}, most {max(left)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant", nargs="?", default="parihevoset-neljakulma")
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--from", type=int, default=1, dest="first")
    parser.add_argument("--time", type=float, default=5.0)
    parser.add_argument("--cpu", action="store_true")
    parser.add_argument("--hints", action="store_true")
    asked = parser.parse_args()
    clock = time.process_time if asked.cpu else time.perf_counter
    if asked.cpu:
        parihevoset.time = SimpleNamespace(perf_counter=clock)  # type: ignore[assignment]
    parihevoset.load()
    run(asked.variant, range(asked.first, asked.first + asked.deals), asked.time, clock, asked.hints)


if __name__ == "__main__":
    main()
