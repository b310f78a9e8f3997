"""The rules: one module a game family, one definition of each rule. Ask `game(variant)`."""

from companion.rules.base import Game, Step
from companion.rules.refusals import Refusal
from companion.rules.switches import Switch, Value, value_text
from companion.rules.variants import DEFAULT, VARIANTS, Variant, find_variant, game, own_options

__all__ = [
    "DEFAULT",
    "VARIANTS",
    "Game",
    "Refusal",
    "Step",
    "Switch",
    "Value",
    "Variant",
    "find_variant",
    "game",
    "own_options",
    "value_text",
]
