"""Card faces for training, rasterised from the SVG packs that Debian and npm packages install.

Sources: Debian `gnome-cards-data` and `kdegames-card-data-kf5`, npm `svg-cards`. Nothing of them is copied
into the project: the faces are drawn into a work folder when the reader is trained. `rsvg-convert`
(Debian `librsvg2-bin`) draws a pack as one sheet of thirteen columns, which is cut into cards here.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
from numpy.typing import NDArray

FACE_WIDTH_PX, FACE_HEIGHT_PX = 250, 350
_AISLERIOT = Path("/usr/share/aisleriot/cards")
_CARDDECKS = Path("/usr/share/carddecks")
_UP = tuple(range(1, 14))
_DOWN = (1, *range(13, 1, -1))
_NPM_SUITS = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
_NPM_RANKS = {1: "1", 11: "jack", 12: "queen", 13: "king"}
# Where the index (rank over suit) of the upper left corner lies, in pixels of the cut card: x0, y0, x1, y1.
INDEX_BOXES: dict[str, tuple[int, int, int, int]] = {
    "ancient_french": (8, 17, 38, 81),
    "anglo": (7, 18, 36, 83),
    "anglo_bitmap": (7, 18, 36, 83),
    "anglo_modern": (7, 21, 34, 83),
    "anglo_modern_4_color": (7, 21, 34, 83),
    "anglo_poker": (9, 14, 36, 77),
    "atlasnye": (7, 19, 34, 79),
    "atlasnye_skat": (7, 19, 34, 79),
    "bellot": (7, 5, 38, 84),
    "berlin": (8, 16, 38, 80),
    "dondorf": (11, 11, 43, 85),
    "gnomangelo": (9, 19, 38, 84),
    "gnomangelo_bitmap": (9, 18, 38, 85),
    "guyenne-classic": (11, 11, 45, 85),
    "lattmann": (8, 20, 38, 81),
    "neoclassical": (7, 23, 38, 88),
    "neoclassical_4_color": (7, 23, 38, 88),
    "orell": (10, 15, 38, 73),
    "ornamental": (10, 19, 64, 146),
    "paris": (10, 12, 42, 84),
    "plastic": (9, 13, 52, 104),
    "rheinland": (8, 15, 38, 80),
    "simplistic": (10, 21, 36, 87),
    "slavic_costumes": (12, 17, 42, 77),
    "standard": (8, 16, 45, 102),
    "svg-cards": (7, 5, 35, 85),
    "tango": (8, 17, 65, 128),
    "tarocco": (9, 17, 38, 75),
    "tigullio": (9, 17, 41, 77),
    "Атласные": (7, 19, 34, 74),
}
# Faces whose corner does not show both rank and suit, or shows them badly drawn.
WITHOUT_INDEX = {"guyenne-classic": {11, 12, 13}, "tango": {10}}
# Packs left out: no French suits, or nothing in the corner that names the card.
_LEFT_OUT = {"swiss-xvii", "tango_nuevo"}


def sheets() -> Iterator[tuple[str, Path, str, tuple[int, ...], int]]:
    """Each SVG pack: name, file, suits of its rows, ranks of its columns, rows in all."""
    for svg in sorted(_AISLERIOT.glob("*.svgz")):
        if svg.stem not in _LEFT_OUT:
            yield svg.stem, svg, "CDHS", _UP, 5
    yield "standard", _CARDDECKS / "svg-standard" / "standard.svgz", "SHCD", _DOWN, 4


def load(path: Path) -> NDArray[Any]:
    """A picture file as it is, with its transparency."""
    image: NDArray[Any] | None = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if image is None:
        raise FileNotFoundError(path)
    return image


def cut_sheet(svg: Path, out: Path, suits: str, ranks: tuple[int, ...], rows: int) -> None:
    """Draw one pack's sheet and write its cards as PNG files (`10H.png`, `joker1.png`, `back.png`) into `out`."""
    out.mkdir(parents=True, exist_ok=True)
    sheet = out / "sheet.tmp.png"
    size = ["-w", str(FACE_WIDTH_PX * 13), "-h", str(FACE_HEIGHT_PX * rows)]
    subprocess.run(["rsvg-convert", *size, str(svg), "-o", str(sheet)], check=True, capture_output=True)
    image = load(sheet)
    sheet.unlink()
    height, width = image.shape[0] / rows, image.shape[1] / 13
    names = {(r, c): f"{rank}{suit}" for r, suit in enumerate(suits) for c, rank in enumerate(ranks)}
    if rows == 5 and suits == "CDHS":
        names |= {(4, 0): "joker1", (4, 1): "joker2", (4, 2): "back"}
    for (row, col), name in names.items():
        cell = image[round(row * height) : round((row + 1) * height), round(col * width) : round((col + 1) * width)]
        cv2.imwrite(str(out / f"{name}.png"), cv2.resize(cell, (FACE_WIDTH_PX, FACE_HEIGHT_PX)))


def rasterise_all(out: Path, npm_png: Path | None = None) -> list[str]:
    """Draw every installed pack into a folder of its own under `out`; returns the packs' names."""
    names = []
    for name, svg, suits, ranks, rows in sheets():
        if svg.exists():
            if not (out / name / "1S.png").exists():
                cut_sheet(svg, out / name, suits, ranks, rows)
            names.append(name)
    if npm_png is not None and npm_png.exists():
        folder = out / "svg-cards"
        folder.mkdir(parents=True, exist_ok=True)
        for suit, word in _NPM_SUITS.items():
            for rank in _UP:
                face = load(npm_png / f"{word}_{_NPM_RANKS.get(rank, str(rank))}.png")
                cv2.imwrite(str(folder / f"{rank}{suit}.png"), cv2.resize(face, (FACE_WIDTH_PX, FACE_HEIGHT_PX)))
        names.append("svg-cards")
    return names
