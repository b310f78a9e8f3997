"""Commands that tell about the games: variants and rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypedDict

from companion.cli.common import answer_json, game_heading, read_options, say_out, terminal
from companion.rules import VARIANTS, Game, Variant, game, value_text

if TYPE_CHECKING:
    from companion.words.voice import Voice


def _differences(variant: Variant) -> dict[str, str]:
    return {name: value_text(value) for name, value in variant.differences.items()}


def list_variants(*, everything: bool, as_json: bool, voice: Voice) -> None:
    """`variants`: the games and versions, told apart as a person would ask."""
    listed = [variant for variant in VARIANTS.values() if everything or not variant.comparison]
    if as_json:
        answer_json(
            [
                {
                    "id": variant.id,
                    "name": voice.variant(variant.id),
                    "description": voice.say(f"variant.{variant.id}.line"),
                    "packs": variant.family.packs,
                    "base": variant.base,
                    "differences": _differences(variant),
                    "aliases": list(variant.aliases),
                    "comparison": variant.comparison,
                }
                for variant in listed
            ]
        )
        return
    width = terminal().width
    for variant in listed:
        say_out(f"{variant.id} · " + voice.variant(variant.id))
        _indented(voice.say(f"variant.{variant.id}.line"), width)
        if variant.base:
            differences = ", ".join(f"{name}={value}" for name, value in _differences(variant).items())
            _indented(voice.say("variant-differs", base=variant.base, differences=differences), width)
        if variant.aliases:
            _indented(voice.say("variant-aliases", names=", ".join(variant.aliases)), width)


def _indented(text: str, width: int, indent: str = "    ") -> None:
    import textwrap

    say_out("\n".join(textwrap.wrap(text, max(24, width), initial_indent=indent, subsequent_indent=indent)))


def clause_ids(variant: Variant) -> list[str]:
    """The clauses that a variant is played by: the general ones, then its own, in the order of the rules."""
    from companion.words.en.clauses import CLAUSES

    return [clause for clause in CLAUSES if clause.split("-")[0] in ("G", *variant.clauses)]


def tell_rules(name: str | None, options: Sequence[str] | None, *, as_json: bool, voice: Voice) -> None:
    """`rules ID`: the clauses with their sources, and every switch with its value; of a clause's id (`NT-8`), that clause."""
    from companion.rules import DEFAULT
    from companion.words.en.clauses import CLAUSES

    if name and name.strip().upper() in CLAUSES:
        _tell_clause(name.strip().upper(), as_json=as_json, voice=voice)
        return
    rules = game(name or DEFAULT, read_options(options))
    variant = VARIANTS[rules.variant]
    clauses = clause_ids(variant)
    if as_json:
        answer_json(
            {
                "variant": variant.id,
                "base": variant.base,
                "differences": _differences(variant),
                "clauses": [
                    {"id": clause, "text": voice.clause(clause), "source": voice.clause_source(clause)}
                    for clause in clauses
                ],
                "switches": _switches(rules, voice),
            }
        )
        return
    width = terminal().width
    say_out(game_heading(rules, voice))
    _indented(voice.say(f"variant.{variant.id}.line"), width, "")
    if variant.base:
        differences = ", ".join(f"{name}={value}" for name, value in _differences(variant).items())
        _indented(voice.say("variant-differs", base=variant.base, differences=differences), width, "")
    for clause in clauses:
        say_out("")
        _tell_clause(clause, as_json=False, voice=voice)
    say_out("")
    say_out(voice.say("switches-heading"))
    for switch in _switches(rules, voice):
        for value, about in switch["values"].items():
            mark = "*" if value == switch["value"] else " "
            say_out(f" {mark} {switch['name']}={value}")
            _indented(about, width, "       ")


def _tell_clause(clause: str, *, as_json: bool, voice: Voice) -> None:
    """One clause, as a refusal names it."""
    if as_json:
        answer_json({"id": clause, "text": voice.clause(clause), "source": voice.clause_source(clause)})
        return
    width = terminal().width
    _indented(f"{clause}  " + voice.clause(clause), width, "")
    if source := voice.clause_source(clause):
        _indented(source, width)


class SwitchFacts(TypedDict):
    """A switch as `rules` answers it: `values` tells what each value does."""

    name: str
    value: str
    values: dict[str, str]
    clauses: list[str]


def _switches(rules: Game, voice: Voice) -> list[SwitchFacts]:
    return [
        {
            "name": switch.name,
            "value": value_text(rules.switches[switch.name]),
            "values": {value_text(value): voice.switch(switch.name, value_text(value)) for value in switch.values},
            "clauses": list(switch.clauses),
        }
        for switch in rules.all_switches
    ]
