"""Loading a photograph from a file that may be anything.

The size is read from the header before a pixel is decoded, so that a bomb is refused, not unpacked. The EXIF turn
is honoured. Native decoders are kept from writing to the terminal.
"""

from __future__ import annotations

import os
import stat
import struct
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

MAX_BYTES = 80 * 1024 * 1024
MAX_PIXELS = 120_000_000
# Photographs with a longer side than this are decoded at a half, a quarter or an eighth.
WORK_SIDE_PX = 4800
SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif")


class PhotoTrouble(Exception):
    """A photograph that cannot be read. `key` names the kind, `path` the file, the text is one helpful sentence."""

    key = "photo-trouble"

    def __init__(self, path: str, sentence: str) -> None:
        super().__init__(sentence)
        self.path = path
        self.sentence = sentence


class PhotoMissing(PhotoTrouble):
    """There is no such file."""

    key = "photo-missing"


class PhotoIsFolder(PhotoTrouble):
    """The path names a folder."""

    key = "photo-folder"


class PhotoNotAFile(PhotoTrouble):
    """The path names a device, a pipe or a socket."""

    key = "photo-not-a-file"


class PhotoForbidden(PhotoTrouble):
    """The file is there but may not be read."""

    key = "photo-forbidden"


class PhotoEmpty(PhotoTrouble):
    """The file holds no bytes."""

    key = "photo-empty"


class PhotoTooBig(PhotoTrouble):
    """The file has more bytes than a photograph of cards needs."""

    key = "photo-too-big"


class PhotoTooManyPixels(PhotoTrouble):
    """The header announces more pixels than would be decoded in reason."""

    key = "photo-too-many-pixels"


class PhotoNotAnImage(PhotoTrouble):
    """The bytes are no picture of a kind that is read here."""

    key = "photo-not-an-image"


class PhotoCutShort(PhotoTrouble):
    """The picture begins well and stops in the middle, or is damaged inside."""

    key = "photo-cut-short"


class PhotoNeedsHeifReader(PhotoTrouble):
    """A HEIC picture, and the optional reader for it is not installed."""

    key = "photo-needs-heif"


@dataclass(frozen=True)
class Photo:
    """A decoded photograph, turned upright: `pixels` BGR bytes; `scale` photograph pixels to one of `pixels`."""

    path: str
    pixels: NDArray[Any]
    scale: float
    width: int
    height: int


_quiet_lock = threading.Lock()


@contextmanager
def quiet() -> Iterator[None]:
    """Keep native libraries from writing to the terminal while they decode."""
    with _quiet_lock:
        try:
            sys.stderr.flush()
            kept = os.dup(2)
        except (OSError, ValueError, AttributeError):
            yield
            return
        sink = os.open(os.devnull, os.O_WRONLY)
        try:
            os.dup2(sink, 2)
            yield
        finally:
            os.dup2(kept, 2)
            os.close(kept)
            os.close(sink)


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """The file's bytes. Raises the `PhotoTrouble` that fits when there are none to be had."""
    name = os.fspath(path)
    try:
        info = os.stat(name)
    except (FileNotFoundError, NotADirectoryError):
        raise PhotoMissing(
            name, f"{name}: there is no such file; check the name, or drag the picture into the terminal."
        ) from None
    except (OSError, ValueError) as error:
        raise PhotoForbidden(name, f"{name}: this file cannot be looked at ({_reason(error)}).") from None
    if stat.S_ISDIR(info.st_mode):
        raise PhotoIsFolder(name, f"{name}: this is a folder; name a picture in it, as {Path(name) / '*.jpg'}.")
    if not stat.S_ISREG(info.st_mode):
        raise PhotoNotAFile(name, f"{name}: this is not an ordinary file; save the picture to a file first.")
    if info.st_size == 0:
        raise PhotoEmpty(name, f"{name}: the file is empty; copy the picture again.")
    if info.st_size > MAX_BYTES:
        raise PhotoTooBig(
            name, f"{name}: {info.st_size // 2**20} MiB is too big a file; {MAX_BYTES // 2**20} MiB is the limit."
        )
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise PhotoForbidden(name, f"{name}: this file cannot be opened ({_reason(error)}).") from None


def _reason(error: BaseException) -> str:
    """What the system or a decoder says, on one line."""
    return " ".join((getattr(error, "strerror", None) or str(error)).split())


def kind_of(data: bytes) -> str:
    """`jpeg`, `png`, `webp`, `heif` or an empty text, by the first bytes."""
    if data[:3] == b"\xff\xd8\xff":
        return "jpeg"
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return "png"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "webp"
    if data[4:8] == b"ftyp" and data[8:12] in (b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1"):
        return "heif"
    return ""


def header_size(data: bytes, kind: str) -> tuple[int, int] | None:
    """Width and height as the header has them, without decoding; None when the header ends too soon."""
    try:
        if kind == "png":
            return struct.unpack(">II", data[16:24]) if data[12:16] == b"IHDR" else None
        if kind == "webp":
            return _webp_size(data)
        if kind == "jpeg":
            return _jpeg_size(data)
    except (struct.error, IndexError):
        return None
    return None


def _webp_size(data: bytes) -> tuple[int, int] | None:
    chunk = data[12:16]
    if chunk == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if chunk == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return (bits & 0x3FFF) + 1, ((bits >> 14) & 0x3FFF) + 1
    if chunk == b"VP8 ":
        w, h = struct.unpack("<HH", data[26:30])
        return w & 0x3FFF, h & 0x3FFF
    return None


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 9 < len(data):
        if data[at] != 0xFF:
            at += 1
            continue
        marker = data[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            h, w = struct.unpack(">HH", data[at + 5 : at + 9])
            return w, h
        if marker in (0xFF, 0x00, 0x01) or 0xD0 <= marker <= 0xD8:
            at += 1 if marker == 0xFF else 2
            continue
        if marker == 0xDA:
            return None
        at += 2 + struct.unpack(">H", data[at + 2 : at + 4])[0]
    return None


def whole(data: bytes, kind: str) -> bool:
    """Whether the file has its end: a picture cut short in copying lacks it."""
    if kind == "jpeg":
        return b"\xff\xd9" in data[-65536:]
    if kind == "png":
        return _png_whole(data)
    if kind == "webp":
        return len(data) >= int.from_bytes(data[4:8], "little") + 8
    return True


def _png_whole(data: bytes) -> bool:
    """Whether every chunk up to the end lies within the file: the decoder sets aside whatever room a chunk announces."""
    at = 8
    while at + 12 <= len(data):
        at += 12 + int.from_bytes(data[at : at + 4], "big")
        if at <= len(data) and data[at - 8 : at - 4] == b"IEND":
            return True
    return False


def load_photo(path: str | os.PathLike[str]) -> Photo:
    """Decode a photograph. Raises a subclass of `PhotoTrouble` with one sentence for every way this can fail."""
    name = os.fspath(path)
    data = read_bytes(name)
    kind = kind_of(data)
    if not kind:
        raise PhotoNotAnImage(name, f"{name}: this is no picture that can be read; JPEG, PNG, WebP and HEIC are.")
    if kind == "heif":
        return _load_heif(name, data)
    size = header_size(data, kind)
    if size is None:
        raise PhotoCutShort(name, f"{name}: the picture stops before its size is told; copy it again.")
    _check_pixels(name, *size)
    if not whole(data, kind):
        raise PhotoCutShort(name, f"{name}: the picture is cut short; copy it from the phone again.")
    import cv2
    import numpy as np

    shrink = next((f for f in (1, 2, 4, 8) if max(size) / f <= WORK_SIDE_PX), 8) if kind == "jpeg" else 1
    flag = {
        1: cv2.IMREAD_COLOR,
        2: cv2.IMREAD_REDUCED_COLOR_2,
        4: cv2.IMREAD_REDUCED_COLOR_4,
        8: cv2.IMREAD_REDUCED_COLOR_8,
    }[shrink]
    with quiet():
        try:
            pixels = cv2.imdecode(np.frombuffer(data, np.uint8), flag)
        except cv2.error:
            pixels = None
    if pixels is None or pixels.size == 0:
        raise PhotoCutShort(name, f"{name}: the picture is damaged and cannot be decoded; copy it again.")
    return _photo(name, pixels, shrink)


def _check_pixels(name: str, width: int, height: int) -> None:
    if width * height > MAX_PIXELS:
        raise PhotoTooManyPixels(
            name, f"{name}: {width} × {height} pixels are too many; {MAX_PIXELS // 10**6} million is the limit."
        )
    if width < 1 or height < 1:
        raise PhotoCutShort(name, f"{name}: the picture says that it has no pixels; copy it again.")


def _photo(name: str, pixels: NDArray[Any], scale: float) -> Photo:
    import cv2

    height, width = round(pixels.shape[0] * scale), round(pixels.shape[1] * scale)
    longest = max(pixels.shape[:2])
    if longest > WORK_SIDE_PX:
        shrink = WORK_SIDE_PX / longest
        pixels = cv2.resize(pixels, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        scale /= shrink
    return Photo(name, pixels, scale, width, height)


def _load_heif(name: str, data: bytes) -> Photo:
    try:
        import pillow_heif
    except ImportError:
        raise PhotoNeedsHeifReader(
            name,
            f"{name}: HEIC pictures need the optional reader (pip install pillow-heif), or set the camera to JPEG.",
        ) from None
    import numpy as np

    try:
        opened = pillow_heif.open_heif(data, convert_hdr_to_8bit=True)
        _check_pixels(name, *opened.size)
        with quiet():
            picture = opened.to_pillow().convert("RGB")
    except PhotoTrouble:
        raise
    except Exception as error:  # whatever the optional reader raises means the same to the player
        raise PhotoCutShort(
            name, f"{name}: the HEIC picture cannot be decoded ({_reason(error)}); copy it again."
        ) from None
    return _photo(name, np.ascontiguousarray(np.asarray(picture)[:, :, ::-1]), 1.0)
