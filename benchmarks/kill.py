"""Kills `companion play` at random moments of random games and looks at what its log still holds.

    python benchmarks/kill.py [--times 1000] [--seed 1]

Each run makes up a game of one variant: legal events, refused ones, cards in the hand, undo, back, fix, redeal, notes. The game is
played once in this process, which gives the answers and the record after each line, and once in a process of its own, which is
killed with SIGKILL: while it starts, or about the time at which it answers a line chosen at random. The log must then open and hold
every event of every line of whose answer anything was heard, at most those of one line more, and no half of a line; it must be taken
up again, and show the same table. Prints a line for each kind of line that the kills fell on, and a summary; leaves with 1 if anything
was lost.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from companion.cards import Card
from companion.cli.app import run
from companion.cli.play_reading import WordsReader
from companion.cli.play_shell import Shell
from companion.events import Deal, Draw, Event, Redeal, stated_cards
from companion.guide.recorder import begun, resumed
from companion.guide.session import Session
from companion.journal import Log, header_lines
from companion.rules import VARIANTS
from companion.table import Table
from companion.words.voice import Voice

LINES = 40
AT_START = 0.15
"""So many of the kills fall into the start of the program."""
START_S = 1.5
MOMENT_S = 0.006
"""A line is answered within a few milliseconds: the kill falls somewhere in them."""
COMMANDS = ("deal", "skip", "turn", "undo", "back", "fix", "redeal", "note")
BEGINS = "“help” tells what can be typed.\n"
NOTED_IN = "Everything is noted in "


@dataclass(frozen=True)
class Reached:
    """Where a game stands after a line: what has been said since it began, the events recorded, and the table."""

    line: str
    said: str
    events: tuple[Event, ...]
    table: Table


def made_up(variant: str, chance: random.Random, path: Path) -> list[Reached]:
    """A game of random lines, played in this process; its first entry is the beginning."""
    lines = header_lines(variant, {}, "2026-11-29T18:02:11+02:00")
    session = Session(begun(path, lines, Log(str(path), variant)), WordsReader)
    said = io.StringIO()
    reached = [Reached("", "", (), session.table)]
    with contextlib.redirect_stdout(said):
        shell = Shell(session, Voice("en"))
        while len(reached) <= LINES:
            line = next_line(session, chance)
            shell.answer(session.take(line))
            events = tuple(entry.event for entry in session.record.log.entries if entry.event is not None)
            reached.append(Reached(line, said.getvalue(), events, session.table))
    session.close()
    return reached


def next_line(session: Session, chance: random.Random) -> str:
    """Something a player might type now."""
    legal = session.game.legal(session.seen)
    stated = [card for step in session.report.steps for card in stated_cards(step.standing.event) if card.rank]
    unseen = sorted(session.game.view(session.table).unseen(session.game.whole).elements(), key=lambda card: card.code)
    if session.hand is None and Redeal() in legal and chance.random() < 0.5:
        return "redeal"
    if session.table.dealing and chance.random() < 0.2:
        return "skip"
    kind = chance.random()
    if kind < 0.1:
        return f"undo {chance.randint(1, 3)}"
    if kind < 0.2:
        return f"back {chance.randint(1, 3)}"
    if kind < 0.27 and stated and unseen:
        return f"fix {chance.choice(stated)} {chance.choice(unseen)}"
    if kind < 0.32:
        return f"note {chance.randint(1, 10**6)}"
    if kind < 0.37:
        return f"{chance.choice(session.game.places)} {chance.choice(session.game.places)}"
    return played(session, legal, unseen, chance)


def played(session: Session, legal: list[object], unseen: list[Card], chance: random.Random) -> str:
    """A legal event as it is typed, with a card that may still come where one is turned by hand."""
    if session.hand is not None:
        return session.reader.short(chance.choice(session.hand_draws()).to or "waste")
    if waiting := session.game.to_turn(session.table):
        return f"turn {chance.choice(unseen)} {session.reader.short(waiting[0])}" if unseen else "table"
    if not legal:
        return "undo"
    event = chance.choice(legal)
    if isinstance(event, Deal) and not event.cards and unseen:
        return f"deal {' '.join(map(str, chance.sample(unseen, min(len(unseen), chance.randint(1, 4)))))}"
    if isinstance(event, Draw) and event.to is None and unseen:
        return f"{chance.choice(unseen)}{chance.choice(['', ' waste'])}"
    return session.short(event)  # type: ignore[arg-type]


class Player:
    """`companion play` in a process of its own: lines go in, and what it says is collected.

    A fresh one starts Python and all, as the shell does; any other is forked from this process, which has imported everything.
    """

    def __init__(self, variant: str, path: Path, *, fresh: bool) -> None:
        words = ["companion", "play", variant, "--log", str(path), "--lang", "en"]
        theirs, self.typing = os.pipe()
        self.saying, ours = os.pipe()
        if fresh:
            environ = dict(os.environ, LC_ALL="C.UTF-8", PYTHONUNBUFFERED="1")
            command = [sys.executable, "-m", *words]
            self.number = subprocess.Popen(command, stdin=theirs, stdout=ours, env=environ).pid
        else:
            self.number = os.fork()
            if self.number == 0:
                os.dup2(theirs, 0)
                os.dup2(ours, 1)
                for handle in (theirs, ours, self.typing, self.saying):
                    os.close(handle)
                plays(words)
        os.close(theirs)
        os.close(ours)
        self.heard = b""

    def type(self, line: str) -> None:
        """Give it a line."""
        os.write(self.typing, f"{line}\n".encode())

    def hear(self, text: str) -> None:
        """Wait until it has said so much."""
        while text.encode() not in self.heard:
            if not (more := os.read(self.saying, 1 << 16)):
                raise AssertionError(f"it left of itself after {self.heard.decode()[-200:]!r}")
            self.heard += more

    def kill(self) -> str:
        """End it at once; all that it has said."""
        os.kill(self.number, signal.SIGKILL)
        while more := os.read(self.saying, 1 << 16):
            self.heard += more
        os.waitpid(self.number, 0)
        os.close(self.saying)
        os.close(self.typing)
        return self.heard.decode()


def plays(words: list[str]) -> NoReturn:
    """Be `companion` with these words, in a process that was forked for it."""
    try:
        sys.argv = words
        sys.stdin = io.TextIOWrapper(io.FileIO(0), encoding="utf-8")
        sys.stdout = io.TextIOWrapper(io.FileIO(1, "w"), encoding="utf-8", write_through=True)
        run()
    finally:
        os._exit(0)


@dataclass
class Tally:
    """What all the runs came to."""

    lines: int = 0
    acknowledged: int = 0
    held: int = 0
    lost: int = 0
    torn: int = 0

    def __str__(self) -> str:
        return (
            f"{self.lines} lines answered with {self.acknowledged} events, {self.held} events in the logs, "
            f"{self.lost} lost, {self.torn} torn ends set aside"
        )


def one_run(folder: Path, number: int, chance: random.Random, tally: Tally) -> str:
    """Play and kill once; the kind of line that the kill fell on."""
    variant = chance.choice(sorted(VARIANTS))
    reached = made_up(variant, chance, folder / f"{number}-model.log")
    path = folder / f"{number}.log"
    fresh = chance.random() < AT_START
    player = Player(variant, path, fresh=fresh)
    if fresh:
        kind = "start"
        time.sleep(chance.uniform(0, START_S))
    else:
        at = chance.randint(1, LINES)
        word = reached[at].line.split()[0]
        kind = word if word in COMMANDS else "cards and places"
        player.hear(BEGINS)
        for state in reached[1:at]:
            player.type(state.line)
        player.hear(BEGINS + reached[at - 1].said)
        player.type(reached[at].line)
        time.sleep(chance.uniform(0, MOMENT_S))
    examine(player.kill(), path, reached, tally)
    return kind


def examine(heard: str, path: Path, reached: list[Reached], tally: Tally) -> None:
    """Compare what was heard with what the log holds."""
    if not path.exists() or not path.stat().st_size:
        tally.lost += NOTED_IN in heard  # it said that a log is kept, and none is
        return
    answers = heard.partition(BEGINS)[2]
    if not reached[-1].said.startswith(answers):
        raise AssertionError(f"{path}: it said {answers[-200:]!r}")
    last = max(at for at, state in enumerate(reached) if at == 0 or len(reached[at - 1].said) < len(answers))
    session = Session(resumed(path), WordsReader)
    record = session.record.log
    events = tuple(entry.event for entry in record.entries if entry.event is not None)
    tally.torn += record.torn is not None
    session.close()
    tally.lines += last
    tally.acknowledged += len(reached[last].events)
    tally.held += len(events)
    told, coming = reached[last], reached[min(last + 1, LINES)]
    if events in (told.events, coming.events):
        if session.table not in [state.table for state in (told, coming) if state.events == events]:
            raise AssertionError(f"{path}: another table")
        return
    # Each of the events of `undo 3` stands for itself; what `back` does is done whole.
    between = len(told.events) <= len(events) and events == coming.events[: len(events)]
    if coming.line.startswith("back") or not between:
        tally.lost += 1
        print(
            f"{path}: after {told.line!r} and {coming.line!r} it holds {events[-3:]}, and had told {told.events[-3:]}"
        )


def main() -> None:
    """Run, count and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance, tally, kinds = random.Random(options.seed), Tally(), Counter[str]()
    with tempfile.TemporaryDirectory() as name:
        for number in range(1, options.times + 1):
            kinds[one_run(Path(name), number, chance, tally)] += 1
            if number % 50 == 0:
                print(f"{number}/{options.times}", file=sys.stderr, flush=True)
    print(", ".join(f"{kind} {count}" for kind, count in kinds.most_common()))
    print(f"{options.times} kills: {tally}")
    sys.exit(1 if tally.lost else 0)


if __name__ == "__main__":
    main()
