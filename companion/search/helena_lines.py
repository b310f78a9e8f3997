"""Shorter lines: a line of the Święta Helena family without the moves that it can do without.

A found line wanders. Within each deal moves are left out, alone or two together, as long as what remains is legal and comes to the
same end: the same table before the next gathering, or, in the last deal, all cards on the foundations.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from companion.search import helena_row as layout
from companion.search.compiled import compiled

if TYPE_CHECKING:
    from companion.search.helena import Rules

NEAR = 8
"""How many moves after a move are tried as the second one to leave out."""
PASSES = 6
"""How often the whole line is gone through at most."""


def shortened(row: Any, moves: list[int], rules: Rules) -> list[int]:
    """A line to the same end as `moves` from the table in `row`, no longer than it; moves as the kernel numbers them."""
    out: list[int] = []
    start = row.copy()
    after = np.empty_like(start)
    begin = 0
    while begin < len(moves):
        end = begin
        while end < len(moves) and moves[end] not in (layout.REDEAL, layout.DEAL):
            end += 1
        part = np.array(moves[begin:end], np.int64)
        if start[layout.STOCK] == 0 and (part < 12 * 32).all():
            part = trimmed(start, part, rules.beside, rules.numbers, end == len(moves))
        out.extend(map(int, part))
        for move in moves[begin:end]:
            layout.write_move(start, move // 32, move % 32, after)
            start[:] = after
        if end < len(moves):
            layout.write_dealing(start, rules.numbers, after)
            start[:] = after
            out.append(moves[end])
        begin = end + 1
    return out


@compiled
def lay_out(row: Any, piles: Any, heights: Any, cards: Any, places: Any) -> Any:
    """Write a row as piles of card numbers (each copy its own), with the code and the pile of each. Returns their count."""
    count = 0
    for p in range(12):
        heights[p] = layout.integer(row[layout.LENGTHS + p])
        for j in range(heights[p]):
            cards[count] = layout.integer(row[count])
            piles[p, j] = count
            places[count] = p
            count += 1
    return count


@compiled
def replay(
    row: Any, who: Any, onto: Any, to: Any, keep: Any, beside: Any, rules: Any, goal: Any, free_end: Any,
    piles: Any, heights: Any, cards: Any, places: Any, tops: Any, written: Any,
) -> Any:  # fmt: skip
    """Play the kept moves from `row`: card `who` on the card `onto` (-1: a gap) of pile `to`, or on the row `to`.

    Writes the moves made into `written` and returns their number, or -1 where one is illegal or the end is not the `goal`
    (with `free_end`: all cards on the foundations).
    """
    lay_out(row, piles, heights, cards, places)
    for k in range(8):
        tops[k] = layout.integer(row[layout.ACE_ROWS + k])
    limited = row[layout.ROUND] <= rules[layout.LIMITED]
    count = 0
    for k in range(who.shape[0]):
        if not keep[k]:
            continue
        card, target = who[k], to[k]
        source = places[card]
        if source < 0 or piles[source, heights[source] - 1] != card:
            return -1
        code = cards[card]
        if target >= 12:
            if not layout.row_takes(target, tops[target - 12], code % 13 + 1):
                return -1
            if limited and ((source < 4 and target < 16) or (6 <= source < 10 and target >= 16)):
                return -1
            tops[target - 12] = code % 13 + 1
            heights[source] -= 1
            places[card] = -1
        else:
            under = onto[k]
            if under >= 0 and places[under] >= 0 and free_end:
                home = places[under]
                if piles[home, heights[home] - 1] == under:
                    target = home
                elif home == source and heights[home] > 1 and piles[home, heights[home] - 2] == under:
                    continue
            if target == source:
                continue
            if heights[target] == 0:
                if rules[layout.GAPS] == 0:
                    return -1
            elif beside[cards[piles[target, heights[target] - 1]], code] == 0:
                return -1
            heights[source] -= 1
            piles[target, heights[target]] = card
            heights[target] += 1
            places[card] = target
        written[count] = source * 32 + target
        count += 1
    if free_end:
        for suit in range(4):
            if tops[suit] != 13 or tops[4 + suit] != 1:
                return -1
        return count
    at = 0
    for p in range(12):
        if heights[p] != layout.integer(goal[layout.LENGTHS + p]):
            return -1
        for j in range(heights[p]):
            if cards[piles[p, j]] != layout.integer(goal[at]):
                return -1
            at += 1
    for k in range(8):
        if tops[k] != layout.integer(goal[layout.ACE_ROWS + k]):
            return -1
    return count


@compiled
def trimmed(row: Any, moves: Any, beside: Any, rules: Any, free_end: Any) -> Any:
    """The moves of one deal from `row`, from piles only, without those that can be left out."""
    piles, heights = np.empty((12, 104), np.int64), np.empty(12, np.int64)
    cards, places, tops = np.empty(104, np.int64), np.empty(104, np.int64), np.empty(8, np.int64)
    goal, after = row.copy(), row.copy()
    for move in moves:
        layout.write_move(goal, move // 32, move % 32, after)
        goal[:] = after
    if layout.played(goal) != 104:
        free_end = False
    best = moves.copy()
    written = np.empty(moves.shape[0], np.int64)
    for _ in range(PASSES):
        count = best.shape[0]
        who, onto, to = np.empty(count, np.int64), np.empty(count, np.int64), np.empty(count, np.int64)
        lay_out(row, piles, heights, cards, places)
        for k in range(count):
            source, target = best[k] // 32, best[k] % 32
            heights[source] -= 1
            who[k], to[k], onto[k] = piles[source, heights[source]], target, -1
            if target < 12:
                if heights[target] > 0:
                    onto[k] = piles[target, heights[target] - 1]
                piles[target, heights[target]] = who[k]
                heights[target] += 1
        keep = np.ones(count, np.bool_)
        shorter = count
        for k in range(count):
            if to[k] >= 12:
                continue
            again = k + 1
            while again < count and who[again] != who[k]:
                again += 1
            for second in range(k, min(count, k + NEAR) + 1):
                other = again if second == min(count, k + NEAR) else second
                if other >= count or not keep[k] or not keep[other] or (to[other] >= 12):
                    continue
                keep[k] = keep[other] = False
                made = replay(
                    row, who, onto, to, keep, beside, rules, goal, free_end, piles, heights, cards, places, tops, written
                )  # fmt: skip
                if 0 <= made < shorter:
                    shorter = made
                    best = written[:made].copy()
                    break
                keep[k] = keep[other] = True
        if shorter == count:
            break
    return best
