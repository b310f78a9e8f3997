"""The voice: everything the program says, in the player's language.

A sentence is a template with facts in braces. A fact is rendered by what it is: a card as `9♣`, a place by its name, a rank as a
word, an event as a phrase. `{place:from}` asks for a *role*, so that each language can inflect the name as its sentence needs:

- places: none (`the waste`), `label` (`waste`), `obj`, `from`, `to`, `at`;
- cards: none (`9♣`), `name` (`nine of clubs`), `obj` (the same as an object);
- ranks: none (`a nine`), `obj`, `sign` (`9`);
- variants: none (`kapas`), `game` (`kapas (Napoleono kapas, two packs)`);
- numbers: `percent` (0.37 → `37%`), `tenths` (1.25 → `1.2`).
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import groupby
from pathlib import Path

from companion.cards import RANK_TEXT, SUIT_SIGN, Card
from companion.errors import CompanionError
from companion.events import VERDICTS, Deal, Draw, End, Event, Fix, Move, Place, Redeal, Series, Turn, Undo
from companion.rules.base import Refusal
from companion.words.en import sentences
from companion.words.en.names import PLACE_KINDS

LOCALES = Path(__file__).parent / "locales"

_PLACE_FACTS = frozenset(
    {"place", "places", "source", "to", "allowed", "target", "first", "last", "other", "candidates"}
)
_PLACEHOLDER = re.compile(r"\{(\w+)(?::(\w+))?\}")
_PLACE = re.compile(r"([a-z]+?)(\d+)?(?:-([SHDC]))?")
_EVENTS = (Draw, Move, Series, Deal, Turn, Redeal, End, Undo, Fix)


@cache
def catalog(lang: str) -> gettext.NullTranslations:
    """The translations of a language; English needs none."""
    if lang == "en":
        return gettext.NullTranslations()
    return gettext.translation("companion", str(LOCALES), languages=[lang], fallback=True)


class Voice:
    """Says sentences in a language; `signs` tells whether suit signs may be used or letters must stand for them."""

    def __init__(self, lang: str = "en", signs: bool = True) -> None:
        self.lang = lang
        self.signs = signs
        self._catalog = catalog(lang)

    def has(self, key: str) -> bool:
        """Whether there is a sentence of this key."""
        return key in sentences()

    def say(self, key: str, **facts: object) -> str:
        """The sentence of a key with its facts. `count` chooses between singular and plural. Raises `KeyError`."""
        template = self._template(key, facts.get("count"))

        def put(match: re.Match[str]) -> str:
            name, role = match[1], match[2] or ""
            return self._fact(name, facts.get(name), role)

        text = _PLACEHOLDER.sub(put, template)
        # A sentence that begins with a name begins with a capital all the same; a label, a phrase or a file does not.
        if (
            template.startswith("{")
            and not template.startswith("{file}")
            and template[-1:] in ".!?"
            and text[:1].islower()
        ):
            text = text[0].upper() + text[1:]
        return text

    def refusal(self, refusal: Refusal) -> str:
        """Why an event is not allowed, in one sentence and its clause: `… needs a seven. (NT-3)`"""
        own = f"refusal.{refusal.reason}.{refusal.clause.split('-')[0]}"
        key = own if self.has(own) else f"refusal.{refusal.reason}"
        sentence = self.say(_fuller(key, refusal.facts), **refusal.facts)
        return f"{sentence} ({refusal.clause})"

    def trouble(self, error: CompanionError) -> str:
        """What is wrong with an input, and what to do about it."""
        return self.say(_fuller(f"trouble.{error.key}", error.facts), **error.facts)

    def card(self, card: Card | None) -> str:
        """A card as a symbol: `9♣`, or `9C` without suit signs; `??` for a card not yet seen."""
        if card is None:
            return self.say("card.none")
        if not card.rank:
            return "??"
        return f"{RANK_TEXT[card.rank]}{self.suit(card.suit)}"

    def card_name(self, card: Card | None, role: str = "name") -> str:
        """A card by its full name, `nine of clubs`; as an object with the role `obj`."""
        if card is None or not card.rank:
            return self.say(f"card.{'none' if card is None else 'unseen'}.{role}")
        return self.say(f"card.{card.rank}.{role}", suit_name=self.say(f"suit.{card.suit}.of"))

    def suit(self, suit: str) -> str:
        """A suit as a sign, or as its letter without signs."""
        return SUIT_SIGN[suit] if self.signs else suit

    def rank(self, rank: int, role: str = "name") -> str:
        """A rank as a word, `a nine`; `sign` gives `9`."""
        return RANK_TEXT[rank] if role == "sign" else self.say(f"rank.{rank}.{role}")

    def place(self, place: Place, role: str = "label") -> str:
        """A place by its name, as a label unless a role is given."""
        kind, number, suit = place_parts(place)
        named = "" if not suit else SUIT_SIGN[suit] if self.signs else self.say(f"suit.{suit}.of")
        return self.say(f"place.{kind}.{role}", number=number, suit=named)

    def event(self, event: Event) -> str:
        """An event as a phrase for the player: `8♥ from cell 1 to corner 1`."""
        match event:
            case Draw(to=None):
                return self.say("event.draw")
            case Draw(to=to, card=None):
                return self.say("event.draw-to", to=to)
            case Draw(to=to, card=card):
                return self.say("event.draw-card", card=card, to=to)
            case Move(source, to, None):
                return self.say("event.move", source=source, to=to)
            case Move(source, to, card):
                return self.say("event.move-card", card=card, source=source, to=to)
            case Series(source, to):
                return self.say("event.series", source=source, to=to)
            case Deal(()):
                return self.say("event.deal")
            case Deal(cards):
                return self.say("event.deal-cards", cards=cards)
            case Turn(card, place):
                return self.say("event.turn", card=card, place=place)
            case End(verdict):
                return self.say("event.end", verdict=verdict)
            case Fix(old, new, None):
                return self.say("event.fix", old=old, new=new)
            case Fix(old, new, line):
                return self.say("event.fix-line", old=old, new=new, line=line)
            case Redeal():
                return self.say("event.redeal")
            case Undo():
                return self.say("event.undo")

    def variant(self, variant: str) -> str:
        """The name of a variant."""
        return self.say(f"variant.{variant}.name")

    def choice(self, variant: str) -> str:
        """A variant as a choice: its id, name and how many packs it takes, for games that share a name (reports B08)."""
        from companion.rules import VARIANTS

        packs = self.say(f"variant.packs.{VARIANTS[variant].family.packs}")
        return self.say("variant.choice", variant=variant, name=self.variant(variant), packs=packs)

    def clause(self, clause: str) -> str:
        """The text of a clause of the rules."""
        return self.say(f"clause.{clause}")

    def clause_source(self, clause: str) -> str | None:
        """What a clause rests on; none where nothing is said about it."""
        key = f"clause.{clause}.source"
        return self.say(key) if self.has(key) else None

    def switch(self, name: str, value: str) -> str:
        """What a value of a switch does."""
        return self.say(f"switch.{name}.{value}")

    def verdict(self, verdict: str) -> str:
        """The word for a verdict on a game or a position."""
        return self.say(f"verdict.{verdict}")

    def _template(self, key: str, count: object) -> str:
        sentence = sentences()[key]
        if isinstance(sentence, tuple):
            number = count if isinstance(count, int) else 0
            return self._catalog.npgettext(key, *sentence, number)
        return self._catalog.pgettext(key, sentence)

    def _fact(self, name: str, value: object, role: str) -> str:
        match value:
            case None:
                return self.say(f"card.none.{role}" if role in ("name", "obj") else "card.none")
            case Card():
                return self.card_name(value, role) if role else self.card(value)
            case Refusal():
                return self.refusal(value)
            case CompanionError():
                return self.trouble(value)
            case tuple() | list() | set() | frozenset() if not isinstance(value, _EVENTS):
                return ", ".join(self._items(name, value, role))
        if isinstance(value, _EVENTS):
            return self.event(value)
        if isinstance(value, str):
            if name in _PLACE_FACTS and is_place(value):
                return self.place(value, role or "name")
            if name == "verdict" and value in VERDICTS:
                return self.verdict(value)
            if role == "game":
                return self.choice(value)
            return value
        if isinstance(value, int) and name == "rank":
            return self.rank(value, role or "name")
        if isinstance(value, int | float) and role:
            return self._number(value, role)
        return str(value)

    def _items(self, name: str, items: Iterable[object], role: str) -> Iterator[str]:
        """The items of a list; a long run of cards not seen is one item, `?? ×89`."""
        for unseen, run in groupby(items, key=lambda item: isinstance(item, Card) and not item.rank):
            told = [self._fact(name, item, role) for item in run]
            times = "×" if self.signs else "x"
            yield from told if not unseen or len(told) < 4 else (f"{told[0]} {times}{len(told)}",)

    def _number(self, value: float, role: str) -> str:
        if role == "percent":
            return self.say("number.percent", number=f"{100 * value:.0f}")
        return f"{value:.1f}".replace(".", self.say("number.point"))


def is_place(text: str) -> bool:
    """Whether a text is the canonical name of a place of some game."""
    match = _PLACE.fullmatch(text)
    return match is not None and match[1] in PLACE_KINDS


def place_parts(place: Place) -> tuple[str, str, str]:
    """The kind, number and suit of a place: `corner1` is (`corner`, `1`, ``), `base-S` is (`base`, ``, `S`)."""
    match = _PLACE.fullmatch(place)
    if match is None:
        raise KeyError(place)
    return match[1], match[2] or "", match[3] or ""


def _fuller(key: str, facts: Mapping[str, object]) -> str:
    """The sentence for those lists of a refusal or error that are not empty: `deal-wrong.missing`, `deal-wrong.extra+missing`."""
    filled = sorted(name for name, value in facts.items() if isinstance(value, tuple | list) and value)
    fuller = f"{key}.{'+'.join(filled)}"
    return fuller if filled and fuller in sentences() else key
