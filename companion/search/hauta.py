"""Napoleon's Tomb with every card known: won by a line, lost by exhaustion, or open.

The search is a beam, level by level, a level being the cards drawn so far. It is run again and again, wider each time; a run in
which no position had to be left out has looked at everything, and if it came to nothing the deal is lost.
Clauses: NT-3 … NT-14, NTK-2 … NTK-6, NTP-1 … NTP-3. Three ways of moving are compiled (`way_of`); other switches, and rounds with
a redeal still to come (NTO-1), are searched with the referee's own moves (`companion.search.plain`).

Why the reductions lose no win
------------------------------
Corners and centre take different ranks, and whether they take a rank depends only on how many cards lie there: a card of a
rank can always stand in for another of the same rank. Call two copies of a rank *twins*. Nothing ever leaves a foundation, so
playing a card opens moves and closes only the moves of its own twins. In each case below take a winning line that does not
make the move at once and turn it into one that does.

S1  *A card in a cell that fits is played at once* (not in Kookas' game while the stock lasts, where that draws a card).
    The line plays some twin first, or this card later. Play this card now; where the line plays the twin from the waste or
    the stock, lay that twin in the free cell instead (it is free: the line still has our card there), and where the line
    plays our card, play the twin. Every pile is as before but for the twin.
S2  *A six is stored at once* where there is a store. From there it reaches the centre at any time and covers nothing; the
    store holds all four. A stored six the centre takes is played at once, as in S1.
S3  *The waste is pulled up into the free cells* where cells give back to the waste. The move can be taken back at once, so
    nothing is lost; what is left to choose is which of the five cards at hand, the drawn one among them, is on top of the
    waste after each draw. One is enough: of two buried together the upper one would be pulled up again at once.
    A waste top that fits while a cell is free can go by way of the cell, hence falls under S1.
S4  *With the stock empty and no redeal, all is played and pulled up that can be.* Nothing can be covered any more: a cell
    taken by a card that is not played stays taken in every line, and what lies under a waste top comes free only through it.
S5  *A waste top or drawn card that fits is played at once if its twins cannot want its place*: there is a place for every
    twin not yet played (the ranks below it are complete, or it is the last copy), or the twins all lie deeper in the waste
    - which come free only after this card has gone - or, except in Kookas' game, in the cells, where S1 has had them.
    Otherwise both are tried: playing may be wrong (a corner at 7, cells K K K Q, waste 8, stock 10 8 9 J in PySolFC's game:
    the first 8 leaves the 10 under the second).
S6  *Dead positions.* Suppose every card of the stock could be played whenever wanted and the waste pulled up freely; count
    of the cards at hand those that no foundation could then ever take. More than four do not fit the cells; the topmost of the
    waste among them stays where it is for good, and so does what lies under it. A position dead even so is dead.
S7  *Blocked waste.* At the moment when a card leaves the waste, nothing drawn lies above it: all that was placed or in the
    cells, all drawn since, all that lay above it, and the card itself are on foundations, in the six store or in four cells.
    How many of these cards the foundations can hold at most follows from how many of each rank there are among them. So for
    each card of the waste from the top there must be a number of draws, never falling from one card to the next, with which
    at most four of these cards find no place; in Kookas' game, while the stock lasts, none of those that left the waste,
    which go only to foundations then. The least such numbers leave most to the next card; if there is none, no line
    empties the waste and the position is dead.
S8  Corners are interchangeable, so are cells, and suits do not matter (NT-14).

Positions of a level are told apart by 128 bits of hash; two different ones among a million agree with odds below 10⁻²⁶.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from companion.events import Draw, Move
from companion.rules.hauta import CELLS, CORNERS
from companion.search import hauta_kernel as kernel
from companion.search import plain
from companion.search.hauta_kernel import HAUTA, KOOKAS, PYSOLFC
from companion.search.outcome import Limits, Outcome, Stopper

if TYPE_CHECKING:
    from companion.events import GameEvent
    from companion.rules import Game
    from companion.table import Table

WIDTHS = ((100, 1), (400, 1), (2000, 2), (10_000, 8), (50_000, 30))
"""The beam's runs: positions a level, and how many of them may have the same cards in the cells. The last run has no limit."""
WEIGHTS = np.array([1, 2, 5, 10, 17], np.int64)
"""What a card pulled up from the waste costs in the evaluation while so many cells are taken."""
POSITION_BYTES = 500
"""What one position costs in all the tables together, the record of how it came about included."""
CHUNK = 4096
"""How many positions are expanded between two looks at the clock."""
RESTART_NODES = 300
"""How far the first attempt, a plain search, goes while a redeal is still to come."""
ATTEMPTS = 500
"""How often quick play up to the last round is tried before the last attempt."""
LAST_ROUND_NODES = 5000
"""How many positions of the last round are looked at in each attempt."""


def way_of(game: Game, table: Table) -> int | None:
    """Which compiled way of moving this table follows from here on, or none."""
    if table.round < int(game.switches["passes"]) or set(table.cards()) != set(game.whole):
        return None
    return opens_way(game, table)


def opens_way(game: Game, table: Table) -> int | None:
    """As `way_of`, for a table of which some cards may be unseen; none while a redeal is still to come."""
    on = game.switches
    if table.round < int(on["passes"]) or on["auto_draw"] or table.phase != "play" or table.dealing:
        return None
    refill = on["fill_source"] != "none"
    if on["waste_to_cell"] and not refill:
        if on["cell_to_waste"]:
            return HAUTA if on["six_store"] else None
        return None if on["six_store"] else PYSOLFC
    barred = ("waste_to_cell", "cell_to_waste", "cell_to_cell", "six_store")
    if on["fill_source"] == "stock" and on["fill_after_stock"] == "optional" and not any(on[name] for name in barred):
        return None if on["draw_to"] == "any" else KOOKAS
    return None


def row_of(table: Table) -> kernel.Bytes:
    """The table as a row of the kernel (the stock apart)."""
    row = np.zeros(kernel.WIDTH, np.uint8)
    row[1] = len(CORNERS)
    for corner in CORNERS:
        for card in table.piles[corner]:
            row[1 + kernel.CORNER[card.rank]] += 1
    row[9] = len(table.piles["centre"])
    row[10] = len(table.piles["sixes"])
    for cell in CELLS:
        for card in table.piles[cell]:
            kernel.into_cell(row, card.rank)
    for card in table.piles["waste"]:
        kernel.onto_waste(row, card.rank)
    return row


def solve(
    game: Game, table: Table, limits: Limits, *, seed: int = 0, stop: Callable[[], bool] | None = None
) -> Outcome:
    """Search a table whose every card is known, within limits. The same table and limits in nodes give the same line."""
    way = way_of(game, table)
    if way is not None:
        return _Beam(game, table, way, limits, stop).run()
    return _restarts(game, table, limits, seed, stop)


def _restarts(game: Game, table: Table, limits: Limits, seed: int, stop: Callable[[], bool] | None) -> Outcome:
    """Rounds with a redeal still to come: short plain searches, each begun anew in another order, and quick play up to the last
    round, which is then searched with the compiled kernel. Only the last attempt, plain and with all that is left, may prove a
    loss; the others say nothing but `won`."""
    start, nodes = time.perf_counter(), 0
    best: Outcome | None = None
    rng = random.Random(seed)
    for attempt in range(ATTEMPTS + 1):
        left = limits.time_s - (time.perf_counter() - start)
        share = RESTART_NODES if attempt < ATTEMPTS else None
        if limits.nodes is not None:
            share = min(share or limits.nodes, max(1, limits.nodes - nodes))
        given = replace(limits, time_s=left, nodes=share)
        if attempt in (0, ATTEMPTS):
            outcome = plain.solve(game, table, given, seed=seed, stop=stop)
        else:
            outcome = _by_last_round(game, table, given, rng, stop)
        nodes += outcome.nodes
        if best is None or outcome.verdict != "open" or outcome.best > best.best:
            best = outcome
        spent = limits.nodes is not None and nodes >= limits.nodes
        asked = stop is not None and stop()
        if outcome.verdict != "open" or asked or spent or time.perf_counter() - start >= limits.time_s:
            best = replace(best, limit=None if outcome.verdict != "open" or asked else outcome.limit or "nodes")
            break
    assert best is not None
    return replace(best, nodes=nodes, seconds=time.perf_counter() - start)


def _by_last_round(
    game: Game, table: Table, limits: Limits, rng: random.Random, stop: Callable[[], bool] | None
) -> Outcome:
    """Play quickly, mostly what helps a foundation, to the last round and search that. Never says `lost`."""
    line: list[GameEvent] = []
    idle = rng.choice((0.0, 0.02, 0.1, 0.25))
    while not game.won(table) and table.round < int(game.switches["passes"]):
        legal = game.legal(table)
        helpful = [event for event in legal if isinstance(event, Draw | Move) and event.to in game.foundations]
        onward = [event for event in legal if event not in helpful]
        if not legal or len(line) > 400:
            return Outcome("open", tuple(line), "nodes", len(line), 0.0, game.progress(table))
        event = rng.choice(helpful if helpful and (not onward or rng.random() >= idle) else onward)
        line.append(event)
        table = game.apply(table, event)
    if game.won(table):
        return Outcome("won", tuple(line), None, len(line), 0.0, game.progress(table))
    way = way_of(game, table)
    if way is None:
        return Outcome("open", tuple(line), "nodes", len(line), 0.0, game.progress(table))
    end = _Beam(game, table, way, replace(limits, nodes=LAST_ROUND_NODES, memory_mib=64), stop).run()
    whole = (*line, *end.line)
    return replace(
        end, verdict="won" if end.verdict == "won" else "open", line=whole, limit="nodes", nodes=end.nodes + len(line)
    )


@dataclass
class _Level:
    """Where the positions kept on a level came from."""

    parents: np.ndarray
    actions: np.ndarray


class _Stopped(Exception):
    """A limit was reached; `limit` is none where the search was asked to stop."""

    def __init__(self, limit: Stopper | None) -> None:
        self.limit = limit


class _Beam:
    """One search by ever wider beams."""

    def __init__(self, game: Game, table: Table, way: int, limits: Limits, stop: Callable[[], bool] | None) -> None:
        self.game, self.table, self.way, self.limits, self.stop = game, table, way, limits, stop
        self.start = time.perf_counter()
        self.stock = [card.rank for card in table.piles["stock"]]
        self.ranks = np.array(self.stock, np.int64)
        self.row = row_of(table)
        self.nodes = 0
        self.best = kernel.placed(self.row)
        self.best_actions: list[int] = []
        self.levels: list[_Level] = []
        self.kept = 0
        self.room = max(4096, limits.memory_mib * 2**20 // POSITION_BYTES)
        room = self.room
        self.current = np.empty((room, kernel.WIDTH), np.uint8)
        self.rows = np.empty((room, kernel.WIDTH), np.uint8)
        self.parents = np.empty(room, np.int32)
        self.actions = np.empty(room, np.uint16)
        self.scores = np.empty(room, np.int32)
        self.marks = np.empty((room, 2), np.uint64)
        self.order = np.empty(room, np.int32)
        self.slots = np.empty(1 << (2 * room - 1).bit_length(), np.int32)
        self.counts = np.empty(1024 + 65536, np.int32)

    def run(self) -> Outcome:
        """The verdict of the first run that brings one."""
        if kernel.complete(self.row):
            return self._outcome("won", [])
        try:
            for width, alike in (*WIDTHS, (self.room, 2**31 - 1)):
                actions, whole = self._descend(min(width, self.room), alike)
                if actions is not None:
                    return self._outcome("won", actions)
                if whole:
                    return self._outcome("lost", [])
        except _Stopped as stopped:
            self._note(self.levels, self.kept)
            return self._outcome("open", self.best_actions, stopped.limit)
        return self._outcome("open", self.best_actions, "memory")

    def _descend(self, width: int, alike: int) -> tuple[list[int] | None, bool]:
        """One run: the actions that win, if any, and whether every position was looked at."""
        ahead = np.bincount(self.stock, minlength=14).astype(np.int64)
        levels = self.levels = []
        whole, kept = True, 0
        self.kept = 0
        for drawn in (0, *self.stock):
            left = len(self.stock) - len(levels)
            ahead[drawn] -= 1
            found = self._level(drawn, left, ahead, kept)
            self.nodes += found
            if found == 0:
                self._note(levels, kept)
                return None, whole
            kept = int(kernel.select(
                self.rows, self.scores, found, width, alike, self.order, self.counts, self.current
            ))  # fmt: skip
            self.kept = kept
            whole = whole and kept == found
            chosen = self.order[:kept]
            levels.append(_Level(self.parents[chosen], self.actions[chosen]))
        # On the last level only won positions are kept.
        return self._trace(levels, 0), whole

    def _level(self, drawn: int, left: int, ahead: kernel.Ints, kept: int) -> int:
        """All positions of the next level, in `rows`. `drawn` 0: those before the first draw."""
        size = min(len(self.slots), 1 << (12 * kept + 1024).bit_length())
        while True:
            slots = self.slots[:size]
            slots[:] = -1
            found = self._fill(drawn, left, ahead, kept, slots)
            if found >= 0:
                return found
            if size == len(self.slots):
                raise _Stopped("memory")
            size *= 2

    def _fill(self, drawn: int, left: int, ahead: kernel.Ints, kept: int, slots: np.ndarray) -> int:
        to: tuple[Any, ...] = (self.rows, self.parents, self.actions, self.scores, self.marks, slots)
        if not drawn:
            scratch = np.zeros(14, np.int64), np.zeros(14, np.int64)
            return int(
                kernel.follow(self.row.copy(), 0, 0, 0, self.way, left, self.ranks, ahead, WEIGHTS, *scratch, 0, *to)
            )
        found = 0
        for first in range(0, kept, CHUNK):
            self._check_limits(found)
            last = min(kept, first + CHUNK)
            found = int(
                kernel.expand(self.current, first, last, drawn, self.way, left, self.ranks, ahead, WEIGHTS, found, *to)
            )
            if found < 0:
                break
        return found

    def _check_limits(self, found: int) -> None:
        if self.stop is not None and self.stop():
            raise _Stopped(None)
        if self.limits.nodes is not None and self.nodes + found >= self.limits.nodes:
            raise _Stopped("nodes")
        if time.perf_counter() - self.start >= self.limits.time_s:
            raise _Stopped("time")

    def _note(self, levels: list[_Level], kept: int) -> None:
        """Remember the best of the positions from which nothing followed."""
        for index in range(min(kept, 200)):
            if (placed := kernel.placed(self.current[index])) > self.best:
                self.best, self.best_actions = int(placed), self._trace(levels, index)

    @staticmethod
    def _trace(levels: Sequence[_Level], index: int) -> list[int]:
        """The actions that lead to a position of the last level."""
        actions = []
        for level in reversed(levels):
            actions.append(int(level.actions[index]))
            index = int(level.parents[index])
        return actions[::-1]

    def _outcome(self, verdict: str, actions: list[int], limit: Stopper | None = None) -> Outcome:
        line: Sequence[GameEvent] = ()
        if verdict != "lost":
            line = Player(self.game, self.table, self.way).play(actions)
        best = self.game.whole.total() if verdict == "won" else self.best
        seconds = time.perf_counter() - self.start
        return Outcome(verdict, tuple(line), limit, self.nodes, seconds, best)  # type: ignore[arg-type]


class Player:
    """Turns the kernel's actions back into events by doing with cards what the kernel does with ranks."""

    def __init__(self, game: Game, table: Table, way: int) -> None:
        self.game, self.table, self.way = game, table, way
        self.events: list[GameEvent] = []

    def play(self, actions: Sequence[int]) -> list[GameEvent]:
        """The events of a whole path; its first action is what happens before the first draw."""
        for number, action in enumerate(actions):
            option, steps = divmod(action, 64)
            if number:
                self.draw(option)
            self.settle()
            for _ in range(steps):
                self.step()
                self.settle()
        return self.events

    def draw(self, option: int) -> None:
        """The next card comes, by one of the options of `hauta_kernel.expand`."""
        drawn = self.table.piles["stock"][0].rank
        if option == 0:
            to = self.home(drawn) or ("sixes" if drawn == 6 else self._free())
            self._draw(to)
        elif option == 1:
            self._draw("waste")
        else:
            source = self.cells()[option - 2]
            rank = self.table.piles[source][-1].rank
            if self.way == KOOKAS:
                self._do(Move(source, self.home(rank) or "waste"))
            else:
                self._do(Move(source, "waste"))
                self._draw(source)

    def step(self) -> None:
        """The waste top goes to its foundation, or else into a cell."""
        rank = self.table.piles["waste"][-1].rank
        self._do(Move("waste", self.home(rank) or self._free()))

    def settle(self) -> None:
        """As `hauta_kernel.settle`."""
        piles = self.table.piles
        if self.way == KOOKAS and piles["stock"]:
            return
        moved = True
        while moved:
            moved = self._play_cells()
            piles = self.table.piles
            if piles["waste"] and (self.way == HAUTA or not piles["stock"]):
                rank = piles["waste"][-1].rank
                if self.way == HAUTA and rank == 6:
                    self._do(Move("waste", self.home(6) or "sixes"))
                elif any(not piles[cell] for cell in CELLS):
                    self._do(Move("waste", self.home(rank) or self._free()))
                elif not piles["stock"] and (home := self.home(rank)):
                    self._do(Move("waste", home))
                else:
                    continue
                moved = True

    def _play_cells(self) -> bool:
        before = len(self.events)
        for cell in self.cells():
            rank = self.table.piles[cell][-1].rank
            if home := self.home(rank):
                self._do(Move(cell, home))
            elif self.way == HAUTA and rank == 6:
                self._do(Move(cell, "sixes"))
        if self.table.piles["sixes"] and (home := self.home(6)):
            self._do(Move("sixes", home))
        return len(self.events) > before

    def cells(self) -> list[str]:
        """The taken cells in the order of the kernel's row: ranks falling."""
        taken = [cell for cell in CELLS if self.table.piles[cell]]
        return sorted(taken, key=lambda cell: -self.table.piles[cell][-1].rank)

    def home(self, rank: int) -> str | None:
        """The foundation that takes a rank, by the referee's acceptance rules."""
        from companion.rules.hauta import centre_takes, corner_takes

        for corner in CORNERS:
            pile = self.table.piles[corner]
            if corner_takes(pile[-1].rank if pile else 0, rank):
                return corner
        centre = self.table.piles["centre"]
        return "centre" if centre_takes(centre[-1].rank if centre else 0, len(centre), rank) else None

    def _free(self) -> str:
        return next(cell for cell in CELLS if not self.table.piles[cell])

    def _draw(self, to: str) -> None:
        if to == "waste" or (self.game.switches["draw_to"] == "any" and to in (*CORNERS, "centre", "sixes", *CELLS)):
            self._do(Draw(to))
        else:
            self._do(Draw("waste"))
            self._do(Move("waste", to))

    def _do(self, event: GameEvent) -> None:
        self.table = self.game.apply(self.table, event)
        self.events.append(event)


def hopeless(game: Game, table: Table) -> bool:
    """Whether no order of the unseen stock wins: dead even if every card of the stock could be had at will (S6)."""
    if any(not card.rank for place, pile in table.piles.items() if place != "stock" for card in pile):
        return False
    if table.round < int(game.switches["passes"]) or table.dealing or table.phase != "play":
        return False
    store = bool(game.switches["six_store"])
    scratch = np.zeros(14, np.int64), np.zeros(14, np.int64)
    return bool(kernel.prospect(row_of(table), store, WEIGHTS, *scratch) < 0)
