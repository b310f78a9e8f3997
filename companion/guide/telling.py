"""Answers that change nothing: where cards may go, why not, what is missing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.cards import SUITS, Card
from companion.events import VERDICTS, Deal, Draw, End, GameEvent, Move, Place, Redeal, Series
from companion.guide.answer import Answer, Part, Said, said
from companion.guide.reading import Kind, Parsed, parse
from companion.guide.targets import target_of
from companion.referee import advance
from companion.rules import VARIANTS, Refusal, game
from companion.rules.base import refuse
from companion.table import Table

if TYPE_CHECKING:
    from companion.guide.session import Session

EARLY = 5
"""So many events at most have happened when a refusal also tells which other version would allow the event (reports B06)."""

FEW = 12
"""So many unseen cards are listed in one sentence; more are listed suit by suit."""


def where_from(session: Session, place: Place) -> Answer:
    """A single place: where its card may go."""
    events = tuple(e for e in session.game.legal(session.seen) if isinstance(e, Move | Series) and e.source == place)
    card = session.seen.top(place)
    if card is None:
        return Answer((refuse("G-1", "source-empty", place=place),))
    if not events:
        return Answer((said("goes-nowhere", card=card, place=place),))
    return Answer((said("goes-to", card=card, place=place, places=tuple(dict.fromkeys(e.to for e in events))),))


def where_cards(session: Session, cards: tuple[Card, ...]) -> Answer:
    """Cards named while none is being dealt: where they lie and what may be done with them."""
    parts: list[Part] = []
    seen = session.seen
    for card in cards:
        places = tuple(place for place in session.game.places if seen.top(place) == card and place != "stock")
        if not places:
            parts.append(said("card-not-open", card=card, places=tuple(seen.where(card))))
        for place in places:
            parts.extend(where_from(session, place).parts)
    return Answer(tuple(parts))


def tell(session: Session, what: str) -> Answer:
    """Answer a command that changes nothing."""
    match what:
        case "table":
            return Answer(show=True)
        case "help":
            return Answer((said("play-help"), said(f"play-help-{session.game.family}")))
        case "log" if not session.kept:
            return Answer((said("play-log-none"),))
        case "log" if not session.safe:
            return Answer((said("play-log-adrift", file=session.record.log.name),))
        case "log":
            return Answer((said("play-log", file=session.record.log.name, count=len(session.report.steps)),))
        case "missing":
            unseen = unseen_cards(session)
            if not unseen:
                return Answer((said("missing-none"),))
            if len(unseen) <= FEW:
                return Answer((said("missing-are", count=len(unseen), cards=unseen),))
            suits = [tuple(card for card in unseen if card.suit == suit) for suit in SUITS]
            lines = (said("missing-suit", cards=cards) for cards in suits if cards)
            return Answer((said("missing-many", count=len(unseen)), *lines))
    if session.ended:
        return Answer((session.ask(),))
    if session.hand is not None:
        places = tuple(event.to for event in session.hand_draws())
        return Answer((said("hand-goes-to", card=session.hand, places=places),))
    events = session.game.legal(session.seen)
    if not events:
        return Answer((said("no-moves"),))
    return Answer(
        tuple(
            said("move-line", short=session.short(e), event=session.named(session.seen, e, session.seen))
            for e in events
        )
    )


def unseen_cards(session: Session) -> tuple[Card, ...]:
    """The cards that the player has not seen, suit by suit."""
    unseen = session.game.view(session.table).unseen(session.game.whole)
    if session.hand is not None:
        unseen[session.hand] -= 1
    return tuple(sorted((+unseen).elements(), key=lambda card: card.code))


def why(session: Session, words: Sequence[str]) -> Answer:
    """`why x1 c2`: the clause that forbids it, or that nothing does."""
    if not words:
        return Answer((said("why-what"),))
    command = session.reader.command(words[0])
    event = meant(session, command, words[1:] if command else words)
    if isinstance(event, Answer):
        return event
    after = advance(session.game, session.table, event)
    if isinstance(after, Refusal):
        return Answer((after, *elsewhere(session, event)))
    return Answer((said("why-not", event=session.named(session.seen, event, after)),))


def meant(session: Session, command: str | None, words: Sequence[str]) -> GameEvent | Answer:
    """The event that a `why` line means, or what to answer where it means none."""
    if command == "redeal":
        return Redeal()
    if command == "deal":
        return Deal(parse(session.reader, words, session.game, prefer_cards=True).cards if words else ())
    if command == "end":
        return End(words[0] if words and words[0] in VERDICTS else "won")
    parsed = parse(session.reader, words, session.game) if words else Parsed()
    card = parsed.cards[0] if parsed.cards else session.hand
    if len(parsed.places) == 1 and card is not None and session.game.family == "hauta":
        learned = session.game.learn(session.table, Draw("waste", card))
        to = target_of(session.game, learned, "stock", card, parsed.places[0], lambda place: Draw(place))
        return Draw(to, card)
    if len(parsed.places) != 2 or isinstance(parsed.places[0], Kind):
        return Answer((said("why-what"),))
    source = parsed.places[0]
    if session.hand is not None:
        return Answer((refuse("NT-8", "hand-first", card=session.hand),))
    to = target_of(
        session.game, session.table, source, session.table.top(source), parsed.places[1], lambda p: Move(source, p)
    )
    if command == "series":
        return Series(source, to)
    return Move(source, to, parsed.cards[0] if parsed.cards else None)


def note(session: Session, text: str) -> Answer:
    """Write a remark into the log."""
    words = text.split(maxsplit=1)
    if len(words) < 2:
        return Answer((said("note-what"),))
    session.record.comment(words[1])
    return Answer((said("noted", text=words[1]),))


def elsewhere(session: Session, event: GameEvent) -> tuple[Said, ...]:
    """The other versions of the game that would allow a refused event: perhaps the player knows the game in that way."""
    family = session.game.family
    others = (variant.id for variant in VARIANTS.values() if variant.family.family == family and not variant.comparison)
    allowing = tuple(name for name in others if name != session.game.variant and _allows(name, session.table, event))
    return (said("offer-versions", variants=", ".join(allowing)),) if allowing else ()


def _allows(variant: str, table: Table, event: GameEvent) -> bool:
    return game(variant).why(table, event) is None


def dealt_to_cells() -> tuple[Said, ...]:
    """The versions in which four cards are dealt to the cells before the first draw."""
    names = (variant for variant in VARIANTS if VARIANTS[variant].family.family == "hauta")
    return (said("offer-versions", variants=", ".join(name for name in names if game(name).switches["opening_cells"])),)
