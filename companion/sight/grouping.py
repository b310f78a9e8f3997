"""From indices to cards: which indices belong to one card, by geometry first, and what the card is, one vote each.

Two indices of one card are one card; two equal cards of two packs are two. An index says where the middle of its
card lies; two that say the same place and lie as corners of one card do are taken together.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.sight.indices import ACROSS, JOKER_CLASS, NONE_CLASS, Index
from companion.sight.order import HEIGHT_PER_REACH, Spot

Array = NDArray[Any]
# How far an index may lie from the corner that it is thought to be in, as a part of the distance between corners.
NEAR = 0.33
LEAST_FIT = 0.1
LEAST_PRESENCE = 0.4


@dataclass
class Found:
    """A card found: its indices, log probabilities of 52 cards and joker, and how sure it is that a card is there."""

    indices: list[Index] = field(default_factory=list)
    logp: Array = field(default_factory=lambda: np.zeros(NONE_CLASS))
    presence: float = 0.0

    @property
    def best(self) -> int:
        """The likeliest class."""
        return int(np.argmax(self.logp))

    @property
    def middle(self) -> tuple[float, float]:
        """Where the middle of the card is taken to lie."""
        weight = np.array([ix.heat for ix in self.indices])
        points = np.array([[ix.card_x, ix.card_y] for ix in self.indices])
        x, y = (points * weight[:, None]).sum(0) / weight.sum()
        return float(x), float(y)


def presence(ix: Index) -> float:
    """How sure it is that an index is there: the finder's heat and the reader's 'none' together."""
    seen = 1 - float(np.exp(ix.logp[NONE_CLASS]))
    return seen * min(1.0, 0.45 + ix.heat) * ix.usual


def distinct(indices: list[Index]) -> list[Index]:
    """Drop indices that lie on a surer one (after their poses were corrected)."""
    kept: list[Index] = []
    for ix in sorted(indices, key=presence, reverse=True):
        if not any(_on(ix, other) or _on(other, ix) for other in kept):
            kept.append(ix)
    return kept


def _on(a: Index, b: Index) -> bool:
    """Whether the middle of `a` lies on the index `b`."""
    u, v = np.linalg.solve(b.frame, np.array([a.x - b.x, a.y - b.y]))
    return abs(float(u)) < 0.42 and abs(float(v)) < 0.62


def usual_height(indices: list[Index]) -> Callable[[Index], float]:
    """How usual the size of an index is beside the surest ones near it: 1, less where it is far too large or small."""
    sure = [ix for ix in indices if presence(ix) > 0.75 and ix.heat > 0.35]
    if len(sure) < 2:
        return _any_height
    places = np.array([[ix.x, ix.y] for ix in sure])
    heights = np.log([ix.height for ix in sure])
    weights = np.array([presence(ix) * ix.heat for ix in sure])

    def usual(ix: Index) -> float:
        far = np.hypot(*(places - [ix.x, ix.y]).T)
        near = np.argsort(far)[:9]
        others = near[far[near] > 1e-6]
        if len(others) == 0:
            return 1.0
        order = others[np.argsort(heights[others])]
        middle = order[int(np.searchsorted(np.cumsum(weights[order]), weights[order].sum() / 2))]
        off = max(0.0, abs(float(np.log(ix.height) - heights[middle])) - 0.42)
        return float(np.exp(-((off / 0.18) ** 2)))

    return usual


def _any_height(_: Index) -> float:
    return 1.0


def same_card(a: Index, b: Index) -> float:
    """How well two indices sit in corners of one card, 0 (not at all) to 1; only where and how they lie counts.

    Seen from `a`, the other index is upside down in the opposite corner, upside down below, or upright beside it.
    """
    if not 0.55 < a.height / b.height < 1.8:
        return 0.0
    turn = float(a.frame[:, 1] @ b.frame[:, 1]) / (a.height * b.height)
    if abs(turn) < 0.8:
        return 0.0
    down = 0.5 * (a.down + b.down)
    across = ACROSS * down
    fit = 0.0
    for one, other in ((a, b), (b, a)):
        x, y = np.linalg.solve(one.frame, np.array([other.x - one.x, other.y - one.y]))
        if turn > 0:
            places = [(2 * across, 0.0, one.side * (1 - other.side)), (-2 * across, 0.0, (1 - one.side) * other.side)]
        else:
            places = [
                (2 * across, 2 * down, one.side * other.side), (-2 * across, 2 * down, (1 - one.side) * (1 - other.side)),
                (0.0, 2 * down, one.side * (1 - other.side) + (1 - one.side) * other.side),
            ]
        reach = float(np.hypot(2 * across, 2 * down))
        best = max(max(0.0, 1 - float(np.hypot(x - u, y - v)) / (NEAR * reach)) * (0.25 + 0.75 * p) for u, v, p in places)
        fit += 0.5 * best
    return fit


def alike(a: Array, b: Array) -> float:
    """The chance that two readings name one card."""
    return float(np.exp(a[:NONE_CLASS] + b[:NONE_CLASS]).sum())


def group(indices: list[Index]) -> list[Found]:
    """Join indices into cards, best pairs first."""
    usual = usual_height(indices)
    for ix in indices:
        ix.usual = usual(ix)
    good = [ix for ix in distinct(indices) if presence(ix) > LEAST_PRESENCE]
    owner = list(range(len(good)))
    members: dict[int, list[int]] = {k: [k] for k in owner}
    pairs = []
    for i in range(len(good)):
        for j in range(i + 1, len(good)):
            fit = same_card(good[i], good[j])
            if fit > LEAST_FIT:
                agree = alike(good[i].logp, good[j].logp)
                if agree > 0.02:
                    pairs.append((fit * (0.2 + agree), i, j))
    for _, i, j in sorted(pairs, reverse=True):
        a, b = owner[i], owner[j]
        if a == b or len(members[a]) + len(members[b]) > 4:
            continue
        if all(same_card(good[p], good[q]) > LEAST_FIT for p in members[a] for q in members[b]):
            members[a] += members.pop(b)
            for k in members[a]:
                owner[k] = a
    return [_card([good[k] for k in ks]) for ks in members.values()]


def _card(indices: list[Index]) -> Found:
    logp = np.zeros(NONE_CLASS)
    absent = 1.0
    for ix in indices:
        p = presence(ix)
        absent *= 1 - p
        share = np.exp(ix.logp[:NONE_CLASS])
        share = 0.985 * share / max(1e-9, share.sum()) + 0.015 / NONE_CLASS
        logp += min(1.0, p + 0.15) * np.log(share)
    logp -= np.log(np.exp(logp - logp.max()).sum()) + logp.max()
    return Found(sorted(indices, key=presence, reverse=True), logp, 1 - absent)


def is_joker(card: Found) -> bool:
    """Whether a card reads as a joker."""
    return card.best == JOKER_CLASS


def spot(card: Found) -> Spot:
    """Where a found card is met, for its reading order."""
    reach = max(float(np.hypot(ix.card_x - ix.x, ix.card_y - ix.y)) for ix in card.indices)
    x = sum(ix.x for ix in card.indices) / len(card.indices)
    y = sum(ix.y for ix in card.indices) / len(card.indices)
    return Spot(x, y, *card.middle, HEIGHT_PER_REACH * reach)
