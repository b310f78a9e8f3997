"""The commands. Each imports what it needs when it runs, so that `--help` and `check` start at once."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Annotated, Any, NoReturn, TypeVar

import typer

from companion.cli.common import (
    File,
    Files,
    Json,
    Lang,
    Options,
    VariantName,
    _help,
    asked_language,
    leave,
    library_trouble,
    say_err,
    say_out,
    voice_for,
)
from companion.cli.completion import pack_names, photo_files, record_files, variant_names
from companion.cli.exits import Exit, exit_of
from companion.cli.helping import ReaderGone, classes, usage_trouble
from companion.errors import CompanionError, FileTrouble

CommandFunction = TypeVar("CommandFunction", bound=Callable[..., Any])

_Group, _Command = classes(_help)
app = typer.Typer(
    name="companion",
    cls=_Group,
    help=_help("help.app"),
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def command(name: str) -> Callable[[CommandFunction], CommandFunction]:
    """Registers a command with the help of its name."""
    return app.command(name, cls=_Command, help=_help(f"help.command.{name}"))


def _version(wanted: bool) -> None:
    if wanted:
        from companion import __version__

        say_out(f"companion {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    _version_wanted: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help=_help("help.option.version"))
    ] = False,
    _lang: Lang = None,  # found by `asked_language`, so that it may stand before the command as well
) -> None:
    return


@command("variants")
def variants(
    everything: Annotated[bool, typer.Option("--all", help=_help("help.option.all"))] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    from companion.cli.games import list_variants

    list_variants(everything=everything, as_json=json, voice=voice_for(lang))


@command("rules")
def rules(
    variant: VariantName = None,
    option: Options = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    from companion.cli.games import tell_rules

    tell_rules(variant, option, as_json=json, voice=voice_for(lang))


@command("check")
def check(files: Files, json: Json = False, lang: Lang = None) -> None:
    from companion.cli.records import check_files

    check_files(files, as_json=json, voice=voice_for(lang))


@command("moves")
def moves(files: Files, json: Json = False, lang: Lang = None) -> None:
    from companion.cli.records import list_moves

    list_moves(files, as_json=json, voice=voice_for(lang))


@command("show")
def show(
    file: File,
    at: Annotated[int | None, typer.Option("--at", help=_help("help.option.at"), metavar="N")] = None,
    whole: Annotated[bool, typer.Option("--whole", help=_help("help.option.whole"))] = False,
    plain: Annotated[bool, typer.Option("--plain", help=_help("help.option.plain"))] = False,
    width: Annotated[int | None, typer.Option("--width", help=_help("help.option.width"), min=20)] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    from companion.cli.records import show_table

    show_table(file, at=at, whole=whole, plain=plain, width=width, as_json=json, voice=voice_for(lang))


@command("replay")
def replay(
    file: File,
    start: Annotated[int, typer.Option("--from", help=_help("help.option.from-event"), metavar="N")] = 0,
    every: Annotated[bool, typer.Option("--all", help=_help("help.option.every"))] = False,
    plain: Annotated[bool, typer.Option("--plain", help=_help("help.option.plain"))] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    from companion.cli.replay import replay_record

    replay_record(file, start=start, every=every, plain=plain, as_json=json, voice=voice_for(lang))


@command("export")
def export(
    file: File,
    form: Annotated[str | None, typer.Option("--format", metavar="FORM", help=_help("help.option.form"))] = None,
    output: Annotated[
        str | None, typer.Option("--output", "-O", metavar="FILE", help=_help("help.option.export-output"))
    ] = None,
    at: Annotated[list[int] | None, typer.Option("--at", metavar="N", help=_help("help.option.at-each"))] = None,
    lang: Lang = None,
) -> None:
    from companion.cli.export import export_record

    export_record(file, form=form, output=output, at=at, voice=voice_for(lang))


@command("doctor")
def doctor(json: Json = False, lang: Lang = None) -> None:
    from companion.cli.doctor import examine

    examine(as_json=json, voice=voice_for(lang))


@command("stats")
def stats(
    folder: Annotated[str | None, typer.Argument(metavar="FOLDER", help=_help("help.argument.folder"))] = None,
    since: Annotated[str | None, typer.Option("--since", metavar="DAY", help=_help("help.option.since"))] = None,
    svg: Annotated[str | None, typer.Option("--svg", metavar="FILE", help=_help("help.option.output"))] = None,
    losing: Annotated[bool, typer.Option("--losing-moves", help=_help("help.option.first-losing"))] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    from companion.cli.stats import tell_stats

    tell_stats(folder, since=since, svg=svg, losing=losing, as_json=json, voice=voice_for(lang))


@command("config")
def config(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="NAME=VALUE", help=_help("help.argument.setting"))
    ] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    from companion.cli.config import tell_settings

    tell_settings(words or [], as_json=json, voice=voice_for(lang))


@command("play")
def play(
    variant: VariantName = None,
    log: Annotated[str | None, typer.Option("--log", metavar="FILE", help=_help("help.option.log"))] = None,
    deal: Annotated[str | None, typer.Option("--deal", metavar="FILE", help=_help("help.option.deal"))] = None,
    seed: Annotated[int | None, typer.Option("--seed", metavar="N", help=_help("help.option.seed"))] = None,
    option: Options = None,
    plain: Annotated[bool, typer.Option("--plain", help=_help("help.option.plain"))] = False,
    lang: Lang = None,
) -> None:
    from companion.cli.play import play_game

    play_game(variant, log=log, deal=deal, seed=seed, options=option, plain=plain, voice=voice_for(lang))


@command("practice")
def practice(
    variant: VariantName = None,
    demo: Annotated[bool, typer.Option("--demo", help=_help("help.option.demo"))] = False,
    plain: Annotated[bool, typer.Option("--plain", help=_help("help.option.plain"))] = False,
    lang: Lang = None,
) -> None:
    from companion.cli.practice import practise

    practise(variant, demo=demo, plain=plain, voice=voice_for(lang))


@command("setup")
def setup(
    variant: VariantName = None,
    deal: Annotated[str | None, typer.Option("--deal", metavar="FILE", help=_help("help.option.deal"))] = None,
    seed: Annotated[int | None, typer.Option("--seed", metavar="N", help=_help("help.option.seed"))] = None,
    option: Options = None,
    output: Annotated[str | None, typer.Option("--output", metavar="FILE", help=_help("help.option.output"))] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    from companion.cli.setup import tell_setup

    tell_setup(variant, deal=deal, seed=seed, options=option, output=output, as_json=json, voice=voice_for(lang))


Seconds = Annotated[float, typer.Option("--time", min=0.05, metavar="SECONDS", help=_help("help.option.time"))]
SearchSeed = Annotated[int, typer.Option("--search-seed", metavar="N", help=_help("help.option.seed-search"))]


@command("verdict")
def verdict(
    files: Files,
    time: Seconds = 5.0,
    line: Annotated[bool, typer.Option("--line", help=_help("help.option.line"))] = False,
    hidden: Annotated[bool, typer.Option("--hidden", help=_help("help.option.hidden"))] = False,
    search_seed: SearchSeed = 0,
    json: Json = False,
    lang: Lang = None,
) -> None:
    from companion.cli.search import tell_verdicts

    tell_verdicts(files, time_s=time, whole=line, hidden=hidden, seed=search_seed, as_json=json, voice=voice_for(lang))


@command("hint")
def hint(
    files: Files,
    time: Annotated[
        float | None, typer.Option("--time", min=0.05, metavar="SECONDS", help=_help("help.option.time"))
    ] = None,
    search_seed: SearchSeed = 0,
    json: Json = False,
    lang: Lang = None,
) -> None:
    from companion.cli.common import settings
    from companion.cli.search import tell_hints

    thought_s = time if time is not None else settings().think_s
    tell_hints(files, time_s=thought_s, seed=search_seed, as_json=json, voice=voice_for(lang))


@command("survey")
def survey(
    variant: Annotated[
        str, typer.Argument(metavar="ID", help=_help("help.argument.variant"), autocompletion=variant_names)
    ],
    deals: Annotated[int, typer.Option("--deals", min=1, metavar="N", help=_help("help.option.deals"))] = 100,
    first: Annotated[int, typer.Option("--from", min=1, metavar="K", help=_help("help.option.from-deal"))] = 1,
    jobs: Annotated[int | None, typer.Option("--jobs", min=1, metavar="J", help=_help("help.option.jobs"))] = None,
    time: Seconds = 5.0,
    out: Annotated[str | None, typer.Option("--out", metavar="FILE", help=_help("help.option.out"))] = None,
    scheduler: Annotated[
        str | None, typer.Option("--scheduler", metavar="ADDRESS", help=_help("help.option.scheduler"))
    ] = None,
    option: Options = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    from companion.cli.search import tell_survey

    tell_survey(
        variant,
        options=option,
        deals=deals,
        first=first,
        jobs=jobs,
        time_s=time,
        out=out,
        scheduler=scheduler,
        as_json=json,
        voice=voice_for(lang),
    )


Photos = Annotated[
    list[str], typer.Argument(metavar="PHOTO", help=_help("help.argument.photos"), autocompletion=photo_files)
]
PackName = Annotated[
    str | None, typer.Option("--pack", metavar="NAME", help=_help("help.option.pack"), autocompletion=pack_names)
]
Pack = Annotated[str, typer.Argument(metavar="NAME", help=_help("help.argument.pack"), autocompletion=pack_names)]


@command("read")
def read(
    photos: Photos,
    mark: Annotated[str | None, typer.Option("--mark", metavar="OUT", help=_help("help.option.mark"))] = None,
    pack: PackName = None,
    ring: Annotated[bool, typer.Option("--ring", help=_help("help.option.ring"))] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    from companion.cli.photos import read_photos

    read_photos(photos, mark=mark, pack=pack, ring=ring, as_json=json, voice=voice_for(lang))


@command("table")
def table(
    photo: Annotated[
        str, typer.Argument(metavar="PHOTO", help=_help("help.argument.photo"), autocompletion=photo_files)
    ],
    log: Annotated[
        str, typer.Option("--log", metavar="FILE", help=_help("help.option.photo-log"), autocompletion=record_files)
    ],
    pack: PackName = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    from companion.cli.photos import compare_table

    compare_table(photo, log, pack=pack, as_json=json, voice=voice_for(lang))


deck = typer.Typer(cls=_Group, help=_help("help.command.deck"), no_args_is_help=True, rich_markup_mode=None)
app.add_typer(deck, name="deck")


@deck.callback()
def _deck(_lang: Lang = None) -> None:
    return


@deck.command("learn", cls=_Command, help=_help("help.command.deck.learn"))
def deck_learn(
    name: Pack,
    photos: Photos,
    cards: Annotated[str | None, typer.Option("--cards", metavar="CARDS", help=_help("help.option.cards"))] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    from companion.cli.photos import learn_deck

    learn_deck(name, photos, cards=cards, as_json=json, voice=voice_for(lang))


@deck.command("list", cls=_Command, help=_help("help.command.deck.list"))
def deck_list(json: Json = False, lang: Lang = None) -> None:
    from companion.cli.photos import list_decks

    list_decks(as_json=json, voice=voice_for(lang))


@deck.command("test", cls=_Command, help=_help("help.command.deck.test"))
def deck_test(name: Pack, photos: Photos, json: Json = False, lang: Lang = None) -> None:
    from companion.cli.photos import try_deck

    try_deck(name, photos, as_json=json, voice=voice_for(lang))


@deck.command("forget", cls=_Command, help=_help("help.command.deck.forget"))
def deck_forget(name: Pack, lang: Lang = None) -> None:
    from companion.cli.photos import forget_deck

    forget_deck(name, voice=voice_for(lang))


def run() -> None:
    """Run the command line; every error that has a sentence is told by it, and none shows a traceback."""
    _open_closed_streams()
    try:
        try:
            code = app(standalone_mode=False)
        finally:
            sys.stdout.flush()  # what cannot be written is told here; when the interpreter ends it is too late for a sentence
        sys.exit(code if isinstance(code, int) else int(Exit.FINE))
    except CompanionError as error:
        _fail(error)
    except ImportError as error:
        _fail(library_trouble(error))
    except (BrokenPipeError, ReaderGone):
        # The reader of our answer has gone; let the interpreter not complain about it either.
        _drop_output()
        sys.exit(int(Exit.FINE))
    except KeyboardInterrupt:
        sys.exit(int(Exit.INTERRUPTED))
    except OSError as error:
        # What a command opens it answers for itself; this is standard output, on a full disk for instance.
        _drop_output()
        _fail(FileTrouble("file-unwritable", file="stdout", why=error.strerror or type(error).__name__))
    except Exception as error:
        if not hasattr(error, "format_message"):  # what typer calls a wrong command line has it
            raise
        if (trouble := usage_trouble(error)) is not None:
            _fail(trouble)
        say_err(error.ctx.get_help())  # type: ignore[attr-defined]
        sys.exit(int(Exit.USAGE))


def _open_closed_streams() -> None:
    """Lead a standard stream that the caller has closed nowhere, so that no log is ever opened in its place and written to by talk."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 (held to the end)


def _drop_output() -> None:
    """Let what is still to be written to standard output go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _fail(error: CompanionError) -> NoReturn:
    """Tell what is wrong and leave with its code."""
    try:
        voice = voice_for(asked_language(sys.argv))
    except CompanionError:
        voice = voice_for("en")
    say_err(voice.trouble(error))
    sys.exit(int(exit_of(error)))


__all__ = ["app", "leave", "run"]
