"""Making a family's kernels ready before the clock of a search starts: compiled once on a machine, loaded once in a run."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from companion.search import worlds
from companion.search.outcome import Limits
from companion.search.verdict import solve

if TYPE_CHECKING:
    from companion.rules import Game
    from companion.table import Table

BRIEF = Limits(time_s=0.01, nodes=64)
"""A search that is over as soon as the kernels it needs are there."""

_ready: set[tuple[str, bool]] = set()
_begun: set[tuple[str, bool]] = set()


def preparing() -> bool:
    """Whether kernels are being made ready just now: for another thread that is to say so."""
    return bool(_begun)


def prepare(game: Game, table: Table, *, hints: bool = False) -> None:
    """Compile or load what a verdict (or a hint) on this table needs; later calls in the same run do nothing."""
    asked = game.variant, hints
    if asked in _ready:
        return
    _begun.add(asked)
    try:
        world = worlds.sample(game, table, random.Random(0)) if worlds.spots(table) else table
        solve(game, world, BRIEF)
        if hints:
            from companion.search.hint import forget, hint

            hint(game, table, BRIEF)
            forget(game)  # or the next hint would go on with what was thought of so briefly
    finally:
        _begun.discard(asked)
    _ready.add(asked)
