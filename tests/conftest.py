"""Running commands in this process, as the console script does."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

import pytest


@dataclass(frozen=True)
class Answer:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Answer]


@pytest.fixture
def companion(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Any) -> Run:
    """`companion("check", file)`: run a command with its own settings and data folders."""
    from companion.cli.app import run
    from companion.cli.common import settings

    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    for name in ("LANG", "LC_ALL", "LC_MESSAGES", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)

    def call(*words: str, stdin: bytes = b"") -> Answer:
        monkeypatch.setattr(sys, "argv", ["companion", *words])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        settings.cache_clear()  # each call is a run of its own
        code = 0
        try:
            run()
        except SystemExit as leaving:
            code = leaving.code if isinstance(leaving.code, int) else 0 if leaving.code is None else 1
        captured = capsys.readouterr()
        return Answer(code, captured.out, captured.err)

    return call


def opencv_trouble() -> str | None:
    """Why opencv does not load here, as the program tells it; none where it loads."""
    from companion.cli.common import library_trouble

    try:
        import cv2  # noqa: F401
    except ImportError as error:
        return f"opencv does not load here: {library_trouble(error).facts['why']}"
    return None


@pytest.fixture
def pictures() -> None:
    """Passes over a test of photographs where opencv lacks a library of the system."""
    if why := opencv_trouble():
        pytest.skip(why)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Passes over a whole module of photographs there, which cannot be imported."""
    report = yield
    if report.outcome == "failed" and "cv2" in str(report.longrepr) and (why := opencv_trouble()):
        report.outcome = "skipped"
        report.longrepr = (str(collector.path), 0, f"Skipped: {why}")
    return report
