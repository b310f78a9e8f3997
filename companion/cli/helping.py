"""`--help` in the reader's language: typer writes its own headings in English only, so they are put into words afterwards."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from typer.core import TyperCommand, TyperGroup

# What typer writes, as a pattern over line breaks, and the key of our sentence for it.
HEADINGS = (
    (r"^Usage:", "help.typer.usage"),
    (r"^Options:", "help.typer.options"),
    (r"^Arguments:", "help.typer.arguments"),
    (r"^Commands:", "help.typer.commands"),
    (r"\[OPTIONS\]", "help.typer.options-mark"),
    (r"\bCOMMAND \[ARGS\]\.\.\.", "help.typer.command-mark"),
    (r"\[required\]", "help.typer.required"),
    (r"\[default:", "help.typer.default"),
    (r"Show this message and exit\.", "help.typer.help"),
    (r"Install completion for the current shell\.", "help.typer.install-completion"),
    (
        r"Show completion for the current shell, to copy it or\s+customize the installation\.",
        "help.typer.show-completion",
    ),
)


def in_language(text: str, say: Callable[[str], str]) -> str:
    """A page of help with typer's own words in the language of `say`; lines that become longer are left as they are."""
    for pattern, key in HEADINGS:
        text = re.sub(pattern, lambda _match, key=key: say(key), text, flags=re.MULTILINE)  # type: ignore[misc]
    return text


def classes(say: Callable[[str], str]) -> tuple[type[TyperGroup], type[TyperCommand]]:
    """The group and command classes whose help speaks by `say`."""

    class Group(TyperGroup):
        """A group of commands whose help is in the reader's language."""

        def get_help(self, ctx: Any) -> str:
            return in_language(super().get_help(ctx), say)

    class Command(TyperCommand):
        """A command whose help is in the reader's language."""

        def get_help(self, ctx: Any) -> str:
            return in_language(super().get_help(ctx), say)

    return Group, Command
