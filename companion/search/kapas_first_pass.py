"""The first pass of Napoleono kapas played by a small learnt net, and plans compared by what chance it leaves behind. Compiled.

In the first pass the whole stock is unknown, and what a plan is worth lies far ahead: played out by `kapas_policy` too few games are
won to tell plans apart. The *player's net* sees what the player sees and says how likely a position is to be won; the move is made
that it likes best. Plans are followed for some deals: what the net says then, with the mistakes that it makes in one position evened
out over many, is worth more than what it says at once. Where the pass ends before that, `kapas_prospect` tells what chance is left.

Both nets are towers (`kapas_towers`). The player's was learnt by playing (`benchmarks/learn_kapas_first_pass.py`).
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

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
)
from companion.search.kapas_plans import DEAL_ON, Room, carry_out, lay_out
from companion.search.kapas_prospect import prospect
from companion.search.kapas_towers import (
    NOWHERE,
    STANDING_FEATURES,
    Gaze,
    Towers,
    above_runs,
    above_vault,
    answer,
    look_at_standing,
    new_gaze,
    read_towers,
    see,
    waits_for,
)

PASSES = 5
"""So many passes the games had that the nets were learnt from; where fewer are allowed they would promise too much."""
LEAST_GAIN = np.float32(-0.02)
"""What the player's net must say of a move beyond what it says of dealing on: a move costs nothing, a card dealt covers others."""

DEALS_AHEAD = 3
"""For so many deals a plan is followed."""

# Where the copy of a card lies that is reached most easily: 0 open on a wall, 1-5 under so many cards of a run, 6-30 under so many of the
# extra pile 0-4, 32 not to be seen.
IN_RUN, IN_EXTRA, DEEPEST = 1, 6, 4
PLACES = NOWHERE + 1

# A look at a suit.
NEAR = 0
"""+ (3 × how many cards its base takes before a card + its copies not seen yet) × `PLACES` + where its easiest copy lies."""
SECOND = NEAR + 13 * 3 * PLACES
"""+ `PLACES` × how many cards its base takes before a card + where the other copy lies."""
STANDING = SECOND + 13 * PLACES
"""+ what stands of the suit; see `kapas_towers`."""
SUIT_FEATURES = STANDING + STANDING_FEATURES

# A look at a wall: its open top, and its auxiliary pile.
LEFT = 0
TOP_WAITS = LEFT + 12
"""How many cards its base takes before the top, 13 more where that is the last copy; 26 where no top is to be seen."""
RANK = TOP_WAITS + 27
ABOVE_RUN = RANK + 14
ABOVE_VAULT = ABOVE_RUN + 13
NEXT_UP = ABOVE_VAULT + 14
"""Where the card lies that goes to its base before the top, and in `NEXT_DOWN` the one that the top could lie on in a run."""
NEXT_DOWN = NEXT_UP + PLACES
LOW_WAITS = NEXT_DOWN + PLACES
"""Of the lowest card of the auxiliary pile, 26 for no pile; `LAST_WAITS` where its wall has no cards left."""
LAST_WAITS = LOW_WAITS + 27
LENGTH = LAST_WAITS + 27
OPEN_END = LENGTH + 14
"""+ copies not seen yet × `PLACES` + where the card lies that the pile takes next."""
WALL_FEATURES = OPEN_END + 3 * PLACES

# A look at the whole table.
IN_PILE = 0
"""+ 14 × which extra pile + how many cards lie on it; then how many cards the base of its top takes before it."""
PILE_WAITS = IN_PILE + 5 * 14
VAULT_TOP = PILE_WAITS + 5 * 27
VAULT_END = VAULT_TOP + 14
"""As `OPEN_END`, of the vault."""
LOWEST_BASE = VAULT_END + 3 * PLACES
DEALS_LEFT = LOWEST_BASE + 27
ON_WALLS = DEALS_LEFT + 16
EMPTY = ON_WALLS + 45
DEALS_ON = EMPTY + 5
"""The choice is not to move but to deal on."""
TABLE_FEATURES = DEALS_ON + 1

MOST_OF_SUIT, MOST_OF_WALL, MOST_OF_TABLE = 2 * 13 + 6, 10, 17


class Eye(NamedTuple):
    """Room to look at a position and to think of moves."""

    gaze: Gaze
    copies: Ints
    """For each card how many copies are to be seen off the bases."""
    trial: Small
    orders: Small
    """Two orders, the present one and the next packet."""


def new_eye(net: Towers) -> Eye:
    return Eye(
        new_gaze(net, MOST_OF_SUIT, MOST_OF_WALL, MOST_OF_TABLE),
        np.zeros(64, np.int64),
        np.zeros(WIDTH, np.int16),
        np.zeros((2, MOST), np.int16),
    )


@cache
def net() -> Towers:
    """The player's net as it was learnt."""
    return read_towers("kapas_first_pass")


@bare
def spot(eye: Eye, card: int, place: int) -> None:
    """A copy of a card is seen there."""
    eye.copies[card] += 1
    see(eye.gaze, card, place)


@bare
def see_extra(eye: Eye, row: Small, mask: Any, order: Small, pile: int) -> int:
    """Look where the cards of an extra pile lie; how many there are."""
    lying, above = pile_mask(row, mask, pile), 0
    while lying:
        p = highest(lying)
        lying ^= ONE << U(p)
        spot(eye, order[p], IN_EXTRA + min(above, DEEPEST) * 5 + pile)
        above += 1
    return above


@bare
def see_run(eye: Eye, low: int, high: int) -> None:
    """Look where the cards of a run lie."""
    for card in range(low, high + 1):
        spot(eye, card, IN_RUN + min(high - card, DEEPEST))


@bare
def top_seen(row: Small, walls: Small, shown: Small, i: int) -> int:
    """The open top of a wall, 0 where there is none or where it would be turned only now."""
    left = row[WALL + i]
    return walls[i, left - 1] if left and left == shown[WALL + i] else 0


@bare
def copies_unseen(eye: Eye, row: Small, card: int) -> Any:
    """How many copies of a card the player has not seen."""
    return 2 - eye.copies[card] - copies_on_base(row, card)


@bare
def where(eye: Eye, row: Small, card: int) -> Any:
    """Copies not seen yet × `PLACES` + where the easiest copy of a card lies."""
    return copies_unseen(eye, row, card) * PLACES + eye.gaze.near[card]


@bare
def look_for_cards(eye: Eye, row: Small, mask: Any, order: Small, walls: Small, shown: Small) -> int:
    """Find where all cards lie that are to be seen, and what is to be said of the extra piles; how many features that are."""
    eye.gaze.near[:] = NOWHERE
    eye.gaze.second[:] = NOWHERE
    eye.copies[:] = 0
    found, n = eye.gaze.table, 0
    for i in range(4):
        card = top_seen(row, walls, shown, i)
        if card:
            spot(eye, card, 0)
        if row[LOW + i]:
            see_run(eye, row[LOW + i], row[HIGH + i])
    see_run(eye, (row[VAULT] & 48) + 1, row[VAULT])
    for j in range(6 - row[PASS]):
        found[n] = IN_PILE + j * 14 + min(see_extra(eye, row, mask, order, j), 13)
        lying = pile_mask(row, mask, j)
        found[n + 1] = PILE_WAITS + j * 27 + (waits_for(row, order[highest(lying)]) if lying else 26)
        n += 2
    return n


@bare
def look_at_table(eye: Eye, row: Small, length: int, n: int) -> None:
    """Find the other features of the whole table, `n` being known of the extra piles."""
    found, k, on_walls, empty = eye.gaze.table, 6 - row[PASS], 0, 0
    for i in range(4):
        on_walls += row[WALL + i]
        empty += row[LOW + i] == 0
    found[n] = VAULT_TOP + (row[VAULT] & 15)
    found[n + 1] = LOWEST_BASE + min(row[0], row[1], row[2], row[3])
    found[n + 2] = DEALS_LEFT + min(15, (length - row[DEALT] + k - 1) // k)
    found[n + 3] = ON_WALLS + on_walls
    found[n + 4] = EMPTY + empty
    n += 5
    if row[VAULT] and (row[VAULT] & 15) < 13:
        found[n] = VAULT_END + where(eye, row, row[VAULT] + 1)
        n += 1
    eye.gaze.counts[8] = n


@bare
def look_at_suit(eye: Eye, row: Small, suit: int) -> None:
    """Find the features of a suit."""
    found, gaze = eye.gaze.suits[suit], eye.gaze
    for q in range(13):
        card = suit * 16 + 13 - (row[suit] + q) % 13
        found[2 * q] = NEAR + q * 3 * PLACES + where(eye, row, card)
        found[2 * q + 1] = SECOND + q * PLACES + gaze.second[card]
    look_at_standing(gaze, row, suit, STANDING, 26)


@bare
def look_at_wall(eye: Eye, row: Small, i: int, walls: Small, shown: Small) -> None:
    """Find the features of a wall's top and its auxiliary pile."""
    found, gaze, n = eye.gaze.walls[i], eye.gaze, 2
    found[0] = LEFT + row[WALL + i]
    card = top_seen(row, walls, shown, i)
    if card:
        rank = card & 15
        found[1] = TOP_WAITS + waits_for(row, card)
        found[2] = RANK + rank
        found[3] = ABOVE_RUN + above_runs(row, card)
        found[4] = ABOVE_VAULT + above_vault(row, card)
        found[5] = NEXT_UP + gaze.near[(card & 48) + rank % 13 + 1]
        found[6] = NEXT_DOWN + (gaze.near[card - 1] if rank > 1 else NOWHERE)
        n = 7
    else:
        found[1] = TOP_WAITS + 26
    low = LOW_WAITS if row[WALL + i] else LAST_WAITS
    if row[LOW + i]:
        high = row[HIGH + i]
        found[n] = low + waits_for(row, row[LOW + i])
        found[n + 1] = LENGTH + high - row[LOW + i]
        found[n + 2] = OPEN_END + (where(eye, row, high + 1) if (high & 15) < 13 else NOWHERE)
        n += 3
    else:
        found[n] = low + 26
        n += 1
    gaze.counts[4 + i] = n


@bare
def look(eye: Eye, row: Small, mask: Any, order: Small, length: int, walls: Small, shown: Small) -> None:
    """Find what the player sees of a position.

    `shown` is the position before the move that is thought of: a wall card that would be turned by it is not looked at.
    """
    look_at_table(eye, row, length, look_for_cards(eye, row, mask, order, walls, shown))
    for i in range(4):
        look_at_suit(eye, row, i)
        look_at_wall(eye, row, i, walls, shown)


@bare
def dealing_on(eye: Eye) -> None:
    """Add to what was found that the choice is to deal on."""
    eye.gaze.table[eye.gaze.counts[8]] = DEALS_ON
    eye.gaze.counts[8] += 1


@bare
def turns_none(before: Small, after: Small) -> bool:
    """Whether the walls are the same in two positions."""
    for i in range(4):  # noqa: SIM110 (numba compiles the loop)
        if before[WALL + i] != after[WALL + i]:
            return False
    return True


@bare
def best_choice(
    net: Towers, eye: Eye, row: Small, mask: Any, order: Small, length: int, deal: Deal, forced: bool
) -> Any:
    """The move that the net likes best, -1 where it likes dealing on better, and what it says of that choice.

    A move between runs that turns nothing could be taken back, and must be liked better than the position before it. Where nothing
    can be moved the net is asked only if `forced`; it says 0 otherwise.
    """
    best, most, says_of_best = -1, np.float32(0), np.float32(0)
    stay, judged = np.float32(0), False
    for source in range(SOURCES):
        card = source_card(row, mask, order, source, deal.walls)
        if card == 0:
            continue
        for target in range(TARGETS):
            if not accepts(row, card, source, target):
                continue
            if not judged:
                look(eye, row, mask, order, length, deal.walls, row)
                stay, judged = answer(net, eye.gaze), True
                dealing_on(eye)
                says_of_best = answer(net, eye.gaze)
                most = says_of_best + LEAST_GAIN
            copy(eye.trial, row)
            after = play(eye.trial, mask, order, source, target, deal.walls)
            look(eye, eye.trial, after, order, length, deal.walls, row)
            says = answer(net, eye.gaze)
            idle = 4 <= source < EXTRA and target > 0 and turns_none(row, eye.trial)
            if says > most and not (idle and says <= stay):
                best, most, says_of_best = source * 8 + target, says, says
    if forced and not judged:
        look(eye, row, mask, order, length, deal.walls, row)
        dealing_on(eye)
        says_of_best = answer(net, eye.gaze)
    return best, says_of_best


@bare
def chosen(net: Towers, eye: Eye, row: Small, mask: Any, order: Small, length: int, deal: Deal) -> Any:
    """The move that the net likes best; -1 where it likes dealing on better."""
    move, _ = best_choice(net, eye, row, mask, order, length, deal, False)
    return move


@bare
def gather_first(eye: Eye, row: Small, mask: Any, deal: Deal) -> Any:
    """Gather, and make what safe plays follow; the mask and the length of the packet, which is `eye.orders[1]`."""
    mask, length = gather(row, mask, eye.orders[0], eye.orders[1], deal.settings[1])
    return play_safe(row, mask, eye.orders[1], deal), length


@bare
def chance_ahead(
    player: Towers,
    behind: Towers,
    eye: Eye,
    gaze: Gaze,
    row: Small,
    mask: Any,
    order: Small,
    length: int,
    deal: Deal,
) -> Any:
    """Play a world on by the player's net, in place, for `DEALS_AHEAD` deals; what chance that net gives to its choice then.

    Where the pass ends before that, what chance to win is left by the prospect's net.
    """
    if row[PASS] == 1:
        copy(eye.orders[0], order)
        mask = play_safe(row, mask, eye.orders[0], deal)
        dealt = 0
        while row[PASS] == 1:
            if row[0] + row[1] + row[2] + row[3] == WON:
                return 1.0
            move, says = best_choice(player, eye, row, mask, eye.orders[0], length, deal, dealt == DEALS_AHEAD)
            if dealt == DEALS_AHEAD:
                return 1 / (1 + np.exp(-says))
            if move >= 0:
                mask = play(row, mask, eye.orders[0], move >> 3, move & 7, deal.walls)
            elif row[DEALT] < length:
                deal_next(row, length)
                dealt += 1
            elif row[PASS] < deal.settings[0] and mask:
                mask, length = gather_first(eye, row, mask, deal)
                continue
            else:
                return 0.0
            mask = play_safe(row, mask, eye.orders[0], deal)
    else:
        copy(eye.orders[1], order)
    if row[0] + row[1] + row[2] + row[3] == WON:
        return 1.0
    return prospect(behind, gaze, row, eye.orders[1], length, deal.walls)


@compiled
def like_plans(room: Room, player: Towers, eye: Eye, plans: int, order: Small, length: int, deal: Deal) -> None:
    """What chance the player's net gives to each plan becomes what it promises."""
    for plan in range(plans):
        x, end = room.at[plan], room.end[plan]
        here = room.rows[x]
        if end == DEAL_ON:
            look(eye, here, room.masks[x], order, length, deal.walls, here)
            dealing_on(eye)
        else:
            copy(eye.trial, here)
            after = play(eye.trial, room.masks[x], order, (end - 1) >> 3, (end - 1) & 7, deal.walls)
            look(eye, eye.trial, after, order, length, deal.walls, here)
        room.value[plan] = 1 / (1 + np.exp(-answer(player, eye.gaze)))


@compiled
def try_plans(
    room: Room,
    player: Towers,
    behind: Towers,
    eye: Eye,
    gaze: Gaze,
    plans: Ints,
    times: int,
    unseen: Small,
    order: Small,
    length: int,
    deal: Deal,
    tally: Floats,
) -> None:
    """Follow the plans for some deals, in so many sampled orders of the unseen cards each, the same for all.

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
            tally[plan, 1] += chance_ahead(player, behind, eye, gaze, row, mask, packet, cards, filled)
