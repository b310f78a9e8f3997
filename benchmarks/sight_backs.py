"""Reads rendered tables with and without face-down cards: does it say that there are some where there are, and only there?

    python benchmarks/sight_backs.py [--count N] [--seed N] [--packs DIR] [--keep DIR]

The tables are those that the branch for backs is trained on (`companion.sight.train.clutter`), from another seed and larger: 900 × 900 pixels,
cards 110 to 480 pixels high, made-up backs, things lying about, bad light. Counted are tables whose backs show as much as 15 in 100 of one
card in all, and tables without any. `--packs` holds faces drawn before (`python -m companion.sight.train --work`); without it they are drawn anew.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from companion.sight.reader import read_photo
from companion.sight.train import clutter, packs, tiles

SIDE_PX, LEAST_CARD_PX, MOST_CARD_PX = 900, 110, 480
ENOUGH = 0.15


def main() -> int:
    """Render, read, count and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=777)
    parser.add_argument("--packs", type=Path, help="folder of drawn packs")
    parser.add_argument("--keep", type=Path, help="folder for the rendered pictures")
    options = parser.parse_args()
    folder = options.keep or Path(tempfile.mkdtemp(prefix="sight-backs-"))
    folder.mkdir(parents=True, exist_ok=True)
    drawn = options.packs or folder / "packs"
    if options.packs is None:
        packs.rasterise_all(drawn)
    stage = tiles.stage(drawn, options.seed, tables=60, of_backs=True)
    assert isinstance(stage, clutter.BackStage)
    stage.side, stage.fine = SIDE_PX, (240, 110)
    rng = np.random.default_rng(options.seed)
    total: Counter[str] = Counter()
    for number in range(options.count):
        stage.card_px = float(np.exp(rng.uniform(np.log(LEAST_CARD_PX), np.log(MOST_CARD_PX))))
        picture, _, where = stage.tile()
        cards = float((where == 2).sum()) * 16 / (0.66 * stage.card_px**2)
        path = folder / f"{number:03d}.jpg"
        cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, 90])
        if 0 < cards < ENOUGH:
            continue
        kind = "with backs" if cards else "without"
        total[kind] += 1
        total[f"{kind}, reported"] += read_photo(path).backs > 0
    for kind in ("with backs", "without"):
        print(f"{kind:11} {total[kind]:4}  reported {total[f'{kind}, reported']:4}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
