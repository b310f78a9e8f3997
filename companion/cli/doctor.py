"""`doctor`: what works here, what does not, and how to get it."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import locale
import os
import platform
import sys
import tempfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from companion.cli.common import answer_json, can_encode, leave, library_trouble, say_out, terminal
from companion.cli.exits import Exit

if TYPE_CHECKING:
    from companion.words.voice import Voice


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: `state` is good, limited (the rest works without it) or bad (a main job does not work)."""

    what: str
    state: Literal["good", "limited", "bad"]
    detail: str
    remedy: str | None = None
    """The key of the sentence that says how to get it."""


def examine(*, as_json: bool, voice: Voice) -> None:
    """Look at everything that the program leans on, and say plainly what is missing and what works without it."""
    findings = [_python(), _terminal(), _logs(), *_libraries(), _kernels(), _tesseract(), _models(), _heic()]
    if as_json:
        answer_json(
            [
                {
                    "what": f.what,
                    "state": f.state,
                    "detail": f.detail,
                    "remedy": voice.say(f.remedy) if f.remedy else None,
                }
                for f in findings
            ]
        )
    else:
        for finding in findings:
            say_out(f"{voice.say(f'doctor-{finding.state}')}  {voice.say(f'doctor-{finding.what}')}: {finding.detail}")
            if finding.remedy:
                say_out(f"      {voice.say(finding.remedy)}")
    leave(Exit.NO if any(finding.state == "bad" for finding in findings) else Exit.FINE)


def _python() -> Finding:
    from companion import __version__

    system = f"{platform.system()} {platform.machine()}"
    return Finding("python", "good", f"companion {__version__}, Python {platform.python_version()}, {system}")


def _terminal() -> Finding:
    shown = terminal()
    words = [f"{shown.width}", sys.stdout.encoding or "?", locale.getlocale()[0] or "C"]
    signs = can_encode("♠♥♦♣")
    return Finding("terminal", "good" if signs else "limited", ", ".join(words), None if signs else "doctor-no-signs")


def _logs() -> Finding:
    """Whether a new log can be written where logs go."""
    from companion.settings import log_folder

    folder = log_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        return Finding("logs", "limited", f"{folder}: {error.strerror}", "doctor-no-log-folder")
    return Finding("logs", "good", str(folder))


def _libraries() -> list[Finding]:
    findings = []
    for what, module, package in (
        ("search", "numba", "numba"),
        ("prompt", "prompt_toolkit", "prompt_toolkit"),
        ("pictures", "cv2", "opencv-python"),
    ):
        if importlib.util.find_spec(module) is None:
            findings.append(Finding(what, "bad", package, "doctor-missing-library"))
            continue
        try:
            if module == "cv2":
                import cv2  # noqa: F401 (a system library that it needs may be missing)
            findings.append(Finding(what, "good", f"{package} {importlib.metadata.version(package)}"))
        except ImportError as error:
            why = library_trouble(error).facts["why"]
            findings.append(Finding(what, "limited", f"{package}: {why}", f"doctor-broken-{what}"))
    return findings


def _kernels() -> Finding:
    """Where compiled search kernels are kept between runs: beside the program, or in the user's cache where that is not allowed."""
    from companion.search import __file__ as search_file

    folder = os.path.dirname(search_file)
    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        return Finding("kernels", "good", chosen)
    if os.access(folder, os.W_OK):
        return Finding("kernels", "good", folder)
    from platformdirs import user_cache_path

    cache = user_cache_path("numba", appauthor=False)
    there = next(parent for parent in (cache, *cache.parents) if parent.exists())
    if there.is_dir() and os.access(there, os.W_OK):
        return Finding("kernels", "good", str(cache))
    return Finding("kernels", "limited", str(cache), "doctor-kernels-elsewhere")


def _tesseract() -> Finding:
    """Which Tesseract the second reader would use."""
    from companion.sight.tesseract import available

    path = available()
    return Finding("tesseract", "good", path) if path else Finding("tesseract", "limited", "–", "doctor-no-tesseract")


def _models() -> Finding:
    from importlib import resources

    models = resources.files("companion.sight").joinpath("models")
    names = sorted(entry.name for entry in models.iterdir() if entry.name.endswith(".onnx")) if models.is_dir() else []
    return Finding("models", "good", ", ".join(names)) if names else Finding("models", "bad", "–", "doctor-no-models")


def _heic() -> Finding:
    if importlib.util.find_spec("pillow_heif") is not None:
        return Finding("heic", "good", f"pillow-heif {importlib.metadata.version('pillow-heif')}")
    return Finding("heic", "limited", "–", "doctor-no-heic")
