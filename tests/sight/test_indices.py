"""At which scales indices are looked for. The finder is replaced by maps made by hand."""

from __future__ import annotations

import numpy as np
import pytest

from companion.sight import indices

CHANNELS = 14
PICTURE = np.zeros((1200, 1600, 3), np.uint8)


def maps_with(scale: float, heights: tuple[float, ...], heat: float) -> np.ndarray:
    """The finder's maps of the picture at a scale: upright indices of these heights in pixels of the picture, in a row."""
    m = np.zeros((CHANNELS, round(1200 * scale) // 4, round(1600 * scale) // 4), np.float32)
    m[0] = -9
    for k, height in enumerate(heights):
        at = (m.shape[1] // 2, (k + 1) * m.shape[2] // (len(heights) + 1))
        m[(0, *at)] = np.log(heat / (1 - heat))
        m[(4, *at)] = -1
        m[(5, *at)] = np.log(height * scale / 20)
    return m


def scales_used(
    monkeypatch: pytest.MonkeyPatch, *heights: float, heat: float = 0.9, every_scale: bool = False
) -> list[float]:
    used: list[float] = []

    def maps_at(levels: list[np.ndarray], scale: float) -> tuple[np.ndarray, float, float]:
        assert [level.shape[:2] for level in levels[:2]] == [(1200, 1600), (600, 800)]
        used.append(scale)
        return maps_with(scale, heights, heat), scale, scale

    monkeypatch.setattr(indices, "maps_at", maps_at)
    monkeypatch.setattr(indices, "name_indices", lambda _, found: found)
    _, maps = indices.find_indices(PICTURE, every_scale)
    assert [sx for _, sx, _ in maps] == sorted(used, reverse=True)
    return sorted(used, reverse=True)


EVERY, COARSER = [1, 0.5, 0.25, 0.125], [0.5, 0.25, 0.125]


@pytest.mark.parametrize(
    ("heights", "scales"),
    [((90,), COARSER), ((90, 61, 200), COARSER), ((90, 59), EVERY), ((20, 20, 20), EVERY), ((), EVERY)],
)
def test_the_finest_scale_is_looked_at_only_where_something_small_is(
    monkeypatch: pytest.MonkeyPatch, heights: tuple[float, ...], scales: list[float]
) -> None:
    assert scales_used(monkeypatch, *heights) == scales


def test_what_is_hardly_an_index_does_not_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    assert scales_used(monkeypatch, 90, heat=0.4) == EVERY


def test_every_scale_is_looked_at_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    assert scales_used(monkeypatch, 90, every_scale=True) == EVERY


def test_a_picture_too_small_for_any_scale_shows_nothing() -> None:
    assert indices.find_indices(np.zeros((20, 30, 3), np.uint8)) == ([], [])
