"""The English sentences, one module an area; they are the msgids of the catalogs in `companion/words/locales`.

A sentence is whole. Its placeholders are facts: `{card}`, `{place}`, `{count}` …; `{place:from}` asks for a fact in a role (see
`companion.words.voice`). A pair is the singular and the plural on `count`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module

Sentence = str | tuple[str, str]

AREAS = ("names", "refusals", "troubles", "commands", "answers", "play", "guide", "clauses", "show")


@cache
def sentences() -> Mapping[str, Sentence]:
    """Every English sentence by its key. Raises `ValueError` where two areas use the same key."""
    merged: dict[str, Sentence] = {}
    for area in AREAS:
        own: dict[str, Sentence] = import_module(f"{__name__}.{area}").SENTENCES
        if twice := merged.keys() & own.keys():
            raise ValueError(f"{area}: {', '.join(sorted(twice))}")
        merged.update(own)
    return merged
