"""The sentences of `--help` alone: they are needed before anything else, so they are had without the rest of the words."""

from __future__ import annotations

from pathlib import Path

from companion.words.en.commands import SENTENCES


class HelpText:
    """Says the help of commands and options in a language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def __call__(self, key: str) -> str:
        """The sentence of a key. Raises `KeyError`."""
        sentence = SENTENCES[key]
        english = sentence if isinstance(sentence, str) else sentence[0]
        if self.lang == "en":
            return english
        import gettext

        locales = str(Path(__file__).parent / "locales")
        return gettext.translation("companion", locales, languages=[self.lang], fallback=True).pgettext(key, english)
