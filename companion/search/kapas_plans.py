"""What can be done in Napoleono kapas until the next unseen card is turned, and what becomes of it, compiled.

Between two cards that come to light everything is known: which positions can be reached then needs no guessing. A *plan* is a way to
one of them with what ends it: a move that turns a wall's card, or dealing on (gathering). Plans are compared over the same sampled
orders of the unseen cards, played out by `kapas_policy`, which does not look at them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from companion.search.compiled import bare, compiled, copy
from companion.search.kapas_kernel import (
    DEALT,
    MOST,
    PASS,
    SOURCES,
    TARGETS,
    WALL,
    WIDTH,
    WON,
    Deal,
    Floats,
    Ints,
    Small,
    U,
    Words,
    accepts,
    deal_next,
    find,
    gather,
    play,
    play_safe,
    position_hash,
    source_card,
)
from companion.search.kapas_policy import Desk, play_blind, promise

STEPS = 300
"""Positions looked at before the next card is turned."""
ENDS = 2048
"""Plans noted, of which few are tried."""
DEAL_ON = 0
"""The end of a plan that deals on or gathers; other ends are moves, source × 8 + target, plus 1."""


class Room(NamedTuple):
    """The positions that can be reached with what is known, how, and the plans."""

    rows: Small
    masks: Words
    parent: Ints
    move: Ints
    keys: Words
    at: Ints
    """For each plan the position that it goes to, and in `end` what it does there."""
    end: Ints
    value: Floats
    """How promising it looks before the unseen card is seen."""


def new_room() -> Room:
    return Room(
        np.zeros((STEPS + 1, WIDTH), np.int16),
        np.zeros(STEPS + 1, np.uint64),
        np.zeros(STEPS + 1, np.int64),
        np.zeros(STEPS + 1, np.int64),
        np.zeros(4 * 1024, np.uint64),
        np.zeros(ENDS, np.int64),
        np.zeros(ENDS, np.int64),
        np.zeros(ENDS, np.float64),
    )


@bare
def turns(before: Small, after: Small) -> bool:
    """Whether a wall's next card was turned up between two positions."""
    for i in range(4):  # noqa: SIM110 (numba compiles the loop)
        if after[WALL + i] != before[WALL + i] and after[WALL + i] > 0:
            return True
    return False


@bare
def find_plans(
    room: Room, desk: Desk, row: Small, mask: Any, order: Small, length: int, deal: Deal, weights: Floats
) -> int:
    """Fill the room with what can be done with what is known; unseen cards are 0 in `deal` and `order`. How many plans."""
    room.keys[:] = 0
    copy(room.rows[0], row)
    room.masks[0], room.parent[0], room.move[0] = mask, -1, -1
    key = position_hash(row, mask, U(0))
    room.keys[find(room.keys, key)] = key
    n, plans, x = 1, 0, 0
    while x < n and plans + SOURCES * TARGETS < ENDS:
        here = room.rows[x]
        for source in range(SOURCES):
            card = source_card(here, room.masks[x], order, source, deal.walls)
            if card == 0:
                continue
            for target in range(TARGETS):
                if not accepts(here, card, source, target):
                    continue
                after = room.rows[n]
                copy(after, here)
                left = play(after, room.masks[x], order, source, target, deal.walls)
                if not turns(here, after):
                    left = play_safe(after, left, order, deal)
                if turns(here, after):
                    room.at[plans], room.end[plans] = x, source * 8 + target + 1
                    room.value[plans] = promise(desk, after, left, order, length, deal.walls, weights, here, True)
                    plans += 1
                    continue
                key = position_hash(after, left, U(0))
                slot = find(room.keys, key)
                if room.keys[slot] != key and n < STEPS:
                    room.keys[slot] = key
                    room.masks[n], room.parent[n], room.move[n] = left, x, source * 8 + target
                    n += 1
        if here[DEALT] < length or (here[PASS] < deal.settings[0] and room.masks[x]):
            room.at[plans], room.end[plans] = x, DEAL_ON
            room.value[plans] = promise(desk, here, room.masks[x], order, length, deal.walls, weights, here, True)
            plans += 1
        x += 1
    return plans


@bare
def fill(out: Small, begin: int, end: int, cards: Small, put: int) -> int:
    """Put sampled cards where unseen ones lie; how many have been put in all."""
    for i in range(begin, end):
        if out[i] == 0:
            out[i] = cards[put]
            put += 1
    return put


@compiled
def lay_out(room: Room, unseen: Small, order: Small, length: int, deal: Deal, walls: Small, world: Small) -> None:
    """Put the unseen cards, in a new order, where they may lie when the plans begin: into `walls` and the order `world`."""
    np.random.shuffle(unseen)
    walls[:], world[:] = deal.walls, order
    put = 0
    for i in range(4):
        put = fill(walls[i], 0, room.rows[0, WALL + i], unseen, put)
    fill(world, room.rows[0, DEALT], length, unseen, put)


@bare
def carry_out(room: Room, plan: int, world: Small, length: int, deal: Deal, row: Small, packet: Small) -> Any:
    """Carry out a plan in a world, into `row` and the order `packet`; the mask after it and how many cards the order has."""
    x, end = room.at[plan], room.end[plan]
    copy(row, room.rows[x])
    copy(packet, world)
    mask = room.masks[x]
    if end != DEAL_ON:
        return play(row, mask, world, (end - 1) >> 3, (end - 1) & 7, deal.walls), length
    if row[DEALT] < length:
        deal_next(row, length)
        return mask, length
    return gather(row, mask, world, packet, deal.settings[1])


@compiled
def try_plans(
    room: Room,
    desk: Desk,
    plans: Ints,
    times: int,
    unseen: Small,
    order: Small,
    length: int,
    deal: Deal,
    weights: Floats,
    tally: Floats,
) -> None:
    """Play the plans out in so many sampled orders of the unseen cards each, the same orders for all.

    Adds for each plan to its row of the tally: orders tried, won, and squares of the share of cards that came to the bases.
    """
    walls, world = deal.walls.copy(), order.copy()
    packet, row = np.zeros(MOST, np.int16), np.zeros(WIDTH, np.int16)
    for _ in range(times):
        lay_out(room, unseen, order, length, deal, walls, world)
        filled = Deal(walls, deal.settings, deal.weights)
        for plan in plans:
            mask, cards = carry_out(room, plan, world, length, filled, row, packet)
            got = play_blind(desk, row, mask, packet, cards, filled, weights)
            tally[plan, 0] += 1
            tally[plan, 1] += got == WON
            tally[plan, 2] += (got / WON) ** 2
