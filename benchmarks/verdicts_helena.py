"""Verdicts of the Święta Helena family over numbered deals: counts, 95 % Wilson intervals, times, lengths of lines.

    python benchmarks/verdicts_helena.py helena-common --deals 300 --time 10
    python benchmarks/verdicts_helena.py helena --option gaps=none --deals 300 --time 10
    python benchmarks/verdicts_helena.py louis --hints --deals 100 --time 0.5

With `--hints` each deal is played by following the hints, `--time` seconds of thought each, without looking at the stock.

Deal k is `random.Random(k).shuffle` of the pack in the order of the perft file: hearts, diamonds, clubs, spades, first pack
2 … Q, second pack A … K. Times are of the process, so that a busy machine does not count; `--wall` takes the clock instead. Every
line is replayed by the referee before it counts.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections import Counter
from math import sqrt

from companion.cards import Card
from companion.rules import Game, game
from companion.search import helena, helena_hints
from companion.search.outcome import Limits, Outcome

BARS_S = (0.06, 0.1, 0.5, 1.0, 2.0, 5.0, 10.0)


def numbered(number: int) -> list[Card]:
    """The deal of a number."""
    deal = [Card(rank, suit) for suit in "HDCS" for rank in range(2, 13)]
    deal += [Card(rank, suit) for suit in "HDCS" for rank in range(1, 14)]
    random.Random(number).shuffle(deal)
    return deal


def wilson(hits: int, of: int) -> str:
    """A share with its 95 % Wilson interval, in per cent."""
    z, share = 1.96, hits / of
    middle, spread = share + z * z / (2 * of), z * sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    low, high = (middle - spread) / (1 + z * z / of), (middle + spread) / (1 + z * z / of)
    return f"{hits}/{of} = {100 * share:.1f} % ({100 * max(low, 0):.1f}-{100 * min(high, 1):.1f})"


def judged(rules: Game, number: int, limit_s: float, wall: bool) -> tuple[Outcome, float]:
    """The outcome for a numbered deal and its seconds; a line that the referee refuses ends the program."""
    table = rules.opening(numbered(number))
    clock = time.perf_counter if wall else time.process_time
    start = clock()
    limits = Limits(time_s=limit_s if wall else 100 * limit_s + 1000)
    outcome = helena.solve(rules, table, limits, stop=lambda: clock() - start > limit_s)
    seconds = clock() - start
    if outcome.verdict == "won":
        for event in outcome.line:
            refusal = rules.why(table, event)
            if refusal is not None:
                sys.exit(f"deal {number}: {event} is refused by {refusal.clause}")
            table = rules.apply(table, event)
        if not rules.won(table):
            sys.exit(f"deal {number}: the line does not win")
    return outcome, seconds


def followed(rules: Game, number: int, thought_s: float) -> tuple[Outcome, float]:
    """The game that the hints play on a numbered deal, and the longest seconds of a hint; `lost` stands for not won."""
    table, rng, line, longest = rules.opening(numbered(number)), random.Random(number), [], 0.0
    planned = False  # a line found once is remembered; then the other moves need not be weighed
    while not rules.won(table) and len(line) < 1000:
        seen, start = rules.view(table), time.process_time()
        found = helena_hints.choices(rules, seen, Limits(time_s=0.0 if planned else thought_s), rng)
        longest = max(longest, time.process_time() - start)
        if not found:
            break
        planned = not seen.piles["stock"] and found[0][1] > 0
        table = rules.apply(table, found[0][0])
        line.append(found[0][0])
    return Outcome("won" if rules.won(table) else "lost", tuple(line)), longest


def main() -> None:
    """Judge the deals and print what came of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--start", type=int, default=1)
    parser.add_argument("--time", type=float, default=10.0, help="seconds for each deal")
    parser.add_argument("--wall", action="store_true", help="time by the clock on the wall")
    parser.add_argument("--hints", action="store_true", help="follow the hints; seconds are then the longest hint's")
    asked = parser.parse_args()
    rules = game(asked.variant, dict(option.split("=", 1) for option in asked.option))
    helena.prepare()
    words: Counter[str] = Counter()
    times: list[float] = []
    lengths: list[int] = []
    decided: list[float] = []
    for number in range(asked.start, asked.start + asked.deals):
        if asked.hints:
            outcome, seconds = followed(rules, number, asked.time)
        else:
            outcome, seconds = judged(rules, number, asked.time, asked.wall)
        words[outcome.verdict] += 1
        times.append(seconds)
        if outcome.verdict != "open":
            decided.append(seconds)
        if outcome.verdict == "won":
            lengths.append(len(outcome.line))
        print(f"\r{number}: {dict(words)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    of, clock = len(times), "wall" if asked.wall else "process"
    print(f"{asked.variant} {' '.join(asked.option)}: deals {asked.start}-{asked.start + of - 1}, {clock} time")
    for word in ("won", "lost", "open"):
        print(f"  {word:9} {wilson(words[word], of)}")
    for bar in (bar for bar in BARS_S if bar <= asked.time):
        print(f"  decided within {bar:5.2f} s  {wilson(sum(s <= bar for s in decided), of)}")
    print(f"  seconds: median {statistics.median(times):.3f}, mean {statistics.mean(times):.3f}, most {max(times):.3f}")
    if lengths:
        print(f"  moves of a line: median {statistics.median(lengths):.0f}, most {max(lengths)}")


if __name__ == "__main__":
    main()
