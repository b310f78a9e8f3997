"""`hint` and `verdict` inside `play`: the search is imported when it is asked for, never before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.cli.search import interruptible
from companion.events import Draw, Move
from companion.guide.answer import Answer, Said, said
from companion.guide.session import Advice, Session

if TYPE_CHECKING:
    from companion.search.hint import Hint
    from companion.search.verdict import Verdict

LEAST_VERDICT_S = 3.0
"""A verdict is given at least so much time, whatever the settings allow a hint."""


def _seconds() -> float:
    from companion.settings import load

    return load().think_s


def hint(session: Session) -> Answer:
    """A good next move, from what the player has seen; with a card in the hand, where to lay it."""
    try:
        from companion.search.hint import hint as search
        from companion.search.outcome import Limits
        from companion.search.warm import prepare
    except ImportError:
        return Answer((said("no-search"),))
    if session.ended or session.game.won(session.table):
        return Answer((session.ask(),))
    if session.table.dealing or (session.game.to_turn(session.table) and session.hand is None):
        return Answer((said("advice-cards-first"), session.ask()))
    if session.hand is None and len(events := session.game.legal(session.seen)) == 1:
        told = session.named(session.seen, events[0], session.seen)
        return Answer((said("advice-event", event=told, short=session.short(events[0])), said("advice-only-move")))
    table = session.table
    if session.hand is not None:
        # Laying the card on the waste and moving it on is the same as placing it at once (NT-14).
        table = session.game.apply(session.turned(session.hand), Draw("waste", session.hand))
    with interruptible() as stop:
        prepare(session.game, session.game.view(table), hints=True)
        found = search(session.game, table, Limits(time_s=_seconds()), stop=stop)
    if found is None:
        return Answer((said("no-moves"),))
    return Answer(_told(session, found))


def _told(session: Session, found: Hint) -> tuple[Said, ...]:
    chance = (
        said("advice-chance", chance=found.win_chance, count=found.samples) if found.win_chance is not None else None
    )
    odds = (chance,) if chance is not None and found.samples > 1 else ()
    if session.hand is None:
        advised = said(
            "advice-event",
            event=session.named(session.seen, found.event, session.seen),
            short=session.short(found.event),
        )
        return (advised, said(f"advice-{found.reason.key}", **found.reason.facts), *odds)
    return (said("advice-lay", card=session.hand, place=_best_place(session, found)), *odds)


def _best_place(session: Session, found: Hint) -> str:
    """Where the card in the hand goes: of the moves that win as often as the best, one that brings it home, else the waste."""
    draws = {draw.to for draw in session.hand_draws()}
    best = [found.event, *(other.event for other in found.alternatives if other.win_chance == found.win_chance)]
    onward = [event.to for event in best if isinstance(event, Move) and event.source == "waste" and event.to in draws]
    home = [place for place in onward if place in session.game.foundations]
    if home:
        return home[0]
    return onward[0] if onward and onward[0] == getattr(found.event, "to", None) else "waste"


def verdict(session: Session) -> Answer:
    """Whether the game can still be won: a line, a proof, or odds."""
    try:
        from companion.search.outcome import Limits
        from companion.search.verdict import verdict as search
        from companion.search.warm import prepare
    except ImportError:
        return Answer((said("no-search"),))
    if session.game.won(session.table):
        return Answer((said("won-now"),))
    if session.table.dealing or (session.game.to_turn(session.table) and session.hand is None):
        return Answer((said("advice-cards-first"), session.ask()))
    table = session.table
    if session.hand is not None:
        table = session.game.apply(session.turned(session.hand), Draw("waste", session.hand))
    with interruptible() as stop:
        prepare(session.game, table)
        found = search(session.game, table, Limits(time_s=max(LEAST_VERDICT_S, _seconds())), stop=stop)
    known = (said("advice-order-known"),) if "order-known" in found.assumes else ()
    return Answer((*_judged(found), *known))


def _judged(found: Verdict) -> tuple[Said, ...]:
    match found.verdict:
        case "won":
            return (said("advice-won", count=len(found.line)),)
        case "unresolved":
            return (said("advice-unresolved"),)
        case "lost":
            return (said("advice-lost-blocked" if found.why == "blocked" else "advice-lost"),)
    if found.chance is not None and found.why == "every-order":
        return (said("advice-won-always"),)
    if found.chance is not None:
        chance = found.chance
        return (said("advice-odds", low=chance.low, high=chance.high, count=chance.samples),)
    return (said("advice-open", count=found.best),)


ADVICE: Mapping[str, Advice] = {"hint": hint, "verdict": verdict}
