"""Measures the reader on labelled photographs by their own judge, `eval_photos.py`.

    python benchmarks/sight_photos.py [--photos DIR] [--by source_repo] [--backs] [--mark DIR] [--pack FOLDER/NAME]

DIR (or the environment's COMPANION_PHOTOS) holds `labels.csv`, the pictures and `eval_photos.py`; the default is
`../shared/photos` beside the repository. All other options go to the judge. With `--serve` it is the program that
the judge runs: picture paths in on standard input, one JSON line out for each. Whether backs were reported where there are some, and only
there, is told beside the judge's table.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def serve(mark: str | None, pack: str | None, labels: Path) -> None:
    """Answer each path on standard input with one line of JSON in the judge's codes; at the end tell of backs on standard error."""
    sys.path.insert(0, str(ROOT))
    from companion.sight.mark import mark_photo
    from companion.sight.pack import load_pack
    from companion.sight.reader import read_photo

    told: dict[str, bool] = {}
    learnt = load_pack(Path(pack).parent, Path(pack).name) if pack else None
    for line in sys.stdin:
        path = line.rstrip("\n")
        reading = read_photo(path, pack=learnt)
        cards: list[dict[str, object]] = [
            {"card": str(c.card) if c.card else "??", "confidence": c.confidence, "doubt": c.doubt is not None}
            for c in reading.cards
        ]
        cards += [{"card": "joker"}] * reading.jokers + [{"card": "back"}] * reading.backs
        told[path] = reading.backs > 0
        if mark:
            Path(mark).mkdir(parents=True, exist_ok=True)
            mark_photo(reading, Path(mark) / Path(path).name)
        print(json.dumps({"cards": cards, "seconds": reading.seconds}), flush=True)
    print(*presence(told, labels), sep="\n", file=sys.stderr)


def presence(told: dict[str, bool], labels: Path) -> list[str]:
    """In how many pictures with and without backs some were reported, and which were wrong."""
    rows = [row for row in csv.DictReader(labels.open(encoding="utf-8")) if str(labels.parent / row["file"]) in told]
    lines = []
    for there in (True, False):
        named = {
            r["file"]: told[str(labels.parent / r["file"])] for r in rows if ("back" in r["cards"].split()) == there
        }
        wrong = " ".join(file for file, seen in named.items() if seen != there)
        lines.append(
            f"backs reported in {sum(named.values())} of {len(named)} {'with' if there else 'without'} any; wrong: {wrong}"
        )
    return lines


def main() -> int:
    """Run the judge over the photographs and print its table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photos", default=os.environ.get("COMPANION_PHOTOS", str(ROOT.parent / "shared" / "photos")))
    parser.add_argument("--mark", help="folder for marked copies")
    parser.add_argument("--pack", help="read with a learnt pack, FOLDER/NAME")
    parser.add_argument("--serve", action="store_true")
    own, rest = parser.parse_known_args()
    if own.serve:
        serve(own.mark, own.pack, Path(own.photos) / "labels.csv")
        return 0
    photos = Path(own.photos)
    judge = photos / "eval_photos.py"
    if not judge.exists():
        print(f"{judge} is not there: name the folder of labelled photographs with --photos", file=sys.stderr)
        return 2
    batch = [sys.executable, str(Path(__file__).resolve()), "--serve", "--photos", str(photos)]
    batch += ["--mark", own.mark] if own.mark else []
    batch += ["--pack", own.pack] if own.pack else []
    command = [sys.executable, str(judge), "--labels", str(photos / "labels.csv"), "--root", str(photos)]
    return subprocess.run([*command, "--batch", " ".join(batch), *rest], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
