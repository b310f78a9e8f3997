"""After a redeal of seen cards the order is known: the new layout is predicted, and what is dealt is compared with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.cards import Card
from companion.errors import Contradiction
from companion.events import GameEvent, Move, Place, Redeal
from companion.guide.answer import Part, Said, said
from companion.guide.hands import gathered_places
from companion.guide.slips import Difference, Slip, first_difference, gathered, likely_slips, slips
from companion.referee import Report
from companion.rules import Game
from companion.rules.helena import PILES
from companion.table import Pile, Table


@dataclass(frozen=True, slots=True)
class Laying:
    """A redeal being laid out: the table before it, the packet as it should be, and the cards compared so far.

    `waiting` tells that the game has dealt the whole packet at once (helena) and the player may check it card by card.
    """

    game: Game
    before: Table
    packet: Pile
    waiting: bool
    seen: tuple[Card, ...] = ()

    @classmethod
    def after(cls, game: Game, before: Table, table: Table) -> Laying:
        """What is to be compared after a redeal; a packet with unseen cards in it is not asked for card by card."""
        packet = gathered(game, before, gathered_places(game, before))
        at_once = not table.piles["stock"] and all(card.rank for card in packet)
        return cls(game, before, packet, at_once)

    @classmethod
    def of(cls, report: Report) -> Laying | None:
        """The last redeal of a record, where one stands."""
        standing = [step for step in report.steps if not step.fault]
        for index in range(len(standing) - 1, -1, -1):
            if isinstance(standing[index].standing.event, Redeal):
                before = standing[index - 1].table if index else report.opening
                laying = cls.after(report.game, before, standing[index].table)
                return laying if index == len(standing) - 1 else laying.closed()
        return None

    @property
    def packet_waits(self) -> bool:
        """Whether cards of the packet are still to be dealt by events."""
        return self.game.family != "helena"

    def question(self) -> Said:
        """What is asked while the layout may be checked."""
        return said("ask-check", count=len(self.seen), total=len(self.packet), place=self.place(len(self.seen)))

    def place(self, index: int) -> Place:
        """Where the packet's card of an index comes to lie, where all of it is dealt round the ring."""
        return PILES[index % 12]

    def closed(self) -> Laying:
        """The same redeal, no longer asked about."""
        return replace(self, waiting=False)

    def followed(self, game: Game, before: Table, event: GameEvent, after: Table) -> Laying:
        """The redeal after another event: the first move ends the check."""
        return self.closed() if isinstance(event, Move) else self

    # ------------------------------------------------------------------ comparing

    def dealt(self, cards: Sequence[Card]) -> tuple[Laying, tuple[Part, ...]]:
        """Compare the next cards in dealing order."""
        seen = (*self.seen, *cards)
        if len(seen) > len(self.packet):
            return self, (Contradiction("check-too-many", count=len(self.packet) - len(self.seen), card=cards[-1]),)
        difference = first_difference(self.packet, seen)
        if difference is not None:
            told = self._told(difference, likely_slips(self.game, self.before, seen), self.place(difference.number - 1))
            return replace(self, seen=tuple(seen[: difference.number - 1])), (*told, said("check-redo"))
        if len(seen) == len(self.packet):
            return replace(self.closed(), seen=seen), (said("check-right", count=len(seen)),)
        return replace(self, seen=seen), (said("check-so-far", count=len(seen), total=len(self.packet)),)

    def back(self, count: int | None) -> tuple[Laying, tuple[Part, ...]]:
        """Forget the last cards compared, or all of them."""
        kept = self.seen[: max(0, len(self.seen) - count)] if count else ()
        return replace(self, seen=kept), (said("check-back", count=len(kept)),)

    def tops(self, cards: Sequence[Card]) -> tuple[Laying, tuple[Part, ...]]:
        """Compare the tops of the ring's piles, in the order of the piles."""
        right = ring_tops(self.packet)
        if len(cards) > len(right):
            return self, (Contradiction("check-too-many", count=len(right), card=cards[-1]),)
        difference = first_difference(right, cards)
        if difference is None:
            if len(cards) < len(right):
                return self, (said("check-so-far", count=len(cards), total=len(right)),)
            return self.closed(), (said("check-right", count=len(cards)),)
        found = [
            slip for slip in slips(self.game, self.before) if first_difference(ring_tops(slip.packet), cards) is None
        ]
        told = self._told(difference, found[:3], PILES[difference.number - 1])
        return self, told

    def compare(self, game: Game, table: Table, stated: Sequence[Card]) -> None:
        """Compare cards that are being dealt from the packet. Raises `Contradiction` with the likely slips as facts."""
        done = len(self.packet) - len(table.piles["stock"])
        if not stated or done < 0:
            return
        seen = (*self.packet[:done], *stated)
        difference = first_difference(self.packet, seen)
        if difference is not None:
            told = self._told(difference, likely_slips(game, self.before, seen), None)
            raise Contradiction(told[0].key, **told[0].facts, slips=told[1:])  # type: ignore[union-attr]

    def explained(self, table: Table, stated: object) -> tuple[Said, ...]:
        """The likely slips where the card that came last from the packet is another than the record's."""
        done = len(self.packet) - len(table.piles["stock"])
        if done < 1 or not isinstance(stated, Card):
            return ()
        found = likely_slips(self.game, self.before, (*self.packet[: done - 1], stated))
        return tuple(slip.told for slip in found) or (said("slip-unknown"),)

    def _told(self, difference: Difference, found: Sequence[Slip], place: Place | None) -> tuple[Part, ...]:
        facts = {"number": difference.number, "known": difference.expected, "stated": difference.found}
        error = (
            Contradiction("packet-differs-at", place=place, **facts)
            if place
            else Contradiction("packet-differs", **facts)
        )
        likely = tuple(slip.told for slip in found) or (said("slip-unknown"),)
        return (error, *likely)


def ring_tops(packet: Sequence[Card]) -> tuple[Card, ...]:
    """The tops of the twelve piles after a packet was dealt round them, pile 1 first."""
    return tuple(packet[index::12][-1] for index in range(min(12, len(packet))))
