"""Surveys: stopped, resumed, torn and merged."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.search.outcome import Limits
from companion.search.survey import Tally, merge, one_deal, survey

QUICK = Limits(5.0, nodes=3000, memory_mib=64)


def test_a_survey_resumes_where_it_stopped(tmp_path: Path) -> None:
    out = tmp_path / "kookas.jsonl"
    heard: list[Tally] = []
    survey("hauta-kookas", deals=4, jobs=1, limits=QUICK, out=out)
    lines = out.read_text().splitlines()
    assert [json.loads(line)["deal"] for line in lines] == [1, 2, 3, 4] or len(lines) == 4
    out.write_text("\n".join(lines[:3]) + "\n" + lines[3][: len(lines[3]) // 2])
    found = survey("hauta-kookas", deals=4, jobs=1, limits=QUICK, out=out, progress=heard.append)
    assert heard[0].deals == 3
    assert (found.deals, found.won + found.lost + found.undecided) == (4, 4)
    assert found == merge([out, out], "hauta-kookas")
    assert 0 <= found.interval95[0] <= found.interval95[1] <= 1


def test_another_game_in_the_same_file_is_passed_over(tmp_path: Path) -> None:
    out = tmp_path / "both.jsonl"
    record = one_deal("hauta-pysolfc", {}, 7, QUICK)
    out.write_text(json.dumps(record) + "\n" + json.dumps(record | {"deal": 8, "options": {"auto_draw": "on"}}) + "\n")
    assert merge([out], "hauta-pysolfc").deals == 1
    assert merge([out], "hauta").deals == 0


def test_decided_stands_before_open(tmp_path: Path) -> None:
    record = {"variant": "hauta", "options": {}, "deal": 1, "verdict": "open", "seconds": 1.0, "time_s": 1.0}
    one, other = tmp_path / "one.jsonl", tmp_path / "other.jsonl"
    one.write_text(json.dumps(record) + "\n")
    other.write_text(json.dumps(record | {"verdict": "won"}) + "\n")
    for paths in ([one, other], [other, one]):
        found = merge(paths, "hauta")
        assert (found.deals, found.won, found.undecided) == (1, 1, 0)


def test_a_dask_cluster_finds_the_same() -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
        found = survey("hauta-kookas", deals=3, limits=QUICK, scheduler=cluster.scheduler_address)
    alone = survey("hauta-kookas", deals=3, jobs=1, limits=QUICK)
    assert (found.won, found.lost, found.undecided) == (alone.won, alone.lost, alone.undecided)
