"""Random games: no card lost, no listed event refused, nothing shown that the player has not seen (`benchmarks/playouts.py`)."""

from __future__ import annotations

import random

import pytest
from playouts import playout

from companion.rules import VARIANTS, game

GAMES = [(variant, {}) for variant in VARIANTS] + [
    ("hauta", {"passes": "3", "six_to_waste": "on", "strict_standstill": "full"}),
    ("hauta-kookas", {"fill_source": "choice"}),
    ("hauta-kookas", {"fill_source": "waste_then_stock", "fill_after_stock": "forced"}),
    ("hauta-korttipeli", {"fill_on_redeal": "on", "fill_source": "waste", "strict_standstill": "progress"}),
    ("hauta-korttipeli", {"fill_source": "choice", "fill_on_redeal": "on"}),
    ("hauta-pysolfc", {"auto_draw": "on"}),
    ("parihevoset", {"forced_play": "off", "live": "just_dealt", "column_deal": "single"}),
    ("parihevoset", {"aux_fill_empty": "on", "aux_corners": "off", "gather": "bottom12", "rounds": "4"}),
    ("parihevoset", {"aux_to_foundation": "own_row", "gather": "top12", "strict_standstill": "full"}),
    ("kapas", {"setup_forced": "on", "partial_series": "on", "gather": "first_over"}),
    ("kapas", {"strict_standstill": "full", "passes": "2"}),
    ("helena", {"wrap": "on", "limits_until_redeal": "2", "redeal_from": "bottom1", "redeals": "3"}),
    ("louis", {"phase1_tableau": "on", "phase1_on_redeal": "on", "foundation_return": "nobase"}),
]


@pytest.mark.parametrize(("variant", "options"), GAMES, ids=str)
def test_random_games(variant: str, options: dict[str, str]) -> None:
    rules = game(variant, options)
    for number in range(5):
        playout(rules, random.Random(f"{variant} {options} {number}"), events=160, thorough=0.02)


@pytest.mark.parametrize("number", range(24))
def test_random_switches(number: int) -> None:
    """Any mixture of switches on any version makes a game that holds together."""
    rng = random.Random(number)
    variant = rng.choice([name for name, named in VARIANTS.items() if not named.comparison])
    options = {s.name: rng.choice(s.values) for s in VARIANTS[variant].family.all_switches if rng.random() < 0.4}
    playout(game(variant, options), rng, events=80, thorough=0.02)
