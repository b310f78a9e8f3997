"""Tables to draw: records kept beside the tests, and games played at random."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path

from companion.deals import numbered_deal
from companion.events import Draw, Move, Series
from companion.journal import read_record
from companion.referee import Report, check
from companion.rules import Game, game
from companion.table import Table

HERE = Path(__file__).parent
RECORDS = tuple(sorted(path.stem for path in (HERE / "records").glob("*.log")))
ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


@cache
def record(name: str) -> Report:
    """A record of `tests/show/records`, refereed."""
    return check(read_record(str(HERE / "records" / f"{name}.log")))


def bare(text: str) -> str:
    """Text without codes for colour."""
    return ESCAPES.sub("", text)


@cache
def played(variant: str, seed: int, events: int) -> tuple[Game, list[Table]]:
    """A numbered deal played by chance, foundations first: the table after each event, the opening before all."""
    rules = game(variant)
    chance = random.Random(seed)
    table = rules.opening(numbered_deal(rules, seed))
    tables = [table]
    for _ in range(events):
        legal = rules.legal(table)
        if not legal:
            break
        home = [event for event in legal if isinstance(event, Draw | Move | Series) and event.to in rules.foundations]
        table = rules.apply(table, chance.choice(home or legal))
        tables.append(table)
    return rules, tables


@cache
def some_tables(variant: str) -> tuple[tuple[Game, Table], ...]:
    """A handful of tables of a variant, early and late."""
    rules, tables = played(variant, 2, 90)
    return tuple((rules, tables[min(at, len(tables) - 1)]) for at in (0, 3, 20, 50, 90))
