"""The renderer says where its indices are, and says it right; a tiny training run goes from packs to ONNX."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.sight import nets
from companion.sight.train import packs, scenes
from companion.sight.train.faces import HEIGHT, WIDTH, Face, Index

NEEDED = ("rsvg-convert", "fc-list")


class OneCard:
    """A pool whose only card is white with a red square as its index, 40 pixels wide and high."""

    def __init__(self) -> None:
        picture = np.full((HEIGHT, WIDTH, 3), 255, np.uint8)
        picture[20:60, 10:50] = (0, 0, 255)
        self.face = Face(picture, 7, 2, [Index(30, 40, 40, 40, -1)])

    def cards(self, count: int) -> list[Face]:
        return [self.face] * count

    def a_back(self) -> Face:
        return Face(np.full((HEIGHT, WIDTH, 3), 90, np.uint8), 0, -1, [])


def unspoilt(image: np.ndarray, _: np.random.Generator) -> np.ndarray:
    return np.clip(image, 0, 255).astype(np.uint8)


def no_obstacle(_: np.ndarray) -> None:
    return None


def test_records_lie_where_the_index_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scenes, "spoil", unspoilt)
    stage = scenes.Stage(OneCard(), [np.full((512, 512, 3), 60, np.uint8)], np.random.default_rng(11))  # type: ignore[arg-type]
    monkeypatch.setattr(stage, "_obstacle", no_obstacle)
    checked = 0
    for _ in range(60):
        picture, records, _ = stage.tile()
        for x, y, a11, a12, a21, a22, rank, suit, visible, *_ in records:
            if visible < 0.999 or np.hypot(a12, a22) < 10:
                continue
            assert (rank, suit) == (7, 2)
            inside = [(x, y), (x + 0.3 * a11, y + 0.3 * a21), (x - 0.3 * a12, y - 0.3 * a22)]
            for px, py in inside:
                blue, _, red = picture[int(py), int(px)]
                assert red > blue + 60, "an index frame leaves its index"
            checked += 1
    assert checked > 20


def test_ids_of_every_pack_have_an_index_box() -> None:
    assert all(0 <= x0 < x1 <= WIDTH and 0 <= y0 < y1 <= HEIGHT for x0, y0, x1, y1 in packs.INDEX_BOXES.values())


@pytest.mark.skipif(
    importlib.util.find_spec("torch") is None, reason="training needs torch, which is not installed here"
)
@pytest.mark.skipif(any(shutil.which(p) is None for p in NEEDED), reason="training needs rsvg-convert and fontconfig")
def test_a_tiny_training_run_writes_both_nets(tmp_path: Path) -> None:
    from companion.sight.train.__main__ import main

    assert (
        main(["--minutes", "0.15", "--work", str(tmp_path), "--out", str(tmp_path / "models"), "--threads", "1"]) == 0
    )
    finder = cv2.dnn.readNetFromONNX(str(tmp_path / "models" / "finder.onnx"))
    finder.setInput(np.zeros((1, 3, 64, 96), np.float32))
    assert finder.forward().shape == (1, 14, 64 // nets.STRIDE, 96 // nets.STRIDE)
    reader = cv2.dnn.readNetFromONNX(str(tmp_path / "models" / "reader.onnx"))
    reader.setInput(np.zeros((3, 3, nets.PATCH_H, nets.PATCH_W), np.float32))
    assert reader.forward().shape[0] == 3


@pytest.mark.skipif(any(shutil.which(p) is None for p in NEEDED), reason="the tiles need fontconfig's fonts")
def test_tiles_of_backs_say_where_the_backs_lie(monkeypatch: pytest.MonkeyPatch) -> None:
    """Backs of one flat colour on a table of another: the map's backs are where that colour is seen, faces are white."""
    from companion.sight.train import clutter, faces

    monkeypatch.setattr(scenes, "spoil", unspoilt)
    monkeypatch.setattr(clutter, "CLUTTERED", 0.0)
    monkeypatch.setattr(clutter, "printed", lambda *_: [])
    pool = OneCard()
    table, rng = np.full((512, 512, 3), 60, np.uint8), np.random.default_rng(3)
    stage = clutter.BackStage(pool, [table], rng, faces.font_files(), [])  # type: ignore[arg-type]
    monkeypatch.setattr(stage, "_obstacle", no_obstacle)
    flat = Face(np.full((HEIGHT, WIDTH, 3), (250, 40, 40), np.uint8), 0, -1, [])
    monkeypatch.setattr(pool, "a_back", lambda: flat)
    shown = 0
    for _ in range(40):
        picture, _, where = stage.tile()
        inside = cv2.erode((where == 2).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
        seen = picture[2::4, 2::4][inside].astype(int)
        shown += int(inside.sum())
        assert (seen[:, 0] > seen[:, 2] + 60).mean() > 0.95 if len(seen) else True
    assert shown > 500


@pytest.mark.skipif(shutil.which("fc-list") is None, reason="made-up backs need fontconfig's fonts")
def test_made_up_backs_and_table_tops_are_of_every_kind() -> None:
    from companion.sight.train import clutter, faces

    rng, fonts = np.random.default_rng(8), faces.font_files()
    backs = [clutter.back(rng, fonts) for _ in range(40)]
    assert {back.picture.shape for back in backs} == {(HEIGHT, WIDTH, 3)}
    assert all(back.rank == 0 and not back.indices for back in backs)
    plain = sum(back.picture[40:-40, 40:-40].std(axis=(0, 1)).max() < 1 for back in backs)
    assert 3 < plain < 30
    assert all(top.shape == (512, 512, 3) for top in clutter.printed(rng, fonts, 12))
