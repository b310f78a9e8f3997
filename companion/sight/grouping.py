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
from companion.sight.order import Spot

Array = NDArray[Any]
# How far an index may lie from the corner that it is thought to be in, as a part of the distance between corners.
NEAR = 0.33
# The same for what is left over after all that sits well has been joined.
NEAR_LEFT_OVER = 0.62
LEAST_FIT = 0.1
# How alike two readings must be to be of one card, at first and for what is left over.
AGREE, AGREE_LEFT_OVER = 0.06, 0.35
# A reading as weak as this is taken along when it sits as well as that.
WEAK, FITS_WELL = 0.5, 0.5
# Lower corners are often half hidden and read wrong: they go along with more certainty than others.
WEAK_BELOW = 0.92
# … but only with one that is clear.
CLEAR = 0.8
COVERED_BELOW = 0.6
JOKER_SURE = 0.9
# What a card must have to count as one (see `is_there`).
LEAST_THERE, LEAST_HEAT, HOT, VAGUE = 0.8, 0.38, 0.78, 0.4
LEAST_PRESENCE = 0.4


@dataclass
class Found:
    """A card found: its indices, log probabilities of 52 cards and joker, and how sure it is that a card is there."""

    indices: list[Index] = field(default_factory=list)
    logp: Array = field(default_factory=lambda: np.zeros(NONE_CLASS))
    presence: float = 0.0
    whole: bool = False
    """Told by its whole face, not by what stands in its corners."""

    @property
    def best(self) -> int:
        """The likeliest class."""
        return int(np.argmax(self.logp))


def presence(ix: Index) -> float:
    """How sure it is that an index is there: the finder's heat and the reader's 'none' together."""
    seen = 1 - float(np.exp(ix.logp[NONE_CLASS]))
    return seen * min(1.0, 0.45 + ix.heat) * ix.usual


def certainty(ix: Index) -> float:
    """The chance of the likeliest card at an index, if it is one."""
    return float(np.exp(ix.logp[:NONE_CLASS].max()))


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
    sure = [ix for ix in indices if presence(ix) > 0.75 and ix.heat > 0.35 and certainty(ix) > 0.6]
    if len(sure) < 2:
        return _any_height
    places = np.array([[ix.x, ix.y] for ix in sure])
    heights = np.log([ix.height for ix in sure])
    weights = np.array([presence(ix) * ix.heat * certainty(ix) ** 2 for ix in sure])

    def usual(ix: Index) -> float:
        if certainty(ix) > 0.9 and ix.heat > 0.75:
            return 1.0
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


Corner = tuple[float, float]


def corner_hypotheses(a: Index, b: Index, corner: Corner) -> list[tuple[float, float, float]]:
    """Where `b` would lie seen from `a` if both were on one card, each place with the chance that their sides agree.

    Upside down in the opposite corner, upside down below, or upright beside; `corner` is the opposite corner.
    """
    x, y = corner
    if a.frame[:, 1] @ b.frame[:, 1] > 0:
        return [(x, 0.0, a.side * (1 - b.side)), (-x, 0.0, (1 - a.side) * b.side)]
    return [
        (x, y, a.side * b.side),
        (-x, y, (1 - a.side) * (1 - b.side)),
        (0.0, y, a.side * (1 - b.side) + (1 - a.side) * b.side),
    ]


def seen_from(a: Index, b: Index) -> tuple[float, float]:
    """Where `b` lies in index heights to the right of and below `a`."""
    x, y = np.linalg.solve(a.frame, np.array([b.x - a.x, b.y - a.y]))
    return float(x), float(y)


def same_card(a: Index, b: Index, corner: Corner | None = None, near: float = NEAR) -> float:
    """How well two indices sit in corners of one card, 0 (not at all) to 1; only where and how they lie counts."""
    if not 0.55 < a.height / b.height < 1.8:
        return 0.0
    turn = float(a.frame[:, 1] @ b.frame[:, 1]) / (a.height * b.height)
    if abs(turn) < 0.8:
        return 0.0
    down = a.down + b.down
    place = corner or (ACROSS * down, down)
    reach = float(np.hypot(*place))
    fit = 0.0
    for one, other in ((a, b), (b, a)):
        x, y = seen_from(one, other)
        fit += 0.5 * max(
            max(0.0, 1 - float(np.hypot(x - u, y - v)) / (near * reach)) * (0.25 + 0.75 * p)
            for u, v, p in corner_hypotheses(one, other, place)
        )
    return fit


def usual_corner(indices: list[Index]) -> Corner | None:
    """Where the opposite corner of a card lies in this picture, by the pairs that agree on rank, suit and sides."""
    across, down = [], []
    for i, a in enumerate(indices):
        for b in indices[:i]:
            if not 0.6 < a.height / b.height < 1.67 or alike(a.logp, b.logp) < 0.5:
                continue
            turn = float(a.frame[:, 1] @ b.frame[:, 1]) / (a.height * b.height)
            places = [seen_from(a, b), seen_from(b, a)]
            x, y = (abs(places[0][0]) + abs(places[1][0])) / 2, (places[0][1] + places[1][1]) / 2
            expected = a.down + b.down
            same_side = a.side * b.side + (1 - a.side) * (1 - b.side)
            if turn < -0.85 and 0.3 * expected < y < 1.8 * expected:
                if same_side > 0.7 and 0.4 < x / y < 1.2:
                    across.append(x)
                    down.append(y)
                elif same_side < 0.3 and x < 0.2 * y:
                    down.append(y)
            elif turn > 0.85 and same_side < 0.3 and 0.35 * expected < x < 1.5 * expected and abs(y) < 0.25 * x:
                across.append(x)
    if not down:
        return None
    y = float(np.median(down))
    return (float(np.median(across)) if across else ACROSS * y, y)


def alike(a: Array, b: Array) -> float:
    """The chance that two readings name one card."""
    return float(np.exp(a[:NONE_CLASS] + b[:NONE_CLASS]).sum())


def group(indices: list[Index]) -> list[Found]:
    """Join indices into cards, best pairs first."""
    usual = usual_height(indices)
    for ix in indices:
        ix.usual = usual(ix)
    good = [ix for ix in distinct(indices) if presence(ix) > LEAST_PRESENCE]
    corner = usual_corner([ix for ix in good if presence(ix) > 0.8])
    members: dict[int, list[int]] = {k: [k] for k in range(len(good))}
    _join(good, members, corner, NEAR, AGREE)
    _join(good, members, corner, NEAR_LEFT_OVER, AGREE_LEFT_OVER)
    return _uncovered([_card([good[k] for k in ks]) for ks in members.values()], corner)


def _goes_with(a: Index, b: Index, fit: float, agree_least: float) -> float:
    """How well two indices that fit go together: they read alike, or one reads weakly and sits just in the corner."""
    agree = alike(a.logp, b.logp)
    upside_down = float(a.frame[:, 1] @ b.frame[:, 1]) < 0
    low, high = sorted((certainty(a), certainty(b)))
    weak = low < (WEAK_BELOW if upside_down else WEAK) and high > CLEAR
    return fit * (0.2 + agree) if agree > agree_least or (weak and fit > FITS_WELL) else 0.0


def _join(
    good: list[Index], members: dict[int, list[int]], corner: Corner | None, near: float, agree_least: float
) -> None:
    """Join groups of indices whose every pair sits well on one card and goes together, best pairs first."""
    owner = {k: name for name, ks in members.items() for k in ks}
    worth: dict[tuple[int, int], float] = {}
    for i in range(len(good)):
        for j in range(i):
            fit = same_card(good[i], good[j], corner, near)
            if fit > LEAST_FIT:
                both = _goes_with(good[i], good[j], fit, agree_least)
                if both > 0:
                    worth[i, j] = worth[j, i] = both
    for _, i, j in sorted(((w, i, j) for (i, j), w in worth.items() if i > j), reverse=True):
        a, b = owner[i], owner[j]
        if a == b or len(members[a]) + len(members[b]) > 4:
            continue
        if all((p, q) in worth for p in members[a] for q in members[b]):
            for k in members[b]:
                owner[k] = a
            members[a] += members.pop(b)


def _uncovered(cards: list[Found], corner: Corner | None) -> list[Found]:
    """Leave out weak finds in the middle of a card that is read well: they are its pips or its figure."""
    sure = [c for c in cards if len(c.indices) > 1 and float(np.exp(c.logp.max())) > 0.9 and c.presence > LEAST_THERE]

    def covered(card: Found) -> bool:
        if any(card is other for other in sure) or float(np.exp(card.logp.max())) > COVERED_BELOW:
            return False
        return any(all(_inside(ix, over, corner) for ix in card.indices) for over in sure)

    return [card for card in cards if not covered(card)]


def _inside(ix: Index, card: Found, corner: Corner | None) -> bool:
    """Whether an index lies within a card, by the frame of the card's surest index."""
    first = card.indices[0]
    across, down = corner or (2 * ACROSS * first.down, 2 * first.down)
    x, y = seen_from(first, ix)
    return abs(x - np.copysign(across / 2, first.side - 0.5)) < across / 2 + 0.4 and -0.5 < y < down + 0.5


def _card(indices: list[Index]) -> Found:
    logp = np.zeros(NONE_CLASS)
    absent = 1.0
    first = max(indices, key=lambda ix: certainty(ix) * ix.heat)
    for ix in indices:
        p = presence(ix)
        absent *= 1 - p
        if ix is not first and certainty(ix) < WEAK_BELOW < certainty(first) and alike(first.logp, ix.logp) < AGREE:
            continue  # a half-hidden corner has no vote against one that is read well
        share = np.exp(ix.logp[:NONE_CLASS])
        share = 0.985 * share / max(1e-9, share.sum()) + 0.015 / NONE_CLASS
        logp += min(1.0, p + 0.15) * np.log(share)
    logp -= np.log(np.exp(logp - logp.max()).sum()) + logp.max()
    return Found(sorted(indices, key=presence, reverse=True), logp, 1 - absent)


def is_there(card: Found) -> bool:
    """Whether a found card is one: the finder saw it somewhere, and it does not read like anything and nothing."""
    heat = max(ix.heat for ix in card.indices)
    named = float(np.exp(card.logp[JOKER_CLASS if is_joker(card) else slice(0, JOKER_CLASS)].max()))
    vague = heat < HOT and named < VAGUE
    return card.presence >= LEAST_THERE and heat >= LEAST_HEAT and not vague


def is_joker(card: Found) -> bool:
    """Whether a card reads as a joker, and clearly."""
    return card.best == JOKER_CLASS and float(np.exp(card.logp[JOKER_CLASS])) >= JOKER_SURE


def spots(cards: list[Found]) -> list[Spot]:
    """Where each card is met, for the reading order: the place of its upper left index, seen or reckoned, and its middle."""
    indices = [ix for card in cards for ix in card.indices]
    if not indices:
        return []
    corner = usual_corner(indices)
    ups = np.array([-ix.frame[:, 1] / ix.height for ix in indices])
    double = np.arctan2(2 * ups[:, 0] * ups[:, 1], ups[:, 0] ** 2 - ups[:, 1] ** 2)
    axis = 0.5 * np.arctan2(np.sin(double).sum(), np.cos(double).sum())
    up = np.array([np.cos(axis), np.sin(axis)])
    if up[1] > 0.2 or (abs(up[1]) <= 0.2 and up[0] < 0):
        up = -up
    return [_spot(card, corner, up) for card in cards]


def _spot(card: Found, corner: Corner | None, up: Array) -> Spot:
    places, middles, heights, weights = [], [], [], []
    for ix in card.indices:
        across, down = corner or (2 * ACROSS * ix.down, 2 * ix.down)
        upright = float(-ix.frame[:, 1] @ up) > 0
        # In doubt it is the left side that shows: cards are laid so that their left corners can be read.
        right = ix.side > (0.3 if upright else 0.7)
        weights.append((0.1 + abs(2 * ix.side - 1)) * (12 if upright and right else 1))
        steps = {
            (True, True): (0.0, 0.0),
            (True, False): (-across, 0.0),
            (False, True): (across, down),
            (False, False): (0.0, down),
        }
        here = np.array([ix.x, ix.y])
        places.append(here + ix.frame @ np.array(steps[upright, right]))
        middles.append(here + ix.frame @ np.array([across / 2 if right else -across / 2, down / 2]))
        heights.append((down + 1.4) * ix.height)
    x, y = np.average(places, 0, weights)
    mx, my = np.mean(middles, 0)
    return Spot(float(x), float(y), float(mx), float(my), float(np.mean(heights)))


def outline(card: Found, corner: Corner | None) -> Array:
    """The four corners of a found card as its surest index tells them, in pixels (4 × 2)."""
    ix = card.indices[0]
    across, down = corner or (2 * ACROSS * ix.down, 2 * ix.down)
    left, right = (-0.5, across + 0.5) if ix.side > 0.5 else (-across - 0.5, 0.5)
    around = np.array([[left, -0.7], [right, -0.7], [right, down + 0.7], [left, down + 0.7]])
    corners: Array = np.array([ix.x, ix.y]) + around @ ix.frame.T
    return corners
