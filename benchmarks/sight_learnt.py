"""Reads packs after `deck learn`, beside the same reading without it.

    python benchmarks/sight_learnt.py [--photos DIR] [--every N]     packs of the labelled photographs
    python benchmarks/sight_learnt.py --renders                      made-up packs: foreign letters, no indices …

Photographs: the webcam pack is learnt from one photograph (four rows of thirteen, cut apart), the small-index pack from the five
photographs whose order is labelled; read is every N-th of all other photographs of those packs. Renders: each pack is learnt from
four sheets of thirteen cards seen from above, and read twelve cards a picture, from above and tilted by 30°. Prints cards, right,
doubtful and wrong without a doubt, plainly read and learnt.
"""

from __future__ import annotations

import argparse
import csv
import os
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cards import Card
from companion.sight.pack import LearntPack, learn_pack
from companion.sight.reader import read_photo

if TYPE_CHECKING:
    from companion.sight.train.shots import PlainPack

ROOT = Path(__file__).resolve().parent.parent
WEBCAM = [f"overlap/eyeplay-win-20200623-09-27-30-pro{part}.jpg" for part in ("", "-2", "-3", "-4")]
ONE_PICTURE = "eyeplay-win-20200623-09-27-30"
"""The photograph that the webcam pack is learnt from; nothing else that was cut out of it is read."""
COUNTRIES = {
    "French 1 V D R": {1: "1", 11: "V", 12: "D", 13: "R"},
    "German A B D K": {1: "A", 11: "B", 12: "D", 13: "K"},
    "Russian Т В Д К": {1: "Т", 11: "В", 12: "Д", 13: "К"},
    "Swedish E Kn D K": {1: "E", 11: "Kn", 12: "D", 13: "K"},
    "Finnish A J R K": {1: "A", 11: "J", 12: "R", 13: "K"},
    "Polish A W D K": {1: "A", 11: "W", 12: "D", 13: "K"},
}
FOUR_COLOURS, BARE = "four colours", "no indices"
Sheet = tuple[str, list[Card]]


def measure(name: str, sheets: Sequence[Sheet], pictures: Sequence[Sheet]) -> None:
    """Learn a pack from `sheets`, read `pictures` without it and with it, and print both."""
    with tempfile.TemporaryDirectory() as folder:
        learnt = learn_pack(folder, "pack", sheets)
    for way, pack in (("plain", None), ("learnt", learnt)):
        print(f"{name:22} {way:7}", *_counts(pictures, pack), flush=True)


def _counts(pictures: Sequence[Sheet], pack: LearntPack | None) -> Iterable[str]:
    total: Counter[str] = Counter()
    for path, cards in pictures:
        seen = read_photo(path, pack=pack).cards
        true, read = Counter(cards), Counter(card.card for card in seen)
        total["cards"] += len(cards)
        total["right"] += (true & read).total()
        total["doubtful"] += sum(card.doubt is not None for card in seen)
        wrong = Counter(card.card for card in seen if card.doubt is None) - true
        total["wrong without doubt"] += wrong.total()
        if pack is not None and true != read:
            missing, extra = list((true - read).elements()), list((read - true).elements())
            print(f"    {Path(path).name}: missing {' '.join(map(str, missing))}; extra {' '.join(map(str, extra))}")
    return (f"{key} {total[key]:4}" for key in ("cards", "right", "doubtful", "wrong without doubt"))


def photographs(photos: Path, every: int) -> None:
    """The two packs of the labelled photographs."""
    rows = list(csv.DictReader((photos / "labels.csv").open(encoding="utf-8")))

    def sheets(chosen: Callable[[dict[str, str]], bool]) -> list[Sheet]:
        return [(str(photos / row["file"]), _cards(row["cards"])) for row in rows if chosen(row)]

    def webcam(row: dict[str, str]) -> bool:
        return "EyePlay" in row["source_repo"]

    def small(row: dict[str, str]) -> bool:
        return row["source_repo"].startswith("sergiodomgui")

    measure(
        "webcam pack",
        sheets(lambda row: row["file"] in WEBCAM),
        sheets(lambda row: webcam(row) and ONE_PICTURE not in row["file"])[::every],
    )
    measure(
        "small-index pack",
        sheets(lambda row: small(row) and row["ordered"] == "yes"),
        sheets(lambda row: small(row) and row["ordered"] != "yes")[::every],
    )


def _cards(text: str) -> list[Card]:
    return [Card.parse(word.replace("T", "10")) for word in text.split() if word not in ("back", "J")]


def renders(only: str) -> None:
    """Packs with letters of other countries, one of four colours, one without indices."""
    import numpy as np
    from PIL import ImageFont

    from companion.sight.train import faces, shots

    fonts = shots.plain_fonts()
    for number, (name, letters) in enumerate({**COUNTRIES, FOUR_COLOURS: {}, BARE: {}}.items()):
        pack = shots.pack_of(number, fonts) if name != BARE else shots.BarePack(np.random.default_rng(77), fonts[0])
        if only not in name:
            continue
        face = ImageFont.truetype(fonts[number % len(fonts)], 110)
        pack.ranks |= {rank: faces.text_mask(letter, face) for rank, letter in letters.items()}
        if name == FOUR_COLOURS:
            pack.colours = [pack.colours[0], pack.colours[1], np.array([200.0, 90, 20]), np.array([40.0, 130, 20])]
        rng = np.random.default_rng(50 + number)
        with tempfile.TemporaryDirectory() as folder:
            suits = [[Card(rank, suit) for rank in range(1, 14)] for suit in "SHDC"]
            sheets = [_shot(pack, cards, 7, 0, rng, f"{folder}/sheet{at}.jpg") for at, cards in enumerate(suits)]
            deal = [Card.from_code(int(code)) for code in rng.permutation(52)]
            pictures = [
                _shot(pack, deal[at : at + 12], 4, tilt, rng, f"{folder}/{tilt}-{at}.jpg")
                for tilt in (0, 30)
                for at in range(0, 52, 12)
            ]
            measure(name, sheets, pictures)


def _shot(pack: PlainPack, cards: list[Card], columns: int, tilt: float, rng: Any, path: str) -> Sheet:
    """A picture of the cards, laid in rows, tilted by so many degrees."""
    import cv2

    from companion.sight.train import shots

    lie = shots.grid(pack, cards, columns, rng)
    # A sheet fills its picture; other pictures are taken as it comes.
    size, turn = ((1600, 700), 0.0) if columns > 4 else ((1000, 800), float(rng.normal(0, 3)))
    hom, scale = shots.frame_all(lie, size, tilt, turn)
    cv2.imwrite(path, shots.shoot(lie, size, hom, scale, rng, 0.6), [cv2.IMWRITE_JPEG_QUALITY, 88])
    return path, cards


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photos", default=os.environ.get("COMPANION_PHOTOS", str(ROOT.parent / "shared" / "photos")))
    parser.add_argument("--every", type=int, default=1, metavar="N", help="read only every N-th photograph")
    parser.add_argument("--renders", action="store_true")
    parser.add_argument("--only", default="", help="of the renders only packs whose name has this in it")
    asked = parser.parse_args()
    if asked.renders:
        renders(asked.only)
    else:
        photographs(Path(asked.photos), asked.every)


if __name__ == "__main__":
    main()
