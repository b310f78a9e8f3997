"""What the session asks for next, as data: one question for every state that a table can be in."""

from __future__ import annotations

from companion.cards import Card
from companion.events import Deal, Draw, Move, Redeal
from companion.guide.answer import Said, said
from companion.rules import Game
from companion.rules.kapas import WALLS
from companion.rules.parihevoset import Parihevoset
from companion.table import Table


def question(game: Game, table: Table, *, hand: Card | None = None, ended: str | None = None) -> Said:
    """What is asked of the player now.

    `table` is the whole record's table; `hand` a card that was turned and not yet placed; `ended` the verdict of a closed game.
    """
    if ended:
        return said("ask-ended", verdict=ended)
    if hand is not None:
        return said("ask-hand", card=hand)
    if table.dealing:
        return _ask_deal(game, table)
    if to_turn := game.to_turn(table):
        return _ask_turn(game, to_turn[0], len(to_turn))
    if game.won(table):
        return said("ask-won")
    match game.family:
        case "hauta":
            return _ask_hauta(game, table)
        case "parihevoset":
            return _ask_parihevoset(game, table)
    if table.piles["stock"]:
        plan = game.deal_plan(table)
        if cards := _told_beforehand(game, table):
            return said("ask-move-or-deal-known", cards=cards, place=plan[0].to)
        return said("ask-move-or-deal", count=len(plan), stock=len(table.piles["stock"]), place=plan[0].to)
    if game.why(table, Redeal()) is None:
        return said("ask-move-or-redeal")
    return said("ask-move")


def _ask_turn(game: Game, place: str, count: int) -> Said:
    if place in WALLS and game.family == "kapas":
        return said("ask-turn-wall", place=place, count=count)
    return said("ask-turn", place=place, count=count)


def _ask_deal(game: Game, table: Table) -> Said:
    place, left = table.dealing[0], len(table.dealing)
    if game.family == "kapas" and table.dealing[-1] in WALLS:
        key = "ask-opening-wall" if place in WALLS else "ask-opening-aux"
        return said(key, place=place, source=f"wall{place[-1]}", count=left)
    if game.family == "helena" and table.round == 1:
        done = sum(len(table.piles[pile]) for pile in game.places if pile.startswith("pile"))
        return said("ask-deal-pile", place=place, count=left, done=done, row=len(table.piles[place]) + 1)
    return said("ask-deal", place=place, count=left)


def _ask_hauta(game: Game, table: Table) -> Said:
    if table.phase == "fill":
        return said("ask-fill", place=min(table.live))
    stock = table.piles["stock"]
    if stock:
        known = bool(stock[0].rank)
        return said("ask-draw-known" if known else "ask-draw", count=len(stock))
    if game.why(table, Redeal()) is None:
        return said("ask-move-or-turn-waste")
    return said("ask-move")


def _ask_parihevoset(game: Game, table: Table) -> Said:
    assert isinstance(game, Parihevoset)
    if table.phase == "deal":
        play = game.live_play(table)
        if play is not None:
            return said("ask-live", card=table.top(play.source), place=play.source, to=play.to)
        plan = game.deal_plan(table)
        if plan:
            if cards := _told_beforehand(game, table):
                return said("ask-group-known", place=plan[0].to, cards=cards)
            if all(table.piles[step.source][step.at].rank for step in plan):
                return said("ask-group-dealt", place=plan[0].to, count=len(plan), stock=len(table.piles["stock"]))
            key = "ask-group" if len(plan) > 1 else "ask-group-one"
            return said(key, place=plan[0].to, last=plan[-1].to, count=len(plan), stock=len(table.piles["stock"]))
    if game.why(table, Redeal()) is None:
        return said("ask-aux", round=table.round)
    return said("ask-aux-last", round=table.round)


def _told_beforehand(game: Game, table: Table) -> tuple[Card, ...]:
    """The cards of the next dealing step where the player has seen them all before a redeal; none where one is new."""
    seen = game.view(table)
    cards = tuple(seen.piles[step.source][step.at] for step in game.deal_plan(table))
    return cards if all(card.rank for card in cards) else ()


def nothing_left(game: Game, table: Table) -> bool:
    """Whether no event at all is legal any more, as far as the player can see."""
    return not table.dealing and not game.to_turn(table) and not game.legal(game.view(table))


def only_event(game: Game, table: Table) -> Move | Deal | Draw | None:
    """The only legal event, where there is exactly one that needs no card from the player and gathers nothing."""
    events = game.legal(table)
    if len(events) != 1:
        return None
    event = events[0]
    if isinstance(event, Deal) and all(table.piles[step.source][step.at].rank for step in game.deal_plan(table)):
        return event
    return event if isinstance(event, Move) or (isinstance(event, Draw) and event.to) else None
