"""Small tables of Napoleono kapas, and what a search over the referee's own moves says of them."""

from __future__ import annotations

import random
from itertools import islice

from companion.cards import SUITS, Card
from companion.rules import Game, game
from companion.search import kapas, plain, worlds
from companion.search.kapas_kernel import DEALT, PASS, Small
from companion.search.outcome import Limits, Outcome
from companion.search.verdict import verdict
from companion.table import Table, empty_piles

AMPLE = Limits(time_s=120.0)
SOON = Limits(time_s=120.0, nodes=6000)
SPADES = {rank: Card(rank, "S") for rank in range(1, 12)}


def base_card(suit: str, at: int) -> Card:
    """The card at a place of a base: king to ace, twice."""
    return Card(13 - at % 13, suit)


def small_table(
    rng: random.Random, left: int, rounds: tuple[int, ...] = (3, 4, 5, 5, 5), walls: tuple[int, ...] = (1, 2, 3, 4)
) -> Table:
    """A table with `left` cards that are not on the bases yet, spread at random over walls, piles and stock."""
    rules = game("kapas")
    counts = dict.fromkeys(SUITS, 26)
    suits = rng.sample(SUITS, rng.choice((1, 2)))
    for _ in range(left):
        counts[rng.choice(suits)] -= 1
    cards = [base_card(suit, at) for suit in SUITS for at in range(counts[suit], 26)]
    rng.shuffle(cards)
    piles = empty_piles(rules.places)
    round_ = rng.choice(rounds)
    places = rng.choice((("wall", "stock", "extra"), ("wall", "stock", "stock", "extra"), ("wall", "wall", "stock")))
    for suit in SUITS:
        piles[f"base-{suit}"] = tuple(base_card(suit, at) for at in range(counts[suit]))
    for card in cards:
        place = rng.choice(places)
        if place == "extra":
            place = f"extra{rng.randint(1, 6 - round_)}"
        elif place != "stock":
            place = f"wall{rng.choice(walls)}"
        piles[place] += (card,)
    for number in range(1, 5):  # NK-9
        wall = piles[f"wall{number}"]
        piles[f"aux{number}"], piles[f"wall{number}"] = wall[-1:], wall[:-1]
    return Table(piles, round=round_)


def lying(row: Small, mask: int, order: Small, length: int) -> dict[str, list[int]]:
    """The extra piles and the stock of a position of the kernel, in its numbers for cards."""
    left = [p for p in range(length) if (int(mask) >> p) & 1]
    k, dealt = 6 - row[PASS], row[DEALT]
    piles = {f"extra{j + 1}": [int(order[p]) for p in left if p < dealt and p % k == j] for j in range(k)}
    return piles | {"stock": [int(order[p]) for p in left if p >= dealt]}


def hidden_otherwise(rules: Game, table: Table, rng: random.Random) -> Table:
    """Another table that looks the same to the player: its hidden cards shuffled."""
    hidden = list(rules.hidden(table))
    cards = [table.piles[place][at] for place, at in hidden]
    rng.shuffle(cards)
    other = table
    for (place, at), card in zip(hidden, cards, strict=True):
        other = other.with_card(place, at, card)
    assert other != table
    assert rules.view(other) == rules.view(table)
    return other


def replay(rules: Game, table: Table, outcome: Outcome) -> Table:
    for event in outcome.line:
        assert rules.why(table, event) is None, event
        table = rules.apply(table, event)
    return table


def agree(rules: Game, table: Table) -> str | None:
    """Both verdicts, asserted to be the same; nothing where the plain search did not come to an end."""
    judged = plain.solve(rules, table, SOON)
    if judged.verdict == "open":
        return None
    found = kapas.solve(rules, table, AMPLE)
    assert found.verdict == judged.verdict, [f"{place}: {pile}" for place, pile in table.piles.items()]
    if found.verdict == "won":
        assert rules.won(replay(rules, table, found))
    return found.verdict


def deep_table(rng: random.Random) -> Table:
    """A small table with some wall cards that the player has not seen."""
    return small_table(rng, rng.randint(9, 13), walls=rng.choice(((1,), (1, 2))))


def agree_hidden(rules: Game, table: Table, most: int = 24) -> str | None:
    """What is said of a table whose unseen cards are hidden, asserted against the verdict on every order; else as `agree`.

    Nothing either where no card is hidden or where there are more orders than `most`.
    """
    seen = rules.view(table)
    if not worlds.spots(worlds.reasoned(rules, seen)) or worlds.count(rules, seen) > most:
        return None
    judged = [plain.solve(rules, world, SOON).verdict for world in islice(worlds.every(rules, seen), most)]
    if "open" in judged:
        return None
    winnable = judged.count("won") / len(judged)
    found = verdict(rules, seen, AMPLE)
    chance = found.chance
    assert chance is not None
    assert chance.low <= winnable + 1e-9, table
    assert chance.high >= winnable - 1e-9, table
    assert not chance.exact or abs(chance.high - winnable) < 1e-9, table
    assert (found.verdict == "lost") == (winnable == 0.0), table
    if found.why == "every-order" and found.verdict != "lost":
        assert winnable == 1.0, table
    return "every order lost" if winnable == 0.0 else "every order won" if winnable == 1.0 else "some orders won"


def late_spades(**piles: tuple[Card, ...]) -> Table:
    """Spades stand at their second queen, all other suits are home; the rest of the spades lies as told."""
    all_piles = empty_piles(game("kapas").places)
    for suit in "HDC":
        all_piles[f"base-{suit}"] = tuple(base_card(suit, at) for at in range(26))
    all_piles["base-S"] = tuple(base_card("S", at) for at in range(15))
    all_piles["wall1"], all_piles["aux1"] = (SPADES[11], SPADES[2]), (SPADES[5], SPADES[6])
    all_piles["aux2"], all_piles["vault"] = (SPADES[3],), (SPADES[1],)
    return Table(all_piles | piles)
