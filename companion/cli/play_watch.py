"""A quiet look over the player's shoulder: was the game still to be won before this move, and is it lost after it?

The question goes to a process of its own, so that the table never waits. It is asked from what the player has seen; an answer that
comes is said before the next prompt, and one that is overtaken by the next move is dropped.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from typing import TYPE_CHECKING

from companion.events import Deal, Draw, Move, Redeal, Series
from companion.guide.answer import Said, said
from companion.rules import Game, own_options, value_text
from companion.rules import game as game_of

if TYPE_CHECKING:
    from companion.events import Event, GameEvent
    from companion.table import Table

MOST_UNSEEN = 24
"""While more cards than these are unseen, hardly any move loses the game for certain, and nothing is asked."""
TIME_S = 3.0
"""How long each of the two tables is thought over."""

Answer = tuple[str, ...] | None
"""The line that would have won from the table before (empty where only the odds say so), or none: nothing to tell."""


def lost_by(variant: str, options: Mapping[str, str], before: Table, after: Table) -> Answer:
    """Whether the game is proved lost after a move and could be won before it. Runs in the other process."""
    from companion.search.outcome import Limits
    from companion.search.verdict import verdict
    from companion.search.warm import prepare

    rules = game_of(variant, options)
    prepare(rules, after)
    if verdict(rules, after, Limits(time_s=TIME_S)).verdict != "lost":
        return None
    earlier = verdict(rules, before, Limits(time_s=TIME_S))
    if earlier.verdict == "won":
        return tuple(map(str, earlier.line))
    chance = earlier.chance
    return () if chance is not None and chance.known_order[0] else None


class LossWatch:
    """Asks after each move and keeps the answer until somebody wants it."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._asked: Future[Answer] | None = None
        self._event: GameEvent | None = None
        self._told = False

    def moved(self, game: Game, before: Table, after: Table, logged: tuple[Event, ...]) -> None:
        """Note what the player has just done; the tables are as the player sees them."""
        choices = [event for event in logged if isinstance(event, Move | Draw | Series | Deal | Redeal)]
        if not choices or self._told or after.dealing or game.to_turn(after) or game.won(after):
            return
        if after.unseen(game.whole).total() > MOST_UNSEEN:
            return
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))
        if self._asked is not None:
            self._asked.cancel()
        options = {name: value_text(value) for name, value in own_options(game).items()}
        self._event = choices[-1]
        self._asked = self._pool.submit(lost_by, game.variant, options, before, after)

    def news(self) -> tuple[Said, ...]:
        """What there is to tell, once: the move that lost the game."""
        if self._asked is None or not self._asked.done() or self._asked.cancelled():
            return ()
        asked, self._asked = self._asked, None
        line = None if asked.exception() else asked.result()
        if line is None:
            return ()
        self._told = True
        if line:
            return (said("watch-lost-line", event=self._event, line=line[0]),)
        return (said("watch-lost", event=self._event),)

    def again(self) -> None:
        """Something was taken back: a loss may be told anew."""
        self._told = False

    def close(self) -> None:
        """End the other process, whatever it is at."""
        if self._pool is not None:
            processes = list(getattr(self._pool, "_processes", {}).values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()
