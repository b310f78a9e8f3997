"""The one door to numba: what is decorated here is compiled at its first call and kept on disk for the next start."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

from numba import njit
from numba.core.options import DefaultOptions

P = ParamSpec("P")
R = TypeVar("R")

NO_COUNTING = {"_nrt": False} if hasattr(DefaultOptions, "_nrt") else {}
"""Numba does not document this option; a version that had it no more would make kernels slower, not wrong."""


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """The function, compiled without the interpreter, its machine code cached beside the module or in the user's cache."""
    return _compiled(function)


def bare(function: Callable[P, R]) -> Callable[P, R]:
    """As `compiled`, for a function that makes no array: numba then counts no references.

    Each row looked at in a loop would otherwise be counted in and out with an atomic instruction, which took half the time of a race.
    A row is copied by `copy`, since `row[:] = other` would make room for rows that overlap.
    """
    return _compiled(function, **NO_COUNTING)


def _compiled(function: Callable[P, R], **options: bool) -> Callable[P, R]:
    try:
        return cast("Callable[P, R]", njit(cache=True, **options)(function))
    except RuntimeError:  # neither can be written: it is compiled anew in each run, as `doctor` tells
        return cast("Callable[P, R]", njit(**options)(function))


@bare
def copy(into: Any, numbers: Any) -> None:
    """Copy the numbers of a row into another of the same length that does not overlap it."""
    for i in range(into.shape[0]):
        into[i] = numbers[i]
