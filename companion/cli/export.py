"""`export`: a record as JSON, as Markdown, as pictures of the table, or as a page that replays it."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unicodedata import category

from companion.cli.common import can_encode, json_text, judged, leave, say_drawing, say_err, settings
from companion.cli.exits import Exit
from companion.errors import FileTrouble, Unreadable
from companion.journal import MAGIC
from companion.words.voice import Voice

if TYPE_CHECKING:
    from companion.referee import Report


_STEERING = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


class Form(StrEnum):
    """The forms of an export; each is also the ending of its files."""

    json = "json"
    md = "md"
    svg = "svg"
    html = "html"


ENDINGS = {
    ".json": Form.json,
    ".md": Form.md,
    ".markdown": Form.md,
    ".svg": Form.svg,
    ".html": Form.html,
    ".htm": Form.html,
}


def export_record(file: str, *, form: str | None, output: str | None, at: Sequence[int] | None, voice: Voice) -> None:
    """Write a record in another form, to `output` or to standard output. Raises `FileTrouble`, `Unreadable`.

    Without a form, the ending of `output` tells it. `at` chooses the events after which the table is drawn (0 is the opening,
    negative numbers count from the end): pictures for `svg`, drawings for `md`.
    """
    wanted = _form_named(form) if form else _form_of(output)
    report = judged(file)
    if wanted is not Form.md or output not in (None, "-"):
        voice = Voice(voice.lang, signs=True)  # a file of ours is UTF-8, whatever the terminal can show
    four_colour = settings().colours == "four"
    moments = _moments(at, len(report.steps))
    if wanted is Form.svg:
        _export_pictures(report, file, output, moments, four_colour, voice)
    else:
        text = _document(report, wanted, moments, four_colour, voice)
        if output is None or output == "-":
            _to_stdout(text, wanted)
        else:
            _write(Path(output), text, file)
            say_err(voice.say("export-written", file=output))
    leave(Exit.FINE)


def _form_named(name: str) -> Form:
    ending = f".{name.strip().lower().lstrip('.')}"
    if ending not in ENDINGS:
        raise Unreadable("option-export-form-unknown", text=name, forms=", ".join(Form))
    return ENDINGS[ending]


def _form_of(output: str | None) -> Form:
    if output is None or output == "-":
        raise Unreadable("option-export-form-missing", forms=", ".join(Form))
    if Path(output).suffix.lower() not in ENDINGS:
        raise Unreadable("option-export-ending-unknown", text=output, forms=", ".join(Form))
    return ENDINGS[Path(output).suffix.lower()]


def _moments(at: Sequence[int] | None, last: int) -> list[int] | None:
    """The chosen events as numbers from 0 to the last, in order, each once. Raises `Unreadable` for one beyond the record."""
    if not at:
        return None
    for number in at:
        if not -last - 1 <= number <= last:
            raise Unreadable("number-beyond-record", number=number, count=last)
    return sorted({number if number >= 0 else last + 1 + number for number in at})


def _document(report: Report, form: Form, moments: list[int] | None, four_colour: bool, voice: Voice) -> str:
    match form:
        case Form.json:
            return json_text(as_document(report, voice)) + "\n"
        case Form.md:
            from companion.show.tell import tell

            return tell(report, voice, drawn_after=moments, ascii_only=not (voice.signs or can_encode("┌│▒")))
        case _:
            from companion.show.html import replay_html

            return _silent(replay_html(report, voice, four_colour=four_colour))


def as_document(report: Report, voice: Voice) -> dict[str, Any]:
    """The whole game for another program: header, every event with its cards and its faults, both ends of the table."""
    from companion.errors import Contradiction
    from companion.show.drawing import as_json
    from companion.show.scenes import scenes

    return {
        "companion": 1,
        "file": report.log.name,
        "variant": report.game.variant,
        "options": dict(report.log.options),
        "headers": dict(report.log.headers),
        "deal": [str(card) for card in report.log.deal] if report.log.deal is not None else None,
        "opening": as_json(report.game, report.opening),
        "events": [
            {
                "number": scene.number,
                "line": scene.line,
                "event": str(scene.event),
                "told": scene.told(voice),
                "note": scene.note,
                "by_itself": [{"card": str(card), "place": place} for place, card in (*scene.laid, *scene.turned)],
                "clause": scene.fault.clause if scene.fault and not isinstance(scene.fault, Contradiction) else None,
                "fault": scene.told(voice)[0] if scene.fault else None,
            }
            for scene in scenes(report)
        ],
        "problems": [
            {"line": problem.line, "event": problem.text, "message": voice.trouble(problem.error)}
            for problem in report.problems
        ],
        "end": as_json(report.game, report.table),
        "legal": report.legal,
        "won": report.won,
        "ended": report.ended,
    }


def _export_pictures(
    report: Report, file: str, output: str | None, moments: list[int] | None, four_colour: bool, voice: Voice
) -> None:
    """One picture, or one for each chosen moment: `table.svg` becomes `table-012.svg`, a folder takes them by their numbers."""
    chosen = [len(report.steps)] if moments is None else moments
    if output is None or output == "-":
        if len(chosen) > 1:
            raise Unreadable("option-export-needs-output", count=len(chosen))
        _to_stdout(_picture(report, chosen[0], four_colour, voice), Form.svg)
        return
    target = Path(output)
    folder = target.is_dir() or output.endswith(("/", os.sep))
    for number in chosen:
        if folder:
            path = target / f"{Path(file).stem if file != '-' else 'table'}-{number:03d}.svg"
        elif len(chosen) == 1:
            path = target
        else:
            path = target.with_name(f"{target.stem}-{number:03d}{target.suffix or '.svg'}")
        _write(path, _picture(report, number, four_colour, voice), file)
        say_err(voice.say("export-written", file=str(path)))


def _picture(report: Report, number: int, four_colour: bool, voice: Voice) -> str:
    from companion.show.scenes import scene_at
    from companion.show.svg import table_svg

    if not number:
        return _silent(table_svg(report.game, report.opening, voice, four_colour=four_colour))
    scene = scene_at(report, number)
    caption = f"{number}. {' '.join(scene.told(voice))}"
    return _silent(
        table_svg(report.game, scene.table, voice, marks=scene.marks, four_colour=four_colour, caption=caption)
    )


def _silent(page: str) -> str:
    """A page in which no foreign character steers a terminal, turns the writing round, or is forbidden in XML."""
    return "".join("\ufffd" if category(sign) in _STEERING and sign != "\n" else sign for sign in page)


def _to_stdout(text: str, form: Form) -> None:
    """Pages and pictures are UTF-8, as they say themselves; text is written as the stream has it."""
    if form in (Form.svg, Form.html):
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode())
        sys.stdout.buffer.flush()
    elif form is Form.json and not can_encode(text):
        say_drawing(json.dumps(json.loads(text), indent=2))
    else:
        say_drawing(text.rstrip("\n"))


def _write(path: Path, text: str, source: str) -> None:
    """Write a file whole or not at all. A log is never written over. Raises `FileTrouble`."""
    try:
        if path.exists() and _is_record(path, source):
            raise FileTrouble("export-over-record", file=str(path))
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not path.is_file():  # a pipe or a device
            path.write_text(text, encoding="utf-8", newline="\n")
            return
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with open(handle, "w", encoding="utf-8", newline="\n") as stream:
                stream.write(text)
            os.chmod(name, 0o666 & ~_umask())
            os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise
    except OSError as error:
        raise FileTrouble("file-unwritable", file=str(path), why=error.strerror or type(error).__name__) from error


def _is_record(path: Path, source: str) -> bool:
    if source != "-" and os.path.exists(source) and os.path.samefile(path, source):
        return True
    if not path.is_file():
        return False
    with open(path, "rb") as stream:
        return stream.read(len(MAGIC)) == MAGIC.encode()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
