"""Bad files and turned pictures: each kind of trouble its own error, and nothing native on the terminal (B27, B29)."""

from __future__ import annotations

import contextlib
import io
import os
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.sight import photo


def picture(width: int = 60, height: int = 40) -> np.ndarray:
    """White, with a red patch in the upper left corner."""
    image = np.full((height, width, 3), 255, np.uint8)
    image[:10, :10] = (0, 0, 255)
    return image


def encoded(ending: str, image: np.ndarray | None = None) -> bytes:
    done, data = cv2.imencode(ending, picture() if image is None else image)
    assert done
    return data.tobytes()


def with_exif(jpeg: bytes, orientation: int) -> bytes:
    """The JPEG with an EXIF segment that holds only an orientation."""
    tiff = (
        b"II*\0"
        + struct.pack("<I", 8)
        + struct.pack("<H", 1)
        + struct.pack("<HHIHH", 0x0112, 3, 1, orientation, 0)
        + b"\0" * 4
    )
    body = b"Exif\0\0" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + jpeg[2:]


def png_header(width: int, height: int) -> bytes:
    """A PNG that announces any size and holds almost nothing."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 100)) + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp"])
def test_each_kind_is_read(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"kortti{ending}"
    path.write_bytes(encoded(ending))
    loaded = photo.load_photo(path)
    assert (loaded.width, loaded.height, loaded.scale) == (60, 40, 1)
    assert loaded.pixels[30, 50].min() > 245


# Where the red corner of the stored picture comes to lie when it is turned as the tag says: x, y as parts of the size.
@pytest.mark.parametrize(("orientation", "where"), [(1, (0, 0)), (3, (1, 1)), (6, (1, 0)), (8, (0, 1))])
def test_exif_turn_is_honoured_b29(tmp_path: Path, orientation: int, where: tuple[int, int]) -> None:
    path = tmp_path / "turned.jpg"
    path.write_bytes(with_exif(encoded(".jpg"), orientation))
    pixels = photo.load_photo(path).pixels
    assert pixels.shape[:2] == ((40, 60) if orientation in (1, 3) else (60, 40))
    height, width = pixels.shape[:2]
    blue, green, red = pixels[4 if where[1] == 0 else height - 5, 4 if where[0] == 0 else width - 5]
    assert red > 200
    assert max(blue, green) < 90


def test_missing(tmp_path: Path) -> None:
    with pytest.raises(photo.PhotoMissing, match="no such file"):
        photo.load_photo(tmp_path / "nothing.jpg")


def test_folder(tmp_path: Path) -> None:
    with pytest.raises(photo.PhotoIsFolder, match="folder"):
        photo.load_photo(tmp_path)


@pytest.mark.skipif(not os.path.exists("/dev/null"), reason="this system has no device files")
def test_device() -> None:
    with pytest.raises(photo.PhotoNotAFile):
        photo.load_photo("/dev/null")


def test_empty(tmp_path: Path) -> None:
    path = tmp_path / "empty.jpg"
    path.write_bytes(b"")
    with pytest.raises(photo.PhotoEmpty):
        photo.load_photo(path)


def test_not_an_image(tmp_path: Path) -> None:
    path = tmp_path / "letter.jpg"
    path.write_text("Dear aunt, the cards are on the table.\n" * 9)
    with pytest.raises(photo.PhotoNotAnImage):
        photo.load_photo(path)


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp"])
@pytest.mark.parametrize("part", [0.1, 0.5, 0.9])
def test_cut_short_without_native_words(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], ending: str, part: float
) -> None:
    noise = np.random.default_rng(5).integers(0, 256, (90, 120, 3), dtype=np.uint8)
    data = encoded(ending, noise)
    path = tmp_path / f"cut{ending}"
    path.write_bytes(data[: int(len(data) * part)])
    with pytest.raises(photo.PhotoCutShort):
        photo.load_photo(path)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("ending", [".jpg", ".png"])
def test_damaged_inside_is_trouble_or_a_picture_but_never_native_words(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], ending: str
) -> None:
    noise = np.random.default_rng(6).integers(0, 256, (90, 120, 3), dtype=np.uint8)
    data = bytearray(encoded(ending, noise))
    data[len(data) // 2 : len(data) // 2 + 400] = b"\x00" * 400
    path = tmp_path / f"damaged{ending}"
    path.write_bytes(bytes(data))
    with contextlib.suppress(photo.PhotoCutShort):
        assert photo.load_photo(path).width == 120
    assert capfd.readouterr() == ("", "")


def test_bomb_is_refused_by_its_header(tmp_path: Path) -> None:
    path = tmp_path / "bomb.png"
    path.write_bytes(png_header(50_000, 50_000))
    with pytest.raises(photo.PhotoTooManyPixels, match="50000"):
        photo.load_photo(path)


@pytest.mark.parametrize("length", [1 << 20, 0x7FFFFFFF, 0xFFFFFFFF])
def test_a_chunk_that_announces_more_than_the_file_holds_is_refused_before_room_is_made_for_it(
    tmp_path: Path, length: int
) -> None:
    """Found by fuzzing: 155 bytes of PNG made the decoder set two gigabytes aside."""
    path = tmp_path / "chunk.png"
    whole = encoded(".png")
    path.write_bytes(whole[:33] + struct.pack(">I", length) + whole[37:])
    with pytest.raises(photo.PhotoCutShort):
        photo.load_photo(path)


def test_huge_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "huge.jpg"
    with open(path, "wb") as file:
        file.truncate(photo.MAX_BYTES + 1)
    with pytest.raises(photo.PhotoTooBig):
        photo.load_photo(path)


def test_heic_without_its_reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pillow_heif", None)
    path = tmp_path / "phone.heic"
    path.write_bytes(b"\0\0\0\x18ftypheic" + b"\0" * 64)
    with pytest.raises(photo.PhotoNeedsHeifReader, match="pillow-heif"):
        photo.load_photo(path)


def heic(pixels: np.ndarray, turn: int = 1) -> bytes:
    """A HEIC file of a BGR picture, which says how the camera was held (EXIF's numbers)."""
    heif = pytest.importorskip("pillow_heif", reason="HEIC is read where the extra `heic` is installed")
    from PIL import Image

    held, file = Image.Exif(), io.BytesIO()
    held[0x0112] = turn
    made = heif.from_bytes("BGR", (pixels.shape[1], pixels.shape[0]), pixels.tobytes())
    made.save(file, quality=100, exif=held.tobytes())
    return file.getvalue()


def halves() -> np.ndarray:
    """64 × 48 pixels: red on the left, blue on the right."""
    pixels = np.zeros((48, 64, 3), np.uint8)
    pixels[:, :32], pixels[:, 32:] = (0, 0, 255), (255, 0, 0)
    return pixels


def test_heic_with_its_reader(tmp_path: Path) -> None:
    path = tmp_path / "phone.heic"
    path.write_bytes(heic(halves()))
    loaded = photo.load_photo(path)
    assert (loaded.width, loaded.height) == (64, 48)
    assert np.abs(loaded.pixels.astype(int) - halves()).mean() < 8


def test_heic_is_turned_as_the_camera_was_held(tmp_path: Path) -> None:
    path = tmp_path / "phone.heic"
    path.write_bytes(heic(halves(), turn=6))  # shown a quarter clockwise: what was left is above
    loaded = photo.load_photo(path)
    assert (loaded.width, loaded.height) == (48, 64)
    assert np.abs(loaded.pixels.astype(int) - np.rot90(halves(), -1)).mean() < 8


@pytest.mark.parametrize("part", [0.2, 0.5, 0.9])
def test_heic_cut_short_is_told_on_one_line(tmp_path: Path, part: float) -> None:
    path = tmp_path / "phone.heic"
    data = heic(halves())
    path.write_bytes(data[: int(part * len(data))])
    with pytest.raises(photo.PhotoCutShort) as caught:
        photo.load_photo(path)
    assert "\n" not in str(caught.value)


def test_name_outside_ascii(tmp_path: Path) -> None:
    path = tmp_path / "ässä ♥ łąka.jpg"
    path.write_bytes(encoded(".jpg"))
    assert photo.load_photo(path).width == 60


def test_every_trouble_has_a_key_of_its_own() -> None:
    kinds = photo.PhotoTrouble.__subclasses__()
    assert len({kind.key for kind in kinds}) == len(kinds)


def test_large_photograph_is_worked_on_smaller(tmp_path: Path) -> None:
    path = tmp_path / "large.jpg"
    path.write_bytes(encoded(".jpg", picture(9000, 400)))
    loaded = photo.load_photo(path)
    assert (loaded.width, loaded.height, loaded.scale) == (9000, 400, 2)
    assert loaded.pixels.shape == (200, 4500, 3)
