"""What the commands share: their common options, the reader's voice, and the two ways to answer."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from companion.cli.completion import record_files, switch_settings, variant_names
from companion.cli.exits import Exit, exit_of
from companion.errors import CompanionError, Unreadable
from companion.words.helptext import HelpText

if TYPE_CHECKING:
    from companion.events import Place
    from companion.journal import Log
    from companion.referee import Report
    from companion.rules import Game
    from companion.settings import Settings
    from companion.show.terminal import Terminal
    from companion.table import Table
    from companion.words.voice import Voice


def asked_language(argv: Sequence[str]) -> str | None:
    """The value of `--lang` on a command line, found before the commands are built (their help is in that language)."""
    for index, word in enumerate(argv):
        if word == "--lang" and index + 1 < len(argv):
            return argv[index + 1]
        if word.startswith("--lang="):
            return word.removeprefix("--lang=")
    return None


@cache
def settings() -> Settings:
    """The player's settings, read once. Raises `FileTrouble`, `Unreadable`."""
    from companion.settings import load

    return load()


def voice_for(lang: str | None = None) -> Voice:
    """The voice of the language asked for, before or after the command, else of the settings, else of the locale.

    Raises `Unreadable`.
    """
    from companion.words.language import choose_language
    from companion.words.voice import Voice

    signs = {"on": True, "off": False}.get(settings().signs, can_encode("♠♥♦♣"))
    wish = lang or asked_language(sys.argv)
    return Voice(choose_language(wish, settings().language, os.environ), signs=signs)


def can_encode(text: str) -> bool:
    """Whether standard output can show these characters."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def terminal() -> Terminal:
    """What standard output can show, less what the settings do not want."""
    from companion.show.terminal import Terminal

    shown = Terminal.of(sys.stdout, os.environ)
    signs = {"on": True, "off": False}.get(settings().signs, shown.signs)
    return replace(shown, signs=signs, colour=shown.colour and settings().colours != "none")


def drawn(
    game: Game,
    table: Table,
    voice: Voice,
    *,
    plain: bool = False,
    width: int | None = None,
    marks: Sequence[Place] = (),
) -> str:
    """The table as the player wants to see it: drawn for the terminal, or told in words."""
    from companion.show.drawing import draw, in_words

    if plain or settings().plain:
        return in_words(game, table, voice)
    shown = terminal()
    return draw(
        game,
        table,
        width=width or shown.width,
        signs=shown.signs,
        colour=shown.colour,
        ascii_only=shown.ascii_only,
        four_colour=settings().colours == "four",
        voice=voice,
        marks=tuple(marks),
    )


def help_language(argv: Sequence[str]) -> str:
    """The language of `--help`; a wish that names no language is told about when the command runs."""
    from companion.words.language import choose_language

    try:
        return choose_language(asked_language(argv), settings().language, os.environ)
    except CompanionError:
        return choose_language(None, None, os.environ)


_help = HelpText(help_language(sys.argv))

Files = Annotated[
    list[str], typer.Argument(help=_help("help.argument.files"), metavar="FILE", autocompletion=record_files)
]
File = Annotated[str, typer.Argument(help=_help("help.argument.file"), metavar="FILE", autocompletion=record_files)]
Json = Annotated[bool, typer.Option("--json", help=_help("help.option.json"))]
Lang = Annotated[str | None, typer.Option("--lang", help=_help("help.option.lang"), metavar="en|fi|lt|pl")]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        help=_help("help.option.option"),
        metavar="NAME=VALUE",
        show_default=False,
        autocompletion=switch_settings,
    ),
]
VariantName = Annotated[
    str | None,
    typer.Argument(metavar="ID", help=_help("help.argument.variant"), autocompletion=variant_names),
]


def harmless(text: str) -> str:
    """Text with every control character shown as an escape, so that no file can write to the terminal through us."""
    return "".join(c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode() for c in text)


def _write(stream: TextIO, text: str) -> None:
    """A line on a stream; characters that it cannot show are replaced by what looks like them, never an error."""
    from companion.words.streams import fitted

    stream.write(fitted(text, stream.encoding) + "\n")


def say_out(text: str) -> None:
    """An answer, to standard output."""
    _write(sys.stdout, harmless(text))


def say_drawing(text: str) -> None:
    """A drawing of our own, which may hold colour codes, to standard output."""
    _write(sys.stdout, text)


def say_err(text: str) -> None:
    """Talk, to standard error."""
    _write(sys.stderr, harmless(text))


def answer_json(document: object) -> None:
    """One JSON document on standard output; cards and places are strings."""
    say_out(json_text(document, ascii_only=not can_encode("♠ąäł")))


def json_text(document: object, *, ascii_only: bool = False) -> str:
    """A document as JSON in which every character that could steer a terminal is an escape."""
    import json

    text = json.dumps(document, ensure_ascii=ascii_only, indent=2, default=str)
    return "".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text)


def leave(code: Exit) -> None:
    """End the command with a code."""
    raise typer.Exit(int(code))


def read_options(options: Sequence[str] | None) -> dict[str, str]:
    """`NAME=VALUE` words as a mapping. Raises `Unreadable`."""
    read = {}
    for option in options or ():
        name, equals, value = option.partition("=")
        if not equals:
            raise Unreadable("option-unreadable", text=option)
        read[name.strip()] = value.strip()
    return read


def game_heading(game: Game, voice: Voice) -> str:
    """The game's name with the switches that differ from its version: what is being refereed."""
    from companion.rules import own_options, value_text

    changed = ", ".join(f"{name}={value_text(value)}" for name, value in own_options(game).items())
    name = voice.variant(game.variant)
    return f"{game.variant} · {name}" + (f" · {changed}" if changed else "")


def each_file(
    files: Sequence[str], voice: Voice, as_json: bool, answer: Callable[[str], tuple[Exit, Mapping[str, Any]]]
) -> None:
    """Answer for every file in its order; one that cannot be read does not keep the others from being answered."""
    codes: list[Exit] = []
    documents: list[Mapping[str, Any]] = []
    for index, file in enumerate(files):
        if index and not as_json:
            say_out("")
        try:
            code, document = answer(file)
        except CompanionError as error:
            code = exit_of(error, in_file=True)
            sentence = f"{file}: {voice.trouble(error)}"
            document = {"file": file, "problems": [{"message": sentence, "key": error.key}], "legal": False}
            if not as_json:
                say_err(sentence)
        codes.append(code)
        documents.append(document)
    if as_json:
        answer_json(documents[0] if len(documents) == 1 else documents)
    leave(Exit.worst(codes))


def library_trouble(error: ImportError) -> CompanionError:
    """What to tell where a library, or a system library that it needs, is not there. A module of ours that fails is a mistake."""
    if (error.name or "").split(".")[0] == "companion":
        raise error
    # Where opencv fails, it leaves its folder among the paths, so that a process started later would take `cv2/typing` for `typing`,
    # and a mark by which its next attempt takes itself for a recursion and prints the paths.
    sys.path[:] = [path for path in sys.path if "cv2" not in Path(path).parts]
    vars(sys).pop("OpenCV_LOADER", None)
    return CompanionError("library-broken", why=str(error).rstrip(".").splitlines()[0])


def judged(file: str) -> Report:
    """A file read and refereed. Raises `CompanionError`."""
    from companion.journal import read_record
    from companion.referee import check

    return check(read_record(file))


def name_of(log: Log, voice: Voice) -> str:
    """What a record is called in an answer."""
    return voice.say("standard-input") if log.name == "-" else log.name
