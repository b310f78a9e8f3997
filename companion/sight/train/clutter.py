"""What the net of the backs learns from: many more kinds of backs, printed table tops, and things that lie about on tables.

The finder's tiles are made to teach indices; these teach what is a face-down card and what only looks like one. They are drawn at the one scale
at which that net looks (`nets.BACK_CARD_PX` pixels a card height, give or take), and with the same cameras and the same light.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import ImageFont

from companion.sight.nets import BACK_CARD_PX
from companion.sight.train import faces, scenes
from companion.sight.train.faces import HEIGHT, WIDTH, Face, Picture

# The parts of all tiles that show no card at all, and that have things lying about.
EMPTY, CLUTTERED = 0.1, 0.5
# Of tables whose cards would all lie face up so many get a back after all.
TURNED = 0.3
# Card heights on a tile are the wanted one times the exponential of a number up to this, either way.
SCALES = 0.5
# So many tables are one column of backs with a card or two on top of them.
STACKED = 0.2
# Made-up backs at hand; one in ten draws renews one.
BACKS = 60


def colour(rng: np.random.Generator) -> NDArray[Any]:
    """Any colour, strong ones, dark ones and pale ones about as often (BGR, 0..255)."""
    kind = rng.random()
    if kind < 0.4:
        strong = rng.uniform(0, 120, 3)
        strong[int(rng.integers(3))] = rng.uniform(90, 240)
        return strong
    if kind < 0.6:
        return rng.uniform(5, 90) + rng.normal(0, 12, 3)
    if kind < 0.8:
        return np.clip(rng.uniform(170, 250) + rng.normal(0, 12, 3), 0, 255)
    return rng.uniform(0, 255, 3)


def smooth(rng: np.random.Generator, wide: int, high: int, cells: int) -> NDArray[Any]:
    """Noise of about `cells` lumps across (high × wide × 3, mean 0, deviation about 1)."""
    noise = rng.normal(0, 1, (max(2, cells * high // wide), max(2, cells), 3)).astype(np.float32)
    lumps: NDArray[Any] = cv2.resize(noise, (wide, high), interpolation=cv2.INTER_CUBIC)
    return lumps


def _mirrored(picture: NDArray[Any]) -> NDArray[Any]:
    """The upper left quarter in all four corners, as most backs are made."""
    h, w = picture.shape[:2]
    top = picture[: (h + 1) // 2, : (w + 1) // 2]
    top = np.hstack([top, top[:, ::-1][:, w % 2 :]])
    whole: NDArray[Any] = np.vstack([top, top[::-1][h % 2 :]])
    return whole


def pattern(rng: np.random.Generator, fonts: list[str], wide: int, high: int) -> Picture:
    """A surface as backs and printed cloths have it: signs, words, line work, a picture, checks or rings (float BGR)."""
    ink, paper = colour(rng), colour(rng)
    canvas: Picture = np.empty((high, wide, 3), np.float32)
    canvas[:] = ink
    kind = int(rng.integers(7))
    if kind == 0:  # small signs, far apart or close
        step = int(rng.integers(14, 60))
        signs = [faces.suit_shape(s, rng) for s in range(4)] if rng.random() < 0.7 else [np.ones((8, 8), np.float32)]
        inks = [paper, paper] if rng.random() < 0.5 else [colour(rng), colour(rng)]
        size = step * rng.uniform(0.25, 0.8)
        for k, y in enumerate(range(step // 2, high, step)):
            for j, x in enumerate(range(step // 2 + (k % 2) * step // 2, wide, step)):
                faces.stamp(canvas, signs[(k + j) % len(signs)], x, y, size, size, inks[(k + j) % 2])
    elif kind == 1:  # a word again and again, straight or slanting
        line = int(rng.integers(16, 70))
        try:
            font = ImageFont.truetype(fonts[int(rng.integers(len(fonts)))], line)
            word = "".join(rng.choice(list("ABCDEFGHIKLMNOPRSTUVZ247"), int(rng.integers(3, 9))))
            mask = faces.text_mask(word, font)
        except (OSError, ValueError):
            mask = np.ones((line, line * 3), np.float32)
        for k, y in enumerate(range(0, high + line, round(line * 1.4))):
            for x in range(-(k % 3) * line, wide + mask.shape[1], round(mask.shape[1] * 1.2) + 4):
                faces.stamp(canvas, mask, x, y, mask.shape[1], mask.shape[0], paper)
        turned = cv2.getRotationMatrix2D((wide / 2, high / 2), float(rng.uniform(-50, 50)) * (rng.random() < 0.5), 1.1)
        canvas = cv2.warpAffine(canvas, turned, (wide, high), borderMode=cv2.BORDER_REFLECT)
    elif kind in (2, 3):  # fine line work, the same in all four corners
        for _ in range(int(rng.integers(10, 70))):
            start = rng.uniform(0, 1, 2) * (wide * 0.55, high * 0.55)
            heading, bend = rng.uniform(0, 6.3), rng.normal(0, 0.25)
            at, points = start, [start]
            for _ in range(int(rng.integers(5, 24))):
                heading += bend
                at = at + 7 * np.array([np.cos(heading), np.sin(heading)])
                points.append(at)
            thick = 1 if rng.random() < 0.7 else int(rng.integers(2, 6))
            cv2.polylines(canvas, [np.array(points, np.int32)], False, paper.tolist(), thick, cv2.LINE_AA)
        canvas = _mirrored(canvas)
    elif kind == 4:  # a picture
        canvas += smooth(rng, wide, high, int(rng.integers(2, 5))) * rng.uniform(10, 60)
        canvas += smooth(rng, wide, high, int(rng.integers(6, 30))) * rng.uniform(0, 40)
        if rng.random() < 0.5:
            canvas = _mirrored(canvas)
    elif kind == 5:  # checks or stripes
        a, b = rng.integers(6, 50, 2)
        yy, xx = np.mgrid[0:high, 0:wide]
        odd = (xx // a + (yy // b if rng.random() < 0.6 else 0)) % 2 == 1
        canvas[odd] = paper
        if rng.random() < 0.4:
            canvas[(yy // int(rng.integers(6, 50))) % 2 == 1] *= rng.uniform(0.6, 0.95)
    else:  # rings or frames within one another
        yy, xx = np.mgrid[0:high, 0:wide].astype(np.float32)
        x, y = np.abs(xx - wide / 2), np.abs(yy - high / 2)
        far = np.hypot(x, y) if rng.random() < 0.5 else np.maximum(x - wide / 2, y - high / 2)
        canvas[np.mod(far, int(rng.integers(8, 60))) < rng.uniform(2, 20)] = paper
    return canvas


def back(rng: np.random.Generator, fonts: list[str]) -> Face:
    """A made-up back: plain (with or without a sign in its middle), or any `pattern`, with a rim or none."""
    if rng.random() < 0.35:
        canvas = np.empty((HEIGHT, WIDTH, 3), np.float32)
        canvas[:] = colour(rng)
    else:
        canvas = pattern(rng, fonts, WIDTH, HEIGHT)
    if rng.random() < 0.3:  # a sign in the middle
        cv2.ellipse(
            canvas,
            (WIDTH // 2, HEIGHT // 2),
            (int(rng.integers(15, 85)), int(rng.integers(15, 110))),
            0,
            0,
            360,
            colour(rng).tolist(),
            -1 if rng.random() < 0.6 else int(rng.integers(2, 12)),
            cv2.LINE_AA,
        )
    if rng.random() < 0.6:
        rim, edge = int(rng.integers(4, 28)), rng.uniform(200, 255) + rng.normal(0, 4, 3)
        canvas[:rim] = canvas[-rim:] = edge
        canvas[:, :rim] = canvas[:, -rim:] = edge
        if rng.random() < 0.4:
            d = rim + int(rng.integers(2, 9))
            cv2.rectangle(
                canvas, (d, d), (WIDTH - 1 - d, HEIGHT - 1 - d), colour(rng).tolist(), int(rng.integers(1, 5))
            )
    return Face(np.clip(canvas, 0, 255).astype(np.uint8), 0, -1, [])


def printed(rng: np.random.Generator, fonts: list[str], count: int) -> list[Picture]:
    """Table tops with a printed cloth, tiles, boards or a carpet (512 × 512)."""
    n, made = 512, []
    for _ in range(count):
        kind = int(rng.integers(4))
        canvas: Picture = np.zeros((n, n, 3), np.float32)
        if kind < 2:
            part = int(rng.integers(40, 257))
            unit = pattern(rng, fonts, part, part)
            canvas = np.tile(unit, (n // part + 1, n // part + 1, 1))[:n, :n].astype(np.float32)
        elif kind == 2:  # boards or tiles with seams
            base, wide = colour(rng), int(rng.integers(24, 160))
            for k, x in enumerate(range(0, n, wide)):
                canvas[:, x : x + wide] = base * rng.uniform(0.8, 1.2) + rng.normal(0, 6, 3)
                for y in range(int(rng.integers(0, 150)), n, int(rng.integers(60, 300))):
                    canvas[y : y + 2, x : x + wide] *= rng.uniform(0.4, 0.9)
                canvas[:, x : x + 1 + k % 2] *= rng.uniform(0.3, 1.0)
            canvas += cv2.resize(rng.normal(0, 6, (n // 4, n // 60)).astype(np.float32), (n, n))[..., None]
        else:  # pile of a carpet
            canvas = (
                colour(rng)
                + smooth(rng, n, n, n // 2) * rng.uniform(4, 25)
                + smooth(rng, n, n, 12) * rng.uniform(0, 25)
            )
        made.append(np.clip(canvas, 0, 255).astype(np.uint8))
    return made


def _thing(rng: np.random.Generator, fonts: list[str]) -> tuple[Picture, float]:
    """A flat thing that is no card (float BGR), and its height to its width: book, box, telephone, keys, sheet of paper."""
    kind = int(rng.integers(5))
    wide, high = 160, int(rng.integers(60, 400))
    canvas: Picture = np.empty((high, wide, 3), np.float32)
    canvas[:] = colour(rng)
    if kind == 0:  # a cover or a box
        canvas = pattern(rng, fonts, wide, high) if rng.random() < 0.5 else canvas
        if rng.random() < 0.7:
            y = int(rng.integers(0, high))
            canvas[y : y + int(rng.integers(8, 60)), int(rng.integers(0, 40)) :] = colour(rng)
    elif kind == 1:  # a telephone or a screen
        d = int(rng.integers(2, 14))
        canvas[:] = rng.uniform(5, 60)
        canvas[d:-d, d:-d] = colour(rng) * rng.uniform(0.2, 1.0)
    elif kind == 2:  # keys
        canvas[:] = rng.uniform(10, 220)
        step = int(rng.integers(14, 40))
        key = colour(rng)
        for y in range(3, high, step):
            for x in range(3, wide, step):
                cv2.rectangle(canvas, (x, y), (x + step - 5, y + step - 5), key.tolist(), -1)
    elif kind == 3:  # a sheet with lines of writing
        canvas[:] = rng.uniform(170, 255)
        pen = colour(rng) * 0.6
        for y in range(10, high - 4, int(rng.integers(7, 22))):
            x = 10
            while x < wide - 12:
                run = int(rng.integers(4, 26))
                if rng.random() < 0.85:
                    canvas[y : y + int(rng.integers(2, 5)), x : min(wide - 10, x + run)] = pen
                x += run + int(rng.integers(2, 8))
    else:  # a part of the table that is another table
        canvas = canvas + smooth(rng, wide, high, int(rng.integers(2, 60))) * rng.uniform(0, 40)
    return np.clip(canvas, 0, 255), high / wide


class BackStage(scenes.Stage):
    """Draws tiles that teach backs: at one scale, with things lying about under the cards, some of them without any card.

    Half of its table tops are `tables`, as many are printed; `svg_backs` come beside made-up ones.
    """

    fine = (180, 75)
    card_px = float(BACK_CARD_PX)
    """Pixels a card height, give or take."""

    def __init__(
        self,
        pool: scenes.Pool,
        tables: list[Picture],
        rng: np.random.Generator,
        fonts: list[str],
        svg_backs: list[Face],
    ) -> None:
        super().__init__(pool, tables + printed(rng, fonts, len(tables)), rng)
        self.fonts = fonts
        pool.backs = [
            *(back(rng, fonts) for _ in range(BACKS)),
            *(faces.back(rng, fonts) for _ in range(BACKS // 4)),
            *svg_backs,
        ]

    def _lie(self) -> list[scenes.Lying]:
        rng = self.rng
        if rng.random() < 0.1:
            self.pool.backs[int(rng.integers(BACKS))] = back(rng, self.fonts)
        if rng.random() < EMPTY:
            return []
        if rng.random() < STACKED:
            return self._stack()
        lie = super()._lie()
        if rng.random() < TURNED and not any(card.face.rank == 0 for card in lie):
            the_back = self.pool.a_back()
            for k in rng.integers(len(lie), size=int(rng.integers(1, 4))):
                lie[int(k)].face = the_back
        return lie

    def _stack(self) -> list[scenes.Lying]:
        """Backs in a row, some a strip and some a half of them to be seen, and what lies on them, at either end."""
        rng = self.rng
        the_back, count = self.pool.a_back(), int(rng.integers(1, 6))
        faces_ = self.pool.cards(int(rng.integers(1, 3)))
        step, lean = rng.uniform(0.06, 0.45) * rng.choice([-1, 1]), rng.normal(0, 0.02)
        upright = rng.random() < 0.8
        lie = []
        for k, face in enumerate([the_back] * count + faces_):
            along, aside = k * step * rng.uniform(0.8, 1.2), lean * k + rng.normal(0, 0.015)
            x, y = (aside, along) if upright else (along, aside)
            lie.append(scenes.Lying(x, y, rng.normal(0, 0.03), face))
        return lie

    def _looked_at(self, lie: list[scenes.Lying]) -> tuple[NDArray[Any], float]:
        rng = self.rng
        scale = self.card_px * float(np.exp(rng.uniform(-SCALES, SCALES)))
        if not lie:
            return np.zeros(2), scale
        backs = [card for card in lie if card.face.rank == 0]
        chosen = backs if backs and rng.random() < 0.7 else lie
        card = chosen[int(rng.integers(len(chosen)))]
        return np.array([card.x, card.y]) + rng.normal(0, 0.3, 2), scale

    def _below(self, image: Picture, hom: NDArray[Any]) -> None:
        rng = self.rng
        if rng.random() > CLUTTERED:
            return
        for _ in range(int(rng.integers(0, 3))):
            self._cable_or_limb(image)
        for _ in range(int(rng.integers(1, 5))):
            tex, aspect = _thing(rng, self.fonts)
            wide = float(np.exp(rng.uniform(np.log(0.25), np.log(2.5))))
            a, at = rng.uniform(0, 6.3), rng.uniform(-2.2, 2.2, 2)
            c, s = np.cos(a), np.sin(a)
            half = np.array([[-1, -aspect], [1, -aspect], [1, aspect], [-1, aspect]]) * wide / 2
            corners = np.column_stack([half @ np.array([[c, s], [-s, c]]) + at, np.ones(4)]) @ hom.T
            if (corners[:, 2] <= 0.3).any():
                continue
            h, w = tex.shape[:2]
            onto = cv2.getPerspectiveTransform(
                np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32),
                (corners[:, :2] / corners[:, 2:]).astype(np.float32),
            )
            size = (image.shape[1], image.shape[0])
            alpha = cv2.warpPerspective(np.ones((h, w), np.float32), onto, size)[..., None]
            if rng.random() < 0.5:
                image *= 1 - 0.5 * cv2.GaussianBlur(alpha, (0, 0), rng.uniform(1, 6))[..., None]
            image += (cv2.warpPerspective(tex.astype(np.float32), onto, size) - image) * alpha

    def _cable_or_limb(self, image: Picture) -> None:
        """Draw a cable in loops, or a limb or another thick round thing that comes in from the side, in place."""
        rng = self.rng
        cable = rng.random() < 0.6
        grown = self.card_px / BACK_CARD_PX
        heading, bend, at = rng.uniform(0, 6.3), rng.normal(0, 0.12), rng.uniform(-20, self.side + 20, 2)
        points = []
        for _ in range(int(rng.integers(12, 60)) if cable else 8):
            heading += bend + rng.normal(0, 0.06)
            at = at + (8 if cable else 20) * grown * np.array([np.cos(heading), np.sin(heading)])
            points.append(at)
        line = np.array(points, np.int32)
        thick = max(1, round(grown * int(rng.integers(2, 10) if cable else rng.integers(15, 90))))
        skin = np.array([110, 140, 200.0]) * rng.uniform(0.4, 1.15)
        tone = colour(rng) if cable or rng.random() < 0.3 else skin
        cv2.polylines(image, [line + thick // 3], False, (tone * 0.35).tolist(), thick, cv2.LINE_AA)
        cv2.polylines(image, [line], False, tone.tolist(), thick, cv2.LINE_AA)
