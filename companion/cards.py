"""Cards, packs and the notations that need no language: `10H`, `Th`, `h10`, `♥10`, `🂺`.

A card is its rank and suit. A card not yet seen is a card too (`UNSEEN`, written `??`).
Two-pack games hold two of each card; a card therefore never names a place.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from companion.errors import Unreadable

SUITS = "SHDC"
RANKS = range(1, 14)
ACE, JACK, QUEEN, KING = 1, 11, 12, 13
RANK_TEXT = {1: "A", 11: "J", 12: "Q", 13: "K", **{rank: str(rank) for rank in range(2, 11)}}
SUIT_SIGN = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
RED = frozenset("HD")


class Card(NamedTuple):
    """A card: `rank` 1 (ace) … 13 (king), `suit` one of `SHDC`; rank 0 and suit `?` for the card not yet seen."""

    rank: int
    suit: str

    def __str__(self) -> str:
        return f"{RANK_TEXT[self.rank]}{self.suit}" if self.rank else "??"

    @property
    def code(self) -> int:
        """0 … 51, thirteen to a suit in the order `SHDC`; -1 for the card not yet seen. For flat integer tables."""
        return SUITS.index(self.suit) * 13 + self.rank - 1 if self.rank else -1

    @classmethod
    def from_code(cls, code: int) -> Card:
        """The card of a `code`."""
        return cls(code % 13 + 1, SUITS[code // 13]) if code >= 0 else UNSEEN

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read the canonical form that files hold (`10H`, `??`). Raises `Unreadable`; `read_card` forgives more."""
        card = _CANONICAL.get(text)
        if card is None:
            raise Unreadable("card-unreadable", text=text)
        return card


UNSEEN = Card(0, "?")
_CANONICAL = {str(card): card for suit in SUITS for rank in RANKS for card in (Card(rank, suit),)} | {"??": UNSEEN}

_RANK_READ = {text: rank for rank, text in RANK_TEXT.items()} | {"T": 10, "1": 1, "11": 11, "12": 12, "13": 13}
_SUIT_READ = {"S": "S", "H": "H", "D": "D", "C": "C"} | {
    sign: suit for suit, signs in {"S": "♠♤", "H": "♥♡", "D": "♦♢", "C": "♣♧"}.items() for sign in signs
}
# The Unicode block "Playing Cards": U+1F0A1 is the ace of spades; the twelfth of each row is the knight, of no French pack.
_BLOCK = {0x1F0A0: "S", 0x1F0B0: "H", 0x1F0C0: "D", 0x1F0D0: "C"}
_BLOCK_RANK = {n: n for n in range(1, 12)} | {13: 12, 14: 13}
_CARD_SIGN = {
    chr(base + offset): Card(rank, suit) for base, suit in _BLOCK.items() for offset, rank in _BLOCK_RANK.items()
}


def plain(text: str) -> str:
    """The text without the invisible characters that pasting brings (variation selectors, joiners, byte order mark).

    NFKC alone keeps U+FE0F, U+200B and U+FEFF, so format characters and selectors are dropped one by one.
    """
    kept = (c for c in text if unicodedata.category(c) != "Cf" and not 0xFE00 <= ord(c) <= 0xFE0F)
    return unicodedata.normalize("NFKC", "".join(kept)).strip()


def read_card(text: str) -> Card:
    """Read a card in any notation that needs no language, in either order, spaced or not. Raises `Unreadable`."""
    bare = plain(text)
    if bare in _CARD_SIGN:
        return _CARD_SIGN[bare]
    word = "".join(bare.split()).upper()
    if word == "??":
        return UNSEEN
    for rank_part, suit_part in ((word[:-1], word[-1:]), (word[1:], word[:1])):
        if suit_part in _SUIT_READ and rank_part in _RANK_READ:
            return Card(_RANK_READ[rank_part], _SUIT_READ[suit_part])
    raise Unreadable("card-unreadable", text=text)


def is_rank_or_suit(text: str) -> bool:
    """Whether a word is one half of a card written apart (`10`, `♥`): the reader of a line joins it with its neighbour."""
    word = plain(text).upper()
    return word in _RANK_READ or word in _SUIT_READ


def full_pack(packs: int = 1, without: Iterable[Card] = ()) -> Counter[Card]:
    """The multiset of cards of so many packs, less those taken out beforehand."""
    cards = Counter({Card(rank, suit): packs for suit in SUITS for rank in RANKS})
    cards.subtract(without)
    return +cards


def cards_text(cards: Iterable[Card]) -> str:
    """Cards in the canonical form, separated by blanks."""
    return " ".join(map(str, cards))
