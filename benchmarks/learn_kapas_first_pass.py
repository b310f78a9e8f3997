"""Learns the two nets of the first pass of Napoleono kapas: the player's (`companion.search.kapas_first_pass`) and the prospect's.

    python benchmarks/learn_kapas_first_pass.py race     RACES [--deals 100000] [--seed 1] [--player NET] [--prospect NET]
    python benchmarks/learn_kapas_first_pass.py prospect NET RACES… [--width 64] [--rounds 3]
    python benchmarks/learn_kapas_first_pass.py player   NET [--minutes 10] [--seed 1] [--player NET] [--prospect NET]
    python benchmarks/learn_kapas_first_pass.py together FOLDER [--minutes 60] [--actors 2] [--seed 1] [--player NET] [--prospect NET]
    python benchmarks/learn_kapas_first_pass.py compare  NET… [--packs 10000] [--orders 0] [--seed 1]

`race` plays first passes of shuffled packs and lets a narrow beam that knows all cards try to win what they lead to. In half of the packs
one pass is played, in the others several with more moves left to chance, of which the one is raced that looks best: those are the
positions that a search among plans ends up with, and that a net which has not seen them praises too much. `prospect` learns from files
of races how likely a world is to be won. `player` plays on and on and learns from its own play: what it says of a choice is to be what
it says of the next ones, weighed with what the prospect's net says at the end of the pass (temporal differences, λ = 0.8).

`together` lets both nets go on: so many processes play and race every pass, from which the two learn at once. `compare` plays the same
packs by several players (`own` is the package's) and races what they lead to; with `--orders` by hints too, which think in so many.

A NET is a file of arrays; the package's own is played and judged by where none is named, `none` is a net that knows nothing yet. Packs
are shuffled by seeds of numpy, which no benchmark deals by. All but `race` and `compare` need PyTorch (the extra `train`).

The package's nets were learnt in the first three steps, taken in turn, by scripts of which this one was made; it has not made them
again. 550,000 of the 910,000 races were run at the ends of an older player, of 1, 8 or 24 passes a pack, the others as here; the
prospect's net is of width 128; the player's began with nothing, at width and units 32, and was widened to 64 of both for its last
twenty-five minutes. An hour of `together` from there on made them no better (`docs/search.md`).
"""

from __future__ import annotations

import argparse
import queue
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from common import percent
from kapas_passes import Desk, any_pack, lay_out, look_at_all, new_ends, new_record, play_packs, play_pass

from companion.search import kapas_first_pass as first
from companion.search import kapas_foresight, kapas_hints
from companion.search import kapas_prospect as behind
from companion.search.kapas import load
from companion.search.kapas_beam import set_seed
from companion.search.kapas_kernel import DEALT, MOST, PASS, WALL, WIDTH, WON, Deal, play_safe
from companion.search.kapas_plans import carry_out
from companion.search.kapas_towers import Towers, towers_of
from companion.search.outcome import Limits

if TYPE_CHECKING:
    import torch

PASSES_PLAYED = ((1, 0.5, 0.02), (4, 0.3, 0.05), (12, 0.2, 0.08))
"""How many passes of a pack are played, in what share of the packs, and what share of their moves is left to chance."""
BY_CHANCE, BY_CHANCE_LAST = 0.05, 0.02
"""The same while the player learns, and in the last tenth of its time."""
PACKS, PACKS_OF_ACTOR = 4000, 1000
"""Packs played between two lessons of the player, and between two of both nets."""
BATCH = 1024
UNITS = {"player": 32, "prospect": 64}
WIDE = {"player": (96, 64), "prospect": (128, 64)}
"""Width and units of the nets that learn together, and in `SPEED` how fast they begin to."""
SPEED = {"player": 1e-3, "prospect": 5e-4}
LOST_SIGHT, LEFT_OUT, DECAY = 0.1, 0.1, 0.05
"""Features and sums left out at random while the prospect's net is learnt, so that it relies on none; how fast its rows shrink."""
TESTED = 0.05
RACED = 16

Numbers = Any


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
        """Begin where another net of at most this width and so many units has ended; what is new here says nothing yet."""
        import torch

        width, units = net.suit_bias.size, net.hidden_bias.size
        told = [torch.tensor(each) for each in net]
        with torch.no_grad():
            for rows, at in zip(self.rows, (0, 2, 4), strict=True):
                rows.weight[:-1, :width] = told[at]
            for bias, at in zip(self.biases, (1, 3), strict=True):
                bias[:width] = told[at]
            into = self.hidden.weight.view(self.hidden.out_features, 3, -1)
            into[:units, :, :width] = told[5].T.reshape(units, 3, width)
            into[:units, :, width:] = 0
            self.hidden.bias[:units] = told[6]
            self.out.weight[0, :units], self.out.weight[0, units:], self.out.bias[:] = told[7], 0, told[8]


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


def teach(
    learner: Learner, optimiser: torch.optim.Optimizer, seen: list[torch.Tensor], told: torch.Tensor, batch: int
) -> None:
    """Go once over what was seen, mixed, towards what is to be said of it."""
    import torch

    for chosen in torch.randperm(len(told)).split(batch):
        loss = torch.nn.functional.binary_cross_entropy_with_logits(
            learner(*(each[chosen] for each in seen)), told[chosen]
        )
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()


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
    speed, played, lessons = 3e-3, 0, 0
    desk, ends = Desk(*kapas_foresight.workplace()), new_ends(0)
    play_packs(learner.net(), prospect, eye, gaze, desk, pack, 2, BY_CHANCE, record, ends)
    begun = time.process_time()
    while (share := (time.process_time() - begun) / (60 * minutes)) < 1:
        lessons += 1
        for group in optimiser.param_groups:
            group["lr"] = speed * min(1, lessons / 10) * max(0.03, min(1, (1 - share) / 0.7))
        chance = BY_CHANCE if share < 0.9 else BY_CHANCE_LAST
        packs, left = play_packs(learner.net(), prospect, eye, gaze, desk, pack, PACKS, chance, record, ends)
        played += packs
        n = int(record.noted[0])
        seen = [torch.from_numpy(each[:n]) for each in (record.suits, record.walls, record.table)]
        teach(learner, optimiser, seen, torch.from_numpy(record.target[:n]), BATCH)
        if lessons % 10 == 0:
            print(f"{played} packs, chance left {100 * left:.1f} %", flush=True)
            write(learner.net(), out)
    packs, left = play_packs(learner.net(), prospect, eye, gaze, desk, pack, PACKS, 0.0, record, ends)
    print(f"{played} packs; with no move left to chance {100 * left:.1f} % ({packs} packs)")
    write(learner.net(), out)


def act(number: int, nets: Path, lessons: Any, chance: Any) -> None:
    """Play passes by the nets as they stand in the files and race what they lead to, for ever; what was seen goes to `lessons`.

    `chance` holds the share of moves left to it.
    """
    kapas_foresight.load()
    set_seed(number)
    pack, record, ends = any_pack(), new_record(PACKS_OF_ACTOR * 60), new_ends(PACKS_OF_ACTOR)
    desk = Desk(*kapas_foresight.workplace())
    while True:
        player, prospect = (towers_of(np.load(nets / f"{name}.npz")) for name in ("player", "prospect"))
        eye, gaze = first.new_eye(player), behind.new_look(prospect)
        played, left = play_packs(player, prospect, eye, gaze, desk, pack, PACKS_OF_ACTOR, chance.value, record, ends)
        n, races = int(record.noted[0]), int(ends.noted[0])
        lessons.put((
            played, left, [each[:n].copy() for each in (record.suits, record.walls, record.table, record.target)],
            [each[:races].copy() for each in ends[:5]],
        ))  # fmt: skip


def learn_together(player: Towers, prospect: Towers, minutes: float, seed: int, actors: int, out: Path) -> None:
    """Both nets go on learning, from passes that are played and raced by them as they are: each race corrects the prospect's net where
    the player goes, and by `TRUST` what the player is told."""
    import multiprocessing

    import torch

    torch.manual_seed(seed)
    out.mkdir(exist_ok=True)
    plays = Learner((first.SUIT_FEATURES, first.WALL_FEATURES, first.TABLE_FEATURES), *WIDE["player"], 0.0)
    plays.go_on_from(player)
    features = behind.SUIT_FEATURES, behind.WALL_FEATURES, behind.TABLE_FEATURES
    judges = Learner(features, *WIDE["prospect"], 0.0)
    judges.go_on_from(prospect)
    write_two(plays, judges, out)
    play_rows = torch.optim.Adam([*plays.rows.parameters(), *plays.others])
    judge_rows = torch.optim.AdamW([*judges.rows.parameters(), *judges.others], weight_decay=0.01)
    spawn = multiprocessing.get_context("spawn")
    chance, lessons = spawn.Value("d", BY_CHANCE), spawn.Queue(maxsize=2)
    crew = [
        spawn.Process(target=act, args=(1000 * seed + each, out, lessons, chance), daemon=True)
        for each in range(actors)
    ]
    for each in crew:
        each.start()
    loss_of = torch.nn.functional.binary_cross_entropy_with_logits
    shapes = (4, behind.MOST_OF_SUIT), (4, behind.MOST_OF_WALL), (behind.MOST_OF_TABLE,)
    kept: list[list[Any]] = []
    passes, taken, log = 0, 0, list[tuple[float, float, float, float]]()
    look, rng = behind.new_look(judges.net()), np.random.default_rng(seed)
    begun = time.monotonic()
    while (share := (time.monotonic() - begun) / (60 * minutes)) < 1:
        try:
            played, left, seen, worlds = lessons.get(timeout=300)
        except queue.Empty:
            raise SystemExit("the actors have stopped") from None
        passes, taken = passes + played, taken + 1
        pace = min(1, taken / 20) * max(0.02, min(1, (1 - share) / 0.8))
        chance.value = BY_CHANCE if share < 0.8 else BY_CHANCE_LAST
        for optimiser, speed in ((play_rows, SPEED["player"]), (judge_rows, SPEED["prospect"])):
            for group in optimiser.param_groups:
                group["lr"] = speed * pace
        *features_seen, target = (torch.from_numpy(each) for each in seen)
        teach(plays, play_rows, features_seen, target, BATCH)
        found = [np.full((len(worlds[4]), *shape), n, np.int16) for shape, n in zip(shapes, features, strict=True)]
        look_at_all(look, *worlds[:4], *found)
        fresh = [torch.from_numpy(each) for each in (*found, worlds[4].astype(np.float32))]
        with torch.no_grad():
            said = judges(*fresh[:3])
            log.append(
                (left, float(fresh[3].mean()), float(torch.sigmoid(said).mean()), float(loss_of(said, fresh[3])))
            )
        kept.append(fresh)
        # What was raced long ago is learnt from again, as often as what is new.
        for worlds_now in (fresh, kept[rng.integers(len(kept))]):
            teach(judges, judge_rows, worlds_now[:3], worlds_now[3], BATCH // 2)
        write_two(plays, judges, out)
        if taken % 25 == 0:
            mean = np.mean(log[-25:], axis=0)
            print(f"{passes} passes in {(time.monotonic() - begun) / 60:.1f} min: chance left {100 * mean[0]:.1f} %, won "
                  f"{100 * mean[1]:.1f} % of the races, said {100 * mean[2]:.1f} %, loss {mean[3]:.4f}", flush=True)  # fmt: skip
    for each in crew:
        each.terminate()


def write_two(plays: Learner, judges: Learner, out: Path) -> None:
    """Both nets, each file at once, so that an actor never reads half of one."""
    for name, learner in (("player", plays), ("prospect", judges)):
        write(learner.net(), out / f".{name}.npz")
        (out / f".{name}.npz").replace(out / f"{name}.npz")


def think_pass(
    seed: int, row: Numbers, mask: int, order: Numbers, length: int, deal: Deal, orders: int
) -> tuple[int, int]:
    """As `play_pass`, but each choice is thought over as a hint does, in so many sampled orders; `order` becomes the packet."""
    limits = Limits(time_s=3600.0, nodes=orders)
    mask = int(play_safe(row, np.uint64(mask), order, deal))
    while row[PASS] == 1 and row[:4].sum() < WON:
        walls, told, hidden = np.zeros_like(deal.walls), np.zeros_like(order), [*order[row[DEALT] : length]]
        told[: row[DEALT]] = order[: row[DEALT]]
        for i in range(4):
            if left := row[WALL + i]:
                walls[i, left - 1] = deal.walls[i, left - 1]
                hidden += [*deal.walls[i, : left - 1]]
        seen = row, mask, told, length, deal._replace(walls=walls)
        ranked, _ = kapas_hints.ranked_plans(seen, np.array(hidden, np.int16), limits, seed)
        if not ranked.size:
            break
        after, packet = row.copy(), order.copy()
        left, length = carry_out(kapas_hints.workplace()[0], int(ranked[0]), order, length, deal, after, packet)
        row[:], order[:] = after, packet
        mask = int(play_safe(row, np.uint64(left), order, deal))
    return mask, int(length)


def compare(players: list[Towers], packs: int, seed: int, orders: int) -> None:
    """How many of the same worlds beams win after each player's pass, and how many more than after the first one's.

    With `orders` one more player: the hints, thinking in so many. Each pass is raced in `RACED` orders of the cards still hidden.
    """
    pack, nothing, rng = any_pack(), new_record(0), np.random.default_rng(seed)
    eyes = [first.new_eye(player) for player in players]
    row, order, walls = pack.row.copy(), pack.order.copy(), pack.deal.walls.copy()
    deal = Deal(walls, pack.deal.settings, pack.deal.weights)
    won = np.zeros((packs, len(players) + (orders > 0)))
    for number in range(packs):
        rng.shuffle(pack.cards)
        for x in range(won.shape[1]):
            lay_out(pack, walls, row, order)
            if x < len(players):
                mask, length = play_pass(players[x], eyes[x], row, pack.mask, order, pack.length, deal, 0.0, nothing)
                packet = eyes[x].orders[1]
            else:
                packet = order.copy()
                mask, length = think_pass(number, row, int(pack.mask), packet, pack.length, deal, orders)
            if row[PASS] == 1:
                won[number, x] = row[:4].sum() == WON
                continue
            hidden = [(i, d) for i in range(4) for d in range(row[WALL + i] - 1)]
            cards, mixed = [walls[spot] for spot in hidden], np.random.default_rng(number)
            other = walls.copy()
            for _ in range(RACED):
                for spot, card in zip(hidden, mixed.permutation(cards), strict=True):
                    other[spot] = card
                world = row.copy(), int(mask), packet.copy(), int(length), deal._replace(walls=other)
                won[number, x] += kapas_foresight.wins(world) / RACED
        if (number + 1) % 1000 and number + 1 < packs:
            continue
        print(f"{number + 1} packs:")
        for x in range(won.shape[1]):
            more = won[: number + 1, x] - won[: number + 1, 0]
            print(f"  {'net' if x < len(players) else 'hints with net'} {x % len(players) + 1}: {100 * won[: number + 1, x].mean():.2f} % "
                  f"won; {100 * more.mean():+.2f} ± {100 * more.std() / (number + 1)**0.5:.2f} points against the first", flush=True)  # fmt: skip


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
    both, judge = commands.add_parser("together"), commands.add_parser("compare")
    both.add_argument("out", type=Path)
    both.add_argument("--minutes", type=float, default=60)
    both.add_argument("--actors", type=int, default=2)
    judge.add_argument("players", nargs="+", help="a net's file each, or `own`")
    judge.add_argument("--packs", type=int, default=10_000)
    judge.add_argument("--seed", type=int, default=1)
    judge.add_argument("--orders", type=int, default=0, help="let the hints think in so many orders, beside the nets")
    race_them.add_argument("out", type=Path)
    race_them.add_argument("--deals", type=int, default=100_000)
    learn.add_argument("out", type=Path)
    learn.add_argument("races", type=Path, nargs="+")
    learn.add_argument("--width", type=int, default=64)
    learn.add_argument("--rounds", type=int, default=3)
    play_on.add_argument("out", type=Path)
    play_on.add_argument("--minutes", type=float, default=10)
    for command in (race_them, play_on, both):
        command.add_argument("--seed", type=int, default=1)
        command.add_argument("--player", help="a net's file, or `none`")
        command.add_argument("--prospect", help="a net's file, or `none`")
    asked = parser.parse_args()
    load()
    kapas_foresight.load()
    if asked.command == "prospect":
        learn_prospect(asked.races, asked.out, asked.width, asked.rounds)
        return
    if asked.command == "compare":
        compare(
            [first.net() if name == "own" else towers_of(np.load(name)) for name in asked.players],
            asked.packs,
            asked.seed,
            asked.orders,
        )
        return
    features = first.SUIT_FEATURES, first.WALL_FEATURES, first.TABLE_FEATURES
    player = read(asked.player, first.net(), features, UNITS["player"])
    features = behind.SUIT_FEATURES, behind.WALL_FEATURES, behind.TABLE_FEATURES
    prospect = read(asked.prospect, behind.net(), features, UNITS["prospect"])
    if asked.command == "together":
        learn_together(player, prospect, asked.minutes, asked.seed, asked.actors, asked.out)
    elif asked.command == "race":
        race(player, prospect, asked.deals, asked.seed, asked.out)
    else:
        learn_player(player, prospect, asked.minutes, asked.seed, asked.out)


if __name__ == "__main__":
    main()
