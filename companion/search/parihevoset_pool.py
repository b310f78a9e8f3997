"""Attempts at a table of Parihevoset, most of them begun at a round's beginning from which earlier ones came far.

What the first rounds leave decides, and there is often little choice in them: few different tables begin the second and the third
round, and whoever improves every plan for long meets the same ones again and again. So early plans are improved little and differ,
the beginnings of rounds to which they lead are kept, and the last rounds, begun again and again, are thought over for long.
"""

from __future__ import annotations

import math
import random
from heapq import nlargest

from companion.search.parihevoset_kernel import Ints, State, copy, new_state
from companion.search.parihevoset_play import OPEN, UNRESOLVED, new_room, play_round

EFFORTS = (10, 20)
"""Changes of a plan that are tried in the first round and in the second."""
LAST_EFFORT, LAST_PLAYOUTS = 300, 1
FIRST_EFFORT = 60
"""The same in the last round while few attempts have been made."""
PLAYOUTS = 3
"""Playouts of the next round for each change."""
WARM = 20
"""So many attempts begin at the root."""
AT_ROOT, AT_SECOND = 0.2, 0.3
"""The share of later attempts that begin at the root, and at a second round; the others begin at a third."""
BEST = 3
"""The attempts are shared among so many of the best beginnings of a round."""
CURIOSITY = 8.0
"""Cards by which a beginning is thought better that was tried once; it falls with the root of the number of tries."""
MOST = 1000
"""Beginnings of a round that are kept."""


class Beginning:
    """The beginning of a round: how to get there from the root, and what came of the attempts from there."""

    def __init__(self, table: State, line: list[int]) -> None:
        self.table, self.line = table, line
        self.tries = self.best = self.total = 0

    def note(self, cards: int) -> None:
        """One more attempt placed so many cards."""
        self.tries += 1
        self.best = max(self.best, cards)
        self.total += cards

    def promise(self) -> float:
        """What the next attempt may come to."""
        return (self.best + self.total / self.tries) / 2 + CURIOSITY / math.sqrt(self.tries)


class Pool:
    """The attempts at one table."""

    def __init__(self, root: State, settings: Ints, seed: int) -> None:
        self.settings, self.rng, self.room = settings, random.Random(seed), new_room()
        self.left = max(0, int(settings[4] - root.at[3]))
        """Rounds after the root's."""
        self.root = Beginning(root, [])
        self.levels: list[dict[bytes, Beginning]] = [{} for _ in range(self.left)]
        self.attempts = 0
        self.unresolved: list[int] | None = None
        self.plans = 0

    def attempt(self) -> tuple[int, int, list[int]]:
        """Play to the end from some beginning: what came of it, the cards placed within the rounds, and the line from the root."""
        self.attempts += 1
        level, now = self._choose()
        line, way, result = list(now.line), [now], self.room.result
        while True:
            verdict = self._round(level, now)
            played = self.room.log[: result[0]].tolist()
            if verdict != OPEN or level == self.left:
                break
            line += played
            level, now = level + 1, self._kept(level, line)
            way.append(now)
        cards = int(result[2])
        if verdict == UNRESOLVED:
            self._found_unresolved(line + self.room.log[: result[1]].tolist())
        else:
            for beginning in way:
                beginning.note(cards if self.unresolved else int(result[3]))
        return verdict, cards, line + played

    def _choose(self) -> tuple[int, Beginning]:
        draw = self.rng.random()
        if self.attempts <= WARM or draw < AT_ROOT or not self.left:
            return 0, self.root
        level = 1 if draw < AT_ROOT + AT_SECOND else self.left
        known = [beginning for beginning in self.levels[level - 1].values() if beginning.tries]
        if not known:
            return 0, self.root
        return level, self.rng.choice(nlargest(BEST, known, key=Beginning.promise))

    def _round(self, level: int, begin: Beginning) -> int:
        last = level == self.left
        if last:
            tries, playouts = (FIRST_EFFORT, PLAYOUTS) if self.attempts <= WARM else (LAST_EFFORT, LAST_PLAYOUTS)
        else:
            tries, playouts = EFFORTS[min(level, len(EFFORTS) - 1)], PLAYOUTS
        self.plans += tries
        seed, to_win = self.rng.randrange(2**31), self.unresolved is not None
        return int(play_round(self.room, begin.table, self.settings, tries, playouts, to_win, seed))

    def _kept(self, level: int, line: list[int]) -> Beginning:
        """The beginning of the next round, the same one for the same table."""
        now, known = self.room.now, self.levels[level]
        mark = now.stock[: now.at[1]].tobytes() + now.found.tobytes()
        if mark not in known:
            if len(known) >= MOST:
                self.levels[level] = known = dict(nlargest(MOST // 2, known.items(), key=lambda item: item[1].best))
            table = new_state()
            copy(table, now)
            known[mark] = Beginning(table, list(line))
        return known[mark]

    def _found_unresolved(self, line: list[int]) -> None:
        """From now on only a win is looked for, and only cards placed within the rounds count."""
        self.unresolved = line
        for level in (*self.levels, {b"": self.root}):
            for beginning in level.values():
                beginning.tries = beginning.best = beginning.total = 0
