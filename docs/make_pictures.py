"""Makes the pictures of the documentation from the program itself: `python docs/make_pictures.py`.

Every picture is a table as `companion export` draws it, or a screen as `companion show` prints it, from a record in `docs/pictures`.
A test makes them again and compares.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.journal import read_record
from companion.referee import Report, check
from companion.show.drawing import draw
from companion.show.scenes import scene_at
from companion.show.screen import screen_svg
from companion.show.svg import table_svg
from companion.words.voice import Voice

HERE = Path(__file__).parent
RECORDS = HERE / "pictures"
MOMENTS = {"hauta": 45, "parihevoset": 40, "kapas": 66, "helena": 30, "louis": 8, "boxkite": 10}
"""For each record in `docs/pictures` after how many of its events the table is drawn."""


def pictures() -> Iterator[tuple[str, str]]:
    """The name and the text of every picture."""
    voice = Voice("en")
    for name, number in MOMENTS.items():
        report: Report = check(read_record(str(RECORDS / f"{name}.log")))
        scene = scene_at(report, number)
        yield f"table-{name}.svg", table_svg(report.game, scene.table, voice, marks=scene.marks)
        screen = draw(report.game, scene.table, colour=True, marks=scene.marks, voice=voice)
        command = f"$ companion show {name}.log --at {number}\n"
        yield f"screen-{name}.svg", screen_svg(command + screen, title=f"companion show {name}.log")


def main() -> None:
    """Write them all."""
    folder = HERE / "pictures"
    folder.mkdir(exist_ok=True)
    for name, text in pictures():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
