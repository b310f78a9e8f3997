"""The different ways in which input can be wrong. An *illegal* move is none of these: it is a `rules.Refusal`, plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


class CompanionError(Exception):
    """Anything that is told to the player as a sentence and never as a traceback.

    `key` names the sentence (see `companion.words`), `facts` what goes into it.
    """

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key, facts)
        self.key = key
        self.facts: Mapping[str, object] = facts

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value}" for name, value in self.facts.items())
        return f"{self.key}({facts})"


class Unreadable(CompanionError):
    """The text names no card, place, event or option at all."""


class Ambiguous(CompanionError):
    """The text could mean more than one thing; `candidates` lists them in the order they should be offered."""

    def __init__(self, key: str, candidates: Sequence[object], **facts: object) -> None:
        super().__init__(key, candidates=tuple(candidates), **facts)
        self.candidates = tuple(candidates)


class Contradiction(CompanionError):
    """The cards named cannot all be true: a card too many, or another card than the one known to lie there."""


class FileTrouble(CompanionError):
    """A file that cannot be opened, read or written."""
