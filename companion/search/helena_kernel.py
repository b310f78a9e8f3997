"""The compiled search of the Święta Helena family: an anytime beam over rows of bytes.

Positions wait in groups by (round, phase, cards on foundations); within a group in buckets by an estimate of the
work left. A sweep passes over the groups from the first to the last and looks at the best one or two of each. Every new position
is kept until it is looked at, so a search that runs out of positions has seen every position that the moves reach.
Why running out means lost is argued in `helena_proof`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from companion.search.compiled import compiled
from companion.search.helena_keys import dealing_is_new, is_new, mark_piles, mixed
from companion.search.helena_proof import SCRATCH, closable, leavable
from companion.search.helena_row import (
    ACE_ROWS,
    CLOSABLE,
    DEAL,
    GAPS,
    KING_ROWS,
    LEAVABLE,
    LENGTHS,
    REDEAL,
    ROUND,
    ROUNDS,
    STOCK,
    integer,
    list_moves,
    played,
    write_dealing,
    write_move,
)

# The weights of the estimate.
RUNS, AHEAD, BREAKS, ORDER, EMPTY, UNREADY, NOISE, PER_GROUP, WINDOW = range(9)
WEIGHTS = 9

# The counters of a search, kept between slices.
NODES, STORED, GROUP, TAKEN, WAITING, BEST, BEST_NODE, PRUNED, SWEEP = range(9)
COUNTERS = 9

# What a slice ends with.
BUDGET, WON, EXHAUSTED, FULL, GROW = range(5)

GROUPS, BUCKETS = 8 * 105, 1024
BUCKETS_A_POINT = 4.0


@compiled
def estimate(row: Any, beside: Any, weights: Any, near: Any, far: Any, need: Any) -> Any:
    """The work left, in points; smaller is better. `near`, `far`, `need` are scratch of 52.

    Counted are, for each row and each card it still wants, the runs lying on the nearest copy (the farther one where the other
    row wants it first), less for later cards; breaks between neighbours; cards lying on one that is wanted earlier; empty piles.
    """
    for card in range(52):
        near[card] = 99.0
        far[card] = 99.0
        suit, rank = card // 13, card % 13 + 1
        up, down = rank - integer(row[ACE_ROWS + suit]), integer(row[KING_ROWS + suit]) - rank
        need[card] = min(up if up > 0 else 99, down if down > 0 else 99)
    breaks, order, empty, start = 0.0, 0.0, 0, 0
    for p in range(12):
        height = integer(row[LENGTHS + p])
        if height == 0:
            empty += 1
            continue
        first = 99
        for j in range(height):
            wanted = need[row[start + j]]
            if wanted > first:
                order += 1.0
            first = min(first, wanted)
        runs = 0.0
        for j in range(height - 1, -1, -1):
            card = row[start + j]
            if j == height - 2:
                runs = 1.0
            elif j < height - 2 and beside[row[start + j + 1], row[start + j + 2]] == 0:
                runs += 1.0
            if j < height - 1 and beside[card, row[start + j + 1]] == 0:
                breaks += 1.0
            if runs < near[card]:
                far[card] = near[card]
                near[card] = runs
            elif runs < far[card]:
                far[card] = runs
        start += height
    buried = 0.0
    for suit in range(4):
        top, share = integer(row[ACE_ROWS + suit]), 1.0
        other = integer(row[KING_ROWS + suit])
        for rank in range(top + 1, 14):
            card = suit * 13 + rank - 1
            second = other > rank and other - rank < rank - top
            buried += share * (far[card] if second and far[card] < 99.0 else near[card])
            share *= weights[AHEAD]
        share = 1.0
        for rank in range(other - 1, 0, -1):
            card = suit * 13 + rank - 1
            second = rank > top and rank - top <= other - rank
            buried += share * (far[card] if second and far[card] < 99.0 else near[card])
            share *= weights[AHEAD]
    return weights[RUNS] * buried + weights[BREAKS] * breaks + weights[ORDER] * order + weights[EMPTY] * empty


@compiled
def wait(rows: Any, node: Any, points: Any, heads: Any, following: Any, lowest: Any, waiting: Any) -> None:
    """Put a position into the bucket of its group."""
    row = rows[node]
    group = (2 * (integer(row[ROUND]) - 1) + (row[STOCK] == 0)) * 105 + played(row)
    bucket = min(max(int(points * BUCKETS_A_POINT), 0), BUCKETS - 1)
    following[node] = heads[group, bucket]
    heads[group, bucket] = node
    lowest[group] = min(lowest[group], bucket)
    waiting[group] += 1


@compiled
def next_node(heads: Any, following: Any, lowest: Any, waiting: Any, counters: Any, weights: Any) -> Any:
    """Take the position that the sweep comes to; there must be one.

    In each round a sweep begins so many groups (`WINDOW`, in every second sweep twice that, in every fourth four times, …)
    below the highest that has a position waiting; sooner or later every group's turn comes.
    """
    group, per_group = counters[GROUP], integer(weights[PER_GROUP])
    while waiting[group] == 0 or counters[TAKEN] >= per_group:
        group += 1
        counters[TAKEN] = 0
        if group == GROUPS:
            group = 0
            counters[SWEEP] += 1
        if group % 105 == 0:
            window, sweep = integer(weights[WINDOW]), counters[SWEEP]
            while sweep % 2 == 0 and window < 105:
                window, sweep = 2 * window, sweep // 2
            highest = group + 104
            while highest > group and waiting[highest] == 0:
                highest -= 1
            group = max(group, highest - window)
    counters[GROUP] = group
    counters[TAKEN] += 1
    while heads[group, lowest[group]] < 0:
        lowest[group] += 1
    node = heads[group, lowest[group]]
    heads[group, lowest[group]] = following[node]
    waiting[group] -= 1
    counters[WAITING] -= 1
    return node


@compiled
def consider(
    rows: Any, node: Any, beside: Any, rules: Any, weights: Any, noise: Any, heads: Any, following: Any, lowest: Any,
    waiting: Any, counters: Any, near: Any, far: Any, need: Any, scratch: Any,
) -> Any:  # fmt: skip
    """Judge the new position written at `node` and let it wait, unless argument 4 or 5 says it is lost. Whether the game is won."""
    row = rows[node]
    points = estimate(row, beside, weights, near, far, need) + weights[NOISE] * noise
    if rules[GAPS] == 0 and rules[CLOSABLE] and row[STOCK] == 0:
        last = row[ROUND] == rules[ROUNDS]
        if last and (closable(row, rules, False) < 4 or (rules[LEAVABLE] and not leavable(row, scratch))):
            counters[PRUNED] += 1
            return False
        if row[ROUND] == rules[ROUNDS] - 1:
            points += weights[UNREADY] * (4 - closable(row, rules, True))
    wait(rows, node, points, heads, following, lowest, waiting)
    counters[WAITING] += 1
    counters[NODES] = node + 1
    done = played(row)
    if done > counters[BEST]:
        counters[BEST], counters[BEST_NODE] = done, node
    return done == 104


@compiled
def begin(
    rows: Any, heads: Any, following: Any, lowest: Any, waiting: Any, seen: Any, beside: Any, rules: Any, weights: Any,
    keys: Any, counters: Any,
) -> Any:  # fmt: skip
    """Let the position in row 0 wait as the first. Whether it is won already."""
    near, far, need = np.empty(52, np.float32), np.empty(52, np.float32), np.empty(52, np.int64)
    sums, marks = np.empty((2, 13), np.uint64), np.empty((2, 13), np.uint64)
    scratch = np.empty(SCRATCH, np.int64)
    dealing_is_new(rows[0], rules, keys, sums, marks, seen)
    counters[STORED] = 1
    return consider(
        rows, 0, beside, rules, weights, 0.0, heads, following, lowest, waiting, counters, near, far, need,
                scratch,
    )  # fmt: skip


@compiled
def search(
    rows: Any, parents: Any, moves: Any, heads: Any, following: Any, lowest: Any, waiting: Any, seen: Any, beside: Any,
    rules: Any, weights: Any, keys: Any, salt: Any, counters: Any, budget: Any,
) -> Any:  # fmt: skip
    """Look at up to `budget` positions. Returns `BUDGET`, `WON` (`BEST_NODE` is the end), `EXHAUSTED`, `FULL` or `GROW`."""
    near, far, need = np.empty(52, np.float32), np.empty(52, np.float32), np.empty(52, np.int64)
    sums, marks = np.empty((2, 13), np.uint64), np.empty((2, 13), np.uint64)
    scratch = np.empty(SCRATCH, np.int64)
    listed = np.empty(512, np.int64)
    room = seen.shape[0] * 6 // 10
    for _ in range(budget):
        if counters[WAITING] == 0:
            return EXHAUSTED
        if counters[NODES] + 512 > rows.shape[0]:
            return FULL
        if counters[STORED] + 512 > room:
            return GROW
        parent = next_node(heads, following, lowest, waiting, counters, weights)
        row = rows[parent]
        alike = mark_piles(row, rules, keys, sums, marks)
        total = 0
        for p in range(12):
            total += integer(row[LENGTHS + p])
        count = list_moves(row, beside, rules, alike, listed)
        start = 0
        for k in range(count):
            source, target = listed[k] // 32, listed[k] % 32
            if source < 12:
                start = 0
                for p in range(source + 1):
                    start += integer(row[LENGTHS + p])
                card = integer(row[start - 1])
                refill = integer(row[total]) if row[LENGTHS + source] == 1 and row[STOCK] > 0 else -1
            else:
                card, refill = (source - 12) % 4 * 13 + integer(row[ACE_ROWS + source - 12]) - 1, -1
            if not is_new(row, source, target, card, alike, keys, sums, marks, refill, seen):
                continue
            counters[STORED] += 1
            node = counters[NODES]
            write_move(row, source, target, rows[node])
            parents[node], moves[node] = parent, listed[k]
            noise = float(mixed(np.uint64(node) ^ salt) >> np.uint64(40)) / 16777216.0
            if consider(
                rows, node, beside, rules, weights, noise, heads, following, lowest, waiting, counters, near, far, need,
                scratch,
            ):  # fmt: skip
                return WON
        if row[STOCK] > 0 or (row[ROUND] < rules[ROUNDS] and total > 0):
            node = counters[NODES]
            write_dealing(row, rules, rows[node])
            parents[node], moves[node] = parent, DEAL if row[STOCK] > 0 else REDEAL
            if dealing_is_new(rows[node], rules, keys, sums, marks, seen):
                counters[STORED] += 1
                consider(
                    rows, node, beside, rules, weights, 0.0, heads, following, lowest, waiting, counters, near, far, need,
                scratch,
                )  # fmt: skip
    return BUDGET
