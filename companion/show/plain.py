"""The table without a drawing: in sentences that a screen reader can follow, and as JSON."""

from __future__ import annotations

from typing import Any

from companion.rules import Game, value_text
from companion.show.layout import places_in_use
from companion.show.look import Look, looks
from companion.show.status import rounds, status, title
from companion.table import Table
from companion.words.voice import Voice


def in_words(game: Game, table: Table, voice: Voice) -> str:
    """The table in sentences, one place a line, in the order of the game's places; empty places are told together."""
    seen = looks(game, table)
    lines = [title(game, voice), ", ".join(status(game, table, voice))]
    empty: list[str] = []
    for place in places_in_use(game, table):
        look = seen[place]
        if look.cards or look.needs:
            lines.append(place_told(look, voice))
        else:
            empty.append(place)
    if empty:
        lines.append(voice.say("show.say.all-empty", places=tuple(empty)))
    return "\n".join(lines)


def place_told(look: Look, voice: Voice) -> str:
    """One place in a sentence: what lies on top, how high it is, what it takes next."""
    facts: dict[str, object] = {"place": look.place, "card": look.top, "count": look.height}
    if not look.cards:
        key = "empty-needs" if look.needs else "empty"
    elif look.face_down:
        key = "face-down"
    elif look.foundation:
        key = "built-needs" if look.needs else "complete"
    elif look.live:
        key = "live"
    elif look.down:
        key = "wall"
    else:
        key = "pile"
    return voice.say(f"show.say.{key}", **facts, rank=look.needs or 0, down=look.down)


def as_json(game: Game, table: Table) -> dict[str, Any]:
    """The same facts for a program: places bottom → top as the player sees them (the stock's next card first)."""
    seen = looks(game, table)
    return {
        "variant": game.variant,
        "options": {name: value_text(value) for name, value in game.switches.items()},
        "round": table.round,
        "rounds": rounds(game),
        "phase": table.phase,
        "dealing": list(table.dealing),
        "live": [place for place in game.places if place in table.live],
        "places": {place: [str(card) for card in look.cards] for place, look in seen.items()},
        "face_down": {place: look.down for place, look in seen.items() if look.down},
        "needs": {place: look.needs for place, look in seen.items() if look.needs is not None},
        "on_foundations": game.progress(table),
        "won": game.won(table),
    }
