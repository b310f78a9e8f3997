"""A hint that waits for the search to be compiled says so; one that only thinks does not."""

from __future__ import annotations

import threading

import pytest

from companion.cli import play_shell
from companion.guide.answer import Answer
from companion.search import warm
from companion.words.voice import Voice
from tests.guide.sitting import Sitting


@pytest.mark.parametrize("preparing", [True, False])
def test_a_long_wait_is_explained(preparing: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[str] = []
    asked = threading.Event()

    def is_preparing() -> bool:
        asked.set()
        return preparing

    def take(line: str) -> Answer:
        assert line == "hint"
        assert asked.wait(30)
        for thread in threading.enumerate():
            if isinstance(thread, threading.Timer):
                thread.join(30)
        return Answer(())

    monkeypatch.setattr(play_shell, "PATIENCE_S", 0.01)
    monkeypatch.setattr(warm, "preparing", is_preparing)
    shell = play_shell.Shell(Sitting("hauta").session, Voice(), plain=True, take=take)
    shell.talks = True
    monkeypatch.setattr(shell, "say", lambda text, **_: heard.append(text))
    assert shell._answered("hint") == Answer(())
    voice = Voice()
    assert heard == [voice.say("play-thinking"), *([voice.say("search-preparing")] if preparing else [])]
