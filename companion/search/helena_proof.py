"""Why a search of the Święta Helena family that runs out of positions has proved a table lost.

The moves are those of the rules (SH-3 … SH-8, LO-1 … LO-4, BK-1), less what follows.

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

from companion.search.compiled import compiled
from companion.search.helena_row import ACE_ROWS, FROM_BOTTOM, IN_SUIT, KING_ROWS, LENGTHS, integer


@compiled
def closable(row: Any, rules: Any, redealt: Any) -> Any:
    """How many of the four suits argument 4 leaves alive, for the row as it lies or as if `redealt`.

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
