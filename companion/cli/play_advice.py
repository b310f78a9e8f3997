"""`hint` and `verdict` inside `play`: the search is imported when it is asked for, never before."""

from __future__ import annotations

from collections.abc import Mapping

from companion.guide.answer import Answer, said
from companion.guide.session import Advice, Session


def hint(_session: Session) -> Answer:
    """A good next move, from what the player has seen."""
    return Answer((said("no-search"),))


def verdict(_session: Session) -> Answer:
    """Whether the game can still be won."""
    return Answer((said("no-search"),))


ADVICE: Mapping[str, Advice] = {"hint": hint, "verdict": verdict}
