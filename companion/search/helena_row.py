"""A table of the Święta Helena family as a row of bytes, and its moves, compiled.

A table is 128 bytes: the cards of piles 1-12 one pile after the other, bottom → top, then the stock, next card
first (codes 0 … 51, thirteen to a suit); twelve pile lengths; the tops of the four ace rows (0 … 13, 0 = empty) and of the four
king rows (14 … 1, 14 = empty); the round; the length of the stock. Twins are one code, so positions that differ only by an
exchange of equal cards are one position, and both twins are always tried where they lie on different piles (report B09).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from companion.rules.helena import ace_row_takes, king_row_takes
from companion.search.compiled import compiled

# Places in a row of bytes.
WIDTH, LENGTHS, ACE_ROWS, KING_ROWS, ROUND, STOCK = 128, 104, 116, 120, 124, 125

# The rules as numbers; the last four switch the reductions that `helena_proof` argues.
GAPS, ROUNDS, LIMITED, FROM_BOTTOM, TRANSFER, RETURN, PHASE1_TABLEAU, PHASE1_AGAIN, IN_SUIT = range(9)
ALL_GAPS, SAFE, CLOSABLE, LEAVABLE = range(9, 13)
RULES = 13

REDEAL, DEAL = 1022, 1023
"""Move codes beside source × 32 + target (piles 0 … 11, ace rows 12 … 15, king rows 16 … 19)."""

integer: Any = np.int64
"""Bytes are unsigned, and an unsigned and a signed number together make a float."""

_king_row_takes = compiled(king_row_takes)
_ace_row_takes = compiled(ace_row_takes)


@compiled
def row_takes(target: Any, top: Any, rank: Any) -> Any:
    """SH-2 for the foundation numbered `target` (12 … 19) with a top as rows keep it."""
    if target < 16:
        return _ace_row_takes(top, rank)
    return _king_row_takes(0 if top == 14 else top, rank)


@compiled
def played(row: Any) -> Any:
    """How many cards lie on the foundations."""
    count = 56
    for suit in range(4):
        count += integer(row[ACE_ROWS + suit]) - integer(row[KING_ROWS + suit])
    return count


@compiled
def list_moves(row: Any, beside: Any, rules: Any, alike: Any, out: Any) -> Any:
    """Write the moves worth trying into `out` as source × 32 + target; returns their number (one, where argument 3 finds it)."""
    count, start, gap = 0, 0, 12
    for p in range(11, -1, -1):
        if row[LENGTHS + p] == 0:
            gap = p
    limited = row[ROUND] <= rules[LIMITED]
    between = row[STOCK] == 0 or rules[PHASE1_TABLEAU]
    tops = np.empty(12, np.int64)
    for p in range(12):
        height = integer(row[LENGTHS + p])
        tops[p] = integer(row[start + height - 1]) if height else -1
        start += height
    for source in range(20):
        if source < 12:
            card = tops[source]
            if card < 0:
                continue
        else:
            top = integer(row[ACE_ROWS + source - 12])
            if top == (0 if source < 16 else 14):
                continue
            card = (source - 12) % 4 * 13 + top - 1
        suit, rank = card // 13, card % 13 + 1
        base_stays = source >= 12 and rank == (1 if source < 16 else 13)
        if source < 12 or rules[TRANSFER] == 2 or (rules[TRANSFER] == 1 and not base_stays):
            for target in (12 + suit, 16 + suit):
                if target == source or not row_takes(target, integer(row[ACE_ROWS + target - 12]), rank):
                    continue
                if limited and ((source < 4 and target < 16) or (6 <= source < 10 and target >= 16)):
                    continue
                out[count] = source * 32 + target
                count += 1
                if rules[SAFE] and alike and row[KING_ROWS + suit] <= row[ACE_ROWS + suit] + 1:
                    out[0] = source * 32 + target
                    return 1
        if (source < 12 and not between) or (
            source >= 12 and (rules[RETURN] == 0 or (rules[RETURN] == 1 and base_stays))
        ):
            continue
        for target in range(12):
            if target == source:
                continue
            if tops[target] < 0:
                if rules[GAPS] == 0 or (target != gap and (alike or not rules[ALL_GAPS])):
                    continue
                if alike and source < 12 and row[LENGTHS + source] == 1:
                    continue
            elif beside[tops[target], card] == 0:
                continue
            out[count] = source * 32 + target
            count += 1
    return count


@compiled
def write_move(row: Any, source: Any, target: Any, out: Any) -> None:
    """Write into `out` the row after a move of one card, with the refill of LO-1."""
    for k in range(WIDTH):
        out[k] = row[k]
    total = 0
    for p in range(12):
        total += integer(row[LENGTHS + p])
    end = total + integer(row[STOCK])
    card = 0
    if source < 12:
        at = -1
        for p in range(source + 1):
            at += integer(row[LENGTHS + p])
        card = integer(row[at])
        if row[LENGTHS + source] == 1 and row[STOCK] > 0:
            out[at] = row[total]
            for k in range(total, end - 1):
                out[k] = row[k + 1]
            out[STOCK] -= 1
        else:
            for k in range(at, end - 1):
                out[k] = row[k + 1]
            out[LENGTHS + source] -= 1
        end -= 1
    else:
        top = integer(row[ACE_ROWS + source - 12])
        card = (source - 12) % 4 * 13 + top - 1
        out[ACE_ROWS + source - 12] += -1 if source < 16 else 1
    if target < 12:
        at = 0
        for p in range(target + 1):
            at += integer(out[LENGTHS + p])
        for k in range(end, at, -1):
            out[k] = out[k - 1]
        out[at] = card
        out[LENGTHS + target] += 1
    else:
        out[ACE_ROWS + target - 12] = card % 13 + 1


@compiled
def write_dealing(row: Any, rules: Any, out: Any) -> None:
    """Write into `out` the row after the rest is dealt (LO-2) or, without a stock, after a redeal (SH-7)."""
    for k in range(WIDTH):
        out[k] = row[k]
    total = 0
    for p in range(12):
        total += integer(row[LENGTHS + p])
    stock = integer(row[STOCK])
    out[STOCK] = 0
    at, start = 0, 0
    if stock > 0:
        for p in range(12):
            height = integer(row[LENGTHS + p])
            for j in range(height):
                out[at] = row[start + j]
                at += 1
            start += height
            for k in range(total + p, total + stock, 12):
                out[at] = row[k]
                at += 1
                height += 1
            out[LENGTHS + p] = height
        return
    out[ROUND] += 1
    end = min(12, total) if rules[PHASE1_AGAIN] else total
    for p in range(12):
        height = 0
        for k in range(p, end, 12):
            out[at] = row[k] if rules[FROM_BOTTOM] else row[total - 1 - k]
            at += 1
            height += 1
        out[LENGTHS + p] = height
    for k in range(end, total):
        out[k] = row[k] if rules[FROM_BOTTOM] else row[total - 1 - k]
    out[STOCK] = total - end
