"""Fits the finder and the reader to rendered tiles, each for a given number of minutes."""

from __future__ import annotations

import math
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from companion.sight.train import nets, scenes, tiles

SEEN, HIDDEN = 0.55, 0.3
NONE = 14


def _turned(records: NDArray[Any], quarter: int) -> NDArray[Any]:
    """Records of a tile turned by `quarter` × 90° counter-clockwise (as `numpy.rot90` does)."""
    r = records.copy()
    for _ in range(quarter):
        x, y = r[:, 1].copy(), r[:, 2].copy()
        r[:, 1], r[:, 2] = y, scenes.TILE - 1 - x
        a = r[:, 3:7].copy()
        r[:, 3:5], r[:, 5:7] = a[:, 2:4], -a[:, 0:2]
        cx, cy = r[:, 10].copy(), r[:, 11].copy()
        r[:, 10], r[:, 11] = cy, scenes.TILE - 1 - cx
    return r


def targets(records: NDArray[Any], cells: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Finder targets of one tile: maps (heat, dx, dy, ux, uy, log h, cx, cy) and weights (heat, pose)."""
    maps = np.zeros((8, cells, cells), np.float32)
    weight = np.zeros((2, cells, cells), np.float32)
    weight[0] = 1
    yy, xx = np.mgrid[0:cells, 0:cells].astype(np.float32)
    for r in records:
        x, y = r[1] / nets.STRIDE, r[2] / nets.STRIDE
        up = -np.array([r[4], r[6]])
        high = float(np.hypot(*up))
        if r[9] < HIDDEN or high < 5:
            continue
        d2 = (xx + 0.5 - x) ** 2 + (yy + 0.5 - y) ** 2
        if r[9] < SEEN or high < 7:
            weight[0][d2 < (0.4 * high / nets.STRIDE) ** 2] = 0
            continue
        sigma = max(0.7, 0.13 * high / nets.STRIDE)
        blob = np.exp(-d2 / (2 * sigma * sigma))
        cx, cy = int(x), int(y)
        if 0 <= cx < cells and 0 <= cy < cells:
            blob[cy, cx] = 1.0
            weight[0, cy, cx] = 1
        near = (blob > 0.55) & (blob > maps[0])
        maps[0] = np.maximum(maps[0], blob)
        maps[1][near], maps[2][near] = (x - xx - 0.5)[near], (y - yy - 0.5)[near]
        maps[3][near], maps[4][near] = up / high
        maps[5][near] = math.log(high / 20)
        maps[6][near] = np.clip((r[10] - r[1]) / high, -6, 6)
        maps[7][near] = np.clip((r[11] - r[2]) / high, -6, 6)
        weight[1][near] = blob[near]
    return maps, weight


def finder_loss(
    out: torch.Tensor, maps: torch.Tensor, weight: torch.Tensor, where: torch.Tensor
) -> tuple[torch.Tensor, list[float]]:
    """Focal loss of the heat, absolute errors of the pose where an index lies, cross entropy of the ground map."""
    heat = out[:, 0]
    p = torch.sigmoid(heat).clamp(1e-4, 1 - 1e-4)
    peak = (maps[:, 0] >= 0.999).float()
    n = peak.sum().clamp(min=1)
    pos = peak * (1 - p) ** 2 * torch.log(p)
    neg = (1 - peak) * (1 - maps[:, 0]) ** 4 * p**2 * torch.log(1 - p)
    focal = -((pos + neg) * weight[:, 0]).sum() / n
    w = weight[:, 1]
    total = w.sum().clamp(min=1)

    def error(k: int) -> torch.Tensor:
        return ((out[:, k] - maps[:, k]).abs() * w).sum() / total

    place = error(1) + error(2)
    turn = error(3) + error(4)
    size = error(5)
    card = error(6) + error(7)
    ground = torch.nn.functional.cross_entropy(out[:, 8:11], where, weight=torch.tensor([1.0, 1.0, 3.0]))
    loss = focal + 0.5 * place + 1.0 * turn + 1.0 * size + 0.2 * card + 0.7 * ground
    return loss, [float(v.detach()) for v in (focal, place, turn, size, card, ground)]


def _jitter(batch: torch.Tensor) -> torch.Tensor:
    """Random gain, tint and lift of each picture of a batch (0..1)."""
    n = batch.shape[0]
    gain = 1 + 0.12 * torch.randn(n, 1, 1, 1)
    tint = 1 + 0.05 * torch.randn(n, 3, 1, 1)
    lift = 0.03 * torch.randn(n, 1, 1, 1)
    return (batch * gain * tint + lift).clamp(0, 1)


class Shards:
    """Tiles, maps and records of several folders; shards that appear later are picked up by `refresh`."""

    def __init__(self, folders: list[Path]) -> None:
        self.folders = folders
        self.refresh()

    def refresh(self) -> None:
        """Look for new shards."""
        self.images = [a for f in self.folders for a in tiles.load(f, "tiles")]
        self.maps = [a for f in self.folders for a in tiles.load(f, "maps")][: len(self.images)]
        self.records = [a for f in self.folders for a in tiles.load(f, "records")][: len(self.images)]
        self.starts = [
            np.searchsorted(r[:, 0], np.arange(len(m) + 1)) for r, m in zip(self.records, self.maps, strict=True)
        ]

    def pick(self, rng: np.random.Generator) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """A random tile, its map and its records."""
        s = int(rng.integers(len(self.images)))
        k = int(rng.integers(len(self.maps[s])))
        a, b = self.starts[s][k], self.starts[s][k + 1]
        return self.images[s][k], self.maps[s][k], self.records[s][a:b]


class Clock:
    """How far training has come: minutes of computing out of those granted, or of the wall clock out of `latest`."""

    def __init__(self, minutes: float, latest: float | None) -> None:
        self.minutes, self.latest = minutes, latest
        self.cpu, self.wall = time.process_time(), time.time()

    def spent(self) -> float:
        """Progress from 0 to 1."""
        done = (time.process_time() - self.cpu) / 60 / self.minutes
        if self.latest is not None:
            done = max(done, (time.time() - self.wall) / 60 / self.latest)
        return done


def _rate(progress: float, top: float) -> float:
    """Learning rate: a short rise, then a cosine fall to nearly nothing."""
    if progress < 0.03:
        return top * progress / 0.03
    return top * (0.5 * (1 + math.cos(math.pi * min(1.0, progress))) + 0.004)


def fit_finder(
    folders: list[Path],
    out: Path,
    minutes: float,
    start: Path | None = None,
    seed: int = 0,
    batch: int = 16,
    top: float = 2.5e-3,
    latest: float | None = None,
) -> None:
    """Train the finder for `minutes` of computing, at most `latest` by the clock; keeps averaged weights in `out`."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    data = Shards(folders)
    net = nets.load_finder(start) if start is not None and start.exists() else nets.Finder()
    net = net.to(memory_format=torch.channels_last)
    shadow = {k: v.detach().clone() for k, v in net.state_dict().items()}
    opt = torch.optim.AdamW(net.parameters(), lr=top, weight_decay=1e-3)
    cells = scenes.TILE // nets.STRIDE
    clock, saved = Clock(minutes, latest), time.time()
    step, sums = 0, np.zeros(6)
    while (spent := clock.spent()) < 1:
        xs, ms, ws, gs = [], [], [], []
        for _ in range(batch):
            image, where, records = data.pick(rng)
            quarter = int(rng.integers(4))
            m, w = targets(_turned(records, quarter), cells)
            xs.append(np.rot90(image, quarter).copy())
            gs.append(np.rot90(where, quarter).copy())
            ms.append(m)
            ws.append(w)
        x = (
            torch.from_numpy(np.stack(xs))
            .permute(0, 3, 1, 2)
            .float()
            .div_(255)
            .contiguous(memory_format=torch.channels_last)
        )
        x = _jitter(x)
        for group in opt.param_groups:
            group["lr"] = _rate(spent, top)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            y = net.indices(*net.seen(x))
        loss, parts = finder_loss(
            y.float(),
            torch.from_numpy(np.stack(ms)),
            torch.from_numpy(np.stack(ws)),
            torch.from_numpy(np.stack(gs)).long(),
        )
        opt.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        opt.step()
        step += 1
        nets.average(shadow, net, min(0.995, step / (step + 10)))
        sums = sums * 0.98 + np.array(parts) * 0.02
        if step % 50 == 0:
            print(
                f"finder {100 * spent:.0f} % step {step} " + " ".join(f"{v:.3f}" for v in sums / (1 - 0.98**step)),
                flush=True,
            )
            data.refresh() if step % 200 == 0 else None
        if time.time() - saved > 120:
            torch.save(shadow, out)
            saved = time.time()
    torch.save(shadow, out)


def fit_backs(
    folders: list[Path],
    finder: Path,
    minutes: float,
    seed: int = 0,
    batch: int = 16,
    top: float = 3e-3,
    latest: float | None = None,
) -> None:
    """Train the branch for backs of the finder kept at `finder`, in place, on tiles of `clutter.BackStage`.

    All else of the finder stays as it is to the bit.
    """
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    data = Shards(folders)
    whole = nets.load_finder(finder).to(memory_format=torch.channels_last).eval()
    net = whole.backs.train()
    shadow = {k: v.detach().clone() for k, v in net.state_dict().items()}
    opt = torch.optim.AdamW(net.parameters(), lr=top, weight_decay=1e-3)
    clock, saved, step, mean = Clock(minutes, latest), time.time(), 0, 0.0

    def keep() -> None:
        torch.save(whole.state_dict() | {f"backs.{k}": v for k, v in shadow.items()}, finder)

    while (spent := clock.spent()) < 1:
        xs, gs = [], []
        for _ in range(batch):
            image, where, _ = data.pick(rng)
            quarter = int(rng.integers(4))
            xs.append(np.rot90(image, quarter).copy())
            gs.append(np.rot90(where, quarter).copy())
        x = torch.from_numpy(np.stack(xs)).permute(0, 3, 1, 2).float().div_(255)
        for group in opt.param_groups:
            group["lr"] = _rate(spent, top)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            with torch.no_grad():
                seen = whole.seen(_jitter(x.contiguous(memory_format=torch.channels_last)))
            y = net(*seen)
        loss = torch.nn.functional.cross_entropy(
            y.float(), torch.from_numpy(np.stack(gs)).long(), weight=torch.tensor([1.0, 1.0, 2.0])
        )
        opt.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        opt.step()
        step += 1
        nets.average(shadow, net, min(0.995, step / (step + 10)))
        mean = mean * 0.98 + float(loss.detach()) * 0.02
        if step % 50 == 0:
            print(f"backs {100 * spent:.0f} % step {step} {mean / (1 - 0.98**step):.3f}", flush=True)
            data.refresh() if step % 200 == 0 else None
        if time.time() - saved > 60:
            keep()
            saved = time.time()
    keep()


def cut_patch(image: NDArray[Any], x: float, y: float, a: NDArray[Any]) -> NDArray[Any]:
    """The patch of the index at (x, y) whose frame `a` maps index heights to pixels, upright, 48 × 40."""
    k = nets.PATCH_SPAN / nets.PATCH_H
    m = np.column_stack([a * k, [x, y]])
    m[:, 2] -= m[:, :2] @ np.array([(nets.PATCH_W - 1) / 2, (nets.PATCH_H - 1) / 2])
    patch: NDArray[Any] = cv2.warpAffine(
        image,
        m,
        (nets.PATCH_W, nets.PATCH_H),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return patch


def pyramid(image: NDArray[Any]) -> list[NDArray[Any]]:
    """The picture at 1, 1/2, 1/4, 1/8."""
    levels = [image]
    for _ in range(3):
        levels.append(cv2.resize(levels[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
    return levels


def patch_from(levels: list[NDArray[Any]], x: float, y: float, a: NDArray[Any]) -> NDArray[Any]:
    """`cut_patch` from the level of a pyramid at which the patch is sampled about one to one."""
    high = float(np.hypot(a[0, 1], a[1, 1])) * nets.PATCH_SPAN / nets.PATCH_H
    level = int(np.clip(np.floor(np.log2(max(high, 1e-6)) + 0.35), 0, len(levels) - 1))
    f = 0.5**level
    return cut_patch(levels[level], (x + 0.5) * f - 0.5, (y + 0.5) * f - 0.5, a * f)


# Picture, rank class, suit (-1: none), pose correction and the side its card lies on, weight of the pose.
Patch = tuple[NDArray[Any], int, int, NDArray[Any], float]


def sample(data: Shards, rng: np.random.Generator) -> list[Patch]:
    """Patches of one tile."""
    image, _, records = data.pick(rng)
    image = np.asarray(image)
    found = []
    levels = [image, cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)]
    for r in records:
        a = r[3:7].astype(np.float64).reshape(2, 2)
        high = float(np.hypot(a[0, 1], a[1, 1]))
        if high < 8 or (high < 12 and rng.random() < (0.85 if high < 10 else 0.4)):
            continue  # most of these are past reading
        good = r[9] >= 0.5
        if not good and r[9] > HIDDEN:
            continue
        wild = rng.random() < 0.08
        spread = 1.0 if rng.random() < 0.5 else 0.45
        turn, shift, zoom = (
            rng.normal(0, 0.16) * spread,
            rng.normal(0, 0.11, 2) * spread,
            np.exp(rng.normal(0, 0.14) * spread),
        )
        if wild:
            if rng.random() < 0.5:
                turn = rng.uniform(1.0, 5.28)
            else:
                angle = rng.uniform(0, 6.3)
                shift = np.array([np.cos(angle), np.sin(angle)]) * rng.uniform(0.65, 1.5)
            good = False
        if rng.random() < 0.6:  # as the finder sees it: a similarity, not the true affine frame
            up = -a[:, 1]
            frame = np.column_stack([[-up[1], up[0]], -up])
        else:
            frame = a
        c, s = np.cos(turn), np.sin(turn)
        seen = frame @ np.array([[c, -s], [s, c]]) * zoom
        x, y = r[1:3] + a @ shift
        inverse = np.linalg.inv(seen)
        wanted = inverse @ a
        move = inverse @ (r[1:3] - [x, y])
        side = float(np.linalg.solve(a, r[10:12] - r[1:3])[0] > 0)
        pose = np.r_[wanted.ravel() - [1, 0, 0, 1], move, side]
        if np.abs(pose).max() > 1.2:
            good = False
        patch = patch_from(levels, float(x), float(y), seen)
        rank = int(r[7]) - 1 if good else NONE
        found.append(
            (patch, rank, int(r[8]) if good and rank < 13 else -1, pose.astype(np.float32), 1.0 if good else 0.0)
        )
    for _ in range(1):
        high = np.exp(rng.uniform(np.log(9), np.log(50)))
        p = rng.uniform(8, scenes.TILE - 8, 2)
        if len(records) and np.hypot(records[:, 1] - p[0], records[:, 2] - p[1]).min() < 0.7 * high:
            continue
        t = rng.uniform(0, 6.3)
        frame = np.array([[np.cos(t), -np.sin(t)], [np.sin(t), np.cos(t)]]) * high
        found.append((patch_from(levels, float(p[0]), float(p[1]), frame), NONE, -1, np.zeros(7, np.float32), 0.0))
    return found


def fit_reader(
    folders: list[Path],
    out: Path,
    minutes: float,
    start: Path | None = None,
    seed: int = 0,
    batch: int = 128,
    top: float = 2e-3,
    extra: Path | None = None,
    latest: float | None = None,
) -> None:
    """Train the reader likewise; `extra` holds mined false finds (`N × 48 × 40 × 3`), all of class none."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    data = Shards(folders)
    net = nets.Reader().to(memory_format=torch.channels_last)
    if start is not None and start.exists():
        net.load_state_dict(torch.load(start))
    shadow = {k: v.detach().clone() for k, v in net.state_dict().items()}
    opt = torch.optim.AdamW(net.parameters(), lr=top, weight_decay=1e-3)
    mined = np.load(extra) if extra is not None and extra.exists() else None
    clock, saved = Clock(minutes, latest), time.time()
    step, sums = 0, np.zeros(6)
    stock: list[Patch] = []
    while (spent := clock.spent()) < 1:
        while len(stock) < 4 * batch:
            stock.extend(sample(data, rng))
        order = rng.permutation(len(stock))
        chosen = [stock[k] for k in order[:batch]]
        stock = [stock[k] for k in order[batch:]]
        if mined is not None and len(mined):
            for k in rng.integers(len(mined), size=batch // 12):
                chosen.append((mined[k], NONE, -1, np.zeros(7, np.float32), 0.0))
        x = torch.from_numpy(np.stack([c[0] for c in chosen])).permute(0, 3, 1, 2).float().div_(255)
        x = _jitter(x.contiguous(memory_format=torch.channels_last))
        rank = torch.tensor([c[1] for c in chosen])
        suit = torch.tensor([c[2] for c in chosen])
        pose = torch.from_numpy(np.stack([c[3] for c in chosen]))
        weight = torch.tensor([c[4] for c in chosen])
        for group in opt.param_groups:
            group["lr"] = _rate(spent, top)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            y = net(x)
        y = y.float()
        loss_rank = torch.nn.functional.cross_entropy(y[:, : nets.RANKS], rank, label_smoothing=0.01)
        loss_suit = torch.nn.functional.cross_entropy(
            y[:, nets.RANKS : nets.RANKS + 4], suit, ignore_index=-1, label_smoothing=0.01
        )
        seen = weight.sum().clamp(min=1)
        loss_pose = ((y[:, nets.RANKS + 4 : nets.RANKS + 10] - pose[:, :6]).abs().sum(1) * weight).sum() / seen
        side = torch.nn.functional.binary_cross_entropy_with_logits(y[:, nets.RANKS + 10], pose[:, 6], reduction="none")
        loss_side = (side * weight).sum() / seen
        loss = loss_rank + loss_suit + 0.7 * loss_pose + 0.3 * loss_side
        opt.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        opt.step()
        step += 1
        nets.average(shadow, net, min(0.998, step / (step + 10)))
        with torch.no_grad():
            right = (y[:, : nets.RANKS].argmax(1) == rank).float().mean()
            named = suit >= 0
            suits = (y[:, nets.RANKS : nets.RANKS + 4].argmax(1) == suit)[named].float().mean()
        sums = (
            sums * 0.99
            + np.array(
                [
                    float(v)
                    for v in (
                        loss_rank.detach(),
                        loss_suit.detach(),
                        loss_pose.detach(),
                        right,
                        suits,
                        loss_side.detach(),
                    )
                ]
            )
            * 0.01
        )
        if step % 100 == 0:
            print(
                f"reader {100 * spent:.0f} % step {step} " + " ".join(f"{v:.3f}" for v in sums / (1 - 0.99**step)),
                flush=True,
            )
            data.refresh() if step % 500 == 0 else None
        if time.time() - saved > 120:
            torch.save(shadow, out)
            saved = time.time()
    torch.save(shadow, out)
