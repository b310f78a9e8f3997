"""A sheet of characters, each in a style, that becomes lines of text with or without colour codes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.words.streams import fitted

SGR: Mapping[str, str] = {
    "": "",
    "title": "1",
    "frame": "2",
    "label": "36",
    "red": "1;31",
    "black": "1",
    "blue": "1;34",
    "green": "1;32",
    "unseen": "1;35",
    "back": "34",
    "needs": "33",
    "live": "1;33",
    "mark": "1;33",
    "note": "2",
}
"""Styles and their codes: sixteen colours only, so that a terminal's own palette holds."""


def painted(text: str, style: str, colour: bool) -> str:
    """Text in a style; as it is where there is no colour."""
    code = SGR[style] if colour else ""
    return f"\x1b[{code}m{text}\x1b[0m" if code and text else text


def ascii_text(text: str) -> str:
    """The nearest plain ASCII: letters without their marks, signs by their usual stand-ins."""
    return fitted(text, "ascii")


@dataclass
class Canvas:
    """Characters by line and column; it grows to the right and downwards as things are put on it."""

    lines: list[list[tuple[str, str]]] = field(default_factory=list)

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write text at a column and a line."""
        while len(self.lines) <= y:
            self.lines.append([])
        line = self.lines[y]
        line.extend((" ", "") for _ in range(x + len(text) - len(line)))
        for offset, character in enumerate(text):
            line[x + offset] = (character, style)

    def text(self, colour: bool) -> str:
        """The sheet as text; no line ends in blanks."""
        return "\n".join(_line(line, colour) for line in self.lines)


def _line(line: list[tuple[str, str]], colour: bool) -> str:
    while line and line[-1][0] == " ":
        line = line[:-1]
    parts: list[str] = []
    start = 0
    for at in range(1, len(line) + 1):
        if at == len(line) or line[at][1] != line[start][1]:
            parts.append(painted("".join(c for c, _ in line[start:at]), line[start][1], colour))
            start = at
    return "".join(parts)
