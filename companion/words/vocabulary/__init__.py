"""What is read in each language: words and short forms for ranks, suits, places and commands, one module a language.

`RANKS` and `SUITS` list every form of a name, letters included; the indices A J Q K, digits and suit signs are understood in every
language and stand in no list. `PLACES` lists, for a kind of place, its short form first, which is
no card with a number behind it (Polish `p4` is the four of spades, so a cell is `po4`). `COMMANDS` lists the words for a command.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from companion.cards import plain

Forms = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Vocabulary:
    """The words of one language."""

    ranks: Mapping[int, tuple[str, ...]]
    suits: Forms
    places: Forms
    commands: Forms


@cache
def vocabulary(lang: str) -> Vocabulary:
    """The words of a language."""
    module = import_module(f"{__name__}.{lang}")
    return Vocabulary(module.RANKS, module.SUITS, module.PLACES, module.COMMANDS)


@cache
def languages(lang: str) -> tuple[str, ...]:
    """The languages that are understood when a language is spoken: itself and English."""
    return (lang,) if lang == "en" else (lang, "en")


def folded(text: str) -> str:
    """A word for comparing: no case, the Turkish dotted and dotless i taken for i (reports B42), accents kept."""
    return plain(text).replace("İ", "i").replace("ı", "i").casefold().replace("i̇", "i")


def bare(text: str) -> str:
    """A word for comparing, without its accents."""
    letters = unicodedata.normalize("NFKD", folded(text).replace("ł", "l"))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
