"""`--help` in the reader's language: typer writes its own headings in English only, so they are put into words afterwards."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from typer.core import TyperCommand, TyperGroup

from companion.errors import CompanionError, Unreadable

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


class ReaderGone(Exception):
    """Whoever read our answer reads no more. Not a `BrokenPipeError`, which typer would make exit code 1 of: a plain no."""


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

        def invoke(self, ctx: Any) -> Any:
            try:
                return super().invoke(ctx)
            except BrokenPipeError as error:
                raise ReaderGone from error

    return Group, Command


def usage_trouble(error: Exception) -> CompanionError | None:
    """A wrong command line as an error of our own, so that it is told in the reader's language; none where typer shows its help.

    typer's errors are of classes that it keeps to itself; they are known by their names and by what they carry.
    """
    message = str(getattr(error, "message", error))
    option, param = getattr(error, "option_name", None), getattr(error, "param", None)
    names = getattr(param, "metavar", None) or " / ".join(getattr(param, "opts", ())) or "?"
    if type(error).__name__ == "NoArgsIsHelpError" or message == "Missing command.":
        return None
    match type(error).__name__:
        case "NoSuchOption":
            return Unreadable("usage-no-option", text=str(option))
        case "MissingParameter":
            return Unreadable("usage-missing", name=names)
        case "BadParameter":
            return Unreadable("usage-value", name=names)
        case "BadOptionUsage":
            return Unreadable("usage-option", text=str(option))
    if quoted := re.search(r"No such command '([^']*)'", message):
        return Unreadable("usage-no-command", text=quoted[1])
    if extra := re.search(r"unexpected extra arguments? \((.*)\)|extra argument\(s\) \((.*)\)", message):
        return Unreadable("usage-extra", text=extra[1] or extra[2])
    return Unreadable("usage-wrong", text=message)
