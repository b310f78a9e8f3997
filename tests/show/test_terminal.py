"""What may be sent to a stream: signs by its encoding, colour by the player's wish."""

from __future__ import annotations

import io

import pytest

from companion.show.terminal import Terminal


class Stream(io.StringIO):
    """A stream with an encoding, that is a terminal or a pipe."""

    def __init__(self, encoding: str | None, terminal: bool = True) -> None:
        super().__init__()
        self._encoding, self._terminal = encoding, terminal

    @property
    def encoding(self) -> str | None:  # type: ignore[override]
        return self._encoding

    def isatty(self) -> bool:
        return self._terminal


@pytest.mark.parametrize(
    ("encoding", "signs", "ascii_only"),
    [
        ("utf-8", True, False),
        ("utf-16", True, False),
        ("cp437", False, False),
        ("cp775", False, False),
        ("cp850", False, False),
        ("cp852", False, False),
        ("cp1250", False, True),
        ("cp1257", False, True),
        ("iso8859-13", False, True),
        ("ascii", False, True),
        (None, False, True),
        ("no-such-encoding", False, True),
    ],
)
def test_signs_by_encoding(encoding: str | None, signs: bool, ascii_only: bool) -> None:
    shown = Terminal.of(Stream(encoding), {})
    assert (shown.signs, shown.ascii_only) == (signs, ascii_only)


@pytest.mark.parametrize(
    ("environ", "terminal", "colour"),
    [
        ({}, True, True),
        ({"TERM": "xterm-256color"}, True, True),
        ({}, False, False),
        ({"FORCE_COLOR": "1"}, False, False),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": "0"}, True, False),
        ({"NO_COLOR": ""}, True, True),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, True, False),
        ({"FORCE_COLOR": "0"}, True, False),
        ({"FORCE_COLOR": "false"}, True, False),
        ({"FORCE_COLOR": "3"}, True, True),
        ({"TERM": "dumb"}, True, False),
        ({"TERM": "dumb", "FORCE_COLOR": "1"}, True, False),
    ],
)
def test_colour_by_environment(environ: dict[str, str], terminal: bool, colour: bool) -> None:
    assert Terminal.of(Stream("utf-8", terminal), environ).colour is colour


def test_the_bare_console_of_linux_gets_letters_and_plain_frames() -> None:
    shown = Terminal.of(Stream("utf-8"), {"TERM": "linux"})
    assert (shown.signs, shown.ascii_only, shown.colour) == (False, False, True)


@pytest.mark.parametrize(
    ("columns", "width"),
    [("132", 132), ("40", 40), ("5", 20), ("", 80), ("wide", 80), ("-3", 80), ("0", 80), ("²", 80)],
)
def test_width_of_a_pipe_by_columns(columns: str, width: int) -> None:
    assert Terminal.of(Stream("utf-8", terminal=False), {"COLUMNS": columns}).width == width


def test_a_closed_stream_is_no_terminal() -> None:
    stream = io.StringIO()
    stream.close()
    assert Terminal.of(stream, {}) == Terminal(80, False, False, True)
