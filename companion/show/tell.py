"""A game told in sentences with drawings of the table, as Markdown."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from companion.events import End, Redeal
from companion.referee import Report
from companion.show.drawing import draw
from companion.show.scenes import Scene, scenes
from companion.show.status import title
from companion.table import Table
from companion.words.voice import Voice

WIDTH = 78
EVERY = 25
"""Without a wish of the reader's, a drawing stands after so many events, at each redeal, and at both ends."""


def tell(report: Report, voice: Voice, *, drawn_after: Collection[int] | None = None, ascii_only: bool = False) -> str:
    """A judged record as a Markdown document. `drawn_after` are the numbers of the events after which the table is drawn."""
    played = scenes(report)
    wanted = set(drawn_after) if drawn_after is not None else set(_usual(played))
    lines = [f"# {escaped(title(report.game, voice))}", "", *_facts(report, voice), ""]
    if drawn_after is None or 0 in wanted:
        lines += _drawing(report, report.opening, voice, ascii_only)
    for scene in played:
        lines.append(f"{scene.number}. {escaped(' '.join(scene.told(voice)))}{_note(scene)}")
        if scene.number in wanted:
            lines += ["", *_drawing(report, scene.table, voice, ascii_only)]
    if not played:
        lines.append(voice.say("show.tell.no-events"))
    return "\n".join(lines).rstrip() + f"\n\n{_outcome(report, voice)}\n"


def _usual(played: tuple[Scene, ...]) -> Iterator[int]:
    for scene in played:
        last = scene.number == len(played)
        if last or isinstance(scene.event, Redeal) or scene.number % EVERY == 0:
            yield scene.number
        if last and isinstance(scene.event, End) and scene.number > 1:
            return


def _facts(report: Report, voice: Voice) -> Iterator[str]:
    """When it was played, from which deal number, how long."""
    headers = report.log.headers
    if started := headers.get("started"):
        yield "- " + voice.say("show.tell.started", when=escaped(started))
    if seed := headers.get("seed"):
        yield "- " + voice.say("show.tell.seed", seed=escaped(seed))
    yield "- " + voice.say("show.tell.events", count=len(report.steps))


def _outcome(report: Report, voice: Voice) -> str:
    if report.won:
        return voice.say("show.tell.won")
    count = report.game.progress(report.table)
    return voice.say("show.tell.reached", count=count, whole=report.game.whole.total())


def _drawing(report: Report, table: Table, voice: Voice, ascii_only: bool) -> list[str]:
    drawn = draw(report.game, table, width=WIDTH, signs=voice.signs, ascii_only=ascii_only, voice=voice)
    return ["```text", drawn, "```", ""]


def _note(scene: Scene) -> str:
    return f" *{escaped(scene.note)}*" if scene.note else ""


def escaped(text: str) -> str:
    """Text in which no character is taken for Markdown or HTML, and none steers a terminal."""
    return re.sub(r"([\\`*_\[\]<>#|~&])", r"\\\1", "".join(c if c.isprintable() else " " for c in text))
