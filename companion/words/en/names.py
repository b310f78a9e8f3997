"""Names: places, cards, ranks, suits, events, verdicts, the variants and what each value of a switch does.

A place has its name in the roles that `companion.words.voice` tells of; the English ones follow from the bare name.
"""

from __future__ import annotations


def _place(kind: str, bare: str, at: str = "on", *, the: bool = False) -> dict[str, str]:
    name = f"the {bare}" if the else bare
    key = f"place.{kind}"
    return {
        f"{key}.label": bare,
        f"{key}.name": name,
        f"{key}.obj": name,
        f"{key}.from": f"from {name}",
        f"{key}.to": f"to {name}",
        f"{key}.at": f"{at} {name}",
    }


PLACES: dict[str, str] = {
    # Napoleon's Tomb
    **_place("stock", "stock", "in", the=True),
    **_place("waste", "waste", the=True),
    **_place("corner", "corner {number}"),
    **_place("centre", "centre", the=True),
    **_place("cell", "cell {number}", "in"),
    **_place("sixes", "six store", "in", the=True),
    # Parihevoset
    **_place("tl", "top left corner", "in", the=True),
    **_place("bl", "bottom left corner", "in", the=True),
    **_place("tr", "top right corner", "in", the=True),
    **_place("br", "bottom right corner", "in", the=True),
    **_place("right", "right {number}"),
    **_place("left", "left {number}"),
    **_place("up", "rising {suit} foundation", the=True),
    **_place("down", "falling {suit} foundation", the=True),
    # Napoleono kapas
    **_place("wall", "wall {number}"),
    **_place("aux", "auxiliary place {number}"),
    **_place("vault", "vault", "in", the=True),
    **_place("base", "{suit} base", the=True),
    **_place("extra", "extra pile {number}"),
    # Święta Helena
    **_place("pile", "pile {number}"),
    **_place("king", "{suit} king's foundation", the=True),
    **_place("ace", "{suit} ace's foundation", the=True),
}
PLACE_KINDS = frozenset(key.split(".")[1] for key in PLACES)

_RANK_NAMES = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king")
_RANKS: dict[str, str] = {}
for _rank, _name in enumerate(_RANK_NAMES, start=1):
    _a = f"an {_name}" if _name in ("ace", "eight") else f"a {_name}"
    _RANKS |= {f"rank.{_rank}.name": _a, f"rank.{_rank}.obj": _a}
    _RANKS |= {f"card.{_rank}.name": f"{_name} of {{suit_name}}", f"card.{_rank}.obj": f"the {_name} of {{suit_name}}"}

_CARDS: dict[str, str] = {
    "card.none": "a card",
    "card.none.name": "a card",
    "card.none.obj": "a card",
    "card.unseen.name": "a card not yet seen",
    "card.unseen.obj": "a card not yet seen",
    # A suit's name as it stands beside a rank in a card's name, and by itself.
    "suit.S.of": "spades",
    "suit.H.of": "hearts",
    "suit.D.of": "diamonds",
    "suit.C.of": "clubs",
    "suit.S.name": "spades",
    "suit.H.name": "hearts",
    "suit.D.name": "diamonds",
    "suit.C.name": "clubs",
    "number.percent": "{number}%",
    "number.point": ".",
}

_EVENTS: dict[str, str] = {
    "event.draw": "turn the next card of the stock",
    "event.draw-to": "turn the next card of the stock and lay it {to:to}",
    "event.draw-card": "{card} from the stock {to:to}",
    "event.move": "the top card {source:from} {to:to}",
    "event.move-card": "{card} {source:from} {to:to}",
    "event.series": "the whole series {source:from} {to:to}",
    "event.deal": "deal the next cards",
    "event.deal-cards": "deal {cards}",
    "event.turn": "{card} is turned up {place:at}",
    "event.redeal": "gather the cards",
    "event.end": "the game is closed: {verdict}",
    "event.undo": "take back the last event",
    "event.fix": "{old} was misread and is {new}",
    "event.fix-line": "{old} in line {line} was misread and is {new}",
    "verdict.won": "won",
    "verdict.lost": "lost",
    "verdict.open": "open",
    "verdict.blocked": "blocked",
    "verdict.failed": "failed",
    "verdict.unresolved": "unresolved",
    "verdict.stopped": "stopped",
}

_VARIANTS: dict[str, str] = {
    "variant.choice": "{variant} ({name}, {packs})",
    "variant.packs.1": "one pack",
    "variant.packs.2": "two packs",
    "variant.hauta.name": "Napoleon's Tomb",
    "variant.hauta.line": "one pack, cards turned one by one, one round, four free cells and a store for sixes",
    "variant.hauta-kookas.name": "Napoleon's Tomb, Kookas",
    "variant.hauta-kookas.line": "one pack, four cards dealt to the cells and refilled from the stock, one round",
    "variant.hauta-korttipeli.name": "Napoleon's Tomb, Korttipeli.org",
    "variant.hauta-korttipeli.line": "one pack, four cards dealt to the cells and refilled from the stock, three rounds",
    "variant.hauta-pysolfc.name": "Napoleon's Tomb, PySolFC",
    "variant.hauta-pysolfc.line": "one pack, one round, the cells give to the foundations only, no store for sixes",
    "variant.parihevoset.name": "Parihevoset",
    "variant.parihevoset.line": "two packs, aces laid out, twelve places around them, three rounds, only fresh cards are played",
    "variant.parihevoset-neljakulma.name": "Parihevoset, four corners",
    "variant.parihevoset-neljakulma.line": "two packs, three rounds, foundation plays also after the stock has run out",
    "variant.kapas.name": "Napoleono kapas, also Rūsys, the Cellar",
    "variant.kapas.line": "two packs, four walls mostly face down, a vault in the middle, four redeals",
    "variant.helena.name": "Święta Helena",
    "variant.helena.line": "two packs, all cards seen, two redeals; piles build in suit, a gap takes any card",
    "variant.helena-common.name": "Święta Helena as most programs play it",
    "variant.helena-common.line": "two packs, all cards seen, two redeals; piles build in any suit, gaps stay empty",
    "variant.louis.name": "Louis",
    "variant.louis.line": "two packs, twelve cards at first and the rest later, no limits on foundations, two redeals",
    "variant.boxkite.name": "Box Kite",
    "variant.boxkite.line": "two packs, all cards seen, no limits on foundations, no redeal; piles build in suit",
    "variant.boxkite-common.name": "Box Kite as most programs play it",
    "variant.boxkite-common.line": "two packs, no redeal; any suit, kings and aces are neighbours, gaps stay empty",
    "variant.boxkite-wikipedia.name": "Box Kite, Wikipedia",
    "variant.boxkite-wikipedia.line": "two packs, no redeal; any suit, cards may cross between two foundations of a suit",
    "variant.helena-pysolfc.name": "Święta Helena, PySolFC",
    "variant.helena-pysolfc.line": "as that program has it: any suit, gaps stay empty, foundations give cards back",
    "variant.louis-pysolfc.name": "Louis, PySolFC",
    "variant.louis-pysolfc.line": "as that program has it: in suit, kings and aces are neighbours, foundations give cards back",
    "variant.boxkite-pysolfc.name": "Box Kite, PySolFC",
    "variant.boxkite-pysolfc.line": "as that program has it: any suit, kings and aces are neighbours, foundations give cards back",
}

_SWITCHES: dict[str, str] = {
    "switch.strict_standstill.off": "dealing on and gathering are allowed at any time",
    "switch.strict_standstill.progress": "dealing on and gathering wait while a card can go to a foundation or the vault",
    "switch.strict_standstill.full": "dealing on and gathering wait while any useful move is left",
    # Napoleon's Tomb
    "switch.cell_to_cell.on": "a card may go from a cell to another empty cell",
    "switch.cell_to_cell.off": "no card goes from cell to cell",
    "switch.waste_to_cell.on": "the top of the waste may go to an empty cell",
    "switch.waste_to_cell.off": "the top of the waste does not go to a cell",
    "switch.cell_to_waste.on": "a card may go from a cell to the waste",
    "switch.cell_to_waste.off": "no card goes from a cell to the waste",
    "switch.six_store.on": "there is a store for waiting sixes",
    "switch.six_store.off": "there is no store for sixes",
    "switch.six_to_cell.on": "a six may go from the store to an empty cell",
    "switch.six_to_cell.off": "a six leaves the store for the centre only",
    "switch.six_to_waste.off": "no six goes from the store to the waste",
    "switch.six_to_waste.on": "a six may go from the store to the waste",
    "switch.passes.1": "the stock is gone through once",
    "switch.passes.2": "the stock is gone through twice",
    "switch.passes.3": "the stock is gone through three times",
    "switch.passes.4": "the stock is gone through four times",
    "switch.passes.5": "the stock is gone through five times",
    "switch.draw_to.any": "a turned card may go to any place that takes it",
    "switch.draw_to.foundations": "a turned card goes to a corner, the centre or the waste",
    "switch.draw_to.waste": "a turned card goes to the waste first",
    "switch.opening_cells.off": "the cells are empty at the start",
    "switch.opening_cells.on": "the first four cards are laid face up in the cells",
    "switch.fill_source.none": "an emptied cell stays empty",
    "switch.fill_source.stock": "an emptied cell is filled at once from the stock",
    "switch.fill_source.waste": "an emptied cell is filled at once from the waste",
    "switch.fill_source.waste_then_stock": "an emptied cell is filled at once from the waste, or from the stock when there is none",
    "switch.fill_source.choice": "an emptied cell is filled at once from the stock or the waste, as the player likes",
    "switch.fill_after_stock.never": "once the stock is empty, emptied cells stay empty",
    "switch.fill_after_stock.optional": "once the stock is empty, the top of the waste may go to an empty cell",
    "switch.fill_after_stock.forced": "once the stock is empty, the top of the waste fills an emptied cell at once",
    "switch.fill_on_redeal.off": "cells that stand empty at a redeal stay empty",
    "switch.fill_on_redeal.on": "cells that stand empty at a redeal are filled in order",
    "switch.auto_draw.off": "the player turns every card",
    "switch.auto_draw.on": "the next card is turned by itself whenever the waste is empty",
    # Parihevoset
    "switch.forced_play.on": "no further cards are dealt while a live card can be played",
    "switch.forced_play.off": "the next cards may be dealt at any time",
    "switch.live.until_covered": "a card lives until another is dealt upon it",
    "switch.live.just_dealt": "a card lives until the next group is dealt",
    "switch.column_deal.group": "the side columns are dealt four cards at a time",
    "switch.column_deal.single": "the side columns are dealt one card at a time",
    "switch.aux_corners.on": "the corners take part in the auxiliary moves",
    "switch.aux_corners.off": "the corners take no part in the auxiliary moves",
    "switch.aux_fill_empty.off": "empty places take nothing",
    "switch.aux_fill_empty.on": "an empty place takes any card in the auxiliary moves",
    "switch.aux_to_foundation.off": "no card goes to a foundation during the auxiliary moves",
    "switch.aux_to_foundation.own_row": "side cards go to the foundation of their row during the auxiliary moves",
    "switch.aux_to_foundation.any": "any top card goes to any foundation it continues during the auxiliary moves",
    "switch.gather.turned": "pile 12 on 11, on 10 … on 1, and the packet is turned over",
    "switch.gather.top12": "pile 12 on 11, on 10 … on 1, not turned over",
    "switch.gather.bottom12": "the bottom card of pile 12 comes first",
    "switch.rounds.1": "one round",
    "switch.rounds.2": "two rounds",
    "switch.rounds.3": "three rounds",
    "switch.rounds.4": "four rounds",
    # Napoleono kapas
    "switch.setup_forced.off": "kings and the ace of the opening are placed when the player likes",
    "switch.setup_forced.on": "kings and the ace of the opening are placed before anything else",
    "switch.gather.first_under": "the first extra pile lies lowest in the packet, which is turned over",
    "switch.gather.first_over": "the first extra pile lies highest in the packet, which is turned over",
    "switch.partial_series.off": "only a whole auxiliary pile goes to the vault as a series",
    "switch.partial_series.on": "the upper part of an auxiliary pile may go to the vault as a series",
    # Święta Helena
    "switch.tableau_suit.same": "piles build in suit",
    "switch.tableau_suit.any": "piles build in any suit",
    "switch.gaps.any": "an empty pile takes any card",
    "switch.gaps.none": "an empty pile takes nothing",
    "switch.wrap.off": "king and ace do not go on each other",
    "switch.wrap.on": "king and ace go on each other",
    "switch.limits_until_redeal.0": "every pile gives to every foundation from the start",
    "switch.limits_until_redeal.1": "the limits on foundations hold until the first redeal",
    "switch.limits_until_redeal.2": "the limits on foundations hold until the second redeal",
    "switch.redeals.0": "no redeal",
    "switch.redeals.1": "one redeal",
    "switch.redeals.2": "two redeals",
    "switch.redeals.3": "three redeals",
    "switch.redeal_from.top12": "the packet is not turned over: the top card of pile 12 is dealt first",
    "switch.redeal_from.bottom1": "the packet is turned over: the bottom card of pile 1 is dealt first",
    "switch.foundation_transfer.off": "no card goes from foundation to foundation",
    "switch.foundation_transfer.nobase": "a card may go to the other foundation of its suit, the base card excepted",
    "switch.foundation_transfer.base": "any card may go to the other foundation of its suit",
    "switch.foundation_return.off": "no card comes back from a foundation",
    "switch.foundation_return.nobase": "a card may come back from a foundation to a pile, the base card excepted",
    "switch.foundation_return.base": "any card may come back from a foundation to a pile",
    "switch.first_deal.all": "all 96 cards are dealt at once",
    "switch.first_deal.twelve": "twelve cards are dealt at first, the rest later",
    "switch.phase1_tableau.off": "before the rest is dealt, cards go to foundations only",
    "switch.phase1_tableau.on": "before the rest is dealt, cards may also go from pile to pile",
    "switch.phase1_on_redeal.off": "a redeal deals all the cards at once",
    "switch.phase1_on_redeal.on": "a redeal begins with twelve cards again",
}

SENTENCES: dict[str, str | tuple[str, str]] = {**PLACES, **_RANKS, **_CARDS, **_EVENTS, **_VARIANTS, **_SWITCHES}
