"""Renders training tiles to disk, a thousand a shard."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sight.train import clutter, faces, packs, scenes


def stage(packs_folder: Path, seed: int, tables: int = 120, of_backs: bool = False) -> scenes.Stage:
    """A stage with every rasterised pack of `packs_folder`, ready to draw tiles (`of_backs`: those that teach backs)."""
    rng = np.random.default_rng(seed)
    fonts, suit_files = faces.font_files(), faces.suit_fonts()
    names = [n for n in packs.INDEX_BOXES if (packs_folder / n).exists()]
    svg, backs = [], []
    for name in names:
        faces_, backs_ = faces.svg_faces(packs_folder, name)
        svg.append(faces_)
        backs.extend(backs_)
    pool = scenes.Pool(rng, fonts, suit_files, faces.court_art(packs_folder, names), svg, backs)
    tops = scenes.grounds(rng, fonts, tables)
    return clutter.BackStage(pool, tops, rng, fonts, backs) if of_backs else scenes.Stage(pool, tops, rng)


def render(
    packs_folder: Path, out: Path, shards: int, seed: int, per_shard: int = 1000, of_backs: bool = False
) -> None:
    """Write `shards` shards of tiles: `S-tiles.npy`, `S-maps.npy`, `S-records.npy`."""
    cv2.setNumThreads(1)
    out.mkdir(parents=True, exist_ok=True)
    for shard in range(shards):
        name = f"{seed:03d}{shard:03d}"
        on_stage = stage(packs_folder, seed * 1000 + shard, of_backs=of_backs)
        images = np.empty((per_shard, scenes.TILE, scenes.TILE, 3), np.uint8)
        maps = np.empty((per_shard, scenes.TILE // 4, scenes.TILE // 4), np.uint8)
        records: list[NDArray[Any]] = []
        for k in range(per_shard):
            images[k], found, maps[k] = on_stage.tile()
            records.append(np.column_stack([np.full(len(found), k, np.float32), found]))
        np.save(out / f"{name}-maps.npy", maps)
        np.save(out / f"{name}-records.npy", np.concatenate(records).astype(np.float32))
        np.save(out / f"{name}-tiles.npy", images)
        print(f"shard {name}: {per_shard} tiles, {sum(map(len, records))} indices", flush=True)


def load(folder: Path, part: str) -> list[NDArray[Any]]:
    """All shards' arrays of one part (`tiles` mapped from disk, `maps`, `records`), in order."""
    return [
        np.load(p, mmap_mode="r") if part == "tiles" else np.load(p)
        for p in sorted(folder.glob(f"*-{part}.npy"))
        if Path(str(p).replace(part, "tiles")).exists()
    ]
