"""`hint` and `verdict` inside `play`: positions whose answer is plain, with and without a card in the hand."""

from __future__ import annotations

import pytest

from companion.cli.play_advice import ADVICE, hint, verdict
from companion.words.voice import Voice
from tests.guide.sitting import Sitting

# Every card of the pack but the last queens and kings lies home: C1 … C4 end in J, the centre is complete.
WON_SOON = (
    *(f"7{s} c{n}" for n, s in enumerate("shdc", 1)),
    *(f"{r}{s} c{n}" for r in ("8", "9", "10", "j") for n, s in enumerate("shdc", 1)),
    *(f"{r}{s} m" for s in "shdc" for r in ("6", "5", "4", "3", "2", "a")),
)


def told(sitting: Sitting, advice: str) -> tuple[str, ...]:
    answer = ADVICE[advice](sitting.session)
    for part in answer.parts:
        assert Voice().say(part.key, **part.facts)  # type: ignore[union-attr]
    assert not answer.logged
    return answer.keys()


def test_a_card_in_the_hand_goes_home() -> None:
    sitting = Sitting("hauta", (*WON_SOON, "qs"))
    answer = hint(sitting.session)
    assert answer.parts[0].key == "advice-lay"  # type: ignore[union-attr]
    assert str(answer.parts[0].facts["place"]).startswith("corner")  # type: ignore[union-attr]
    assert sitting.session.hand is not None


def test_a_won_game_needs_no_hint() -> None:
    queens = [f"q{s} c{n}" for n, s in enumerate("shdc", 1)]
    kings = [f"k{s} c{n}" for n, s in enumerate("shdc", 1)]
    sitting = Sitting("hauta", (*WON_SOON, *queens, *kings))
    assert told(sitting, "hint") == ("ask-won",)
    assert told(sitting, "verdict") == ("won-now",)
    sitting.take("")
    assert sitting.logged[-1] == "end won"


def test_the_only_thing_to_do_needs_no_search() -> None:
    assert told(Sitting("hauta"), "hint") == ("advice-event", "advice-only-move")


def test_cards_that_were_turned_come_first() -> None:
    assert told(Sitting("kapas"), "hint") == ("advice-cards-first", "ask-opening-aux")


def test_a_game_about_to_be_won_is_won() -> None:
    queens = [f"q{s} c{n}" for n, s in enumerate("shdc", 1)]
    sitting = Sitting("hauta", (*WON_SOON, *queens, "ks c1", "kh c2", "kd c3"))
    keys = verdict(sitting.session).keys()
    assert keys[0] in ("advice-won", "advice-won-always")


@pytest.mark.parametrize("variant", ["hauta", "helena"])
def test_every_reason_has_its_sentence(variant: str) -> None:
    reasons = ("only-move", "wins", "to-foundation", "turns-card", "frees-place", "uncovers", "draw-next", "deal-next", "gather", "series", "moves", "keeps-cell-free", "into-cell", "to-waste", "store-six")  # fmt: skip
    voice = Voice()
    assert all(voice.has(f"advice-{reason}") for reason in reasons)
    assert Sitting(variant).asked
