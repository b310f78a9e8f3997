"""Small positions and a judge that knows nothing but the referee's moves."""

from __future__ import annotations

import random
from collections.abc import Callable

from companion.cards import SUITS, Card
from companion.rules import Game
from companion.rules.hauta import CELLS, CORNERS
from companion.table import Table, empty_piles


def small_hauta(game: Game, rng: random.Random, loose: int, stock: int | None = None) -> Table:
    """A table of Napoleon's Tomb on which all but `loose` cards lie on the foundations, the others anywhere.

    At most `stock` of them are in the stock; by default up to two thirds.
    """
    suits = {rank: rng.sample(SUITS, 4) for rank in range(1, 14)}
    take: Callable[[int], Card] = lambda rank: Card(rank, suits[rank].pop())  # noqa: E731
    piles: dict[str, tuple[Card, ...]] = empty_piles(game.places)
    centre = rng.randint(max(0, 24 - loose), 24)
    heights = [7] * 4
    for _ in range(loose - (24 - centre)):
        heights[rng.choice([i for i in range(4) if heights[i]])] -= 1
    piles["centre"] = tuple(take(6 - index % 6) for index in range(centre))
    for corner, height in zip(CORNERS, heights, strict=True):
        piles[corner] = tuple(take(7 + index) for index in range(height))
    rest = [Card(rank, suit) for rank, left in suits.items() for suit in left]
    rng.shuffle(rest)
    full = bool(game.switches["opening_cells"])
    for cell in rng.sample(CELLS, 4):
        if rest and (full or rng.random() < 0.6):
            piles[cell] = (rest.pop(),)
    sixes = [card for card in rest if card.rank == 6]
    if game.switches["six_store"] and sixes and rng.random() < 0.5:
        piles["sixes"] = tuple(sixes)
        rest = [card for card in rest if card.rank != 6]
    cut = rng.randint(len(rest) // 3 if stock is None else max(0, len(rest) - stock), len(rest))
    piles["waste"], piles["stock"] = tuple(rest[:cut]), tuple(rest[cut:])
    return Table(piles)


def alike(table: Table) -> tuple[object, ...]:
    """A table up to the order of corners and of cells and up to suits (NT-14)."""
    piles = table.piles
    ranks = {place: tuple(card.rank for card in pile) for place, pile in piles.items()}
    corners = sorted(ranks[corner] for corner in CORNERS)
    cells = sorted(ranks[cell] for cell in CELLS)
    others = (ranks["centre"], ranks["sixes"], ranks["waste"], ranks["stock"])
    return (*corners, *cells, *others, table.round, table.phase)


def judge(game: Game, table: Table, most: int) -> bool | None:
    """Whether a table can be won, by trying all the referee's moves; none after `most` tables."""
    seen, waiting = {alike(table)}, [table]
    while waiting:
        current = waiting.pop()
        if game.won(current):
            return True
        if len(seen) > most:
            return None
        after = [game.apply(current, event) for event in game.legal(current)]
        for child in sorted(after, key=game.progress):  # what is nearest to the end is looked at first
            if (mark := alike(child)) not in seen:
                seen.add(mark)
                waiting.append(child)
    return False
