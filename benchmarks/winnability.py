"""Prints the table of `docs/winnability.md` from the files of surveys.

    companion survey ID --deals 1000 --time S --out FOLDER/ID.jsonl     (for each game)
    python benchmarks/winnability.py FOLDER

Each file holds one game; deals are numbered from 1, searched with every card known. Times are wall-clock seconds of search a deal, the
limit is the longest that any deal was given.
"""

from __future__ import annotations

import json
import statistics
import sys
from pathlib import Path

from companion.search.odds import wilson

COLUMNS = (
    "game",
    "deals",
    "won",
    "unresolved",
    "lost",
    "undecided",
    "can be won (95 %)",
    "median s",
    "mean s",
    "limit s",
)


def row(path: Path) -> tuple[str, ...] | None:
    """One line of the table: counts, the Wilson interval, times."""
    best: dict[int, dict[str, object]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            record = json.loads(line)
        except ValueError:
            continue
        kept = best.get(record["deal"])
        if kept is None or kept["verdict"] == "open":
            best[record["deal"]] = record
    if not best:
        return None
    words = [str(record["verdict"]) for record in best.values()]
    won, lost, unresolved, undecided = (words.count(word) for word in ("won", "lost", "unresolved", "open"))
    low, high = wilson(won, len(words))[0], wilson(won + undecided, len(words))[1]
    seconds = [float(str(record["seconds"])) for record in best.values()]
    one = next(iter(best.values()))
    options = one["options"]
    name = str(one["variant"]) + "".join(f" {k}={v}" for k, v in options.items()) if isinstance(options, dict) else ""
    return (
        f"`{name}`",
        str(len(words)),
        str(won),
        str(unresolved) if "parihevoset" in name else "–",
        str(lost),
        str(undecided),
        f"{100 * low:.1f} – {100 * high:.1f} %",
        f"{statistics.median(seconds):.3f}",
        f"{statistics.mean(seconds):.3f}",
        f"{max(float(str(record['time_s'])) for record in best.values()):g}",
    )


def main() -> None:
    """Print the table as Markdown."""
    rows = [found for path in sorted(Path(sys.argv[1]).glob("*.jsonl")) if (found := row(path))]
    print("| " + " | ".join(COLUMNS) + " |")
    print("|" + "---|" * len(COLUMNS))
    for cells in rows:
        print("| " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
