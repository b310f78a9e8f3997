"""`config`: the settings, where they are kept, and setting one of them."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import TYPE_CHECKING

from companion.cli.common import answer_json, say_out
from companion.errors import Unreadable
from companion.settings import Settings, changed, load, save, settings_path

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.words.voice import Voice


def tell_settings(words: Sequence[str], *, as_json: bool, voice: Voice) -> None:
    """Show the settings; with `NAME=VALUE` set some of them first (`NAME=` goes back to the default)."""
    settings = load()  # not the copy that this run speaks by: it is about to change
    defaults = asdict(Settings())
    for word in words:
        name, equals, value = word.partition("=")
        name = name.strip()
        if not equals:
            raise Unreadable("option-unreadable", text=word)
        wanted = value.strip() or defaults.get(name, "")
        settings = changed(settings, name, wanted)
    if words:
        save(settings)
    if as_json:
        answer_json({"file": str(settings_path()), "exists": settings_path().exists(), **asdict(settings)})
        return
    say_out(voice.say("config-file", file=str(settings_path())))
    if not settings_path().exists():
        say_out(voice.say("config-no-file"))
    for item in fields(settings):
        value = getattr(settings, item.name)
        shown = ("on" if value else "off") if isinstance(value, bool) else str(value) or "–"
        say_out(f"  {item.name} = {shown}")
        say_out(f"      {voice.say(f'config-{item.name}')}")
