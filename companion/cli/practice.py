"""`practice`: the guide's ten-card deal, walked through with the player or told to a reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.cli.common import game_heading
from companion.cli.play_photo import PhotoEntry
from companion.cli.play_reading import WordsReader
from companion.cli.play_shell import Shell
from companion.guide.lesson import lesson
from companion.guide.walk import Walk

if TYPE_CHECKING:
    from companion.events import GameEvent
    from companion.words.voice import Voice


def practise(name: str | None, *, demo: bool, plain: bool, voice: Voice) -> None:
    """Walk through the practice deal of a version. Raises `CompanionError` where there is none."""
    import typer

    walk = Walk(lesson(name), lambda rules: WordsReader(rules, voice.lang))
    entry = PhotoEntry(walk.session, voice, walk.take, walk.ask)
    shell = Shell(walk.session, voice, plain=plain, take=entry.take, asks=walk.ask)
    shell.say(game_heading(walk.session.game, voice))
    for part in walk.opening():
        if not (demo and part.key == "walk-how"):
            shell.tell(part)
    if demo:
        _demonstrate(walk, shell)
        return
    raise typer.Exit(shell.run())


def _demonstrate(walk: Walk, shell: Shell) -> None:
    """Play the guide's line from first to last: each card, where it goes and why, and the table at every rest."""
    shell.draw()
    strokes = walk.lesson.strokes
    for at, stroke in enumerate(strokes):
        shell.say("")
        answer = walk.take(_typed(stroke.event))
        for part in answer.parts:
            shell.tell(part)
        if at + 1 == len(strokes) or _turns_next(walk, at + 1):
            shell.draw()


def _typed(event: GameEvent) -> str:
    """An event as a line that is read alike in every language: `7S` is two cards in Lithuanian, `7♠` is not."""
    from companion.events import stated_cards
    from companion.words.reading import neutral_text

    text = str(event)
    for card in stated_cards(event):
        text = text.replace(str(card), neutral_text(card))
    return text


def _turns_next(walk: Walk, at: int) -> bool:
    """Whether the next stroke turns a card: then the table is at rest and worth a look."""
    from companion.events import Draw, Move

    following = walk.lesson.strokes[at].event
    cells = bool(walk.session.game.switches["opening_cells"])
    return isinstance(following, Draw) or (cells and isinstance(following, Move))
