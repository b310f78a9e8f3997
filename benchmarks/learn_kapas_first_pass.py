"""Learns the two nets by which the first pass of Napoleono kapas is played and judged (`companion.search.kapas_first_pass`).

    python benchmarks/learn_kapas_first_pass.py [--rounds 4] [--deals 20000] [--races 9000] [--from 1000000] [--out FILE]

Round by round: many first passes are played, by the policy of `companion.search.kapas_policy` at first, then by the player's net of the
round before, with a few moves left to chance. A narrow beam that knows all cards tries to win what they lead to: from that the
prospect's net is learnt anew, over the races of all rounds. Then more first passes are played; what the prospect's net says of their
ends is what the player's net learns to say of each choice on the way. Prints after each round how many races were won, which is what the
player's net is to raise. The deals (`random.Random(k).shuffle`) are used by no other benchmark. Needs PyTorch (the extra `train`); about
four minutes of one core a round. FILE is the nets' own in the package if not named.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from common import laid_out, percent

from companion.rules import game
from companion.search import kapas_foresight
from companion.search.compiled import compiled
from companion.search.kapas import load
from companion.search.kapas_beam import set_seed
from companion.search.kapas_first_pass import (
    NO_RECORD,
    PLAYER_FEATURES,
    PROSPECT_FEATURES,
    Eye,
    Net,
    Record,
    any_move,
    gather_first,
    look_through,
    new_eye,
    new_record,
    note,
    play_first_pass,
    prospect,
)
from companion.search.kapas_kernel import DEALT, PASS, WALL, WON, Deal, deal_next, play, play_safe
from companion.search.kapas_lines import packed
from companion.search.kapas_policy import WEIGHTS, Desk, best_move, new_desk

UNITS = 32
BY_CHANCE = 0.03
"""How many moves in a hundred are left to chance, so that other choices than the best are learnt of too."""
UNEVEN = 0.2
"""How much the weights of the policy differ from pass to pass in the first round."""
ORDERS_EACH = 3
"""Orders of the unseen cards in which the choices of a deal are learnt."""
LOST_SIGHT, LEFT_OUT = 0.1, 0.1
"""Features and units left out at random while the prospect's net is learnt, so that it relies on none."""
TESTED = 0.05
FILE = Path(__file__).resolve().parent.parent / "companion" / "search" / "models" / "kapas_first_pass.npz"

World = tuple[Any, Any, Any, int, Deal]


class Nets(NamedTuple):
    """The two nets; no player's net stands for the policy of the first round."""

    player: Net | None
    behind: Net | None


def worlds(numbers: range) -> list[World]:
    """The deals of these numbers, laid out."""
    rules, found = game("kapas"), []
    for number in numbers:
        row, mask, order, length, lying = packed(rules, laid_out(rules, number))
        found.append((row, np.uint64(mask), order, length, lying))
    return found


def another_order(world: World, rng: np.random.Generator) -> World:
    """The same table with what is unseen in another order."""
    row, mask, order, length, lying = world
    walls, order = lying.walls.copy(), order.copy()
    spots = [(walls[i], d) for i in range(4) for d in range(row[WALL + i] - 1)]
    spots += [(order, p) for p in range(row[DEALT], length)]
    for (pile, at), card in zip(spots, rng.permutation([pile[at] for pile, at in spots]), strict=True):
        pile[at] = card
    return row, mask, order, length, Deal(walls, lying.settings, lying.weights)


@compiled
def play_by_policy(
    desk: Desk,
    eye: Eye,
    row: Any,
    mask: Any,
    order: Any,
    length: int,
    lying: Deal,
    weights: Any,
    random: float,
    record: Record,
) -> Any:
    """As `play_first_pass`, by the policy of `companion.search.kapas_policy`."""
    eye.orders[0] = order
    mask = play_safe(row, mask, eye.orders[0], lying)
    while True:
        if np.random.random() < random:
            move = any_move(row, mask, eye.orders[0], lying)
        else:
            move = best_move(desk, row, mask, eye.orders[0], length, lying, weights)
        note(record, eye, row, mask, eye.orders[0], length, lying, move)
        if move >= 0:
            mask = play(row, mask, eye.orders[0], move >> 3, move & 7, lying.walls)
        elif row[DEALT] < length:
            deal_next(row, length)
        else:
            return gather_first(eye, row, mask, lying)
        mask = play_safe(row, mask, eye.orders[0], lying)


class Learner:
    """What has been learnt, and where."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.desk = new_desk()
        empty = Net(*(np.zeros(shape, np.float32) for shape in ((1, UNITS), UNITS, UNITS, 1)))
        self.eye = new_eye(empty, empty)
        self.nets = Nets(None, None)
        self.sights: list[Any] = []
        self.won: list[bool] = []

    def first_pass(self, world: World, record: Record) -> World:
        """The world as a first pass leaves it."""
        row, mask, order, length, lying = world
        row = row.copy()
        if self.nets.player is None:
            weights = WEIGHTS * np.exp(self.rng.normal(0, UNEVEN, WEIGHTS.shape))
            mask, length = play_by_policy(
                self.desk, self.eye, row, mask, order, length, lying, weights, BY_CHANCE, record
            )
        else:
            mask, length = play_first_pass(
                self.nets.player, self.eye, row, mask, order, length, lying, BY_CHANCE, record
            )
        return row, np.uint64(mask), self.eye.orders[1].copy(), int(length), lying

    def race(self, numbers: range) -> float:
        """Let the beam try what first passes of these deals lead to; the share that it wins."""
        won = 0
        for world in worlds(numbers):
            row, mask, order, length, lying = self.first_pass(world, NO_RECORD)
            if row[PASS] == 1:  # won in the first pass
                continue
            n = look_through(self.eye, row, order, length, lying.walls)
            self.sights.append(self.eye.found[:n].astype(np.int16))
            self.won.append(kapas_foresight.wins((row, mask, order, length, lying)))
            won += self.won[-1]
        print(f"races won {percent(won, len(numbers))}", flush=True)
        return won / len(numbers)

    def learn_prospect(self) -> None:
        """Learn from all races so far."""
        found = np.full((len(self.sights), max(map(len, self.sights))), PROSPECT_FEATURES, np.int16)
        for line, sight in zip(found, self.sights, strict=True):
            line[: len(sight)] = sight
        won = np.array(self.won, np.float32)
        mixed = self.rng.permutation(len(won))
        net = fit(
            found[mixed], won[mixed], PROSPECT_FEATURES, None, passes=2, batch=512, speed=3e-3, spread=0.02, steady=True
        )
        self.nets = Nets(self.nets.player, net)

    def learn_player(self, numbers: range) -> None:
        """Learn from the choices made in first passes of these deals."""
        assert self.nets.behind is not None
        record, found, said = new_record(200), [], []
        for world in worlds(numbers):
            for at in range(ORDERS_EACH):
                record.noted[0] = 0
                one = another_order(world, self.rng) if at else world
                row, _, order, length, lying = self.first_pass(one, record)
                on_bases = int(row[:4].sum())
                if row[PASS] == 1:
                    chance = float(on_bases == WON)
                else:
                    chance = float(prospect(self.nets.behind, self.eye, row, order, length, lying.walls))
                found.append(record.found[: record.noted[0]].copy())
                said.append(np.full(len(found[-1]), chance, np.float32))
        before = self.nets.player
        net = fit(
            np.concatenate(found),
            np.concatenate(said),
            PLAYER_FEATURES,
            before,
            passes=2,
            batch=4096,
            speed=5e-3 if before is None else 2e-3,
            spread=0.05,
            steady=False,
        )
        self.nets = Nets(net, self.nets.behind)


def fit(
    found: Any,
    chances: Any,
    features: int,
    before: Net | None,
    *,
    passes: int,
    batch: int,
    speed: float,
    spread: float,
    steady: bool,
) -> Net:
    """A net that answers with these chances to what was found (filled up with the number of features); begun from another if given.

    `steady`: features and units are left out at random and rows are kept small, where there is little to learn from.
    """
    kept = int(len(chances) * (1 - TESTED))
    batch = min(batch, max(1, kept // 8))
    seen, told = torch.tensor(found), torch.tensor(chances)
    rows = torch.nn.EmbeddingBag(features + 1, UNITS, mode="sum", padding_idx=features)
    torch.nn.init.normal_(rows.weight, 0, spread)
    mean = float(chances.mean())
    bias = torch.nn.Parameter(torch.full((UNITS,), 0.1))
    out = torch.nn.Parameter(torch.randn(UNITS) * 0.25)
    out_bias = torch.nn.Parameter(torch.tensor(float(np.log(mean / (1 - mean)))))
    with torch.no_grad():
        rows.weight[features] = 0
        if before is not None:
            rows.weight[:features] = torch.tensor(before.rows)
            bias[:], out[:] = torch.tensor(before.bias), torch.tensor(before.out)
            out_bias.fill_(float(before.out_bias[0]))

    def answers(lines: Any, leave_out: bool) -> Any:
        units = torch.relu(rows(lines.int()) + bias)
        return (torch.nn.functional.dropout(units, LEFT_OUT) if leave_out else units) @ out + out_bias

    optimiser = torch.optim.AdamW(
        [
            {"params": [rows.weight], "weight_decay": 0.01 if steady else 0.0},
            {"params": [bias, out, out_bias], "weight_decay": 0.0},
        ],
        lr=speed,
    )
    steps = passes * (kept // batch)
    pace = torch.optim.lr_scheduler.OneCycleLR(optimiser, speed, total_steps=steps + 1, pct_start=0.2)
    for _ in range(passes):
        mixed = torch.randperm(kept)
        for at in range(0, kept - batch + 1, batch):
            lines = seen[mixed[at : at + batch]]
            if steady:
                lines = torch.where(
                    torch.rand(lines.shape) < LOST_SIGHT, torch.tensor(features, dtype=lines.dtype), lines
                )
            loss = torch.nn.functional.binary_cross_entropy_with_logits(
                answers(lines, steady), told[mixed[at : at + batch]]
            )
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            pace.step()
    with torch.no_grad():
        tested = torch.nn.functional.binary_cross_entropy_with_logits(answers(seen[kept:], False), told[kept:])
        share = torch.tensor(float(chances[kept:].mean()))
        plain = torch.nn.functional.binary_cross_entropy(share.expand(len(told) - kept), told[kept:])
        print(
            f"  {len(chances)} examples; loss on others {float(tested):.4f}, by their mean {float(plain):.4f}",
            flush=True,
        )
    arrays = (rows.weight[:features], bias, out, out_bias.reshape(1))
    return Net(*(np.ascontiguousarray(array.detach().numpy().astype(np.float32)) for array in arrays))


def write(nets: Nets, path: Path) -> None:
    """The nets as halves, which is all that their numbers are good for."""
    assert nets.player is not None
    assert nets.behind is not None
    named = {"player": nets.player, "prospect": nets.behind}
    arrays = {
        f"{name}.{part}": getattr(net, part).astype(np.float16) for name, net in named.items() for part in Net._fields
    }
    path.parent.mkdir(exist_ok=True)
    np.savez_compressed(path, **arrays)


def main() -> None:
    """Learn, print, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--deals", type=int, default=20_000, help="deals whose choices are learnt from, each round")
    parser.add_argument("--races", type=int, default=9_000, help="deals that the beam races through, each round")
    parser.add_argument("--from", type=int, default=1_000_000, dest="first")
    parser.add_argument("--out", type=Path, default=FILE)
    asked = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(asked.first)
    set_seed(asked.first)
    load()
    kapas_foresight.load()
    learner, first = Learner(asked.first), asked.first
    for number in range(asked.rounds):
        begun = time.process_time()
        races = asked.races * (
            4 if number == 0 else 1
        )  # the first round's policy is uneven, and there is nothing else to learn from yet
        learner.race(range(first, first + races))
        learner.learn_prospect()
        learner.learn_player(range(first + races, first + races + asked.deals))
        first += races + asked.deals
        write(learner.nets, asked.out)
        print(f"round {number + 1} of {asked.rounds}: {time.process_time() - begun:.0f} s", flush=True)
    learner.race(range(first, first + asked.races))


if __name__ == "__main__":
    main()
