"""A refusal: which clause forbids an event, and the facts that make it so. It is plain data; `companion.words` says it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an event is not allowed: the clause of the rules, the name of the sentence, and the facts that go into it."""

    clause: str
    reason: str
    facts: Mapping[str, object] = field(default_factory=dict)


def refuse(clause: str, reason: str, **facts: object) -> Refusal:
    """A refusal; the facts are cards, places, ranks and counts, never words."""
    return Refusal(clause, reason, facts)
