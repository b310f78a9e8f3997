"""One place as a box of three lines: its name in the upper edge, its card inside, height and next rank in the lower edge."""

from __future__ import annotations

from dataclasses import dataclass

from companion.cards import RANK_TEXT, SUIT_SIGN
from companion.show.canvas import Canvas
from companion.show.look import Look, card_text, ink

HEIGHT = 3


@dataclass(frozen=True, slots=True)
class Pen:
    """The characters that a drawing is made of. `frame` and `strong`: corners, then a horizontal and a vertical line."""

    signs: bool
    ascii: bool
    frame: tuple[str, ...]
    strong: tuple[str, ...]
    dash: str
    dots: str
    back: str
    times: str
    arrow: str
    done: str
    slants: str
    left_out: str
    dot: str


ROUND = Pen(True, False, tuple("╭╮╰╯─│"), tuple("┏┓┗┛━┃"), "╌", "┆", "▒", "×", "→", "✓", "╲╱", "…", "·")
SQUARE = Pen(False, False, tuple("┌┐└┘─│"), tuple("╔╗╚╝═║"), ".", ":", "▒", "x", ">", "ok", "\\/", "..", "|")
PLAIN = Pen(False, True, tuple("++++-|"), tuple("####=#"), ".", ":", "%", "x", ">", "ok", "\\/", "..", "|")


def pen_for(signs: bool, ascii_only: bool) -> Pen:
    """The pen that a stream can follow: signs and round corners, letters and square corners, or ASCII."""
    if ascii_only:
        return PLAIN
    return ROUND if signs else SQUARE


@dataclass(frozen=True, slots=True)
class Box:
    """A place to be drawn so many characters wide."""

    look: Look
    name: str
    width: int
    tilt: int = 0
    marked: bool = False


def put_box(canvas: Canvas, x: int, y: int, box: Box, pen: Pen, four_colour: bool = False) -> None:
    """Draw a box with its upper left corner at a column and a line."""
    leaning = box.tilt in (-45, 45)
    if leaning and box.width >= 9:
        _put_leaning(canvas, x, y, box, pen, four_colour)
        return
    inner = box.width - 2
    top_left, top_right, low_left, low_right, line, side = pen.strong if box.marked else pen.frame
    style = "mark" if box.marked else "frame"
    if not box.look.cards and not box.marked:
        line, side = pen.dash, pen.dots
    if leaning:
        side = pen.slants[box.tilt > 0]
    name, low = _edges(box, pen, inner)
    canvas.put(x, y, top_left + line * inner + top_right, style)
    _put_name(canvas, x + 1, y, name, inner)
    canvas.put(x, y + 1, side, style)
    _put_face(canvas, x + 1, y + 1, inner, box.look, pen, four_colour)
    canvas.put(x + 1 + inner, y + 1, side, style)
    canvas.put(x, y + 2, low_left + line * inner + low_right, style)
    _put_low(canvas, x + 1, y + 2, low, inner)


def _put_leaning(canvas: Canvas, x: int, y: int, box: Box, pen: Pen, four_colour: bool) -> None:
    """A card that lies aslant: each line is moved by one against the line above."""
    inner = box.width - 4
    side = pen.slants[box.tilt > 0]
    style = "mark" if box.marked else "frame"
    line = pen.strong[4] if box.marked else pen.frame[4] if box.look.cards else pen.dash
    name, low = _edges(box, pen, inner)
    for row in range(HEIGHT):
        start = x + (row if box.tilt < 0 else HEIGHT - 1 - row)
        canvas.put(start, y + row, side + (" " if row == 1 else line) * inner + side, style)
        if row == 0:
            _put_name(canvas, start + 1, y, name, inner)
        elif row == 1:
            _put_face(canvas, start + 1, y + 1, inner, box.look, pen, four_colour)
        else:
            _put_low(canvas, start + 1, y + 2, low, inner)


def _edges(box: Box, pen: Pen, inner: int) -> tuple[str, tuple[str, str]]:
    """What stands in the upper edge, and height and next rank for the lower one."""
    look = box.look
    height = f"{pen.times}{look.height}" if look.height > 1 or (look.foundation and look.height) else ""
    needs = ""
    if look.needs is not None:
        needs = f"{pen.arrow}{RANK_TEXT[look.needs]}" if look.needs else pen.done if look.cards else ""
    name = box.name
    if len(height) + len(needs) > inner or len(name) > inner or (look.suit and inner < 6):
        # Too narrow for both: the place of a suit is named by its suit, and the next rank goes up beside it.
        mark = _suit_mark(look.suit, pen) if look.suit else name if len(name + needs) <= inner else ""
        return mark + needs, (height, "")
    return name, (height, needs)


def _suit_mark(suit: str, pen: Pen) -> str:
    """The sign or letter of a suit."""
    return SUIT_SIGN[suit] if pen.signs else suit


def _put_name(canvas: Canvas, x: int, y: int, name: str, inner: int) -> None:
    if not name:
        return
    if len(name) <= inner - 2:
        canvas.put(x, y, f" {name} ", "label")
    else:
        canvas.put(x, y, name, "label")


def _put_low(canvas: Canvas, x: int, y: int, parts: tuple[str, str], inner: int) -> None:
    height, needs = parts
    told = [part for part in parts if part]
    if not told:
        return
    roomy = sum(map(len, told)) + len(told) + 1 <= inner
    gap = " " if roomy else ""
    if roomy:
        canvas.put(x, y, " " * (sum(map(len, told)) + len(told) + 1))
    at = x + len(gap)
    canvas.put(at, y, height, "note")
    if needs:
        canvas.put(at + len(height) + (len(gap) if height else 0), y, needs, "needs")


def _put_face(canvas: Canvas, x: int, y: int, inner: int, look: Look, pen: Pen, four_colour: bool) -> None:
    canvas.put(x, y, " " * inner)
    if look.face_down:
        canvas.put(x, y, pen.back * inner, "back")
        return
    if look.top is None:
        return
    text = card_text(look.top, pen.signs)
    start = x + (inner - len(text)) // 2
    canvas.put(start, y, text, ink(look.top, four_colour))
    if look.live:
        canvas.put(start + len(text), y, "*", "live")
