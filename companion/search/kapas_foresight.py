"""Plans for Napoleono kapas from lines that win, in sampled orders of what is unseen.

After the first pass only the walls hide cards: the stock has come by, and its order is known (NK-12). In each sampled order a narrow
beam looks for a win as if the order were known. What its line does until the next unseen card is turned is a plan that could be
played; the plans met most often, and those that turn a card at once, are then tried in the orders that were won, the worse half being
dropped after each share of them. One that keeps nearly as many wins but turns its card without dealing on is preferred, since a beam
that knows the order does not miss what the card would tell.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from companion.rules.kapas import WALL_SIZE
from companion.search import worlds
from companion.search.compiled import compiled, copy
from companion.search.kapas_beam import FULL, deal_on, new_book, open_moves, start
from companion.search.kapas_kernel import (
    DEAL,
    DEALT,
    MOST,
    PASS,
    WALL,
    WIDTH,
    WON,
    Book,
    Deal,
    Ints,
    Small,
    U,
    deal_next,
    gather,
    play,
    play_safe,
    position_hash,
)
from companion.search.kapas_lines import packed
from companion.search.kapas_rating import WEIGHTS, Sight, new_sight
from companion.search.kapas_relaxed import DEAD, Memo, alive, new_memo

if TYPE_CHECKING:
    from companion.rules import Game
    from companion.search.outcome import Limits
    from companion.table import Table

KEPT, KEPT_FOR_PLANS = 30, 10
"""Positions that the beam keeps a level and a round, in a sampled order and after a plan: many orders tell plans apart better than few
that are looked at closely."""
ROOM = 60_000
"""Positions of one beam at most."""
ROOT_LIMIT = 500
"""Positions of the easier game looked at before a beam."""
SAMPLING = 0.75
"""The share of the time in which orders are sampled; in the rest plans are tried, in the orders that were won only."""
MOST_MET, MOST_AT_ONCE = 4, 4
"""Plans tried: of those met on winning lines, and of those that turn a card at once."""
AT_ONCE, EACH_DEAL = 0.05, 0.01
"""What share of wins it is worth to turn a card without dealing on, and what each deal before it costs."""
PRIOR = 3
"""How often a plan was met counts as much as so many orders tried."""

World = tuple[Small, int, Small, int, Deal]
"""A table as `packed` gives it."""


@dataclass(frozen=True)
class Plan:
    """The kernel's moves up to the one that turns an unseen card, and in about how many of the orders sampled it still wins."""

    moves: tuple[int, ...]
    wins: int
    sampled: int


@cache
def load() -> None:
    """Have the kernels compiled, or read from disk, before any clock runs."""
    row, order = np.zeros(WIDTH, np.int16), np.zeros(MOST, np.int16)
    row[:4], row[0], row[PASS], order[0] = 26, 25, 1, 1
    world = row, 1, order, 1, Deal(np.zeros((4, WALL_SIZE), np.int16), np.array([5, 0], np.int64), WEIGHTS)
    wins(_after(world, (DEAL + 1,)))


@cache
def workplace() -> tuple[Book, Memo, Sight]:
    """The room to work in, made once."""
    return new_book(ROOM), new_memo(15, 1 << 12), new_sight()


@compiled
def best(book: Book, first: int, last: int, width: int) -> Any:
    """Of the positions from `first` up to, not including, `last` those that rate highest."""
    if last - first <= width:
        return np.arange(first, last)
    return first + np.argsort(-book.score[first:last])[:width]


@compiled
def race(
    book: Book, memo: Memo, sight: Sight, row: Small, mask: Any, order: Small, length: int, deal: Deal, width: int
) -> Any:
    """A narrow beam in one call: the won position, or less than 0 where none was found."""
    memo.keys[:] = 0
    memo.counts[1] = 0
    if alive(memo, row, deal.walls, ROOT_LIMIT) == DEAD:
        return -1
    book.keys[:] = 0
    start(book, row, U(mask), order, length, deal)
    if book.counts[2] == WON:
        return 0
    begin, level = 0, np.arange(0, 1)
    while level.size:
        while level.size:
            first = book.counts[0]
            won = open_moves(book, memo, deal, level, 0, 0.0, sight)
            if won != -1:
                return won
            level = best(book, first, book.counts[0], width)
        ready = best(book, begin, book.counts[0], width)
        begin = book.counts[0]
        won = deal_on(book, deal, ready, 0.0, sight)
        if won != -1:
            return won
        level = np.arange(begin, book.counts[0])
    return -1


@compiled
def follow(row: Small, mask: Any, order: Small, length: int, deal: Deal, moves: Ints) -> Any:
    """Make moves, and the safe plays that follow each, in place; the mask and the length of the packet after them."""
    mask = play_safe(row, U(mask), order, deal)
    packet = np.zeros(MOST, np.int16)
    for move in moves:
        if move < DEAL:
            mask = play(row, mask, order, move >> 3, move & 7, deal.walls)
        elif row[DEALT] < length:
            deal_next(row, length)
        else:
            mask, length = gather(row, mask, order, packet, deal.settings[1])
            copy(order, packet)
        mask = play_safe(row, mask, order, deal)
    return mask, length


def wins(world: World, width: int = KEPT) -> bool:
    """Whether the beam finds a win; its line then stands in the workplace's book."""
    book, memo, sight = workplace()
    return won_at(race(book, memo, sight, *_ready(world), width))


def won_at(position: int) -> bool:
    return position not in (-1, FULL)


def _ready(world: World) -> tuple[Small, Any, Small, int, Deal]:
    row, mask, order, length, deal = world
    return row, np.uint64(mask), order, length, deal


def foresee(game: Game, seen: Table, at_once: list[tuple[int, ...]], limits: Limits, rng: random.Random) -> list[Plan]:
    """The plans that were tried, the best first; none where no sampled order was won.

    `at_once`: plans that turn a card without dealing on, the most promising first. `limits` hold the seconds and, as `nodes`, the
    most orders sampled.
    """
    begun = time.perf_counter()
    sampled, won = _sampled(game, seen, limits, rng, begun + SAMPLING * limits.time_s)
    if not won:
        return []
    met = Counter(own for _, own in won)
    plans = [moves for moves, _ in met.most_common(MOST_MET)]
    plans += [moves for moves in at_once[:MOST_AT_ONCE] if moves not in plans]
    kept, tried = dict.fromkeys(plans, 0), dict.fromkeys(plans, 0)

    def share(moves: tuple[int, ...]) -> float:
        """Of the orders won before, the share that the plan keeps."""
        return (kept[moves] + PRIOR * met[moves] / len(won)) / (tried[moves] + PRIOR)

    def worth(moves: tuple[int, ...]) -> float:
        deals = sum(move >= DEAL for move in moves)
        return share(moves) + (AT_ONCE if not deals else -EACH_DEAL * deals)

    trying = time.perf_counter()
    left, out, done = plans, list[tuple[int, ...]](), 0
    rounds = max(1, (len(plans) - 1).bit_length())
    for number in range(1, rounds + 1):
        end = trying + (begun + limits.time_s - trying) * number / rounds
        for world, own in won[done : len(won) * number // rounds]:
            if done and limits.nodes is None and time.perf_counter() >= end:
                break
            done += 1
            for moves in left:
                kept[moves] += moves == own or wins(_after(world, moves), KEPT_FOR_PLANS)
                tried[moves] += 1
        left = sorted(left, key=worth, reverse=True)
        half = len(left) // 2
        left, out = left[:half], left[half:] + out
    return [Plan(moves, round(share(moves) * len(won)), sampled) for moves in left + out]


def _sampled(
    game: Game, seen: Table, limits: Limits, rng: random.Random, end: float
) -> tuple[int, list[tuple[World, tuple[int, ...]]]]:
    """How many orders were sampled, and those that were won, each with the plan that its line began with.

    Plans that lead to the same position count as the one met first.
    """
    won: list[tuple[World, tuple[int, ...]]] = []
    same: dict[tuple[int, int], tuple[int, ...]] = {}
    sampled = 0
    while sampled < limits.nodes if limits.nodes is not None else time.perf_counter() < end:
        sampled += 1
        world = packed(game, worlds.sample(game, seen, rng))
        book, memo, sight = workplace()
        position = int(race(book, memo, sight, *_ready(world), KEPT))
        if won_at(position):
            key, moves = _beginning(book, position)
            won.append((world, same.setdefault(key, moves)))
    return sampled, won


def _beginning(book: Book, position: int) -> tuple[tuple[int, int], tuple[int, ...]]:
    """What a winning line does until a wall's card is turned: where it stands before that with the move, and all moves."""
    chain = []
    while position >= 0:
        chain.append(position)
        position = int(book.parent[position])
    chain.reverse()
    moves: list[int] = []
    for here, after in pairwise(chain):
        moves.append(int(book.move[after]))
        if (book.rows[here, WALL : WALL + 4] != book.rows[after, WALL : WALL + 4]).any():
            break
    else:
        return (0, 0), tuple(moves)
    key = int(position_hash(book.rows[here], book.masks[here], book.hashes[book.order[here]]))
    return (key, moves[-1]), tuple(moves)


def _after(world: World, moves: tuple[int, ...]) -> World:
    """The world after a plan."""
    row, mask, order, length, deal = world
    row, order = row.copy(), order.copy()
    left, cards = follow(row, np.uint64(mask), order, length, deal, np.array(moves, np.int64))
    return row, left, order, int(cards), deal
