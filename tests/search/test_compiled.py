"""Kernels that count no references."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numba import njit

from companion.search import compiled as door
from companion.search.compiled import bare, compiled, copy


def total(rows: Any) -> int:
    """Looks at rows in a loop, and hands each on to a function that is not inlined away."""
    found = 0
    for at in range(rows.shape[0]):
        found += _first(rows[at])
    return found


@bare
def _first(row: Any) -> int:
    return int(row[0])


def test_a_bare_kernel_does_the_same() -> None:
    rows = np.arange(12, dtype=np.int16).reshape(3, 4)
    assert total(rows) == compiled(total)(rows) == bare(total)(rows) == 0 + 4 + 8


def test_the_option_leaves_no_counting_in_the_code() -> None:
    """Compiled without the cache, since numba does not show the code of what it reads from there."""
    rows = np.arange(12, dtype=np.int16).reshape(3, 4)
    counted = {}
    for name, options in (("compiled", {}), ("bare", door.NO_COUNTING)):
        kernel: Any = njit(**options)(total)
        kernel(rows)
        (code,) = kernel.inspect_llvm().values()
        counted[name] = "@NRT_incref" in code or "@NRT_decref" in code
    assert counted == {"compiled": True, "bare": False}


def test_without_the_option_it_is_compiled_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "NO_COUNTING", {})
    assert bare(total)(np.arange(12, dtype=np.int16).reshape(3, 4)) == 12


def test_a_row_is_copied_number_by_number() -> None:
    rows = np.arange(6).reshape(2, 3)
    copy(rows[0], rows[1])
    assert rows.tolist() == [[3, 4, 5], [3, 4, 5]]
