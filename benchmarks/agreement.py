"""The searches against trying everything: python benchmarks/agreement.py VARIANT [POSITIONS] [--hidden] [--tables N] [--seed N]

Small positions of a variant, most cards on the foundations already, each judged by its search and by a plain one that knows nothing
but the referee's moves and looks at `--tables` tables at most. A won or unresolved line is replayed.
With `--hidden` some cards are unseen: the plain search judges every order of them, and what `verdict` says of the view - how many
orders can be won and lost, and each certainty - must be that. Stops at the first disagreement; prints how often each word was found.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from common import progress

sys.path.insert(0, str(Path(__file__).parent.parent))

from companion.rules import Game, game
from companion.search import plain, worlds
from companion.search.outcome import Limits
from companion.search.verdict import judged, solve, verdict
from companion.table import Table
from tests.search import hauta_tables, helena_tables, kapas_tables, parihevoset_tables

AMPLE = Limits(time_s=600, memory_mib=256)
MOST_ORDERS = 60
"""A position with more orders of its unseen cards is not taken."""
Judge = Callable[[Game, Table, int], str | None]
Generator = Callable[[Game, random.Random, bool], Table]


def word(won: bool | None) -> str | None:
    """A judge's answer as a verdict."""
    return None if won is None else "won" if won else "lost"


class Family(NamedTuple):
    """How a family's positions are made (the last argument: whether cards should be unseen) and judged, in how many tables."""

    position: Generator
    judge: Judge
    tables: int


def hauta_position(rules: Game, rng: random.Random, hidden: bool) -> Table:
    if hidden:
        return hauta_tables.small_hauta(rules, rng, rng.randint(10, 15), rng.choice((2, 3, 4)))
    if int(rules.switches["passes"]) > 1:
        return hauta_tables.small_hauta(rules, rng, rng.randint(6, 9), rng.choice((0, 2, 4)))
    return hauta_tables.small_hauta(rules, rng, rng.randint(8, 14), rng.choice((0, 2, 4, 6)))


def helena_position(rules: Game, rng: random.Random, hidden: bool) -> Table:
    if hidden:
        return helena_tables.small(rules, rng, rng.randint(14, 16))
    return helena_tables.wander(rules, rng, helena_tables.small(rules, rng, rng.randint(4, 20)), rng.randint(0, 4))


def by_plain_search(rules: Game, table: Table, most: int) -> str | None:
    found = plain.solve(rules, table, Limits(time_s=600, nodes=most)).verdict
    return None if found == "open" else found


def kapas_position(_rules: Game, rng: random.Random, hidden: bool) -> Table:
    return kapas_tables.small_table(rng, rng.randint(*((6, 11) if hidden else (10, 14))))


def parihevoset_position(rules: Game, rng: random.Random, hidden: bool) -> Table:
    if hidden:  # what is not seen yet lies in the stock of the first round
        return parihevoset_tables.small_table(rules, rng, rng.randint(2, 4), (1,))
    if rng.random() < 0.3:  # mostly lost; the others hardly ever
        return parihevoset_tables.crowded_table(rules, rng, rng.randint(8, 30))
    return parihevoset_tables.small_table(rules, rng, rng.randint(3, 10))


FAMILIES = {
    "hauta": Family(hauta_position, lambda *asked: word(hauta_tables.judge(*asked)), 700),
    "helena": Family(helena_position, lambda *asked: word(helena_tables.judge(*asked)), 600),
    "kapas": Family(kapas_position, by_plain_search, 6000),
    "parihevoset": Family(parihevoset_position, parihevoset_tables.judge, 700),
}


def compare(rules: Game, table: Table, family: Family, tables: int) -> str | None:
    """The verdict of both searches; nothing where the plain one came to no end."""
    truth = family.judge(rules, table, tables)
    if truth is None:
        return None
    found = judged(rules, table, solve(rules, table, AMPLE))  # a line that the referee refuses makes it open
    if found.verdict != truth:
        raise SystemExit(f"the search says {found.verdict}, the referee's moves {truth}: {table}")
    return truth


def compare_hidden(rules: Game, table: Table, family: Family, tables: int) -> str | None:
    """What the unseen orders of a table come to, the same for both; nothing where it has no unseen cards, or too many."""
    view = worlds.reasoned(rules, rules.view(table))
    if not worlds.spots(view) or worlds.count(rules, view) > MOST_ORDERS:
        return None
    words: Counter[str] = Counter()
    for world in worlds.every(rules, view):
        truth = family.judge(rules, world, tables)
        if truth is None:
            return None
        words[truth] += 1
    found = verdict(rules, view, AMPLE)
    chance = found.chance
    share = words["won"] / words.total()
    claims = {
        "a chance is told": chance is not None,
        "lost only where no order is won": found.verdict != "lost" or words["lost"] == words.total(),
        "each order has its verdict": chance is not None
        and (found.why == "blocked" or chance.known_order == (words["won"], words["lost"], words["unresolved"])),
        "an exact upper end is the share": chance is not None and (not chance.exact or chance.high == share),
        "sure only where each order is won": found.why != "every-order" or found.verdict == "lost" or share == 1,
    }
    if not all(claims.values()):
        raise SystemExit(f"{[claim for claim, holds in claims.items() if not holds]}: {found}, {dict(words)}: {view}")
    return "certainly lost" if found.verdict == "lost" else "every order won" if share == 1 else "some orders won"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant")
    parser.add_argument("positions", nargs="?", type=int, default=2000)
    parser.add_argument("--hidden", action="store_true")
    parser.add_argument("--tables", type=int, help="the plain search gives a position up after so many")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rules, rng = game(asked.variant), random.Random(asked.seed)
    family = FAMILIES[rules.family]
    if asked.hidden and "rounds" in rules.switches:
        rules = game(asked.variant, {"rounds": 1})  # with two more rounds so few cards come home in every order
    test, words, passed = compare_hidden if asked.hidden else compare, Counter[str](), 0
    while words.total() < asked.positions:
        found = test(rules, family.position(rules, rng, asked.hidden), family, asked.tables or family.tables)
        if found is None:
            passed += 1
            if passed > 100 + 50 * words.total():
                raise SystemExit(
                    f"{asked.variant}: hardly any position is fit, {passed} of {passed + words.total()} were not"
                )
        else:
            words[found] += 1
            progress(f"{asked.variant} {dict(words)}")
    progress("")
    told = ", ".join(f"{count} {name}" for name, count in words.most_common())
    what = "positions with unseen cards" if asked.hidden else "positions"
    print(f"\r{asked.variant}: {words.total()} {what}, all the same: {told} ({passed} others were passed over)")


if __name__ == "__main__":
    main()
