"""Imports point one way, and nothing heavy is loaded on the way to a light answer."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def test_imports_point_one_way() -> None:
    import importlinter.cli as linter

    # Its exit status: 0 where every contract of pyproject.toml is kept.
    assert linter.lint_imports(config_filename=str(ROOT / "pyproject.toml"), cache_dir=None) == 0


@pytest.mark.parametrize("words", [["--help"], ["check", str(ROOT / "fixtures/logs/practice.log")], ["variants"]])
def test_light_commands_load_nothing_heavy(words: list[str]) -> None:
    code = (
        "import sys, companion.cli\n"
        f"sys.argv = ['companion', *{words!r}]\n"
        "try:\n    companion.cli.main()\n"
        "except SystemExit as leaving:\n    assert not leaving.code, leaving.code\n"
        "heavy = {'cv2', 'numba', 'numpy', 'prompt_toolkit', 'onnxruntime', 'pytesseract', 'PIL', 'sqlite3'}\n"
        "print(sorted(heavy & sys.modules.keys()), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stderr.strip().splitlines()[-1] == "[]"
