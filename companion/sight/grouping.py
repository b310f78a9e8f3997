"""From indices to cards: which indices belong to one card, by geometry first, and what the card is, one vote each.

Two indices of one card are one card; two equal cards of two packs are two. An index says where the middle of its
card lies; two that say the same place and lie as corners of one card do are taken together.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.sight.indices import JOKER_CLASS, NONE_CLASS, Index
from companion.sight.order import HEIGHT_PER_REACH, Spot

Array = NDArray[Any]
# How far apart the two middles may be, as a part of the distance from index to middle.
NEAR = 0.5
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
    return seen * min(1.0, 0.45 + ix.heat)


def distinct(indices: list[Index]) -> list[Index]:
    """Drop indices that lie on a surer one (after their poses were corrected)."""
    kept: list[Index] = []
    for ix in sorted(indices, key=presence, reverse=True):
        for other in kept:
            d = np.hypot(ix.x - other.x, ix.y - other.y)
            if d < 0.5 * min(ix.height, other.height):
                break
            if d < 0.75 * max(ix.height, other.height) and ix.best == other.best:
                break
        else:
            kept.append(ix)
    return kept


def same_card(a: Index, b: Index) -> float:
    """How well two indices sit on one card, 0 (not at all) to 1; only where they lie counts."""
    ha, hb = a.height, b.height
    if not 0.55 < ha / hb < 1.8:
        return 0.0
    va, vb = np.array([a.card_x - a.x, a.card_y - a.y]), np.array([b.card_x - b.x, b.card_y - b.y])
    apart = float(np.hypot(a.card_x - b.card_x, a.card_y - b.card_y))
    reach = 0.5 * float(np.hypot(*va) + np.hypot(*vb))
    if reach < 1e-3 or np.hypot(a.x - b.x, a.y - b.y) < 0.8 * min(ha, hb):
        return 0.0
    ua, ub = -a.frame[:, 1] / ha, -b.frame[:, 1] / hb
    turn = float(abs(ua @ ub))
    if turn < 0.8:
        return 0.0
    return max(0.0, 1 - apart / (NEAR * reach)) * turn


def alike(a: Array, b: Array) -> float:
    """The chance that two readings name one card."""
    return float(np.exp(a[:NONE_CLASS] + b[:NONE_CLASS]).sum())


def group(indices: list[Index]) -> list[Found]:
    """Join indices into cards, best pairs first."""
    good = [ix for ix in distinct(indices) if presence(ix) > LEAST_PRESENCE * 0.5]
    owner = list(range(len(good)))
    members: dict[int, list[int]] = {k: [k] for k in owner}
    pairs = []
    for i in range(len(good)):
        for j in range(i + 1, len(good)):
            fit = same_card(good[i], good[j])
            if fit > 0:
                agree = alike(good[i].logp, good[j].logp)
                if agree > 0.02:
                    pairs.append((fit * (0.2 + agree), i, j))
    for _, i, j in sorted(pairs, reverse=True):
        a, b = owner[i], owner[j]
        if a == b or len(members[a]) + len(members[b]) > 4:
            continue
        if all(same_card(good[p], good[q]) > 0 for p in members[a] for q in members[b]):
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
