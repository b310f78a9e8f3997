"""First passes of Napoleono kapas played by a learnt net, noted, judged and raced, for `learn_kapas_first_pass.py`. Compiled."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from common import laid_out

from companion.rules import game
from companion.rules.kapas import WALL_SIZE
from companion.search import kapas_first_pass as first
from companion.search import kapas_foresight
from companion.search import kapas_prospect as behind
from companion.search.compiled import compiled, copy
from companion.search.kapas_beam import FULL
from companion.search.kapas_kernel import (
    DEALT,
    HIGH,
    LOW,
    MOST,
    PASS,
    SOURCES,
    TARGETS,
    WALL,
    WIDTH,
    WON,
    Deal,
    accepts,
    deal_next,
    play,
    play_safe,
    source_card,
)
from companion.search.kapas_lines import packed
from companion.search.kapas_towers import Towers, answer

LAMBDA = 0.8
TRUST = 0.4
"""How much a race counts, against what the prospect's net said of the same world, in what a pass is said to have led to: without races a
player learns to like what that net is wrong about, with nothing but races it would learn mostly from chance."""
ORDERS_BEHIND = 6
"""Orders of the hidden cards in which a pass that has ended is judged."""
MOST_CHOICES = 400
"""Choices of one pass at most."""

Numbers = Any


class Record(NamedTuple):
    """What the player saw of its choices, padded with the number of features, and what it is to say of them."""

    suits: Numbers
    walls: Numbers
    table: Numbers
    says: Numbers
    """What it says of the choice that it would make."""
    by_chance: Numbers
    """Whether another one was made."""
    target: Numbers
    noted: Numbers
    """How many choices, in its only place."""


class Ends(NamedTuple):
    """What passes led to, and whether a narrow beam won it."""

    rows: Numbers
    packets: Numbers
    lengths: Numbers
    walls: Numbers
    won: Numbers
    noted: Numbers
    """How many, in its only place."""


class Desk(NamedTuple):
    """The room of the beam."""

    book: Any
    memo: Any
    sight: Any


class Pack(NamedTuple):
    """A table as it is laid out, and its cards, to be shuffled."""

    row: Numbers
    mask: Numbers
    order: Numbers
    length: int
    deal: Deal
    cards: Numbers


def any_pack() -> Pack:
    rules = game("kapas")
    row, mask, order, length, deal = packed(rules, laid_out(rules, 1))
    cards = [deal.walls[i, d] for i in range(4) for d in range(row[WALL + i])]
    cards += [row[HIGH + i] for i in range(4)] + list(order[:length])
    return Pack(row, np.uint64(mask), order, length, deal, np.array(cards, np.int16))


def new_record(choices: int) -> Record:
    return Record(
        np.zeros((choices, 4, first.MOST_OF_SUIT), np.int16),
        np.zeros((choices, 4, first.MOST_OF_WALL), np.int16),
        np.zeros((choices, first.MOST_OF_TABLE), np.int16),
        np.zeros(choices, np.float32),
        np.zeros(choices, np.bool_),
        np.zeros(choices, np.float32),
        np.zeros(1, np.int64),
    )


def new_ends(races: int) -> Ends:
    return Ends(
        np.zeros((races, WIDTH), np.int16),
        np.zeros((races, MOST), np.int16),
        np.zeros(races, np.int16),
        np.zeros((races, 4, WALL_SIZE), np.int16),
        np.zeros(races, np.bool_),
        np.zeros(1, np.int64),
    )


@compiled
def lay_out(pack: Pack, walls: Numbers, row: Numbers, order: Numbers) -> None:
    """Put the cards, in the order they are in, where a game begins."""
    copy(row, pack.row)
    x = 0
    for i in range(4):
        for d in range(row[WALL + i]):
            walls[i, d] = pack.cards[x]
            x += 1
    for i in range(4):
        row[LOW + i] = row[HIGH + i] = pack.cards[x]
        x += 1
    for p in range(pack.length):
        order[p] = pack.cards[x]
        x += 1


@compiled
def any_move(row: Numbers, mask: Any, order: Numbers, deal: Deal) -> int:
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


@compiled
def says_of(
    net: Towers, eye: first.Eye, row: Numbers, mask: Any, order: Numbers, length: int, deal: Deal, move: int
) -> Any:
    """What chance the player's net gives to a choice; what it has found of it stands in the eye."""
    if move >= 0:
        copy(eye.trial, row)
        after = play(eye.trial, mask, order, move >> 3, move & 7, deal.walls)
        first.look(eye, eye.trial, after, order, length, deal.walls, row)
    else:
        first.look(eye, row, mask, order, length, deal.walls, row)
        first.dealing_on(eye)
    return 1 / (1 + np.exp(-answer(net, eye.gaze)))


@compiled
def note(record: Record, eye: first.Eye) -> None:
    """Write down what stands in the eye."""
    at, gaze = record.noted[0], eye.gaze
    for i in range(4):
        for x in range(record.suits.shape[2]):
            record.suits[at, i, x] = gaze.suits[i, x] if x < gaze.counts[i] else first.SUIT_FEATURES
        for x in range(record.walls.shape[2]):
            record.walls[at, i, x] = gaze.walls[i, x] if x < gaze.counts[4 + i] else first.WALL_FEATURES
    for x in range(record.table.shape[1]):
        record.table[at, x] = gaze.table[x] if x < gaze.counts[8] else first.TABLE_FEATURES
    record.noted[0] = at + 1


@compiled
def play_pass(
    net: Towers,
    eye: first.Eye,
    row: Numbers,
    mask: Any,
    order: Numbers,
    length: int,
    deal: Deal,
    chance: float,
    record: Record,
) -> Any:
    """Play on in place to the end of the first pass and gather, some moves being left to chance, and note it where the record has room for
    a pass; the mask and the length of the packet, which is `eye.orders[1]`."""
    copy(eye.orders[0], order)
    mask = play_safe(row, mask, eye.orders[0], deal)
    noting = record.says.shape[0] > 0
    while True:
        move = first.chosen(net, eye, row, mask, eye.orders[0], length, deal)
        other = any_move(row, mask, eye.orders[0], deal) if np.random.random() < chance else move
        if noting:
            at = record.noted[0]
            record.says[at] = says_of(net, eye, row, mask, eye.orders[0], length, deal, move)
            record.by_chance[at] = other != move
            if other != move:
                says_of(net, eye, row, mask, eye.orders[0], length, deal, other)
            note(record, eye)
        if other >= 0:
            mask = play(row, mask, eye.orders[0], other >> 3, other & 7, deal.walls)
        elif row[DEALT] < length:
            deal_next(row, length)
        elif mask:
            return first.gather_first(eye, row, mask, deal)
        else:
            return mask, length
        mask = play_safe(row, mask, eye.orders[0], deal)


@compiled
def judged(net: Towers, gaze: Any, eye: first.Eye, row: Numbers, length: int, walls: Numbers) -> Any:
    """What chance a pass that has ended leaves, over some orders of the cards that are hidden still, and in the very order they have."""
    if row[PASS] == 1:
        won = 1.0 if row[0] + row[1] + row[2] + row[3] == WON else 0.0
        return won, won
    own = behind.prospect(net, gaze, row, eye.orders[1], length, walls)
    other, hidden, total = walls.copy(), np.zeros(44, np.int16), np.float64(own)
    for _ in range(ORDERS_BEHIND - 1):
        n = 0
        for i in range(4):
            for d in range(row[WALL + i] - 1):
                hidden[n] = other[i, d]
                n += 1
        np.random.shuffle(hidden[:n])
        n = 0
        for i in range(4):
            for d in range(row[WALL + i] - 1):
                other[i, d] = hidden[n]
                n += 1
        total += behind.prospect(net, gaze, row, eye.orders[1], length, other)
    return total / ORDERS_BEHIND, np.float64(own)


@compiled
def look_back(record: Record, begin: int, value: float) -> None:
    """Write what is to be said of the choices from `begin` on, of which the last led to this value."""
    for at in range(record.noted[0] - 1, begin - 1, -1):
        record.target[at] = value
        # What follows a choice left to chance says nothing of the choices before it.
        share = 0.0 if record.by_chance[at] else LAMBDA
        value = (1 - share) * record.says[at] + share * value


@compiled
def race_on(ends: Ends, desk: Desk, row: Numbers, mask: Any, packet: Numbers, length: int, deal: Deal) -> bool:
    """Let the narrow beam try to win what a pass has led to, and note it."""
    at = ends.noted[0]
    copy(ends.rows[at], row)
    copy(ends.packets[at], packet)
    ends.lengths[at] = length
    for i in range(4):
        copy(ends.walls[at, i], deal.walls[i])
    found = kapas_foresight.race(
        desk.book, desk.memo, desk.sight, row, mask, packet, length, deal, kapas_foresight.KEPT
    )
    ends.won[at] = found not in (-1, FULL)
    ends.noted[0] = at + 1
    return ends.won[at]


@compiled
def play_packs(
    player: Towers,
    prospect: Towers,
    eye: first.Eye,
    gaze: Any,
    desk: Desk,
    pack: Pack,
    packs: int,
    chance: float,
    record: Record,
    ends: Ends,
) -> Any:
    """Play first passes as long as the record has room, and race what they lead to while `ends` has room.

    How many, and the mean chance that they leave.
    """
    walls, row, order = pack.deal.walls.copy(), pack.row.copy(), pack.order.copy()
    deal, total = Deal(walls, pack.deal.settings, pack.deal.weights), 0.0
    record.noted[0] = ends.noted[0] = 0
    for number in range(packs):
        begin = record.noted[0]
        if begin + MOST_CHOICES > record.says.shape[0]:
            return number, total / max(1, number)
        np.random.shuffle(pack.cards)
        lay_out(pack, walls, row, order)
        mask, length = play_pass(player, eye, row, pack.mask, order, pack.length, deal, chance, record)
        value, own = judged(prospect, gaze, eye, row, length, walls)
        if row[PASS] > 1 and ends.noted[0] < ends.won.shape[0]:
            value += TRUST * (race_on(ends, desk, row, mask, eye.orders[1], length, deal) - own)
        look_back(record, begin, value)
        total += value
    return packs, total / packs


@compiled
def look_at_all(
    gaze: Any,
    rows: Numbers,
    packets: Numbers,
    lengths: Numbers,
    walls: Numbers,
    of_suits: Numbers,
    of_walls: Numbers,
    of_tables: Numbers,
) -> None:
    """What the prospect's net finds of each world."""
    for x in range(rows.shape[0]):
        behind.look_through(gaze, rows[x], packets[x], lengths[x], walls[x])
        for i in range(4):
            of_suits[x, i, : gaze.counts[i]] = gaze.suits[i, : gaze.counts[i]]
            of_walls[x, i, : gaze.counts[4 + i]] = gaze.walls[i, : gaze.counts[4 + i]]
        of_tables[x, : gaze.counts[8]] = gaze.table[: gaze.counts[8]]
