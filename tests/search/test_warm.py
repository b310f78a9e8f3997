"""Making kernels ready: another thread can tell while it goes on."""

from __future__ import annotations

import pytest

from companion.rules import game
from companion.search import warm


def test_preparing_is_told_only_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bool] = []
    monkeypatch.setattr(warm, "_ready", set())
    monkeypatch.setattr(warm, "solve", lambda *_: seen.append(warm.preparing()))
    rules = game("hauta")
    table = rules.opening(())
    assert not warm.preparing()
    warm.prepare(rules, table)
    warm.prepare(rules, table)
    assert seen == [True]
    assert not warm.preparing()


def test_what_was_broken_off_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken_off(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(warm, "_ready", set())
    monkeypatch.setattr(warm, "solve", broken_off)
    rules = game("hauta")
    with pytest.raises(KeyboardInterrupt):
        warm.prepare(rules, rules.opening(()))
    assert not warm.preparing()
    assert not warm._ready
