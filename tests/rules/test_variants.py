"""Variants by name: what each sets otherwise than its base, and names that two games share (report B08)."""

from __future__ import annotations

import pytest

from companion.errors import Ambiguous, Unreadable
from companion.rules import VARIANTS, find_variant, game, own_options


@pytest.mark.parametrize(
    ("name", "variant"),
    [
        ("hauta", "hauta"),
        ("Napoleonin hauta", "hauta"),
        ("napoleon's tomb", "hauta"),
        ("NAPOLEONS_TOMB", "hauta"),
        ("hauta-jyvaskyla", "hauta"),
        ("hauta-jyväskylä", "hauta"),
        ("Rūsys", "kapas"),
        ("Święta Helena", "helena"),
        ("Four Corners", "parihevoset"),
        ("les quatre coins", "parihevoset"),
        ("box kite", "boxkite"),
        ("parihevoset neljäkulma", "parihevoset-neljakulma"),
    ],
)
def test_names(name: str, variant: str) -> None:
    assert find_variant(name).id == variant


@pytest.mark.parametrize("name", ["Napoleono kapas", "napoleono kapas", "NAPOLEONO-KAPAS", "Grobowiec Napoleona"])
def test_b08_a_name_of_two_games_is_asked_about(name: str) -> None:
    with pytest.raises(Ambiguous) as caught:
        find_variant(name)
    assert set(caught.value.candidates) == {"kapas", "hauta"}
    assert {game(str(candidate)).packs for candidate in caught.value.candidates} == {
        1,
        2,
    }  # the pack counts tell them apart


def test_an_unknown_name_lists_the_variants() -> None:
    with pytest.raises(Unreadable) as caught:
        find_variant("klondike")
    assert "helena" in str(caught.value.facts["variants"])
    assert "pysolfc" not in str(caught.value.facts["variants"]).replace("hauta-pysolfc", "")


DIFFERENCES = {
    "hauta-pysolfc": {"six_store": False, "cell_to_cell": False, "cell_to_waste": False, "draw_to": "waste"},
    "hauta-kookas": {"six_store": False, "opening_cells": True, "fill_source": "stock", "passes": 1},
    "hauta-korttipeli": {"six_store": False, "opening_cells": True, "fill_source": "stock", "passes": 3},
    "parihevoset-neljakulma": {"aux_to_foundation": "any", "forced_play": True},
    "helena": {"tableau_suit": "same", "gaps": "any", "redeals": 2, "limits_until_redeal": 1, "wrap": False},
    "helena-common": {"tableau_suit": "any", "gaps": "none", "redeals": 2, "limits_until_redeal": 1, "wrap": False},
    "louis": {"tableau_suit": "same", "gaps": "any", "redeals": 2, "limits_until_redeal": 0, "first_deal": "twelve"},
    "boxkite": {"tableau_suit": "same", "gaps": "any", "redeals": 0, "limits_until_redeal": 0, "wrap": False},
    "boxkite-common": {"tableau_suit": "any", "gaps": "none", "redeals": 0, "wrap": True, "foundation_transfer": "off"},
    "boxkite-wikipedia": {"tableau_suit": "any", "gaps": "none", "redeals": 0, "wrap": False, "foundation_transfer": "nobase"},
    "helena-pysolfc": {"tableau_suit": "any", "gaps": "none", "redeals": 2, "wrap": False,
                       "foundation_transfer": "base", "foundation_return": "base"},
    "louis-pysolfc": {"tableau_suit": "same", "gaps": "none", "redeals": 2, "wrap": True, "phase1_tableau": True,
                      "foundation_transfer": "base", "foundation_return": "base"},
    "boxkite-pysolfc": {"tableau_suit": "any", "gaps": "none", "redeals": 0, "wrap": True, "limits_until_redeal": 0,
                        "foundation_transfer": "base", "foundation_return": "base"},
}  # fmt: skip


@pytest.mark.parametrize("variant", DIFFERENCES)
def test_presets(variant: str) -> None:
    switches = game(variant).switches
    assert {name: switches[name] for name in DIFFERENCES[variant]} == DIFFERENCES[variant]


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_switch_reads_each_of_its_values(variant: str) -> None:
    rules = game(variant)
    assert own_options(rules) == {}
    for switch in rules.all_switches:
        for value in switch.values:
            changed = game(variant, {switch.name: value})
            assert changed.switches[switch.name] == value
            assert own_options(changed) == ({} if rules.switches[switch.name] == value else {switch.name: value})


def test_an_option_that_is_none() -> None:
    with pytest.raises(Unreadable, match="option-unknown"):
        game("hauta", {"gaps": "any"})
    with pytest.raises(Unreadable, match="option-value-unreadable"):
        game("hauta", {"passes": "7"})
    assert game("hauta", {"SIX-STORE": "no"}).switches["six_store"] is False
