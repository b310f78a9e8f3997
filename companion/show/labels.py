"""What each box of a drawing is called: the longest name that fits, in words that the player may also type."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.events import Place
from companion.words.reading import kind_of, short_place
from companion.words.vocabulary import vocabulary
from companion.words.voice import Voice, place_parts

ROOMY = 7
"""In boxes narrower than this inside, all numbered places bear their short forms, so that they look alike."""
ALWAYS_SHORT = frozenset({"tl", "bl", "tr", "br"})


def labels(places: Iterable[Place], voice: Voice, room: int) -> dict[Place, str]:
    """A label of at most `room` characters for each place, where the language has one so short; alike for all of a kind."""
    kinds: dict[str, list[Place]] = {}
    for place in places:
        kinds.setdefault(kind_of(place), []).append(place)
    chosen: dict[Place, str] = {}
    for kind, members in kinds.items():
        options = _options(kind, members, voice, room)
        short = [_short(place, voice) for place in members]
        fitting = next((names for names in options if max(map(len, names)) <= room), short)
        chosen.update(zip(members, fitting, strict=True))
    return chosen


def _options(kind: str, members: list[Place], voice: Voice, room: int) -> Iterator[list[str]]:
    """The names of a kind's places from the fullest on, without the short forms."""
    if kind in ALWAYS_SHORT or (room < ROOMY and members[0][-1].isdigit()):
        return
    yield [voice.place(place) for place in members]
    for word in vocabulary(voice.lang).places[kind][1:]:
        yield [_with_rest(word, place, voice) for place in members]


def _short(place: Place, voice: Voice) -> str:
    """The short form: `c1`; with a suit its sign, so that a narrow box can still tell which (`k ♠`)."""
    _, _, suit = place_parts(place)
    return (
        _with_rest(vocabulary(voice.lang).places[kind_of(place)][0], place, voice)
        if suit
        else short_place(place, voice.lang)
    )


def _with_rest(word: str, place: Place, voice: Voice) -> str:
    _, number, suit = place_parts(place)
    return f"{word} {number or voice.suit(suit)}" if number or suit else word
