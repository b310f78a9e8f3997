"""Training tiles: cards laid out, photographed from a random place, lit and spoilt as photographs are.

A tile is 256 px square. With each come the indices seen on it (place, affine pose, rank, suit, how much of it
is visible, the centre of its card) and a coarse map of what lies where (ground, face, back).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import ImageFont

from companion.sight.train.faces import HEIGHT, JOKER, WIDTH, Face, MadeUpPack, Picture, back, text_mask

TILE = 256
# Columns of a record: tile, x, y, a11, a12, a21, a22 (index frame → pixels), rank, suit, visible, card x, card y, card
RECORD = 13


@dataclass
class Lying:
    """A card on the plane: centre and turn, in card heights; later ones lie on top."""

    x: float
    y: float
    angle: float
    face: Face


class Pool:
    """Packs at hand: the SVG ones for good, made-up ones renewed as tiles are drawn."""

    def __init__(
        self,
        rng: np.random.Generator,
        fonts: list[str],
        suit_files: list[str],
        courts: list[Picture],
        svg: list[list[Face]],
        svg_backs: list[Face],
        size: int = 24,
    ) -> None:
        self.rng, self.fonts, self.suit_files, self.courts = rng, fonts, suit_files, courts
        self.svg, self.svg_backs = svg, svg_backs
        self.made = [self._new() for _ in range(size)]
        self.backs = [back(rng, fonts) for _ in range(40)] + svg_backs

    def _new(self) -> tuple[MadeUpPack, dict[tuple[int, int], Face]]:
        return MadeUpPack(self.rng, self.fonts, self.suit_files, self.courts), {}

    def cards(self, count: int) -> list[Face]:
        """`count` faces of one pack, chosen at random (twins happen)."""
        rng = self.rng
        if self.svg and rng.random() < 0.3:
            pack = self.svg[int(rng.integers(len(self.svg)))]
            return [pack[int(k)] for k in rng.integers(len(pack), size=count)]
        slot = int(rng.integers(len(self.made)))
        if rng.random() < 0.12:
            self.made[slot] = self._new()
        pack_, drawn = self.made[slot]
        chosen = []
        for _ in range(count):
            rank = JOKER if rng.random() < 0.03 else int(rng.integers(1, 14))
            key = (rank, int(rng.integers(4)))
            if key not in drawn:
                drawn[key] = pack_.face(*key)
            chosen.append(drawn[key])
        return chosen

    def a_back(self) -> Face:
        """One back; a few are redrawn as time goes by."""
        k = int(self.rng.integers(len(self.backs)))
        if k < 40 and self.rng.random() < 0.1:
            self.backs[k] = back(self.rng, self.fonts)
        return self.backs[k]


def layout(pool: Pool, rng: np.random.Generator) -> list[Lying]:
    """A random table: one card, scattered cards, a grid, columns, rows, fans, tricks or piles."""
    wide = 0.7
    kind = rng.choice(
        ["single", "scatter", "grid", "columns", "rows", "fans", "trick", "piles"],
        p=[0.09, 0.16, 0.14, 0.21, 0.13, 0.15, 0.04, 0.08],
    )
    the_back = pool.a_back()
    lie: list[Lying] = []
    if kind == "single":
        lie.append(Lying(0, 0, 0, pool.cards(1)[0]))
        if rng.random() < 0.3:
            lie.append(Lying(rng.uniform(-1.2, 1.2), rng.uniform(-1.2, 1.2), rng.uniform(0, 6.3), the_back))
    elif kind == "scatter":
        for face in pool.cards(int(rng.integers(3, 10))):
            x, y = rng.uniform(-1.4, 1.4, 2)
            lie.append(Lying(float(x), float(y), rng.uniform(0, 6.3), the_back if rng.random() < 0.16 else face))
    elif kind == "grid":
        dx, dy = wide * rng.uniform(1.0, 1.5), rng.uniform(1.01, 1.35)
        faces = pool.cards(20)
        wobble = rng.uniform(0, 0.08)
        for k, face in enumerate(faces):
            i, j = divmod(k, 5)
            lie.append(
                Lying(
                    (j - 2) * dx + rng.normal(0, 0.02),
                    (i - 1.5) * dy + rng.normal(0, 0.02),
                    rng.normal(0, wobble) + (np.pi if rng.random() < 0.3 else 0),
                    the_back if rng.random() < 0.2 else face,
                )
            )
    elif kind == "columns":
        dx = wide * rng.uniform(1.02, 1.3)
        step = rng.uniform(0.08, 0.36)
        wobble = rng.uniform(0, 0.05)
        for col in range(3):
            hidden = int(rng.integers(0, 7)) if rng.random() < 0.6 else 0
            y = -rng.uniform(0.2, 1.2)
            faces = pool.cards(int(rng.integers(1, 9)))
            lean = rng.normal(0, 0.02)
            for k, face in enumerate([the_back] * hidden + faces):
                lie.append(Lying((col - 1) * dx + lean * k + rng.normal(0, 0.012), y, rng.normal(0, wobble), face))
                y += step * (rng.uniform(0.35, 0.7) if face.rank == 0 else rng.uniform(0.85, 1.1))
    elif kind == "rows":
        dy = rng.uniform(1.02, 1.3)
        step = rng.uniform(0.07, 0.5)
        wobble = rng.uniform(0, 0.06)
        under = rng.random() < 0.15
        for row in range(2):
            faces = pool.cards(int(rng.integers(3, 13)))
            x = -rng.uniform(0.2, 1.6)
            line = []
            for face in faces:
                line.append(
                    Lying(
                        x,
                        (row - 0.5) * dy + rng.normal(0, 0.02),
                        rng.normal(0, wobble),
                        the_back if rng.random() < 0.04 else face,
                    )
                )
                x += step * rng.uniform(0.8, 1.2)
            lie.extend(line[::-1] if under else line)
    elif kind == "fans":
        for _ in range(int(rng.integers(1, 4))):
            faces = pool.cards(int(rng.integers(3, 12)))
            turn, pivot = rng.uniform(4, 17) * np.pi / 180, rng.uniform(0.5, 1.6)
            cx, cy, base = rng.uniform(-1.2, 1.2), rng.uniform(-1.2, 1.2), rng.uniform(0, 6.3)
            slide = rng.uniform(0, 0.12)
            line = []
            for k, face in enumerate(faces):
                a = base + (k - len(faces) / 2) * turn * rng.uniform(0.85, 1.15)
                px, py = np.sin(a) * pivot, -np.cos(a) * pivot
                off = slide * (k - len(faces) / 2)
                line.append(
                    Lying(
                        cx + px - np.sin(base) * pivot + off * np.cos(base),
                        cy + py + np.cos(base) * pivot + off * np.sin(base),
                        a,
                        face,
                    )
                )
            lie.extend(line[::-1] if rng.random() < 0.12 else line)
    elif kind == "trick":
        for k, face in enumerate(pool.cards(4)):
            a = k * np.pi / 2 + rng.normal(0, 0.15)
            lie.append(Lying(0.42 * np.sin(a) + rng.normal(0, 0.06), -0.42 * np.cos(a) + rng.normal(0, 0.06), a, face))
    else:
        for px in (-0.9, 0, 0.9):
            face = the_back if rng.random() < 0.5 else pool.cards(1)[0]
            for _ in range(int(rng.integers(1, 6))):
                lie.append(Lying(px + rng.normal(0, 0.015), rng.normal(0, 0.015), rng.normal(0, 0.03), face))
                face = face if face.rank == 0 else pool.cards(1)[0]
    return lie


def camera(rng: np.random.Generator, scale: float, focus: NDArray[Any], at: NDArray[Any], wide: float) -> NDArray[Any]:
    """Homography from the table plane (card heights) to tile pixels, `scale` px a card height at `focus`, seen at `at`."""
    phi = rng.uniform(0, 2 * np.pi) if rng.random() < 0.6 else rng.integers(4) * np.pi / 2 + rng.normal(0, 0.08)
    tilt = 0.0 if rng.random() < 0.25 else np.radians(min(62, abs(rng.normal(0, 24))))
    psi = rng.uniform(0, 2 * np.pi)
    far = rng.uniform(2.5, 9)

    def turn(a: float) -> NDArray[Any]:
        return np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1.0]])

    tilted = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    rot = turn(psi) @ tilted @ turn(phi - psi)
    shift = np.array([[wide / 0.7, 0, -focus[0] * wide / 0.7], [0, 1, -focus[1]], [0, 0, 1.0]])
    plane = rot[:, :2]
    hom = np.column_stack([plane, [0, 0, far]])
    hom[2] = np.r_[plane[2], far]
    lens = np.diag([scale * far / np.sqrt(np.cos(tilt)), scale * far / np.sqrt(np.cos(tilt)), 1.0])
    lens[:2, 2] = 0
    moved = np.array([[1, 0, at[0]], [0, 1, at[1]], [0, 0, 1.0]])
    result: NDArray[Any] = moved @ lens @ hom @ shift
    return result


def grounds(rng: np.random.Generator, fonts: list[str], count: int) -> list[Picture]:
    """Table tops: plain, grained like wood, woven like cloth, mottled, striped, printed with lines or text."""
    made = []
    n = 512
    for _ in range(count):
        kind = int(rng.integers(8))
        base = (
            rng.uniform(0, 255, 3)
            if rng.random() < 0.4
            else np.array([1, 1, 1.0]) * rng.uniform(5, 235) + rng.normal(0, 14, 3)
        )
        pick = rng.random()
        if pick < 0.15:
            base = np.array([30, 90, 20.0]) + rng.normal(0, 25, 3)
        elif pick < 0.4:
            base = np.array([70, 110, 160.0]) * rng.uniform(0.4, 1.4) + rng.normal(0, 15, 3)
        elif pick < 0.52:
            base = rng.uniform(5, 35, 3)
        canvas = np.empty((n, n, 3), np.float32)
        canvas[:] = base
        if kind in (1, 2):
            sx, sy = rng.uniform(0.004, 0.05), rng.uniform(0.08, 0.6)
            for _k in range(3):
                grain = rng.normal(0, 1, (max(4, int(n * sy)), max(4, int(n * sx)))).astype(np.float32)
                canvas += cv2.resize(grain, (n, n), interpolation=cv2.INTER_CUBIC)[..., None] * rng.uniform(3, 13)
                sy = min(0.9, sy * 1.8)
                sx *= 1.6
        if kind in (2, 3, 4):
            for f in (0.02, 0.1, 0.4):
                noise = rng.normal(0, 1, (int(n * f) + 2, int(n * f) + 2)).astype(np.float32)
                canvas += cv2.resize(noise, (n, n), interpolation=cv2.INTER_LINEAR)[..., None] * rng.uniform(0, 12)
        if kind == 5:
            yy, xx = np.mgrid[0:n, 0:n]
            p = rng.uniform(3, 40)
            weave = np.sin(xx * 2 * np.pi / p) * (np.sin(yy * 2 * np.pi / p) if rng.random() < 0.6 else 1)
            canvas += weave[..., None] * rng.normal(0, 20, 3)
        if kind == 6:
            for _k in range(int(rng.integers(3, 40))):
                a, b = rng.integers(0, n, 2), rng.integers(0, n, 2)
                cv2.line(
                    canvas,
                    tuple(int(v) for v in a),
                    tuple(int(v) for v in b),
                    rng.uniform(0, 255, 3).tolist(),
                    int(rng.integers(1, 14)),
                    cv2.LINE_AA,
                )
        if kind == 7:
            try:
                font = ImageFont.truetype(fonts[int(rng.integers(len(fonts)))], int(rng.integers(14, 60)))
                colour = rng.uniform(0, 255, 3)
                for y in range(0, n, int(rng.integers(30, 120))):
                    word = "".join(rng.choice(list("AKQJ 1023456789xyzabcde"), int(rng.integers(4, 18))))
                    mask = text_mask(word, font)[: n - y]
                    mask = mask[:, :n]
                    x = int(rng.integers(0, max(1, n - mask.shape[1])))
                    part = canvas[y : y + mask.shape[0], x : x + mask.shape[1]]
                    part += (colour - part) * mask[: part.shape[0], : part.shape[1], None]
            except (OSError, ValueError):
                pass
        canvas += rng.normal(0, 1, (n, n, 1)) * rng.uniform(0, 7)
        made.append(np.clip(canvas, 0, 255).astype(np.uint8))
    return made


def _corner_mask() -> Picture:
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    r = 13
    cv2.rectangle(mask, (r, 0), (WIDTH - 1 - r, HEIGHT - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (WIDTH - 1, HEIGHT - 1 - r), 255, -1)
    for cx in (r, WIDTH - 1 - r):
        for cy in (r, HEIGHT - 1 - r):
            cv2.circle(mask, (cx, cy), r, 255, -1, cv2.LINE_AA)
    return mask


class Stage:
    """Draws tiles with their records."""

    fine = (240, 110)
    """Above so many pixels a card height the cards' pictures are taken whole, and at a half; else at a quarter."""
    side = TILE
    """Pixels of a tile across and down."""

    def __init__(self, pool: Pool, tables: list[Picture], rng: np.random.Generator) -> None:
        self.pool, self.tables, self.rng = pool, tables, rng
        full = _corner_mask()
        self.masks = [
            full,
            cv2.resize(full, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA),
            cv2.resize(full, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA),
        ]

    def _ground(self) -> Picture:
        rng = self.rng
        table = self.tables[int(rng.integers(len(self.tables)))]
        angle, zoom = rng.uniform(0, 360) if rng.random() < 0.5 else 90.0 * rng.integers(4), rng.uniform(0.5, 1.6)
        m = cv2.getRotationMatrix2D((256, 256), angle, zoom)
        m[:, 2] += self.side / 2 - 256 + rng.uniform(-80, 80, 2)
        ground: Picture = cv2.warpAffine(table, m, (self.side, self.side), borderMode=cv2.BORDER_REFLECT).astype(
            np.float32
        )
        return ground

    def _lie(self) -> list[Lying]:
        """What lies on the table of the next tile."""
        return layout(self.pool, self.rng)

    def _looked_at(self, lie: list[Lying]) -> tuple[NDArray[Any], float]:
        """The place that the camera looks at, mostly an index (card heights), and pixels to a card height there."""
        rng = self.rng
        named = [k for k, c in enumerate(lie) if c.face.indices]
        if named and rng.random() < 0.93:
            chosen = lie[named[int(len(named) * rng.random())]]
            ix = (
                chosen.face.indices[int(rng.integers(len(chosen.face.indices)))]
                if rng.random() < 0.5
                else chosen.face.indices[0]
            )
            local = np.array([(ix.x - WIDTH / 2) / HEIGHT, (ix.y - HEIGHT / 2) / HEIGHT])
            part = ix.h / HEIGHT
        else:
            chosen = lie[int(rng.integers(len(lie)))]
            local, part = np.zeros(2), 0.18
        c, s = np.cos(chosen.angle), np.sin(chosen.angle)
        focus = np.array([chosen.x + c * local[0] - s * local[1], chosen.y + s * local[0] + c * local[1]])
        scale = np.exp(rng.uniform(np.log(9.0), np.log(48.0))) / part
        return focus, float(np.clip(scale, 30, 480))

    def _below(self, image: Picture, hom: NDArray[Any]) -> None:
        """Draw what lies under the cards, in place: nothing, but for other stages."""

    def tile(self) -> tuple[Picture, NDArray[Any], Picture]:
        """One tile: BGR picture, records (without the tile's number), map of 64 × 64 (0 ground, 1 face, 2 back)."""
        rng = self.rng
        lie = self._lie()
        wide = rng.uniform(0.62, 0.73)
        focus, scale = self._looked_at(lie)
        hom = camera(rng, scale, focus, rng.uniform(30, self.side - 30, 2), wide)
        image = self._ground()
        self._below(image, hom)
        owner = np.full((self.side, self.side), -1, np.int16)
        shade = rng.random() < 0.7
        shadow_off = rng.normal(0, 0.02 * scale, 2)
        shadow_soft = rng.uniform(0.6, 0.05 * scale + 1)
        shadow_deep = rng.uniform(0.2, 0.8)
        placed: list[tuple[int, Lying, NDArray[Any]]] = []
        for number, card in enumerate(lie):
            to_tile = self._paint(
                image, owner, number, card, hom, scale, (shadow_off, shadow_soft, shadow_deep) if shade else None
            )
            if to_tile is not None:
                placed.append((number, card, to_tile))
        records = [r for number, card, m in placed for r in self._records(number, card, m, owner)]
        kinds = np.array([2 if card.face.rank == 0 else 1 for card in lie] + [0], np.uint8)
        where = kinds[owner][2::4, 2::4]
        if rng.random() < 0.06:
            self._obstacle(image)
        return spoil(image, rng), np.array(records, np.float32).reshape(-1, RECORD - 1), where

    def _paint(
        self, image: Picture, owner: Picture, number: int, card: Lying, hom: NDArray[Any], scale: float, shadow: Any
    ) -> NDArray[Any] | None:
        rng = self.rng
        c, s = np.cos(card.angle), np.sin(card.angle)
        place = np.array([[c, -s, card.x], [s, c, card.y], [0, 0, 1]]) @ np.array(
            [[1 / HEIGHT, 0, -WIDTH / 2 / HEIGHT], [0, 1 / HEIGHT, -0.5], [0, 0, 1]]
        )
        m: NDArray[Any] = hom @ place
        corners = np.array([[0, 0, 1], [WIDTH, 0, 1], [WIDTH, HEIGHT, 1], [0, HEIGHT, 1.0]]) @ m.T
        if (corners[:, 2] <= 0.3).any():
            return None
        quad = corners[:, :2] / corners[:, 2:]
        pad = 6
        x0, y0 = np.floor(quad.min(0)).astype(int) - pad
        x1, y1 = np.ceil(quad.max(0)).astype(int) + pad
        x0, y0, x1, y1 = max(0, x0), max(0, y0), min(image.shape[1], x1), min(image.shape[0], y1)
        if x1 - x0 < 2 or y1 - y0 < 2:
            return None
        level = 0 if scale > self.fine[0] else 1 if scale > self.fine[1] else 2
        face = card.face
        levels = getattr(face, "levels", None)
        if levels is None:
            levels = [
                face.picture,
                cv2.resize(face.picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA),
                cv2.resize(face.picture, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA),
            ]
            face.levels = levels  # type: ignore[attr-defined]
        tex, mask = levels[level], self.masks[level]
        zoom = np.array([[WIDTH / tex.shape[1], 0, 0], [0, HEIGHT / tex.shape[0], 0], [0, 0, 1.0]])
        warp = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]]) @ m @ zoom
        size = (x1 - x0, y1 - y0)
        alpha = cv2.warpPerspective(mask, warp, size, flags=cv2.INTER_LINEAR).astype(np.float32) / 255
        part = image[y0:y1, x0:x1]
        if shadow is not None:
            off, soft, deep = shadow
            dark = cv2.GaussianBlur(alpha, (0, 0), soft) if soft > 0.7 else alpha
            dark = cv2.warpAffine(dark, np.array([[1, 0, off[0]], [0, 1, off[1]]]), size)
            part *= (1 - dark * deep)[..., None]
        paint = cv2.warpPerspective(tex, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(
            np.float32
        )
        paint *= rng.uniform(0.86, 1.02)
        part += (paint - part) * alpha[..., None]
        owner[y0:y1, x0:x1][alpha > 0.5] = number
        return m

    def _records(self, number: int, card: Lying, m: NDArray[Any], owner: Picture) -> list[list[float]]:
        found = []
        mid = m @ np.array([WIDTH / 2, HEIGHT / 2, 1.0])
        for ix in card.face.indices:
            p = m @ np.array([ix.x, ix.y, 1.0])
            x, y = p[:2] / p[2]
            if not (-8 < x < self.side + 8 and -8 < y < self.side + 8):
                continue
            jac = (m[:2, :2] - np.outer([x, y], m[2, :2])) / p[2]
            a = jac * ix.h * -ix.up
            g = np.linspace(-0.45, 0.45, 9)
            gx, gy = np.meshgrid(g * ix.w / ix.h, g)
            pts = a @ np.stack([gx.ravel(), gy.ravel()]) + np.array([[x], [y]])
            q = np.floor(pts).astype(int)
            inside = (q >= 0).all(0) & (q < self.side).all(0)
            seen = owner[np.clip(q[1], 0, self.side - 1), np.clip(q[0], 0, self.side - 1)] == number
            visible = float((seen & inside).mean())
            if visible > 0.05:
                found.append([x, y, *a.ravel(), card.face.rank, card.face.suit, visible, *(mid[:2] / mid[2]), number])
        return found

    def _obstacle(self, image: Picture) -> None:
        rng = self.rng
        if rng.random() < 0.6:
            pts = np.cumsum(rng.normal(0, 40, (6, 2)), 0) + rng.uniform(0, self.side, 2)
            cv2.polylines(
                image,
                [pts.astype(np.int32)],
                False,
                rng.uniform(0, 255, 3).tolist(),
                int(rng.integers(1, 8)),
                cv2.LINE_AA,
            )
        else:
            centre = tuple(int(v) for v in rng.uniform(0, self.side, 2))
            axes = (int(rng.integers(10, 28)), int(rng.integers(30, 90)))
            skin = np.array([110, 140, 200.0]) * rng.uniform(0.5, 1.15)
            cv2.ellipse(image, centre, axes, float(rng.uniform(0, 360)), 0, 360, skin.tolist(), -1, cv2.LINE_AA)


def spoil(image: Picture, rng: np.random.Generator) -> Picture:
    """What light, lens, sensor and file do to a picture (float BGR in, bytes out)."""
    h, w = image.shape[:2]
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    if rng.random() < 0.6:
        a = rng.uniform(0, 2 * np.pi)
        ramp = ((xx - w / 2) * np.cos(a) + (yy - h / 2) * np.sin(a)) / w
        image = image * (1 + ramp * rng.uniform(0, 0.8))[..., None]
    if rng.random() < 0.15:
        shadow = np.zeros((h, w), np.float32)
        for _ in range(int(rng.integers(1, 3))):
            pts = rng.uniform(-0.3, 1.3, (int(rng.integers(3, 6)), 2)) * w
            cv2.fillConvexPoly(shadow, cv2.convexHull(pts.astype(np.int32)), 1.0)
        soft = rng.uniform(0.5, 8)
        image = image * (1 - cv2.GaussianBlur(shadow, (0, 0), soft) * rng.uniform(0.2, 0.65))[..., None]
    if rng.random() < 0.2:
        for _ in range(int(rng.integers(1, 3))):
            cx, cy = rng.uniform(0, w, 2)
            sx, sy = rng.uniform(8, 90, 2)
            a = rng.uniform(0, np.pi)
            u, v = (xx - cx) * np.cos(a) + (yy - cy) * np.sin(a), (yy - cy) * np.cos(a) - (xx - cx) * np.sin(a)
            blob = np.exp(-0.5 * ((u / sx) ** 2 + (v / sy) ** 2)) * rng.uniform(30, 210)
            image = image + blob[..., None]
    gain = float(np.clip(rng.normal(0.9, 0.2), 0.3, 1.3)) if rng.random() < 0.75 else 1.0
    image = image * gain
    if rng.random() < 0.6:
        image = image * (1 + rng.normal(0, 0.1, 3))
    if rng.random() < 0.08:
        image = image * (1 + rng.normal(0, 0.3, 3))
    if rng.random() < 0.35:
        grey = image.mean(2, keepdims=True)
        image = grey + (image - grey) * rng.uniform(0.25, 1.5)
    if rng.random() < 0.3:
        image = image * rng.uniform(0.55, 0.95) + rng.uniform(0, 70)
    image = np.clip(image, 0, 255)
    if rng.random() < 0.4:
        image = 255 * (image / 255) ** rng.uniform(0.6, 1.7)
    image = image.astype(np.float32)
    blur = rng.random()
    if blur < 0.5:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.35, 1.5))
    elif blur < 0.62:
        n = int(rng.integers(3, 8))
        k = np.zeros((n, n), np.float32)
        a = rng.uniform(0, np.pi)
        d = np.array([np.cos(a), np.sin(a)]) * n / 2
        cv2.line(
            k, tuple(round(float(v)) for v in n / 2 - 0.5 - d), tuple(round(float(v)) for v in n / 2 - 0.5 + d), 1.0, 1
        )
        image = cv2.filter2D(image, -1, k / max(1.0, float(k.sum())))
    if rng.random() < 0.25:
        f = rng.uniform(0.45, 0.95)
        small = cv2.resize(image, None, fx=f, fy=f, interpolation=cv2.INTER_AREA)
        image = cv2.resize(small, (w, h), interpolation=int(rng.choice([cv2.INTER_LINEAR, cv2.INTER_CUBIC])))
    if rng.random() < 0.7:
        noise = rng.normal(0, min(15.0, 1 + rng.exponential(3.5)), (h, w, 3)).astype(np.float32)
        if rng.random() < 0.4:
            noise = cv2.GaussianBlur(noise, (0, 0), 0.8) * 2
        image = image + noise
    if rng.random() < 0.02:
        image[rng.random((h, w)) < 0.01] = 255
    if rng.random() < 0.3:
        image = image + (image - cv2.GaussianBlur(image, (0, 0), rng.uniform(0.8, 2))) * rng.uniform(0.3, 1.5)
    out: Picture = np.clip(image, 0, 255).astype(np.uint8)
    if rng.random() < 0.75:
        quality = int(rng.uniform(25, 95))
        _, code = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, quality])
        decoded: Any = cv2.imdecode(code, cv2.IMREAD_COLOR)
        return np.asarray(decoded)
    return out
