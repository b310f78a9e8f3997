"""Learns the two nets of the first pass of Napoleono kapas: the player's (`companion.search.kapas_first_pass`) and the prospect's.

    python benchmarks/learn_kapas_first_pass.py race     RACES [--deals 100000] [--seed 1] [--player NET] [--prospect NET]
    python benchmarks/learn_kapas_first_pass.py prospect NET RACES… [--width 64] [--rounds 3]
    python benchmarks/learn_kapas_first_pass.py player   NET [--minutes 10] [--seed 1] [--player NET] [--prospect NET]

`race` plays first passes of shuffled packs and lets a narrow beam that knows all cards try to win what they lead to. In half of the packs
one pass is played, in the others several with more moves left to chance, of which the one is raced that looks best: those are the
positions that a search among plans ends up with, and that a net which has not seen them praises too much. `prospect` learns from files
of races how likely a world is to be won. `player` plays on and on and learns from its own play: what it says of a choice is to be what
it says of the next ones, weighed with what the prospect's net says at the end of the pass (temporal differences, λ = 0.8).

A NET is a file of arrays; the package's own is played and judged by where none is named, `none` is a net that knows nothing yet. Packs
are shuffled by seeds of numpy, which no benchmark deals by. `prospect` and `player` need PyTorch (the extra `train`).

The package's nets were learnt in these three steps, taken in turn, by scripts of which this one was made; it has not made them again.
550,000 of the 910,000 races were run at the ends of an older player, of 1, 8 or 24 passes a pack, the others as here; the prospect's net
is of width 128; the player's began with nothing, at width and units 32, and was widened to 64 of both for its last twenty-five minutes.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from common import laid_out, percent

from companion.rules import game
from companion.search import kapas_first_pass as first
from companion.search import kapas_foresight
from companion.search import kapas_prospect as behind
from companion.search.compiled import compiled, copy
from companion.search.kapas import load
from companion.search.kapas_beam import set_seed
from companion.search.kapas_kernel import (
    DEALT,
    HIGH,
    LOW,
    MOST,
    PASS,
    SOURCES,
    TARGETS,
    WALL,
    WIDTH,
    WON,
    Deal,
    accepts,
    deal_next,
    play,
    play_safe,
    source_card,
)
from companion.search.kapas_lines import packed
from companion.search.kapas_towers import Towers, answer, towers_of

if TYPE_CHECKING:
    import torch

PASSES_PLAYED = ((1, 0.5, 0.02), (4, 0.3, 0.05), (12, 0.2, 0.08))
"""How many passes of a pack are played, in what share of the packs, and what share of their moves is left to chance."""
BY_CHANCE, BY_CHANCE_LAST = 0.05, 0.02
"""The same while the player learns, and in the last tenth of its time."""
LAMBDA = 0.8
ORDERS_BEHIND = 6
"""Orders of the hidden cards in which a pass that has ended is judged."""
PACKS = 4000
"""Packs played between two lessons of the player."""
MOST_CHOICES = 400
"""Choices of one pass at most."""
UNITS = {"player": 32, "prospect": 64}
LOST_SIGHT, LEFT_OUT, DECAY = 0.1, 0.1, 0.05
"""Features and sums left out at random while the prospect's net is learnt, so that it relies on none; how fast its rows shrink."""
TESTED = 0.05

Numbers = Any


class Record(NamedTuple):
    """What the player saw of its choices, padded with the number of features, and what it is to say of them."""

    suits: Numbers
    walls: Numbers
    table: Numbers
    says: Numbers
    """What it says of the choice that it would make."""
    by_chance: Numbers
    """Whether another one was made."""
    target: Numbers
    noted: Numbers
    """How many choices, in its only place."""


class Pack(NamedTuple):
    """A table as it is laid out, and its cards, to be shuffled."""

    row: Numbers
    mask: Numbers
    order: Numbers
    length: int
    deal: Deal
    cards: Numbers


def any_pack() -> Pack:
    rules = game("kapas")
    row, mask, order, length, deal = packed(rules, laid_out(rules, 1))
    cards = [deal.walls[i, d] for i in range(4) for d in range(row[WALL + i])]
    cards += [row[HIGH + i] for i in range(4)] + list(order[:length])
    return Pack(row, np.uint64(mask), order, length, deal, np.array(cards, np.int16))


def new_record(choices: int) -> Record:
    return Record(
        np.zeros((choices, 4, first.MOST_OF_SUIT), np.int16),
        np.zeros((choices, 4, first.MOST_OF_WALL), np.int16),
        np.zeros((choices, first.MOST_OF_TABLE), np.int16),
        np.zeros(choices, np.float32),
        np.zeros(choices, np.bool_),
        np.zeros(choices, np.float32),
        np.zeros(1, np.int64),
    )


@compiled
def lay_out(pack: Pack, walls: Numbers, row: Numbers, order: Numbers) -> None:
    """Put the cards, in the order they are in, where a game begins."""
    copy(row, pack.row)
    x = 0
    for i in range(4):
        for d in range(row[WALL + i]):
            walls[i, d] = pack.cards[x]
            x += 1
    for i in range(4):
        row[LOW + i] = row[HIGH + i] = pack.cards[x]
        x += 1
    for p in range(pack.length):
        order[p] = pack.cards[x]
        x += 1


@compiled
def any_move(row: Numbers, mask: Any, order: Numbers, deal: Deal) -> int:
    """A move taken at random, or -1 for dealing on, all alike."""
    move, among = -1, 1
    for source in range(SOURCES):
        card = source_card(row, mask, order, source, deal.walls)
        for target in range(TARGETS if card else 0):
            if accepts(row, card, source, target):
                among += 1
                if np.random.random() * among < 1:
                    move = source * 8 + target
    return move


@compiled
def says_of(
    net: Towers, eye: first.Eye, row: Numbers, mask: Any, order: Numbers, length: int, deal: Deal, move: int
) -> Any:
    """What chance the player's net gives to a choice; what it has found of it stands in the eye."""
    if move >= 0:
        copy(eye.trial, row)
        after = play(eye.trial, mask, order, move >> 3, move & 7, deal.walls)
        first.look(eye, eye.trial, after, order, length, deal.walls, row)
    else:
        first.look(eye, row, mask, order, length, deal.walls, row)
        first.dealing_on(eye)
    return 1 / (1 + np.exp(-answer(net, eye.gaze)))


@compiled
def note(record: Record, eye: first.Eye) -> None:
    """Write down what stands in the eye."""
    at, gaze = record.noted[0], eye.gaze
    for i in range(4):
        for x in range(record.suits.shape[2]):
            record.suits[at, i, x] = gaze.suits[i, x] if x < gaze.counts[i] else first.SUIT_FEATURES
        for x in range(record.walls.shape[2]):
            record.walls[at, i, x] = gaze.walls[i, x] if x < gaze.counts[4 + i] else first.WALL_FEATURES
    for x in range(record.table.shape[1]):
        record.table[at, x] = gaze.table[x] if x < gaze.counts[8] else first.TABLE_FEATURES
    record.noted[0] = at + 1


@compiled
def play_pass(
    net: Towers,
    eye: first.Eye,
    row: Numbers,
    mask: Any,
    order: Numbers,
    length: int,
    deal: Deal,
    chance: float,
    record: Record,
) -> Any:
    """As `play_first_pass`, some moves being left to chance, and noted where the record has room for a pass."""
    copy(eye.orders[0], order)
    mask = play_safe(row, mask, eye.orders[0], deal)
    noting = record.says.shape[0] > 0
    while True:
        move = first.chosen(net, eye, row, mask, eye.orders[0], length, deal)
        other = any_move(row, mask, eye.orders[0], deal) if np.random.random() < chance else move
        if noting:
            at = record.noted[0]
            record.says[at] = says_of(net, eye, row, mask, eye.orders[0], length, deal, move)
            record.by_chance[at] = other != move
            if other != move:
                says_of(net, eye, row, mask, eye.orders[0], length, deal, other)
            note(record, eye)
        if other >= 0:
            mask = play(row, mask, eye.orders[0], other >> 3, other & 7, deal.walls)
        elif row[DEALT] < length:
            deal_next(row, length)
        elif mask:
            return first.gather_first(eye, row, mask, deal)
        else:
            return mask, length
        mask = play_safe(row, mask, eye.orders[0], deal)


@compiled
def judged(net: Towers, gaze: Any, eye: first.Eye, row: Numbers, length: int, walls: Numbers) -> float:
    """What chance a pass that has ended leaves, over some orders of the cards that are hidden still."""
    if row[PASS] == 1:
        return 1.0 if row[0] + row[1] + row[2] + row[3] == WON else 0.0
    other, hidden, total = walls.copy(), np.zeros(44, np.int16), 0.0
    for turn in range(ORDERS_BEHIND):
        if turn:
            n = 0
            for i in range(4):
                for d in range(row[WALL + i] - 1):
                    hidden[n] = other[i, d]
                    n += 1
            np.random.shuffle(hidden[:n])
            n = 0
            for i in range(4):
                for d in range(row[WALL + i] - 1):
                    other[i, d] = hidden[n]
                    n += 1
        total += behind.prospect(net, gaze, row, eye.orders[1], length, other)
    return total / ORDERS_BEHIND


@compiled
def look_back(record: Record, begin: int, value: float) -> None:
    """Write what is to be said of the choices from `begin` on, of which the last led to this value."""
    for at in range(record.noted[0] - 1, begin - 1, -1):
        record.target[at] = value
        # What follows a choice left to chance says nothing of the choices before it.
        share = 0.0 if record.by_chance[at] else LAMBDA
        value = (1 - share) * record.says[at] + share * value


@compiled
def play_packs(
    player: Towers, prospect: Towers, eye: first.Eye, gaze: Any, pack: Pack, packs: int, chance: float, record: Record
) -> Any:
    """Play first passes as long as the record has room; how many, and the mean chance that they leave."""
    walls, row, order = pack.deal.walls.copy(), pack.row.copy(), pack.order.copy()
    deal, total = Deal(walls, pack.deal.settings, pack.deal.weights), 0.0
    record.noted[0] = 0
    for number in range(packs):
        begin = record.noted[0]
        if begin + MOST_CHOICES > record.says.shape[0]:
            return number, total / max(1, number)
        np.random.shuffle(pack.cards)
        lay_out(pack, walls, row, order)
        _, length = play_pass(player, eye, row, pack.mask, order, pack.length, deal, chance, record)
        value = judged(prospect, gaze, eye, row, length, walls)
        look_back(record, begin, value)
        total += value
    return packs, total / packs


def race(player: Towers, prospect: Towers, deals: int, seed: int, out: Path) -> None:
    """Play and race, and write rows, packets, their lengths, walls and what was won."""
    rng, pack, nothing = np.random.default_rng(seed), any_pack(), new_record(0)
    set_seed(seed)
    eye, gaze = first.new_eye(player), behind.new_look(prospect)
    rows, packets = np.zeros((deals, WIDTH), np.int8), np.zeros((deals, MOST), np.int8)
    lengths, walls = np.zeros(deals, np.int8), np.zeros((deals, *pack.deal.walls.shape), np.int8)
    praised, won, passes = np.zeros(deals, np.float32), np.zeros(deals, np.bool_), np.zeros(deals, np.int8)
    n, here, begun, order = 0, pack.deal.walls.copy(), pack.row.copy(), pack.order.copy()
    deal = Deal(here, pack.deal.settings, pack.deal.weights)
    while n < deals:
        rng.shuffle(pack.cards)
        lay_out(pack, here, begun, order)
        times, _, chance = PASSES_PLAYED[rng.choice(3, p=[share for _, share, _ in PASSES_PLAYED])]
        best: tuple[float, Any, int, Any, int] | None = None
        for _ in range(times):
            row = begun.copy()
            mask, length = play_pass(player, eye, row, pack.mask, order, pack.length, deal, chance, nothing)
            if row[PASS] == 1:
                continue
            says = float(behind.prospect(prospect, gaze, row, eye.orders[1], length, here))
            if best is None or says > best[0]:
                best = says, row, int(mask), eye.orders[1].copy(), int(length)
        if best is None:  # won in the first pass
            continue
        praised[n], rows[n], mask, packets[n], lengths[n] = best
        walls[n], passes[n] = here, times
        won[n] = kapas_foresight.wins((best[1], mask, best[3], best[4], deal))
        n += 1
        if n % 10_000 == 0 or n == deals:
            for times, _, _ in PASSES_PLAYED:
                of_these = passes[:n] == times
                if of_these.any():
                    said = 100 * praised[:n][of_these].mean()
                    print(f"{times:2} played: {percent(int(won[:n][of_these].sum()), int(of_these.sum()))} won, "
                          f"{said:.1f} % said", flush=True)  # fmt: skip
            np.savez_compressed(
                out, rows=rows[:n], packets=packets[:n], lengths=lengths[:n], walls=walls[:n], won=won[:n]
            )


@compiled
def look_at_all(
    gaze: Any,
    rows: Numbers,
    packets: Numbers,
    lengths: Numbers,
    walls: Numbers,
    of_suits: Numbers,
    of_walls: Numbers,
    of_tables: Numbers,
) -> None:
    """What the prospect's net finds of each world."""
    for x in range(rows.shape[0]):
        behind.look_through(gaze, rows[x], packets[x], lengths[x], walls[x])
        for i in range(4):
            of_suits[x, i, : gaze.counts[i]] = gaze.suits[i, : gaze.counts[i]]
            of_walls[x, i, : gaze.counts[4 + i]] = gaze.walls[i, : gaze.counts[4 + i]]
        of_tables[x, : gaze.counts[8]] = gaze.table[: gaze.counts[8]]


class Learner:
    """A net that learns what to say of what was found."""

    def __init__(self, features: tuple[int, int, int], width: int, units: int, left_out: float) -> None:
        import torch
        from torch import nn

        self.rows = nn.ModuleList([nn.EmbeddingBag(n + 1, width, mode="sum", padding_idx=n) for n in features])
        for rows, n in zip(self.rows, features, strict=True):
            nn.init.normal_(rows.weight, 0, 0.05)
            rows.weight.data[n] = 0
        self.biases = nn.ParameterList([nn.Parameter(torch.full((width,), 0.1)) for _ in range(2)])
        self.hidden, self.out = nn.Linear(3 * width, units), nn.Linear(units, 1)
        self.out.bias.data[:] = -1
        self.drop = nn.Dropout(left_out)
        self.others = [*self.biases, *self.hidden.parameters(), *self.out.parameters()]

    def __call__(self, suits: torch.Tensor, walls: torch.Tensor, table: torch.Tensor) -> torch.Tensor:
        """The logarithms of the odds of some positions."""
        import torch

        sums = [
            torch.relu(rows(found.reshape(len(found) * 4, -1).int()) + bias).reshape(len(found), 4, -1).sum(1)
            for rows, bias, found in zip(self.rows, self.biases, (suits, walls), strict=False)
        ]
        seen = self.drop(torch.cat([*sums, self.rows[2](table.int())], 1))
        return self.out(self.drop(torch.relu(self.hidden(seen)))).squeeze(1)

    def net(self) -> Towers:
        """As the kernels take it."""
        rows = [each.weight[:-1] for each in self.rows]
        layer = self.hidden.weight.T, self.hidden.bias, self.out.weight[0], self.out.bias
        arrays = (rows[0], self.biases[0], rows[1], self.biases[1], rows[2], *layer)
        return Towers(*(np.ascontiguousarray(each.detach().numpy(), np.float32) for each in arrays))

    def go_on_from(self, net: Towers) -> None:
        """Begin where another net of this shape has ended."""
        import torch

        told = [torch.tensor(each) for each in net]
        with torch.no_grad():
            for rows, at in zip(self.rows, (0, 2, 4), strict=True):
                rows.weight[:-1] = told[at]
            for bias, at in zip(self.biases, (1, 3), strict=True):
                bias[:] = told[at]
            self.hidden.weight[:], self.hidden.bias[:] = told[5].T, told[6]
            self.out.weight[0], self.out.bias[:] = told[7], told[8]


def learn_prospect(files: list[Path], out: Path, width: int, rounds: int) -> None:
    """Learn from races, print what is said of others, write the net."""
    import torch

    loss_of = torch.nn.functional.binary_cross_entropy_with_logits
    read = [np.load(file) for file in files]
    rows, packets, lengths, walls, won = (
        np.concatenate([file[name] for file in read]) for name in ("rows", "packets", "lengths", "walls", "won")
    )
    mixed = np.random.default_rng(0).permutation(len(won))
    features = behind.SUIT_FEATURES, behind.WALL_FEATURES, behind.TABLE_FEATURES
    learner = Learner(features, width, UNITS["prospect"], LEFT_OUT)
    shapes = (4, behind.MOST_OF_SUIT), (4, behind.MOST_OF_WALL), (behind.MOST_OF_TABLE,)
    found = [np.full((len(won), *shape), n, np.int16) for shape, n in zip(shapes, features, strict=True)]
    worlds = (np.ascontiguousarray(each[mixed], np.int16) for each in (rows, packets, lengths, walls))
    look_at_all(behind.new_look(learner.net()), *worlds, *found)
    seen, told = [torch.from_numpy(each) for each in found], torch.tensor(won[mixed].astype(np.float32))
    kept, batch, speed = int(len(won) * (1 - TESTED)), 512, 3e-3
    optimiser = torch.optim.AdamW(
        [
            {"params": list(learner.rows.parameters()), "weight_decay": DECAY},
            {"params": learner.others, "weight_decay": 0.01},
        ],
        lr=speed,
    )
    steps = rounds * (kept // batch)
    pace = torch.optim.lr_scheduler.OneCycleLR(optimiser, speed, total_steps=steps + 1, pct_start=0.15)
    for number in range(rounds):
        total, at_random = 0.0, torch.randperm(kept)
        for at in range(0, kept - batch + 1, batch):
            chosen = at_random[at : at + batch]
            shown = [
                torch.where(
                    torch.rand(each[chosen].shape) < LOST_SIGHT, torch.tensor(n, dtype=each.dtype), each[chosen]
                )
                if n != behind.TABLE_FEATURES
                else each[chosen]
                for each, n in zip(seen, features, strict=True)
            ]
            loss = loss_of(learner(*shown), told[chosen])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            pace.step()
            total += float(loss.detach())
        print(f"round {number + 1} of {rounds}: loss {total / (kept // batch):.4f}", flush=True)
    learner.drop.eval()
    with torch.no_grad():
        said = torch.cat([learner(*(each[at : at + 4096] for each in seen)) for at in range(kept, len(won), 4096)])
        share = torch.logit(told[kept:].mean()).expand(len(won) - kept)
        print(
            f"{len(won)} races; on the {len(won) - kept} others loss {float(loss_of(said, told[kept:])):.4f}, "
            f"by their mean {float(loss_of(share, told[kept:])):.4f}"
        )
    write(learner.net(), out)


def learn_player(player: Towers | None, prospect: Towers, minutes: float, seed: int, out: Path) -> None:
    """Play and learn for so long, and write the net."""
    import torch

    torch.manual_seed(seed)
    set_seed(seed)
    features = first.SUIT_FEATURES, first.WALL_FEATURES, first.TABLE_FEATURES
    width = UNITS["player"] if player is None else player.suit_bias.size
    learner = Learner(features, width, UNITS["player"], 0.0)
    if player is not None:
        learner.go_on_from(player)
    pack, record = any_pack(), new_record(PACKS * 60)
    eye, gaze = first.new_eye(learner.net()), behind.new_look(prospect)
    optimiser = torch.optim.Adam([*learner.rows.parameters(), *learner.others])
    batch, speed, played, lessons = 1024, 3e-3, 0, 0
    play_packs(learner.net(), prospect, eye, gaze, pack, 2, BY_CHANCE, record)
    begun = time.process_time()
    while (share := (time.process_time() - begun) / (60 * minutes)) < 1:
        lessons += 1
        for group in optimiser.param_groups:
            group["lr"] = speed * min(1, lessons / 10) * max(0.03, min(1, (1 - share) / 0.7))
        chance = BY_CHANCE if share < 0.9 else BY_CHANCE_LAST
        packs, left = play_packs(learner.net(), prospect, eye, gaze, pack, PACKS, chance, record)
        played += packs
        n = int(record.noted[0])
        seen = [torch.from_numpy(each[:n]) for each in (record.suits, record.walls, record.table)]
        told, mixed = torch.from_numpy(record.target[:n]), torch.randperm(n)
        for at in range(0, n - batch + 1, batch):
            chosen = mixed[at : at + batch]
            loss = torch.nn.functional.binary_cross_entropy_with_logits(
                learner(*(each[chosen] for each in seen)), told[chosen]
            )
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
        if lessons % 10 == 0:
            print(f"{played} packs, chance left {100 * left:.1f} %", flush=True)
            write(learner.net(), out)
    packs, left = play_packs(learner.net(), prospect, eye, gaze, pack, PACKS, 0.0, record)
    print(f"{played} packs; with no move left to chance {100 * left:.1f} % ({packs} packs)")
    write(learner.net(), out)


def write(net: Towers, path: Path) -> None:
    """The net as halves, which is all that its numbers are good for."""
    np.savez_compressed(path, **{name: part.astype(np.float16) for name, part in net._asdict().items()})


def read(path: str | None, own: Towers, features: tuple[int, int, int], units: int) -> Towers:
    """The net of a file, the package's own, or one that knows nothing."""
    if path == "none":
        return Learner(features, units, units, 0.0).net()
    return own if path is None else towers_of(np.load(path))


def main() -> None:
    """Race or learn."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    race_them, learn, play_on = (commands.add_parser(name) for name in ("race", "prospect", "player"))
    race_them.add_argument("out", type=Path)
    race_them.add_argument("--deals", type=int, default=100_000)
    learn.add_argument("out", type=Path)
    learn.add_argument("races", type=Path, nargs="+")
    learn.add_argument("--width", type=int, default=64)
    learn.add_argument("--rounds", type=int, default=3)
    play_on.add_argument("out", type=Path)
    play_on.add_argument("--minutes", type=float, default=10)
    for command in (race_them, play_on):
        command.add_argument("--seed", type=int, default=1)
        command.add_argument("--player", help="a net's file, or `none`")
        command.add_argument("--prospect", help="a net's file, or `none`")
    asked = parser.parse_args()
    load()
    kapas_foresight.load()
    if asked.command == "prospect":
        learn_prospect(asked.races, asked.out, asked.width, asked.rounds)
        return
    features = first.SUIT_FEATURES, first.WALL_FEATURES, first.TABLE_FEATURES
    player = read(asked.player, first.net(), features, UNITS["player"])
    features = behind.SUIT_FEATURES, behind.WALL_FEATURES, behind.TABLE_FEATURES
    prospect = read(asked.prospect, behind.net(), features, UNITS["prospect"])
    if asked.command == "race":
        race(player, prospect, asked.deals, asked.seed, asked.out)
    else:
        learn_player(player, prospect, asked.minutes, asked.seed, asked.out)


if __name__ == "__main__":
    main()
