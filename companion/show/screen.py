"""A screen of the terminal as an SVG picture: what a command prints, with its colours, for the documentation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

CELL_W, CELL_H, BORDER, BAR = 8.4, 17, 14, 24
COLOURS = {"31": "#ff6b6b", "32": "#6fcf7c", "33": "#f2c14e", "34": "#6ea8fe", "35": "#d48cf0", "36": "#63c7c7"}
INK, PALE, GROUND = "#e6e6e6", "#8d959e", "#15191d"
_CODE = re.compile(r"\x1b\[([0-9;]*)m")


def screen_svg(text: str, *, title: str = "", width: int = 80) -> str:
    """Text with codes for colour as a picture of a terminal so many columns wide; every character stands in its own cell."""
    lines = text.rstrip("\n").split("\n")
    across = 2 * BORDER + width * CELL_W
    down = 2 * BORDER + BAR + len(lines) * CELL_H
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across:g} {down:g}" width="{across:g}" height="{down:g}" '
        'role="img" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14" xml:space="preserve">',
        f"<title>{escape(title or _CODE.sub('', lines[0]))}</title>",
        f'<rect width="{across:g}" height="{down:g}" rx="9" fill="{GROUND}"/>',
        *(
            f'<circle cx="{BORDER + 4 + 16 * n}" cy="18" r="5" fill="{c}"/>'
            for n, c in enumerate(("#ee6a5f", "#f5bd4f", "#61c454"))
        ),
    ]
    for number, line in enumerate(lines):
        y = BORDER + BAR + (number + 0.75) * CELL_H
        parts += [_run(x, y, words, style) for x, words, style in _runs(line) if words.strip()]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _runs(line: str) -> Iterator[tuple[int, str, str]]:
    """The stretches of a line in one style: the column, the text, and its style as attributes."""
    column, codes = 0, ""
    for index, part in enumerate(_CODE.split(line)):
        if index % 2:
            codes = "" if part in ("", "0") else part
        elif part:
            yield column, part, _style(codes)
            column += len(part)


def _style(codes: str) -> str:
    fill, weight = INK, ""
    for code in codes.split(";"):
        if code == "1":
            weight = ' font-weight="700"'
        elif code == "2":
            fill = PALE
        else:
            fill = COLOURS.get(code, fill)
    return f'fill="{fill}"{weight}'


def _run(column: int, y: float, text: str, style: str) -> str:
    """A stretch of text, stretched to its cells so that the lines of a drawing meet in any font."""
    blanks = len(text) - len(text.lstrip(" "))
    text = text.strip(" ")
    x = BORDER + (column + blanks) * CELL_W
    return (
        f'<text x="{x:g}" y="{y:g}" {style} textLength="{len(text) * CELL_W:g}" lengthAdjust="spacingAndGlyphs">'
        f"{escape(text)}</text>"
    )
