"""The first pass of Napoleono kapas by two small learnt nets: one plays it, one tells what chance it leaves behind. Compiled.

In the first pass the whole stock is unknown, and what a plan is worth lies far ahead: played out by `kapas_policy` too few games are
won to tell plans apart. So plans are followed to the end of the pass only. The *player's net* sees what the player sees and says how
likely a position is to be won; the move is made that it likes best. The *prospect's net* sees all cards of a world as they lie when
the second pass begins, and says how likely a narrow beam that knows them wins it.

Each net adds up one learnt row of numbers for each feature that a position has, and has one layer of units; it answers with the
logarithm of the odds. Both were learnt by playing (`benchmarks/learn_kapas_first_pass.py`).
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.search.compiled import bare, compiled, copy
from companion.search.kapas_kernel import (
    DEALT,
    EXTRA,
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
    WON,
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
from companion.search.kapas_plans import Room, carry_out, lay_out

Singles = NDArray[np.float32]

PASSES = 5
"""So many passes the games had that the nets were learnt from; where fewer are allowed they would promise too much."""
LEAST_GAIN = np.float32(-0.02)
"""What the player's net must say of a move beyond what it says of dealing on: a move costs nothing, a card dealt covers others."""

# What the player's net sees. Ranges of which one feature counts for each place or card; a run is an auxiliary pile or the vault.
NEXT = 8
"""How many of the cards that each base takes next are looked for."""
SPOTS = 32
"""Where its easiest copy lies: 0 open on a wall, 1-5 so deep in a run, 6-30 so deep in the extra pile 0-4, 31 not to be seen."""
IN_RUN, IN_EXTRA, NOWHERE = 1, 6, 31
FAR = 99
LEFT = NEXT * 3 * SPOTS
"""+ cards left on a wall; before it: (how many cards its base takes before × 3 + copies not seen yet) × `SPOTS` + where it lies."""
RUN = LEFT + 12
LOW_AFTER, LAST_AFTER = 14, 28
LOW_WAITS, LAST_WAITS, TOP_WAITS = RUN + LOW_AFTER, RUN + LAST_AFTER, RUN + 42
"""+ cards that go to its base before the lowest card of an auxiliary pile can, with cards left on its wall and without; before a
wall's open top can."""
VAULT_TOP = RUN + 56
EMPTY = VAULT_TOP + 14
ON_BASE = EMPTY + 1
ON_LOWEST_BASE = ON_BASE + 27
DEALS_LEFT = ON_LOWEST_BASE + 27
IN_PILE = DEALS_LEFT + 16
"""+ 14 × which extra pile + how many cards lie on it."""
ON_WALLS = IN_PILE + 5 * 14
DEALS_ON = ON_WALLS + 45
"""The choice is not to move but to deal on."""
OPEN_END = DEALS_ON + 1
"""+ 14 × copies not seen yet + rank of a card that a run would take next."""
PLAYER_FEATURES = OPEN_END + 3 * 14

# What the prospect's net sees, with every card known and no extra piles.
NEXT_KNOWN = 10
PLACES = 32
"""Where a copy lies: 0-9 so deep in a wall, 10-14 so deep in a run, 15-30 in the stock, to come in so many deals; 31 gone."""
IN_RUN_KNOWN, IN_STOCK = 10, 15
SECOND = NEXT_KNOWN * PLACES
"""The same for the copy that is harder to reach; `PLACES` where there is none."""
WALL_WAITS = SECOND + NEXT_KNOWN * (PLACES + 1)
"""+ 13 × how deep a card lies in its wall + cards that go to its base before it can."""
STOCK_WAITS = WALL_WAITS + 10 * 13
KNOWN_LEFT = STOCK_WAITS + 16 * 13
KNOWN_RUN = KNOWN_LEFT + 12
KNOWN_LOW_WAITS, KNOWN_LAST_WAITS = KNOWN_RUN + LOW_AFTER, KNOWN_RUN + LAST_AFTER
KNOWN_VAULT_TOP = KNOWN_RUN + 42
KNOWN_EMPTY = KNOWN_VAULT_TOP + 14
KNOWN_ON_BASE = KNOWN_EMPTY + 1
KNOWN_ON_LOWEST_BASE = KNOWN_ON_BASE + 27
KNOWN_ON_WALLS = KNOWN_ON_LOWEST_BASE + 27
KNOWN_DEALS = KNOWN_ON_WALLS + 45
PROSPECT_FEATURES = KNOWN_DEALS + 16
MOST_FOUND = 256


class Net(NamedTuple):
    """A net: features × units, units, units, one number."""

    rows: Singles
    bias: Singles
    out: Singles
    out_bias: Singles


class Eye(NamedTuple):
    """Room to look at a position and to reckon."""

    found: Ints
    """The features found."""
    near: Ints
    """For each card where its easiest copy lies, and in `second` the other one."""
    second: Ints
    copies: Ints
    """For each card how many copies are to be seen off the bases."""
    units: Singles
    trial: Small
    orders: Small
    """Two orders, the present one and the next packet."""


class Record(NamedTuple):
    """What the player's net saw of each choice that was made, for learning from it; without room nothing is noted."""

    found: NDArray[np.int16]
    """Choices × features, filled up with `PLAYER_FEATURES`."""
    noted: Ints
    """How many choices were noted, in its only place."""


def new_eye(net: Net, other: Net) -> Eye:
    """Room for two nets of equally many units."""
    assert net.bias.size == other.bias.size
    return Eye(
        np.zeros(MOST_FOUND, np.int64),
        np.zeros(64, np.int64),
        np.zeros(64, np.int64),
        np.zeros(64, np.int64),
        np.zeros_like(net.bias),
        np.zeros(WIDTH, np.int16),
        np.zeros((2, MOST), np.int16),
    )


def new_record(choices: int) -> Record:
    return Record(np.zeros((choices, 80), np.int16), np.zeros(1, np.int64))


NO_RECORD = new_record(0)


def net_of(arrays: Any, name: str) -> Net:
    """A net as it stands in a file of arrays, or in a mapping of such names."""
    parts = (np.atleast_1d(np.asarray(arrays[f"{name}.{part}"], np.float32)) for part in Net._fields)
    return Net(*(np.ascontiguousarray(part) for part in parts))


@cache
def nets() -> tuple[Net, Net]:
    """The player's net and the prospect's, as they were learnt."""
    with files("companion.search").joinpath("models", "kapas_first_pass.npz").open("rb") as file:
        arrays = np.load(file, allow_pickle=False)
        return net_of(arrays, "player"), net_of(arrays, "prospect")


@bare
def answer(net: Net, eye: Eye, n: int) -> Any:
    """What a net says of a position that has the first `n` features found."""
    copy(eye.units, net.bias)
    for i in range(n):
        row = net.rows[eye.found[i]]
        for unit in range(eye.units.shape[0]):
            eye.units[unit] += row[unit]
    total = net.out_bias[0]
    for unit in range(eye.units.shape[0]):
        total += net.out[unit] * max(np.float32(0), eye.units[unit])
    return total


@bare
def forget(eye: Eye) -> None:
    """Nothing has been seen yet."""
    eye.near[:] = FAR
    eye.second[:] = FAR
    eye.copies[:] = 0


@bare
def see(eye: Eye, card: int, spot: int) -> None:
    """A copy of a card lies there, and is seen or known."""
    eye.copies[card] += 1
    if spot < eye.near[card]:
        eye.near[card], eye.second[card] = spot, eye.near[card]
    elif spot < eye.second[card]:
        eye.second[card] = spot


@bare
def see_runs(eye: Eye, row: Small, n: int, run: int, empty: int, spot: int) -> int:
    """Look at the auxiliary piles and the vault, whose cards lie at `spot` and on; `run` and `empty`: their features. How many in all."""
    for i in range(4):
        if row[LOW + i]:
            eye.found[n] = run + row[HIGH + i] - row[LOW + i]
            eye.found[n + 1] = run + (LOW_AFTER if row[WALL + i] else LAST_AFTER) + waits(row, row[LOW + i])
            n += 2
            for card in range(row[LOW + i], row[HIGH + i] + 1):
                see(eye, card, spot + min(row[HIGH + i] - card, 4))
        else:
            eye.found[n] = empty
            n += 1
    for card in range((row[VAULT] & 48) + 1, row[VAULT] + 1):
        see(eye, card, spot + min(row[VAULT] - card, 4))
    return n


@bare
def see_extra(eye: Eye, row: Small, mask: Any, order: Small, pile: int) -> int:
    """Look at an extra pile; how many cards lie on it."""
    lying, above = pile_mask(row, mask, pile), 0
    while lying:
        p = highest(lying)
        lying ^= ONE << U(p)
        see(eye, order[p], IN_EXTRA + min(above, 4) * 5 + pile)
        above += 1
    return above


@bare
def copies_unseen(eye: Eye, row: Small, card: int) -> Any:
    """How many copies of a card the player has not seen."""
    return 2 - eye.copies[card] - copies_on_base(row, card)


@bare
def look(eye: Eye, row: Small, mask: Any, order: Small, length: int, walls: Small, shown: Small) -> int:
    """Find what the player sees of a position; how many features.

    `shown` is the position before the move that is thought of: a wall card that would be turned by it is not looked at.
    """
    forget(eye)
    n, on_walls, k = 0, 0, 6 - row[PASS]
    for i in range(4):
        left = row[WALL + i]
        on_walls += left
        eye.found[n] = LEFT + left
        n += 1
        if left and left == shown[WALL + i]:
            see(eye, walls[i, left - 1], 0)
            eye.found[n] = TOP_WAITS + waits(row, walls[i, left - 1])
            n += 1
    for j in range(k):
        eye.found[n] = IN_PILE + j * 14 + min(see_extra(eye, row, mask, order, j), 13)
        n += 1
    n = see_runs(eye, row, n, RUN, EMPTY, IN_RUN)
    eye.found[n] = VAULT_TOP + (row[VAULT] & 15)
    eye.found[n + 1] = ON_LOWEST_BASE + min(row[0], row[1], row[2], row[3])
    eye.found[n + 2] = DEALS_LEFT + min(15, (length - row[DEALT] + k - 1) // k)
    eye.found[n + 3] = ON_WALLS + on_walls
    n += 4
    for suit in range(4):
        eye.found[n] = ON_BASE + row[suit]
        n += 1
        for q in range(min(NEXT, 26 - row[suit])):
            card = suit * 16 + 13 - (row[suit] + q) % 13
            spot = NOWHERE if eye.near[card] == FAR else eye.near[card]
            eye.found[n] = (q * 3 + copies_unseen(eye, row, card)) * SPOTS + spot
            n += 1
    for i in range(5):
        top = row[HIGH + i] if i < 4 else row[VAULT]
        if top and (top & 15) < 13:
            eye.found[n] = OPEN_END + copies_unseen(eye, row, top + 1) * 14 + (top & 15) + 1
            n += 1
    return n


@bare
def look_through(eye: Eye, row: Small, order: Small, length: int, walls: Small) -> int:
    """Find what is to be known of a world at the beginning of a pass; how many features."""
    forget(eye)
    n, on_walls, k = 0, 0, 6 - row[PASS]
    for i in range(4):
        left = row[WALL + i]
        on_walls += left
        eye.found[n] = KNOWN_LEFT + left
        n += 1
        for above in range(left):
            card = walls[i, left - 1 - above]
            see(eye, card, min(above, 9))
            eye.found[n] = WALL_WAITS + min(above, 9) * 13 + waits(row, card)
            n += 1
    n = see_runs(eye, row, n, KNOWN_RUN, KNOWN_EMPTY, IN_RUN_KNOWN)
    for p in range(row[DEALT], length):
        deals = min(15, (p - row[DEALT]) // k)
        see(eye, order[p], IN_STOCK + deals)
        eye.found[n] = STOCK_WAITS + deals * 13 + waits(row, order[p])
        n += 1
    eye.found[n] = KNOWN_VAULT_TOP + (row[VAULT] & 15)
    eye.found[n + 1] = KNOWN_ON_LOWEST_BASE + min(row[0], row[1], row[2], row[3])
    eye.found[n + 2] = KNOWN_ON_WALLS + on_walls
    eye.found[n + 3] = KNOWN_DEALS + min(15, (length + k - 1) // k)
    n += 4
    for suit in range(4):
        eye.found[n] = KNOWN_ON_BASE + row[suit]
        n += 1
        for q in range(min(NEXT_KNOWN, 26 - row[suit])):
            card = suit * 16 + 13 - (row[suit] + q) % 13
            if eye.near[card] != FAR:
                eye.found[n] = q * PLACES + eye.near[card]
                n += 1
            eye.found[n] = SECOND + q * (PLACES + 1) + (PLACES if eye.second[card] == FAR else eye.second[card])
            n += 1
    return n


@bare
def prospect(net: Net, eye: Eye, row: Small, order: Small, length: int, walls: Small) -> Any:
    """The chance that a world is won, told when its second pass begins."""
    return 1 / (1 + np.exp(-answer(net, eye, look_through(eye, row, order, length, walls))))


@bare
def turns_none(before: Small, after: Small) -> bool:
    """Whether the walls are the same in two positions."""
    for i in range(4):  # noqa: SIM110 (numba compiles the loop)
        if before[WALL + i] != after[WALL + i]:
            return False
    return True


@bare
def chosen(net: Net, eye: Eye, row: Small, mask: Any, order: Small, length: int, deal: Deal) -> int:
    """The move that the net likes best; -1 where it likes dealing on better.

    A move between runs that turns nothing could be taken back, and must be liked better than the position before it.
    """
    best, most, stay, judged = -1, np.float32(0), np.float32(0), False
    for source in range(SOURCES):
        card = source_card(row, mask, order, source, deal.walls)
        if card == 0:
            continue
        for target in range(TARGETS):
            if not accepts(row, card, source, target):
                continue
            if not judged:
                n = look(eye, row, mask, order, length, deal.walls, row)
                stay, judged = answer(net, eye, n), True
                eye.found[n] = DEALS_ON
                most = answer(net, eye, n + 1) + LEAST_GAIN
            copy(eye.trial, row)
            after = play(eye.trial, mask, order, source, target, deal.walls)
            says = answer(net, eye, look(eye, eye.trial, after, order, length, deal.walls, row))
            idle = 4 <= source < EXTRA and target > 0 and turns_none(row, eye.trial)
            if says > most and not (idle and says <= stay):
                best, most = source * 8 + target, says
    return best


@bare
def any_move(row: Small, mask: Any, order: Small, deal: Deal) -> int:
    """A move taken at random, or -1 for dealing on, all alike."""
    move, among = -1, 1
    for source in range(SOURCES):
        card = source_card(row, mask, order, source, deal.walls)
        for target in range(TARGETS if card else 0):
            if accepts(row, card, source, target):
                among += 1
                if np.random.random() * among < 1:
                    move = source * 8 + target
    return move


@bare
def note(record: Record, eye: Eye, row: Small, mask: Any, order: Small, length: int, deal: Deal, move: int) -> None:
    """Write down what the net sees of a choice."""
    at = record.noted[0]
    if at == record.found.shape[0]:
        return
    if move >= 0:
        copy(eye.trial, row)
        after = play(eye.trial, mask, order, move >> 3, move & 7, deal.walls)
        n = look(eye, eye.trial, after, order, length, deal.walls, row)
    else:
        n = look(eye, row, mask, order, length, deal.walls, row)
        eye.found[n] = DEALS_ON
        n += 1
    for i in range(record.found.shape[1]):
        record.found[at, i] = eye.found[i] if i < n else PLAYER_FEATURES
    record.noted[0] = at + 1


@bare
def play_first_pass(
    net: Net, eye: Eye, row: Small, mask: Any, order: Small, length: int, deal: Deal, random: float, record: Record
) -> Any:
    """Play on in place to the end of the first pass and gather; the mask and the length of the packet, which is `eye.orders[1]`.

    A choice is left to chance with the probability `random`.
    """
    copy(eye.orders[0], order)
    mask = play_safe(row, mask, eye.orders[0], deal)
    while True:
        if random > 0 and np.random.random() < random:
            move = any_move(row, mask, eye.orders[0], deal)
        else:
            move = chosen(net, eye, row, mask, eye.orders[0], length, deal)
        note(record, eye, row, mask, eye.orders[0], length, deal, move)
        if move >= 0:
            mask = play(row, mask, eye.orders[0], move >> 3, move & 7, deal.walls)
        elif row[DEALT] < length:
            deal_next(row, length)
        elif row[PASS] < deal.settings[0] and mask:
            return gather_first(eye, row, mask, deal)
        else:
            return mask, length
        mask = play_safe(row, mask, eye.orders[0], deal)


@bare
def gather_first(eye: Eye, row: Small, mask: Any, deal: Deal) -> Any:
    """Gather, and make what safe plays follow; the mask and the length of the packet, which is `eye.orders[1]`."""
    mask, length = gather(row, mask, eye.orders[0], eye.orders[1], deal.settings[1])
    return play_safe(row, mask, eye.orders[1], deal), length


@bare
def chance_left(
    player: Net, behind: Net, eye: Eye, row: Small, mask: Any, order: Small, length: int, deal: Deal
) -> Any:
    """Play a world's first pass out by the player's net, in place; what chance to win is left by the other net."""
    if row[PASS] == 1:
        mask, length = play_first_pass(player, eye, row, mask, order, length, deal, 0.0, NO_RECORD)
    else:
        copy(eye.orders[1], order)
    if row[0] + row[1] + row[2] + row[3] == WON:
        return 1.0
    if row[PASS] == 1:
        return 0.0
    return prospect(behind, eye, row, eye.orders[1], length, deal.walls)


@compiled
def try_plans(
    room: Room,
    player: Net,
    behind: Net,
    eye: Eye,
    plans: Ints,
    times: int,
    unseen: Small,
    order: Small,
    length: int,
    deal: Deal,
    tally: Floats,
) -> None:
    """Follow the plans to the end of the first pass in so many sampled orders of the unseen cards each, the same for all.

    Adds for each plan to its row of the tally: orders tried, and the chances left.
    """
    walls, world = deal.walls.copy(), order.copy()
    packet, row = np.zeros(MOST, np.int16), np.zeros(WIDTH, np.int16)
    for _ in range(times):
        lay_out(room, unseen, order, length, deal, walls, world)
        filled = Deal(walls, deal.settings, deal.weights)
        for plan in plans:
            mask, cards = carry_out(room, plan, world, length, filled, row, packet)
            tally[plan, 0] += 1
            tally[plan, 1] += chance_left(player, behind, eye, row, mask, packet, cards, filled)
