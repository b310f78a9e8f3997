"""variants, rules, config, stats, doctor."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import Run


def test_variants_lists_the_ids_of_the_contract(companion: Run) -> None:
    ids = [variant["id"] for variant in companion("variants", "--json").json]
    assert ids == [
        "hauta",
        "hauta-kookas",
        "hauta-korttipeli",
        "hauta-pysolfc",
        "parihevoset",
        "parihevoset-neljakulma",
        "kapas",
        "helena",
        "helena-common",
        "louis",
        "boxkite",
        "boxkite-common",
        "boxkite-wikipedia",
    ]
    everything = [variant["id"] for variant in companion("variants", "--all", "--json").json]
    assert everything[len(ids) :] == ["helena-pysolfc", "louis-pysolfc", "boxkite-pysolfc"]


def test_rules_print_clauses_sources_and_what_each_switch_does(companion: Run) -> None:
    answer = companion("rules", "hauta-korttipeli", "--option", "fill_on_redeal=on", "--json").json
    clauses = [clause["id"] for clause in answer["clauses"]]
    assert {"G-4", "NT-3", "NTK-4", "NTO-1"} <= set(clauses)
    assert not [clause for clause in clauses if clause.startswith(("NTP", "PH", "NK", "SH"))]
    switches = {switch["name"]: switch for switch in answer["switches"]}
    assert switches["fill_on_redeal"]["value"] == "on"
    assert switches["passes"]["value"] == "3"
    assert set(switches["fill_source"]["values"]) == {"none", "stock", "waste", "waste_then_stock", "choice"}


@pytest.mark.parametrize("name", ["napoleono kapas", "Napoleono Kapas", "Grobowiec Napoleona"])
def test_b08_a_name_of_two_games_is_asked_about(companion: Run, name: str) -> None:
    answer = companion("rules", name)
    assert answer.code == 2
    assert "hauta" in answer.err
    assert "kapas" in answer.err


@pytest.mark.parametrize(
    ("name", "variant"), [("Napoleonin hauta", "hauta"), ("Rūsys", "kapas"), ("święta helena", "helena")]
)
def test_other_names_of_a_game_are_understood(companion: Run, name: str, variant: str) -> None:
    assert companion("rules", name, "--json").json["variant"] == variant


def test_config_is_shown_set_and_reset(companion: Run) -> None:
    assert companion("config", "--json").json["exists"] is False
    assert companion("config", "language=fi", "think_s=2.5", "--lang", "en").code == 0
    told = companion("config", "--json").json
    assert (told["language"], told["think_s"], told["exists"]) == ("fi", 2.5, True)
    assert companion("config", "language=", "--json").json["language"] == ""


@pytest.mark.parametrize(
    "word", ["language=xx", "think_s=-1", "think_s=soon", "plain=perhaps", "colour=blue", "language"]
)
def test_config_refuses_what_is_no_setting_and_keeps_the_file(companion: Run, word: str) -> None:
    companion("config", "colours=four")
    answer = companion("config", word)
    assert answer.code == 2
    assert companion("config", "--json").json["colours"] == "four"


def test_stats_count_a_game_once_however_often_it_was_copied(companion: Run, tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    head = "companion-log 1\nvariant: hauta\nstarted: 2026-11-29T18:00:00+02:00\n"
    (folder / "one.log").write_text(head + "draw 9C waste\n", encoding="utf-8")
    (folder / "copy.log").write_text(
        head + "draw 9C waste\ndraw 8H waste\nend blocked ; 2026-11-29T18:10:00+02:00\n", "utf-8"
    )
    (folder / "two.log").write_text(head.replace("18:00", "19:00") + "draw 7C corner1\nend stopped\n", "utf-8")
    (folder / "broken.log").write_text("no log at all\n", "utf-8")
    told = companion("stats", str(folder), "--json").json
    assert told["games"] == 2
    [summary] = told["variants"]
    assert summary["results"] == {"blocked": 1, "stopped": 1}
    assert summary["median_seconds"] == 600
    assert summary["stopped_at"] == {"0": 1, "1": 1}
    # Nothing lay on corners or centre in the first game; corner 1 waited for an eight in the second.
    assert summary["waited_for"] == {"7": 7, "6": 2, "8": 1}
    assert [Path(name).name for name in told["unreadable"]] == ["broken.log"]


def test_stats_sees_a_log_that_has_changed(companion: Run, tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    path = folder / "one.log"
    path.write_text("companion-log 1\nvariant: hauta\nstarted: 2026-11-29\ndraw 9C waste\n", "utf-8")
    assert companion("stats", str(folder), "--json").json["variants"][0]["results"] == {"unfinished": 1}
    path.write_text("companion-log 1\nvariant: hauta\nstarted: 2026-11-29\ndraw 9C waste\nend blocked\n", "utf-8")
    assert companion("stats", str(folder), "--json").json["variants"][0]["results"] == {"blocked": 1}


def test_stats_of_a_folder_that_is_not_there(companion: Run, tmp_path: Path) -> None:
    answer = companion("stats", str(tmp_path / "nowhere"))
    assert answer.code == 3
    assert "nowhere" in answer.err


def test_doctor_looks_at_everything(companion: Run) -> None:
    told = {finding["what"]: finding["state"] for finding in companion("doctor", "--json").json}
    assert {"python", "terminal", "logs", "search", "prompt", "pictures", "tesseract", "models", "heic"} <= set(told)
    assert told["python"] == "good"


def test_rules_of_a_clause_print_that_clause(companion: Run) -> None:
    """A refusal names a clause; asking for it by that name answers."""
    answer = companion("rules", "nt-8", "--json").json
    assert answer["id"] == "NT-8"
    assert "turned" in answer["text"]
    assert answer["source"]
    text = companion("rules", "NT-8").out
    assert text.startswith("NT-8  ")
    assert "NT-9" not in text
