"""Streams of old terminals: no letter is lost, no error is raised (issue 6, any terminal)."""

from __future__ import annotations

import pytest

from companion.words.en import sentences
from companion.words.language import LANGUAGES
from companion.words.streams import fitted
from companion.words.voice import Voice

OLD = ("ascii", "cp437", "cp775", "cp850", "cp852", "cp1250", "cp1257", "latin-1")


@pytest.mark.parametrize(
    ("text", "encoding", "shown"),
    [
        ("päällimmäinen", "cp437", "päällimmäinen"),
        ("päällimmäinen", "ascii", "paallimmainen"),
        ("šešakė į rūsį", "cp1257", "šešakė į rūsį"),
        ("šešakė į rūsį", "cp437", "sesake i rusi"),
        ("źle, ścianę, łódź", "cp852", "źle, ścianę, łódź"),
        ("źle, ścianę, łódź", "ascii", "zle, sciane, lodz"),
        ("„pomoc” – 1…4", "ascii", '"pomoc" - 1...4'),
        ("”ohje” · ↑", "cp850", '"ohje" · ^'),
        ("9♣ → K♥ ×3", "ascii", "9C -> KH x3"),
        ("漢", "ascii", "\\u6f22"),
        ("漢", "utf-8", "漢"),
        ("漢", None, "漢"),
    ],
)
def test_what_an_encoding_lacks_is_shown_alike(text: str, encoding: str | None, shown: str) -> None:
    assert fitted(text, encoding) == shown


@pytest.mark.parametrize("encoding", OLD)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sentence_fits_every_old_stream(lang: str, encoding: str) -> None:
    voice = Voice(lang, signs=False)
    for key in sentences():
        text = fitted(voice.say(key, count=2), encoding)
        assert "\\u" not in text
        text.encode(encoding)
