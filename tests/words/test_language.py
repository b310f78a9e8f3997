"""Which language is spoken: the option, the config, the locale."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.errors import Unreadable
from companion.words.language import choose_language, read_language
from companion.words.voice import Voice

ENVIRONMENT = {**os.environ, "PYTHONUTF8": "1", "PYTHONPATH": str(Path(__file__).parents[2]), "COLUMNS": "100"}


@pytest.mark.parametrize(
    ("option", "config", "environ", "language"),
    [
        (None, None, {}, "en"),
        ("fi", "pl", {"LANG": "lt_LT.UTF-8"}, "fi"),
        (None, "pl", {"LANG": "lt_LT.UTF-8"}, "pl"),
        (None, None, {"LANG": "lt_LT.UTF-8"}, "lt"),
        (None, "", {"LANG": "fi_FI"}, "fi"),
        (None, None, {"LC_ALL": "pl_PL.UTF-8", "LANG": "fi_FI.UTF-8"}, "pl"),
        (None, None, {"LC_MESSAGES": "fi_FI", "LANG": "pl_PL"}, "fi"),
        (None, None, {"LC_ALL": "", "LANG": "pl"}, "pl"),
        (None, None, {"LANG": "de_DE.UTF-8"}, "en"),
        (None, None, {"LANG": "sv_FI.UTF-8", "LANGUAGE": "sv:fi:en"}, "fi"),
        (None, None, {"LANG": "en_GB.UTF-8", "LANGUAGE": "en:fi"}, "en"),
        (None, None, {"LANG": "C", "LANGUAGE": "fi"}, "en"),
        (None, None, {"LC_ALL": "C.UTF-8", "LANGUAGE": "fi", "LANG": "fi_FI"}, "en"),
    ],
)
def test_choice(option: str | None, config: str | None, environ: dict[str, str], language: str) -> None:
    assert choose_language(option, config, environ) == language


@pytest.mark.parametrize("text", ["fi", "FI", "fi_FI.UTF-8", "fi-FI", "fi_FI@euro", "suomi", "Finnish_Finland.1252"])
def test_a_language_in_many_forms(text: str) -> None:
    assert read_language(text) == "fi"


@pytest.mark.parametrize("text", ["sv", "klingon", "f", "*"])
def test_a_wish_for_no_language_of_ours_is_told(text: str) -> None:
    with pytest.raises(Unreadable) as error:
        choose_language(text, None, {"LANG": "fi_FI"})
    assert error.value.key == "language-unknown"


@pytest.mark.parametrize(
    "words", [["--lang", "fi", "--help"], ["--lang=fi", "--help"], ["check", "--lang", "fi", "--help"]]
)
def test_help_speaks_the_language_before_and_after_the_command(words: list[str]) -> None:
    told = subprocess.run(
        [sys.executable, "-m", "companion", *words], capture_output=True, encoding="utf-8", check=True, env=ENVIRONMENT
    ).stdout
    assert Voice("fi").say("help.option.lang") in told
