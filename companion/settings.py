"""The player's settings: a small TOML file in the platform's place, read once a run and written only when asked."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from companion.errors import FileTrouble, Unreadable

MAX_BYTES = 1 << 16


@dataclass(frozen=True, slots=True)
class Settings:
    """What the player wants by default; an option of a command outranks it, and an empty text means "as the system is"."""

    language: str = ""
    signs: str = "auto"
    colours: str = "two"
    plain: bool = False
    logs: str = ""
    think_s: float = 1.0
    watch: bool = True
    pack: str = ""


CHOICES: Mapping[str, tuple[str, ...]] = {
    "language": ("", "en", "fi", "lt", "pl"),
    "signs": ("auto", "on", "off"),
    "colours": ("two", "four", "none"),
}


def settings_path() -> Path:
    """Where the settings are kept."""
    from platformdirs import user_config_path

    return user_config_path("companion", appauthor=False) / "settings.toml"


def log_folder(settings: Settings | None = None) -> Path:
    """Where logs go unless a file is named: the folder of the settings, else the platform's place for a program's data."""
    chosen = (settings or load()).logs
    if chosen:
        return Path(chosen).expanduser()
    from platformdirs import user_data_path

    return user_data_path("companion", appauthor=False) / "logs"


def pack_folder() -> Path:
    """Where learned packs are kept."""
    from platformdirs import user_data_path

    return user_data_path("companion", appauthor=False) / "packs"


def load(path: Path | None = None) -> Settings:
    """The settings as they stand; the defaults where there is no file. Raises `FileTrouble`, `Unreadable`."""
    where = path or settings_path()
    try:
        with open(where, "rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        return Settings()
    except OSError as error:
        raise FileTrouble("file-unreadable", file=str(where), why=error.strerror or "") from error
    if len(data) > MAX_BYTES:
        raise FileTrouble("file-too-large", file=str(where), limit_mib=1)
    import tomllib

    try:
        document = tomllib.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:  # no TOML, no UTF-8, a number of any length, brackets of any depth
        raise FileTrouble("settings-unreadable", file=str(where), why=str(error)) from error
    settings = Settings()
    for name, value in document.items():
        if name in Settings.__slots__:  # settings of a newer version are passed over
            settings = changed(settings, name, value)
    return settings


def changed(settings: Settings, name: str, value: object) -> Settings:
    """The settings with one of them set, from a TOML value or a typed word. Raises `Unreadable`."""
    kinds: Mapping[str, Callable[[object], Any]] = {
        "language": _text,
        "signs": _text,
        "colours": _text,
        "plain": _switch,
        "logs": _text,
        "think_s": _seconds,
        "watch": _switch,
        "pack": _text,
    }
    if name not in kinds:
        raise Unreadable("setting-unknown", name=name, settings=", ".join(kinds))
    try:
        read = kinds[name](value)
    except (TypeError, ValueError, OverflowError) as error:
        raise Unreadable("setting-value-unreadable", name=name, value=_told(value)) from error
    if name in CHOICES and read not in CHOICES[name]:
        raise Unreadable("setting-value-unreadable", name=name, value=str(value))
    return replace(settings, **{name: read})


def save(settings: Settings, path: Path | None = None) -> Path:
    """Write the settings in one step (a new file that takes the old one's place). Raises `FileTrouble`."""
    where = path or settings_path()
    lines = [f"{item.name} = {_toml(getattr(settings, item.name))}\n" for item in fields(settings)]
    beside = where.with_name(where.name + ".new")
    try:
        where.parent.mkdir(parents=True, exist_ok=True)
        with open(beside, "w", encoding="utf-8") as stream:
            stream.writelines(lines)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(beside, where)
    except OSError as error:
        raise FileTrouble("settings-unwritable", file=str(where), why=error.strerror or "") from error
    return where


def _told(value: object) -> str:
    """A value of any size, for showing it."""
    try:
        return str(value)[:60]
    except ValueError:  # a number of thousands of digits
        return "…"


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value.strip()


def _switch(value: object) -> bool:
    words = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.strip().lower() in words:
        return words[value.strip().lower()]
    raise ValueError(value)


def _seconds(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise TypeError(value)
    seconds = float(value)
    if not 0.05 <= seconds <= 3600:
        raise ValueError(value)
    return seconds


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        import json

        return json.dumps(value, ensure_ascii=True)  # a JSON string is a TOML basic string
    return str(value)
