"""Quick play of Napoleono kapas that looks only at what the player sees, compiled: a whole game takes less than a millisecond.

Of the walls it sees the open tops, of the stock nothing in the first pass and everything later (NK-12: the packet is turned over
unshuffled). `promise` judges a position by that, `play_blind` makes the move that promises most until none is worth making, then
deals on. Playing samples of the unseen cards out in this way tells what a move is worth to somebody who does not know them; a
search that knows them would also count what only foresight can use.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from companion.search.compiled import bare, copy
from companion.search.kapas_kernel import (
    DEALT,
    EXTRA,
    FROM_VAULT,
    HIGH,
    LOW,
    MOST,
    ONE,
    PASS,
    SOURCES,
    TARGETS,
    VAULT,
    WALL,
    WIDTH,
    Deal,
    Floats,
    Ints,
    Small,
    U,
    accepts,
    copies_on_base,
    deal_next,
    gather,
    highest,
    pile_mask,
    play,
    play_safe,
    source_card,
    waits,
)

FAR = 99.0


class Desk(NamedTuple):
    """Room to work in."""

    cost: Floats
    """For each card how much lies before the nearest visible copy."""
    seen: Ints
    """For each card how many copies are visible off the bases."""
    far_cost: Floats
    far_seen: Ints
    """The same of stock and extra piles alone, which moves between the other places leave as they are."""
    row: Small
    trial: Small
    orders: Small
    """Two orders, the present one and the next packet."""


def new_desk() -> Desk:
    return Desk(
        np.zeros(64),
        np.zeros(64, np.int64),
        np.zeros(64),
        np.zeros(64, np.int64),
        np.zeros(WIDTH, np.int16),
        np.zeros(WIDTH, np.int16),
        np.zeros((2, MOST), np.int16),
    )


@bare
def see(desk: Desk, card: int, cost: float) -> None:
    """A visible copy of a card."""
    desk.seen[card] += 1
    if cost < desk.cost[card]:
        desk.cost[card] = cost


@bare
def see_run(desk: Desk, low: int, high: int, cost: float) -> None:
    for card in range(low, high + 1):
        see(desk, card, (high - card) * cost)


@bare
def copies_unseen(desk: Desk, row: Small, card: int) -> Any:
    """How many copies of a card the player has not seen."""
    return 2 - desk.seen[card] - copies_on_base(row, card)


@bare
def look_far(desk: Desk, row: Small, mask: Any, order: Small, length: int, w: Floats) -> None:
    """Note what is visible of stock and extra piles."""
    desk.cost[:] = FAR
    desk.seen[:] = 0
    for j in range(6 - row[PASS]):
        lying = pile_mask(row, mask, j)
        above = 0
        while lying:
            p = highest(lying)
            lying ^= ONE << U(p)
            see(desk, order[p], above * w[8] + w[11])
            above += 1
    if row[PASS] > 1:
        for p in range(row[DEALT], length):
            see(desk, order[p], w[9])
    copy(desk.far_cost, desk.cost)
    copy(desk.far_seen, desk.seen)


@bare
def promise(
    desk: Desk,
    row: Small,
    mask: Any,
    order: Small,
    length: int,
    walls: Small,
    weights: Floats,
    shown: Small,
    afresh: bool,
) -> Any:
    """How promising a position looks to the player: more is better.

    `shown` is the position before the move that is thought of: a wall card that would be turned by it is not looked at.
    `afresh`: stock and extra piles are not those of the last position judged.
    """
    w = weights[row[PASS] - 1]
    if afresh:
        look_far(desk, row, mask, order, length, w)
    copy(desk.cost, desk.far_cost)
    copy(desk.seen, desk.far_seen)
    score = w[0] * (row[0] + row[1] + row[2] + row[3])
    for i in range(4):
        left = row[WALL + i]
        score -= w[1] * left + w[2] * left * left
        if left and left == shown[WALL + i]:
            see(desk, walls[i, left - 1], w[3])
            score -= w[19] * waits(row, walls[i, left - 1])
        if row[LOW + i]:
            score += w[4] * (row[HIGH + i] - row[LOW + i])
            see_run(desk, row[LOW + i], row[HIGH + i], w[5])
            if left:
                score -= w[18] * waits(row, row[LOW + i])
        else:
            score -= w[6]
    if row[VAULT]:
        score += w[7] * (row[VAULT] & 15)
        see_run(desk, (row[VAULT] & 48) + 1, row[VAULT], w[5])
    hidden = w[10]
    for suit in range(4):
        share = w[12]
        for q in range(7):
            n = row[suit] + q
            if n >= 26:
                break
            card = suit * 16 + 13 - n % 13
            cost = desk.cost[card]
            if copies_unseen(desk, row, card) > 0:
                cost = min(cost, hidden)
            score -= share * min(cost, w[13])
            share *= w[14]
    counted = U(0)
    for i in range(5):
        top = row[HIGH + i] if i < 4 else row[VAULT]
        if top and (top & 15) < 13 and not (counted >> U(top)) & ONE:
            counted |= ONE << U(top)
            score += w[15] * copies_unseen(desk, row, top + 1)
    return score


_ENDS = np.array(
    [
        (3.85, 5.83),  # 0: a card on a base
        (1.98, 1.90),  # 1: each card left on a wall (taken away)
        (0.10, -0.05),  # 2: the square of how many are left on it (taken away)
        (-0.01, 0.01),  # 3: what a wall's open top costs to reach
        (-0.50, 0.33),  # 4: each card upon another on an auxiliary place
        (1.60, 0.15),  # 5: each card above it, for a card of a run or the vault
        (0.58, 1.02),  # 6: an empty auxiliary place (taken away)
        (-0.50, 0.27),  # 7: a card in the vault
        (0.38, 0.59),  # 8: each card above it, for a card of an extra pile
        (0.80, 1.03),  # 9: a card that is known to come in the stock
        (2.67, 1.43),  # 10: a card not seen yet
        (0.05, 0.25),  # 11: a card of an extra pile, whatever lies above it
        (1.21, 1.88),  # 12: what the next card of a suit costs to reach (taken away)
        (8.46, 12.35),  # 13: the most that a cost counts
        (0.27, 0.37),  # 14: how much less each later card of the suit counts
        (-0.06, -0.03),  # 15: each unseen card that an auxiliary place or the vault would take
        (-0.68, -0.31),  # 16: what a move from an extra pile must add to the promise to be made
        (0.10, 0.04),  # 17: what another move must add; never negative, or idle moves would go round
        (0.08, 0.07),  # 18: how long the lowest card of an auxiliary place with a wall waits for its base (taken away)
        (-0.11, 0.18),  # 19: how long a wall's top does (taken away)
    ]
)
WEIGHTS = np.linspace(_ENDS[:, 0], _ENDS[:, 1], 5)
"""Of `promise` in the five passes, found by the cross-entropy method on games played out blind, of deals that no benchmark uses."""


@bare
def best_move(desk: Desk, row: Small, mask: Any, order: Small, length: int, deal: Deal, weights: Floats) -> int:
    """The move that promises most; -1 where waiting promises more."""
    w = weights[row[PASS] - 1]
    best, gain, now, judged = -1, 0.0, 0.0, False
    for source in range(SOURCES):
        card = source_card(row, mask, order, source, deal.walls)
        if card == 0:
            continue
        for target in range(TARGETS):
            if not accepts(row, card, source, target):
                continue
            if not judged:
                now, judged = promise(desk, row, mask, order, length, deal.walls, weights, row, True), True
            copy(desk.trial, row)
            after = play(desk.trial, mask, order, source, target, deal.walls)
            hurdle = w[16] if EXTRA <= source < FROM_VAULT else w[17]
            afresh = source >= EXTRA
            value = promise(desk, desk.trial, after, order, length, deal.walls, weights, row, afresh) - now - hurdle
            if value > gain:
                best, gain = source * 8 + target, value
    return best


@bare
def play_blind(desk: Desk, row: Small, mask: Any, order: Small, length: int, deal: Deal, weights: Floats) -> Any:
    """Play a position out in place; the cards on bases at the end (104: won)."""
    copy(desk.orders[0], order)
    now = 0
    mask = play_safe(row, mask, desk.orders[now], deal)
    while True:
        move = best_move(desk, row, mask, desk.orders[now], length, deal, weights)
        if move >= 0:
            mask = play(row, mask, desk.orders[now], move >> 3, move & 7, deal.walls)
        elif row[DEALT] < length:
            deal_next(row, length)
        elif row[PASS] < deal.settings[0] and mask:
            mask, length = gather(row, mask, desk.orders[now], desk.orders[1 - now], deal.settings[1])
            now = 1 - now
        else:
            return row[0] + row[1] + row[2] + row[3]
        mask = play_safe(row, mask, desk.orders[now], deal)
