"""`play` without a terminal, the games of two packs: dealing by hand, cards that turn by themselves, redeals."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.cards import Card, cards_text, full_pack
from companion.deals import numbered_deal
from companion.errors import Contradiction
from companion.guide.laying import ring_tops
from companion.rules import VARIANTS, Refusal, game
from tests.guide.sitting import Sitting

DEAL = {variant: numbered_deal(game(variant), 5) for variant in ("helena", "kapas", "parihevoset", "louis")}


def rows(variant: str, *cuts: tuple[int, int]) -> list[str]:
    """Parts of a deal as lines to type."""
    return [cards_text(DEAL[variant][start:end]) for start, end in cuts]


# ---------------------------------------------------------------------- dealing by hand


def test_helena_is_dealt_in_lines_of_any_length_and_names_the_next_pile() -> None:
    sitting = Sitting("helena")
    assert (sitting.asked, sitting.session.ask().facts["place"]) == ("ask-deal-pile", "pile1")
    for line in rows("helena", (0, 5), (5, 12), (12, 30)):
        sitting.take(line)
    facts = sitting.session.ask().facts
    assert (facts["place"], facts["row"], facts["done"], facts["count"]) == ("pile7", 3, 30, 66)


def test_b22_a_third_card_of_two_packs_is_a_contradiction_and_nothing_of_its_line_is_taken() -> None:
    sitting = Sitting("helena", ["2c 2c 9d"])
    answer = sitting.take("5h 2c")
    error = answer.parts[0]
    assert isinstance(error, Contradiction)
    assert error.facts["places"] == ["pile1", "pile2"]
    assert (answer.again, sitting.logged) == ("5h 2c", ["deal 2C 2C 9D"])


@pytest.mark.parametrize(
    ("line", "piles", "logged"),
    [
        ("back", ("9D", ""), ["# together 2", "undo", "deal 2C"]),
        ("back 2", ("9D", ""), ["undo"]),
        ("back 4", ("", ""), ["# together 2", "undo", "undo"]),
        ("undo", ("9D", ""), ["undo"]),
    ],
)
def test_stepping_back_card_by_card_or_line_by_line(line: str, piles: tuple[str, str], logged: list[str]) -> None:
    sitting = Sitting("helena", ["9d 3h", "2c 5s"])
    sitting.take(line)
    assert sitting.logged[2:] == logged
    expected = {"back": "2C", "back 2": "", "back 4": "", "undo": ""}[line]
    assert sitting.pile("pile3") == expected
    assert sitting.pile("pile1") == piles[0]


def test_back_only_takes_cards_that_were_typed() -> None:
    assert Sitting("hauta", ["9c w"]).take("back").keys() == ("back-nothing",)


def test_cards_left_out_are_asked_for_when_they_come_to_light() -> None:
    sitting = Sitting("helena", ["skip 84"])
    answer = sitting.take(cards_text(DEAL["helena"][84:]))
    assert answer.keys()[-1] == "deal-complete-unseen"
    assert answer.parts[-1].facts["count"] == 84
    # Whatever pile gives its top away, the card under it is asked for.
    move = next(line for line in sitting.session.completions() if line[0] == "p")
    source = move.split()[0].replace("p", "pile")
    sitting.take(move)
    assert (sitting.asked, sitting.session.ask().facts["place"]) == ("ask-turn", source)


def test_a_whole_deal_without_gaps_is_complete() -> None:
    sitting = Sitting("helena", rows("helena", (0, 48)))
    assert sitting.take(rows("helena", (48, 96))[0]).keys() == ("dealt", "deal-complete")
    assert sitting.take("missing").keys() == ("missing-none",)


def test_a_card_in_the_wrong_place_is_fixed_afterwards() -> None:
    line = rows("helena", (0, 12))[0].replace("2D", "2H")
    sitting = Sitting("helena", [line, "fix 2h 2d"])
    assert sitting.pile("pile8") == "2D"


# ---------------------------------------------------------------------- cards that turn by themselves


def test_kapas_opens_with_the_eight_cards_that_hands_turn() -> None:
    sitting = Sitting("kapas")
    walls = [DEAL["kapas"][index:44:4] for index in range(4)]
    asked = []
    for _ in range(8):
        asked.append(sitting.session.ask().facts["place"])
        place = str(asked[-1])
        wall = walls[int(place[-1]) - 1]
        sitting.take(str(wall[-1] if place.startswith("aux") else wall[-2]))
    assert asked == ["aux1", "aux2", "aux3", "aux4", "wall1", "wall2", "wall3", "wall4"]
    assert sitting.asked == "ask-move-or-deal"


def test_kapas_asks_for_the_card_under_a_wall_top_that_left() -> None:
    # 5♦ and 6♦ on two auxiliary places: the emptied one takes its wall's top, and the wall's next card is turned.
    sitting = Sitting("kapas", ["5d 6d 9c 9s", "ks 3h 2c 4c"])
    answer = sitting.take("a2 a1")
    assert answer.keys() == ("done", "auto-from-wall-known")
    assert (sitting.asked, sitting.session.ask().facts["place"]) == ("ask-turn-wall", "wall2")
    sitting.take("10c")
    assert sitting.logged[-2:] == ["move aux2 aux1", "turn 10C wall2"]
    assert (sitting.pile("aux1"), sitting.pile("aux2")) == ("5D 6D", "3H")


def test_kapas_a_base_and_a_series_by_their_short_forms() -> None:
    sitting = Sitting("kapas", ["5d 6d ac 9s", "ks 3h 2c 4c", "w1 b", "10h", "a3 v"])
    assert sitting.pile("base-S") == "KS"
    assert sitting.pile("vault") == "AC"
    # The ace's place is filled from its wall: 2♣ comes and the wall turns another card.
    assert (sitting.pile("aux3"), sitting.asked) == ("2C", "ask-turn-wall")
    refusal = sitting.take("series a1 v").parts[0]
    assert isinstance(refusal, Refusal)
    assert refusal.clause == "NK-8"


@pytest.mark.parametrize("variant", ["hauta-kookas", "hauta-korttipeli"])
def test_more_cards_than_are_dealt_at_all_are_told_as_too_many(variant: str) -> None:
    sitting = Sitting(variant)
    answer = sitting.take("10c 4h ks 2d 9s jh")
    assert (sitting.logged, [part.reason for part in answer.parts if isinstance(part, Refusal)]) == (
        [],
        ["deal-too-many"],
    )


def test_several_rows_in_one_line_are_dealt_one_after_another() -> None:
    sitting = Sitting("kapas", ["5d 6d 9c 9s", "ks 3h 2c 4c"])
    sitting.take("2d 3d 4h 5h 6h 7h 8h 9h 10h jh")
    assert sitting.logged[-2:] == ["deal 2D 3D 4H 5H 6H", "deal 7H 8H 9H 10H JH"]
    assert sitting.pile("extra5") == "6H JH"


def test_parihevoset_asks_group_by_group_and_for_the_card_that_replaces_a_played_one() -> None:
    sitting = Sitting("parihevoset", ["3c", "8c", "3s"])
    assert (sitting.asked, sitting.session.ask().facts["place"]) == ("ask-group-one", "br")
    sitting.take("2h")
    assert sitting.asked == "ask-live"
    refusal = sitting.take("9c").parts[0]
    assert isinstance(refusal, Refusal)
    assert (refusal.clause, refusal.reason) == ("PH-8", "live-card-first")
    assert sitting.take("br up").keys() == ("done", "auto-from-stock")
    assert (sitting.asked, sitting.session.ask().facts["place"]) == ("ask-turn", "br")
    sitting.take("9c")
    assert sitting.logged[-2:] == ["move br up-H", "turn 9C br"]
    assert (sitting.asked, sitting.session.ask().facts["count"]) == ("ask-group", 4)


def test_parihevoset_four_corners_in_one_line_stop_at_a_live_card() -> None:
    sitting = Sitting("parihevoset")
    answer = sitting.take("3c 2h 8c 9d")
    assert any(isinstance(part, Refusal) and part.clause == "PH-8" for part in answer.parts)
    assert sitting.logged == []
    sitting.take("3c 8c 3s 9d")
    assert sitting.logged == ["deal 3C", "deal 8C", "deal 3S", "deal 9D"]


def test_louis_fills_a_gap_from_the_stock() -> None:
    sitting = Sitting("louis", ["2s 9c 9d 4d 5d 7d 7c 9h 8h 8c 5c 4c"])
    answer = sitting.take("1 a")
    assert answer.keys() == ("done", "auto-from-stock")
    assert sitting.asked == "ask-turn"
    sitting.take("qs")
    assert sitting.logged[-1] == "turn QS pile1"


# ---------------------------------------------------------------------- where a card means no place


def test_two_packs_name_places_not_cards() -> None:
    sitting = Sitting("helena", deal=DEAL["helena"])
    assert sitting.take("9s a").keys() == ("play-name-places",)


def test_piles_by_their_bare_numbers() -> None:
    sitting = Sitting("helena", deal=DEAL["helena"])
    source, target = (
        next(line for line in sitting.session.completions() if line.startswith("p")).replace("p", "").split()
    )
    sitting.take(f"{source} {target}")
    assert sitting.logged == [f"move pile{source} pile{target}"]


def test_the_first_deals_limits_by_the_pile_where_the_card_lies() -> None:
    # Deal 5 ends with 8♥ on pile 1 and A♥ on pile 4 (SH-6: piles 1-4 give to the kings' row only).
    sitting = Sitting("helena", deal=DEAL["helena"])
    refusal = sitting.take("4 a").parts[0]
    assert isinstance(refusal, Refusal)
    assert (refusal.clause, refusal.facts["card"]) == ("SH-6", Card.parse("AH"))


# ---------------------------------------------------------------------- redeals


def redealt() -> Sitting:
    return Sitting("helena", ["redeal"], deal=DEAL["helena"])


def expected_packet() -> tuple[Card, ...]:
    """Deal 5 gathered by hand: pile 12 top to bottom, pile 11, …, pile 1, each pile every twelfth card of the deal."""
    piles = [DEAL["helena"][index::12] for index in range(12)]
    return tuple(card for pile in reversed(piles) for card in reversed(pile))


def test_a_redeal_is_told_to_the_hands_and_then_checked() -> None:
    sitting = Sitting("helena", deal=DEAL["helena"])
    assert sitting.take("redeal").keys() == (
        "gather-first",
        "gather-lay-on",
        "gather-all-on",
        "gather-not-turned",
        "gather-then-ring",
    )
    assert sitting.asked == "ask-check"
    packet = expected_packet()
    assert sitting.take(cards_text(packet[:12])).keys() == ("check-so-far",)
    assert sitting.take(cards_text(packet[12:])).keys() == ("check-right",)
    assert sitting.asked == "ask-move-or-redeal"
    assert sitting.logged == ["redeal"]


@pytest.mark.parametrize(
    ("slip", "packet"),
    [
        ("slip-turned", expected_packet()[::-1]),
        ("slip-order", tuple(card for pile in (DEAL["helena"][i::12] for i in range(12)) for card in pile[::-1])),
        (
            "slip-forgotten",
            tuple(card for i in range(11, -1, -1) if i != 6 for card in DEAL["helena"][i::12][::-1]),
        ),
    ],
)
def test_the_slip_is_found_from_the_cards_in_dealing_order(slip: str, packet: tuple[Card, ...]) -> None:
    sitting = redealt()
    keys: tuple[str, ...] = ()
    for start in range(0, len(packet), 12):
        answer = sitting.take(cards_text(packet[start : start + 12]))
        if answer.refused:
            keys = answer.keys()
            break
    assert (keys[0], keys[1], keys[-1]) == ("packet-differs-at", slip, "check-redo")


def test_the_slip_is_found_from_the_twelve_tops() -> None:
    sitting = redealt()
    answer = sitting.take("tops " + cards_text(ring_tops(expected_packet()[::-1])))
    assert answer.keys()[:2] == ("packet-differs-at", "slip-turned")
    assert sitting.take("tops " + cards_text(ring_tops(expected_packet()))).keys() == ("check-right",)


def test_the_check_may_be_left_out_and_ends_with_the_first_move() -> None:
    sitting = redealt()
    assert sitting.take("").keys() == ("check-left-out",)
    assert sitting.asked == "ask-move-or-redeal"
    sitting = redealt()
    sitting.take(sitting.session.completions()[0])
    assert sitting.asked == "ask-move-or-redeal"


def test_the_check_goes_back_and_keeps_what_was_right() -> None:
    sitting = redealt()
    packet = expected_packet()
    wrong = (*packet[:5], packet[6], packet[5])
    sitting.take(cards_text(wrong))
    assert sitting.session.ask().facts["count"] == 5
    sitting.take("back 2")
    assert sitting.session.ask().facts["count"] == 3
    sitting.take("back")
    assert sitting.session.ask().facts["count"] == 0


def test_kapas_after_a_redeal_a_card_that_differs_is_a_slip() -> None:
    sitting = Sitting("kapas", ["deal"] * 12 + ["redeal"], deal=DEAL["kapas"])
    stock = DEAL["kapas"][44:]
    packet = [card for index in range(5) for card in stock[index::5]]
    assert sitting.take(cards_text(packet[:4])).logged
    forgotten = [card for index in (0, 1, 3, 4) for card in stock[index::5]]
    for start in range(4, len(forgotten), 4):
        answer = sitting.take(cards_text(forgotten[start : start + 4]))
        if answer.refused:
            break
    # Exchanging that pile with the next one begins in the same way; the pile forgotten is the likelier.
    assert answer.keys() == ("packet-differs", "slip-forgotten", "slip-exchanged", "offer-regather")
    assert answer.parts[1].facts["place"] == "extra3"


def test_every_card_is_accounted_for_at_the_end_of_a_round() -> None:
    sitting = Sitting("kapas", ["deal"] * 12 + ["redeal"], deal=DEAL["kapas"])
    assert Counter(sitting.session.table.cards()) == full_pack(2)


def test_parihevoset_ends_in_its_own_words() -> None:
    early = Sitting("parihevoset", ["3c"])
    assert early.take("end unresolved").keys() == ("PH-13",)
    dealt = Sitting("parihevoset", ["deal"] * 48, deal=DEAL["parihevoset"], rounds="1", forced_play="off")
    assert dealt.take("end unresolved").logged
    assert Sitting("kapas", deal=DEAL["kapas"]).take("end failed").keys() == ("G-6",)


def test_an_undo_tells_what_came_by_itself_and_goes_back() -> None:
    sitting = Sitting("kapas", ["5d 6d 9c 9s", "ks 3h 2c 4c", "a2 a1", "10c"])
    assert sitting.take("undo").keys() == ("undone",)  # the card turned on the wall
    answer = sitting.take("undo")
    assert answer.keys() == ("undone", "undone-also")
    assert (answer.parts[1].facts["source"], answer.parts[1].facts["to"]) == ("aux2", "wall2")
    assert (sitting.pile("aux1"), sitting.pile("aux2")) == ("5D", "6D")


def test_back_after_a_fix_leaves_the_fix_alone() -> None:
    sitting = Sitting("helena", ["9d 3h", "fix 3h 3d"])
    assert sitting.take("back").keys() == ("back-nothing",)
    assert sitting.pile("pile2") == "3D"


def test_a_turned_card_may_stay_unnamed() -> None:
    sitting = Sitting("kapas", ["5d 6d 9c 9s", "ks 3h 2c 4c", "a2 a1"])
    before = len(sitting.logged)
    assert sitting.take("??").keys() == ("turn-left",)
    assert len(sitting.logged) == before
    assert sitting.take("w1 b").logged  # what does not rest on that card may be done
    assert sitting.take("w2 b").keys()[0] == "G-3"


def test_turn_names_a_card_at_a_place() -> None:
    sitting = Sitting("kapas", ["5d 6d 9c 9s", "ks 3h 2c 4c", "a2 a1", "turn 10c w2"])
    assert sitting.logged[-1] == "turn 10C wall2"
    assert sitting.take("turn 10d w2").keys()[0] == "card-differs"


def test_a_refill_that_differs_after_a_redeal_is_a_slip_too() -> None:
    # The first round deals 96 cards, all of them seen, and the packet is turned over.
    sitting = Sitting("parihevoset", deal=DEAL["parihevoset"])
    session = sitting.session
    while session.table.round == 1:
        play = next((line for line in session.completions() if line.split()[0] != "deal"), None)
        sitting.take("redeal" if session.table.phase == "aux" else play or "deal")
    packet = session.laying.packet  # type: ignore[union-attr]
    while session.ask().key != "ask-live":
        sitting.take("")
    source = str(session.ask().facts["place"])
    live = next(line for line in session.completions() if line.split()[0] == session.reader.short(source))
    answered = sitting.take(live).keys()
    assert "auto-from-stock-known" in answered
    done = len(packet) - len(session.table.piles["stock"])
    came = packet[done]  # two cards stuck together, so the one after came
    if came != packet[done - 1]:
        keys = sitting.take(f"turn {came} {source}").keys()
        assert keys[0] == "card-differs"
        assert "slip-card-lost" in keys


@pytest.mark.parametrize("variant", [name for name in VARIANTS if VARIANTS[name].family.packs == 2])
def test_a_place_by_its_name_in_the_log_is_that_place_and_no_other(variant: str) -> None:
    """`ace-S` was read as "aces", and a card of another suit went to the foundation of its own."""
    sitting = Sitting(variant)
    for place in sitting.session.game.places:
        assert sitting.session.reader.place(place) == place
        assert sitting.session.reader.place(place.lower()) == place


def test_a_card_is_not_carried_to_another_foundation_than_the_one_named() -> None:
    sitting = Sitting("boxkite-pysolfc", deal=numbered_deal(game("boxkite-pysolfc"), 3))
    assert sitting.session.table.top("pile4") == Card(2, "H")  # which the ace of hearts would take
    for line in ("move pile4 ace-S", "pile4 ace-d", "move pile4 king-S"):
        assert sitting.take(line).refused
        assert not sitting.logged
    assert sitting.take("pile4 ace-h").logged
