"""Small positions of the Święta Helena family, and a judge that knows nothing but the referee's moves."""

from __future__ import annotations

import random
from heapq import heappop, heappush

from companion.cards import Card
from companion.rules import Game
from companion.rules.helena import ACES, KINGS, PILES
from companion.search import plain
from companion.table import Pile, Table, empty_piles


def small(game: Game, rng: random.Random, loose: int) -> Table:
    """A table on which all but `loose` cards lie on the foundations, the others anywhere on the piles.

    The piles are dealt as after a redeal, or a few of them are higher; the round is mostly the last one, and in Louis the stock may
    still hold cards.
    """
    heights = dict.fromkeys(game.foundations, 13)
    rest: list[Card] = []
    for _ in range(loose):
        place = rng.choice([place for place in game.foundations if heights[place] > 1])
        heights[place] -= 1
        rank = heights[place] + 1 if place in ACES else 13 - heights[place]
        rest.append(Card(rank, place[-1]))
    rng.shuffle(rest)
    piles: dict[str, Pile] = empty_piles(game.places)
    for place in game.foundations:
        ranks = range(1, heights[place] + 1) if place in ACES else range(13, 13 - heights[place], -1)
        piles[place] = tuple(Card(rank, place[-1]) for rank in ranks)
    rounds = int(game.switches["redeals"]) + 1
    turn = rng.choice([1, rounds, rounds, rounds])
    used = PILES if rng.random() < 0.4 else tuple(rng.sample(PILES, rng.randint(2, 5)))
    if game.switches["first_deal"] == "twelve" and turn == 1 and loose > 12:
        for pile in PILES:
            piles[pile] = (rest.pop(),)
        piles["stock"] = tuple(rest)
        return Table(piles)
    for index, card in enumerate(rest):
        piles[used[index % len(used)]] += (card,)
    return Table(piles, round=turn)


def alike(game: Game, table: Table) -> tuple[object, ...]:
    """What tells tables apart; in a last deal without limits the order of the piles does not (no clause names a pile there)."""
    if (
        table.round <= max(int(game.switches["redeals"]), int(game.switches["limits_until_redeal"]))
        or table.piles["stock"]
    ):
        return plain.key(table)
    rows = (table.piles[place] for place in (*ACES, *KINGS))
    return (*sorted(table.piles[pile] for pile in PILES), *rows, table.round)


def judge(game: Game, table: Table, most: int) -> bool | None:
    """Whether a table can be won, by the referee's moves, tables with most cards played first; none after `most` tables."""
    seen, number = {alike(game, table)}, 0
    queue = [(-game.progress(table), number, table)]
    while queue:
        _, _, current = heappop(queue)
        if game.won(current):
            return True
        if len(seen) > most:
            return None
        for event in game.legal(current):
            after = game.apply(current, event)
            if (mark := alike(game, after)) not in seen:
                seen.add(mark)
                number += 1
                heappush(queue, (-game.progress(after), number, after))
    return False


def wander(game: Game, rng: random.Random, table: Table, moves: int) -> Table:
    """The table after some random legal moves, redeals being rare."""
    for _ in range(moves):
        legal = game.legal(table)
        if not legal:
            break
        calm = [event for event in legal if str(event) not in ("redeal", "deal")]
        table = game.apply(table, rng.choice(calm if calm and rng.random() < 0.97 else legal))
    return table
