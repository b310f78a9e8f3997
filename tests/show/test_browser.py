"""The page that replays a game, in a real browser where there is one: keys, list, and where the cards lie."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.show.html import replay_html
from companion.words.voice import Voice
from tests.show.playing import record

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

SCRIPT = """
<script>
const said = [];
const note = () => said.push({
  count: document.getElementById("count").textContent,
  told: document.getElementById("told").textContent,
  state: document.getElementById("state").textContent,
  down: document.querySelectorAll(".card.down").length,
  centre: [...document.querySelectorAll(".card")].filter((c) => c.dataset.place === "centre").length,
  current: document.querySelector("li[aria-current]")?.dataset.step,
});
const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
note();
for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight", "Home", "ArrowLeft"]) { press(key); note(); }
document.querySelectorAll(".moves li")[7].querySelector("button").click(); note();
document.title = "said:" + JSON.stringify(said);
</script>
"""


@pytest.mark.skipif(BROWSER is None, reason="no browser here")
def test_the_page_obeys_its_keys(tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    page.write_text(replay_html(record("practice"), Voice()) + SCRIPT, encoding="utf-8")
    done = subprocess.run(
        [
            str(BROWSER),
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            f"--user-data-dir={tmp_path / 'profile'}",
            "--virtual-time-budget=2000",
            "--dump-dom",
            page.as_uri(),
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    found = re.search(r"<title>said:(.*?)</title>", done.stdout, re.S)
    assert found, done.stderr
    said = json.loads(found[1].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))
    assert [step["count"] for step in said] == [f"{number} / 15" for number in (0, 1, 2, 1, 15, 15, 0, 0, 7)]
    assert said[1]["told"] == "9♣ is turned and laid on the waste."
    assert said[2]["told"].endswith("waits <for> the *seven*")
    assert [step["down"] for step in said] == [52, 51, 50, 51, 42, 42, 52, 52, 47]
    assert [step["centre"] for step in said] == [0, 0, 0, 0, 7, 7, 0, 0, 1]
    assert said[-1]["current"] == "7"
