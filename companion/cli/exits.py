"""The exit codes, all of them."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

from companion.errors import Ambiguous, CompanionError, Contradiction, FileTrouble


class Exit(IntEnum):
    """What a command says to the program that called it."""

    FINE = 0
    NO = 1
    """The answer is no: an illegal move in the log, a lost position, a table that differs."""
    USAGE = 2
    UNREADABLE = 3
    """A file, or something in it, that cannot be read."""
    CONTRADICTION = 4
    """The cards contradict each other: a third 7S in two packs."""
    OPEN = 5
    """Open or in doubt."""
    INTERRUPTED = 130

    @classmethod
    def worst(cls, codes: Iterable[Exit]) -> Exit:
        """The code that tells most about several answers: unreadable before contradictory before no before open."""
        order = (cls.INTERRUPTED, cls.USAGE, cls.UNREADABLE, cls.CONTRADICTION, cls.NO, cls.OPEN, cls.FINE)
        return min(codes, key=order.index, default=cls.FINE)


USAGE_KEYS = (
    "usage-",
    "variant-",
    "option-",
    "number-",
    "seed-",
    "language-",
    "setting-",
    "play-",
    "sheet-",
    "practice-",
)
"""Troubles whose sentence has such a key are wrong words on the command line, unless they stand in a file."""


def exit_of(error: CompanionError, *, in_file: bool = False) -> Exit:
    """The code for an error; what is wrong on the command line is usage, what is wrong in a file is not."""
    if isinstance(error, Contradiction):
        return Exit.CONTRADICTION
    if isinstance(error, FileTrouble) or in_file:
        return Exit.UNREADABLE
    if isinstance(error, Ambiguous):
        return Exit.USAGE
    return Exit.USAGE if error.key.startswith(USAGE_KEYS) else Exit.UNREADABLE
