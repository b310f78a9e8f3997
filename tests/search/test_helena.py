"""The Święta Helena search: the kernel's moves are the referee's, and its verdicts those of a plain search."""

from __future__ import annotations

import random

import numpy as np
import pytest

from companion.cards import Card
from companion.events import Deal, Move, Redeal
from companion.rules import Game, game
from companion.search import helena, helena_lines
from companion.search import helena_kernel as kernel
from companion.search import helena_row as layout
from companion.search.outcome import Limits
from companion.table import Table, empty_piles
from tests.search.helena_tables import judge, small, wander

POSITIONS = 25
"""How many small positions each variant is judged on; the survey of agreement sets it to thousands."""

VARIANTS = (
    "helena",
    "helena-common",
    "louis",
    "boxkite",
    "boxkite-common",
    "boxkite-wikipedia",
    "helena-pysolfc",
    "louis-pysolfc",
    "boxkite-pysolfc",
)
GAMES = [(variant, {}) for variant in VARIANTS] + [
    ("helena", {"gaps": "none"}),
    ("helena-common", {"gaps": "any"}),
    ("helena", {"redeal_from": "bottom1", "limits_until_redeal": "2", "redeals": "1"}),
    ("louis", {"phase1_on_redeal": "on", "gaps": "none"}),
    ("boxkite", {"foundation_return": "nobase", "gaps": "none"}),
    ("helena", {"redeals": "0", "gaps": "none"}),
]
LIMITS = Limits(time_s=60, nodes=400_000, memory_mib=256)


def named(variant: str, options: dict[str, str]) -> str:
    return " ".join((variant, *(f"{name}={value}" for name, value in options.items())))


@pytest.fixture(params=GAMES, ids=[named(*each) for each in GAMES])
def rules(request: pytest.FixtureRequest) -> Game:
    variant, options = request.param
    return game(variant, options)


def shuffled(seed: int) -> list[Card]:
    deal = [Card(rank, suit) for suit in "HDCS" for rank in range(2, 13)]
    deal += [Card(rank, suit) for suit in "HDCS" for rank in range(1, 14)]
    random.Random(seed).shuffle(deal)
    return deal


def replayed(rules: Game, table: Table, line: tuple) -> Table:
    for event in line:
        assert rules.why(table, event) is None, str(event)
        table = rules.apply(table, event)
    return table


def kernel_moves(rules: Game, table: Table, **changes: int) -> dict[str, bytes]:
    """The kernel's moves and the rows they lead to."""
    numbers = helena.Rules.of(rules).but(**changes)
    row = helena.row_of(table)
    listed = np.empty(512, np.int64)
    alike = bool(
        row[layout.ROUND] == numbers.numbers[layout.ROUNDS]
        and row[layout.ROUND] > numbers.numbers[layout.LIMITED]
        and row[layout.STOCK] == 0
    )
    found = {}
    count = layout.list_moves(row, numbers.beside, numbers.numbers, alike, listed)
    for move in map(int, listed[:count]):
        out = np.zeros_like(row)
        layout.write_move(row, move // 32, move % 32, out)
        found[str(helena.event_of(move))] = bytes(out)
    return found


def trim(row: np.ndarray) -> bytes:
    """A row without the bytes behind its last card."""
    used = int(row[layout.LENGTHS : layout.LENGTHS + 12].sum()) + int(row[layout.STOCK])
    return bytes(row[:used]) + bytes(row[layout.LENGTHS :])


def test_the_kernel_moves_as_the_referee(rules: Game) -> None:
    rng = random.Random(7)
    for seed in range(3):
        table = rules.opening(shuffled(seed))
        for _ in range(40):
            if rules.switches["first_deal"] == "twelve" and table.piles["stock"] and rng.random() < 0.1:
                table = rules.apply(table, Deal())
            mine = kernel_moves(rules, table, SAFE=0, ALL_GAPS=1)
            legal = {str(event): event for event in rules.legal(table) if isinstance(event, Move)}
            last = table.round > int(rules.switches["redeals"]) and not table.piles["stock"]
            if not (last and rules.switches["gaps"] == "any"):  # there one gap stands for all
                assert set(mine) == set(legal)
            for text, row in mine.items():
                after = helena.row_of(rules.apply(table, legal[text]))
                assert trim(np.frombuffer(row, np.uint8)) == trim(after), text
            table = wander(rules, rng, table, 3)


def test_gathering_and_dealing_are_the_referees(rules: Game) -> None:
    numbers = helena.Rules.of(rules).numbers
    table = wander(rules, random.Random(3), rules.opening(shuffled(5)), 6)
    for event in (Deal(), Redeal(), Redeal()):
        if rules.why(table, event) is None:
            out = np.zeros(layout.WIDTH, np.uint8)
            layout.write_dealing(helena.row_of(table), numbers, out)
            table = rules.apply(table, event)
            assert trim(out) == trim(helena.row_of(table))
            table = wander(rules, random.Random(4), table, 5)


def test_verdicts_are_those_of_a_plain_search(rules: Game) -> None:
    rng = random.Random(11)
    decided = {True: 0, False: 0}
    for number in range(POSITIONS):
        table = wander(rules, rng, small(rules, rng, rng.randint(4, 20)), rng.randint(0, 4))
        truth = judge(rules, table, 600)
        outcome = helena.solve(rules, table, LIMITS, seed=number)
        if truth is not None:
            assert outcome.verdict == ("won" if truth else "lost")
            decided[truth] += 1
        if outcome.verdict == "won":
            assert rules.won(replayed(rules, table, outcome.line))
    assert sum(decided.values()) > POSITIONS // 6, decided


@pytest.mark.parametrize("off", ["SAFE", "CLOSABLE", "LEAVABLE"])
@pytest.mark.parametrize(
    ("variant", "options"), [("boxkite", {"gaps": "none"}), ("boxkite", {}), ("helena-common", {})]
)
def test_reductions_change_no_verdict(variant: str, options: dict[str, str], off: str) -> None:
    rules, rng, words = game(variant, options), random.Random(5), []
    for _ in range(2 * POSITIONS):
        table = small(rules, rng, rng.randint(12, 24))
        with_it = helena.solve(rules, table, LIMITS)
        row, numbers = helena.row_of(table), helena.Rules.of(rules).but(**{off: 0})
        without = helena.Searches(numbers, row, LIMITS, 0, None).run()
        if "open" not in (with_it.verdict, without.verdict):
            assert with_it.verdict == without.verdict
            words.append(with_it.verdict)
    assert "won" in words
    if variant == "boxkite":
        assert "lost" in words or not options


def test_no_legal_move_turns_lost_into_won() -> None:
    """Report B11: after `lost` every move is lost too."""
    for variant in ("boxkite", "boxkite-common"):
        rules, rng, seen = game(variant), random.Random(2), 0
        for seed in range(1, 40):
            table = rules.opening(shuffled(seed))
            if helena.solve(rules, table, LIMITS).verdict != "lost":
                continue
            seen += 1
            after = wander(rules, rng, table, 5)
            assert helena.solve(rules, after, LIMITS).verdict == "lost"
            if seen == 4:
                break
        assert seen


def test_a_won_game_is_won_at_every_step_of_its_line() -> None:
    """Report B11, from the other side."""
    rules = game("boxkite")
    table = rules.opening(shuffled(1001))
    line = helena.solve(rules, table, LIMITS).line
    for step, event in enumerate(line):
        if step % 10 == 0:
            assert helena.solve(rules, table, LIMITS).verdict == "won"
        table = rules.apply(table, event)
    assert rules.won(table)


def test_either_twin_is_tried() -> None:
    """Report B09: 2H on a foreign pile and 2H on 3H 4H; only one of them leads on, whichever side it lies on."""
    rules = game("boxkite", {"gaps": "none"})
    for first, second in ((1, 5), (5, 1)):
        piles = empty_piles(rules.places)
        for place in rules.foundations:
            down = place.startswith("king")
            ranks = range(13, 0, -1) if down else range(1, 14)
            piles[place] = tuple(Card(rank, place[-1]) for rank in ranks)
        piles["ace-H"], piles["king-H"] = piles["ace-H"][:1], piles["king-H"][:11]
        up = [Card(rank, "H") for rank in range(13, 3, -1)]
        piles["pile3"] = tuple(up)
        piles[f"pile{first}"] = (Card(1, "H"), Card(2, "H"))
        piles[f"pile{second}"] = (Card(3, "H"), Card(2, "H"))
        table = Table(piles)
        outcome = helena.solve(rules, table, LIMITS)
        assert outcome.verdict == ("won" if judge(rules, table, 5000) else "lost")
        assert outcome.verdict == "won"
        assert rules.won(replayed(rules, table, outcome.line))


def test_without_a_king_or_ace_at_the_bottom_closed_gaps_are_lost() -> None:
    rules = game("boxkite-common")
    for seed in range(1, 30):
        table = rules.opening(shuffled(seed))
        if not any(table.piles[f"pile{n}"][0].rank in (1, 13) for n in range(1, 13)):
            outcome = helena.solve(rules, table, LIMITS)
            assert (outcome.verdict, outcome.nodes) == ("lost", 0)
            break
    else:
        pytest.fail("no such deal among thirty")


def test_whole_deals_are_won_and_their_lines_replay() -> None:
    for variant in ("helena", "louis", "helena-common"):
        rules = game(variant)
        table = rules.opening(shuffled(1001))
        outcome = helena.solve(rules, table, LIMITS)
        assert outcome.verdict == "won"
        assert rules.won(replayed(rules, table, outcome.line))


def test_shortening_keeps_the_end() -> None:
    rules = game("helena")
    table = rules.opening(shuffled(1002))
    kernels, row = helena.Rules.of(rules), helena.row_of(table)
    search = helena.Search(kernels, row, kernels.portfolio[0], 200_000, 0)
    while search.slice(1000) == kernel.BUDGET:
        pass
    long = search.line()
    short = helena_lines.shortened(row, long, kernels)
    assert len(short) < len(long)
    for moves in (long, short):
        assert rules.won(replayed(rules, table, tuple(map(helena.event_of, moves))))


def test_limits_are_named() -> None:
    rules = game("helena", {"gaps": "none"})
    table = rules.opening(shuffled(1013))
    assert helena.solve(rules, table, Limits(60, 5_000)).limit == "nodes"
    assert helena.solve(rules, table, Limits(0.05)).limit == "time"
    asked = helena.solve(rules, table, LIMITS, stop=lambda: True)
    assert (asked.verdict, asked.limit) == ("open", None)
    best = replayed(rules, table, helena.solve(rules, table, Limits(60, 5_000)).line)
    assert rules.progress(best) == helena.solve(rules, table, Limits(60, 5_000)).best


def test_a_strict_standstill_is_never_answered_by_a_line_that_breaks_it() -> None:
    rules, rng = game("helena", {"strict_standstill": "progress"}), random.Random(4)
    for _ in range(10):
        table = small(rules, rng, 12)
        outcome = helena.solve(rules, table, Limits(2, 3_000))
        if outcome.verdict == "won":
            assert rules.won(replayed(rules, table, outcome.line))


def test_a_dealing_step_under_way_is_finished_first() -> None:
    rules = game("louis")
    table = rules.opening(shuffled(3))
    begun = rules.apply(table, Deal(table.piles["stock"][:5]))
    assert begun.dealing
    outcome = helena.solve(rules, begun, LIMITS)
    assert outcome.verdict == "won"
    assert rules.won(replayed(rules, begun, outcome.line))
