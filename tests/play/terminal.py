"""A companion in a pseudo-terminal, for the tests of `play` and `practice`."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

import pexpect

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()][A-Z0-9]|\x1b[=>]")


def environment(home: Path, **more: str) -> dict[str, str]:
    """An environment with folders of its own, in English, without colour unless asked for."""
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "TMPDIR") if name in os.environ}
    folders = {name: str(home / name) for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "HOME")}
    return {**kept, **folders, "TERM": "xterm", "LANG": "C.UTF-8", "COLUMNS": "80", "NO_COLOR": "1", "PROMPT_TOOLKIT_NO_CPR": "1", **more}  # fmt: skip


class Table:
    """`companion …` in a pseudo-terminal of 80 columns: lines are typed, and what appears is waited for."""

    def __init__(self, home: Path, *words: str, lines: int = 50, **more: str) -> None:
        self.child: Any = pexpect.spawn(
            sys.executable,
            ["-m", "companion", *words],
            env=environment(home, **more),
            dimensions=(lines, 80),
            encoding="utf-8",
            timeout=20,
        )
        self.child.delaybeforesend = 0

    def see(self, text: str) -> str:
        """Wait until a text appears; what stood before it."""
        self.child.expect_exact(text)
        return ESCAPES.sub("", self.child.before)

    def ready(self) -> None:
        """Wait until the prompt stands and takes keys."""
        self.child.expect(r">(?: |\x08\x1b\[2C)")

    def leave(self) -> None:
        """Press Ctrl-D at the prompt."""
        self.ready()
        self.child.sendeof()

    def type(self, line: str) -> None:
        """Type a line and press Enter."""
        self.child.send(line + "\r")

    def ends(self) -> int:
        """Wait for the end; the exit code."""
        self.child.expect(pexpect.EOF)
        self.rest = ESCAPES.sub("", self.child.before)
        self.child.close()
        return int(self.child.exitstatus if self.child.exitstatus is not None else -self.child.signalstatus)

    def kill(self) -> None:
        """As `kill -9` does."""
        self.child.kill(9)
        self.child.expect(pexpect.EOF)
        self.child.close()
