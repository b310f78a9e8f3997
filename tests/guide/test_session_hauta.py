"""`play` without a terminal, Napoleon's Tomb: a line typed → what is logged, what is refused, what is asked next."""

from __future__ import annotations

import pytest

from companion.cards import UNSEEN, Card, full_pack
from companion.errors import Ambiguous, Contradiction, FileTrouble, Unreadable
from companion.rules import Refusal
from tests.guide.sitting import Sitting, cards

THREE = ("9c w", "8h x1", "7s c1")
"""The first three cards of the guide's example, placed as the guide does."""
FIVE = (*THREE, "x1 c1", "w c1", "5d x1")

ROWS: tuple[tuple[str, tuple[str, ...], str, list[str], str], ...] = (
    # what it shows, lines before, the line, the record's new lines, what is asked then
    ("a card turned is not recorded before it is placed", (), "9c", [], "ask-hand"),
    ("a place alone places the card in the hand", ("9c",), "w", ["draw 9C waste"], "ask-draw"),
    ("a card and a place do both", (), "9c w", ["draw 9C waste"], "ask-draw"),
    ("`draw` may be said", (), "draw 9c w", ["draw 9C waste"], "ask-draw"),
    ("the log's own words are read", (), "draw 9C waste", ["draw 9C waste"], "ask-draw"),
    ("c2 places a card that is in the hand", ("7s",), "c2", ["draw 7S corner2"], "ask-draw"),
    ("2c is the two of clubs, not the second corner", (), "2c w", ["draw 2C waste"], "ask-draw"),
    ("a move names two places", THREE, "x1 c1", ["move cell1 corner1"], "ask-draw"),
    ("`move` may be said", THREE, "move cell1 corner1", ["move cell1 corner1"], "ask-draw"),
    ("a card on the table moves by its name in a one-pack game", THREE, "8h c1", ["move 8H cell1 corner1"], "ask-draw"),
    ("a card stated in a move is kept", THREE, "8h x1 c1", ["move 8H cell1 corner1"], "ask-draw"),
    ("a corner by its kind is the one that takes the card", THREE, "x1 c", ["move cell1 corner1"], "ask-draw"),
    ("a seven by kind begins the first empty corner", (), "7s c", ["draw 7S corner1"], "ask-draw"),
    ("an empty cell by its kind", ("9c x1",), "8h x", ["draw 8H cell2"], "ask-draw"),
    ("a foundation by `f`", THREE, "x1 f", ["move cell1 corner1"], "ask-draw"),
    ("another card typed instead corrects the hand", ("9h",), "9c", [], "ask-hand"),
    ("a note on the event is kept", (), "9c w ; why not", ["draw 9C waste ; why not"], "ask-draw"),
    ("undo takes back the last event", THREE, "undo", ["undo"], "ask-draw"),
    ("undo 2 takes back two", THREE, "undo 2", ["undo", "undo"], "ask-draw"),
    ("undo with a card in the hand records nothing", ("9c",), "undo", [], "ask-draw"),
    ("a note is a comment in the record", (), "note a fine evening", ["# a fine evening"], "ask-draw"),
    ("fix corrects the record", THREE, "fix 9c 9d", ["fix 9C 9D"], "ask-draw"),
    ("fix of the card in the hand only changes the hand", ("9h",), "fix 9h 9c", [], "ask-hand"),
    ("end closes the game", THREE, "end", ["end stopped"], "ask-ended"),
    ("end with a verdict", THREE, "end blocked", ["end blocked"], "ask-ended"),
    ("undo opens a closed game", (*THREE, "end"), "undo", ["undo"], "ask-draw"),
    ("upper case and Turkish i", THREE, "UNDO", ["undo"], "ask-draw"),
    ("an empty line repeats the question", (), "", [], "ask-draw"),
    ("table, moves, help, missing and log record nothing", THREE, "table", [], "ask-draw"),
)


@pytest.mark.parametrize(("before", "line", "logged", "asked"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_accepted(before: tuple[str, ...], line: str, logged: list[str], asked: str) -> None:
    sitting = Sitting("hauta", before)
    known = len(sitting.logged)
    answer = sitting.take(line)
    assert not answer.refused, answer.keys()
    assert (sitting.logged[known:], sitting.asked) == (logged, asked)


REFUSED: tuple[tuple[tuple[str, ...], str, str, str], ...] = (
    # lines before, the line, the clause, the reason
    ((), "9c c1", "NT-3", "corner-empty-needs-7"),
    (("9c w",), "8h c1", "NT-3", "corner-empty-needs-7"),
    (THREE, "w c1", "NT-3", "corner-needs"),
    ((*THREE, "x1 c1", "w c1"), "5d m", "NT-4", "centre-empty-needs-6"),
    ((*FIVE, "6c m", "x1 m"), "6h m", "NT-4", "centre-needs"),
    ((*FIVE, "6c m", "x1 m", "6h s"), "s m", "NT-4", "centre-needs"),
    (THREE, "c1 w", "NT-9", "nothing-leaves"),
    ((*FIVE, "6c m"), "m w", "NT-9", "nothing-leaves"),
    (("6c m",), "9c s", "NT-6", "store-sixes-only"),
    (("9c x1",), "8h x1", "NT-5", "cell-full"),
    (("9c",), "w c1", "NT-8", "hand-first"),
    (("9c",), "end", "NT-8", "hand-first"),
    ((), "x1 c1", "G-1", "source-empty"),
    ((), "redeal", "NT-11", "no-redeal-left"),
    ((), "end won", "NT-12", "not-won"),
    (("end",), "9c w", "G-6", "game-has-ended"),
)


@pytest.mark.parametrize(("before", "line", "clause", "reason"), REFUSED)
def test_refused_and_nothing_changes(before: tuple[str, ...], line: str, clause: str, reason: str) -> None:
    sitting = Sitting("hauta", before)
    lines, table = list(sitting.logged), sitting.session.table
    refusal = next(part for part in sitting.take(line).parts if isinstance(part, Refusal))
    assert (refusal.clause, refusal.reason) == (clause, reason)
    assert sitting.logged == lines
    assert sitting.session.table == table


UNTAKEN: tuple[tuple[tuple[str, ...], str, type[Exception], str], ...] = (
    ((), "frob", Unreadable, "play-word-unreadable"),
    ((), "9c frob", Unreadable, "play-word-unreadable"),
    ((), "9c 8h", Unreadable, "play-one-card"),
    ((), "??", Unreadable, "play-turn-unseen"),
    ((), "end perhaps", Unreadable, "end-unreadable"),
    ((), "undo x", Unreadable, "play-number-unreadable"),
    ((), "undo", Unreadable, "undo-nothing"),
    ((), "fix 9c", Unreadable, "fix-unreadable"),
    (THREE, "fix ks qs", Unreadable, "fix-nothing"),
    (THREE, "fix 9c 9d line 40", Unreadable, "fix-not-on-line"),
    (THREE, "fix 9c 8h", Contradiction, "card-too-many"),
    # B22: a second 9♣ in one pack, wherever the first lies
    (("9c w",), "9c", Contradiction, "card-too-many"),
    ((*THREE, "x1 c1", "w c1"), "9c", Contradiction, "card-too-many"),
    # two corners that end in the same rank: asked, not guessed
    (("7s c1", "7d c2"), "8h c", Ambiguous, "play-target-ambiguous"),
)


@pytest.mark.parametrize(("before", "line", "kind", "key"), UNTAKEN)
def test_not_taken_and_offered_again(before: tuple[str, ...], line: str, kind: type[Exception], key: str) -> None:
    sitting = Sitting("hauta", before)
    lines = list(sitting.logged)
    answer = sitting.take(line)
    assert isinstance(answer.parts[0], kind)
    assert answer.keys()[0] == key
    assert sitting.logged == lines


def test_b22_a_card_entered_twice_says_where_the_first_lies_and_how_to_mend_it() -> None:
    sitting = Sitting("hauta", (*THREE, "x1 c1", "w c1"))
    error, offer = sitting.take("9c").parts
    assert isinstance(error, Contradiction)
    assert error.facts["places"] == ["corner1"]
    assert offer.key == "offer-fix"  # type: ignore[union-attr]


def test_a_place_that_is_a_card_too_is_asked_about_when_it_stands_alone() -> None:
    assert Sitting().take("c2").keys() == ("card-or-place",)


def test_a_refused_place_leaves_the_turned_card_in_the_hand() -> None:
    sitting = Sitting()
    sitting.take("5d m")
    assert sitting.session.hand == Card.parse("5D")
    assert sitting.take("x2").logged
    assert sitting.logged == ["draw 5D cell2"]


def test_a_turned_card_says_where_it_may_go() -> None:
    sitting = Sitting("hauta", ("6c m", "5d m"))
    facts = sitting.take("6h").parts[0].facts
    assert facts["places"] == ("sixes", "cell1", "cell2", "cell3", "cell4", "waste")


def test_why_names_the_clause_or_says_that_nothing_forbids_it() -> None:
    sitting = Sitting("hauta", THREE)
    assert sitting.take("why w c1").keys() == ("NT-3",)
    assert sitting.take("why x1 c1").keys() == ("why-not",)
    assert sitting.take("why 5d m").keys() == ("NT-4",)
    assert sitting.take("why").keys() == ("why-what",)
    assert len(sitting.logged) == 3


def test_fix_judges_all_that_followed_and_lists_what_no_longer_holds() -> None:
    # Were the eight of hearts really a four, it could not have gone onto the seven, nor the nine onto it.
    sitting = Sitting("hauta", (*THREE, "x1 c1", "w c1"))
    answer = sitting.take("fix 8h 4h")
    assert [(part.key, part.facts.get("line")) for part in answer.parts if not isinstance(part, Refusal)] == [
        ("fixed", None),
        ("fix-breaks", 4),
        ("fix-breaks", 5),
        ("fix-broke", None),
    ]
    assert [part.clause for part in answer.parts if isinstance(part, Refusal)] == ["NT-3", "NT-3"]
    assert (sitting.pile("corner1"), sitting.pile("cell1"), sitting.pile("waste")) == ("7S", "4H", "9C")
    sitting.take("undo")
    assert sitting.pile("corner1") == "7S 8H 9C"


def test_fix_by_line() -> None:
    sitting = Sitting("hauta", THREE)
    sitting.take("fix 9c 9d line 1")
    assert sitting.pile("waste") == "9D"
    assert sitting.logged[-1] == "fix 9C 9D line 1"


def test_the_whole_practice_deal_typed_as_a_player_would() -> None:
    lines = "9c|w|8h|x1|7s|c1|x1 c1|w c1|5d x1|6c m|x1 m|6h s|4s m|3h m|2c m|ad m|s m"
    sitting = Sitting("hauta", lines.split("|"))
    assert sitting.pile("corner1") == "7S 8H 9C"
    assert sitting.pile("centre") == "6C 5D 4S 3H 2C AD 6H"
    assert len(sitting.session.table.piles["stock"]) == 42
    assert sitting.take("c1 w").keys()[0] == "NT-9"


def test_enter_takes_the_only_place_there_is() -> None:
    # Cells empty only at first, no store: with all four cells filled a king can only be buried.
    sitting = Sitting("hauta", ("kc x1", "kd x2", "kh x3", "qc x4", "ks"))
    assert sitting.take("").logged
    assert sitting.logged[-1] == "draw KS waste"


def test_enter_with_a_choice_asks() -> None:
    sitting = Sitting("hauta", ("9c",))
    assert sitting.take("").keys() == ("enter-which",)


def test_where_draws_go_to_the_waste_only_a_turned_card_is_placed_at_once() -> None:
    sitting = Sitting("hauta-pysolfc", ("9c",))
    assert sitting.logged == ["draw 9C waste"]


def test_kookas_deals_four_and_asks_for_the_card_that_fills_a_cell() -> None:
    sitting = Sitting("hauta-kookas")
    assert sitting.asked == "ask-deal"
    sitting.take("9c 8h 7s")
    assert (sitting.asked, sitting.session.ask().facts["place"]) == ("ask-deal", "cell4")
    sitting.take("5d")
    answer = sitting.take("x3 c1")
    assert answer.keys() == ("done", "auto-from-stock")
    assert (sitting.asked, sitting.session.ask().facts["place"]) == ("ask-turn", "cell3")
    sitting.take("6c")
    assert sitting.logged == ["deal 9C 8H 7S", "deal 5D", "move cell3 corner1", "turn 6C cell3"]


def test_c2_is_a_card_where_cards_are_being_dealt() -> None:
    sitting = Sitting("hauta-kookas", ("c2 c3 c4 h5",))
    assert sitting.logged == ["deal 2C 3C 4C 5H"]


def test_a_known_deal_is_turned_by_enter_and_a_wrong_card_is_told() -> None:
    pack = tuple(sorted(full_pack().elements(), key=lambda card: card.code))  # A♠ 2♠ …
    sitting = Sitting("hauta", deal=pack)
    assert sitting.asked == "ask-draw-known"
    assert sitting.take("moves").keys() == ("move-line",)  # only that one may draw: the card is not given away
    answer = sitting.take("2s w")
    assert answer.keys() == ("card-differs", "offer-recount")
    sitting.take("")
    assert sitting.session.hand == Card.parse("AS")
    sitting.take("w")
    assert sitting.logged == ["draw AS waste"]


def test_korttipeli_turns_the_waste_and_finds_a_waste_that_was_not_turned() -> None:
    low = cards("AS 2S 3S 4S")  # nothing of these fits anywhere
    others = full_pack()
    others.subtract(low)
    kings_last = sorted((+others).elements(), key=lambda card: -card.rank)
    deal = (*low, *kings_last)
    sitting = Sitting("hauta-korttipeli", deal=deal)
    while sitting.session.table.piles["stock"]:
        sitting.take("")
        sitting.take("w")
    waste = sitting.session.table.piles["waste"]
    answer = sitting.take("redeal")
    assert answer.keys() == ("gather-first", "gather-waste-turn")
    wrong = sitting.take(f"{waste[-1]} w")
    assert wrong.keys() == ("packet-differs", "slip-not-turned", "offer-regather")
    assert sitting.take(f"{waste[0]} w").logged


def test_completions_are_the_legal_moves_in_short_forms() -> None:
    sitting = Sitting("hauta", THREE)
    assert "x1 c1" in sitting.session.completions()
    assert "w c1" not in sitting.session.completions()
    sitting.take("ks")
    assert sitting.session.completions() == ("x2", "x3", "x4", "w")


def test_every_completion_is_accepted() -> None:
    lines = Sitting("hauta", (*FIVE, "6c x2")).session.completions()
    for line in lines:
        answer = Sitting("hauta", (*FIVE, "6c x2")).take(line)
        assert not answer.refused, (line, answer.keys())
        assert answer.logged or line == "draw"


@pytest.mark.parametrize(
    ("lang", "line"),
    [("fi", "ristiysi w"), ("lt", "kryžių devynakė w"), ("pl", "dziewiątka trefl w"), ("pl", "nine of clubs w")],
)
def test_cards_in_other_languages(lang: str, line: str) -> None:
    assert Sitting("hauta", (line,), lang=lang).logged == ["draw 9C waste"]


@pytest.mark.parametrize("word", ["HİNT", "hınt", "hint", "UNDO", "Undo"])
def test_b42_commands_in_any_case(word: str) -> None:
    assert Sitting("hauta", THREE).take(word).keys() in (("no-search",), ("undone",))


def test_unseen_cards_are_listed_suit_by_suit() -> None:
    sitting = Sitting("hauta", THREE)
    answer = sitting.take("missing")
    assert answer.parts[0].facts["count"] == 49
    assert len(answer.parts) == 5
    assert UNSEEN not in sitting.session.table.known()


def test_b06_an_opening_or_a_pass_of_another_version_names_the_version_that_has_it() -> None:
    answer = Sitting("hauta").take("9c 8h 7s 5d")
    assert answer.parts[-1].facts["variants"] == "hauta-kookas, hauta-korttipeli"
    waste = [f"{card} w" for card in full_pack().elements()]
    answer = Sitting("hauta", waste).take("redeal")
    assert answer.keys() == ("NT-11", "offer-versions")
    assert answer.parts[-1].facts["variants"] == "hauta-korttipeli"
    assert Sitting("hauta-pysolfc", ["9c"]).take("w x1").logged
    assert Sitting("hauta-pysolfc", ["9c", "w x1"]).take("x1 x2").keys() == ("NTP-3", "offer-versions")


def test_signs_that_no_terminal_prints_never_reach_the_record() -> None:
    sitting = Sitting()
    sitting.take("note \x1b[31mred\x00")
    sitting.take("9c w ; \x1b[1mbold")
    assert sitting.logged == ["# [31mred", "draw 9C waste ; [1mbold"]


def test_a_record_that_cannot_be_written_is_told_and_the_game_goes_on() -> None:
    sitting = Sitting("hauta", ["9c w"])

    def fails(*_: object) -> None:
        raise FileTrouble("log-write-failed", file="a.log", why="no space")

    sitting.memory.write = fails  # type: ignore[method-assign]
    answer = sitting.take("8h x1")
    assert answer.keys() == ("done", "log-write-failed", "play-adrift")
    assert sitting.pile("cell1") == "8H"
    assert sitting.take("x1 w").keys() == ("done",)
