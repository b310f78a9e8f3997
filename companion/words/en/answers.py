"""What the commands that answer say: check, moves, show, replay, doctor, hint, verdict, survey, read."""

from __future__ import annotations

SENTENCES: dict[str, str | tuple[str, str]] = {
    "standard-input": "standard input",
    "torn-line": "The last line is cut short and was set aside: {text}",
    "check-legal": ("{count} event, legal.", "{count} events, all legal."),
    "check-faults": ("{count} fault in {events} events.", "{count} faults in {events} events."),
    "check-follows": (
        "{count} of them would be fine but for an earlier one.",
        "{count} of them would be fine but for an earlier one.",
    ),
    "check-follows-line": "(This follows from line {line}.)",
    "waits-to-be-turned": "The card at {place} has been turned up but not named yet.",
    "is-won": "The game has come out.",
    "was-ended": "The player closed the game as {verdict}.",
    "unseen-cards": ("{count} card has not been seen yet.", "{count} cards have not been seen yet."),
    "unseen-are": "Not seen yet: {cards}",
    "no-moves": "There is no legal move.",
    "variant-differs": "Like {base}, but {differences}.",
    "variant-aliases": "Also called {names}.",
    "switches-heading": "Switches (--option NAME=VALUE):",
    "replay-keys": "[Enter] next  [b] back  [number] go to  [q] leave:",
    "doctor-good": "good   ",
    "doctor-limited": "limited",
    "doctor-bad": "missing",
    "doctor-python": "program",
    "doctor-terminal": "terminal",
    "doctor-logs": "folder for logs",
    "doctor-search": "search",
    "doctor-prompt": "prompt of play",
    "doctor-pictures": "photographs",
    "doctor-kernels": "compiled search is kept in",
    "doctor-tesseract": "second reader (Tesseract)",
    "doctor-models": "card reader",
    "doctor-heic": "HEIC photographs",
    "doctor-no-signs": "This terminal cannot show suit signs; letters are used instead.",
    "doctor-no-log-folder": "Logs cannot be kept there; name a file with play --log FILE. Everything else works.",
    "doctor-missing-library": "Install companion again with pip; this part of it is missing.",
    "doctor-broken-pictures": (
        "Photographs cannot be read. On a bare Debian or Ubuntu, apt-get install libgl1 libglib2.0-0 is what opencv needs; "
        "everything but read, table, deck and photo entry works without it."
    ),
    "doctor-broken-search": "hint, verdict and survey need numba; the referee and play work without it.",
    "doctor-broken-prompt": "play falls back to plain lines.",
    "doctor-kernels-elsewhere": "The search is compiled anew in each run; set NUMBA_CACHE_DIR to a folder that can be written.",
    "doctor-no-tesseract": (
        "Doubtful cards in photographs are asked about more often without it; apt-get install tesseract-ocr, or the package of "
        "your system, brings it. Everything works without it."
    ),
    "doctor-no-models": "Photographs cannot be read; install companion again. Everything else works.",
    "doctor-no-heic": "pip install 'companion[heic]' reads them; JPEG, PNG and WebP need nothing more.",
}
