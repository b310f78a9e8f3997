"""What the shell offers while a command is typed: variants, switches, log and deal files, learned packs."""

from __future__ import annotations

import os
from collections.abc import Iterator


def variant_names(incomplete: str) -> list[str]:
    """The ids and other names of games that begin so; an id is offered before its other names."""
    from companion.rules import VARIANTS

    names = [variant.id for variant in VARIANTS.values() if not variant.comparison]
    names += [alias for variant in VARIANTS.values() for alias in variant.aliases]
    return [name for name in names if name.startswith(incomplete.casefold())]


def switch_settings(incomplete: str) -> list[str]:
    """`NAME=VALUE` for every switch of every game."""
    from companion.rules import VARIANTS, value_text

    settings = {
        f"{switch.name}={value_text(value)}": None
        for variant in VARIANTS.values()
        for switch in variant.family.all_switches
        for value in switch.values
    }
    return [setting for setting in settings if setting.startswith(incomplete)]


def record_files(incomplete: str) -> list[str]:
    """Logs, deal files and folders that begin so, in the folder that is being typed."""
    return list(_files(incomplete, (".log", ".deal")))


def photo_files(incomplete: str) -> list[str]:
    """Pictures and folders that begin so."""
    return list(_files(incomplete, (".jpg", ".jpeg", ".png", ".webp", ".heic")))


def _files(incomplete: str, endings: tuple[str, ...]) -> Iterator[str]:
    folder, start = os.path.split(incomplete)
    try:
        entries = sorted(os.scandir(folder or "."), key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        if not entry.name.startswith(start) or (entry.name.startswith(".") and not start):
            continue
        if entry.is_dir():
            yield os.path.join(folder, entry.name) + os.sep
        elif entry.name.lower().endswith(endings):
            yield os.path.join(folder, entry.name)


def pack_names(incomplete: str) -> list[str]:
    """Learned packs that begin so."""
    from companion.settings import pack_folder

    try:
        return sorted(entry.name for entry in os.scandir(pack_folder()) if entry.name.startswith(incomplete))
    except OSError:
        return []
