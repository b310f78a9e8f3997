"""The lines over a drawing: which game under which options, and how far it has come."""

from __future__ import annotations

from companion.rules import Game, own_options, value_text
from companion.table import Table
from companion.words.voice import Voice

_ROUNDS = {"hauta": ("passes", 0), "parihevoset": ("rounds", 0), "kapas": ("passes", 0), "helena": ("redeals", 1)}


def title(game: Game, voice: Voice) -> str:
    """The game's name, its id, and every option that is set otherwise than in its version."""
    options = [f"{name}={value_text(value)}" for name, value in own_options(game).items()]
    name = voice.say(f"variant.{game.variant}.name")
    return " ".join([f"{name} ({game.variant})", *options])


def rounds(game: Game) -> int:
    """How many rounds, passes or deals the game has."""
    switch, more = _ROUNDS[game.family]
    return int(game.switches[switch]) + more


def status(game: Game, table: Table, voice: Voice) -> list[str]:
    """Round, phase, stock and progress, each a phrase of its own."""
    told = [voice.say(f"show.round.{game.family}", number=table.round, whole=rounds(game))]
    if phase := phase_told(game, table, voice):
        told.append(phase)
    if stock := len(table.piles["stock"]):
        told.append(voice.say("show.stock", count=stock))
    elif game.family != "helena" or game.switches["first_deal"] == "twelve":
        told.append(voice.say("show.stock-empty"))
    told.append(voice.say("show.home", count=game.progress(table), whole=game.whole.total()))
    return told


def phase_told(game: Game, table: Table, voice: Voice) -> str:
    """What the game is about just now, where it has phases; empty where it has none."""
    if game.won(table):
        return voice.say("show.won")
    if table.dealing:
        return voice.say("show.dealing", count=len(table.dealing), place=table.dealing[0])
    match game.family:
        case "parihevoset" if table.phase == "aux":
            return voice.say("show.phase.aux")
        case "parihevoset" if table.piles["stock"]:
            targets = [step.to for step in game.deal_plan(table)]
            return voice.say("show.phase.deal", first=targets[0], last=targets[-1], count=len(targets))
        case "helena" if table.piles["stock"]:
            return voice.say("show.phase.twelve")
        case "helena" if table.round <= int(game.switches["limits_until_redeal"]):
            return voice.say("show.phase.limits")
        case "kapas" if table.phase == "setup":
            return voice.say("show.phase.setup")
        case "hauta" if table.phase == "fill":
            return voice.say("show.phase.fill", place=min(table.live))
    return ""
