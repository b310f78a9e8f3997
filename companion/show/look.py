"""What an eye sees at each place: the cards as the player knows them, the height, the next card that a foundation needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.cards import RANK_TEXT, RANKS, RED, SUIT_SIGN, SUITS, Card
from companion.events import Place
from companion.rules import Game
from companion.table import Table


@dataclass(frozen=True, slots=True)
class Look:
    """One place as it looks.

    `cards` are bottom → top (the stock's next card first); `down` counts the cards that lie face down, from the bottom (the
    stock lies face down altogether). `needs` is the rank that a foundation takes next, 0 where it is complete, none elsewhere.
    """

    place: Place
    cards: tuple[Card, ...]
    down: int = 0
    needs: int | None = None
    foundation: bool = False
    live: bool = False

    @property
    def height(self) -> int:
        """How many cards lie here."""
        return len(self.cards)

    @property
    def face_down(self) -> bool:
        """Whether the back of a card is what one sees."""
        return bool(self.cards) and self.down == len(self.cards)

    @property
    def top(self) -> Card | None:
        """The card whose face one sees; none where the place is empty or shows a back."""
        return None if self.face_down or not self.cards else self.cards[-1]

    @property
    def face_up(self) -> tuple[Card, ...]:
        """The cards that lie face up, bottom → top."""
        return self.cards[self.down :]

    @property
    def suit(self) -> str | None:
        """The suit that the place belongs to, where its name says so."""
        return self.place[-1] if "-" in self.place else None


def looks(game: Game, table: Table) -> Mapping[Place, Look]:
    """Every place as the player sees it; cards that only the record knows are not given away."""
    seen = game.view(table)
    hidden: dict[Place, int] = {}
    for place, _ in game.hidden(table):
        hidden[place] = hidden.get(place, 0) + 1
    return {
        place: Look(
            place,
            pile,
            down=len(pile) if place == "stock" else hidden.get(place, 0),
            needs=needed(game, table, place) if builds(game, place) else None,
            foundation=builds(game, place),
            live=place in table.live and bool(pile),
        )
        for place, pile in seen.piles.items()
    }


def builds(game: Game, place: Place) -> bool:
    """Whether a place is built upon in a fixed order: a foundation, or a way-station such as the vault."""
    return place in game.foundations or place in game.way_stations


def needed(game: Game, table: Table, place: Place) -> int:
    """The rank that a place takes next, by asking the rules card by card; 0 where it takes none."""
    top = table.top(place)
    if top is not None and not top.rank:
        return 0
    for rank in RANKS:
        if any(game.accepts(table, place, Card(rank, suit)) is None for suit in SUITS):
            return rank
    return 0


def card_text(card: Card, signs: bool = True) -> str:
    """A card as drawings write it: rank, then the suit's sign or letter; `??` for a card not yet seen."""
    if not card.rank:
        return "??"
    return RANK_TEXT[card.rank] + (SUIT_SIGN[card.suit] if signs else card.suit)


def ink(card: Card, four_colour: bool = False) -> str:
    """The colour word of a card's suit: `red` or `black`, or in a four-colour pack `blue` and `green` for ♦ and ♣."""
    if not card.rank:
        return "unseen"
    if four_colour and card.suit in "DC":
        return "blue" if card.suit == "D" else "green"
    return "red" if card.suit in RED else "black"
