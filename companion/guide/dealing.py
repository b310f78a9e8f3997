"""Cards typed alone: turned, dealt, skipped, compared; and gathering them again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.cards import UNSEEN, Card
from companion.errors import CompanionError, Contradiction, Unreadable
from companion.events import Deal, Draw, End, GameEvent, Redeal, Turn
from companion.guide import telling
from companion.guide.answer import Answer, Said, said
from companion.guide.asking import only_event
from companion.guide.hands import gathering_steps
from companion.guide.laying import Laying
from companion.guide.reading import Kind, parse
from companion.referee import advance
from companion.rules import Game, Refusal
from companion.rules.base import refuse
from companion.table import Table

if TYPE_CHECKING:
    from companion.guide.session import Session


def cards(session: Session, cards: tuple[Card, ...], note: str | None) -> Answer:
    """A line of cards alone: turned, dealt, or asked about, as the table waits for it."""
    waiting = () if session.hand is not None or session.table.dealing else session.game.to_turn(session.table)
    if not waiting:
        if session.table.dealing or session.game.family != "hauta":
            return deal(session, cards, note)
        return turned(session, cards)
    if len(cards) > len(waiting):
        raise Contradiction("turn-too-many", count=len(waiting), place=waiting[-1], card=cards[len(waiting)])
    named = [Turn(card, place) for card, place in zip(cards, waiting, strict=False) if card.rank]
    return session.do_all(named, note) if named else Answer((said("turn-left", place=waiting[0]),))


def turn(session: Session, words: Sequence[str], note: str | None) -> Answer:
    """`turn 6c x3`: which card is there now; without a place, the cards that are asked for."""
    parsed = parse(session.reader, words, session.game, prefer_cards=True)
    if not parsed.places:
        return cards(session, parsed.cards, note) if parsed.cards else Answer((session.ask(),))
    if len(parsed.cards) != 1 or len(parsed.places) != 1 or isinstance(parsed.places[0], Kind):
        raise Unreadable("play-line-unreadable", text=" ".join(words))
    return session.do(Turn(parsed.cards[0], parsed.places[0]), note)


def turned(session: Session, cards: tuple[Card, ...]) -> Answer:
    """A card turned from the stock: held in the hand until it is placed, nothing recorded yet."""
    if len(cards) == 4 and not session.report.steps:
        return Answer((Unreadable("play-one-card", cards=cards), *telling.dealt_to_cells()), again=None)
    if len(cards) != 1:
        raise Unreadable("play-one-card", cards=cards)
    if not cards[0].rank:
        raise Unreadable("play-turn-unseen")
    before, session.hand = session.hand, None
    try:
        refusal = session.game.why(
            session.table, Draw("waste" if session.table.phase != "fill" else min(session.table.live))
        )
        learned = session.turned(cards[0])
    except CompanionError:
        session.hand = before
        raise
    if refusal is not None:
        return Answer((refusal,))
    session.hand = learned.piles["stock"][0]
    parts = (said("hand-instead", card=cards[0], other=before),) if before and before != cards[0] else ()
    draws = session.hand_draws()
    if len(draws) == 1 and session.game.switches["draw_to"] == "waste":
        answer = session.draw(cards[0], "waste", None)
        return Answer((*parts, *answer.parts), answer.logged, answer.show)
    return Answer((*parts, said("hand-goes-to", card=cards[0], places=tuple(e.to for e in draws))))


def deal(session: Session, cards: tuple[Card, ...], note: str | None) -> Answer:
    """Cards dealt: one step of the game, or several in one line."""
    table = session.table
    if not table.dealing and not table.piles["stock"]:
        return telling.where_cards(session, cards)
    if len(cards) > len(session.game.deal_plan(table)) > 0:
        return several_deals(session, cards, note)
    return session.do(Deal(cards), note)


def several_deals(session: Session, cards: tuple[Card, ...], note: str | None) -> Answer:
    """More cards than one dealing step takes: step after step, all of them or, where one is refused, none."""
    table, left = session.table, cards
    events: list[GameEvent] = []
    while left:
        size = len(session.game.deal_plan(table)) or len(left)
        event, left = Deal(left[:size]), left[size:]
        after = advance(session.game, table, event)
        if isinstance(after, Refusal):
            # A card too many where nothing more is dealt is told as that; later ones by what stands in their way.
            in_the_way = events and after.reason != "no-deal"
            return Answer((after if in_the_way else session.game.why(session.table, Deal(cards)) or after,))
        events.append(event)
        table = after
        if left and (session.game.to_turn(table) or not table.piles["stock"]):
            return Answer((session.game.why(session.table, Deal(cards)) or said("ask-move"),))
    return session.do_all(events, note)


def next(session: Session, note: str | None) -> Answer:
    """`draw` or `deal` alone: the next card where it is known, else the question which it is."""
    if session.game.family == "hauta" and not session.table.dealing:
        top = session.table.top("stock")
        if top is not None and top.rank and session.hand is None:
            return turned(session, (top,))
        return Answer((session.ask() if top else session.why_stock(),))
    if session.table.dealing and not plan_known(session):
        return Answer((session.ask(),))
    return session.do(Deal(), note)


def plan_known(session: Session) -> bool:
    """Whether every card of the dealing step is known to the record."""
    return all(session.table.piles[step.source][step.at].rank for step in session.game.deal_plan(session.table))


def enter(session: Session) -> Answer:
    """An empty line takes the only thing there is to do; where there is a choice it says so."""
    if session.ended:
        return Answer((session.ask(),))
    if session.checking and session.laying is not None:
        session.laying = session.laying.closed()
        return Answer((said("check-left-out"),))
    if session.hand is not None:
        draws = session.hand_draws()
        if len(draws) == 1 and draws[0].to:
            return session.draw(session.hand, draws[0].to, None)
        return Answer((said("enter-which", card=session.hand, places=tuple(e.to for e in draws)),))
    if session.game.won(session.table):
        return session.do(End("won"), None)
    if session.game.to_turn(session.table) or session.table.dealing:
        return Answer((session.ask(),))
    if session.game.family == "hauta" and session.table.piles["stock"] and session.table.piles["stock"][0].rank:
        return next(session, None)
    event = only_event(session.game, session.table)
    return session.do(event, None) if event is not None else Answer((session.ask(),))


def skip(session: Session, words: Sequence[str]) -> Answer:
    """`skip`, `skip 20`: cards of a dealing step that the player does not want to enter."""
    if not session.table.dealing:
        return Answer((said("skip-nothing"),))
    count = session.number_of(words, len(session.table.dealing))
    return session.do(Deal((UNSEEN,) * min(count, len(session.table.dealing))), None)


def redeal(session: Session, note: str | None) -> Answer:
    """Gather the cards: the steps for the hands, and what the new layout should be."""
    if session.hand is not None:
        return Answer((refuse("NT-8", "hand-first", card=session.hand),))
    before = session.table
    answer = session.do(Redeal(), note)
    if answer.refused:
        return answer
    session.laying = Laying.after(session.game, before, session.table)
    steps = gathering_steps(session.game, before)
    return Answer((said("gather-first"), *steps, *answer.parts[1:]), answer.logged, answer.show)


def check_laid(session: Session, cards: tuple[Card, ...]) -> Answer:
    """Compare cards of the new layout as they are dealt."""
    assert session.laying is not None
    session.laying, parts = session.laying.dealt(cards)
    return Answer(parts)


def tops(session: Session, words: Sequence[str]) -> Answer:
    """Compare the tops of the new layout."""
    if session.laying is None:
        return Answer((said("tops-nothing"),))
    parsed = parse(session.reader, words, session.game, prefer_cards=True)
    session.laying, parts = session.laying.tops(parsed.cards)
    return Answer(parts)


def all_dealt(session: Session, table: Table) -> Said:
    """What is said when the opening has been dealt: whether anything was left out."""
    hidden = set(session.game.hidden(table))
    unseen = sum(
        1
        for place, pile in table.piles.items()
        for index, card in enumerate(pile)
        if not card.rank and (place, index) not in hidden
    )
    if unseen:
        return said("deal-complete-unseen", count=unseen)
    return said("deal-complete" if session.game.family == "helena" else "opening-dealt")


def compare_packet(laying: Laying, game: Game, table: Table, event: GameEvent) -> None:
    """After a redeal of known cards a card that differs is a slip of the hands; raises `Contradiction` that names it."""
    stated = event.cards if isinstance(event, Deal) else (event.card,) if isinstance(event, Draw) and event.card else ()
    laying.compare(game, table, stated)
