"""What the hands do: laying the table out, the steps that follow a move by themselves, gathering for a redeal."""

from __future__ import annotations

from collections.abc import Sequence

from companion.events import Draw, GameEvent, Move, Place, Redeal, Series
from companion.guide.answer import Said, said
from companion.rules import Game
from companion.rules.hauta import CELLS
from companion.rules.helena import PILES
from companion.rules.kapas import EXTRAS, WALLS
from companion.rules.parihevoset import TWELVE
from companion.table import Table


def layout_steps(game: Game) -> tuple[Said, ...]:
    """How to lay the table before the first card of a game, in the order in which the hands do it."""
    match game.family:
        case "hauta":
            steps = [said("lay-hauta-stock"), said("lay-hauta-cross")]
            if game.switches["six_store"]:
                steps.append(said("lay-hauta-store"))
            steps.append(said("lay-hauta-opening-cells" if game.switches["opening_cells"] else "lay-hauta-cells-empty"))
            if int(game.switches["passes"]) > 1:
                steps.append(said("lay-hauta-passes", count=int(game.switches["passes"])))
            return tuple(steps)
        case "parihevoset":
            return (said("lay-parihevoset-aces"), said("lay-parihevoset-stock"), said("lay-parihevoset-places"))
        case "kapas":
            return (said("lay-kapas-walls"), said("lay-kapas-opening"), said("lay-kapas-room"))
        case _:
            louis = game.switches["first_deal"] == "twelve"
            return (said("lay-helena-bases"), said("lay-helena-ring"), said("lay-louis-deal" if louis else "lay-helena-deal"))  # fmt: skip


def automatic_steps(game: Game, before: Table, event: GameEvent, after: Table) -> tuple[Said, ...]:
    """The cards that came to another place, or face up, by themselves after an event (G-3)."""
    if not isinstance(event, Move | Series | Draw | Redeal):
        return ()
    steps = []
    for source, to in _carried(game, before, event, after):
        card = after.top(to)
        key = "auto-from-stock" if source == "stock" else "auto-from-waste" if source == "waste" else "auto-from-wall"
        if card is not None and card.rank:
            key += "-known"
        steps.append(said(key, place=to, source=source, card=card))
    for wall in WALLS if game.family == "kapas" else ():
        turned = after.top(wall)
        if turned is not None and turned.rank and len(after.piles[wall]) != len(before.piles[wall]):
            steps.append(said("auto-turned", place=wall, card=turned))
    return tuple(steps)


def _carried(game: Game, before: Table, event: GameEvent, after: Table) -> list[tuple[Place, Place]]:
    """Where a card went by itself: from the pile that is one shorter than the event made it to the one that is longer."""
    if isinstance(event, Redeal):
        if game.family != "hauta":
            return []
        return [("stock", cell) for cell in CELLS if len(after.piles[cell]) > len(before.piles[cell])]
    change = {place: len(after.piles[place]) - len(before.piles[place]) for place in game.places}
    if isinstance(event, Draw):
        assert event.to is not None
        change["stock"] += 1
        change[event.to] -= 1
    elif isinstance(event, Move):
        change[event.source] += 1
        change[event.to] -= 1
    elif isinstance(event, Series):
        count = len(after.piles[event.to]) - len(before.piles[event.to])
        change[event.source] += count
        change[event.to] -= count
    lost = [place for place, count in change.items() for _ in range(-count)]
    gained = [place for place, count in change.items() for _ in range(count)]
    return list(zip(lost, gained, strict=False))


def gathering_steps(game: Game, before: Table) -> tuple[Said, ...]:
    """How to gather the cards of a table for the redeal that the game makes, as steps for the hands (SH-7, PH-11, NK-12, NTO-1)."""
    places = gathered_places(game, before)
    match game.family:
        case "hauta":
            return (said("gather-waste-turn", count=len(before.piles["waste"])),)
        case "kapas":
            order = places if game.switches["gather"] == "first_under" else places[::-1]
            return (*_grown(order), said("gather-turn-over"), said("gather-then-extras", count=5 - before.round))
        case "parihevoset":
            gather = game.switches["gather"]
            stacked = _grown(places[::-1]) if gather == "bottom12" else _carried_on(places[::-1])
            return (
                *stacked,
                said("gather-not-turned" if gather == "top12" else "gather-turn-over"),
                said("gather-then-groups"),
            )
        case _:
            turned = game.switches["redeal_from"] == "bottom1"
            return (
                *_carried_on(places[::-1]),
                said("gather-turn-over" if turned else "gather-not-turned"),
                said("gather-then-ring"),
            )


def gathered_places(game: Game, table: Table) -> tuple[Place, ...]:
    """The places with cards that a redeal gathers, in their own order."""
    ranges = {"hauta": ("waste",), "kapas": EXTRAS, "parihevoset": TWELVE, "helena": PILES}
    return tuple(place for place in ranges[game.family] if table.piles[place])


def _carried_on(order: Sequence[Place]) -> tuple[Said, ...]:
    """The first pile on the second, both on the third, and so on: the last one ends at the bottom."""
    if len(order) < 2:
        return tuple(said("gather-one-pile", place=place) for place in order)
    first = said("gather-lay-on", source=order[0], to=order[1])
    return (first, said("gather-all-on", places=tuple(order[2:]))) if len(order) > 2 else (first,)


def _grown(order: Sequence[Place]) -> tuple[Said, ...]:
    """The second pile on the first, the third on these, and so on: the first one stays at the bottom."""
    if len(order) < 2:
        return tuple(said("gather-one-pile", place=place) for place in order)
    first = said("gather-lay-on", source=order[1], to=order[0])
    return (first, said("gather-then-lay", places=tuple(order[2:]))) if len(order) > 2 else (first,)


def is_opening(game: Game, table: Table) -> bool:
    """Whether the dealing step under way is the one that comes before the first choice."""
    if not table.dealing or table.round > 1:
        return False
    return game.family != "kapas" or table.dealing[-1] in WALLS
