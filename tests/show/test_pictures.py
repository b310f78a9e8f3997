"""The pictures of the documentation are what the program draws today; `python docs/make_pictures.py` makes them again."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from xml.etree import ElementTree

from companion.show.canvas import painted
from companion.show.screen import screen_svg

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_the_pictures_are_up_to_date() -> None:
    spec = importlib.util.spec_from_file_location("make_pictures", DOCS / "make_pictures.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    made = dict(module.pictures())
    kept = {path.name: path.read_text(encoding="utf-8") for path in (DOCS / "pictures").glob("*-*.svg")}
    assert {name for name in kept if name.startswith(("table-", "screen-"))} >= set(made)
    stale = [name for name, text in made.items() if kept[name] != text]
    assert not stale


def test_the_page_on_drawings_shows_pictures_that_are_there() -> None:
    named = re.findall(r"\]\((pictures/[^)]+)\)", (DOCS / "drawings.md").read_text(encoding="utf-8"))
    assert len(named) == 5
    assert all((DOCS / name).is_file() for name in named)


def test_a_screen_keeps_every_character_in_its_cell() -> None:
    text = f"ab  {painted('9♥', 'red', True)} <&>\n{painted('x', 'note', True)}"
    root = ElementTree.fromstring(screen_svg(text, title="t", width=20))
    runs = [
        (t.text, float(t.get("x", "0")), t.get("fill"), t.get("font-weight"))
        for t in root.iter("{http://www.w3.org/2000/svg}text")
    ]
    start, cell = 14, 8.4
    assert [(words, round((x - start) / cell)) for words, x, _, _ in runs] == [
        ("ab", 0),
        ("9♥", 4),
        ("<&>", 7),
        ("x", 0),
    ]
    assert runs[1][2:] == ("#ff6b6b", "700")
    assert runs[3][2:] == ("#8d959e", None)
