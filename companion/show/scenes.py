"""A judged record as scenes: each event with the cards that it moved, what followed by itself, and the table after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.cards import Card
from companion.errors import Contradiction
from companion.events import Deal, Draw, End, GameEvent, Move, Place, Redeal, Series, Turn
from companion.referee import Report, Step
from companion.rules import Game, Refusal
from companion.table import Table
from companion.words.voice import Voice

MOST_MARKED = 6
"""When more places than this change at once, none is marked: it is a deal, and the eye has nothing to look for."""


@dataclass(frozen=True, slots=True)
class Scene:
    """One event as it happened. `event` names its cards wherever they are known; `number` counts from 1.

    `laid` and `turned` are the cards that went to a place, or came to light there, by themselves (G-3). A `fault` changed nothing.
    """

    number: int
    line: int
    event: GameEvent
    before: Table
    table: Table
    note: str | None = None
    fault: Refusal | Contradiction | None = None
    laid: tuple[tuple[Place, Card], ...] = ()
    turned: tuple[tuple[Place, Card], ...] = ()

    @property
    def marks(self) -> frozenset[Place]:
        """The places where the eye should look."""
        if self.fault is not None:
            return frozenset()
        piles = self.table.piles
        changed = {place for place in piles if place != "stock" and piles[place] != self.before.piles[place]}
        return frozenset(changed if len(changed) <= MOST_MARKED else ())

    def told(self, voice: Voice) -> list[str]:
        """The scene in sentences."""
        return list(_sentences(self, voice))


def scenes(report: Report) -> tuple[Scene, ...]:
    """The events that stand in a record, judged, in their order."""
    return tuple(scene_at(report, number) for number in range(1, len(report.steps) + 1))


def scene_at(report: Report, number: int) -> Scene:
    """One event of a record, counted from 1."""
    before = report.steps[number - 2].table if number > 1 else report.opening
    return _scene(report.game, number, before, report.steps[number - 1])


def _scene(game: Game, number: int, before: Table, step: Step) -> Scene:
    standing = step.standing
    fault = step.refusal or step.contradiction
    if fault is not None:
        return Scene(
            number, standing.line, with_cards(game, before, standing.event), before, before, standing.note, fault
        )
    learned = game.learn(before, standing.event)
    event = with_cards(game, learned, standing.event)
    laid, turned = _by_itself(game, learned, event, step.table)
    return Scene(number, standing.line, event, before, step.table, standing.note, None, laid, turned)


def with_cards(game: Game, table: Table, event: GameEvent) -> GameEvent:
    """The event with the cards that it moves on this table, where they are known."""
    match event:
        case Draw(to=to, card=None) if to is not None and (top := table.top("stock")) and top.rank:
            return replace(event, card=top)
        case Move(source=source, card=None) if (top := table.top(source)) and top.rank:
            return replace(event, card=top)
        case Deal(()):
            plan = game.deal_plan(table)
            cards = tuple(table.piles[step.source][step.at] for step in plan)
            return Deal(cards) if all(card.rank for card in cards) else event
    return event


def _by_itself(
    game: Game, before: Table, event: GameEvent, after: Table
) -> tuple[tuple[tuple[Place, Card], ...], tuple[tuple[Place, Card], ...]]:
    """What was laid and what was turned up without being the player's choice."""
    match event:
        case Move(source, to):
            expected = before.moved(source, to)
        case Draw(to=to) if to is not None:
            expected = before.moved("stock", to)
        case Series(source, to):
            gone = len(before.piles[source]) - (0 if after.piles[source] == () else len(after.piles[source]))
            moved = len(after.piles[to]) - len(before.piles[to])
            expected = before.moved(source, to, moved if moved > 0 else max(gone, 1))
        case _:
            return (), ()
    laid = []
    for place, pile in after.piles.items():
        if place != "stock" and len(pile) > len(expected.piles[place]) and pile[-1].rank:
            laid.append((place, pile[-1]))
    hidden_before, hidden_after = set(game.hidden(before)), set(game.hidden(after))
    turned = [
        (place, after.piles[place][at])
        for place, at in sorted(hidden_before - hidden_after)
        if place != "stock" and at < len(after.piles[place]) and after.piles[place][at].rank
    ]
    return tuple(laid), tuple(turned)


def _sentences(scene: Scene, voice: Voice) -> Iterator[str]:
    if isinstance(scene.fault, Refusal):
        yield voice.say("show.tell.refused", event=scene.event, refusal=scene.fault)
        return
    if scene.fault is not None:
        yield voice.say("show.tell.contradicts", event=scene.event, error=scene.fault)
        return
    yield _event_told(scene, voice)
    for place, card in scene.laid:
        yield voice.say("show.tell.laid", place=place, card=card)
    for place, card in scene.turned:
        yield voice.say("show.tell.turned", place=place, card=card)


def _event_told(scene: Scene, voice: Voice) -> str:
    match scene.event:
        case Draw(to=to, card=card) if to is not None:
            return voice.say("show.tell.draw", card=card, to=to)
        case Move(source, to, card):
            return voice.say("show.tell.move", card=card, source=source, to=to)
        case Series(source, to):
            count = len(scene.table.piles[to]) - len(scene.before.piles[to])
            return voice.say("show.tell.series", source=source, to=to, count=count)
        case Deal(cards):
            return voice.say("show.tell.deal", cards=cards, count=len(cards))
        case Turn(card, place):
            return voice.say("show.tell.turn", card=card, place=place)
        case Redeal():
            return voice.say("show.tell.redeal", number=scene.table.round)
        case End(verdict):
            return voice.say("show.tell.end", verdict=verdict)
    return voice.event(scene.event)
