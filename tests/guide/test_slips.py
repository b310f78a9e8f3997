"""Gathering told to the hands, and the slips that explain a wrong packet; the example piles are those of the rules."""

from __future__ import annotations

import pytest

from companion.cards import cards_text
from companion.guide.hands import gathered_places, gathering_steps
from companion.guide.laying import ring_tops
from companion.guide.slips import first_difference, gathered, likely_slips, slips
from companion.rules import Game, game
from companion.rules.helena import PILES
from companion.rules.kapas import EXTRAS
from companion.rules.parihevoset import TWELVE
from companion.table import Table
from tests.guide.sitting import cards

A, B, C, D, E = cards("2S 9H 4D JC 6S")
PLACES = {"helena": PILES[:3], "parihevoset": TWELVE[:3], "kapas": EXTRAS[:3]}


def gathering(variant: str, **options: str) -> tuple[Game, Table]:
    """The three piles of the rules' example: P1 = a b, P2 = c, P3 = d e, the last letter on top."""
    rules = game(variant, options)
    first, second, third = PLACES[rules.family]
    bare = rules.opening().but(dealing=())
    empty = {place: () for place in rules.places if place not in rules.foundations}
    return rules, bare.with_piles({**empty, first: (A, B), second: (C,), third: (D, E)})


NAMED = {A: "a", B: "b", C: "c", D: "d", E: "e"}
ORDERS = (
    ("helena", {}, "edcba"),
    ("helena", {"redeal_from": "bottom1"}, "abcde"),
    ("parihevoset", {}, "abcde"),
    ("parihevoset", {"gather": "bottom12"}, "decab"),
    ("parihevoset", {"gather": "top12"}, "edcba"),
    ("kapas", {}, "abcde"),
    ("kapas", {"gather": "first_over"}, "decab"),
)


@pytest.mark.parametrize(("variant", "options", "order"), ORDERS)
def test_steps_for_the_hands_make_the_packet_of_the_rules(variant: str, options: dict[str, str], order: str) -> None:
    rules, table = gathering(variant, **options)
    assert "".join(NAMED[card] for card in gathered(rules, table, gathered_places(rules, table))) == order
    # The steps done by hand, on three heaps of cards: bottom card first.
    heaps = {place: "".join(NAMED[card] for card in table.piles[place]) for place in PLACES[rules.family]}
    packet, turned = "", None
    for step in gathering_steps(rules, table):
        match step.key:
            case "gather-lay-on":
                packet = heaps[str(step.facts["to"])] + heaps[str(step.facts["source"])]
            case "gather-all-on":
                for place in step.facts["places"]:  # type: ignore[attr-defined]
                    packet = heaps[place] + packet
            case "gather-then-lay":
                for place in step.facts["places"]:  # type: ignore[attr-defined]
                    packet = packet + heaps[place]
            case "gather-turn-over":
                turned = True
            case "gather-not-turned":
                turned = False
    # Dealt from the top: of a packet that lies face up that is its last card, of one turned over its first.
    assert (packet if turned else packet[::-1]) == order


# What hands dealt, worked out with five slips of paper, and the mistake made on purpose.
SLIPS = (
    ("helena", "abcde", "slip-turned"),
    ("helena", "edba", "slip-forgotten"),
    ("helena", "cedba", "slip-exchanged"),
    ("helena", "edcab", "slip-pile-turned"),
    ("helena", "edca", "slip-card-lost"),
    ("parihevoset", "edcba", "slip-not-turned"),
    ("parihevoset", "decab", "slip-order"),
    ("kapas", "edcba", "slip-not-turned"),
    ("kapas", "abde", "slip-forgotten"),
)


@pytest.mark.parametrize(("variant", "dealt", "told"), SLIPS)
def test_a_wrong_packet_is_explained_by_its_slip(variant: str, dealt: str, told: str) -> None:
    rules, table = gathering(variant)
    by_name = {name: card for card, name in NAMED.items()}
    seen = tuple(by_name[name] for name in dealt)
    found = likely_slips(rules, table, seen)
    assert told in [slip.told.key for slip in found], [slip.told.key for slip in found]


def test_the_right_packet_differs_from_nothing() -> None:
    rules, table = gathering("helena")
    assert first_difference(gathered(rules, table, gathered_places(rules, table)), (E, D, C, B, A)) is None


def test_the_first_difference_is_counted_from_one() -> None:
    difference = first_difference((A, B, C), (A, C, B))
    assert difference is not None
    assert (difference.number, difference.expected, difference.found) == (2, B, C)


def test_every_slip_keeps_the_cards_or_loses_those_it_names() -> None:
    rules, table = gathering("kapas")
    for slip in slips(rules, table):
        missing = {A, B, C, D, E} - set(slip.packet)
        lost = {"slip-forgotten", "slip-card-lost"}
        assert not missing or slip.told.key in lost, (slip.told.key, cards_text(slip.packet))


def test_tops_of_the_ring() -> None:
    packet = tuple(range(30))
    # Piles 1-6 get a third card, 24 … 29; piles 7-12 end with 18 … 23.
    assert ring_tops(packet) == (24, 25, 26, 27, 28, 29, 18, 19, 20, 21, 22, 23)  # type: ignore[arg-type,comparison-overlap]
