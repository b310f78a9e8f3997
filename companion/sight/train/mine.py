"""Finds that are none: where the finder sees an index on a training tile and there is none, for the reader to learn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from companion.sight import indices
from companion.sight.train import fit, nets


def false_finds(folders: list[Path], finder: Path, out: Path, tiles: int, seed: int = 0) -> int:
    """Write patches of the finder's mistakes on `tiles` tiles to `out` (N × 48 × 40 × 3 bytes); returns how many."""
    net = nets.load_finder(finder).eval()
    rng = np.random.default_rng(seed)
    data = fit.Shards(folders)
    patches: list[NDArray[Any]] = []
    for _ in range(max(1, tiles // 16)):
        picked = [data.pick(rng) for _ in range(16)]
        x = torch.from_numpy(np.stack([np.asarray(p[0]) for p in picked])).permute(0, 3, 1, 2).float() / 255
        with torch.no_grad(), torch.autocast("cpu", dtype=torch.bfloat16):
            maps = net(x).float().numpy()
        for (image, _, records), m in zip(picked, maps, strict=True):
            for px, py, frame, *_ in indices.peaks(m, 1.0, 1.0, 0.1):
                high = float(np.hypot(frame[0, 1], frame[1, 1]))
                if len(records):
                    far = np.hypot(records[:, 1] - px, records[:, 2] - py)
                    if far.min() < 0.6 * high:
                        continue
                patches.append(fit.cut_patch(np.asarray(image), px, py, frame))
    mined = np.stack(patches) if patches else np.zeros((0, nets.PATCH_H, nets.PATCH_W, 3), np.uint8)
    np.save(out, mined)
    return len(mined)
