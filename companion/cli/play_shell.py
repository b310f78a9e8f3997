"""The thin shell of a session: a prompt with history and completion in a terminal, plain lines everywhere else."""

from __future__ import annotations

import contextlib
import io
import os
import sys
import tempfile
import textwrap
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.common import drawn, game_heading, library_trouble, say_drawing, say_out, settings, terminal
from companion.cli.exits import Exit
from companion.cli.play_watch import LossWatch
from companion.errors import CompanionError
from companion.events import Fix, Undo
from companion.guide.answer import Answer, Part, Said
from companion.rules import Refusal

if TYPE_CHECKING:
    from companion.events import Event, Place
    from companion.guide.session import Session
    from companion.show.terminal import Terminal
    from companion.table import Table
    from companion.words.voice import Voice

LONG_LINE = 4
"""A line of so many words that could not be taken is offered again, to be corrected rather than typed anew."""
PATIENCE_S = 3.0
"""When the search is still being made ready after so long, the player is told what is waited for."""


class Shell:
    """Reads lines, has the session answer them, and says the answers; it decides nothing about the game."""

    def __init__(
        self,
        session: Session,
        voice: Voice,
        *,
        plain: bool = False,
        take: Callable[[str], Answer] | None = None,
        asks: Callable[[], Said] | None = None,
    ) -> None:
        self.session = session
        self.voice = voice
        self.take = take or session.take
        self.asks = asks or session.ask
        self.talks = _is_terminal(sys.stdin) and _is_terminal(sys.stdout)
        self.prompts = self.talks and not plain and os.environ.get("TERM") != "dumb" and _has_prompt()
        self.draws = self.talks and not plain
        self.plain = plain
        self.thinks = take is None or asks is None
        """Whether a hint is searched for, so that the player should be told to wait."""
        self.watch = LossWatch() if self.prompts and session.kept and settings().watch else None
        self.cleared = False
        """Whether Ctrl-C has just cleared a line that was being typed: the next one leaves."""

    @property
    def shown(self) -> Terminal:
        """What the terminal can show now: it may have been made wider since."""
        return terminal()

    # ------------------------------------------------------------------ saying

    def say(self, text: str, *, whole: bool = False) -> None:
        """Say a text, folded to the width of the terminal; lines that begin with blanks or hold a table stay as they are."""
        width = max(20, self.shown.width)
        for line in text.split("\n"):
            if whole or len(line) <= width or not self.talks:
                say_out(line)
            else:
                say_out("\n".join(textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False)))

    def tell(self, part: Part) -> None:
        """Say one part of an answer in the player's language."""
        match part:
            case Said():
                self.say(self.voice.say(part.key, **part.facts))
            case Refusal():
                self.say(self.voice.refusal(part))
            case CompanionError():
                self.say(self.voice.trouble(part))

    def ask(self) -> str:
        """What is asked next, in words."""
        asked = self.asks()
        return self.voice.say(asked.key, **asked.facts)

    def draw(self, marks: Iterable[Place] = ()) -> None:
        """The table as the player sees it: drawn, or told in words."""
        session = self.session
        say_drawing(drawn(session.game, session.table, self.voice, plain=self.plain, marks=tuple(marks)))

    def answer(self, answer: Answer) -> None:
        """Say an answer: the table first, so that what is said stands next to the prompt."""
        if answer.show and (self.draws or not answer.logged):
            self.draw(_touched(answer.logged))
        for part in answer.parts:
            self.tell(part)

    @property
    def _interrupted(self) -> str:
        if not self.session.safe:
            return "play-interrupt-adrift"
        all_noted = self.session.kept and self.session.hand is None
        return "play-interrupt" if all_noted else "play-interrupt-practice"

    # ------------------------------------------------------------------ running

    def run(self) -> int:
        """Read and answer until the player leaves; the exit code. Ctrl-C clears the line, a second one or Ctrl-D leaves."""
        try:
            return self._run()
        finally:
            if self.watch is not None:
                self.watch.close()

    def _look(self, before: Table, answer: Answer) -> None:
        """Have what was just done looked at in the background, and tell what an earlier look has found."""
        if self.watch is None:
            return
        if any(isinstance(event, Undo | Fix) for event in answer.logged):
            self.watch.again()
        elif answer.logged:
            self.watch.moved(self.session.game, before, self.session.seen, answer.logged)

    def _run(self) -> int:
        if self.talks:
            self.draw()
        read = self._prompting() if self.prompts else self._plain_lines()
        interrupted, again = False, ""
        while True:
            for part in self.watch.news() if self.watch is not None else ():
                self.tell(part)
            if self.talks:
                self.say(self.ask())
            try:
                line = read(again)
            except KeyboardInterrupt:
                if interrupted or self.cleared:
                    self._farewell()
                    return int(Exit.INTERRUPTED)
                interrupted, again = True, ""
                self.say(self.voice.say(self._interrupted))
                continue
            except EOFError:
                self._farewell()
                return int(Exit.FINE)
            interrupted = self.cleared = False
            before = self.session.seen
            answer = self._answered(line)
            self._look(before, answer)
            again = answer.again if answer.again and len(answer.again.split()) >= LONG_LINE else ""
            self.answer(answer)
            if answer.leave:
                self._farewell(said=True)
                return int(Exit.FINE)

    def _answered(self, line: str) -> Answer:
        word = line.split()[0] if line.split() else ""
        thinking = self.talks and self.thinks and self.session.reader.command(word) in ("hint", "verdict")
        if thinking:
            self.say(self.voice.say("play-thinking"))
        try:
            with self._patience() if thinking else contextlib.nullcontext():
                return self.take(line)
        except KeyboardInterrupt:
            return Answer((Said(self._interrupted),))
        except ImportError as error:
            return Answer((library_trouble(error),))

    @contextlib.contextmanager
    def _patience(self) -> Iterator[None]:
        """Meanwhile say why it takes so long, where kernels are compiled for the first time on a machine."""
        waiting = threading.Timer(PATIENCE_S, self._say_why)
        waiting.daemon = True
        waiting.start()
        try:
            yield
        finally:
            waiting.cancel()

    def _say_why(self) -> None:
        from companion.search.warm import preparing

        if preparing():
            self.say(self.voice.say("search-preparing"))

    def _rescue(self) -> None:
        """On leaving, bring a game that no file keeps to any place that takes it, and say where, or that it is kept nowhere."""
        from companion.settings import log_folder

        record = self.session.record
        name = Path(record.log.name)
        logs = log_folder(settings())
        with contextlib.suppress(OSError):
            logs.mkdir(parents=True, exist_ok=True)
        for folder in (name.parent, logs, Path(tempfile.gettempdir()), Path.home()):
            for number in range(1, 10):
                try:
                    record.save(folder / f"{name.stem}-kept-{number}.log")
                except CompanionError:
                    continue
                self.say(self.voice.say("play-saved", file=record.log.name), whole=True)
                return
        self.say(self.voice.say("play-left-lost", file=record.log.name))

    def _farewell(self, *, said: bool = False) -> None:
        if self.session.kept and not self.session.safe:
            self._rescue()
            if not self.session.safe:
                return
            said = self.session.hand is None
        for part in () if said else self.session.farewell():
            self.tell(part)
        if self.session.kept and not self.session.ended:
            self.say(self.voice.say("play-go-on", file=self.session.record.log.name), whole=True)

    def _plain_lines(self) -> Callable[[str], str]:
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # what is no text is told to be no card, and never ends the game

        def read(_again: str) -> str:
            if self.talks:
                sys.stdout.write("> ")
                sys.stdout.flush()
            line = sys.stdin.readline()
            if not line:
                raise EOFError
            return line.rstrip("\n")

        return read

    def _prompting(self) -> Callable[[str], str]:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.history import InMemoryHistory
        from prompt_toolkit.key_binding import KeyBindings
        from prompt_toolkit.output import ColorDepth

        keys = KeyBindings()

        @keys.add("f1")
        def _(event: Any) -> None:
            event.app.exit(result="help")

        @keys.add("c-c")
        def _(event: Any) -> None:
            if event.current_buffer.text:
                event.current_buffer.reset()
                self.cleared = True
            else:
                event.app.exit(exception=KeyboardInterrupt, style="class:aborting")

        prompt: PromptSession[str] = PromptSession(
            history=InMemoryHistory(),
            completer=_completer(self.session),
            complete_while_typing=False,
            key_bindings=keys,
            color_depth=None if self.shown.colour else ColorDepth.DEPTH_1_BIT,
            bottom_toolbar=self._toolbar,
            reserve_space_for_menu=4,
        )
        return lambda again: str(prompt.prompt("> ", default=again))

    def _toolbar(self) -> str:
        if self.cleared:
            return self.voice.say(self._interrupted)
        keys = self.voice.say("play-keys")
        heading, width = game_heading(self.session.game, self.voice), self.shown.width
        whole = (f"{heading} | {keys}", f"{self.session.game.variant} | {keys}", heading)
        return next((text for text in whole if len(text) <= width), heading[:width])


def _completer(session: Session) -> Any:
    from prompt_toolkit.completion import Completer, Completion
    from prompt_toolkit.document import Document

    class Lines(Completer):
        """Completes whole lines: what may be done now, then the commands."""

        def get_completions(self, document: Document, complete_event: Any) -> Iterator[Completion]:
            typed = document.text_before_cursor.lstrip()
            for line in (*session.completions(), *session.reader.commands()):
                if line.startswith(typed.casefold()):
                    yield Completion(line, start_position=-len(typed))

    return Lines()


def _touched(events: Iterable[Event]) -> Iterator[Place]:
    """The places that events name: they are drawn strongly."""
    for event in events:
        for field in ("source", "to", "place"):
            place = getattr(event, field, None)
            if place:
                yield place


def _is_terminal(stream: Any) -> bool:
    try:
        return bool(stream.isatty())
    except (AttributeError, ValueError):
        return False


def _has_prompt() -> bool:
    try:
        import prompt_toolkit  # noqa: F401
    except ImportError:
        return False
    return True
