"""What the benchmark scripts share: numbered deals, intervals, a limit in processor time, a line of progress."""

from __future__ import annotations

import math
import random
import sys
import time
from collections.abc import Callable

from companion.cards import Card
from companion.rules import Game
from companion.table import Table


def deal(game: Game, number: int) -> tuple[Card, ...]:
    """`random.Random(number).shuffle` of the pack order of the perft counts: suits H D C S, each A … K, pack after pack."""
    pack = [Card(rank, suit) for _ in range(game.packs) for suit in "HDCS" for rank in range(1, 14)]
    for card in game.taken_out:
        # Aces leave both packs; a king leaves the first pack, which keeps 2 … Q, and the second keeps all.
        pack.remove(card)
    random.Random(number).shuffle(pack)
    return tuple(pack)


def laid_out(game: Game, number: int) -> Table:
    """The numbered deal with its dealing done."""
    table = game.opening(deal(game, number))
    while table.dealing:
        table = game.apply(table, game.legal(table)[0])
    return table


def wilson(hits: int, total: int, z: float = 1.959964) -> tuple[float, float]:
    """The 95 % Wilson interval of a proportion."""
    if not total:
        return 0.0, 1.0
    share, square = hits / total, z * z
    middle = (share + square / (2 * total)) / (1 + square / total)
    half = z * math.sqrt(share * (1 - share) / total + square / (4 * total * total)) / (1 + square / total)
    return max(0.0, middle - half), min(1.0, middle + half)


def percent(hits: int, total: int) -> str:
    """A count with its share and interval."""
    low, high = wilson(hits, total)
    return f"{hits} of {total} = {100 * hits / max(1, total):.1f} % ({100 * low:.1f} … {100 * high:.1f} %)"


def processor_limit(seconds: float) -> Callable[[], bool]:
    """A `stop` for searches: true once this process has used so much processor time from now on.

    On a machine that is busy otherwise a wall-clock limit would measure the neighbours.
    """
    end = time.process_time() + seconds
    return lambda: time.process_time() >= end


def median(values: list[float]) -> float:
    """The middle value."""
    return sorted(values)[len(values) // 2] if values else 0.0


def progress(text: str) -> None:
    """One line on stderr, rewritten in place."""
    print(f"\r{text:<100}", end="", file=sys.stderr, flush=True)
