"""The table as an SVG picture: our own cards, rank and sign in a rounded box, where the layout puts them."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterator
from html import escape

from companion.cards import RANK_TEXT, SUIT_SIGN, Card
from companion.events import Place
from companion.rules import Game
from companion.show.labels import labels
from companion.show.layout import Spot, spots_in_use
from companion.show.look import Look, ink, looks
from companion.show.plain import in_words
from companion.show.status import status, title
from companion.table import Table
from companion.words.voice import Voice

CARD_W, CARD_H = 60, 84
PITCH_X, PITCH_Y = 78, 117
"""A card, and the distance from one to the next, in units of the picture (pixels, unless it is scaled)."""
MARGIN, HEAD = 22, 58
LINE, LETTER = 17, 6.4
"""The height of a line of the heading, and the width of one of its letters."""
NAME_LENGTH = 11
INK = {"red": "#c1121f", "black": "#161616", "blue": "#1454b8", "green": "#17752f", "unseen": "#777"}

SUITS_DRAWN = {
    "S": '<path d="M50 4C60 25 95 42 95 65c0 13-10 19-20 19-9 0-17-4-21-11 0 10 4 18 11 23H35c7-5 11-13 11-23-4 7-12 11-21 11'
    'C15 84 5 78 5 65 5 42 40 25 50 4z"/>',
    "H": '<path d="M50 94C12 62 5 44 5 30 5 14 17 6 28 6c10 0 18 6 22 16C54 12 62 6 72 6c11 0 23 8 23 24 0 14-7 32-45 64z"/>',
    "D": '<path d="M50 3c8 18 22 36 36 47-14 11-28 29-36 47-8-18-22-36-36-47C28 39 42 21 50 3z"/>',
    "C": '<circle cx="50" cy="25" r="21"/><circle cx="26" cy="59" r="21"/><circle cx="74" cy="59" r="21"/>'
    '<path d="M42 40h16v18c0 18 3 31 10 38H32c7-7 10-20 10-38z"/>',
}
"""The four signs in a box of 100 by 100."""

STYLE = """
.felt{fill:#20634a}.head{fill:#fff;font-weight:700;font-size:17px}.state{fill:#d7e9df;font-size:12px}
.name{fill:#d7e9df;font-size:10.5px;text-anchor:middle}.face{fill:#fff;stroke:#8b8b8b;stroke-width:.8}
.under{fill:#f1f1ee;stroke:#8b8b8b;stroke-width:.8}.back{fill:#294a7a;stroke:#fff;stroke-width:2.5}
.weave{stroke:#7f9cc7;stroke-width:1.2;fill:none}.empty{fill:#ffffff10;stroke:#cfe3d8;stroke-width:1.2;stroke-dasharray:4 4}
.wants{fill:#cfe3d8;font-size:24px;text-anchor:middle;opacity:.75}.rank{font-size:17px;font-weight:700;text-anchor:middle}
.pill{fill:#12382a;stroke:#cfe3d8;stroke-width:.7}.pill.needs{fill:#f2c14e;stroke:#8a6a12}.count{fill:#fff;font-size:10.5px;text-anchor:middle}
.needs-text{fill:#3a2c00;font-size:10.5px;font-weight:700;text-anchor:middle}.live{fill:none;stroke:#f2c14e;stroke-width:3}
.mark{fill:none;stroke:#ff8c42;stroke-width:4}
@media print{.felt{fill:#fff}.head,.state,.name{fill:#222}.empty{stroke:#999}.wants{fill:#999}}
"""


def table_svg(
    game: Game,
    table: Table,
    voice: Voice,
    *,
    marks: Collection[Place] = (),
    four_colour: bool = False,
    caption: str = "",
) -> str:
    """The table as one SVG document that needs nothing else; `caption` stands under the status, `marks` are outlined.

    Title and description say the same in words for those who do not see the picture.
    """
    seen = looks(game, table)
    places = spots_in_use(game, table)
    width, height = extent(places)
    told = [", ".join(status(game, table, voice)), *([caption] if caption else [])]
    lines = [line for text in told for line in textwrap.wrap(text, int((width - 2 * MARGIN) / LETTER)) or [""]]
    top = HEAD + LINE * (len(lines) - 1)
    strong = {*marks, *table.dealing[:1]}
    names = labels([spot.place for spot in places], voice, NAME_LENGTH)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height + top:g}" width="{width:g}" '
        f'height="{height + top:g}" role="img" lang="{voice.lang}" aria-labelledby="t d" '
        'font-family="DejaVu Sans, Segoe UI, Helvetica, Arial, sans-serif">',
        f'<title id="t">{escape(title(game, voice))}</title>',
        f'<desc id="d">{escape(in_words(game, table, voice))}</desc>',
        f"<style>{STYLE}</style>",
        "<defs>",
        *(f'<symbol id="suit-{suit}" viewBox="0 0 100 100">{drawn}</symbol>' for suit, drawn in SUITS_DRAWN.items()),
        "</defs>",
        f'<rect class="felt" width="{width:g}" height="{height + top:g}" rx="14"/>',
        f'<text class="head" x="{MARGIN}" y="30">{escape(title(game, voice))}</text>',
        *(
            f'<text class="state" x="{MARGIN}" y="{30 + LINE * number + 2}">{escape(line)}</text>'
            for number, line in enumerate(lines, start=1)
        ),
        f'<g transform="translate(0 {top - MARGIN + 6})">',
        *(_place(spot, seen[spot.place], names[spot.place], spot.place in strong, four_colour) for spot in places),
        "</g>",
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def extent(places: Collection[Spot]) -> tuple[float, float]:
    """Width and height of a picture of these places."""
    columns, rows = max(spot.column for spot in places), max(spot.row for spot in places)
    return 2 * MARGIN + columns * PITCH_X + CARD_W, 2 * MARGIN + rows * PITCH_Y + CARD_H + LINE + 4


def centre_of(spot: Spot) -> tuple[float, float]:
    """The middle of a place's card."""
    return MARGIN + spot.column * PITCH_X + CARD_W / 2, MARGIN + spot.row * PITCH_Y + CARD_H / 2


def _place(spot: Spot, look: Look, name: str, marked: bool, four_colour: bool) -> str:
    x, y = centre_of(spot)
    turned = f' transform="rotate({spot.tilt})"' if spot.tilt else ""
    below = {0: CARD_H / 2, 90: CARD_W / 2}.get(spot.tilt, 51) + 18
    body = "".join(_pile(look, marked, four_colour))
    return (
        f'<g id="{escape(look.place)}" transform="translate({x:g} {y:g})"><g{turned}>{body}</g>'
        f"{''.join(_pills(look, spot.tilt))}"
        f'<text class="name" y="{below:g}">{escape(name)}</text></g>'
    )


def _pile(look: Look, marked: bool, four_colour: bool) -> Iterator[str]:
    """The pile from below: at most four edges of the cards underneath, then what one sees on top."""
    box = f'x="{-CARD_W / 2:g}" y="{-CARD_H / 2:g}" width="{CARD_W}" height="{CARD_H}" rx="6"'
    if not look.cards:
        yield f'<rect class="empty" {box}/>'
        if look.needs:
            yield f'<text class="wants" y="9">{RANK_TEXT[look.needs]}</text>'
        yield from _suit_hint(look)
    for depth in range(min(4, look.height - 1), 0, -1):
        yield f'<rect class="under" {box} transform="translate({1.6 * depth:g} {1.6 * depth:g})"/>'
    if look.face_down:
        yield back_svg()
    elif look.top is not None:
        yield card_svg(look.top, four_colour)
    if look.live:
        yield f'<rect class="live" {box}/>'
    if marked:
        yield f'<rect class="mark" {box}/>'


def _suit_hint(look: Look) -> Iterator[str]:
    if look.suit:
        yield f'<use href="#suit-{look.suit}" x="-8" y="16" width="16" height="16" fill="#cfe3d8" opacity=".75"/>'


def _pills(look: Look, tilt: int) -> Iterator[str]:
    """Height and next rank, on the lower edge of the card."""
    y = {0: CARD_H / 2, 90: CARD_W / 2}.get(tilt, 44) - 3
    if look.height > 1 or (look.foundation and look.height):
        yield f'<rect class="pill" x="6" y="{y - 8:g}" width="27" height="15" rx="7"/>'
        yield f'<text class="count" x="19.5" y="{y + 3.5:g}">×{look.height}</text>'
    if look.needs is not None and look.cards:
        text = f"→{RANK_TEXT[look.needs]}" if look.needs else "✓"
        yield f'<rect class="pill needs" x="-33" y="{y - 8:g}" width="29" height="15" rx="7"/>'
        yield f'<text class="needs-text" x="-18.5" y="{y + 3.5:g}">{text}</text>'


def back_svg() -> str:
    """The back of a card around the origin."""
    lattice = "".join(f"M-24 {y}L24 {y + 24}M24 {y}L-24 {y + 24}" for y in range(-36, 24, 12))
    return (
        f'<rect class="back" x="{-CARD_W / 2 + 1:g}" y="{-CARD_H / 2 + 1:g}" width="{CARD_W - 2}" height="{CARD_H - 2}" rx="5"/>'
        f'<path class="weave" d="{lattice}"/>'
    )


def card_svg(card: Card, four_colour: bool = False) -> str:
    """A card's face around the origin; a card not named yet shows `??`."""
    face = f'<rect class="face" x="{-CARD_W / 2:g}" y="{-CARD_H / 2:g}" width="{CARD_W}" height="{CARD_H}" rx="6"/>'
    colour = INK[ink(card, four_colour)]
    if not card.rank:
        return f'{face}<text class="wants" y="9" style="fill:{colour}">??</text>'
    squeezed = ' textLength="20" lengthAdjust="spacingAndGlyphs"' if card.rank == 10 else ""
    corner = (
        f'<text class="rank" x="-16" y="-22"{squeezed}>{RANK_TEXT[card.rank]}</text>'
        f'<use href="#suit-{card.suit}" x="-23" y="-18" width="14" height="14"/>'
    )
    return (
        f'<g fill="{colour}" aria-label="{RANK_TEXT[card.rank]}{SUIT_SIGN[card.suit]}">{face}{corner}'
        f'<use href="#suit-{card.suit}" x="-13" y="-15" width="36" height="36"/></g>'
    )
