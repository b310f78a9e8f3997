"""Where nothing can be written: no home, no folder for logs, no cache, a log that may only be read."""

from __future__ import annotations

import importlib.abc
import os
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.cli.play_reading import WordsReader
from companion.errors import FileTrouble
from companion.guide.recorder import begun, in_memory, resumed
from companion.guide.session import Session
from companion.journal import Log, read_record

if TYPE_CHECKING:
    from tests.conftest import Run

FIXTURES = Path(__file__).resolve().parent.parent.parent / "fixtures"
GAME = str(FIXTURES / "logs" / "practice.log")
HEAD = ["companion-log 1", "variant: hauta"]
NOBODY = 65534


@pytest.fixture
def homeless(companion: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """`companion` with a home in which not even root can make a folder."""
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", "/dev/null/nobody")
    return companion


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("check", GAME), 0),
        (("show", GAME), 0),
        (("moves", GAME), 0),
        (("hint", GAME), None),
        (("verdict", GAME, "--time", "1"), None),
        (("variants",), 0),
        (("rules", "hauta"), 0),
        (("setup", "hauta", "--seed", "1"), 0),
        (("config",), 0),
        (("doctor",), 0),
        (("deck", "list"), 0),
        (("read", str(FIXTURES / "photos" / "one-card.jpg")), None),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_answers_need_no_home(
    homeless: Run, request: pytest.FixtureRequest, words: tuple[str, ...], code: int | None
) -> None:
    if words[0] == "read":
        request.getfixturevalue("pictures")
    answer = homeless(*words, "--lang", "en")
    assert answer.code == code if code is not None else answer.code in (0, 1, 5)
    assert answer.out


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("play", "hauta"), "Choose another place with --log."),
        (("config", "plain=on"), "/dev/null/nobody"),
        (("stats",), "/dev/null/nobody"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_what_needs_a_folder_says_in_one_line_which(homeless: Run, words: tuple[str, ...], named: str) -> None:
    answer = homeless(*words, "--lang", "en", stdin=b"9c w\n")
    assert answer.code in (2, 3)
    assert named in answer.err
    assert len(answer.err.splitlines()) == 1
    assert not answer.out


def test_play_keeps_its_log_wherever_it_is_named(homeless: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    answer = homeless("play", "--log", str(path), "--lang", "en", stdin=b"9c w\n8h x1\nquit\n")
    assert answer.code == 0
    assert not answer.err
    assert [str(entry.event) for entry in read_record(str(path)).entries] == ["draw 9C waste", "draw 8H cell1"]


def test_doctor_tells_what_is_missing_without_a_home(homeless: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    access = os.access
    # The program is installed where its user may not write.
    monkeypatch.setattr(os, "access", lambda path, mode: "companion" not in str(path) and access(path, mode))
    found = {finding["what"]: finding for finding in homeless("doctor", "--json", "--lang", "en").json}
    assert found["logs"]["state"] == found["kernels"]["state"] == "limited"
    assert "NUMBA_CACHE_DIR" in found["kernels"]["remedy"]
    assert "--log" in found["logs"]["remedy"]


def test_the_search_runs_where_nothing_can_be_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    """Decorating a kernel failed there, and every verdict and hint with it."""
    from numba.core import caching

    from companion.search.compiled import compiled

    monkeypatch.setattr(caching.CacheImpl, "_locator_classes", [])
    kernel = compiled(lambda number: number + 1)
    assert kernel(41) == 42


# ---------------------------------------------------------------------- libraries that do not load

OURS = ("companion.sight", "companion.search")


@pytest.fixture(params=["not installed", "a system library is missing"])
def broken(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Make a library fail as it does where it is missing, or where the system lacks what it needs.

    Afterwards every module of ours is the one that it was, in its package too: a second copy would take other tests' patches.
    """
    before = {name: module for name, module in sys.modules.items() if name.startswith(OURS)}

    def breaks(name: str) -> None:
        class Broken(importlib.abc.MetaPathFinder):
            def find_spec(self, full: str, *_: object) -> None:
                if full.split(".")[0] == name and request.param == "not installed":
                    raise ModuleNotFoundError(f"No module named '{name}'", name=name)
                if full.split(".")[0] == name:
                    raise ImportError("libxcb.so.1: cannot open shared object file: No such file or directory")

        for module in [*sys.modules]:
            if module.split(".")[0] == name or module.startswith(OURS):
                monkeypatch.delitem(sys.modules, module)
        monkeypatch.setattr(sys, "meta_path", [Broken(), *sys.meta_path])

    yield breaks
    for module in sorted({name for name in sys.modules if name.startswith(OURS)} | {*before}):  # packages first
        package, _, name = module.rpartition(".")
        if module in before:
            sys.modules[module] = before[module]
            setattr(sys.modules[package], name, before[module])
            continue
        del sys.modules[module]
        if package in sys.modules:
            vars(sys.modules[package]).pop(name, None)


PHOTO = str(FIXTURES / "photos" / "one-card.jpg")


@pytest.mark.parametrize(
    ("library", "words"),
    [
        ("cv2", ("read", PHOTO)),
        ("cv2", ("read", PHOTO, "--json")),
        ("cv2", ("table", PHOTO, "--log", GAME)),
        ("cv2", ("deck", "learn", "mine", PHOTO, "--cards", "7D")),
        ("numba", ("verdict", GAME)),
        ("numba", ("hint", str(FIXTURES / "deals" / "hauta-1.deal"))),
    ],
    ids=lambda value: value if isinstance(value, str) else value[0],
)
def test_what_needs_a_broken_library_says_so(
    companion: Run, broken: Callable[[str], None], library: str, words: tuple[str, ...]
) -> None:
    """On a bare Debian each of these ended with a traceback."""
    broken(library)
    answer = companion(*words, "--lang", "en")
    assert answer.code == 3
    assert answer.err.startswith("This does not work here: ")
    assert "“companion doctor” tells what is missing and how to get it" in answer.err
    assert len(answer.err.splitlines()) == 1


@pytest.mark.parametrize(("library", "line"), [("cv2", f"photo {PHOTO}"), ("numba", "hint"), ("numba", "verdict")])
def test_a_game_goes_on_without_a_library(
    companion: Run, broken: Callable[[str], None], library: str, line: str, tmp_path: Path
) -> None:
    """A photograph typed into a game ended the game."""
    broken(library)
    path = tmp_path / "game.log"
    answer = companion("play", "--log", str(path), "--lang", "en", stdin=f"9c w\n{line}\n8h x1\n".encode())
    assert answer.code == 0
    assert "This does not work here: " in answer.out
    assert [str(entry.event) for entry in read_record(str(path)).entries] == ["draw 9C waste", "draw 8H cell1"]


@pytest.mark.parametrize("library", ["cv2", "numba", "prompt_toolkit"])
def test_the_referee_needs_none_of_the_heavy_libraries(
    companion: Run, broken: Callable[[str], None], library: str, tmp_path: Path
) -> None:
    broken(library)
    path = str(tmp_path / "game.log")
    assert companion("check", GAME).code == 0
    assert companion("show", GAME).code == 0
    assert companion("variants").code == 0
    assert companion("play", "--log", path, stdin=b"9c w\nquit\n").code == 0
    assert companion("practice", stdin=b"quit\n").code == 0


def test_a_library_that_failed_leaves_nothing_among_the_paths(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """opencv does; a process of the search that was started afterwards found `cv2/typing` where it looked for `typing`."""
    from companion.cli.common import library_trouble

    before = [*sys.path]
    monkeypatch.setattr(sys, "path", [str(tmp_path / "cv2"), *before, str(tmp_path / "cv2" / "python-3")])
    monkeypatch.setitem(vars(sys), "OpenCV_LOADER", True)
    assert library_trouble(ImportError("libxcb.so.1: cannot open")).key == "library-broken"
    assert sys.path == before
    assert not hasattr(sys, "OpenCV_LOADER")


def test_a_mistake_of_ours_is_no_missing_library() -> None:
    from companion.cli.common import library_trouble

    with pytest.raises(ImportError):
        library_trouble(ImportError("cannot import name 'x'", name="companion.sight"))


# ---------------------------------------------------------------------- another user's files

needs_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can become somebody whom modes of files bind"
)


@pytest.fixture
def theirs() -> Iterator[Path]:
    """A folder that belongs to nobody in particular."""
    with tempfile.TemporaryDirectory() as name:
        os.chown(name, NOBODY, NOBODY)
        yield Path(name)


def as_nobody(does: Callable[[], None]) -> None:
    """Do something in a process that has no rights but those of files."""
    Session(in_memory("hauta")[0], WordsReader).take(
        "9c w"
    )  # imports what a game needs: nobody may not read it, perhaps
    child = os.fork()
    if child == 0:
        try:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
            does()
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@needs_root
@pytest.mark.parametrize("what", ["log", "folder"])
def test_a_log_made_read_only_while_it_is_played_is_kept_all_the_same(theirs: Path, what: str) -> None:
    """It is open, so the system lets it be written; going on later is refused with the reason, and nothing is lost."""
    path = theirs / "game.log"

    def plays() -> None:
        session = Session(begun(path, HEAD, Log(str(path), "hauta")), WordsReader)
        assert session.take("9c w").keys() == ("done",)
        path.chmod(0o444) if what == "log" else theirs.chmod(0o555)
        assert session.take("8h x1").keys() == ("done",)
        assert session.safe
        session.close()
        assert [str(entry.event) for entry in read_record(str(path)).entries] == ["draw 9C waste", "draw 8H cell1"]
        if what == "log":
            with pytest.raises(FileTrouble) as caught:
                resumed(path)
            assert (caught.value.key, caught.value.facts["why"]) == ("log-cannot-append", "Permission denied")

    as_nobody(plays)


@needs_root
def test_a_log_is_neither_begun_nor_saved_in_a_folder_that_may_only_be_read(theirs: Path) -> None:
    locked = theirs / "locked"
    locked.mkdir(0o555)
    path = theirs / "game.log"

    def plays() -> None:
        with pytest.raises(FileTrouble) as caught:
            begun(locked / "game.log", HEAD, Log(str(locked / "game.log"), "hauta"))
        assert caught.value.key == "log-cannot-begin"
        session = Session(begun(path, HEAD, Log(str(path), "hauta")), WordsReader)
        path.unlink()
        assert session.take("9c w").keys() == ("done", "log-gone", "play-adrift")
        assert session.take(f"save {locked / 'kept.log'}").keys() == ("log-cannot-begin",)
        assert not session.safe
        assert session.take(f"save {theirs / 'kept.log'}").keys() == ("play-saved",)
        session.close()

    as_nobody(plays)


# ---------------------------------------------------------------------- settings of another version


@pytest.mark.parametrize("known", range(9))
def test_settings_of_an_older_version_are_read_and_the_rest_is_as_by_default(known: int, tmp_path: Path) -> None:
    """A version that knew fewer settings wrote fewer lines; a newer one writes some that are passed over."""
    from companion.settings import Settings, load

    lines = [
        'language = "fi"',
        'signs = "off"',
        'colours = "four"',
        "plain = true",
        'logs = "/games"',
        "think_s = 2.5",
        "watch = false",
        'pack = "mine"',
    ][:known]
    path = tmp_path / "settings.toml"
    path.write_text("\n".join([*lines, 'newer = "yes"', "[table]", "x = 1"]), encoding="utf-8")
    read = load(path)
    expected = ("fi", "off", "four", True, "/games", 2.5, False, "mine")
    default = Settings()
    for at, name in enumerate(Settings.__slots__):
        assert getattr(read, name) == (expected[at] if at < known else getattr(default, name))
