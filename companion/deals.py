"""Deals: the order in which cards leave the pack, from a `.deal` file or from a number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.cards import Card, read_card
from companion.errors import Unreadable
from companion.events import read_cards
from companion.rules import Game

MAX_SEED = 10**20
"""Game numbers go up to this (PySolFC's own limit)."""


@dataclass(frozen=True, slots=True)
class DealFile:
    """What a deal file says; `variant` is none where it has no such header."""

    cards: tuple[Card, ...]
    variant: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)


def parse_deal(text: str) -> DealFile:
    """Read a deal file. Raises `Unreadable` with the line and token of the first thing that is no card."""
    cards: list[Card] = []
    variant: str | None = None
    options: dict[str, str] = {}
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.split("#", 1)[0].strip()
        key, colon, value = line.partition(":")
        if colon and key.strip().lower() in ("variant", "option"):
            if key.strip().lower() == "variant":
                variant = value.strip()
            else:
                name, equals, setting = value.partition("=")
                if not equals:
                    raise Unreadable("option-unreadable", text=value.strip(), line=number)
                options[name.strip()] = setting.strip()
            continue
        cards.extend(_cards_of(line, number))
    return DealFile(tuple(cards), variant, options)


def _cards_of(line: str, number: int) -> Sequence[Card]:
    words = line.split()
    try:
        return read_cards(words)
    except Unreadable:
        for word in words:
            try:
                read_card(word)
            except Unreadable as error:
                raise Unreadable("deal-card-unreadable", text=word, line=number) from error
        raise


def numbered_deal(game: Game, number: int) -> tuple[Card, ...]:
    """The deal of a number, the same on every machine: PySolFC's, where that program has the same game.

    The pack is shuffled by `pysol-cards`; the last card of its list is dealt first, as that program does, and the cards that
    a game lays out beforehand are taken from the first pack.
    """
    from pysol_cards.cards import createCards
    from pysol_cards.random import RandomBase, shuffle

    if not 0 < number <= MAX_SEED:
        raise Unreadable("seed-out-of-range", text=str(number), most=MAX_SEED)
    pack = createCards(game.packs)
    left_out = Counter(game.taken_out)
    out_ids = set()
    for card in pack:  # in the order of the packs, so that the first pack's copy is the one laid out
        named = Card(card.rank, card.suit_s())
        if left_out[named]:
            left_out[named] -= 1
            out_ids.add(card.id)
    shuffled = shuffle(pack, number, RandomBase.DEALS_PYSOLFC)
    return tuple(Card(card.rank, card.suit_s()) for card in reversed(shuffled) if card.id not in out_ids)


def deal_text(game: Game, cards: Sequence[Card], options: Mapping[str, str] | None = None) -> str:
    """A deal as a file holds it: header, then thirteen cards a line."""
    lines = [f"variant: {game.variant}", *(f"option: {name}={value}" for name, value in (options or {}).items())]
    lines += [" ".join(map(str, cards[start : start + 13])) for start in range(0, len(cards), 13)]
    return "\n".join(lines) + "\n"
