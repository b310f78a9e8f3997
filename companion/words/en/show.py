"""What stands over, under and in the drawings of the table, in a game told as Markdown, and on the page that replays one."""

SENTENCES: dict[str, str | tuple[str, str]] = {
    "show.round.hauta": "round {number} of {whole}",
    "show.round.parihevoset": "round {number} of {whole}",
    "show.round.kapas": "pass {number} of {whole}",
    "show.round.helena": "deal {number} of {whole}",
    "show.stock": ("{count} card in the stock", "{count} cards in the stock"),
    "show.stock-empty": "the stock is empty",
    "show.home": ("{count} of {whole} cards on the foundations", "{count} of {whole} cards on the foundations"),
    "show.won": "the game has come out",
    "show.dealing": ("{count} card to deal, to {place:to}", "{count} cards to deal, the next to {place:to}"),
    "show.phase.aux": "auxiliary moves",
    "show.phase.deal": ("dealing, next {first:label}", "dealing, next {first:label} to {last:label}"),
    "show.phase.twelve": "first phase, one card a pile",
    "show.phase.limits": "piles 1-4 to the kings' row only, 7-10 to the aces' row only",
    "show.phase.setup": "kings and an ace first",
    "show.phase.fill": "{place:label} is to be filled",
    "show.legend-live": "* live: may still be played",
    "show.piles": "piles, bottom to top",
    "show.say.all-empty": "Empty: {places:label}.",
    "show.say.empty": "{place:label}: empty.",
    "show.say.empty-needs": "{place:label}: empty, takes {rank}.",
    "show.say.face-down": ("{place:label}: {count} card face down.", "{place:label}: {count} cards face down."),
    "show.say.built-needs": (
        "{place:label}: {card:name}, {count} card; next {rank}.",
        "{place:label}: {card:name}, {count} cards; next {rank}.",
    ),
    "show.say.complete": (
        "{place:label}: {card:name}, {count} card, complete.",
        "{place:label}: {card:name}, {count} cards, complete.",
    ),
    "show.say.live": ("{place:label}: {card:name}, live.", "{place:label}: {card:name}, live, {count} cards."),
    "show.say.wall": (
        "{place:label}: {card:name}, over {down} face down.",
        "{place:label}: {card:name}, over {down} face down.",
    ),
    "show.say.pile": ("{place:label}: {card:name}.", "{place:label}: {card:name} on top of {count} cards."),
}
