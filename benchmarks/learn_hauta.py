"""Learn the weights of the quick judgement: python benchmarks/learn_hauta.py hauta|hauta-pysolfc|hauta-kookas [ROUNDS] [GAMES]

Each round plays games by the weights so far with now and then a random choice, and fits the weights to which afterstates were won
(logistic regression, stage by stage). Prints the share of games that the judgement alone wins, and at the end the best weights.
"""

from __future__ import annotations

import sys

import numpy as np

from companion.search import hauta_policy as policy
from companion.search.compiled import compiled
from companion.search.hauta_kernel import HAUTA, KOOKAS, PYSOLFC, Bytes, Ints, complete, into_cell, settle
from companion.search.hauta_policy import Floats
from companion.search.hauta_weights import WEIGHTS

WAYS = {"hauta": HAUTA, "hauta-pysolfc": PYSOLFC, "hauta-kookas": KOOKAS}


@compiled
def opening(row: Bytes, pack: Ints, mode: int) -> int:
    """Deal a game; how many cards are dealt before the first draw."""
    row[:] = 0
    row[1] = 4
    if mode != KOOKAS:
        return 0
    for rank in pack[:4]:
        into_cell(row, rank)
    return 4


@compiled
def play(
    mode: int, weights: Floats, games: int, chance: float, seed: int, seen: Floats, stages: Ints, won: Floats
) -> Ints:
    """Games won, and how many afterstates were recorded; with probability `chance` a choice is random."""
    np.random.seed(seed)
    pack = np.arange(52) % 13 + 1
    f = np.zeros(policy.FEATURES)
    have, can = np.zeros(14, np.int64), np.zeros(14, np.int64)
    states, labels = np.zeros((policy.MOST, 64), np.uint8), np.zeros(policy.MOST, np.int64)
    row = np.zeros(64, np.uint8)
    result = np.zeros(2, np.int64)
    for _ in range(games):
        np.random.shuffle(pack)
        begin = opening(row, pack, mode)
        ahead = np.zeros(14, np.int64)
        for rank in pack[begin:]:
            ahead[rank] += 1
        settle(row, mode, 52 - begin)
        first = result[1]
        alive = True
        for number in range(begin, 52):
            left = 52 - number
            if np.random.random() < chance:
                best = np.random.randint(policy.afterstates(row, mode, left, states, labels))
            else:
                best = policy.pick(row, ahead, left, mode, weights, states, labels, f, have, can)
            alive = best >= 0 and policy.features(states[best], ahead, left, mode == HAUTA, f, have, can)
            if not alive:
                break
            row[:] = states[best]
            seen[result[1]] = f
            stages[result[1]] = min(policy.STAGES - 1, left // policy.STAGE_CARDS)
            result[1] += 1
            ahead[pack[number]] -= 1
            policy.draw(row, pack[number], mode, left - 1)
        alive = alive and complete(row)
        won[first : result[1]] = 1.0 if alive else 0.0
        result[0] += 1 if alive else 0
    return result


@compiled
def fit(weights: Floats, seen: Floats, stages: Ints, won: Floats, count: int, rate: float, seed: int) -> None:
    """Two passes of logistic regression with steps scaled by the gradients so far."""
    np.random.seed(seed)
    order = np.arange(count)
    squares = np.full(weights.shape, 1e-3)
    for _ in range(2):
        np.random.shuffle(order)
        for at in order:
            stage = stages[at]
            value = (weights[stage] * seen[at]).sum()
            error = won[at] - 1.0 / (1.0 + np.exp(-value))
            step = error * seen[at] - 1e-5 * weights[stage]
            squares[stage] += step * step
            weights[stage] += rate * step / np.sqrt(squares[stage])


def main(variant: str, rounds: int = 20, games: int = 4000) -> None:
    mode = WAYS[variant]
    weights = WEIGHTS[mode].copy()
    room = games * 53
    seen, stages, won = np.zeros((room, policy.FEATURES)), np.zeros(room, np.int64), np.zeros(room)
    best, kept = -1, weights
    for number in range(rounds):
        fitted = weights.copy()
        _, count = play(mode, weights, games, 0.04, 1000 + number, seen, stages, won)
        fit(fitted, seen, stages, won, int(count), 0.2 * (1 - number / rounds) + 0.02, number)
        weights = fitted if number < rounds // 2 else 0.5 * weights + 0.5 * fitted
        wins, _ = play(mode, weights, 3000, 0.0, 7, np.zeros((3000 * 53, policy.FEATURES)), stages, won)
        print(f"round {number}: the judgement alone wins {wins} of 3000", file=sys.stderr, flush=True)
        if wins > best:
            best, kept = int(wins), weights.copy()
    print(np.array2string(kept, separator=", ", precision=3, suppress_small=True, threshold=10_000, max_line_width=120))


if __name__ == "__main__":
    main(sys.argv[1], *(int(value) for value in sys.argv[2:4]))
