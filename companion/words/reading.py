"""Reading cards and places in the player's language; English is always understood, and what stays open is asked, never guessed.

A card is two names, a rank and a suit, in either order, apart or in one word (`herttakuningas`). In one word both are written out or
both are letters, digits or signs: `kings` is no king of spades. Readings in one language go before mixed ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache

from companion.cards import RANK_TEXT, SUIT_SIGN, SUITS, Card
from companion.cards import read_card as read_plain_card
from companion.errors import Ambiguous, Unreadable
from companion.events import Place
from companion.rules import Game
from companion.words.vocabulary import bare, folded, languages, vocabulary

_ANY = "any"
"""The language of digits, signs and the indices A J Q K: they agree with every other."""

_SIGNS = {sign: suit for suit, signs in {"S": "♠♤", "H": "♥♡", "D": "♦♢", "C": "♣♧"}.items() for sign in signs}
_LONGEST_CARD = 4
"""The most words that one card takes: `the queen of spades`."""

Names = dict[str, set[tuple[int | str, str]]]
"""A form → what it can mean, and in which language."""


# ---------------------------------------------------------------------- cards


@lru_cache(maxsize=4096)
def _card_readings(text: str, lang: str) -> tuple[Card, ...]:
    """Every card that a text can mean; one, none or several."""
    parts = re.split(r"[\s\-]+", folded(text))
    if parts[0] == "the":
        parts = parts[1:]
    if len(parts) == 3 and parts[1] == "of":
        parts = [parts[0], parts[2]]
    for loose in (
        False,
        True,
    ):  # accents may be left out; where they are wrong they are overlooked only as a last resort
        if len(parts) == 2:
            found = _pairs(parts[0], parts[1], lang, loose)
        elif len(parts) == 1:
            word = parts[0]
            if lang != "en" and word in vocabulary_words(lang):
                # Polish `as` is an ace, not yet the ace of spades.
                return tuple(Card(1, suit) for suit in SUITS) if word == "as" else ()
            splits = (index for index in range(1, len(word)) if _like_parts(word[:index], word[index:]))
            found = {card for index in splits for card in _pairs(word[:index], word[index:], lang, loose)}
        else:
            return ()
        in_one = {card for card, mixed in found if not mixed}
        if found:
            return tuple(sorted(in_one or {card for card, _ in found}, key=lambda card: (card.code % 13, card.code)))
    return ()


def _pairs(one: str, other: str, lang: str, loose: bool) -> set[tuple[Card, bool]]:
    """The cards of two halves in either order, each with whether its halves are of two languages."""
    ranks, suits = _rank_names(lang), _suit_names(lang)
    found = set()
    for rank_part, suit_part in ((one, other), (other, one)):
        if loose:
            rank_part, suit_part = bare(rank_part), bare(suit_part)
        for rank, rank_lang in ranks.get(rank_part, ()):
            for suit, suit_lang in suits.get(suit_part, ()):
                mixed = _ANY not in (rank_lang, suit_lang) and rank_lang != suit_lang
                found.add((Card(int(rank), str(suit)), mixed))
    return found


def _like_parts(one: str, other: str) -> bool:
    """Whether two halves may stand in one word: both written out, or both short."""
    return (len(one) > 2) == (len(other) > 2) or _is_neutral(one) or _is_neutral(other) or one == "as" or other == "as"


@cache
def vocabulary_words(lang: str) -> frozenset[str]:
    """The written-out ranks and suits of a language: half a card each, and never a whole one."""
    spoken = vocabulary(lang)
    forms = (form for names in (*spoken.ranks.values(), *spoken.suits.values()) for form in names if len(form) > 1)
    return frozenset(spelling for form in forms for spelling in (folded(form), bare(form)))


def _is_neutral(part: str) -> bool:
    return part.isdecimal() or part in _SIGNS


@cache
def _rank_names(lang: str) -> Names:
    names: Names = {}
    for rank, text in RANK_TEXT.items():
        names.setdefault(text.lower(), set()).add((rank, _ANY))
    for text, rank in {"1": 1, "11": 11, "12": 12, "13": 13}.items():
        names.setdefault(text, set()).add((rank, _ANY))
    for spoken in languages(lang):
        for rank, forms in vocabulary(spoken).ranks.items():
            _enter(names, forms, rank, spoken)
    return names


@cache
def _suit_names(lang: str) -> Names:
    names: Names = {sign: {(suit, _ANY)} for sign, suit in _SIGNS.items()}
    for spoken in languages(lang):
        for suit, forms in vocabulary(spoken).suits.items():
            _enter(names, forms, suit, spoken)
    return names


def _enter(names: Names, forms: Iterable[str], value: int | str, lang: str) -> None:
    for form in forms:
        for spelling in {folded(form), bare(form)}:
            names.setdefault(spelling, set()).add((value, lang))


def read_card(text: str, lang: str = "en") -> Card:
    """Read a card in words or in any notation. Raises `Unreadable`, and `Ambiguous` with the cards that it could be."""
    readings = _card_readings(text, lang)
    if len(readings) > 1:
        raise Ambiguous("card-ambiguous", readings, text=text)
    if readings:
        return readings[0]
    return read_plain_card(text)


def neutral_text(card: Card) -> str:
    """A card as `7♠`: read the same in every language, where the letter S could be another suit."""
    return f"{RANK_TEXT[card.rank]}{SUIT_SIGN[card.suit]}" if card.rank else str(card)


def read_cards(words: Sequence[str], lang: str = "en") -> tuple[Card, ...]:
    """Read a run of cards, each of one word or of several (`9c ten of hearts ♥ 10`). Raises `Unreadable`, `Ambiguous`."""
    words = [word for chunk in words for word in re.split(r"[\s,]+", chunk) if word]
    runs = _segmentations(words, lang)
    if not runs:
        bad = _first_unreadable(words, lang)
        raise Unreadable("card-unreadable", text=bad)
    certain = sorted({tuple(cards[0] for cards in run) for run in runs if all(len(cards) == 1 for cards in run)})
    if len(certain) == 1:
        return certain[0]
    if certain:
        options = next(pair for pair in zip(*certain[:2], strict=False) if pair[0] != pair[1])
        raise Ambiguous("card-ambiguous", options, text=" ".join(words))
    open_cards = next(cards for cards in runs[0] if len(cards) > 1)
    raise Ambiguous("card-ambiguous", open_cards, text=" ".join(words))


def card_at(words: Sequence[str], lang: str = "en") -> tuple[Card, int] | None:
    """The card that the longest beginning of the words names, and how many words that took. Raises `Ambiguous`."""
    for length in range(min(_LONGEST_CARD, len(words)), 0, -1):
        text = " ".join(words[:length])
        if readings := _readings(text, lang):
            if len(readings) > 1:
                raise Ambiguous("card-ambiguous", readings, text=text)
            return readings[0], length
    return None


def _readings(text: str, lang: str) -> tuple[Card, ...]:
    if readings := _card_readings(text, lang):
        return readings
    try:
        return (read_plain_card(text),)
    except Unreadable:
        return ()


def _segmentations(words: Sequence[str], lang: str, most: int = 8) -> list[tuple[tuple[Card, ...], ...]]:
    """The ways to cut words into cards, each card as what it could be; no more than a few ways are followed."""
    ways: list[list[tuple[tuple[Card, ...], ...]]] = [[] for _ in range(len(words) + 1)]
    ways[0].append(())
    for end in range(1, len(words) + 1):
        for start in range(max(0, end - _LONGEST_CARD), end):
            if ways[start] and (readings := _readings(" ".join(words[start:end]), lang)):
                ways[end].extend((*way, readings) for way in ways[start])
        del ways[end][most:]
    return ways[-1]


def _first_unreadable(words: Sequence[str], lang: str) -> str:
    reached = [0]
    for end in range(1, len(words) + 1):
        if any(
            start in reached and _readings(" ".join(words[start:end]), lang)
            for start in range(max(0, end - _LONGEST_CARD), end)
        ):
            reached.append(end)
    return words[reached[-1]] if reached[-1] < len(words) else words[-1]


# ---------------------------------------------------------------------- places


def read_place(text: str, game: Game, lang: str = "en") -> Place:
    """Read a place of a game by its canonical name, its name in the language, or a short form (`c2`, `x1`, `w`).

    Raises `Unreadable`, and `Ambiguous` with the places that it could be: for a form that two kinds share, and for a kind named
    without its number or suit.
    """
    found = places_meant(text, game, lang) or _of_kind(text, game, lang)
    if len(found) == 1:
        return found[0]
    if found:
        raise Ambiguous("place-ambiguous", found, text=text)
    raise Unreadable("place-unreadable", text=text, places=", ".join(game.places))


def places_meant(text: str, game: Game, lang: str = "en") -> tuple[Place, ...]:
    """The places that a text can name: by a whole name or short form, else by the beginning of a name."""
    by_lower = {place.lower(): place for place in game.places}
    word = folded(text).replace("_", "-")
    if word in by_lower:
        return (by_lower[word],)
    kinds = _kinds(game)
    for beginning in (False, True):
        whole = [kind for kind in _kinds_named(_squeezed(word), tuple(kinds), lang, beginning) if kind in kinds[kind]]
        if whole:  # `dv` is a corner by itself before it is two letters put together
            return tuple(whole)
        found: list[Place] = []
        for name, rest in _cuts(word, _suit_words(lang)):
            for kind in _kinds_named(name, tuple(kinds), lang, beginning):
                for place in kinds[kind]:
                    if _is_rest(rest, place, kind, lang):
                        found.append(place)
        if found:
            return tuple(place for place in game.places if place in found)
    return ()


def kinds_meant(text: str, game: Game, lang: str = "en") -> tuple[str, ...]:
    """The kinds of place that a text names without number or suit (`corner`, `base`), by whole names and short forms."""
    return tuple(_kinds_named(_squeezed(text), tuple(_kinds(game)), lang, False))


def short_place(place: Place, lang: str = "en") -> str:
    """The shortest form of a place in a language."""
    kind = kind_of(place)
    rest = place[len(kind) :]
    return vocabulary(lang).places[kind][0] + (_suit_letter(rest[1], lang) if rest.startswith("-") else rest)


@cache
def _suit_letter(suit: str, lang: str) -> str:
    """The letter of a suit, or the shortest form of it that a language does not give to another suit as well."""
    names = _suit_names(lang)
    forms = (suit.lower(), *vocabulary(lang).suits[suit])
    return next(form for form in forms if {meant for meant, _ in names[form]} == {suit})


@cache
def kind_of(place: Place) -> str:
    """The kind of a place: `corner1` is a `corner`, `base-S` a `base`."""
    return re.sub(r"\d+$|-.$", "", place)


def _kinds(game: Game) -> dict[str, list[Place]]:
    kinds: dict[str, list[Place]] = {}
    for place in game.places:
        kinds.setdefault(kind_of(place), []).append(place)
    return kinds


def _squeezed(text: str) -> str:
    return re.sub(r"[\s.\-'’]+", "", folded(text).removeprefix("the ").replace(" of ", " "))


def _cuts(word: str, words_of_suits: Iterable[str] = ()) -> Iterator[tuple[str, str]]:
    """The name and the number or suit of a place, in either order: `corner 1`, `1 siena`, `base ♠`, `♠-pohja`."""
    whole = _squeezed(word)
    if match := re.fullmatch(r"(\D+)(\d+)|(\d+)(\D*)", whole):
        yield (match[1], match[2]) if match[1] else (match[4], match[3])
        return
    for sign in _SIGNS.keys() & set(whole):  # the rising ♥ foundation
        yield whole.replace(sign, ""), sign
    for word_inside in words_of_suits:
        if word_inside in whole:
            yield whole.replace(word_inside, ""), word_inside
    yield whole, ""
    for index in range(1, len(whole)):
        yield whole[:index], whole[index:]
        yield whole[index:], whole[:index]


@cache
def _suit_words(lang: str) -> tuple[str, ...]:
    """The written-out names of suits."""
    return tuple(form for form in _suit_names(lang) if len(form) > 2)


def _is_rest(rest: str, place: Place, kind: str, lang: str) -> bool:
    """Whether a number or suit is that of a place."""
    own = place[len(kind) :]
    if not own.startswith("-"):
        return rest.lstrip("0") == own if rest.isdecimal() else rest == own
    suits = _suit_names(lang)
    return any(suit == own[1] for suit, _ in suits.get(rest, ()) or suits.get(bare(rest), ()))


def _kinds_named(name: str, kinds: Sequence[str], lang: str, beginning: bool) -> Iterator[str]:
    """The kinds that a name means; `beginning` takes the beginning of a longer name, at least two letters, too."""
    if not name and "pile" in kinds and not beginning:
        yield "pile"  # the twelve piles are known by their numbers alone
    for kind in kinds:
        forms = _forms(kind, lang)
        begins = beginning and len(name) > 1 and any(form.startswith((name, bare(name))) for form in forms)
        if begins or name in forms or bare(name) in forms:
            yield kind


@cache
def _forms(kind: str, lang: str) -> frozenset[str]:
    forms = (form for spoken in languages(lang) for form in vocabulary(spoken).places[kind])
    return frozenset(spelling for form in forms for spelling in (folded(form), bare(form)))


def _of_kind(text: str, game: Game, lang: str) -> tuple[Place, ...]:
    kinds = _kinds(game)
    return tuple(place for kind in kinds_meant(text, game, lang) for place in kinds[kind])
