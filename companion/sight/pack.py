"""Learnt packs: photographs of a pack's cards in a known order teach the reader that pack's own corners.

What is learnt is a correction of the reader's last layer, fitted to the pack's indices in many small variations
and held close to what the reader knew; so a card that was not on the photographs is read as before. Photographs on which cards lie
apart and show no indices teach their whole faces instead (`companion.sight.whole`).
A pack is one file, `NAME.pack.npz`, in the folder that the caller names.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cards import Card

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from companion.sight.indices import Index
    from companion.sight.reader import Reading
    from companion.sight.whole import WholeFaces

SUFFIX = ".pack.npz"
VARIATIONS = 24
STEPS = 220
# How strongly the correction is held to nothing.
HOLD = 2e-3
# What was learnt from clean corners is too sure of half-hidden ones: its log odds are taken at this part of their worth.
CALM = 0.75
# A rank or suit is one that the reader knows by itself when it was right about it so often on the sheets.
KNOWN = 0.8
# A sheet on which fewer cards than this part of them show an index is one of whole faces.
WITH_INDICES = 0.5


class PackTrouble(Exception):
    """A pack that cannot be learnt, found or used; the text is one helpful sentence."""


class PackNotFound(PackTrouble):
    """No pack of that name has been learnt."""


class PackDamaged(PackTrouble):
    """The pack's file cannot be read."""


class PackNameBad(PackTrouble):
    """The name is empty or would not make a file name."""


class PackSheetDiffers(PackTrouble):
    """A photograph does not show as many cards as were named for it."""


@dataclass(frozen=True)
class LearntPack:
    """A pack as learnt: its name, the cards it was learnt from, the correction of the reader (empty: none), whole faces.

    `known` says of the thirteen ranks and then of the four suits whether the reader reads them rightly without the correction.
    """

    name: str
    cards: tuple[Card, ...]
    weights: NDArray[Any]
    faces: WholeFaces | None = None
    known: NDArray[Any] | None = None

    @property
    def usual_letters(self) -> bool:
        """Whether the pack's letters mean what they mean to everyone, as far as is known."""
        return self.known is None or bool(self.known[:13].all())

    def rename(self, pixels: NDArray[Any], indices: list[Index]) -> None:
        """Read `indices` of a picture again with what was learnt, in place."""
        from companion.sight import nets
        from companion.sight.indices import classes, cut_patches, pyramid

        if not indices or not self.weights.size:
            return
        out = nets.run("reader", cut_patches(pyramid(pixels), [(i.x, i.y, i.frame) for i in indices]))
        logits = CALM * (out[:, : nets.RANKS + nets.SUITS] + out[:, nets.FEATURES] @ self.weights)
        for index, logp in zip(indices, classes(logits), strict=True):
            if _far(index.logp, logp):
                index.logp = 0.5 * index.logp + 0.5 * logp
            elif not self._bears_out(index.logp, logp):
                index.logp = logp

    def _bears_out(self, old: NDArray[Any], new: NDArray[Any]) -> bool:
        """Whether what was learnt says what the reader said more surely, of a card with letters and a sign that it knows.

        Then it is only calmer, and nothing was learnt that would be a reason to doubt.
        """
        best = int(old[:52].argmax())
        suit, rank = divmod(best, 13)
        same = best == int(new[:53].argmax()) and old[best] >= new[best]
        return same and self.known is not None and bool(self.known[rank] and self.known[13 + suit])


def _far(old: NDArray[Any], new: NDArray[Any]) -> bool:
    """Whether the reader saw no index at all where the learnt pack sees one."""
    return float(old[-1]) > -0.1 and float(new[-1]) < -2.0


def learn_pack(
    folder: str | os.PathLike[str], name: str, sheets: Sequence[tuple[str | os.PathLike[str], Sequence[Card]]]
) -> LearntPack:
    """Learn a pack from photographs, each with its cards in reading order, and keep it in `folder`.

    Raises `PackSheetDiffers` when a photograph does not show the cards named for it, `PhotoTrouble` for a bad file.
    """
    import numpy as np

    from companion.sight.photo import load_photo
    from companion.sight.whole import WholeFaces, cut_face

    target = _file(folder, name)
    features, logits, ranks, suits = [], [], [], []
    learnt: list[Card] = []
    faces: dict[Card, list[NDArray[Any]]] = {}
    for number, (path, cards) in enumerate(sheets):
        photo = load_photo(path)
        shown, outlined = _matched(photo.pixels, os.fspath(path), list(cards))
        for card, indices in shown:
            f, z = _variations(photo.pixels, indices, np.random.default_rng(number))
            features.append(f)
            logits.append(z)
            ranks += [card.rank - 1] * len(f)
            suits += ["SHDC".index(card.suit)] * len(f)
        for card, quad in outlined:
            faces.setdefault(card, []).append(cut_face(photo.pixels, quad))
        learnt += cards
    if not learnt:
        raise PackSheetDiffers("No photograph was given; name at least one with its cards in order.")
    weights, known = np.zeros((0, 0), np.float32), None
    if features:
        said = np.concatenate(logits)
        weights = _fit(np.concatenate(features), said, np.array(ranks), np.array(suits))
        known = _known(said, np.array(ranks), np.array(suits))
    told = [(card, picture) for card, pictures in faces.items() for picture in pictures]
    whole = WholeFaces(tuple(card for card, _ in told), np.stack([p for _, p in told])) if told else None
    pack = LearntPack(name, tuple(learnt), weights, whole, known)
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_name(target.name + ".new")
    with open(draft, "wb") as file:
        np.savez_compressed(file, **_arrays(pack))  # type: ignore[arg-type]
    os.replace(draft, target)
    return pack


def _arrays(pack: LearntPack) -> dict[str, NDArray[Any]]:
    """What a pack's file holds."""
    import numpy as np

    kept = {"weights": pack.weights.astype(np.float32), "cards": np.array([str(c) for c in pack.cards])}
    if pack.known is not None:
        kept["known"] = pack.known
    if pack.faces is not None:
        kept |= {"faces": np.array([str(c) for c in pack.faces.cards]), "pictures": pack.faces.pictures}
    return kept


def _matched(
    pixels: NDArray[Any], path: str, cards: list[Card]
) -> tuple[list[tuple[Card, list[Index]]], list[tuple[Card, NDArray[Any]]]]:
    """Each named card with its indices in the picture, by reading order; or, where cards show none, with its outline."""
    from companion.sight.grouping import group, is_there, spots
    from companion.sight.indices import find_indices
    from companion.sight.order import reading_order
    from companion.sight.whole import outline_spot, outlines_of

    indices, maps = find_indices(pixels, every_scale=True)
    found = [c for c in group(indices) if is_there(c)]
    outlines = outlines_of(maps, len(cards))
    if outlines and len(found) < WITH_INDICES * len(cards):
        order = reading_order([outline_spot(quad) for quad in outlines])
        return [], [(card, outlines[k]) for card, k in zip(cards, order, strict=True)]
    if len(found) > len(cards):
        found = sorted(found, key=lambda c: -c.presence)[: len(cards)]
    if len(found) != len(cards):
        raise PackSheetDiffers(
            f"{path}: {len(found)} cards are seen where {len(cards)} were named; lay them apart, corners free, and try again."
        )
    order = reading_order(spots(found))
    return [(card, found[k].indices) for card, k in zip(cards, order, strict=True)], []


def _variations(pixels: NDArray[Any], indices: list[Index], rng: Any) -> tuple[NDArray[Any], NDArray[Any]]:
    """Reader features and outputs of the indices in many slightly wrong poses and lights."""
    import cv2
    import numpy as np

    from companion.sight import nets
    from companion.sight.indices import cut_patches, pyramid

    levels = pyramid(pixels)
    poses = []
    for ix in indices:
        for k in range(VARIATIONS):
            wide = 0.0 if k == 0 else 1.0
            turn, zoom = rng.normal(0, 0.06) * wide, np.exp(rng.normal(0, 0.06) * wide)
            shift = ix.frame @ (rng.normal(0, 0.04, 2) * wide)
            c, s = np.cos(turn), np.sin(turn)
            poses.append((ix.x + shift[0], ix.y + shift[1], ix.frame @ np.array([[c, -s], [s, c]]) * zoom))
    patches = cut_patches(levels, poses)
    for k in range(len(patches)):
        if k % VARIATIONS:
            picture = patches[k].transpose(1, 2, 0)
            if rng.random() < 0.4:
                picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.4, 1.1))
            gain = np.exp(rng.normal(0, 0.2)) * np.exp(rng.normal(0, 0.05, 3))
            patches[k] = np.clip(picture * gain + rng.normal(0, 0.015, picture.shape), 0, 1).transpose(2, 0, 1)
    out = nets.run("reader", patches)
    return out[:, nets.FEATURES], out[:, : nets.RANKS + nets.SUITS]


def _fit(features: NDArray[Any], logits: NDArray[Any], ranks: NDArray[Any], suits: NDArray[Any]) -> NDArray[Any]:
    """The correction that makes the learnt indices right, as small as will do (gradient descent with momentum)."""
    import numpy as np

    from companion.sight import nets

    weights = np.zeros((features.shape[1], nets.RANKS + nets.SUITS))
    wanted = np.zeros_like(logits)
    wanted[np.arange(len(ranks)), ranks] = 1
    wanted[np.arange(len(suits)), nets.RANKS + suits] = 1
    scale = float((features**2).sum(1).mean())
    push = np.zeros_like(weights)
    for _ in range(STEPS):
        z = logits + features @ weights
        share = np.empty_like(z)
        for part in (slice(0, nets.RANKS), slice(nets.RANKS, None)):
            e = np.exp(z[:, part] - z[:, part].max(1, keepdims=True))
            share[:, part] = e / e.sum(1, keepdims=True)
        slope = features.T @ (share - wanted) / len(features) / scale * 8 + HOLD * weights
        push = 0.9 * push - slope
        weights = weights + push
    fitted: NDArray[Any] = weights.astype(np.float32)
    return fitted


def _known(logits: NDArray[Any], ranks: NDArray[Any], suits: NDArray[Any]) -> NDArray[Any]:
    """Of thirteen ranks and four suits, whether the reader said them where they were, and only there, nearly always.

    One that was neither shown nor said is known as far as anyone can tell.
    """
    import numpy as np

    from companion.sight import nets

    known = []
    for true, said, count in (
        (ranks, logits[:, :13].argmax(1), 13),
        (suits, logits[:, nets.RANKS : nets.RANKS + nets.SUITS].argmax(1), nets.SUITS),
    ):
        for k in range(count):
            either = (true == k) | (said == k)
            known.append(not either.any() or float((true == said)[either].mean()) >= KNOWN)
    return np.array(known)


def _file(folder: str | os.PathLike[str], name: str) -> Path:
    if not re.fullmatch(r"[^\W_][\w .-]{0,60}", name):
        raise PackNameBad(f"“{name}” cannot name a pack; use letters, digits, blanks and dashes.")
    return Path(folder) / f"{name}{SUFFIX}"


def list_packs(folder: str | os.PathLike[str]) -> list[str]:
    """Names of the packs learnt, in order of the alphabet."""
    return sorted(p.name[: -len(SUFFIX)] for p in Path(folder).glob(f"*{SUFFIX}"))


def load_pack(folder: str | os.PathLike[str], name: str) -> LearntPack:
    """A learnt pack. Raises `PackNotFound` or `PackDamaged`."""
    import zipfile

    import numpy as np

    path = _file(folder, name)
    try:
        with np.load(path, allow_pickle=False) as data:
            cards = tuple(Card.parse(str(c)) for c in data["cards"])
            known = data["known"].astype(bool) if "known" in data else None
            if known is not None and known.shape != (17,):
                raise ValueError(known.shape)
            return LearntPack(name, cards, data["weights"].astype(np.float32), _faces(data), known)
    except FileNotFoundError:
        learnt = ", ".join(list_packs(folder)) or "none yet"
        raise PackNotFound(f"No pack “{name}” has been learnt; known packs: {learnt}.") from None
    except (OSError, KeyError, ValueError, zipfile.BadZipFile):
        raise PackDamaged(f"{path}: the pack's file is damaged; learn the pack again.") from None


def _faces(data: Mapping[str, NDArray[Any]]) -> WholeFaces | None:
    """The whole faces that a pack's file holds; none in those of packs with indices. Raises `ValueError`."""
    from companion.sight.whole import HEIGHT_PX, WIDTH_PX, WholeFaces

    if "faces" not in data:
        return None
    cards, pictures = tuple(Card.parse(str(c)) for c in data["faces"]), data["pictures"]
    if pictures.dtype != "uint8" or pictures.shape != (len(cards), HEIGHT_PX, WIDTH_PX, 3):
        raise ValueError(pictures.shape)
    return WholeFaces(cards, pictures)


def forget_pack(folder: str | os.PathLike[str], name: str) -> None:
    """Remove a learnt pack. Raises `PackNotFound`."""
    try:
        _file(folder, name).unlink()
    except FileNotFoundError:
        raise PackNotFound(f"No pack “{name}” has been learnt.") from None


def check_pack(pack: LearntPack, photos: Sequence[str | os.PathLike[str]]) -> list[Reading]:
    """Read photographs with a learnt pack, for `deck test`."""
    from companion.sight.reader import read_photo

    return [read_photo(path, pack=pack) for path in photos]
