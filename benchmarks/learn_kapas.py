"""Learns the weights by which `companion.search.kapas_rating` rates positions of Napoleono kapas.

    python benchmarks/learn_kapas.py [--deals 1000] [--rounds 5] [--from 20000] [--out companion/search/kapas_weights.py]

Each round searches the deals with ever wider beams by the weights so far. Where one wins, every position on the way to the win was
chosen among others at the same pass and stock: the weights are moved so that it rates highest among a dozen of them (softmax, Adam).
The mean of all rounds but the first is kept. Prints how many of other deals narrow beams win before and after; deals below 20,000,
which the other benchmarks use, are not touched. About three minutes of one core a round for a thousand deals.
"""

from __future__ import annotations

import argparse
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from common import laid_out

from companion.rules import game
from companion.search.kapas import load
from companion.search.kapas_beam import Beam, new_book, set_seed, start
from companion.search.kapas_kernel import DEAL, PASS, Book
from companion.search.kapas_lines import packed
from companion.search.kapas_rating import FEATURES, ON_BASES, ON_LOWEST_BASE, WEIGHTS, look, new_sight
from companion.search.kapas_relaxed import DEAD, alive, new_memo

WIDTHS = (30, 120, 300)
GROUP = 12
"""Positions compared: the one on the way to the win and others."""
PASSES_OVER, BATCH, SPEED, SLOW = 10, 512, 0.03, 0.01
KEPT = 60_000
"""Groups of earlier rounds that are learnt from again."""
TESTED = range(30_200, 30_600)

Packed = tuple[Any, int, Any, int, Any]


class Choosing(Beam):
    """A beam that remembers what it chose from."""

    def __init__(self, *what: Any) -> None:
        super().__init__(*what)
        self.choices: list[Any] = []

    def _best(self, positions: Any, width: int) -> Any:
        self.choices.append(positions)
        return super()._best(positions, width)


def openings(numbers: range) -> list[Packed]:
    """The deals of these numbers that are not lost from the start."""
    rules, found = game("kapas"), []
    for number in numbers:
        this = packed(rules, laid_out(rules, number))
        if alive(new_memo(18, 1 << 16), this[0], this[4].walls, 3000) != DEAD:
            found.append(this)
    return found


def race(this: Packed, weights: Any, width: int, noise: float) -> tuple[Book, Choosing, int]:
    """One beam over one deal, and the won position or -1."""
    row, mask, order, length, deal = this
    deal = deal._replace(weights=weights)
    book = new_book(20_000 + 600 * width)
    start(book, row, np.uint64(mask), order, length, deal)
    beam = Choosing(book, new_memo(10, 100), deal, lambda: None)
    return book, beam, beam.run(width, 0, noise, lazy=False)


def counted(book: Book, at: int, walls: Any, sight: Any, out: Any) -> None:
    """The features of a position, counted."""
    row, order = book.rows[at], book.order[at]
    n = look(sight, row, book.masks[at], book.orders[order], book.lengths[order], walls)
    out[:] = np.bincount(sight.found[:n], minlength=FEATURES)
    out[ON_BASES], out[ON_LOWEST_BASE] = row[:4].sum(), row[:4].min()


def groups(book: Book, beam: Choosing, won: int, walls: Any, rng: Any) -> tuple[list[Any], list[int]]:
    """For each choice on the way to the win the features of what was chosen, then those of others; and its pass."""
    way = []
    at = won
    while at >= 0:
        way.append(at)
        at = int(book.parent[at])
    after = {earlier: later for later, earlier in pairwise(way)}
    sight, found, passes = new_sight(), [], []
    for choices in beam.choices:
        for at in set(way).intersection(choices.tolist()) if choices.size >= 4 else ():
            if at not in after:
                continue
            to_deal = book.move[after[at]] >= DEAL
            # All that lies at a level, from what was dealt on, is chosen among once more to deal on from.
            of_level = choices[0] == 0 or book.move[choices[0]] >= DEAL
            if to_deal != of_level:
                continue
            others = rng.choice(choices, (GROUP - 1, 4))
            others[GROUP // 2 :, 1:] = others[GROUP // 2 :, :1]
            # Half of the others are the best of four: it is from those that it must be told.
            best = others[np.arange(GROUP - 1), book.score[others].argmax(1)]
            features = np.zeros((GROUP, FEATURES), np.int8)
            for place, position in enumerate((at, *best)):
                counted(book, int(position), walls, sight, features[place])
            found.append(features)
            passes.append(int(book.rows[at, PASS]))
    return found, passes


def fit(ends: Any, features: Any, passes: Any, rng: Any) -> Any:
    """The weights at both ends after a few times over the groups; the loss is printed."""
    late = (passes - 1)[:, None] / 4
    ends, anchor = ends.copy(), ends
    mean, square = np.zeros_like(ends), np.zeros_like(ends)
    steps = 0
    for over in range(PASSES_OVER):
        loss = 0.0
        order = rng.permutation(len(passes))
        for begin in range(0, len(order), BATCH):
            these = order[begin : begin + BATCH]
            x, lateness = features[these].astype(np.float32), late[these]
            scores = np.einsum("gpf,gf->gp", x, (1 - lateness) * ends[0] + lateness * ends[1])
            share = np.exp(scores - scores.max(1, keepdims=True))
            share /= share.sum(1, keepdims=True)
            loss -= np.log(share[:, 0] + 1e-9).sum()
            share[:, 0] -= 1
            slope = np.einsum("gpf,gp->gf", x, share)
            slopes = np.stack((((1 - lateness) * slope).mean(0), (lateness * slope).mean(0))) + 1e-4 * (ends - anchor)
            steps += 1
            mean = 0.9 * mean + 0.1 * slopes
            square = 0.99 * square + 0.01 * slopes**2
            speed = SPEED if over < 0.6 * PASSES_OVER else SLOW
            ends = ends - speed * (mean / (1 - 0.9**steps)) / (np.sqrt(square / (1 - 0.99**steps)) + 1e-6)
    print(f"  {len(passes)} groups, loss {loss / len(passes):.4f}", flush=True)
    return ends


def by_pass(ends: Any) -> Any:
    return np.linspace(ends[0], ends[1], 5)


def tested(deals: list[Packed], weights: Any) -> str:
    """How many deals narrow beams win."""
    counts = (sum(race(deal, weights, width, 0.0)[2] >= 0 for deal in deals) for width in (30, 100))
    return f"of {len(deals)} other deals beams of 30 and 100 win " + " and ".join(map(str, counts))


def written(ends: Any) -> str:
    """The module of weights."""
    lines = [
        '"""What the rating of Napoleono kapas (`companion.search.kapas_rating`) has learnt: a weight for each feature, in the first'
        "\npass and in the last.\n\nLearnt from deals 20,000 and up by `benchmarks/learn_kapas.py`, which also writes this file.\n"
        '"""\n',
        "from __future__ import annotations\n",
        "import numpy as np\n",
        "# fmt: off\nENDS = np.array(\n    [",
    ]
    for row in ends:
        lines.append("        [")
        line = "           "
        for number in row:
            text = f" {round(float(number), 2) + 0.0},"
            if len(line) + len(text) > 119:
                lines.append(line)
                line = "           "
            line += text
        lines += [line, "        ],"]
    return "\n".join([*lines, "    ]", ")", "# fmt: on", ""])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--from", type=int, default=20_000, dest="first")
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    load()
    set_seed(1)
    rng = np.random.default_rng(1)
    ends, mean = WEIGHTS[[0, 4]].copy(), []
    others = openings(TESTED)
    print("before:", tested(others, by_pass(ends)), flush=True)
    pool = openings(range(asked.first, asked.first + asked.deals))
    features, passes = np.zeros((0, GROUP, FEATURES), np.int8), np.zeros(0, np.int64)
    for number in range(asked.rounds):
        won, found, when = 0, [], []
        for this in pool:
            for width in WIDTHS:
                book, beam, at = race(this, by_pass(ends), width, 1.0)
                if at >= 0:
                    won += 1
                    more, then = groups(book, beam, at, this[4].walls, rng)
                    found += more
                    when += then
                    break
        print(f"round {number + 1}: {won} of {len(pool)} won", flush=True)
        features = np.concatenate((features[-KEPT:], np.array(found, np.int8)))
        passes = np.concatenate((passes[-KEPT:], np.array(when)))
        ends = fit(ends, features, passes, rng)
        mean += [ends] if number or asked.rounds == 1 else []
    ends = np.mean(mean, axis=0).round(2)
    print("after:", tested(others, by_pass(ends)))
    if asked.out:
        asked.out.write_text(written(ends), encoding="utf-8")


if __name__ == "__main__":
    main()
