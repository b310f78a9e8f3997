"""Which language is spoken: `--lang`, then the config, then the locale."""

from __future__ import annotations

from collections.abc import Mapping

from companion.errors import Unreadable

LANGUAGES = ("en", "fi", "lt", "pl")
DEFAULT = "en"

_NAMES = {
    "english": "en",
    "finnish": "fi",
    "suomi": "fi",
    "lithuanian": "lt",
    "lietuvių": "lt",
    "polish": "pl",
    "polski": "pl",
}


def read_language(text: str) -> str:
    """The language that `fi`, `fi_FI.UTF-8`, `FI`, `suomi` or `Finnish_Finland.1252` names. Raises `Unreadable`."""
    language = _of_locale(text)
    if language is None:
        raise Unreadable("language-unknown", text=text, languages=", ".join(LANGUAGES))
    return language


def choose_language(option: str | None, config: str | None, environ: Mapping[str, str]) -> str:
    """The language to speak: the option, else the config, else the locale of the environment, else English.

    Raises `Unreadable` where the option or the config names no language that is spoken here. The locale follows GNU gettext:
    `LC_ALL`, `LC_MESSAGES`, `LANG` in this order, and `LANGUAGE`, a list by preference, before them unless they say `C`.
    """
    for wish in (option, config):
        if wish:
            return read_language(wish)
    locale = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environ.get(name))), "")
    if locale.split(".")[0] not in ("C", "POSIX"):
        # The list is tried as the player ordered it; a language that nobody speaks here is passed over.
        for name in (*environ.get("LANGUAGE", "").split(":"), locale):
            if language := _of_locale(name):
                return language
    return DEFAULT


def _of_locale(text: str) -> str | None:
    word = text.strip().casefold().replace("-", "_").split(".")[0].split("@")[0].split("_")[0]
    return word if word in LANGUAGES else _NAMES.get(word)
