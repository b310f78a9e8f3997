"""The table drawn in characters as it lies on a real table, with the game's name and state over it."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Mapping, Sequence

from companion.events import Place
from companion.rules import Game
from companion.show.boxes import HEIGHT, Box, Pen, pen_for, put_box
from companion.show.canvas import Canvas, ascii_text, painted
from companion.show.labels import labels
from companion.show.layout import Spot, spots_in_use
from companion.show.look import Look, looks
from companion.show.piles import in_signs, pile_words, whole_piles
from companion.show.plain import as_json, in_words
from companion.show.status import status, title
from companion.table import Table
from companion.words.voice import Voice

__all__ = ["as_json", "draw", "in_words", "whole_piles"]

STEPS = ((11, 2), (11, 1), (9, 1), (8, 1), (7, 1), (7, 0), (6, 0))
"""Widths of a box and of the gap beside it, the roomiest first."""
PANEL_FROM, PANEL_LEAST = 110, 30
"""From this width on, whole piles are listed beside the drawing; the panel's least width."""


def draw(
    game: Game,
    table: Table,
    *,
    width: int = 80,
    signs: bool = True,
    colour: bool = False,
    ascii_only: bool = False,
    four_colour: bool = False,
    voice: Voice | None = None,
    marks: Collection[Place] = (),
) -> str:
    """The table as the player sees it, no line wider than `width` characters.

    Each place is a box: its name, its top card (`*` marks a live one, a pattern a back, `??` a card not named yet), its height,
    and the rank that a foundation takes next. `marks` are places to be drawn strongly, such as those of the
    last move; so is the place where a dealing step goes on.
    Where not even the narrowest drawing of the game fits, whole piles are listed instead. Codes for colour only with `colour`.
    """
    signs = signs and not ascii_only
    voice = in_signs(voice, signs)
    pen = pen_for(signs, ascii_only)
    seen = looks(game, table)
    places = spots_in_use(game, table)
    head = _heading(game, table, voice, width, colour, ascii_only, pen)
    step = _step(places, width)
    if step is None:
        listed = whole_piles(
            game,
            table,
            width=width,
            voice=voice,
            signs=signs,
            colour=colour,
            ascii_only=ascii_only,
            four_colour=four_colour,
        )
        return f"{head}\n{listed}"
    canvas = Canvas()
    extent = _extent(places, *step)
    margin = 1 if extent < width else 0
    names = {
        place: _plain(name, ascii_only)
        for place, name in labels([spot.place for spot in places], voice, step[0] - 2).items()
    }
    strong = {*marks, *table.dealing[:1]}
    for spot in places:
        box = Box(seen[spot.place], names[spot.place], step[0], spot.tilt, spot.place in strong)
        put_box(canvas, margin + _column(spot, *step), round(spot.row * HEIGHT), box, pen, four_colour)
    if width >= PANEL_FROM and width - extent - 4 >= PANEL_LEAST:
        _put_panel(
            canvas,
            margin + extent + 3,
            width,
            [seen[p] for p in game.places if p in names],
            names,
            voice,
            pen,
            four_colour,
        )
    lines = [head, canvas.text(colour)]
    if any(look.live for look in seen.values()) and game.family == "parihevoset":
        lines.append(painted(_plain(voice.say("show.legend-live"), ascii_only)[:width], "note", colour))
    return "\n".join(lines)


def _heading(game: Game, table: Table, voice: Voice, width: int, colour: bool, ascii_only: bool, pen: Pen) -> str:
    """Title and status, wrapped between phrases where they are too long for one line."""
    lines = textwrap.wrap(_plain(title(game, voice), ascii_only), width, break_on_hyphens=False)
    told = [painted(line, "title", colour) for line in lines]
    told += _joined([_plain(phrase, ascii_only) for phrase in status(game, table, voice)], f" {pen.dot} ", width)
    return "\n".join(told)


def _joined(phrases: Sequence[str], between: str, width: int) -> list[str]:
    lines: list[str] = []
    for phrase in phrases:
        if lines and len(lines[-1]) + len(between) + len(phrase) <= width:
            lines[-1] += between + phrase
        else:
            lines += textwrap.wrap(phrase, width) or [""]
    return lines


def _plain(text: str, ascii_only: bool) -> str:
    return ascii_text(text) if ascii_only else text


def _column(spot: Spot, box: int, gap: int) -> int:
    return round(spot.column * (box + gap))


def _extent(places: Sequence[Spot], box: int, gap: int) -> int:
    return max(_column(spot, box, gap) for spot in places) + box


def _step(places: Sequence[Spot], width: int) -> tuple[int, int] | None:
    return next((step for step in STEPS if _extent(places, *step) <= width), None)


def _put_panel(
    canvas: Canvas,
    x: int,
    width: int,
    seen: Sequence[Look],
    names: Mapping[Place, str],
    voice: Voice,
    pen: Pen,
    four_colour: bool,
) -> None:
    """Beside a wide drawing: the piles that hold more than one card face up, their lowest cards left out where need be."""
    rows = [look for look in seen if len(look.face_up) > 1 and not look.foundation]
    if not rows:
        return
    canvas.put(x, 0, _plain(voice.say("show.piles"), pen.ascii)[: width - x], "note")
    margin = max(len(names[look.place]) for look in rows) + 1
    for line, look in enumerate(rows, start=1):
        canvas.put(x, line, names[look.place], "label")
        at = x + margin
        for text, style in _upper_cards(pile_words(look, pen, four_colour), width - at, pen):
            canvas.put(at, line, text, style)
            at += len(text) + 1


def _upper_cards(words: Sequence[tuple[str, str]], room: int, pen: Pen) -> Sequence[tuple[str, str]]:
    """As many of a pile's upper cards as fit, with a sign for those left out."""
    for cut in range(len(words)):
        kept = [(pen.left_out, "note"), *words[cut:]] if cut else words
        if sum(len(text) + 1 for text, _ in kept) - 1 <= room:
            return kept
    return words[-1:]
