"""Trains the card reader anew: `python -m companion.sight.train --minutes N`.

Needs torch, onnx, Pillow, `rsvg-convert` (Debian `librsvg2-bin`), fontconfig's `fc-list`, the card packages
`gnome-cards-data` and `kdegames-card-data-kf5`, and any number of fonts. `--npm` names the `png/2x` folder of the
npm package `svg-cards`, if it is to be used too. Of the time, an eighth renders pictures, four tenths and a half train the
finder, a fourteenth its branch for face-down cards, the rest the reader. The nets are written to `--out` as ONNX.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main(arguments: list[str] | None = None) -> int:
    """Render, train and export; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m companion.sight.train",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--minutes", type=float, default=120, help="time in all (default 120)")
    parser.add_argument("--work", type=Path, help="folder for packs, tiles and weights (default: a temporary one)")
    parser.add_argument("--out", type=Path, default=HERE.parent / "models", help="folder for the ONNX files")
    parser.add_argument("--npm", type=Path, help="png/2x folder of the npm package svg-cards")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=0, help="threads for torch (default: as it likes)")
    parser.add_argument("--more", action="store_true", help="go on from the weights in --work")
    options = parser.parse_args(arguments)
    try:
        import torch
    except ImportError:
        print("Training needs torch, which is not installed; reading cards does not.", file=sys.stderr)
        return 2
    from companion.sight.train import fit, mine, nets, packs, tiles

    if options.threads:
        torch.set_num_threads(options.threads)
    work = options.work or Path(tempfile.mkdtemp(prefix="sight-train-"))
    work.mkdir(parents=True, exist_ok=True)
    print("packs:", *packs.rasterise_all(work / "packs", options.npm), flush=True)
    begun = time.time()
    shards = 0
    per_shard = 1000 if options.minutes > 10 else 40
    while shards == 0 or (time.time() - begun) / 60 < options.minutes * 0.1:
        tiles.render(work / "packs", work / "tiles" / f"{shards:03d}", 1, options.seed + shards, per_shard)
        shards += 1
    folders = sorted((work / "tiles").iterdir())
    shards, begun = 0, time.time()
    while shards == 0 or (time.time() - begun) / 60 < options.minutes * 0.03:
        tiles.render(work / "packs", work / "backs", 1, options.seed + 500 + shards, per_shard, of_backs=True)
        shards += 1
    finder, reader = work / "finder.pt", work / "reader.pt"
    fit.fit_finder(folders, finder, options.minutes * 0.45, start=finder if options.more else None, seed=options.seed)
    fit.fit_backs([work / "backs"], finder, options.minutes * 0.07, seed=options.seed)
    found = mine.false_finds(folders, finder, work / "mined.npy", per_shard * min(len(folders), 3), options.seed)
    print(f"{found} false finds for the reader to learn from", flush=True)
    fit.fit_reader(
        folders,
        reader,
        options.minutes * 0.35,
        start=reader if options.more else None,
        seed=options.seed,
        extra=work / "mined.npy",
    )
    options.out.mkdir(parents=True, exist_ok=True)
    nets.export_all(finder, reader, options.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
