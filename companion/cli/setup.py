"""`setup`: the sheet for laying a given deal with real cards, as text, as JSON, or as a page to print."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.cli.common import answer_json, game_heading, say_err, say_out, terminal
from companion.cli.play import chosen_deal
from companion.errors import FileTrouble, Unreadable
from companion.guide.hands import layout_steps
from companion.guide.sheet import Sheet, sheet_of
from companion.rules import own_options, value_text

if TYPE_CHECKING:
    from companion.cards import Card
    from companion.guide.answer import Said
    from companion.guide.sheet import Row
    from companion.words.voice import Voice


def tell_setup(
    name: str | None,
    *,
    deal: str | None,
    seed: int | None,
    options: Sequence[str] | None,
    output: str | None,
    as_json: bool,
    voice: Voice,
) -> None:
    """Print or write the sheet of a deal; without a deal, how the table is laid. Raises `CompanionError`."""
    if output is not None and not output.lower().endswith((".html", ".htm")):
        raise Unreadable("sheet-not-page", file=output)
    rules, cards = chosen_deal(name, deal, seed, options)
    if cards is None:
        if output is not None:
            raise Unreadable("sheet-needs-deal")
        steps = [_said(step, voice) for step in layout_steps(rules)]
        if as_json:
            answer_json({"variant": rules.variant, "steps": steps})
            return
        for line in (game_heading(rules, voice), *steps):
            _folded(line)
        return
    sheet = sheet_of(rules, cards)
    switches = "".join(f" --option {name}={value_text(value)}" for name, value in own_options(rules).items())
    named = (f"--seed {seed}" if seed is not None else f"--deal {deal}") + switches
    if output is not None:
        write_page(output, sheet, named, voice)
        say_err(voice.say("sheet-written", file=output))
    if as_json:
        answer_json(_as_json(sheet))
    elif output is None:
        _tell(sheet, named, voice)


def _as_json(sheet: Sheet) -> dict[str, object]:
    return {
        "variant": sheet.game.variant,
        "taken_out": list(map(str, sheet.taken_out)),
        "deal": list(map(str, sheet.deal)),
        "rows": [
            {"row": row.number, "cards": list(map(str, row.cards)), "top": str(row.cards[-1]), "count": row.total}
            for part in sheet.parts
            for row in part.rows
        ],
    }


def _said(step: Said, voice: Voice) -> str:
    return voice.say(step.key, **step.facts)


def _folded(text: str) -> None:
    say_out("\n".join(textwrap.wrap(text, max(24, terminal().width), break_long_words=False)))


def _tell(sheet: Sheet, named: str, voice: Voice) -> None:
    """The sheet as text: what to do before, the rows with their checks, what to do after."""
    say_out(game_heading(sheet.game, voice))
    say_out(voice.say("sheet-deal", name=named.split(" ", 1)[1]))
    for step in sheet.before():
        _folded(_said(step, voice))
    for part in sheet.parts:
        say_out("")
        _folded(_said(part.told, voice))
        for row in part.rows:
            say_out(_row_text(row, voice))
    say_out("")
    for step in sheet.after():
        _folded(_said(step, voice))
    say_out(voice.say("sheet-play", arguments=f"{sheet.game.variant} {named}"))


def _row_text(row: Row, voice: Voice) -> str:
    """A row in groups of four, then the count: the card at the end of the row is the one on top."""
    groups = "  ".join(" ".join(f"{voice.card(card):>3}" for card in group) for group in row.groups)
    return f"{row.number:>3}  {groups}   {voice.say('sheet-count', number=row.total)}"


# ---------------------------------------------------------------------- the page


def write_page(path: str, sheet: Sheet, named: str, voice: Voice) -> None:
    """Write the sheet as one page without anything outside it. Raises `FileTrouble`; no file is overwritten."""
    try:
        with open(os.path.expanduser(path), "x", encoding="utf-8") as stream:
            stream.write(page(sheet, named, voice))
    except FileExistsError as error:
        raise FileTrouble("sheet-exists", file=path) from error
    except OSError as error:
        raise FileTrouble("sheet-unwritable", file=path, why=error.strerror or "") from error


def page(sheet: Sheet, named: str, voice: Voice) -> str:
    """The page to print: a box to tick for each row, large cards, red and black."""
    from html import escape

    title = escape(game_heading(sheet.game, voice))
    steps = "".join(f"<li>{escape(_said(step, voice))}</li>" for step in sheet.before())
    after = "".join(f"<li>{escape(_said(step, voice))}</li>" for step in sheet.after())
    parts = "".join(
        f"<h2>{escape(_said(part.told, voice))}</h2><table>{''.join(_row_html(row, voice) for row in part.rows)}</table>"
        for part in sheet.parts
    )
    return (
        f'<!doctype html>\n<html lang="{escape(voice.lang)}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>'
        f"<style>{_STYLE}</style></head><body><h1>{title}</h1>"
        f"<p>{escape(voice.say('sheet-deal', name=named.split(' ', 1)[1]))}</p><ol>{steps}</ol>{parts}<ol>{after}</ol>"
        f"<p><code>{escape(voice.say('sheet-play', arguments=f'{sheet.game.variant} {named}'))}</code></p></body></html>\n"
    )


_STYLE = """
body{font:12pt/1.35 Georgia,serif;max-width:46rem;margin:1.5rem auto;padding:0 1rem;color:#111;background:#fff}
h1{font-size:1.4rem}h2{font-size:1rem;margin:1.2rem 0 .3rem}
table{border-collapse:collapse;width:100%;break-inside:auto}tr{break-inside:avoid;border-bottom:1px solid #ccc}
td{padding:.18rem .3rem;white-space:nowrap;font-variant-numeric:tabular-nums}
td.n{color:#666;text-align:right;width:2rem}td.c{text-align:right;font-size:1.15rem;font-weight:600}
td.g{padding-left:1rem}td.t{color:#666;text-align:right;width:100%}.r{color:#b00020}
.b{display:inline-block;width:.8rem;height:.8rem;border:1px solid #111;vertical-align:-.1rem}
@media print{body{margin:0;max-width:none;font-size:10.5pt}}
"""


def _row_html(row: Row, voice: Voice) -> str:
    cells = "".join(
        f'<td class="c{" g" if at == 0 and index else ""}">{_card_html(card)}</td>'
        for index, group in enumerate(row.groups)
        for at, card in enumerate(group)
    )
    count = voice.say("sheet-count", number=row.total)
    return f'<tr><td><span class="b"></span></td><td class="n">{row.number}</td>{cells}<td class="t">{count}</td></tr>'


def _card_html(card: Card) -> str:
    """A card with its suit sign, in its colour; pages can show the signs whatever the terminal can."""
    from companion.cards import RANK_TEXT, RED, SUIT_SIGN

    if not card.rank:
        return "??"
    text = f"{RANK_TEXT[card.rank]}{SUIT_SIGN[card.suit]}"
    return f'<span class="r">{text}</span>' if card.suit in RED else text
