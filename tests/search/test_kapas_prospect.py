"""What the net that judges a world of Napoleono kapas sees of it, counted by hand."""

from __future__ import annotations

from companion.rules import game
from companion.search import kapas_prospect as behind
from companion.search import kapas_towers as towers
from companion.search.kapas_lines import packed
from companion.search.kapas_towers import NOWHERE
from companion.table import Table
from tests.search.kapas_tables import SPADES, late_spades


def test_what_a_world_shows_counted_by_hand() -> None:
    """The base takes the jack next, then the 10 and so on to the ace, then nothing more: king and queen are home twice."""
    stock = (SPADES[10], SPADES[4], SPADES[9], SPADES[8], SPADES[7])
    table = Table(late_spades(stock=stock).piles, round=2)
    row, _, order, length, deal = packed(game("kapas"), table)
    gaze = behind.new_look(behind.net())
    behind.look_through(gaze, row, order, length, deal.walls)
    looks = [gaze.suits[i, : gaze.counts[i]].tolist() for i in range(4)]
    looks += [gaze.walls[i, : gaze.counts[4 + i]].tolist() for i in range(4)]
    looks.append(gaze.table[: gaze.counts[8]].tolist())
    places = behind.PLACES
    # In the wall under one card, in the first or the second deal, in runs and the vault under none or one, open on the wall.
    near = [1, 15, 15, 15, 16, 10, 11, 15, 10, 0, 10, NOWHERE, NOWHERE]
    spades = [
        *(behind.NEAR + q * places + place for q, place in enumerate(near)),
        *(behind.SECOND + q * places + NOWHERE for q in range(13)),
        *(behind.STANDING + towers.ON_BASE + 15, behind.STANDING + towers.VAULT_OF_SUIT + 1),
        behind.STANDING + towers.OWN_RUN + towers.UPON_WALL + 6 * 13 + 5,  # 5 and 6, on a wall
        behind.STANDING + towers.OWN_RUN + 8 * 13 + 8,  # the 3, whose wall is empty
    ]
    home = [
        *(behind.NEAR + q * places + NOWHERE for q in range(13)),
        *(behind.SECOND + q * places + NOWHERE for q in range(13)),
        *(behind.STANDING + towers.ON_BASE + 26, behind.STANDING + towers.VAULT_OF_SUIT + 14),
    ]
    wall = [
        *(behind.WAITS + 22, behind.RANK + 1, behind.ABOVE_RUN + 12, behind.ABOVE_VAULT),
        *(behind.NEXT_UP + 10, behind.NEXT_DOWN + 10),  # the 2: after the 3, upon the ace
        *(behind.WAITS + 26 + 13, behind.RANK + 13 + 10, behind.ABOVE_RUN + 14 + 4, behind.ABOVE_VAULT + 14 + 9),
        *(behind.NEXT_UP + places + NOWHERE, behind.NEXT_DOWN + places + 15),  # the jack, which could lie on the 10
        *(behind.LEFT + 2, behind.LOW_WAITS + 19, behind.LENGTH + 1, behind.OPEN_END + 16),
    ]
    other_wall = [behind.LEFT, behind.LOW_WAITS + 21, behind.LENGTH, behind.OPEN_END + 15]
    bare = [behind.LEFT, behind.LOW_WAITS + 26]
    whole = [
        *(behind.STOCK_WAITS + waits for waits in (14, 20, 15, 16)),
        behind.STOCK_WAITS + 26 + 17,
        *(behind.ON_WALLS + 2, behind.DEALS + 2, behind.VAULT_TOP + 1, behind.LOWEST_BASE + 15, behind.EMPTY + 2),
    ]
    expected = [spades, home, home, home, wall, other_wall, bare, bare, whole]
    assert [sorted(look) for look in looks] == [sorted(look) for look in expected]
