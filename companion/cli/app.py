"""The commands. Each imports what it needs when it runs, so that `--help` and `check` start at once."""

from __future__ import annotations

import sys
from typing import Annotated

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
    say_err,
    say_out,
    voice_for,
)
from companion.cli.exits import Exit, exit_of
from companion.errors import CompanionError

app = typer.Typer(
    name="companion",
    help=_help("help.app"),
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


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
) -> None:
    return


@app.command(help=_help("help.command.variants"))
def variants(
    everything: Annotated[bool, typer.Option("--all", help=_help("help.option.all"))] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    from companion.cli.games import list_variants

    list_variants(everything=everything, as_json=json, voice=voice_for(lang))


@app.command(help=_help("help.command.rules"))
def rules(
    variant: VariantName = None,
    option: Options = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    from companion.cli.games import tell_rules

    tell_rules(variant, option, as_json=json, voice=voice_for(lang))


@app.command(help=_help("help.command.check"))
def check(files: Files, json: Json = False, lang: Lang = None) -> None:
    from companion.cli.records import check_files

    check_files(files, as_json=json, voice=voice_for(lang))


@app.command(help=_help("help.command.moves"))
def moves(files: Files, json: Json = False, lang: Lang = None) -> None:
    from companion.cli.records import list_moves

    list_moves(files, as_json=json, voice=voice_for(lang))


@app.command(help=_help("help.command.show"))
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


@app.command(help=_help("help.command.replay"))
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


@app.command(help=_help("help.command.doctor"))
def doctor(json: Json = False, lang: Lang = None) -> None:
    from companion.cli.doctor import examine

    examine(as_json=json, voice=voice_for(lang))


@app.command(help=_help("help.command.stats"))
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


@app.command(help=_help("help.command.config"))
def config(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="NAME=VALUE", help=_help("help.argument.setting"))
    ] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    from companion.cli.config import tell_settings

    tell_settings(words or [], as_json=json, voice=voice_for(lang))


@app.command(help=_help("help.command.play"))
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


@app.command(help=_help("help.command.practice"))
def practice(
    variant: VariantName = None,
    demo: Annotated[bool, typer.Option("--demo", help=_help("help.option.demo"))] = False,
    plain: Annotated[bool, typer.Option("--plain", help=_help("help.option.plain"))] = False,
    lang: Lang = None,
) -> None:
    from companion.cli.practice import practise

    practise(variant, demo=demo, plain=plain, voice=voice_for(lang))


@app.command(help=_help("help.command.setup"))
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


def run() -> None:
    """Run the command line; every error that has a sentence is told by it, and none shows a traceback."""
    try:
        app()
    except CompanionError as error:
        try:
            voice = voice_for(asked_language(sys.argv))
        except CompanionError:
            voice = voice_for("en")
        say_err(voice.trouble(error))
        sys.exit(int(exit_of(error)))
    except BrokenPipeError:
        # The reader of our answer has gone; let the interpreter not complain about it either.
        sys.stderr.close()
        sys.exit(int(Exit.FINE))
    except KeyboardInterrupt:
        sys.exit(int(Exit.INTERRUPTED))


__all__ = ["app", "leave", "run"]
