"""What a session gives back for a typed line: things to say, as keys and facts, and what happened to the record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from companion.errors import CompanionError
from companion.events import Event
from companion.rules import Refusal


@dataclass(frozen=True, slots=True)
class Said:
    """One sentence to say: its key in the player's dictionary and the facts (cards, places, events, counts) that go into it."""

    key: str
    facts: Mapping[str, object] = field(default_factory=dict)


def said(key: str, **facts: object) -> Said:
    """A sentence to say."""
    return Said(key, facts)


Part: TypeAlias = Said | Refusal | CompanionError


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one line.

    `parts` are said in order. `logged` are the events now in the record, `show` asks for the table to be drawn, `leave` ends the
    session. `again` is a line that could not be taken and is offered for correction.
    """

    parts: tuple[Part, ...] = ()
    logged: tuple[Event, ...] = ()
    show: bool = False
    leave: bool = False
    again: str | None = None

    @property
    def refused(self) -> bool:
        """Whether something in the line was not accepted."""
        return any(not isinstance(part, Said) for part in self.parts)

    def keys(self) -> tuple[str, ...]:
        """The names of what is said, in order: a sentence's key, a refusal's clause, an error's key."""
        return tuple(part.clause if isinstance(part, Refusal) else part.key for part in self.parts)
