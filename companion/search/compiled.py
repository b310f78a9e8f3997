"""The one door to numba: what is decorated here is compiled at its first call and kept on disk for the next start."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

from numba import njit

P = ParamSpec("P")
R = TypeVar("R")


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """The function, compiled without the interpreter, its machine code cached beside the module or in the user's cache."""
    try:
        return cast("Callable[P, R]", njit(cache=True)(function))
    except RuntimeError:  # neither can be written: it is compiled anew in each run, as `doctor` tells
        return cast("Callable[P, R]", njit(function))
