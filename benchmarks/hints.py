"""Games played by the hints alone, the order hidden: python benchmarks/hints.py VARIANT [GAMES] [SECONDS] [FIRST]

Each move is what `hint` says with so many seconds at most; a drawn card is laid as the rules of the advice have it. The referee
carries every move out. Times are processor time.
"""

from __future__ import annotations

import sys
import time

from common import deal, median, percent, progress

from companion.rules import game
from companion.search.hint import hint, placed
from companion.search.outcome import Limits


def main(variant: str, games: int = 300, seconds: float = 1.0, first: int = 1) -> None:
    rules = game(variant)
    hint(rules, rules.opening(deal(rules, 1)), Limits(seconds))  # compile
    won, moves, placed_cards = 0, 0, 0
    used: list[float] = []
    for number in range(first, first + games):
        table = rules.opening(deal(rules, number))
        for _ in range(2000):
            begin = time.process_time()
            advice = hint(rules, table, Limits(seconds), seed=number)
            used.append(time.process_time() - begin)
            if advice is None:
                break
            event = placed(rules, table, advice.event)
            if (refusal := rules.why(table, event)) is not None:
                raise SystemExit(f"deal {number}: {event} is refused by {refusal.clause}")
            table = rules.apply(table, event)
            moves += 1
        else:
            progress("")
            print(f"\r  deal {number}: no end", flush=True)
        won += rules.won(table)
        placed_cards += rules.progress(table)
        progress(f"{variant} {number - first + 1}/{games}, won {percent(won, number - first + 1)}")
        if (number - first + 1) % 50 == 0:
            print(f"\r  after {number - first + 1}: {percent(won, number - first + 1)}", flush=True)
    progress("")
    print(f"\r{variant}, deals {first}–{first + games - 1}, hints of at most {seconds:g} s: won {percent(won, games)}")
    print(
        f"  {moves / games:.0f} moves and {placed_cards / games:.1f} cards on foundations a game; a hint takes "
        f"{1000 * median(used):.0f} ms (median), {1000 * sorted(used)[len(used) * 99 // 100]:.0f} ms (99 % of them), "
        f"{max(used):.2f} s at most"
    )


if __name__ == "__main__":
    arguments = sys.argv[1:]
    main(arguments[0], *(int(value) for value in arguments[1:2]), *(float(value) for value in arguments[2:3]),
         *(int(value) for value in arguments[3:4]))  # fmt: skip
