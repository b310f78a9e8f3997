"""The order in which cards are read: spreads (fans, rows, columns) along themselves, tables row by row, rings clockwise."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Spot:
    """Where a card is met: the place to read it at, its middle, and its height in pixels."""

    x: float
    y: float
    middle_x: float
    middle_y: float
    height: float


def spreads(spots: Sequence[Spot]) -> list[list[int]]:
    """Cards that lie on one another, as groups of their numbers."""
    owner = list(range(len(spots)))

    def top(k: int) -> int:
        while owner[k] != k:
            k = owner[k]
        return k

    for i, a in enumerate(spots):
        for j in range(i):
            b = spots[j]
            apart = math.hypot(a.middle_x - b.middle_x, a.middle_y - b.middle_y)
            near = math.hypot(a.x - b.x, a.y - b.y)
            if min(apart, near) < 0.5 * min(a.height, b.height):
                owner[top(i)] = top(j)
    groups: dict[int, list[int]] = {}
    for k in range(len(spots)):
        groups.setdefault(top(k), []).append(k)
    return list(groups.values())


def along(spots: Sequence[Spot], members: list[int]) -> list[int]:
    """The members of one spread in its own direction: left to right, or top to bottom when it runs downwards."""
    if len(members) < 2:
        return members
    mx = sum(spots[k].x for k in members) / len(members)
    my = sum(spots[k].y for k in members) / len(members)
    sxx = sum((spots[k].x - mx) ** 2 for k in members)
    syy = sum((spots[k].y - my) ** 2 for k in members)
    sxy = sum((spots[k].x - mx) * (spots[k].y - my) for k in members)
    angle = 0.5 * math.atan2(2 * sxy, sxx - syy)
    ux, uy = math.cos(angle), math.sin(angle)
    if abs(uy) > abs(ux):
        ux, uy = (ux, uy) if uy > 0 else (-ux, -uy)
    elif ux < 0:
        ux, uy = -ux, -uy
    return sorted(members, key=lambda k: (spots[k].x - mx) * ux + (spots[k].y - my) * uy)


def reading_order(spots: Sequence[Spot], ring: bool = False) -> list[int]:
    """Numbers of the cards in reading order; with `ring`, clockwise from the top around their common middle."""
    if not spots:
        return []
    if ring:
        mx = sum(s.middle_x for s in spots) / len(spots)
        my = sum(s.middle_y for s in spots) / len(spots)
        return sorted(
            range(len(spots)),
            key=lambda k: math.atan2(spots[k].middle_x - mx, my - spots[k].middle_y) % (2 * math.pi - 0.2),
        )
    units = []
    for members in spreads(spots):
        height = sum(spots[k].height for k in members) / len(members)
        tops = [spots[k].middle_y for k in members]
        low, high = min(tops) - 0.5 * height, max(tops) + 0.5 * height
        x = sum(spots[k].middle_x for k in members) / len(members)
        units.append((low, high, x, along(spots, members)))
    rows: list[list[tuple[float, float, float, list[int]]]] = []
    for unit in sorted(units, key=lambda u: u[0] + u[1]):
        for row in rows:
            low, high = min(u[0] for u in row), max(u[1] for u in row)
            shared = min(high, unit[1]) - max(low, unit[0])
            if shared > 0.5 * min(high - low, unit[1] - unit[0]):
                row.append(unit)
                break
        else:
            rows.append([unit])
    return [k for row in rows for unit in sorted(row, key=lambda u: u[2]) for k in unit[3]]
