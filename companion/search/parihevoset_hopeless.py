"""What of a table of Parihevoset can be seen to be lost, each test with its argument.

All three speak of the end: the auxiliary phase of the last round, and the dealing of the round after it (PH-13), in which every
card must come home as it is dealt, since nothing follows.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from companion.search.compiled import bare
from companion.search.parihevoset_kernel import (
    ALL_PLACED,
    FOUNDATIONS,
    PLACES,
    Ints,
    State,
    copy,
    deal_group,
    live_plays,
    own_row,
    placed,
    play_live,
)

CODES = 80
"""Card numbers, with one to spare beyond each suit's king."""


class Marks(NamedTuple):
    """What `hopeless` finds out about a table."""

    frozen: Ints
    """How many cards at the bottom of each place do not move."""
    far: Ints
    """How far each foundation may grow."""
    surfaced: Ints
    """Cards (by their number) that lie on top at some time."""
    moving: Ints
    """Cards that move at some time."""
    known: Ints
    """The first cards of the gathering."""


def new_marks() -> Marks:
    """Room for the marks of a table."""
    sizes = (PLACES, FOUNDATIONS, CODES, CODES, ALL_PLACED)
    return Marks(*(np.zeros(size, np.int64) for size in sizes))


@bare
def top_rank(found: Ints, f: int) -> int:
    """A foundation's rank; fourteen for a right one that has only its ace, since the king comes next."""
    return 14 if f >= 4 and found[f] == 1 else found[f]


@bare
def never_home(s: State, place: int, card: int) -> bool:
    """Whether a side place holds a card that it can never give away in a dealing phase: not of its row, or too late for it."""
    if place < 4:
        return False
    f = place if place < 8 else place - 8  # its own row's (PH-6)
    if card >> 4 != f & 3:
        return True
    rank, top = card & 15, top_rank(s.found, f)
    return rank <= top if f < 4 else rank >= top


@bare
def stuck(s: State) -> bool:
    """Whether dealing alone cannot end with every card home: one is covered or dead (PH-5), or lies on a side place for ever."""
    for i in range(PLACES):
        if s.height[i] and (s.height[i] > 1 or not s.live[i] or never_home(s, i, s.piles[i, 0])):
            return True
    return False


@bare
def deals_to_an_end(s: State, settings: Ints, spare: State, options: Ints) -> bool:
    """Whether dealing alone ends with a card left before anything is to be chosen: a play that is forced and alone is no choice."""
    copy(spare, s)
    while True:
        count = live_plays(spare, options)
        if count > 1:
            return False
        if count == 1:
            play_live(spare, options[0])
        elif spare.at[0] < spare.at[1]:
            deal_group(spare, settings)
        else:
            return placed(spare.found) < ALL_PLACED
        if stuck(spare):
            return True


@bare
def loosen(s: State, settings: Ints, marks: Marks) -> None:
    """An auxiliary phase in which what was once possible stays so.

    Every card that ever lies on top of a place counts as lying there from then on (`surfaced`), and may be built upon and played
    from there; foundations that may grow count as all their heights at once, up to `far`. By induction over the moves of any real
    auxiliary phase each of its moves is possible here, so `frozen`, the cards at the bottom of each place that do not move here,
    do not move there either.
    """
    frozen, far, surfaced, moving = marks.frozen, marks.far, marks.surfaced, marks.moving
    surfaced[:] = 0
    moving[:] = 0
    for f in range(FOUNDATIONS):
        far[f] = top_rank(s.found, f)
    for i in range(PLACES):
        frozen[i] = s.height[i]
        if s.height[i]:
            surfaced[s.piles[i, s.height[i] - 1]] = 1
    again = True
    while again:
        again = False
        if settings[0] > 0:
            for suit in range(4):
                while surfaced[suit * 16 + far[suit] + 1]:
                    far[suit] += 1
                while far[4 + suit] > 2 and surfaced[suit * 16 + far[4 + suit] - 1]:
                    far[4 + suit] -= 1
        for i in range(PLACES):
            while frozen[i]:
                card = s.piles[i, frozen[i] - 1]
                suit, rank = card >> 4, card & 15
                fits = surfaced[card - 1] or surfaced[card + 1]
                up = top_rank(s.found, suit) < rank <= far[suit]
                down = far[4 + suit] <= rank < top_rank(s.found, 4 + suit)
                if not (fits or up or down):
                    break
                moving[card] = 1
                frozen[i] -= 1
                if frozen[i]:
                    surfaced[s.piles[i, frozen[i] - 1]] = 1
                again = True


@bare
def first_cards(s: State, settings: Ints, marks: Marks) -> int:
    """The cards that every gathering brings first, whatever was done before it; returns how many.

    A place is gathered as it lies if all its cards are frozen and none of those that move fits upon it.
    """
    frozen, moving, n = marks.frozen, marks.moving, 0
    for q in range(PLACES):
        i = q if settings[1] == 0 else PLACES - 1 - q
        top = s.piles[i, s.height[i] - 1] if s.height[i] else 0
        closed = frozen[i] == s.height[i] and not (s.height[i] and (moving[top - 1] or moving[top + 1]))
        if settings[1] == 1 and not closed:
            break  # the top comes first, and is not known
        for k in range(frozen[i]):
            marks.known[n] = s.piles[i, frozen[i] - 1 - k if settings[1] == 1 else k]
            n += 1
        if not closed:
            break
    return n


@bare
def hopeless(s: State, settings: Ints, marks: Marks) -> bool:
    """Whether an auxiliary phase of the last round leads neither to a win nor to a gathering that could be dealt to the end.

    No win: a card is frozen. No dealing: among the first cards of every gathering one is laid where it can never be played, or
    upon another, before any card could have been played with the foundations at whatever height the auxiliary phase may leave them.
    """
    loosen(s, settings, marks)
    if not marks.frozen.any():
        return False
    known, far, n = marks.known, marks.far, first_cards(s, settings, marks)
    for k in range(n):
        if k == PLACES:
            return True  # laid upon the first, which could not be played
        if never_home(s, k, known[k]):
            return True
        # The four of a column are laid together (PH-4), and only then one of them may be played.
        if settings[3] or k < 4 or k % 4 == 3:
            first = k if settings[3] or k < 4 else k - 3
            for i in range(first, k + 1):
                if may_go(s, far, i, known[i]):
                    return False
    return False


@bare
def may_go(s: State, far: Ints, place: int, card: int) -> bool:
    """Whether a place could give a card to a foundation at some height between where it stands and `far`."""
    suit, rank = card >> 4, card & 15
    up = own_row(place, suit) and top_rank(s.found, suit) <= rank - 1 <= far[suit]
    down = own_row(place, 4 + suit) and far[4 + suit] <= rank + 1 <= top_rank(s.found, 4 + suit)
    return up or down
