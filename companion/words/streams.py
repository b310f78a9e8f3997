"""Text for a stream that cannot show every letter: what is missing is shown by what looks most like it."""

from __future__ import annotations

import codecs
import unicodedata

_LIKE = {
    "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "…": "...", "×": "x", "·": "-", "→": "->", "←": "<-",
    "↑": "^", "↓": "v", "≤": "<=", "≥": ">=", "♠": "S", "♥": "H", "♦": "D", "♣": "C", "ł": "l", "Ł": "L", "\u00a0": " ",
}  # fmt: skip
_HANDLER = "companion-alike"


def _alike(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    told = []
    for letter in error.object[error.start : error.end]:
        base = "".join(c for c in unicodedata.normalize("NFKD", letter) if not unicodedata.combining(c))
        like = _LIKE.get(letter, base)
        # `ė` may lack its dot and `“` its curl, but a letter that looks like nothing here is escaped, so that it is not lost.
        told.append(like if like.isascii() and like else letter.encode("ascii", "backslashreplace").decode())
    return "".join(told), error.end


codecs.register_error(_HANDLER, _alike)


def fitted(text: str, encoding: str | None) -> str:
    """The text with every character that an encoding lacks replaced: accents go, quotes and dashes become plain ones."""
    known = encoding or "utf-8"
    return text.encode(known, _HANDLER).decode(known)
