"""Whole rendered photographs of cards laid out on purpose: fixtures for the tests and a check of the reader.

Made-up packs only, with suits by formula and figures by chance: nothing of anyone's cards is in the pictures.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import ImageFont

from companion.cards import Card
from companion.sight.train import faces, scenes
from companion.sight.train.faces import SUITS, Face, MadeUpPack, Picture

# Family and style by file name; all of them free fonts of Debian packages.
FONTS = (
    "DejaVuSans-Bold.ttf",
    "DejaVuSerif-Bold.ttf",
    "LiberationSans-Bold.ttf",
    "LiberationSerif-Bold.ttf",
    "FreeSansBold.ttf",
    "FreeSerifBold.ttf",
)


class PlainPack(MadeUpPack):
    """A made-up pack whose style is ordinary: like most packs in most houses."""

    def __init__(self, rng: np.random.Generator, font: str, height: float, four_corners: bool) -> None:
        super().__init__(rng, [font], [], [])
        face = ImageFont.truetype(font, 110)
        self.ranks = {r: faces.text_mask(faces.PLAIN.get(r, str(r)), face) for r in range(1, 14)}
        self.h = height * faces.HEIGHT
        self.rank_h, self.suit_h, self.squeeze = 0.54 * self.h, 0.38 * self.h, 0.85
        self.left, self.top = 0.035 * faces.WIDTH, 0.035 * faces.HEIGHT
        self.four_corners, self.beside, self.pips, self.edge = four_corners, False, True, True
        red, black = np.array([40.0, 30, 200]), np.array([25.0, 22, 22])
        self.colours = [black, red, red, black]
        self.paper = np.array([250.0, 252, 255])


class BarePack(PlainPack):
    """A pack whose cards bear no indices, each drawn once and kept: its figures are by chance."""

    def __init__(self, rng: np.random.Generator, font: str) -> None:
        super().__init__(rng, font, 0.17, False)
        self.drawn: dict[tuple[int, int], Face] = {}

    def _corner(self, canvas: Picture, rank: int, suit: int) -> list[faces.Index]:
        return []

    def face(self, rank: int, suit: int) -> Face:
        """The one picture of a card."""
        if (rank, suit) not in self.drawn:
            self.drawn[rank, suit] = super().face(rank, suit)
        return self.drawn[rank, suit]


def pack_of(number: int, fonts: Sequence[str]) -> PlainPack:
    """The `number`-th of six ordinary made-up packs."""
    rng = np.random.default_rng(900 + number)
    return PlainPack(rng, fonts[number % len(fonts)], (0.17, 0.19, 0.15, 0.2, 0.22, 0.16)[number % 6], number % 2 == 1)


def plain_fonts() -> list[str]:
    """Paths of `FONTS`, as far as they are installed."""
    listed = {Path(name).name: name for name in faces.font_files()}
    return [listed[name] for name in FONTS if name in listed]


def camera(
    size: tuple[int, int], middle: tuple[float, float], scale: float, tilt: float, turn: float, far: float
) -> NDArray[Any]:
    """Homography from card heights to pixels of a picture, tilted about its horizontal axis by `tilt` degrees."""
    a, t = np.radians(turn), np.radians(tilt)
    turned = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1.0]])
    rot = np.array([[1, 0, 0], [0, np.cos(t), -np.sin(t)], [0, np.sin(t), np.cos(t)]]) @ turned
    hom = np.column_stack([rot[:, 0], rot[:, 1], [0, 0, far]])
    lens = np.diag([scale * far, scale * far, 1.0])
    shift = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1.0]])
    centre = np.array([[1, 0, size[0] / 2], [0, 1, size[1] / 2], [0, 0, 1.0]])
    result: NDArray[Any] = centre @ lens @ hom @ shift
    return result


def shoot(
    lie: Sequence[scenes.Lying],
    size: tuple[int, int],
    hom: NDArray[Any],
    scale: float,
    rng: np.random.Generator,
    light: float = 0.4,
) -> Picture:
    """A picture of the cards on a grained table under uneven light (`light` is how uneven, 0..1)."""
    wide, high = size
    table = scenes.grounds(rng, [], 1)[0]
    image = cv2.resize(table, (wide, high), interpolation=cv2.INTER_LINEAR).astype(np.float32)
    owner = np.full((high, wide), -1, np.int16)
    stage = scenes.Stage(None, [], rng)  # type: ignore[arg-type]
    shadow = (np.array([0.01, 0.015]) * scale, 0.02 * scale + 0.8, 0.45)
    for number, card in enumerate(lie):
        stage._paint(image, owner, number, card, hom, scale, shadow)
    yy, xx = np.mgrid[0:high, 0:wide].astype(np.float32)
    a = rng.uniform(0, 6.28)
    image *= (0.95 + light * ((xx / wide - 0.5) * np.cos(a) + (yy / high - 0.5) * np.sin(a)))[..., None]
    image *= 1 + rng.normal(0, 0.04, 3)
    image = cv2.GaussianBlur(image, (0, 0), 0.7) + rng.normal(0, 3, image.shape)
    picture: Picture = np.clip(image, 0, 255).astype(np.uint8)
    return picture


def face_of(pack: MadeUpPack, card: Card) -> Face:
    """The pack's picture of a card."""
    return pack.face(card.rank, SUITS.index(card.suit))


def grid(pack: MadeUpPack, cards: Sequence[Card], columns: int, rng: np.random.Generator) -> list[scenes.Lying]:
    """Cards apart from each other, row by row, laid by hand."""
    lie = []
    for k, card in enumerate(cards):
        row, column = divmod(k, columns)
        x, y = column * 0.85 + rng.normal(0, 0.015), row * 1.12 + rng.normal(0, 0.015)
        lie.append(scenes.Lying(x, y, rng.normal(0, 0.03), face_of(pack, card)))
    return lie


def fan(pack: MadeUpPack, cards: Sequence[Card], step_degrees: float = 9) -> list[scenes.Lying]:
    """A fan held as a hand holds it, first card leftmost and lowest."""
    lie = []
    for k, card in enumerate(cards):
        a = np.radians((k - (len(cards) - 1) / 2) * step_degrees)
        lie.append(scenes.Lying(1.3 * np.sin(a), -1.3 * np.cos(a) + 1.3, float(a), face_of(pack, card)))
    return lie


def frame_all(
    lie: Sequence[scenes.Lying], size: tuple[int, int], tilt: float, turn: float
) -> tuple[NDArray[Any], float]:
    """A camera that has all the cards in the picture with a margin, and its scale."""
    xs, ys = [c.x for c in lie], [c.y for c in lie]
    middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    reach = np.hypot(max(xs) - min(xs) + 1.0, max(ys) - min(ys) + 1.3) if turn % 90 else 0.0
    wide, high = max(xs) - min(xs) + 1.0, max(ys) - min(ys) + 1.3
    scale = min(size[0] / max(wide, reach), size[1] / max(high, reach)) * (0.9 if tilt < 20 else 0.8)
    far = max(3.0, 1.6 * max(wide, high))
    return camera(size, middle, scale, tilt, turn, far), float(scale)
