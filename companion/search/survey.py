"""How many deals can be won: many numbered deals, over processes or machines, one appended line of JSON a deal.

The file is the memory: a survey that was stopped goes on where it stopped, and files of several machines are merged by reading
them together. Deals are those of `--seed N` (`companion.deals.numbered_deal`).
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from companion.errors import FileTrouble
from companion.rules import Value, game, own_options, value_text
from companion.search.odds import wilson
from companion.search.outcome import Limits

Record = dict[str, object]
BACKLOG = 4
"""How many deals wait for each process, so that none idles and a stop loses little."""
WORDS = ("lost", "open", "unresolved", "won")


@dataclass(frozen=True)
class Tally:
    """What a survey has found so far. `interval95`: for the share of deals that can be won, undecided ones counting neither
    as won at its lower end nor as lost at its upper end. `seconds` is the search time of all deals together."""

    variant: str
    options: Mapping[str, str]
    deals: int
    won: int
    lost: int
    unresolved: int
    undecided: int
    interval95: tuple[float, float]
    seconds: float


Progress = Callable[[Tally], None]


def one_deal(variant: str, options: Mapping[str, str], number: int, limits: Limits) -> Record:
    """The record of one numbered deal. A won or unresolved line is replayed before it counts."""
    from companion.deals import numbered_deal
    from companion.search.verdict import judged, solve
    from companion.search.warm import prepare

    rules = game(variant, options)
    table = rules.opening(numbered_deal(rules, number))
    prepare(rules, table)
    found = judged(rules, table, solve(rules, table, limits, seed=number))
    return {
        "variant": rules.variant,
        "options": dict(options),
        "deal": number,
        "verdict": found.verdict,
        "limit": found.limit,
        "best": found.best,
        "moves": len(found.line),
        "nodes": found.nodes,
        "seconds": round(found.seconds, 4),
        "time_s": limits.time_s,
    }


def survey(
    variant: str,
    options: Mapping[str, Value] | None = None,
    *,
    deals: int,
    first: int = 1,
    jobs: int | None = None,
    limits: Limits | None = None,
    out: Path | None = None,
    scheduler: str | None = None,
    stop: Callable[[], bool] | None = None,
    progress: Progress | None = None,
) -> Tally:
    """Search the deals `first` … `first + deals - 1`. Those that `out` already decides, or left open with no less time, are kept.

    `jobs`: processes (all cores by default). `scheduler`: the address of a Dask scheduler whose workers do it instead.
    Ctrl-C or `stop` ends it with what is there. Raises `Unreadable` for a variant, `FileTrouble` for a file.
    """
    rules = game(variant, options)
    named = {name: value_text(value) for name, value in own_options(rules).items()}
    limits = limits or Limits()
    numbers = range(first, first + deals)
    done = {n: r for n, r in _kept(out, rules.variant, named).items() if n in numbers and _settled(r, limits)}
    todo = (number for number in numbers if number not in done)
    tell = progress or (lambda _tally: None)
    tell(tally(rules.variant, named, done.values()))
    for record in _records(rules.variant, named, todo, limits, jobs, scheduler, stop):
        done[_number(record)] = record
        if out is not None:
            _append(out, record)
        tell(tally(rules.variant, named, done.values()))
    return tally(rules.variant, named, done.values())


def merge(paths: Iterable[Path], variant: str, options: Mapping[str, Value] | None = None) -> Tally:
    """The tally of several files together; a deal in more than one counts once, decided rather than open."""
    rules = game(variant, options)
    named = {name: value_text(value) for name, value in own_options(rules).items()}
    done: dict[int, Record] = {}
    for path in paths:
        for number, record in _kept(path, rules.variant, named).items():
            done[number] = _better(done.get(number), record)
    return tally(rules.variant, named, done.values())


def tally(variant: str, options: Mapping[str, str], records: Iterable[Record]) -> Tally:
    """Count records."""
    count = dict.fromkeys(WORDS, 0)
    seconds = 0.0
    for record in records:
        count[str(record["verdict"])] += 1
        seconds += float(str(record["seconds"]))
    total = sum(count.values())
    low, high = wilson(count["won"], total)[0], wilson(count["won"] + count["open"], total)[1]
    return Tally(
        variant, options, total, count["won"], count["lost"], count["unresolved"], count["open"], (low, high), seconds
    )


# ---------------------------------------------------------------- the file


def _kept(path: Path | None, variant: str, options: Mapping[str, str]) -> dict[int, Record]:
    """The records of a file for this game. A last line torn by a crash is passed over, and so is another game's."""
    found: dict[int, Record] = {}
    if path is None or not path.exists():
        return found
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise FileTrouble("file-unreadable", file=str(path), why=str(error)) from error
    for line in lines:
        try:
            record = json.loads(line)
        except ValueError:
            continue
        if not isinstance(record, dict) or record.get("variant") != variant or record.get("options") != options:
            continue
        if isinstance(record.get("deal"), int) and record.get("verdict") in WORDS and "seconds" in record:
            found[record["deal"]] = _better(found.get(record["deal"]), record)
    return found


def _append(path: Path, record: Record) -> None:
    """One line, whole and on disk before the next deal. A torn last line is closed first."""
    try:
        with path.open("a+b") as file:
            size = file.seek(0, os.SEEK_END)
            if size:
                file.seek(-1, os.SEEK_END)
                if file.read(1) != b"\n":
                    file.write(b"\n")
            file.write(json.dumps(record, ensure_ascii=False).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise FileTrouble("file-unwritable", file=str(path), why=str(error)) from error


def _settled(record: Record, limits: Limits) -> bool:
    """Whether a record need not be searched again: decided, or left open by a search that had no less time."""
    return record["verdict"] != "open" or float(str(record.get("time_s", 0))) >= limits.time_s


def _better(one: Record | None, other: Record) -> Record:
    if one is None or one["verdict"] == "open":
        return other
    return one


def _number(record: Record) -> int:
    return int(str(record["deal"]))


# ---------------------------------------------------------------- the work


@contextmanager
def _workers(jobs: int, scheduler: str | None) -> Iterator[Executor]:
    """Processes of this machine, or a Dask cluster's by the same interface."""
    if scheduler is None:
        with ProcessPoolExecutor(jobs) as pool:
            yield pool
        return
    try:
        from distributed import Client
    except ModuleNotFoundError as error:
        raise FileTrouble("dask-missing", scheduler=scheduler) from error
    with Client(scheduler) as client:
        yield client.get_executor()


def _records(
    variant: str,
    options: Mapping[str, str],
    numbers: Iterator[int],
    limits: Limits,
    jobs: int | None,
    scheduler: str | None,
    stop: Callable[[], bool] | None,
) -> Iterator[Record]:
    """The records as they come, in the order in which they are finished."""
    jobs = jobs or os.cpu_count() or 1
    with _workers(jobs, scheduler) as pool:
        waiting: set[Future[Record]] = set()
        most = BACKLOG * (jobs if scheduler is None else 16)
        try:
            while True:
                while len(waiting) < most and (number := next(numbers, None)) is not None:
                    waiting.add(pool.submit(one_deal, variant, options, number, limits))
                if not waiting:
                    return
                ready, waiting = wait(waiting, timeout=0.5, return_when=FIRST_COMPLETED)
                for future in ready:
                    yield future.result()
                if stop is not None and stop():
                    return
        except KeyboardInterrupt:
            return
        finally:
            for future in waiting:
                future.cancel()
