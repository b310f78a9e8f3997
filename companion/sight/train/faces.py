"""Card faces and backs for training: the SVG packs, and made-up packs of random fonts, suits and layouts.

A made-up pack draws its style once (fonts, sizes, colours, corners) and then any of its cards. Pictures are
BGR, 250 × 350 pixels. Every index is annotated with its place, size and direction.
"""

from __future__ import annotations

import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from companion.sight.train import packs

Picture = NDArray[Any]
WIDTH, HEIGHT = packs.FACE_WIDTH_PX, packs.FACE_HEIGHT_PX
SUITS = "SHDC"
JOKER = 14
PLAIN = {1: "A", 11: "J", 12: "Q", 13: "K"}
# Letters of other countries' packs, one set a pack: ace, jack, queen, king.
LETTERS = [
    {1: "1", 11: "V", 12: "D", 13: "R"},
    {1: "A", 11: "V", 12: "D", 13: "R"},
    {1: "A", 11: "B", 12: "D", 13: "K"},
    {1: "A", 11: "В", 12: "Д", 13: "К"},
    {1: "Т", 11: "В", 12: "Д", 13: "К"},
    {1: "E", 11: "Kn", 12: "D", 13: "K"},
    {1: "1", 11: "B", 12: "D", 13: "K"},
    {1: "A", 11: "W", 12: "D", 13: "K"},
    {1: "E", 11: "B", 12: "D", 13: "K"},
    {1: "1", 11: "J", 12: "Q", 13: "K"},
    {1: "Es", 11: "Kn", 12: "D", 13: "K"},
]


@dataclass
class Index:
    """Rank over suit in a corner: centre, width and height in face pixels; `up` is -1 where it stands upright."""

    x: float
    y: float
    w: float
    h: float
    up: int = -1


@dataclass
class Face:
    """One side of a card. `rank` 1..13, 14 joker, 0 a back; `suit` indexes `SUITS` or is -1."""

    picture: Picture
    rank: int
    suit: int
    indices: list[Index] = field(default_factory=list)


def font_files() -> list[str]:
    """Every installed text font that has Latin letters and digits, in a stable order."""
    listed = subprocess.run(["fc-list", ":lang=en", "file"], check=True, capture_output=True, text=True).stdout
    names = sorted({line.split(":")[0] for line in listed.splitlines()})
    bad = (
        "symbol",
        "math",
        "emoji",
        "d050000l",
        "dingbat",
        "standardsymbols",
        "webding",
        "barcode",
        "lmmi",
        "lmsy",
        "lmex",
        "notosansm",
        "cegui",
    )
    return [n for n in names if n.endswith((".ttf", ".otf", ".t1")) and not any(b in n.lower() for b in bad)]


def suit_fonts() -> list[str]:
    """Installed fonts that draw the four suit signs."""
    listed = subprocess.run(
        ["fc-list", ":charset=2660 2663 2665 2666", "file"], check=True, capture_output=True, text=True
    ).stdout
    return sorted({line.split(":")[0] for line in listed.splitlines() if ".ttf" in line or ".otf" in line})


def text_mask(text: str, font: Any, tracking: float = 0.0) -> Picture:
    """`text` as a coverage picture (0..1), cut to its ink; several letters are set with `tracking`."""
    if len(text) > 1:
        parts = [text_mask(ch, font) for ch in text]
        if any(p.size <= 1 for p in parts):
            return parts[0]
        if text == "10":
            high = max(p.shape[0] for p in parts)
            parts = [cv2.resize(p, (max(1, round(p.shape[1] * high / p.shape[0])), high)) for p in parts]
        high = max(p.shape[0] for p in parts)
        gap = max(1, round(high * (0.06 + tracking)))
        parts = [np.pad(p, ((high - p.shape[0], 0), (0, gap))) for p in parts]
        return np.hstack(parts)[:, :-gap]
    left, top, right, bottom = font.getbbox(text)
    if right <= left or bottom <= top:
        return np.zeros((1, 1), np.float32)
    image = Image.new("L", (right - left + 4, bottom - top + 4))
    ImageDraw.Draw(image).text((2 - left, 2 - top), text, font=font, fill=255)
    return cut(np.asarray(image, np.float32) / 255)


def cut(mask: Picture) -> Picture:
    """The part of a coverage picture that holds ink."""
    ys, xs = np.where(mask > 0.3)
    if len(ys) == 0:
        return np.zeros((1, 1), np.float32)
    return np.ascontiguousarray(mask[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1])


def suit_shape(suit: int, rng: np.random.Generator) -> Picture:
    """A suit sign by formula with random proportions, as a coverage picture cut to its ink."""
    n = 160
    canvas = np.zeros((n, n), np.uint8)
    t = np.linspace(0, 2 * np.pi, 200)

    def fill(x: Picture, y: Picture) -> None:
        cv2.fillPoly(canvas, [np.stack([x, y], 1).round().astype(np.int32)], 255, cv2.LINE_AA)

    def heart(sign: float, cx: float, cy: float, r: float) -> None:
        k = heart_k
        fill(
            cx + r * np.sin(t) ** 3,
            cy - sign * r * (0.81 * np.cos(t) - k * np.cos(2 * t) - 0.13 * np.cos(3 * t) - 0.06 * np.cos(4 * t)),
        )

    def stem(top: float, bottom: float, half: float) -> None:
        s = np.linspace(0, 1, 20)
        edge = half * (0.12 + s**power)
        y = top + (bottom - top) * s
        fill(np.r_[80 - edge, (80 + edge)[::-1]], np.r_[y, y[::-1]])

    heart_k = rng.uniform(0.24, 0.38)
    power = rng.uniform(1.2, 4)
    if suit == 2:
        p = rng.uniform(0.72, 1.03)
        c, s = np.cos(t), np.sin(t)
        fill(80 + rng.uniform(45, 68) * np.sign(c) * np.abs(c) ** (2 / p), 80 + 70 * np.sign(s) * np.abs(s) ** (2 / p))
    elif suit == 1:
        heart(1, 80, 75, 66)
    elif suit == 0:
        heart(-1, 80, 72, 62)
        stem(60, rng.uniform(138, 152), rng.uniform(18, 40))
    else:
        r = rng.uniform(26, 36)
        off = rng.uniform(1.0, 1.25) * r
        low = rng.uniform(0.5, 0.95) * r
        for x, y in ((80, 78 - off - rng.uniform(0, 6)), (80 - off, 78 + low), (80 + off, 78 + low)):
            fill(x + r * np.cos(t), y + r * np.sin(t))
        if rng.random() < 0.8:
            fill(80 + r * 0.6 * np.cos(t), 84 + r * 0.6 * np.sin(t))
        stem(80, rng.uniform(138, 154), rng.uniform(14, 34))
    return cut(canvas.astype(np.float32) / 255)


def stamp(
    canvas: Picture, mask: Picture, cx: float, cy: float, w: float, h: float, colour: Any, turned: bool = False
) -> None:
    """Paint a coverage picture in `colour` onto `canvas`, scaled to w × h about (cx, cy), upside down if `turned`."""
    wi, hi = max(1, round(w)), max(1, round(h))
    small = cv2.resize(mask, (wi, hi), interpolation=cv2.INTER_AREA)
    if turned:
        small = small[::-1, ::-1]
    x0, y0 = round(cx - wi / 2), round(cy - hi / 2)
    xa, ya, xb, yb = max(0, x0), max(0, y0), min(canvas.shape[1], x0 + wi), min(canvas.shape[0], y0 + hi)
    if xa >= xb or ya >= yb:
        return
    part = small[ya - y0 : yb - y0, xa - x0 : xb - x0, None]
    canvas[ya:yb, xa:xb] = canvas[ya:yb, xa:xb] * (1 - part) + np.asarray(colour, np.float32) * part


PIPS: dict[int, list[tuple[float, float]]] = {
    1: [(0, 0)],
    2: [(0, -1), (0, 1)],
    3: [(0, -1), (0, 0), (0, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
    7: [(-1, -1), (1, -1), (0, -0.5), (-1, 0), (1, 0), (-1, 1), (1, 1)],
    8: [(-1, -1), (1, -1), (0, -0.5), (-1, 0), (1, 0), (0, 0.5), (-1, 1), (1, 1)],
    9: [(-1, -1), (1, -1), (-1, -0.34), (1, -0.34), (0, 0), (-1, 0.34), (1, 0.34), (-1, 1), (1, 1)],
    10: [(-1, -1), (1, -1), (0, -0.67), (-1, -0.34), (1, -0.34), (-1, 0.34), (1, 0.34), (0, 0.67), (-1, 1), (1, 1)],
}


def scribble(rng: np.random.Generator, w: int, h: int) -> Picture:
    """A made-up court figure: coloured patches and pen strokes, the same from both ends."""
    base = np.full((h, w, 3), 255, np.float32)
    palette = [(30, 30, 200), (200, 90, 20), (20, 190, 240), (20, 20, 20), (180, 180, 250), (70, 140, 40)]
    for _ in range(int(rng.integers(8, 22))):
        centre = rng.uniform(0, 1, 2) * (w, h * 0.5)
        pts = centre + rng.normal(0, 1, (int(rng.integers(3, 7)), 2)) * (w * 0.18, h * 0.1)
        colour = palette[int(rng.integers(len(palette)))]
        cv2.fillPoly(base, [pts.astype(np.int32)], colour, cv2.LINE_AA)
        if rng.random() < 0.6:
            cv2.polylines(base, [pts.astype(np.int32)], True, (15, 15, 15), 1, cv2.LINE_AA)
    for _ in range(int(rng.integers(6, 22))):
        start = rng.uniform(0, 1, 2) * (w, h * 0.5)
        pts = start + np.cumsum(rng.normal(0, 9, (6, 2)), 0)
        cv2.polylines(
            base, [pts.astype(np.int32)], False, palette[int(rng.integers(4))], int(rng.integers(1, 3)), cv2.LINE_AA
        )
    half = base[: h // 2]
    base[h - h // 2 :] = half[::-1, ::-1]
    return base


class MadeUpPack:
    """A pack that no one printed: one random style, any card on demand."""

    def __init__(
        self, rng: np.random.Generator, fonts: list[str], suit_files: list[str], courts: list[Picture]
    ) -> None:
        self.rng = rng
        self.courts = courts
        font = self._font(fonts)
        letters = LETTERS[int(rng.integers(len(LETTERS)))] if rng.random() < 0.16 else PLAIN
        self.letters = letters
        tracking = rng.uniform(-0.05, 0.06)
        names = {r: letters.get(r, str(r)) for r in range(1, 14)}
        self.ranks = {r: text_mask(n, font, tracking) for r, n in names.items()}
        if any(m.size <= 4 for m in self.ranks.values()):
            self.ranks = {r: text_mask(PLAIN.get(r, str(r)), ImageFont.truetype(fonts[0], 110)) for r in range(1, 14)}
        self.suits = [suit_shape(s, rng) for s in range(4)]
        if suit_files and rng.random() < 0.4:
            face = ImageFont.truetype(suit_files[int(rng.integers(len(suit_files)))], 110)
            drawn = [text_mask(ch, face) for ch in "♠♥♦♣"]
            if all(m.size > 100 for m in drawn):
                self.suits = drawn
        kind = rng.random()
        if kind < 0.22:
            self.h = rng.uniform(0.09, 0.14)
        elif kind < 0.72:
            self.h = rng.uniform(0.14, 0.21)
        elif kind < 0.9:
            self.h = rng.uniform(0.21, 0.29)
        else:
            self.h = rng.uniform(0.29, 0.43)
        self.h *= HEIGHT
        gap = rng.uniform(0.01, 0.12)
        share = rng.uniform(0.46, 0.68)
        self.rank_h = self.h * share * (1 - gap)
        self.suit_h = self.h * (1 - share) * (1 - gap)
        self.squeeze = float(np.clip(rng.normal(0.85, 0.2), 0.5, 1.25))
        self.suit_squeeze = float(np.clip(rng.normal(0.97, 0.1), 0.7, 1.2))
        self.beside = rng.random() < 0.03
        self.left = rng.uniform(0.015, 0.05) * WIDTH
        self.top = rng.uniform(0.015, 0.06) * HEIGHT
        self.four_corners = rng.random() < 0.4
        red = np.array([rng.uniform(10, 70), rng.uniform(10, 60), rng.uniform(160, 240)])
        black = np.full(3, rng.uniform(5, 60)) + rng.uniform(0, 12, 3)
        self.colours = [black, red, red, black]
        if rng.random() < 0.08:
            self.colours = [black, red, np.array([200, 90, 20.0]), np.array([40, 130, 20.0])]
        if rng.random() < 0.02:
            self.colours = [black, red, np.array([20, 140, 240.0]), np.array([60, 160, 30.0])]
        self.paper = np.array([255, 255, 255.0]) * rng.uniform(0.88, 1) - np.array(
            [rng.uniform(0, 40), rng.uniform(0, 12), 0]
        )
        if rng.random() < 0.1:
            self.paper = np.array([rng.uniform(130, 200), rng.uniform(200, 235), rng.uniform(230, 250)])
        self.edge = rng.random() < 0.3
        self.inner = int(rng.integers(6, 45)) if rng.random() < 0.07 else None
        self.inner_width = int(rng.integers(1, 5))
        self.pip_size = rng.uniform(0.11, 0.19) * HEIGHT
        self.pip_dx, self.pip_dy = rng.uniform(0.17, 0.26) * WIDTH, rng.uniform(0.27, 0.37) * HEIGHT
        self.pips = rng.random() < 0.9
        self.frame = rng.random() < 0.7
        self.font_file = font

    def _font(self, fonts: list[str]) -> Any:
        for _ in range(8):
            try:
                return ImageFont.truetype(fonts[int(self.rng.integers(len(fonts)))], 110)
            except OSError:
                continue
        return ImageFont.truetype(fonts[0], 110)

    def _blank(self) -> Picture:
        canvas = np.empty((HEIGHT, WIDTH, 3), np.float32)
        canvas[:] = self.paper
        if self.edge:
            cv2.rectangle(canvas, (1, 1), (WIDTH - 2, HEIGHT - 2), (120, 120, 120), 1)
        if self.inner is not None:
            d = self.inner
            cv2.rectangle(
                canvas,
                (d, d),
                (WIDTH - 1 - d, HEIGHT - 1 - d),
                (self.paper * (0.45, 0.8, 0.92)).tolist(),
                self.inner_width,
            )
        return canvas

    def _corner(self, canvas: Picture, rank: int, suit: int) -> list[Index]:
        colour = self.colours[suit]
        mask = self.ranks[rank]
        natural = self.rank_h * mask.shape[1] / mask.shape[0] * self.squeeze
        width = min(natural, self.rank_h * (1.05 if rank == 10 else 0.95), WIDTH * 0.3)
        sign = self.suits[suit]
        suit_w = min(self.suit_h * sign.shape[1] / sign.shape[0] * self.suit_squeeze, WIDTH * 0.28)
        slot = max(self.rank_h * 0.62 * min(1.0, self.squeeze + 0.2), self.suit_h * 0.9, width)
        found = []
        for right in (False, True) if self.four_corners else (False,):
            cx = self.left + slot / 2
            if right:
                cx = WIDTH - cx
            for turned in (False, True):
                x, y = (WIDTH - cx, HEIGHT - self.top) if turned else (cx, self.top)
                sgn = -1 if turned else 1
                if self.beside:
                    off = (width + suit_w) * 0.54 * (-1 if right else 1)
                    stamp(canvas, mask, x, y + sgn * self.rank_h / 2, width, self.rank_h, colour, turned)
                    stamp(canvas, sign, x + sgn * off, y + sgn * self.rank_h / 2, suit_w, self.suit_h, colour, turned)
                    found.append(
                        Index(x + sgn * off / 2, y + sgn * self.rank_h / 2, width + suit_w, self.rank_h * 1.3, -sgn)
                    )
                    continue
                stamp(canvas, mask, x, y + sgn * self.rank_h / 2, width, self.rank_h, colour, turned)
                stamp(canvas, sign, x, y + sgn * (self.h - self.suit_h / 2), suit_w, self.suit_h, colour, turned)
                found.append(Index(x, y + sgn * self.h / 2, max(width, suit_w), self.h, -sgn))
        return found

    def face(self, rank: int, suit: int) -> Face:
        """Draw one card of this pack."""
        rng = self.rng
        canvas = self._blank()
        if rank == JOKER:
            return self._joker(canvas, suit)
        colour = self.colours[suit]
        sign = self.suits[suit]
        aspect = sign.shape[1] / sign.shape[0]
        mid_x, mid_y = WIDTH / 2, HEIGHT / 2
        if rank > 10:
            self._court(canvas, suit)
        elif rank == 1 or not self.pips:
            big = rng.uniform(0.16, 0.5) * HEIGHT
            stamp(canvas, sign, mid_x, mid_y, min(big * aspect, WIDTH * 0.6), big, colour)
            if rng.random() < 0.3:
                for k in range(int(rng.integers(2, 6))):
                    cv2.circle(
                        canvas,
                        (WIDTH // 2, HEIGHT // 2),
                        int(big * (0.1 + 0.1 * k)),
                        self.paper.tolist(),
                        1,
                        cv2.LINE_AA,
                    )
        else:
            for px, py in PIPS[rank]:
                stamp(
                    canvas,
                    sign,
                    mid_x + px * self.pip_dx,
                    mid_y + py * self.pip_dy,
                    self.pip_size * aspect,
                    self.pip_size,
                    colour,
                    py > 0,
                )
        indices = self._corner(canvas, rank, suit)
        return Face(np.clip(canvas, 0, 255).astype(np.uint8), rank, suit, indices)

    def _court(self, canvas: Picture, suit: int) -> None:
        rng = self.rng
        x0 = round(self.left + rng.uniform(0.7, 1.15) * self.h * 0.5)
        x0 = int(np.clip(x0, WIDTH * 0.1, WIDTH * 0.26))
        y0 = round(rng.uniform(0.03, 0.09) * HEIGHT)
        w, h = WIDTH - 2 * x0, HEIGHT - 2 * y0
        if self.courts and rng.random() < 0.75:
            art = cv2.resize(
                self.courts[int(rng.integers(len(self.courts)))], (w, h), interpolation=cv2.INTER_AREA
            ).astype(np.float32)
        else:
            art = scribble(rng, w, h)
        canvas[y0 : y0 + h, x0 : x0 + w] = np.minimum(art, self.paper)
        if self.frame:
            colour = [(20, 20, 20), (160, 60, 20), (40, 40, 180)][int(rng.integers(3))]
            cv2.rectangle(canvas, (x0, y0), (x0 + w, y0 + h), colour, 1, cv2.LINE_AA)
        if rng.random() < 0.7:
            sign = self.suits[suit]
            size = rng.uniform(0.1, 0.17) * HEIGHT
            px, py = x0 + size * 0.55, y0 + size * 0.65
            sw = size * sign.shape[1] / sign.shape[0]
            stamp(canvas, sign, px, py, sw, size, self.colours[suit])
            stamp(canvas, sign, WIDTH - px, HEIGHT - py, sw, size, self.colours[suit], True)

    def _joker(self, canvas: Picture, suit: int) -> Face:
        rng = self.rng
        colour = self.colours[suit]
        x0, y0 = round(WIDTH * 0.17), round(HEIGHT * 0.08)
        w, h = WIDTH - 2 * x0, HEIGHT - 2 * y0
        art = (
            scribble(rng, w, h)
            if not self.courts or rng.random() < 0.5
            else cv2.resize(
                self.courts[int(rng.integers(len(self.courts)))], (w, h), interpolation=cv2.INTER_AREA
            ).astype(np.float32)
        )
        if rng.random() < 0.8:
            canvas[y0 : y0 + h, x0 : x0 + w] = np.minimum(art, self.paper)
        indices = []
        style = rng.random()
        if style < 0.55:
            letters = [text_mask(ch, self.font_file) for ch in "JOKER"]
            size = self.rank_h * rng.uniform(0.4, 0.62)
            tall = size * 5.4
            for sgn, x, y in (
                (1, self.left + size * 0.5, self.top),
                (-1, WIDTH - self.left - size * 0.5, HEIGHT - self.top),
            ):
                for k, mask in enumerate(letters):
                    stamp(
                        canvas,
                        mask,
                        x,
                        y + sgn * size * (0.5 + 1.08 * k),
                        min(size, size * mask.shape[1] / mask.shape[0]),
                        size,
                        colour,
                        sgn < 0,
                    )
                indices.append(Index(x, y + sgn * tall / 2, size, tall, -sgn))
        elif style < 0.8:
            word = text_mask("JOKER", self.font_file)
            wide = np.rot90(word, 1 if rng.random() < 0.7 else 3)
            size = self.rank_h * rng.uniform(0.4, 0.7)
            tall = size * wide.shape[0] / max(1, wide.shape[1])
            for sgn, x, y in (
                (1, self.left + size * 0.6, self.top),
                (-1, WIDTH - self.left - size * 0.6, HEIGHT - self.top),
            ):
                stamp(canvas, wide, x, y + sgn * tall / 2, size, tall, colour, sgn < 0)
                indices.append(Index(x, y + sgn * tall / 2, size, tall, -sgn))
        else:
            star = np.zeros((100, 100), np.uint8)
            a = np.arange(10) * np.pi / 5 - np.pi / 2
            r = np.where(np.arange(10) % 2 == 0, 48, 20)
            cv2.fillPoly(
                star, [np.stack([50 + r * np.cos(a), 50 + r * np.sin(a)], 1).astype(np.int32)], 255, cv2.LINE_AA
            )
            size = self.rank_h * rng.uniform(0.7, 1.1)
            for sgn, x, y in (
                (1, self.left + size * 0.6, self.top),
                (-1, WIDTH - self.left - size * 0.6, HEIGHT - self.top),
            ):
                stamp(canvas, star.astype(np.float32) / 255, x, y + sgn * size / 2, size, size, colour, sgn < 0)
                indices.append(Index(x, y + sgn * size * 0.6, size, size * 1.2, -sgn))
        return Face(np.clip(canvas, 0, 255).astype(np.uint8), JOKER, suit, indices)


def back(rng: np.random.Generator, fonts: list[str]) -> Face:
    """A made-up card back: plain, lattice, dots, stripes, suit signs, lettering or a rosette, often with a white rim."""
    ink = rng.uniform(10, 200, 3)
    ink[int(rng.integers(3))] = rng.uniform(100, 230)
    paper = np.array([1, 1, 1.0]) * rng.uniform(200, 255)
    if rng.random() < 0.25:
        paper = rng.uniform(0, 255, 3)
    canvas = np.empty((HEIGHT, WIDTH, 3), np.float32)
    canvas[:] = ink
    kind = int(rng.integers(8))
    step = int(rng.integers(8, 40))
    thick = int(rng.integers(1, max(2, step // 3)))
    yy, xx = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
    if kind == 1:
        for k in range(-HEIGHT, WIDTH + HEIGHT, step):
            cv2.line(canvas, (k, 0), (k + HEIGHT, HEIGHT), paper.tolist(), thick, cv2.LINE_AA)
            cv2.line(canvas, (k, 0), (k - HEIGHT, HEIGHT), paper.tolist(), thick, cv2.LINE_AA)
    elif kind == 2:
        canvas[((xx % step - step / 2) ** 2 + (yy % step - step / 2) ** 2) < (step * rng.uniform(0.2, 0.42)) ** 2] = (
            paper
        )
    elif kind == 3:
        canvas[((xx * rng.choice([0, 1]) + yy * rng.choice([-1, 0, 1])) % step) < thick + 1] = paper
    elif kind == 4:
        sign = [suit_shape(s, rng) for s in range(4)]
        for k, y in enumerate(range(step, HEIGHT, step + 6)):
            for j, x in enumerate(range(step, WIDTH, step + 6)):
                stamp(canvas, sign[(k + j) % 4], x, y, step * 0.7, step * 0.8, paper)
    elif kind == 5:
        try:
            font = ImageFont.truetype(fonts[int(rng.integers(len(fonts)))], 60)
            word = "".join(rng.choice(list("ABCDEFGHIKLMNOPRSTUVZ24"), int(rng.integers(3, 8))))
            mask = np.rot90(text_mask(word, font), int(rng.integers(4)))
            size = rng.uniform(0.3, 0.9) * min(WIDTH / mask.shape[1], HEIGHT / mask.shape[0])
            stamp(canvas, mask, WIDTH / 2, HEIGHT / 2, mask.shape[1] * size, mask.shape[0] * size, paper)
        except (OSError, ZeroDivisionError):
            pass
    elif kind >= 6:
        a, r = np.arctan2(yy - HEIGHT / 2, xx - WIDTH / 2), np.hypot(yy - HEIGHT / 2, xx - WIDTH / 2)
        wave = (
            np.sin(a * int(rng.integers(4, 16)) + rng.uniform(0, 6))
            + np.sin(r / rng.uniform(3, 14))
            + 0.6 * np.sin(xx / rng.uniform(3, 20)) * np.sin(yy / rng.uniform(3, 20))
        )
        canvas[wave > rng.uniform(-0.5, 0.9)] = paper
    if rng.random() < 0.7:
        rim = int(rng.integers(4, 26))
        canvas[:rim] = canvas[-rim:] = 235 if paper.mean() < 150 else paper
        canvas[:, :rim] = canvas[:, -rim:] = 235 if paper.mean() < 150 else paper
        if rng.random() < 0.5:
            cv2.rectangle(canvas, (rim + 3, rim + 3), (WIDTH - rim - 4, HEIGHT - rim - 4), paper.tolist(), 2)
    return Face(np.clip(canvas, 0, 255).astype(np.uint8), 0, -1, [])


def svg_faces(folder: Path, name: str) -> tuple[list[Face], list[Face]]:
    """The faces and backs of one rasterised SVG pack, with the indices of both corners."""
    faces, backs = [], []
    x0, y0, x1, y1 = packs.INDEX_BOXES[name]
    for path in sorted((folder / name).glob("*.png")):
        image = packs.load(path)
        if image.ndim == 3 and image.shape[2] == 4:
            alpha = image[..., 3:].astype(np.float32) / 255
            image = (image[..., :3] * alpha + 250 * (1 - alpha)).astype(np.uint8)
        stem = path.stem
        if stem == "back":
            backs.append(Face(image, 0, -1, []))
        elif stem[:-1].isdigit():
            rank, suit = int(stem[:-1]), SUITS.index(stem[-1])
            if rank in packs.WITHOUT_INDEX.get(name, ()):
                continue
            cx, cy, w, h = (x0 + x1) / 2, (y0 + y1) / 2, x1 - x0, y1 - y0
            faces.append(Face(image, rank, suit, [Index(cx, cy, w, h, -1), Index(WIDTH - cx, HEIGHT - cy, w, h, 1)]))
    return faces, backs


def court_art(folder: Path, names: list[str]) -> list[Picture]:
    """The middle of every court card of the SVG packs, as raw material for made-up courts."""
    art = []
    for name in names:
        for face in svg_faces(folder, name)[0]:
            if face.rank > 10:
                art.append(face.picture[28 : HEIGHT - 28, 55 : WIDTH - 55].copy())
    return art
