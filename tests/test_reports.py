"""Public reports of neighbouring programs, each answered here for its whole kind, at the outside of the program.

Finer tests of the same kinds stand with the parts they concern; here each id has at least one.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.cards import SUITS, Card, full_pack
from companion.deals import numbered_deal
from companion.rules import VARIANTS, game

if TYPE_CHECKING:
    from tests.conftest import Run

HAUTA = "companion-log 1\nvariant: hauta\n"


def log(*lines: str, head: str = HAUTA) -> bytes:
    return (head + "".join(f"{line}\n" for line in lines)).encode()


@pytest.mark.parametrize(("rank", "allowed"), [(rank, rank == 6) for rank in range(1, 14)])
def test_b01_after_the_ace_of_the_centre_only_a_six_goes_on(companion: Run, rank: int, allowed: bool) -> None:
    suit = next(suit for suit in SUITS if str(Card(rank, suit)) not in {"6C", "5D", "4S", "3H", "2C", "AD"})
    run = [f"draw {card} centre" for card in ("6C", "5D", "4S", "3H", "2C", "AD")]
    answer = companion("check", "-", "--json", stdin=log(*run, f"draw {Card(rank, suit)} centre"))
    assert answer.json["legal"] is allowed
    if not allowed:
        [refusal] = answer.json["refusals"]
        assert refusal["clause"] == "NT-4"
        assert "six" in refusal["message"]


@pytest.mark.parametrize(
    ("variant", "clause"), [("hauta", "NT-11"), ("hauta-pysolfc", "NTP-1"), ("hauta-kookas", "NTK-6")]
)
def test_b06_a_second_pass_in_a_game_of_one_names_the_clause(companion: Run, variant: str, clause: str) -> None:
    head = f"companion-log 1\nvariant: {variant}\n"
    answer = companion("check", "-", "--json", stdin=log("redeal", head=head.replace("\n\n", "\n")))
    refusals = answer.json["refusals"]
    expected = "NTK-1" if variant == "hauta-kookas" else clause  # kookas' first four cards have not been dealt yet
    assert [refusal["clause"] for refusal in refusals] == [expected]


def test_b06_an_opening_of_another_version_is_told(companion: Run) -> None:
    answer = companion("check", "-", "--json", stdin=log("deal 9C 8H 7S 5D"))
    [refusal] = answer.json["refusals"]
    assert refusal["event"] == "deal 9C 8H 7S 5D"
    assert refusal["clause"] in ("NT-8", "NT-9")


@pytest.mark.parametrize("lang", ["en", "fi", "lt", "pl"])
@pytest.mark.parametrize("name", ["napoleono kapas", "Napoleono Kapas"])
def test_b08_a_name_of_two_games_is_asked_about_in_every_language(companion: Run, name: str, lang: str) -> None:
    answer = companion("rules", name, "--lang", lang)
    assert answer.code == 2
    assert "hauta" in answer.err
    assert "kapas" in answer.err


def test_b15_the_first_card_of_a_deal_file_is_drawn_first(companion: Run, tmp_path: Path) -> None:
    deal = numbered_deal(game("hauta"), 24)
    path = tmp_path / "game.deal"
    path.write_text(" ".join(map(str, deal)), encoding="utf-8")
    sheet = companion("setup", "hauta", "--deal", str(path), "--json", "--lang", "en").json
    text = str(sheet)
    assert [str(card) for card in deal[:3]] == [
        word for word in text.replace("'", " ").replace(",", " ").replace("[", " ").split() if word in map(str, deal)
    ][:3]
    draws = [f"draw {card} waste" for card in deal[:3]]
    header = HAUTA + f"deal: {' '.join(map(str, deal))}\n"
    assert companion("check", "-", "--json", stdin=log(*draws, head=header)).json["legal"]
    # Read from the other end, the same three draws contradict the record.
    backwards = HAUTA + f"deal: {' '.join(map(str, reversed(deal)))}\n"
    assert companion("check", "-", "--json", stdin=log(*draws, head=backwards)).code == 4


@pytest.mark.parametrize("variant", [variant.id for variant in VARIANTS.values()])
@pytest.mark.parametrize("change", ["one missing", "one double", "one too many", "none at all"])
def test_b16_a_deal_that_is_no_pack_is_refused_by_name(companion: Run, variant: str, change: str) -> None:
    deal = [str(card) for card in numbered_deal(game(variant), 5)]
    whole = len(deal)
    match change:
        case "one missing":
            deal.pop()
        case "one double":
            deal[deal.index("2S")] = "7S"
            if game(variant).packs == 1:
                assert deal.count("7S") == 2
        case "one too many":
            deal.append("7S")
        case "none at all":
            deal = []
    answer = companion("check", "-", "--lang", "en", stdin=(f"variant: {variant}\n" + " ".join(deal) + "\n").encode())
    assert answer.code == 4
    assert str(whole) in answer.err
    if change == "one double":
        assert "7♠" in answer.err
        assert "2♠" in answer.err


FORMS = [
    "10H",
    "10h",
    "Th",
    "TH",
    "th",
    "h10",
    "H10",
    "♥10",
    "10♥",
    "♥T",
    "10♡",
    "10♥\ufe0f",
    "10♥\ufe0e",
    "🂺",
    "\ufeff10H",
]


@pytest.mark.parametrize("form", FORMS)
def test_b17_b20_every_form_is_one_card(companion: Run, form: str) -> None:
    answer = companion("check", "-", "--json", stdin=log(f"draw {form} waste"))
    assert answer.json["places"]["waste"] == ["10H"]


def test_b17_b20_a_form_with_a_blank_or_invisible_characters_is_one_card_in_a_log_too(companion: Run) -> None:
    answer = companion("check", "-", "--json", stdin=log("draw 10 ♥ waste", "draw \u200b9♣\ufe0f waste"))
    assert answer.json["places"]["waste"] == ["10H", "9C"]


@pytest.mark.parametrize("card", list(full_pack()), ids=str)
def test_b20_every_card_of_the_unicode_block_is_read(card: Card) -> None:
    from companion.cards import read_card

    row = {"S": 0x1F0A0, "H": 0x1F0B0, "D": 0x1F0C0, "C": 0x1F0D0}[card.suit]
    offset = card.rank + (card.rank >= 12)  # the knight stands between jack and queen
    assert read_card(chr(row + offset)) == card


@pytest.mark.parametrize("place", ["waste", "cell1", "corner1"])
def test_b22_one_pack_a_card_a_second_time(companion: Run, place: str) -> None:
    answer = companion("check", "-", "--json", "--lang", "en", stdin=log(f"draw 7C {place}", "draw 7C waste"))
    assert answer.code == 4
    [problem] = answer.json["problems"]
    assert problem["line"] == 4
    assert {"waste": "waste", "cell1": "cell 1", "corner1": "corner 1"}[place] in problem["message"]


def test_b30_a_log_cut_at_any_byte_opens_with_every_whole_line(tmp_path: Path) -> None:
    from companion.errors import CompanionError
    from companion.journal import read_record

    lines = ["draw 9C waste", "draw 8H cell1", "draw 7S corner1 ; begins", "move cell1 corner1"]
    whole = log(*lines)
    path = tmp_path / "game.log"
    for length in range(len(HAUTA), len(whole)):
        path.write_bytes(whole[:length])
        try:
            record = read_record(str(path))
        except CompanionError as error:  # a torn line never takes the file with it
            raise AssertionError(length) from error
        kept = [str(entry.event) for entry in record.entries if entry.trouble is None]
        ended = whole[:length].count(b"\n") - HAUTA.count("\n")
        assert kept[:ended] == [line.split(" ;")[0] for line in lines[:ended]]
        assert not [entry for entry in record.entries if entry.trouble]


@pytest.mark.parametrize("version", [2, 3, 99])
def test_b33_a_newer_log_is_refused_politely(companion: Run, version: int) -> None:
    answer = companion("check", "-", "--lang", "en", stdin=f"companion-log {version}\nfuture: yes\n".encode())
    assert answer.code == 3
    assert str(version) in answer.err
    assert "Traceback" not in answer.err


def test_b33_a_log_of_every_version_so_far_is_read(companion: Run) -> None:
    practice = Path(__file__).resolve().parent.parent / "fixtures" / "logs" / "practice.log"
    assert practice.read_text(encoding="utf-8").startswith("companion-log 1\n")
    assert companion("check", str(practice)).code == 0


def test_b35_a_number_gives_the_same_deal_in_every_process() -> None:
    code = (
        "from companion.deals import numbered_deal; from companion.rules import game;"
        "print([' '.join(map(str, numbered_deal(game(v), n))) for v in ('hauta', 'kapas', 'helena', 'parihevoset') for n in (1, 40000)])"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            check=True,
            env=dict(os.environ, PYTHONHASHSEED=seed),
            cwd=Path(__file__).resolve().parent.parent,
        ).stdout
        for seed in ("0", "1", "4711")
    }
    assert len(outputs) == 1


def test_b35_a_number_gives_the_other_programs_deal() -> None:
    # Worked out with the generator of the MS deals: deal 1 shuffles A♣ A♦ A♥ A♠ 2♣ … with x ← 214013 x + 2531011 (mod 2³¹), taking
    # the upper bits; cards are dealt from the end.
    pack = [Card(rank, suit) for rank in range(1, 14) for suit in "CDHS"]
    state = 1
    dealt = []
    for left in range(52, 0, -1):
        state = (214013 * state + 2531011) % 2**31
        at = (state >> 16) % left
        pack[at], pack[left - 1] = pack[left - 1], pack[at]
        dealt.append(pack.pop())
    assert list(numbered_deal(game("hauta"), 1)) == dealt


@pytest.mark.parametrize("text", ["[kh]", "[as]", "[QS]", "[7H]", "[]", ":heart:", "[bold]x[/bold]"])
def test_b37_words_in_brackets_are_shown(companion: Run, text: str) -> None:
    answer = companion("check", "-", stdin=log(f"draw {text} waste"))
    assert text in answer.out + answer.err
    answer = companion("rules", text)
    assert text in answer.err


@pytest.mark.parametrize("word", ["HİNT", "hınt", "UNDO", "Undo", "HELP", "help"])
def test_b42_commands_in_any_case_and_with_any_i(companion: Run, word: str, tmp_path: Path) -> None:
    path = str(tmp_path / "game.log")
    answer = companion("play", "--log", path, "--lang", "en", stdin=f"9c w\n{word}\nquit\n".encode())
    assert answer.code == 0
    assert f"“{word}” is no" not in answer.out


def test_b03_a_redeal_lays_every_pile_as_the_gathering_says(companion: Run) -> None:
    """Pile 12 on 11, … on 1, dealt from the top of that packet: SH-7, reckoned here with lists alone."""
    deal = [str(card) for card in numbered_deal(game("helena"), 3)]
    piles = [deal[at::12] for at in range(12)]
    packet = [card for pile in reversed(piles) for card in reversed(pile)]
    expected = {f"pile{at + 1}": packet[at::12] for at in range(12)}
    answer = companion(
        "check", "-", "--json", stdin=f"companion-log 1\nvariant: helena\ndeal: {' '.join(deal)}\nredeal\n".encode()
    )
    assert {place: answer.json["places"][place] for place in expected} == expected


@pytest.mark.parametrize(("upper", "lower"), [("pile1", "pile7"), ("pile3", "pile9"), ("pile1", "pile8")])
def test_b09_whichever_twin_is_needed_is_found_and_the_line_replays(upper: str, lower: str) -> None:
    """Before the first redeal pile 1 gives to the kings' row alone and pile 7 to the aces' row alone: each 2♥ has its own way."""
    from companion.referee import advance
    from companion.search.outcome import Limits
    from companion.search.verdict import verdict
    from companion.table import Table
    from tests.rules.laying import lay, rules_of

    rules = rules_of("helena redeals=0 gaps=none")
    down = ["K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "A"]
    rows = [f"king-{suit}: {' '.join(rank + suit for rank in (down if suit != 'H' else down[:-2]))}" for suit in SUITS]
    rows += [
        f"ace-{suit}: {' '.join(rank + suit for rank in (down[::-1] if suit != 'H' else ['A']))}" for suit in SUITS
    ]
    rest = ["pile5: KH QH JH 10H 9H 8H 7H 6H 5H 4H", f"{upper}: AH 2H", f"{lower}: 3H 2H"]
    # ... and with the twins the other way round, where the 3♥ must first find a pile from which it may go up.
    for piles in (rest, [rest[0], f"{lower}: AH 2H", f"{upper}: 3H 2H"]):
        table = lay(rules, " | ".join([*rows, *piles]))
        assert not table.known() - rules.whole
        found = verdict(rules, table, Limits(20))
        assert (found.verdict, found.proof) == ("won", "line")
        for event in found.line:
            after = advance(rules, table, event)
            assert isinstance(after, Table), (event, after)
            table = after
        assert rules.won(table)


@pytest.mark.parametrize("left", [4, 12])
def test_b11_no_position_of_a_game_that_came_out_is_called_lost(companion: Run, left: int) -> None:
    path = Path(__file__).resolve().parent.parent / "fixtures" / "logs" / "hauta-won.log"
    lines = path.read_text(encoding="utf-8").rstrip("\n").split("\n")
    answer = companion("verdict", "-", "--json", "--time", "5", stdin=("\n".join(lines[:-left]) + "\n").encode())
    assert answer.json["verdict"] != "lost"
    assert answer.code != 1


def test_b13_a_card_not_seen_is_never_counted_on(companion: Run) -> None:
    head = "companion-log 1\nvariant: hauta\n"
    answer = companion("verdict", "-", "--json", "--time", "1", stdin=log("draw 9C waste", "draw 8H cell1", head=head))
    assert answer.json["verdict"] == "open"
    assert answer.json["line"] == []
    assert answer.code == 5


PHOTOS = Path(__file__).resolve().parent.parent / "fixtures" / "photos"


@pytest.mark.usefixtures("pictures")
def test_b25_b27_what_is_read_is_a_card_of_the_pack_and_a_queen_is_right_or_asked_about(companion: Run) -> None:
    pack = set(map(str, full_pack()))
    answer = companion("read", str(PHOTOS / "one-queen.jpg"), "--json")
    truth = next(
        row.split(",")[1] for row in (PHOTOS / "truth.csv").read_text().splitlines() if row.startswith("one-queen")
    )
    [seen] = answer.json["cards"]
    assert truth in (seen["doubt"] or [seen["card"]])
    assert {seen["card"], *(seen["doubt"] or [])} <= pack


@pytest.mark.usefixtures("pictures")
@pytest.mark.parametrize("orientation", [1, 3, 6, 8])
def test_b29_a_photograph_stored_turned_shows_the_same_card(companion: Run, orientation: int, tmp_path: Path) -> None:
    import struct

    jpeg = (PHOTOS / "one-card.jpg").read_bytes()
    entry = struct.pack("<HHIHH", 0x0112, 3, 1, orientation, 0)
    body = b"Exif\0\0II*\0" + struct.pack("<IH", 8, 1) + entry + b"\0" * 4
    turned = tmp_path / "turned.jpg"
    turned.write_bytes(jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + jpeg[2:])
    truth = next(
        row.split(",")[1] for row in (PHOTOS / "truth.csv").read_text().splitlines() if row.startswith("one-card")
    )
    assert [seen["card"] for seen in companion("read", str(turned), "--json").json["cards"]] == [truth]


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are a Unix thing")
@pytest.mark.parametrize("after_s", [0.1, 1.0])
def test_b40_ctrl_c_in_a_long_search_leaves_the_cursor_and_says_what_is_known(after_s: float, tmp_path: Path) -> None:
    import time

    from tests.play.terminal import Table

    path = tmp_path / "game.log"
    path.write_bytes(log("draw 9C waste", "draw 8H cell1"))
    table = Table(tmp_path, "verdict", str(path), "--time", "60")
    table.child.timeout = 60
    table.see("so far")
    time.sleep(after_s)
    table.child.sendintr()
    assert table.ends() == 130
    shown = str(table.child.before)
    assert "Traceback" not in shown
    assert shown.rfind("\x1b[?25h") > shown.rfind("\x1b[?25l")  # whatever hid it, the last word is that it shows
    assert table.rest.strip()
