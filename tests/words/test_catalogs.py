"""The catalogs are whole: nothing untranslated, stale, fuzzy or with other placeholders, and each .mo is its .po."""

from __future__ import annotations

import gettext
import re
from collections import Counter
from functools import cache
from importlib import import_module

import pytest

pytest.importorskip("babel", reason="the catalogs are kept with Babel")

from companion.words.catalogs import TRANSLATED, amiss, new_catalog, po_path, read_catalog, updated
from companion.words.en import AREAS, sentences
from companion.words.vocabulary import bare, vocabulary


@pytest.mark.parametrize("lang", TRANSLATED)
def test_nothing_is_amiss(lang: str) -> None:
    assert list(amiss(lang)) == []


@pytest.mark.parametrize("lang", TRANSLATED)
def test_the_compiled_catalog_is_its_source(lang: str) -> None:
    with po_path(lang).with_suffix(".mo").open("rb") as stream:
        compiled = gettext.GNUTranslations(stream)
    for message in read_catalog(lang):
        if not message.context or not any(message.string):  # an untranslated one is told of above
            continue
        if isinstance(message.id, str):
            assert compiled.pgettext(message.context, message.id) == message.string
        else:
            one, many = message.id
            forms = {compiled.npgettext(message.context, one, many, number) for number in range(200)}
            assert forms == set(message.string)


@pytest.mark.parametrize("lang", TRANSLATED)
def test_an_update_changes_nothing(lang: str) -> None:
    before = {message.context: message.string for message in read_catalog(lang)}
    after = {message.context: message.string for message in updated(lang)}
    assert all(before[key] == after.get(key, before[key]) for key in before if key and any(before[key]))


def test_plural_forms_are_those_of_the_language() -> None:
    """By the grammars: Lithuanian 1, 2-9, 10-20; Polish 1, 2-4, 5 and more; teens apart in both."""
    lithuanian = {1: 0, 2: 1, 9: 1, 10: 2, 11: 2, 12: 2, 19: 2, 20: 2, 21: 0, 22: 1, 30: 2, 101: 0, 111: 2}
    polish = {1: 0, 2: 1, 4: 1, 5: 2, 11: 2, 12: 2, 14: 2, 21: 2, 22: 1, 25: 2, 101: 2, 112: 2, 122: 1}
    for lang, expected in (("lt", lithuanian), ("pl", polish), ("fi", {0: 1, 1: 0, 2: 1})):
        form = gettext.c2py(read_catalog(lang).plural_expr)  # type: ignore[attr-defined]
        assert {number: form(number) for number in expected} == expected


def test_a_changed_sentence_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = dict(sentences()) | {"verdict.won": "won at last", "refusal.brand-new": "{card} is new."}
    monkeypatch.setattr("companion.words.catalogs.sentences", lambda: changed)
    troubles = list(amiss("fi"))
    assert any("verdict.won: stale" in trouble for trouble in troubles)
    assert any("refusal.brand-new: not in the catalog" in trouble for trouble in troubles)
    assert {str(message.context) for message in new_catalog("fi") if message.context} == set(changed)


QUOTED = re.compile("“([^”]+)”|”([^”]+)”|„([^“”]+)[“”]")


@cache
def commands_known(lang: str) -> dict[str, str]:
    """The words for commands that are read in a language."""
    spoken = [vocabulary(each).commands for each in dict.fromkeys((lang, "en"))]
    return {bare(form): name for commands in spoken for name, forms in commands.items() for form in forms}


def commands_in(text: str, lang: str) -> Counter[str]:
    """The commands that stand in quotation marks in a sentence, whatever the language calls them."""
    words = (next(filter(None, match.groups())).split()[0] for match in QUOTED.finditer(text))
    known = commands_known(lang)
    return Counter(known[bare(word)] for word in words if bare(word) in known)


@pytest.mark.parametrize("lang", TRANSLATED)
def test_a_command_that_a_sentence_quotes_is_one_in_its_language(lang: str) -> None:
    for message in read_catalog(lang):
        if message.context and isinstance(message.id, str) and message.string:
            assert commands_in(message.string, lang) == commands_in(message.id, "en"), message.context


QUOTES = {"fi": "””", "lt": "„“", "pl": "„”"}
SAME = (r"--[a-z][a-z-]*", r"\b[a-z0-9]+_[a-z0-9_]+\b", r"\b[A-Z]{1,3}-\d+\b")
"""What a translation names as the English does: options, switches and files of that form, clauses."""


@pytest.mark.parametrize("lang", TRANSLATED)
def test_a_translation_has_the_shape_of_its_sentence(lang: str) -> None:
    """It ends as the English does, keeps its lines, names the same options and clauses, and quotes as its language does."""
    opening, closing = QUOTES[lang]
    for message in read_catalog(lang):
        if not message.context or message.context == "number.point":
            continue
        english = message.id if isinstance(message.id, str) else message.id[-1]
        for text in [message.string] if isinstance(message.string, str) else message.string:
            where = f"{lang} {message.context}: {text}"
            assert [end for end in (english[-1:], text[-1:]) if end in ".?!:…"] in ([], [english[-1:]] * 2), where
            assert text[:1].isspace() == english[:1].isspace(), where
            assert text.count("\n") == english.count("\n"), where
            assert '"' not in text or '"' in english, where
            assert text.count("“") == (text.count("„") if lang == "lt" else 0), where
            assert opening == closing or text.count(opening) == text.count(closing), where
            for pattern in SAME:
                assert sorted(re.findall(pattern, text)) == sorted(re.findall(pattern, english)), where


def test_no_key_stands_in_two_areas() -> None:
    areas = [import_module(f"companion.words.en.{area}").SENTENCES for area in AREAS]
    assert [key for key, times in Counter(key for area in areas for key in area).items() if times > 1] == []
