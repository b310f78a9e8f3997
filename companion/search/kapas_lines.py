"""Tables of Napoleono kapas as positions of the kernel, and the kernel's moves as events of the referee."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from companion.cards import SUITS, Card
from companion.events import Deal as DealEvent
from companion.events import Move, Redeal, Series
from companion.rules.kapas import AUXES, BASES, EXTRAS, WALL_SIZE, WALLS
from companion.search.kapas_kernel import (
    DEAL,
    EXTRA,
    HIGH,
    LOW,
    MOST,
    PASS,
    SERIES,
    VAULT,
    WALL,
    WIDTH,
    Book,
    Deal,
    Small,
)
from companion.search.kapas_rating import WEIGHTS

if TYPE_CHECKING:
    from companion.events import GameEvent
    from companion.rules import Game
    from companion.table import Table


def code(card: Card) -> int:
    """A card in the kernel's numbers; 0 for one that is not seen."""
    return SUITS.index(card.suit) * 16 + card.rank if card.rank else 0


def is_compiled(game: Game, table: Table) -> bool:
    """Whether the kernel models this game from here on and every card is where a game can bring it."""
    on, piles = game.switches, table.piles
    if on["partial_series"] or on["strict_standstill"] != "off" or table.phase != "play" or table.dealing:
        return False
    runs = all(_is_run(piles[place]) for place in (*AUXES, "vault"))
    vault = not piles["vault"] or piles["vault"][0].rank == 1
    filled = all(piles[aux] or not piles[wall] for aux, wall in zip(AUXES, WALLS, strict=True))
    bases = all(card == Card(13 - at % 13, base[-1]) for base in BASES for at, card in enumerate(piles[base]))
    k = 6 - table.round
    deep = k * max((len(piles[extra]) for extra in EXTRAS), default=0) + len(piles["stock"])
    spare = any(piles[extra] for extra in EXTRAS[k:])
    small = all(len(piles[wall]) <= WALL_SIZE for wall in WALLS) and deep <= MOST and not spare
    whole = table.known() == game.whole
    return runs and vault and filled and bases and small and whole


def _is_run(pile: tuple[Card, ...]) -> bool:
    return all(above == Card(below.rank + 1, below.suit) for below, above in pairwise(pile))


def packed(game: Game, table: Table) -> tuple[Small, int, Small, int, Deal]:
    """The table for the kernel: row, mask, order, its length, and what is the same for all positions.

    The cards of extra pile j stand at the places j, j + k, … of the order, as if nothing had been taken from above them.
    """
    row, walls, order = np.zeros(WIDTH, np.int16), np.zeros((4, WALL_SIZE), np.int16), np.zeros(MOST, np.int16)
    piles = table.piles
    for suit, base in enumerate(BASES):
        row[suit] = len(piles[base])
    row[VAULT] = code(piles["vault"][-1]) if piles["vault"] else 0
    for place, (aux, wall) in enumerate(zip(AUXES, WALLS, strict=True)):
        if piles[aux]:
            row[LOW + place], row[HIGH + place] = code(piles[aux][0]), code(piles[aux][-1])
        row[WALL + place] = len(piles[wall])
        walls[place, : len(piles[wall])] = [code(card) for card in piles[wall]]
    k, mask = 6 - table.round, 0
    dealt = k * max(len(piles[extra]) for extra in EXTRAS)
    for j, extra in enumerate(EXTRAS[:k]):
        for at, card in enumerate(piles[extra]):
            order[at * k + j] = code(card)
            mask |= 1 << (at * k + j)
    stock = [code(card) for card in piles["stock"]]
    order[dealt : dealt + len(stock)] = stock
    mask |= ((1 << len(stock)) - 1) << dealt
    row[PASS], row[PASS + 1] = table.round, dealt
    settings = np.array([int(game.switches["passes"]), int(game.switches["gather"] == "first_over")], np.int64)
    return row, mask, order, dealt + len(stock), Deal(walls, settings, WEIGHTS)


def trace(book: Book, position: int) -> list[int]:
    """The moves that lead to a position, the opening first (-1: nothing but safe plays)."""
    moves = []
    while position >= 0:
        moves.append(int(book.move[position]))
        position = int(book.parent[position])
    return moves[::-1]


def events(game: Game, table: Table, moves: list[int]) -> Iterator[GameEvent]:
    """The kernel's moves as events of the referee, with the safe plays (K1) that the kernel makes by itself."""
    for move in moves:
        steps: list[GameEvent | None]
        if move < 0:
            steps = []
        elif move >= DEAL:
            steps = [None] * (move - DEAL)
        else:
            steps = [event_of(table, *divmod(move, 8))]
        for step in steps:
            event = step or (DealEvent() if table.piles["stock"] else Redeal())
            table = game.apply(table, event)
            yield event
            for safe in safe_plays(game, table):
                table = game.apply(table, safe)
                yield safe
        if not steps:
            for safe in safe_plays(game, table):
                table = game.apply(table, safe)
                yield safe


def event_of(table: Table, source: int, target: int) -> GameEvent:
    places = (*WALLS, *AUXES, *AUXES, *EXTRAS, "vault")
    if SERIES <= source < EXTRA:
        return Series(places[source], "vault")
    place = places[source]
    to = f"base-{table.piles[place][-1].suit}" if target == 0 else ("vault", *AUXES)[target - 1]
    return Move(place, to)


def safe_plays(game: Game, table: Table) -> Iterator[GameEvent]:
    """As `kapas_kernel.play_safe`, in the same order."""
    last = table.round == int(game.switches["passes"])
    places = (*WALLS, *AUXES, *(EXTRAS if last else ()), "vault")
    again = True
    while again:
        again = False
        for place in places:
            if table.piles[place]:
                play = Move(place, f"base-{table.piles[place][-1].suit}")
                if len(table.piles[play.to]) >= 13 and game.why(table, play) is None:
                    table = game.apply(table, play)
                    yield play
                    again = True
                    break
