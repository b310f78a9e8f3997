"""Reads a shuffled pack from rendered photographs: six made-up packs, tilts up to 45°, uneven light.

    python benchmarks/sight_renders.py [--seed N] [--single] [--practice] [--keep DIR]

Cards are laid twelve at a time (or one by one with `--single`; `--practice`: the ten cards of the practice deal instead of a whole
pack), photographed by the renderer and read back. Prints,
for each pack and tilt, how many cards were right, doubtful, wrong without a doubt, missed. Needs the renderer's
fonts (see `companion/sight/train/shots.py`) and Pillow.
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

from companion.cards import Card
from companion.sight.reader import read_photo
from companion.sight.train import shots

TILTS = (0, 15, 30, 45)
PRACTICE = "9C 8H 7S 5D 6C 6H 4S 3H 2C AD"


def main() -> int:
    """Render, read, count; the exit code is 1 when a card was wrong without a doubt."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--single", action="store_true", help="one card a picture")
    parser.add_argument("--practice", action="store_true", help="only the ten cards of the practice deal")
    parser.add_argument("--keep", type=Path, help="folder for the rendered pictures")
    options = parser.parse_args()
    folder = options.keep or Path(tempfile.mkdtemp(prefix="sight-renders-"))
    folder.mkdir(parents=True, exist_ok=True)
    fonts = shots.plain_fonts()
    total: Counter[str] = Counter()
    print("pack  tilt  cards  right  doubtful  wrong  missed")
    for number in range(6):
        for tilt in TILTS:
            rng = np.random.default_rng(options.seed * 1000 + number * 10 + tilt)
            pack = shots.pack_of(number, fonts)
            deal = [Card.from_code(int(c)) for c in rng.permutation(52)]
            if options.practice:
                deal = [Card.parse(text) for text in PRACTICE.split()]
            size = 1 if options.single else 12
            row: Counter[str] = Counter()
            for start in range(0, len(deal), size):
                cards = deal[start : start + size]
                lie = shots.grid(pack, cards, 4, rng)
                picture = (1000, 800) if not options.single else (640, 480)
                hom, scale = shots.frame_all(lie, picture, tilt, float(rng.normal(0, 4)))
                path = folder / f"pack{number}-tilt{tilt}-{start:02d}.jpg"
                cv2.imwrite(str(path), shots.shoot(lie, picture, hom, scale, rng, 0.8), [cv2.IMWRITE_JPEG_QUALITY, 88])
                seen = read_photo(path).cards
                truth, said = Counter(cards), Counter(s.card for s in seen)
                sure = Counter(s.card for s in seen if s.doubt is None)
                row.update(
                    cards=len(cards),
                    right=sum((truth & said).values()),
                    doubtful=sum(s.doubt is not None for s in seen),
                    wrong=sum((sure - truth).values()),
                    missed=sum((truth - said).values()),
                )
            total.update(row)
            print(
                f"{number:4}  {tilt:4}  {row['cards']:5}  {row['right']:5}  {row['doubtful']:8}  {row['wrong']:5}  {row['missed']:6}",
                flush=True,
            )
    print(
        f" all        {total['cards']:5}  {total['right']:5}  {total['doubtful']:8}  {total['wrong']:5}  {total['missed']:6}"
    )
    return 1 if total["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
