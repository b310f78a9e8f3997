"""The compiled search of the Święta Helena family: a row of bytes for a table, its moves, and an anytime beam over them.

**The row.** A table is 128 bytes: the cards of piles 1-12 one pile after the other, bottom → top, then the stock, next card
first (codes 0 … 51, thirteen to a suit); twelve pile lengths; the tops of the four ace rows (0 … 13, 0 = empty) and of the four
king rows (14 … 1, 14 = empty); the round; the length of the stock. Twins are one code, so positions that differ only by an
exchange of equal cards are one position, and both twins are always tried where they lie on different piles (report B09).

**The search.** Positions wait in groups by (round, phase, cards on foundations); within a group in buckets by an estimate of the
work left. A sweep passes over the groups from the first to the last and looks at the best one or two of each. Every new position
is kept until it is looked at, so a search that runs out of positions has seen every position that the moves reach.

**Why running out means lost.** The moves are those of the rules (SH-3 … SH-8, LO-1 … LO-4, BK-1), less what follows.

1. *Seen before.* Two positions count as the same when 127 bits of hash agree. In the last deal, once no limit goes by the
   pile (SH-6) and the stock is gone, piles are told apart by their cards only: no rule then names a pile, so renaming piles
   carries lines over to lines.
2. *Gaps in the last deal.* All empty piles are the same by 1, so one of them is tried; a lone card is not moved from one empty
   place to another. In earlier deals the place matters to the gathering; there only `ALL_GAPS` tries every gap, and a search that
   ran out without it is repeated with it.
3. *Safe plays* (last deal, no limits, building in suit without wrap, nothing leaves foundations). Let a suit's rows have met: the
   king row's top is at most one above the ace row's. Then every rank of that suit still in the piles has exactly one copy there,
   wanted by exactly one row. Take any winning line and play the card now. From then on do as the line does, leaving out moves of
   cards already played, and where the line lays x on a card y that has been played, play x: x is a neighbour of y in the same
   suit, y lies on its row, so x is that row's next card, or (y being where the rows met) the other row's. Each pile is at all
   times what the line has there less some played cards; so whatever is available or empty in the line is so here.
   The line ends with all cards played, hence so does ours: no other move need be tried.
4. *The last card of a deal with closed gaps* (`closable`). In the last deal with gaps=none no card ever comes to the bottom of
   a pile. The card that empties the table is a king or an ace: its suit has 25 cards on two rows of at most 13, so the missing one
   is the last of a row. It lies at a bottom, so without a king or ace at the bottom of some pile the deal is lost. Where piles
   build in suit the same holds suit by suit. Let x be the last card of its suit to leave the piles for good; it is a king or an ace.
   Had it been laid on a card after now, that card would be of its suit, and would lie under it still; so x stays where it is until
   then, and the cards beneath it are of other suits, which are finished later. So there must be an order of the unfinished suits,
   last first, in which each has a king or an ace with only cards of earlier listed suits beneath it. Transfers between rows
   and returns from them change nothing in the argument.

5. *Cards that cannot leave* (`leavable`; the last deal with gaps=none, building in suit without wrap, nothing leaves
   foundations). In a winning line every card leaves the place where it lies now. When it does so first, all cards above it
   have left, and it goes to a neighbour in suit that has come bare, or to its row, for which a copy of each rank in between has come
   bare; and the last card of each suit, a king or an ace, leaves only after all others of its suit have come bare (it stays where it
   is till the end, by 4). Let all cards leave that may by these conditions alone, cards once bare staying bare: if some never
   can, whichever ends are the last, the position is lost.

The tests run the same positions with each of 2-5 off, and against a plain search over the referee's own moves.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from companion.rules.helena import ace_row_takes, king_row_takes
from companion.search.compiled import compiled

# Places in a row of bytes.
WIDTH, LENGTHS, ACE_ROWS, KING_ROWS, ROUND, STOCK = 128, 104, 116, 120, 124, 125

# The rules as numbers.
GAPS, ROUNDS, LIMITED, FROM_BOTTOM, TRANSFER, RETURN, PHASE1_TABLEAU, PHASE1_AGAIN, IN_SUIT = range(9)
ALL_GAPS, SAFE, CLOSABLE, LEAVABLE = range(9, 13)
RULES = 13

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
REDEAL, DEAL = 1022, 1023
"""Move codes beside source × 32 + target (piles 0 … 11, ace rows 12 … 15, king rows 16 … 19)."""

_random = np.random.default_rng(20240229)
KEYS: Any = _random.integers(0, 2**64, size=(2, 53, 128), dtype=np.uint64)
"""Random words for a card at a height of a pile (second index 0 … 51) and for a pile's place (52), in two independent sets."""

_king_row_takes = compiled(king_row_takes)
_ace_row_takes = compiled(ace_row_takes)
integer: Any = np.int64
"""Bytes are unsigned, and an unsigned and a signed number together make a float."""
_ODD = np.uint64(0x9E3779B97F4A7C15)


@compiled
def mixed(x: Any) -> Any:
    """A bijection of 64-bit words that spreads every bit."""
    x ^= x >> np.uint64(31)
    x *= np.uint64(0x7FB5D329728EA185)
    x ^= x >> np.uint64(27)
    x *= np.uint64(0x81DADEF4BC2DD44D)
    return x ^ (x >> np.uint64(33))


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
def closable(row: Any, rules: Any, redealt: Any) -> Any:
    """How many of the four suits the argument 4 of the module leaves alive, for the row as it lies or as if it were `redealt`.

    Four means that nothing is known against the position.
    """
    total = 0
    for p in range(12):
        total += integer(row[LENGTHS + p])
    left, ends, found = 0, np.zeros((4, 4), np.int64), np.zeros(4, np.int64)
    for suit in range(4):
        if integer(row[ACE_ROWS + suit]) + 14 - integer(row[KING_ROWS + suit]) < 26:
            left |= 1 << suit
    if left == 0:
        return 4
    bottom, pile, height, beneath = False, 0, 0, 0
    for index in range(total):
        if redealt:  # the pile under the card is every twelfth card before it in the packet
            at, beneath = index - 12, 0
            while at >= 0:
                card = integer(row[at] if rules[FROM_BOTTOM] else row[total - 1 - at])
                beneath |= 1 << (card // 13)
                at -= 12
            card = integer(row[index] if rules[FROM_BOTTOM] else row[total - 1 - index])
        else:
            while height == integer(row[LENGTHS + pile]):
                pile += 1
                height, beneath = 0, 0
            card = integer(row[index])
        suit, rank = card // 13, card % 13 + 1
        if rank == 1 or rank == 13:
            if beneath == 0:
                bottom = True
            if found[suit] < 4:
                ends[suit, found[suit]] = beneath
                found[suit] += 1
        beneath |= 1 << suit
        height += 1
    if not bottom:
        return 0
    if not rules[IN_SUIT]:
        return 4
    listed, grown = 0, True
    while grown:
        grown = False
        for suit in range(4):
            if (left >> suit) & 1 and not (listed >> suit) & 1:
                for k in range(found[suit]):
                    if ends[suit, k] & ~listed == 0:
                        listed |= 1 << suit
                        grown = True
                        break
    alive = 4
    for suit in range(4):
        if ((left & ~listed) >> suit) & 1:
            alive -= 1
    return alive


# Scratch of `leave`: for each suit and rank how many copies are bare (4 × 15), for each suit how many cards are bare and how
# many there are, how far its rows reach; for each pile where it starts and how many cards are left on it.
BARED, COUNTED, UPS, DOWNS, STARTS, LEFT = 60, 64, 68, 72, 76, 88
SCRATCH = 100


@compiled
def uncover(row: Any, pile: Any, scratch: Any) -> None:
    """Count the card that is now on top of a pile as bare."""
    if scratch[LEFT + pile]:
        card = integer(row[scratch[STARTS + pile] + scratch[LEFT + pile] - 1])
        scratch[card // 13 * 15 + card % 13 + 1] += 1
        scratch[BARED + card // 13] += 1


@compiled
def reach(row: Any, scratch: Any) -> None:
    """How far each row could be built with cards that are bare."""
    for suit in range(4):
        rank = integer(row[ACE_ROWS + suit]) + 1
        while rank <= 13 and scratch[suit * 15 + rank]:
            rank += 1
        scratch[UPS + suit] = rank - 1
        rank = integer(row[KING_ROWS + suit]) - 1
        while rank >= 1 and scratch[suit * 15 + rank]:
            rank -= 1
        scratch[DOWNS + suit] = rank + 1


@compiled
def leave(row: Any, choice: Any, ends: Any, scratch: Any) -> Any:
    """Whether all cards could leave, relaxed as argument 5 of the module says.

    Bit s of `choice` makes the king the last card of suit s, else the ace (with `ends`; without it no card is held back).
    """
    left = 0
    scratch[:UPS] = 0
    for p in range(12):
        height = integer(row[LENGTHS + p])
        scratch[STARTS + p], scratch[LEFT + p] = left, height
        for j in range(left, left + height):
            scratch[COUNTED + row[j] // 13] += 1
        left += height
        uncover(row, p, scratch)
    moved = True
    while moved and left:
        moved = False
        reach(row, scratch)
        for p in range(12):
            while scratch[LEFT + p]:
                card = integer(row[scratch[STARTS + p] + scratch[LEFT + p] - 1])
                suit, rank = card // 13, card % 13 + 1
                if ends and rank == (13 if (choice >> suit) & 1 else 1):
                    if scratch[BARED + suit] < scratch[COUNTED + suit]:
                        break
                elif not (
                    scratch[suit * 15 + rank - 1]
                    or scratch[suit * 15 + rank + 1]
                    or row[ACE_ROWS + suit] < rank <= scratch[UPS + suit]
                    or scratch[DOWNS + suit] <= rank < row[KING_ROWS + suit]
                ):
                    break
                scratch[LEFT + p] -= 1
                left -= 1
                moved = True
                uncover(row, p, scratch)
    return left == 0


@compiled
def leavable(row: Any, scratch: Any) -> Any:
    """Whether argument 5 of the module leaves the position alive."""
    if not leave(row, 0, False, scratch):
        return False
    kings, aces, likely, start = 0, 0, 0, 0
    for p in range(12):
        beneath = 0
        for j in range(integer(row[LENGTHS + p])):
            card = integer(row[start + j])
            suit, rank = card // 13, card % 13 + 1
            if not (beneath >> suit) & 1:  # by 4 the last card of a suit has none of its suit beneath
                if rank == 13:
                    kings |= 1 << suit
                    if j < 2:
                        likely |= 1 << suit
                elif rank == 1:
                    aces |= 1 << suit
            beneath |= 1 << suit
        start += integer(row[LENGTHS + p])
    for flips in range(16):  # the likeliest choice first
        choice, possible = likely ^ flips, True
        for suit in range(4):
            if row[ACE_ROWS + suit] == 13 and row[KING_ROWS + suit] == 1:
                if (flips >> suit) & 1:
                    possible = False  # nothing to choose in a finished suit
            elif not ((kings if (choice >> suit) & 1 else aces) >> suit) & 1:
                possible = False
        if possible and leave(row, choice, True, scratch):
            return True
    return False


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
def remember(table: Any, one: Any, two: Any) -> Any:
    """Put a key into the table of positions seen; whether it is new. `one` is never 0."""
    mask = np.uint64(table.shape[0] - 1)
    at = one & mask
    while table[at, 0] != np.uint64(0):
        if table[at, 0] == one and table[at, 1] == two:
            return False
        at = (at + np.uint64(1)) & mask
    table[at, 0] = one
    table[at, 1] = two
    return True


@compiled
def rehash(old: Any, new: Any) -> None:
    """Copy every key of a table into a larger empty one."""
    for k in range(old.shape[0]):
        if old[k, 0] != np.uint64(0):
            remember(new, old[k, 0], old[k, 1])


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


@compiled
def mark_piles(row: Any, rules: Any, keys: Any, sums: Any, marks: Any) -> Any:
    """Hash every pile and (as the thirteenth) the stock, counted from its end. Returns whether piles are interchangeable."""
    alike = row[ROUND] == rules[ROUNDS] and row[ROUND] > rules[LIMITED] and row[STOCK] == 0
    start = 0
    for p in range(13):
        height = integer(row[LENGTHS + p]) if p < 12 else integer(row[STOCK])
        for side in range(2):
            total = np.uint64(0)
            for j in range(height):
                card = row[start + j]
                total += keys[side, card, j if p < 12 else height - 1 - j]
            sums[side, p] = total
            marks[side, p] = mixed(total if alike else total + keys[side, 52, p])
        start += height
    return alike


@compiled
def row_key(row: Any) -> Any:
    """The foundations, the round and the stock in one word."""
    word = np.uint64(row[ROUND]) * np.uint64(128) + np.uint64(row[STOCK])
    for k in range(8):
        word = word * np.uint64(16) + np.uint64(row[ACE_ROWS + k])
    return word


@compiled
def end_key(side: Any, total: Any, word: Any) -> Any:
    """The hash of a whole position from the sum of its piles' marks; the first set's is never 0."""
    key = mixed(total + mixed(word * _ODD + np.uint64(side)))
    return key | np.uint64(1) if side == 0 else key


@compiled
def is_new(
    row: Any, source: Any, target: Any, card: Any, alike: Any, keys: Any, sums: Any, marks: Any, refill: Any, seen: Any
) -> Any:
    """Whether the position after a move has not been seen yet; it is remembered. Nothing is written but the key."""
    word = row_key(row)
    if source >= 12:
        step = np.uint64(1) << np.uint64(4 * (19 - source))
        word = word - step if source < 16 else word + step
    elif refill >= 0:
        word -= np.uint64(1) << np.uint64(32)
    if target >= 12:
        step = np.uint64(1) << np.uint64(4 * (19 - target))
        word = word + step if target < 16 else word - step
    found_one, found_two = np.uint64(0), np.uint64(0)
    for side in range(2):
        total = np.uint64(0)
        for p in range(13):
            total += marks[side, p]
        if source < 12:
            left = sums[side, source] - keys[side, card, integer(row[LENGTHS + source]) - 1]
            if refill >= 0:
                left += keys[side, refill, 0]
                stock = sums[side, 12] - keys[side, refill, integer(row[STOCK]) - 1]
                total += mixed(stock if alike else stock + keys[side, 52, 12]) - marks[side, 12]
            total += mixed(left if alike else left + keys[side, 52, source]) - marks[side, source]
        if target < 12:
            more = sums[side, target] + keys[side, card, integer(row[LENGTHS + target])]
            total += mixed(more if alike else more + keys[side, 52, target]) - marks[side, target]
        if side == 0:
            found_one = end_key(0, total, word)
        else:
            found_two = end_key(1, total, word)
    return remember(seen, found_one, found_two)


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
def dealing_is_new(row: Any, rules: Any, keys: Any, sums: Any, marks: Any, seen: Any) -> Any:
    """Whether a row written after a dealing has not been seen yet; it is remembered. `sums`, `marks` are overwritten."""
    mark_piles(row, rules, keys, sums, marks)
    one, two = np.uint64(0), np.uint64(0)
    for p in range(13):
        one += marks[0, p]
        two += marks[1, p]
    word = row_key(row)
    return remember(seen, end_key(0, one, word), end_key(1, two, word))


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
