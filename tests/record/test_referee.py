"""Whole records judged: what is refused, what follows from an earlier fault, and what contradicts the pack."""

from __future__ import annotations

import contextlib
import random

import pytest

from companion.cards import Card
from companion.errors import Contradiction
from companion.events import Deal, Draw, End, Event, Fix, Move, Redeal, Series, Turn, Undo
from companion.journal import parse_record
from companion.referee import Report, advance, check, legal_events
from companion.rules import VARIANTS, Refusal, game

HEAD = "companion-log 1\nvariant: hauta\n"


def judged(*lines: str, head: str = HEAD) -> Report:
    return check(parse_record((head + "".join(f"{line}\n" for line in lines)).encode()))


PRACTICE = """draw 9C waste
draw 8H cell1
draw 7S corner1
move cell1 corner1
move waste corner1
draw 5D cell1
draw 6C centre
move cell1 centre
draw 6H sixes
draw 4S centre
draw 3H centre
draw 2C centre
draw AD centre
move sixes centre""".splitlines()


def test_the_practice_deal_ends_where_the_guide_says() -> None:
    report = judged(*PRACTICE)
    piles = {place: " ".join(map(str, pile)) for place, pile in report.table.piles.items() if place != "stock"}
    assert report.legal
    assert piles == {
        "waste": "",
        "corner1": "7S 8H 9C",
        "corner2": "",
        "corner3": "",
        "corner4": "",
        "centre": "6C 5D 4S 3H 2C AD 6H",
        "cell1": "",
        "cell2": "",
        "cell3": "",
        "cell4": "",
        "sixes": "",
    }
    assert len(report.table.piles["stock"]) == 42
    assert report.unseen.total() == 42


def test_a_refused_move_changes_nothing_and_names_its_clause() -> None:
    report = judged("draw 9C corner1")
    assert [(step.standing.line, step.refusal.clause) for step in report.refusals if step.refusal] == [(3, "NT-3")]
    assert report.table == report.opening


def test_what_follows_from_an_earlier_fault_is_told_apart() -> None:
    # 8H cannot go to corner 1; its way on from there would be no fault of its own. 9C on the empty corner 2 is one.
    report = judged(
        "draw 7S waste", "draw 9C waste", "move cell1 corner1", "draw 8H corner3", "draw 9D corner3", "draw 4C corner2"
    )
    faults = [
        (step.standing.line, step.refusal.clause if step.refusal else None, step.follows) for step in report.refusals
    ]
    assert faults == [(5, "G-1", None), (6, "NT-3", None), (7, "NT-3", 6), (8, "NT-3", None)]


def test_b22_one_pack_refuses_the_same_card_twice_and_says_where_the_first_lies() -> None:
    report = judged("draw 9C cell2", "draw 9C waste")
    [problem] = report.problems
    assert isinstance(problem.error, Contradiction)
    assert (problem.line, problem.error.facts["places"]) == (4, ["cell2"])
    assert report.table.top("waste") is None


def test_b22_two_packs_take_two_and_refuse_the_third_naming_both() -> None:
    head = "companion-log 1\nvariant: parihevoset\n"
    report = judged("deal 7S", "deal 7S", "deal 7S", head=head)
    [problem] = report.problems
    assert (problem.line, problem.error.facts["places"]) == (5, ["tl", "bl"])


def test_a_stated_card_is_checked_against_the_table() -> None:
    report = judged("draw 9C waste", "move 8C waste cell1")
    [problem] = report.problems
    assert (problem.error.facts["place"], problem.error.facts["stated"]) == ("waste", Card(8, "C"))
    assert problem.error.facts["known"] == Card(9, "C")


def test_after_the_end_nothing_is_played() -> None:
    report = judged("draw 9C waste", "end stopped", "draw 8H waste")
    assert [(step.standing.line, step.refusal.clause) for step in report.refusals if step.refusal] == [(5, "G-6")]
    assert legal_events(report) == []
    assert report.ended == "stopped"


def test_a_game_is_not_won_by_saying_so() -> None:
    report = judged("draw 9C waste", "end won")
    assert [step.refusal.clause for step in report.refusals if step.refusal] == ["NT-12"]


def test_a_fix_judges_everything_after_it_again() -> None:
    # As 7H the card began a corner; as 9H it could not, and the eight upon it hung on that.
    report = judged("draw 7H corner1", "draw 8S corner1", "fix 7H 9H")
    assert [(s.standing.line, s.refusal.clause, s.follows) for s in report.refusals if s.refusal] == [
        (3, "NT-3", None),
        (4, "NT-3", None),  # 8S does not go on 9H either
    ]


def test_moves_of_an_unknown_stock_name_the_draw_once() -> None:
    assert [str(event) for event in legal_events(judged())] == ["draw"]


def test_a_deal_with_a_card_too_many_names_what_is_missing_and_extra() -> None:
    from companion.deals import numbered_deal
    from companion.rules import game

    deal = list(numbered_deal(game("hauta"), 3))
    at = deal.index(Card(2, "S"))
    deal[at] = Card(7, "S")
    with pytest.raises(Contradiction) as caught:
        judged(head=HEAD + f"deal: {' '.join(map(str, deal))}\n")
    assert caught.value.facts == {
        "count": 52,
        "expected": 52,
        "missing": (Card(2, "S"),),
        "extra": (Card(7, "S"),),
    }


@pytest.mark.parametrize(
    ("variant", "count"), [("hauta-kookas", 4), ("kapas", 8), ("helena", 96), ("louis", 12), ("boxkite", 96)]
)
def test_an_opening_that_is_known_may_be_stated_all_the_same(variant: str, count: int) -> None:
    from companion.deals import numbered_deal
    from companion.rules import game

    rules = game(variant)
    deal = numbered_deal(rules, 9)
    head = f"companion-log 1\nvariant: {variant}\ndeal: {' '.join(map(str, deal))}\n"
    packed = rules.packed(deal)
    turned = [packed.piles[step.source][step.at] for step in rules.deal_plan(packed)]
    assert len(turned) == count
    rows = [turned[at : at + 7] for at in range(0, count, 7)]
    stated = judged(*(f"deal {' '.join(map(str, row))}" for row in rows), head=head)
    assert stated.legal
    assert stated.table == judged(head=head).table


def test_a_row_of_kapas_is_no_opening_when_the_order_is_known() -> None:
    from companion.deals import numbered_deal
    from companion.rules import game

    rules = game("kapas")
    deal = numbered_deal(rules, 9)
    row = " ".join(map(str, deal[44:49]))  # walls take 44 cards, the first row follows
    report = judged(f"deal {row}", head=f"companion-log 1\nvariant: kapas\ndeal: {' '.join(map(str, deal))}\n")
    assert report.legal
    assert report.table.piles["extra1"] == (deal[44],)


def any_game(variant: str, number: int) -> list[str]:
    """A record in which right events and wrong ones stand in any order, about cards that may be anywhere or nowhere."""
    chance, rules = random.Random(number), game(variant)
    pack, table, lines = sorted(rules.whole, key=lambda card: card.code), rules.opening(), list[str]()
    for _ in range(60):
        legal = [event for event in rules.legal(table) if not isinstance(event, End)]
        one, other = chance.choice(rules.places), chance.choice(rules.places)
        card, second = chance.choice(pack), chance.choice(pack)
        wrong: list[Event] = [
            Move(one, other),
            Move(one, other, card),
            Series(one, other),
            Draw(one, card),
            Turn(card, one),
            Deal((card, second)),
            Deal(),
            Redeal(),
            Undo(),
            Fix(card, second),
        ]
        event = chance.choice(legal) if legal and chance.random() < 0.6 else chance.choice(wrong)
        if isinstance(event, Draw) and event.to is None:
            event = Draw("waste", card)
        if isinstance(event, Deal) and not event.cards and (plan := rules.deal_plan(table)):
            event = Deal(tuple(chance.choice(pack) for _ in plan))
        lines.append(str(event))
        if not isinstance(event, Undo | Fix):
            with contextlib.suppress(Contradiction):
                after = advance(rules, table, event)
                table = table if isinstance(after, Refusal) else after
    return lines


@pytest.mark.parametrize("variant", VARIANTS)
def test_whatever_stands_in_a_record_is_judged_to_its_end(variant: str) -> None:
    """The table on which wrong events are carried out by hand holds what no legal game leads to: a live place without its card."""
    head = f"companion-log 1\nvariant: {variant}\n"
    for number in range(15):
        lines = any_game(variant, number)
        report = judged(*lines, head=head)
        assert len(report.steps) == len(report.log.resolve().events)
        assert (
            report.table.unseen(report.game.whole).total() + report.table.known().total() == report.game.whole.total()
        )
        legal_events(report)


def test_a_live_card_carried_off_against_the_rules_is_waited_for_no_more() -> None:
    """The five goes on no ace. Where hands have laid it there all the same, its place is live with no card on it."""
    head = "companion-log 1\nvariant: parihevoset\n"
    report = judged("deal 5S", "move tl up-S", "deal 3S", head=head)
    assert [step.fault for step in report.steps] == [False, True, False]


def test_what_lies_on_a_foundation_is_not_carried_off_by_hand() -> None:
    """Without its ace an ascending foundation of parihevoset has no card to look at."""
    head = "companion-log 1\nvariant: parihevoset\n"
    report = judged("deal 5C", "move up-C tr", "deal 3S", head=head)
    assert [step.fault for step in report.steps] == [False, True, False]
