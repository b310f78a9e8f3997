"""Whole piles in a row of cards, bottom to top, wrapped at the width."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules import Game
from companion.show.boxes import Pen, pen_for
from companion.show.canvas import ascii_text, painted
from companion.show.labels import labels
from companion.show.layout import places_in_use
from companion.show.look import Look, card_text, ink, looks
from companion.table import Table
from companion.words.voice import Voice

Styled = tuple[str, str]
"""A text and its style."""


def whole_piles(
    game: Game,
    table: Table,
    *,
    width: int = 80,
    voice: Voice | None = None,
    signs: bool | None = None,
    colour: bool = False,
    ascii_only: bool = False,
    four_colour: bool = False,
) -> str:
    """Every place with its cards bottom → top, a card that lies face down as its back; empty places are named too.

    No line is wider than `width`, as long as that is at least 20.
    """
    if signs is None:
        signs = voice.signs if voice else True
    voice = in_signs(voice, signs and not ascii_only)
    pen = pen_for(voice.signs, ascii_only)
    seen = looks(game, table)
    places = places_in_use(game, table)
    names = labels(places, voice, width // 3)
    if ascii_only:
        names = {place: ascii_text(name) for place, name in names.items()}
    margin = max(map(len, names.values()))
    rows = [(names[place], seen[place]) for place in places]
    lines: list[str] = []
    for name, look in rows:
        lines += _pile(name, look, margin, width, pen, colour, four_colour)
    return "\n".join(lines)


def in_signs(voice: Voice | None, signs: bool) -> Voice:
    """The voice in its language, or in English where there is none, with suit signs or without."""
    if voice is None:
        return Voice("en", signs)
    return voice if voice.signs == signs else Voice(voice.lang, signs)


def _pile(name: str, look: Look, margin: int, width: int, pen: Pen, colour: bool, four_colour: bool) -> list[str]:
    words = pile_words(look, pen, four_colour)
    lines: list[str] = []
    for number, chunk in enumerate(_wrapped(words, width - margin - 2)):
        start = " " * margin if number else painted(name.ljust(margin), "label", colour)
        lines.append(f"{start}  " + " ".join(painted(text, style, colour) for text, style in chunk))
    return lines


def pile_words(look: Look, pen: Pen, four_colour: bool = False) -> list[Styled]:
    """The cards of a pile as words: the backs counted, then each card that lies face up."""
    if not look.cards:
        return [("-", "note")]
    words: list[Styled] = []
    if look.down:
        words.append((f"{pen.back * 2}{pen.times}{look.down}", "back"))
    words += [(card_text(card, pen.signs), ink(card, four_colour)) for card in look.face_up]
    if look.live:
        words[-1] = (words[-1][0] + "*", words[-1][1])
    return words


def _wrapped(words: Sequence[Styled], width: int) -> list[list[Styled]]:
    lines: list[list[Styled]] = []
    room = 0
    for text, style in words:
        if not lines or len(text) + 1 > room:
            lines.append([])
            room = width + 1
        lines[-1].append((text, style))
        room -= len(text) + 1
    return lines
