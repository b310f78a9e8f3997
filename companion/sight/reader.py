"""Photograph in, cards out: `read_photo` finds the indices, joins them into cards, decides, doubts and orders."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.cards import Card
from companion.sight.photo import Photo, load_photo

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from companion.sight.grouping import Found
    from companion.sight.pack import LearntPack

Point = tuple[float, float]
Box = tuple[Point, Point, Point, Point]
SUITS = "SHDC"
# Below this confidence a card is asked about.
SURE = 0.97
# The same for a second card of one name that shows a single corner, where nothing says that twins are in play.
SURE_TWIN = 0.997
# What a card that lies elsewhere is worth against one that may still come (natural logarithm).
ELSEWHERE = -5.0
# A reading so strong that it stands against the table: reported as a contradiction, not bent to the table.
FIRM = 0.98


@dataclass(frozen=True)
class SeenCard:
    """A card seen. With a `doubt` it is a question: `card` is then only the likeliest of the cards it could be.

    `box` holds the corners of the index it was read by, in pixels of the turned photograph.
    """

    card: Card | None
    confidence: float
    doubt: tuple[Card, ...] | None
    box: Box


@dataclass(frozen=True)
class Reading:
    """What one photograph shows: cards in reading order, face-down cards and jokers counted, seconds spent.

    `back_boxes` are the places where cards lie face down (one may hold several), `joker_boxes` the indices of jokers,
    in pixels of the turned photograph.
    """

    photo: str
    cards: tuple[SeenCard, ...]
    backs: int
    jokers: int
    seconds: float
    back_boxes: tuple[Box, ...] = ()
    joker_boxes: tuple[Box, ...] = ()


def card_of(code: int) -> Card:
    """The card of a class number (suit × 13 + rank - 1)."""
    return Card(code % 13 + 1, SUITS[code // 13])


def read_photo(
    path: str | os.PathLike[str],
    *,
    pack: LearntPack | None = None,
    in_play: Iterable[Card] | None = None,
    ring: bool = False,
    second_reader: bool = True,
) -> Reading:
    """Read the cards of a photograph.

    `pack` is a learnt pack (see `companion.sight.pack`), `in_play` the cards that may be seen at all (those not
    known to lie elsewhere), `ring` orders the cards clockwise, `second_reader` asks Tesseract about doubtful ranks
    where it is installed. Raises `PhotoTrouble` for a file that can't be read.
    """
    begun = time.perf_counter()
    photo = load_photo(path)
    cards, backs, jokers = read_pixels(photo, pack=pack, in_play=in_play, ring=ring, second_reader=second_reader)
    return Reading(
        photo.path,
        cards,
        sum(count for count, _ in backs),
        len(jokers),
        round(time.perf_counter() - begun, 3),
        tuple(box for _, box in backs),
        jokers,
    )


def read_pixels(
    photo: Photo,
    *,
    pack: LearntPack | None = None,
    in_play: Iterable[Card] | None = None,
    ring: bool = False,
    second_reader: bool = True,
) -> tuple[tuple[SeenCard, ...], list[tuple[int, Box]], tuple[Box, ...]]:
    """The cards of a loaded photograph, the places of face-down ones (how many, where), and where jokers' indices are."""
    from companion.sight.backs import find_backs
    from companion.sight.grouping import group, is_joker, is_there, outline, spots, usual_corner
    from companion.sight.indices import find_indices
    from companion.sight.order import reading_order
    from companion.sight.tesseract import consult

    indices, maps = find_indices(photo.pixels, every_scale=pack is not None and pack.faces is not None)
    if pack is not None:
        pack.rename(photo.pixels, indices)
    found = [card for card in group(indices) if is_there(card)]
    if pack is not None and pack.faces is not None:
        found = pack.faces.read(photo.pixels, maps, found)
    named = [card for card in found if not is_joker(card)]
    places = spots(named)
    heights = sorted(place.height for place in places)
    corner = usual_corner([ix for card in found for ix in card.indices])
    backs = find_backs(
        photo.pixels, maps, heights[len(heights) // 2] if heights else None, [outline(card, corner) for card in found]
    )
    order = reading_order(places, ring)
    if second_reader and (pack is None or pack.usual_letters):  # it knows no other letters: for it Kn is K, and Д is A
        consult(photo.pixels, named)
    decided = decide([named[k] for k in order], None if in_play is None else Counter(in_play))
    cards = tuple(
        SeenCard(card, confidence, doubt, _box(named[k], photo.scale))
        for k, (card, confidence, doubt) in zip(order, decided, strict=True)
    )
    jokers = tuple(_box(card, photo.scale) for card in found if is_joker(card))
    return cards, [(patch.count, _corners(patch.corners * photo.scale)) for patch in backs], jokers


def decide(
    found: list[Found], in_play: Counter[Card] | None
) -> list[tuple[Card | None, float, tuple[Card, ...] | None]]:
    """Card, confidence and doubt of each found card; `in_play` counts the cards that may be seen."""
    import numpy as np

    left = None if in_play is None else Counter(in_play)
    given: set[int] = set()
    answers: list[tuple[Card | None, float, tuple[Card, ...] | None]] = [(None, 0.0, None)] * len(found)
    for k in sorted(range(len(found)), key=lambda k: -float(found[k].logp.max())):
        logp: NDArray[Any] = found[k].logp[:52].copy()
        raw = np.exp(logp - logp.max())
        raw /= raw.sum()
        share = raw
        if left is not None:
            share = raw * np.exp([0.0 if left[card_of(c)] > 0 else ELSEWHERE for c in range(52)])
            share /= share.sum()
        best, said = int(np.argmax(share)), int(np.argmax(raw))
        confidence = float(share[best]) * min(1.0, found[k].presence + 0.05)
        contradicts = left is not None and left[card_of(said)] <= 0 and float(raw[said]) >= FIRM
        if contradicts:
            best = said
        order = [int(c) for c in np.argsort(-share)]
        doubt: tuple[Card, ...] | None = None
        limit = SURE
        if left is None and best in given and len(found[k].indices) == 1:
            limit = SURE_TWIN
        given.add(best)
        if contradicts or confidence < limit or (left is not None and left[card_of(best)] <= 0):
            others = [c for c in order if c != best and (share[c] > 0.02 or raw[c] > 0.02)]
            could = [best, *others[:3]]
            doubt = tuple(card_of(c) for c in could)
        elif left is not None:
            left[card_of(best)] -= 1
        answers[k] = (card_of(best), round(confidence, 4), doubt)
    return answers


def _box(card: Found, scale: float) -> Box:
    import numpy as np

    ix = card.indices[0]
    around = np.array([(-0.38, -0.5), (0.38, -0.5), (0.38, 0.5), (-0.38, 0.5)])
    return _corners((np.array([ix.x, ix.y]) + around @ ix.frame.T) * scale)


def _corners(quad: NDArray[Any]) -> Box:
    """Four corners (4 × 2) to a tenth of a pixel."""
    a, b, c, d = ((round(float(x), 1), round(float(y), 1)) for x, y in quad)
    return a, b, c, d
