"""Nothing heavy is loaded before a photograph is read: `--help` must stay quick."""

from __future__ import annotations

import subprocess
import sys

HEAVY = ("cv2", "numpy", "pytesseract", "PIL", "torch", "onnxruntime")


def test_the_modules_that_commands_import_are_light() -> None:
    names = ", ".join(f"companion.sight.{m}" for m in ("photo", "reader", "mark", "pack", "tesseract"))
    code = f"import sys, {names}; print([m for m in {HEAVY!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
