"""What a stream can show: how wide it is, whether it takes colour, suit signs, and lines to draw with."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TextIO

SIGNS = "♠♥♦♣×→✓…·╭╮╰╯╌┆╱╲━┃"
FRAMES = "┌─┐│└┘═║▒"
DEFAULT_WIDTH, LEAST_WIDTH = 80, 20
NO_WORDS = frozenset({"0", "false", "no", "off", "never"})


@dataclass(frozen=True, slots=True)
class Terminal:
    """What may be sent to a stream. `ascii_only` also keeps the lines of the drawing to `+`, `-` and `|`."""

    width: int = DEFAULT_WIDTH
    colour: bool = False
    signs: bool = True
    ascii_only: bool = False

    @classmethod
    def of(cls, stream: TextIO, environ: Mapping[str, str] | None = None) -> Terminal:
        """What a stream can show in an environment. A pipe gets no colour, whatever `FORCE_COLOR` says.

        `NO_COLOR` (set to anything), `TERM=dumb` and `FORCE_COLOR=0` forbid colour; `COLUMNS` tells the width.
        """
        env = os.environ if environ is None else environ
        return cls(
            width=_width(stream, env),
            colour=_colour(stream, env),
            # The bare console of Linux takes UTF-8, but its font has hardly more than the old code page's characters.
            signs=can_encode(stream, SIGNS) and env.get("TERM") != "linux",
            ascii_only=not can_encode(stream, FRAMES),
        )


def can_encode(stream: TextIO, text: str) -> bool:
    """Whether a stream's encoding has these characters; a stream that names none is taken for ASCII."""
    try:
        text.encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def is_terminal(stream: TextIO) -> bool:
    """Whether a person sits behind the stream; a closed one is no terminal."""
    try:
        return stream.isatty()
    except (AttributeError, ValueError):
        return False


def _colour(stream: TextIO, env: Mapping[str, str]) -> bool:
    if env.get("NO_COLOR") or env.get("FORCE_COLOR", "").strip().lower() in NO_WORDS:
        return False
    return is_terminal(stream) and env.get("TERM", "") != "dumb" and _takes_codes()


def _takes_codes() -> bool:
    """Whether the console takes codes for colour; on Windows it is asked to, and an old one that refuses gets none."""
    if sys.platform != "win32":
        return True
    import ctypes

    kernel, codes_wanted = ctypes.windll.kernel32, 0x0004
    handle, mode = kernel.GetStdHandle(-11), ctypes.c_ulong()
    if not kernel.GetConsoleMode(handle, ctypes.byref(mode)):
        return False
    return bool(mode.value & codes_wanted or kernel.SetConsoleMode(handle, mode.value | codes_wanted))


def _width(stream: TextIO, env: Mapping[str, str]) -> int:
    columns = env.get("COLUMNS", "")
    if columns.isascii() and columns.isdecimal() and int(columns) > 0:
        return max(LEAST_WIDTH, int(columns))
    if is_terminal(stream):
        try:
            return max(LEAST_WIDTH, os.get_terminal_size(stream.fileno()).columns or DEFAULT_WIDTH)
        except (OSError, ValueError):
            return max(LEAST_WIDTH, shutil.get_terminal_size((DEFAULT_WIDTH, 24)).columns)
    return DEFAULT_WIDTH
