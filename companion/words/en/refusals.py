"""Why an event is not allowed: one sentence for each reason that the rules give, the clause is added by the voice.

A key that ends in a clause's letters (`….SH`) is the same reason told in the words of that game.
"""

SENTENCES: dict[str, str | tuple[str, str]] = {
    # What every game shares
    "refusal.deal-first": (
        "A deal is under way: one card is still to come, {place:to}.",
        "A deal is under way: {count} cards are still to come, the next one {place:to}.",
    ),
    "refusal.no-draw": "In this game no single card is drawn from the stock; cards are dealt.",
    "refusal.one-card-a-move": "Only one card is moved at a time.",
    "refusal.no-deal": "There is nothing to deal now; turn or move a card instead.",
    "refusal.no-deal.SH": "All the cards have been dealt; only a redeal deals them again.",
    "refusal.turn-nothing": "No card is turned up {place:at} by itself.",
    "refusal.turn-empty": "There is no card to turn up {place:at}: the place is empty.",
    "refusal.turn-first": "First turn up the card {place:at}: what it is has not been said yet.",
    "refusal.deal-too-many": (
        "{count} card is more than this deal has room for: it takes {expected}, the last one {place:to}.",
        "{count} cards are more than this deal has room for: it takes {expected}, the last one {place:to}.",
    ),
    "refusal.not-won": (
        "The game is not won yet: one card is not on the foundations.",
        "The game is not won yet: {count} cards are not on the foundations.",
    ),
    "refusal.no-such-verdict": "This game does not end “{verdict}”; it ends won, blocked or stopped.",
    "refusal.verdict-later": "A game ends “{verdict}” only after the dealing of its last round.",
    "refusal.game-has-ended": "The game was closed before this; take the end back first.",
    "refusal.standstill": "Not while this is still possible: {event}.",
    "refusal.source-empty": "There is no card {place:at}: the place is empty.",
    "refusal.nothing-leaves": "A card that lies {place:at} stays there; nothing is taken back.",
    "refusal.nothing-enters-stock": "No card goes back to the stock, and so none {place:from}.",
    "refusal.no-route": "This game has no move {source:from} {to:to}.",
    "refusal.stock-empty": "The stock is empty: there is no card to turn.",
    "refusal.stock-is-drawn": "A card of the stock is drawn, not moved: say which card you turn and that it goes {place:to}.",
    "refusal.no-redeal-left": (
        "The cards are not gathered again: this game has one round only.",
        "The cards are not gathered again: this is the last of {count} rounds.",
    ),
    "refusal.no-redeal-left.SH": (
        "The cards are not gathered again: the one redeal has been made.",
        "The cards are not gathered again: all {count} redeals have been made.",
    ),
    "refusal.no-redeal-left.LO": (
        "The cards are not gathered again: the one redeal has been made.",
        "The cards are not gathered again: all {count} redeals have been made.",
    ),
    "refusal.no-redeals": "The cards are not gathered again: this game has no redeal.",
    "refusal.redeal-stock-first": (
        "The cards are gathered when the stock is empty; one card is still in it.",
        "The cards are gathered when the stock is empty; {count} cards are still in it.",
    ),
    "refusal.redeal-after-dealing": (
        "The cards are gathered after all of them have been dealt; one card is still in the stock.",
        "The cards are gathered after all of them have been dealt; {count} cards are still in the stock.",
    ),
    "refusal.redeal-nothing": "There is no card to gather.",
    # Foundations of suits
    "refusal.foundation-suit": "{card} does not go {place:to}: it is of another suit.",
    "refusal.foundation-complete": "{card} does not go {place:to}: {top} has completed it.",
    "refusal.foundation-needs": "{card} does not go {place:to}: on {top} the next card is {needed}.",
    # Napoleon's Tomb
    "refusal.corner-empty-needs-7": "{card} does not go {place:to}: an empty corner begins with a seven.",
    "refusal.corner-needs": "{card} does not go {place:to}: on {top} the next card is {rank}.",
    "refusal.corner-complete": "{card} does not go {place:to}: {top} has completed it.",
    "refusal.centre-empty-needs-6": "{card} does not go to the centre: the empty centre begins with a six.",
    "refusal.centre-needs": "{card} does not go to the centre: on {top} the next card is {rank}.",
    "refusal.centre-ace-needs-6": "{card} does not go to the centre: after {top} a new run begins, and that takes a six.",
    "refusal.centre-complete": "{card} does not go to the centre: with {top} its four runs are complete.",
    "refusal.store-sixes-only": "{card} does not go to the six store: it keeps sixes only.",
    "refusal.cell-full": "{card} does not go {place:to}: {top} lies there, and a cell holds one card.",
    "refusal.fill-first": "First a card is laid {place:to}: an emptied cell is filled before anything else.",
    "refusal.fill-only-after-stock": "The waste gives no card {place:to} while there are cards in the stock.",
    "refusal.draw-not-there": "In this version a turned card does not go {place:to}; it goes to one of these: {places}.",
    "refusal.draw-where": "Say where {card} goes: the turned card is placed before anything else.",
    "refusal.no-six-store": "This version has no six store.",
    # Parihevoset
    "refusal.no-foundation-in-aux": "{card} does not go {place:to} now: after the stock has run out only auxiliary moves are left.",
    "refusal.dead-card": "{card} {place:at} is dead for this round: another card has been dealt upon it.",
    "refusal.side-own-row": "{card} {place:from} does not go {to:to}: a side place gives only {allowed:to}, in its own row.",
    "refusal.aux-later": "{card} stays {place:at} for now: cards go from place to place only after all have been dealt.",
    "refusal.aux-no-corners": "No card goes {source:from} {to:to}: the corners take no part in auxiliary moves here.",
    "refusal.empty-takes-nothing": "{card} does not go {place:to}: an empty place takes nothing.",
    "refusal.dealing-is-over": "There is nothing to deal: the dealing of this round is over; move on, or gather the cards.",
    "refusal.live-card-first": "First play {card} {place:from} {to:to}: no more cards are dealt while a live one fits.",
    # Napoleono kapas
    "refusal.base-empty-needs-king": "{card} does not go {place:to}: an empty base begins with its king.",
    "refusal.vault-empty-needs-ace": "{card} does not go to the vault: the empty vault begins with an ace.",
    "refusal.aux-empty-takes-nothing": "{card} does not go {place:to}: an empty auxiliary place is filled from its own wall only.",
    "refusal.king-takes-nothing": "{card} does not go {place:to}: nothing is laid on the king {top}.",
    "refusal.run-needs": "{card} does not go {place:to}: on {top} the next card is {needed}.",
    "refusal.vault-to-bases-only": "{card} does not go {place:to}: the vault gives to the bases only.",
    "refusal.nothing-is-laid-there": "{card} does not go {place:to}: nothing is laid on walls and extra piles.",
    "refusal.setup-first": "First the kings and the ace of the opening go to their places; they lie here: {places}.",
    "refusal.series-aux-to-vault": "A series goes from an auxiliary place to the vault only, not {source:from} {to:to}.",
    "refusal.series-too-short": "A series is two cards or more, and there is one {place:at}; move it as a single card.",
    # Święta Helena, Louis, Box Kite
    "refusal.gap-stays": "{card} does not go {place:to}: an empty pile stays empty in this version.",
    "refusal.pile-needs-neighbour-suit": "{card} does not go {place:to}: on {top} goes only a card of its suit, one rank up or down.",
    "refusal.pile-needs-neighbour": "{card} does not go {place:to}: on {top} goes only a card one rank up or down.",
    "refusal.king-and-ace-apart": "{card} does not go on {top} {place:at}: king and ace never lie on each other.",
    "refusal.phase1-foundations-only": "{card} does not go {place:to}: until the rest is dealt, cards go to foundations only.",
    "refusal.base-stays": "{card} stays {place:at}: the card that a foundation was begun with is not moved.",
    "refusal.first-deal-kings-only": "{card} does not go {to:to}: in the first deal piles 1–4, and so {place}, give to the kings' row only.",
    "refusal.first-deal-aces-only": "{card} does not go {to:to}: in the first deal piles 7–10, and so {place}, give to the aces' row only.",
}
