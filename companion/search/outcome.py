"""What a search is given and what it brings back: limits and outcome, the same for every game family."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from companion.events import GameEvent

Word = Literal["won", "lost", "unresolved", "open"]
Stopper = Literal["time", "nodes", "memory"]


@dataclass(frozen=True)
class Limits:
    """What a search may spend: wall-clock seconds, positions looked at (`None`: any number), mebibytes of tables."""

    time_s: float = 5.0
    nodes: int | None = None
    memory_mib: int = 1024


@dataclass(frozen=True)
class Outcome:
    """What a search found out about one table whose every card is known.

    `line` is the whole line for `won` and `unresolved`, the best so far for `open`, empty for `lost`.
    `limit` names what stopped an `open` search (`None` there: the search was asked to stop).
    `best` is the greatest number of cards on foundations that the search reached.
    """

    verdict: Word
    line: tuple[GameEvent, ...] = ()
    limit: Stopper | None = None
    nodes: int = 0
    seconds: float = 0.0
    best: int = 0
