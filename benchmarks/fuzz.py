"""Fuzzes the readers of what strangers send: logs, deal files, cards as words, photographs.

    python benchmarks/fuzz.py [--target log|deal|card|photo|all] [--seconds 60] [--seed 1] [--grown FOLDER]

With `atheris` installed the inputs follow the coverage of the reader; without it they are random changes of the corpus in
`fixtures/fuzz`. An input may be answered or refused with an error of ours; any other exception, an answer that takes longer than
`SLOW_S`, or memory beyond `MEMORY_MIB` more than at the start is a find: it is printed, kept in `--finds`, and the run ends with 1.
What coverage has led to lies in `--grown`, so that another run goes on from there; `--fewest` then keeps of it the fewest inputs that
see the same branches, which is how `fixtures/fuzz` was made.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
CORPUS = ROOT / "fixtures" / "fuzz"
SLOW_S = 10.0
MEMORY_MIB = 512
MAX_LEN = {"log": 4096, "deal": 2048, "card": 64, "photo": 1 << 16}
PIECES = [*b"\x00\xff\r\n\t #;:=?", *"♥️🂺\ufeff\u202eİı".encode()]
WORDS = [
    word.encode()
    for word in [
        "companion-log 1",
        "variant: ",
        "option: ",
        "deal ",
        "draw 9C waste",
        "move ",
        "turn ",
        "series ",
        "redeal",
        "undo",
        "fix 9C 8C",
        "line 3",
        "end won",
        "hauta",
        "kapas",
        "helena",
        "louis",
        "boxkite",
        "parihevoset",
        "10H",
        "??",
        "waste",
        "corner1",
        "pile12",
        "aux1",
        "wall1",
        "base-S",
        "gaps=none",
        "passes=3",
    ]
]


def read_log(data: bytes) -> None:
    """A log as `check` reads it: read, resolved, judged, shown."""
    from companion.errors import CompanionError
    from companion.journal import parse_record
    from companion.referee import check, legal_events
    from companion.words.voice import Voice

    voice = Voice("en")
    try:
        report = check(parse_record(data))
        legal_events(report)
        for problem in report.problems:
            voice.trouble(problem.error)
        for step in report.refusals:
            if step.refusal is not None:
                voice.refusal(step.refusal)
    except CompanionError as error:
        voice.trouble(error)


def read_deal(data: bytes) -> None:
    """A deal file."""
    from companion.deals import parse_deal
    from companion.errors import CompanionError
    from companion.rules import DEFAULT, game

    try:
        deal = parse_deal(data.decode("utf-8", "replace"))
        game(deal.variant or DEFAULT, deal.options).check_deal(deal.cards)
    except CompanionError:
        return


def read_card(data: bytes) -> None:
    """A card as typed, in every language."""
    from companion.cards import read_card as plain_card
    from companion.errors import CompanionError
    from companion.words.reading import card_at

    text = data.decode("utf-8", "replace")
    for reader in (
        plain_card,
        *(lambda word, lang=lang: card_at(word.split(), lang) for lang in ("en", "fi", "lt", "pl")),
    ):
        try:
            if text.split():
                reader(text)
        except CompanionError:
            continue


def read_photo(data: bytes) -> None:
    """A photograph up to its pixels; what is on it is another matter."""
    from companion.sight.photo import PhotoTrouble, load_photo

    with tempfile.NamedTemporaryFile(suffix=".jpg") as file:
        file.write(data)
        file.flush()
        try:
            load_photo(file.name)
        except PhotoTrouble:
            return


TARGETS: dict[str, Callable[[bytes], None]] = {
    "log": read_log,
    "deal": read_deal,
    "card": read_card,
    "photo": read_photo,
}


def seeds(target: str) -> list[bytes]:
    """The corpus of a target; whole pictures are made on the spot."""
    kept = [path.read_bytes() for path in sorted((CORPUS / target).iterdir())]
    if target != "photo":
        return kept
    import cv2
    import numpy as np

    picture = np.full((24, 16, 3), (40, 120, 200), np.uint8)
    made = [cv2.imencode(ending, picture)[1].tobytes() for ending in (".jpg", ".png", ".webp", ".bmp")]
    exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0"
    return [*kept, *made, made[0][:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + made[0][2:]]


def changed(data: bytes, chance: random.Random, most: int) -> bytes:
    """A few random changes: bits, pieces, words, cuts, doublings."""
    text = bytearray(data)
    for _ in range(chance.randint(1, 6)):
        at = chance.randint(0, len(text))
        match chance.randrange(6):
            case 0 if text:
                text[min(at, len(text) - 1)] ^= 1 << chance.randrange(8)
            case 1:
                text[at:at] = bytes([chance.choice(PIECES)])
            case 2:
                text[at:at] = chance.choice(WORDS) + chance.choice([b" ", b"\n"])
            case 3:
                del text[at : at + chance.randint(1, 12)]
            case 4:
                text[at:at] = text[at : at + chance.randint(1, 40)] * chance.randint(1, 8)
            case _:
                text[at : at + 4] = chance.randbytes(4)
    return bytes(text[:most])


def memory_mib() -> float:
    """The most memory that this process has held."""
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def by_chance(target: str, seconds: float, seed: int, finds: Path) -> int:
    """Random changes of the corpus for so long; the number of finds."""
    chance, read, pool = random.Random(seed), TARGETS[target], seeds(target)
    read(pool[0])
    begun, memory, runs, slowest, found = time.monotonic(), memory_mib(), 0, 0.0, 0
    while time.monotonic() - begun < seconds:
        data = changed(chance.choice(pool), chance, MAX_LEN[target])
        before = time.monotonic()
        try:
            read(data)
            trouble = ""
        except Exception as error:
            trouble = f"{type(error).__name__}: {error}"
        took = time.monotonic() - before
        runs, slowest = runs + 1, max(slowest, took)
        if not trouble and took > SLOW_S:
            trouble = f"took {took:.1f} s"
        if trouble:
            found += 1
            path = finds / f"{target}-{found}"
            path.write_bytes(data)
            print(f"{target}: {trouble[:200]}  ({path})")
            if found >= 10:
                break
        elif chance.random() < 0.002 and len(pool) < 400:
            pool.append(data)
    grown = memory_mib() - memory
    found += grown > MEMORY_MIB
    print(
        f"{target}: by chance, {runs} inputs in {time.monotonic() - begun:.0f} s, slowest {slowest * 1000:.0f} ms, "
        f"memory +{grown:.0f} MiB, {found} finds"
    )
    return found


def by_coverage(target: str, seconds: float, seed: int, finds: Path, grown: Path) -> int:
    """The same with atheris, in a process of its own (it does not come back from its loop)."""
    folder = grown / target
    folder.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(seeds(target)):
        (folder / f"seed-{number}").write_bytes(data)
    words = [
        f"-max_total_time={int(seconds)}",
        f"-seed={seed}",
        f"-max_len={MAX_LEN[target]}",
        f"-timeout={SLOW_S:.0f}",
    ]
    words += ["-rss_limit_mb=2048", "-print_final_stats=1", f"-artifact_prefix={finds}/{target}-", str(folder)]
    before = children_seconds()
    run = atheris_run(target, words)
    cpu = children_seconds() - before
    lines = run.stderr.splitlines()
    units = next((line.split()[-1] for line in lines if "number_of_executed_units" in line), "?")
    rss = next((line.split()[-1] for line in lines if "peak_rss_mb" in line), "?")
    cover = next(
        (word for line in reversed(lines) if " cov: " in line for word in [line.split(" cov: ")[1].split()[0]]), "?"
    )
    if run.returncode:
        print("\n".join([line for line in (run.stdout + run.stderr).splitlines() if line.strip()][-25:]))
    print(
        f"{target}: atheris, {units} inputs in {cpu:.0f} CPU seconds, {cover} branches seen, peak {rss} MiB, "
        f"{'a find' if run.returncode else '0 finds'}",
        flush=True,
    )
    return int(run.returncode != 0)


def fewest(target: str, grown: Path) -> None:
    """Keep of a grown corpus the fewest inputs that see the same branches (nearly: by taking the one that sees most, again and again)."""
    few = grown / f"{target}-fewest"
    few.mkdir(exist_ok=True)
    inputs = sorted((path.read_bytes() for path in (grown / target).iterdir()), key=len)
    seen = [(data, branches(TARGETS[target], data)) for data in inputs]
    left = set[Branch]().union(*(own for _, own in seen))
    total = len(left)
    while left:
        data, own = max(seen, key=lambda pair: len(pair[1] & left))
        left -= own
        (few / hashlib.sha256(data).hexdigest()[:12]).write_bytes(data)
    print(f"{target}: {len(list(few.iterdir()))} of {len(inputs)} inputs see the same {total} branches  ({few})")


Branch = tuple[str, int, int]
"""A step from a line of a file of ours to another one."""


def branches(read: Callable[[bytes], None], data: bytes) -> frozenset[Branch]:
    """The branches that an input sees."""
    found: set[Branch] = set()

    def follow(frame: FrameType, event: str, _argument: object) -> Any:
        file = frame.f_code.co_filename
        if "/companion/" not in file:
            return None
        if event == "call":
            at = [frame.f_lineno]

            def line(inner: FrameType, what: str, _value: object) -> Any:
                if what == "line":
                    found.add((file, at[0], inner.f_lineno))
                    at[0] = inner.f_lineno
                return line

            return line
        return None

    sys.settrace(follow)
    try:
        read(data)
    finally:
        sys.settrace(None)
    return frozenset(found)


def atheris_run(target: str, words: list[str]) -> subprocess.CompletedProcess[str]:
    """One run of the loop of atheris, with its output."""
    command = [sys.executable, __file__, "--inside", target, *words]
    return subprocess.run(command, capture_output=True, text=True, errors="replace", cwd=ROOT, check=False)


def children_seconds() -> float:
    """The processor time of the processes that have ended under this one."""
    import resource

    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def inside(target: str, words: list[str]) -> None:
    """The loop of atheris for one target."""
    import atheris

    with atheris.instrument_imports(include=["companion"]):
        import companion.deals
        import companion.journal
        import companion.referee
        import companion.words.reading
        import companion.words.voice

        if target == "photo":
            import companion.sight.photo  # noqa: F401
    atheris.Setup([sys.argv[0], *words], TARGETS[target])
    atheris.Fuzz()


def main() -> None:
    """Fuzz each target for its time and print what it came to."""
    sys.path.insert(0, str(ROOT))
    if sys.argv[1:2] == ["--inside"]:
        inside(sys.argv[2], sys.argv[3:])
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", choices=[*TARGETS, "all"], default="all")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--finds", type=Path, default=Path(tempfile.gettempdir()))
    parser.add_argument("--grown", type=Path, help="keep what coverage has led to (default: forgotten)")
    parser.add_argument("--fewest", action="store_true", help="minimise what lies in --grown, and fuzz nothing")
    options = parser.parse_args()
    chosen = list(TARGETS) if options.target == "all" else [options.target]
    with tempfile.TemporaryDirectory() as forgotten:
        grown = options.grown or Path(forgotten)
        if options.fewest:
            found = 0
            for target in chosen:
                fewest(target, grown)
        elif importlib.util.find_spec("atheris"):
            found = sum(by_coverage(target, options.seconds, options.seed, options.finds, grown) for target in chosen)
        else:
            found = sum(by_chance(target, options.seconds, options.seed, options.finds) for target in chosen)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
