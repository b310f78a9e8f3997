"""Kills `companion play` at random moments of a scripted game and looks at what its log still holds.

    python benchmarks/kill.py [--times 1000] [--seed 1]

Each run feeds a game of `hauta` line by line, notes every event that the program acknowledges on its output, and sends SIGKILL after a
random time. The log must then open, hold every acknowledged event in order, and go on with `play --log`. Prints a summary line;
leaves with 1 if any event was lost.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from companion.deals import numbered_deal
from companion.journal import Journal, read_record
from companion.referee import check
from companion.rules import game

ACKNOWLEDGED = " from the stock to the waste."


def script(number: int) -> list[str]:
    """The lines of a game that lays every card on the waste: one event a line, in the order of a numbered deal."""
    return [f"{card} waste" for card in numbered_deal(game("hauta"), number)]


def one_run(folder: Path, number: int, chance: random.Random) -> tuple[int, int, bool]:
    """Play and kill once: how many events were acknowledged, how many the log holds, and whether the last line was torn."""
    path = folder / f"{number}.log"
    lines = script(number)
    environ = dict(os.environ, LC_ALL="C.UTF-8", PYTHONUNBUFFERED="1")
    command = [sys.executable, "-m", "companion", "play", "hauta", "--log", str(path), "--lang", "en"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environ) as play:
        assert play.stdin is not None
        assert play.stdout is not None
        os.set_blocking(play.stdout.fileno(), False)
        while not path.exists() and play.poll() is None:
            time.sleep(0.005)
        until = time.monotonic() + chance.uniform(0, 0.6)
        heard = b""
        for line in lines:
            if time.monotonic() > until:
                break
            play.stdin.write(f"{line}\n".encode())
            play.stdin.flush()
            time.sleep(chance.uniform(0, 0.02))
            heard += play.stdout.read() or b""
        play.send_signal(signal.SIGKILL)
        os.set_blocking(play.stdout.fileno(), True)
        heard += play.stdout.read()
        play.stdin = None  # what was not read any more is no concern
    acknowledged = heard.decode(errors="replace").count(ACKNOWLEDGED)
    record = read_record(str(path))
    report = check(record)
    events = [str(step.standing.event) for step in report.steps if not step.fault]
    expected = [f"draw {line}" for line in lines[: len(events)]]
    if events != expected:
        raise AssertionError(f"{path}: the log holds {events[-3:]}, expected {expected[-3:]}")
    journal, _ = Journal.resume(path)
    journal.close()
    return acknowledged, len(events), record.torn is not None


def main() -> None:
    """Run, count and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    acknowledged = held = torn = lost = 0
    with tempfile.TemporaryDirectory() as name:
        for number in range(1, options.times + 1):
            heard, kept, cut = one_run(Path(name), number, chance)
            acknowledged, held, torn = acknowledged + heard, held + kept, torn + cut
            lost += max(0, heard - kept)
            if number % 50 == 0:
                print(f"{number}/{options.times}", file=sys.stderr)
    print(
        f"{options.times} kills: {acknowledged} events acknowledged, {held} in the logs, {lost} lost, {torn} torn last lines"
    )
    sys.exit(1 if lost else 0)


if __name__ == "__main__":
    main()
