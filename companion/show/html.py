"""An animated replay of a game as one HTML page that needs nothing else: no network, no library, no picture."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from companion.cards import RANK_TEXT, Card
from companion.events import Place
from companion.referee import Report
from companion.rules import Game
from companion.show.follow import Followed, follow
from companion.show.labels import labels
from companion.show.layout import Spot, spots, spots_in_use
from companion.show.look import Look, builds, ink, looks
from companion.show.scenes import Scene, scenes
from companion.show.status import status, title
from companion.show.svg import CARD_H, CARD_W, LINE, NAME_LENGTH, SUITS_DRAWN, centre_of, extent, table_svg
from companion.table import Table
from companion.words.voice import Voice

BUTTONS = (
    ("first", "⏮", "first"),
    ("back", "◀", "back"),
    ("play", "▶", "play"),
    ("forward", "▷", "forward"),
    ("last", "⏭", "last"),
)


def replay_html(report: Report, voice: Voice, *, four_colour: bool = False) -> str:
    """A judged record as a page that steps forward and back, plays by itself, obeys the keyboard, and prints as a sheet."""
    played = scenes(report)
    heading = title(report.game, voice)
    data = _data(report, played, voice, four_colour)
    return "\n".join(
        [
            "<!DOCTYPE html>",
            f'<html lang="{voice.lang}">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
            "script-src 'unsafe-inline'; img-src data:\">",
            f"<title>{escape(heading)}</title>",
            f"<style>\n{_asset('replay.css')}</style>",
            "</head>",
            "<body>",
            f"<header><h1>{escape(heading)}</h1><p>{escape(_facts(report, voice))}</p></header>",
            "<main>",
            '<section class="table">',
            '<div class="state" id="state"></div>',
            '<div class="frame" id="frame"><div class="stage" id="stage"></div></div>',
            f"<noscript>{table_svg(report.game, report.table, voice, four_colour=four_colour)}"
            f"<p>{escape(voice.say('show.page.no-script'))}</p></noscript>",
            '<div class="told" id="told" aria-live="polite"></div>',
            f'<div class="controls">{"".join(_controls(voice))}</div>',
            "</section>",
            f'<section class="moves"><h2>{escape(voice.say("show.page.moves"))}</h2>',
            f'<ol start="0">{"".join(_items(played, voice))}</ol></section>',
            "</main>",
            f"<footer><p>{escape(voice.say('show.page.keys'))}</p></footer>",
            f'<script type="application/json" id="game">{_safe_json(data)}</script>',
            f"<script>\n{_asset('replay.js')}</script>",
            "</body>",
            "</html>",
            "",
        ]
    )


@cache
def _asset(name: str) -> str:
    return files("companion.show").joinpath("page", name).read_text(encoding="utf-8")


def _safe_json(data: Mapping[str, Any]) -> str:
    """JSON that can stand inside a script element, whatever the notes say."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _facts(report: Report, voice: Voice) -> str:
    headers = report.log.headers
    told = [voice.say("show.tell.started", when=headers["started"])] if headers.get("started") else []
    if headers.get("seed"):
        told.append(voice.say("show.tell.seed", seed=headers["seed"]))
    return " ".join([*told, voice.say("show.tell.events", count=len(report.steps))])


def _controls(voice: Voice) -> Iterator[str]:
    for name, sign, key in BUTTONS:
        words = escape(voice.say(f"show.page.{key}"), quote=True)
        yield f'<button id="{name}" type="button" title="{words}" aria-label="{words}">{sign}</button>'
    yield f'<input id="slider" type="range" min="0" value="0" aria-label="{escape(voice.say("show.page.step"), quote=True)}">'
    yield '<output id="count"></output>'
    for name, sign in (("slower", "−"), ("faster", "+")):
        words = escape(voice.say(f"show.page.{name}"), quote=True)
        yield f'<button id="{name}" type="button" title="{words}" aria-label="{words}">{sign}</button>'


def _items(played: tuple[Scene, ...], voice: Voice) -> Iterator[str]:
    yield f'<li data-step="0"><button type="button">{escape(voice.say("show.page.opening"))}</button></li>'
    for scene in played:
        kind = ' class="fault"' if scene.fault is not None else ""
        note = f' <span class="note">{escape(scene.note)}</span>' if scene.note else ""
        told = escape(" ".join(scene.told(voice)))
        yield f'<li data-step="{scene.number}"{kind}><button type="button">{told}{note}</button></li>'


def _data(report: Report, played: tuple[Scene, ...], voice: Voice, four_colour: bool) -> dict[str, Any]:
    game = report.game
    tables = [report.opening, *(scene.table for scene in played)]
    followed = follow(tables)
    used = {spot.place for table in tables for spot in spots_in_use(game, table)}
    places = [spot for spot in spots(game) if spot.place in used]
    width, height = extent(places)
    return {
        "width": width,
        "height": height,
        "words": {key: voice.say(f"show.page.{key}") for key in ("play", "pause")},
        "suits": SUITS_DRAWN,
        "spots": _spots(game, places, voice),
        "cards": _faces(game, tables, followed, four_colour),
        "steps": list(_steps(game, tables, followed, played, voice)),
    }


def _spots(game: Game, places: Sequence[Spot], voice: Voice) -> list[dict[str, Any]]:
    """Where each place lies; `edge` and `below` are how far under its middle the pills and the name stand."""
    names = labels([spot.place for spot in places], voice, NAME_LENGTH)
    told = []
    for spot in places:
        x, y = centre_of(spot)
        half = {0: CARD_H / 2, 90: CARD_W / 2}.get(spot.tilt, 44.0)
        told.append(
            {
                "place": spot.place,
                "name": names[spot.place],
                "x": round(x, 1),
                "y": round(y, 1),
                "tilt": spot.tilt,
                "edge": round(half - 3, 1),
                "below": round(half + (LINE - 9 if spot.tilt not in (-45, 45) else 15), 1),
                "built": builds(game, spot.place),
            }
        )
    return told


def _faces(game: Game, tables: list[Table], followed: list[Followed], four_colour: bool) -> list[dict[str, str] | None]:
    """Each card's face, as far as the player came to see it."""
    known: dict[int, Card] = {}
    for table, numbers in zip(tables, followed, strict=True):
        for place, pile in game.view(table).piles.items():
            known.update((n, card) for n, card in zip(numbers.ids[place], pile, strict=True) if card.rank)
    return [
        {"rank": RANK_TEXT[card.rank], "suit": card.suit, "ink": ink(card, four_colour)} if card else None
        for card in map(known.get, range(sum(map(len, followed[0].ids.values()))))
    ]


def _steps(
    game: Game, tables: list[Table], followed: list[Followed], played: tuple[Scene, ...], voice: Voice
) -> Iterator[dict[str, Any]]:
    before: dict[Place, Any] = {}
    for number, (table, numbers) in enumerate(zip(tables, followed, strict=True)):
        piles = {place: _pile(look, numbers.ids[place]) for place, look in looks(game, table).items()}
        scene = played[number - 1] if number else None
        yield {
            "piles": {place: pile for place, pile in piles.items() if before.get(place) != pile},
            "state": ", ".join(status(game, table, voice)),
            "told": " ".join(scene.told(voice)) if scene else voice.say("show.page.opening"),
            "note": scene.note if scene else None,
            "fault": scene is not None and scene.fault is not None,
            "live": [place for place in game.places if place in table.live],
            "marks": sorted(scene.marks) if scene else [],
        }
        before = piles


def _pile(look: Look, ids: tuple[int, ...]) -> dict[str, Any]:
    needs = "" if look.needs is None else f"→{RANK_TEXT[look.needs]}" if look.needs else "✓" if look.cards else ""
    return {"ids": list(ids), "down": look.down, "needs": needs}
