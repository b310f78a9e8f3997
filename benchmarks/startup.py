"""How soon `companion` answers, beside a bare program of typer and rich, and how soon a cached `verdict` searches.

    python benchmarks/startup.py [--runs 15]

`--help` is compared with the bare program's `--help`, `check` on the practice log with the bare program reading a file name and
printing a line with rich: typer loads more of itself when a command runs. The time to referee a log of 300 events comes on top.
`verdict` on the practice log, compiled before, is stopped where its search begins.
Runs alternate, and medians are compared, so that a busy machine disturbs all alike.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BARE = '''
import typer
from rich.console import Console

app = typer.Typer(rich_markup_mode=None)


@app.command()
def check(files: list[str], json: bool = False) -> None:
    """Print the names."""
    Console().print(*files)


app()
'''
AT_THE_SEARCH = """
import time

import companion.search.verdict
from companion.cli import main


def began(*_args, **_named):
    print(time.time())
    raise SystemExit


companion.search.verdict.verdict = began
main()
"""
ROOT = Path(__file__).resolve().parent.parent


def long_log(folder: Path) -> Path:
    """A legal log of 300 events: cards carried from cell to cell of a game of `hauta`."""
    from companion.deals import numbered_deal
    from companion.rules import game

    deal = numbered_deal(game("hauta"), 1)
    lines = ["companion-log 1", "variant: hauta", f"deal: {' '.join(map(str, deal))}", "draw cell1"]
    lines += [f"move cell{1 + i % 2} cell{2 - i % 2}" for i in range(299)]
    path = folder / "long.log"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def seconds(command: list[str]) -> float:
    """Wall seconds of one run."""
    begun = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=ROOT)
    return time.perf_counter() - begun


def before_the_search(log: str) -> float:
    """Wall seconds from the command to the search of `verdict`: imports, reading the log, kernels from the cache."""
    begun = time.time()
    command = [sys.executable, "-c", AT_THE_SEARCH, "verdict", log]
    told = subprocess.run(command, check=True, capture_output=True, cwd=ROOT)
    return float(told.stdout) - begun


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=15)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        bare = folder / "bare.py"
        bare.write_text(BARE, encoding="utf-8")
        practice = str(ROOT / "fixtures" / "logs" / "practice.log")
        commands = {
            "bare typer+rich --help": [sys.executable, str(bare), "--help"],
            "bare typer+rich, a command": [sys.executable, str(bare), practice],
            "companion --help": [sys.executable, "-m", "companion", "--help"],
            "companion check practice.log": [sys.executable, "-m", "companion", "check", practice],
            "companion check long.log": [sys.executable, "-m", "companion", "check", str(long_log(folder))],
        }
        for command in commands.values():
            seconds(command)  # bytecode is written, files are in memory
        times: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(runs):
            for name, command in commands.items():
                times[name].append(seconds(command))
        before_the_search(practice)  # compiled
        starts = [before_the_search(practice) for _ in range(runs)]
    medians = {name: statistics.median(values) for name, values in times.items()}
    for name, median in medians.items():
        base = medians["bare typer+rich --help" if "--help" in name else "bare typer+rich, a command"]
        print(f"{name:32} {median:.3f} s   {median / base:.2f} x bare")
    extra = medians["companion check long.log"] - medians["companion check practice.log"]
    print(f"300 events on top of the practice log: {extra:.3f} s")
    print(f"verdict practice.log until it searches: {statistics.median(starts):.3f} s")


if __name__ == "__main__":
    main()
