"""The catalogs of the translations, kept with Babel (a tool of development; the program itself needs only the .mo files).

    python -m companion.words.catalogs          updates every .po from the English sentences, compiles it, and tells what is amiss

A message is known by its key (`msgctxt`); where its English text has changed, the old translation is kept as fuzzy until somebody
has looked at it. The order of a catalog is that of the English areas.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.words.en import sentences
from companion.words.language import LANGUAGES
from companion.words.voice import LOCALES

TRANSLATED = tuple(lang for lang in LANGUAGES if lang != "en")
_PLACEHOLDER = re.compile(r"\{(\w+)(?::\w+)?\}")
_DATE = datetime(2026, 1, 1, tzinfo=UTC)
"""Catalogs bear no date of their own: the same sentences give the same files."""


def po_path(lang: str) -> Path:
    """Where the catalog of a language lies."""
    return LOCALES / lang / "LC_MESSAGES" / "companion.po"


def new_catalog(lang: str) -> Catalog:
    """A catalog of every English sentence, untranslated."""
    catalog = Catalog(
        locale=lang,
        domain="companion",
        project="companion",
        version="1",
        copyright_holder="the companion authors",
        creation_date=_DATE,
        revision_date=_DATE,
        last_translator="",
        language_team="",
        charset="utf-8",
        fuzzy=False,
        header_comment="# What companion says. Each entry is a whole sentence; msgctxt is its key in companion/words/en.",
    )
    for key, sentence in sentences().items():
        catalog.add(sentence, context=key)
    return catalog


def read_catalog(lang: str) -> Catalog:
    """The catalog of a language as it lies in its .po file."""
    with po_path(lang).open("rb") as stream:
        return read_po(stream, locale=lang, domain="companion")


def updated(lang: str) -> Catalog:
    """The catalog of a language brought up to the English sentences; translations of changed ones become fuzzy."""
    fresh = new_catalog(lang)
    if not po_path(lang).exists():
        return fresh
    old = {str(message.context): message for message in read_catalog(lang) if message.context}
    for message in fresh:
        known = old.get(str(message.context))
        if not message.context or known is None or not _is_translated(known):
            continue
        same_shape = isinstance(known.id, str) == isinstance(message.id, str)
        if same_shape:
            message.string = known.string
            message.flags |= known.flags & {"fuzzy"}
            if known.id != message.id:
                message.flags.add("fuzzy")
    return fresh


def save(catalog: Catalog, lang: str) -> None:
    """Write the .po of a language and its .mo beside it."""
    path = po_path(lang)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as stream:
        write_po(stream, catalog, width=120, omit_header=False)
    compile_catalog(lang)


def compile_catalog(lang: str) -> None:
    """Write the .mo of a language from its .po."""
    catalog = read_catalog(lang)
    catalog.creation_date = catalog.revision_date = _DATE
    with po_path(lang).with_suffix(".mo").open("wb") as stream:
        write_mo(stream, catalog)


def amiss(lang: str) -> Iterator[str]:
    """What is wrong with the catalog of a language: untranslated, stale, fuzzy, or with other placeholders than the English."""
    catalog = read_catalog(lang)
    english = sentences()
    found = {str(message.context): message for message in catalog if message.context}
    yield from (f"{lang}: {key}: not in the catalog" for key in english if key not in found)
    for key, message in found.items():
        sentence = english.get(key)
        if sentence is None:
            yield f"{lang}: {key}: stale, there is no such sentence any more"
        elif message.id != sentence:
            yield f"{lang}: {key}: stale, the English sentence has changed"
        elif not _is_translated(message):
            yield f"{lang}: {key}: untranslated"
        elif message.fuzzy:
            yield f"{lang}: {key}: fuzzy, to be looked at"
        else:
            yield from (f"{lang}: {key}: {trouble}" for trouble in _mismatches(message))


def placeholders(text: str) -> frozenset[str]:
    """The facts that a sentence names, whatever their roles."""
    return frozenset(_PLACEHOLDER.findall(text))


def _is_translated(message: Message) -> bool:
    strings = _texts(message.string)
    return bool(strings) and all(strings)


def _texts(value: object) -> tuple[str, ...]:
    """A message's one text, or its texts by number."""
    return (value,) if isinstance(value, str) else tuple(value) if isinstance(value, tuple | list) else ()


def _mismatches(message: Message) -> Iterator[str]:
    """Placeholders that a translation lacks or has too many.

    The forms of a plural name at least what singular and plural share and at most what either names; `count` may go unsaid.
    """
    ids = [placeholders(text) for text in _texts(message.id)]
    some, free = frozenset[str]().union(*ids), {"count"} if len(ids) > 1 else set()
    every = some.intersection(*ids) - free
    for string in map(placeholders, _texts(message.string)):
        if difference := (string - some) | (every - string):
            yield f"placeholders differ: {', '.join(sorted(difference))}"


def main() -> int:
    """Update and compile every catalog; tells what is amiss and answers 1 then."""
    troubles: list[str] = []
    for lang in TRANSLATED:
        save(updated(lang), lang)
        troubles += amiss(lang)
    sys.stdout.writelines(f"{trouble}\n" for trouble in troubles)
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())
