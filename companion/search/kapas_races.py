"""Races for the plans of the first pass of Napoleono kapas: what the learnt nets say of them is put right.

The nets tell plans apart quickly but not exactly. For the best few the first pass is played to its end in sampled orders as before;
then a narrow beam that knows all cards tries to win what is left. How far that differs from what the prospect's net says there, in
the mean, corrects the net. A few hundred races tell little by themselves, so the correction counts by how many there were.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np

from companion.search.kapas_first_pass import Eye, nets, play_on
from companion.search.kapas_foresight import KEPT_FOR_PLANS, wins
from companion.search.kapas_kernel import MOST, WIDTH, Deal, Floats, Ints, Lying, Small
from companion.search.kapas_plans import Room, carry_out, lay_out

if TYPE_CHECKING:
    from companion.search.outcome import Limits

TRUST, DOUBT = 0.6, 230
"""Estimated from 109 choices with 300 races each: where the net tells two plans apart by 1, races do by 0.6; and what the net does not
know of a plan is as uncertain as the mean of so many races."""


def race_plans(room: Room, eye: Eye, plans: Ints, tally: Floats, unseen: Small, lying: Lying, limits: Limits) -> Ints:
    """The plans, the best first. `tally` has what the nets say (see `kapas_first_pass.try_plans`) and gets it corrected.

    The worse half is dropped after its share of the time, until one is left. `limits` hold the seconds and, as `nodes`, the most orders
    raced in each share.
    """
    order, length, deal = lying
    walls, world = deal.walls.copy(), order.copy()
    filled = Deal(walls, deal.settings, deal.weights)
    packet, row = np.zeros(MOST, np.int16), np.zeros(WIDTH, np.int16)
    said = tally[:, 1] / np.maximum(tally[:, 0], 1)
    won, foretold = np.zeros_like(said), np.zeros_like(said)
    begun, left, out, raced = time.perf_counter(), plans, plans[:0], 0
    rounds = (plans.size - 1).bit_length()
    for number in range(1, rounds + 1):
        if left.size == 1:
            break
        end = begun + limits.time_s * number / rounds
        while not raced or (raced < limits.nodes * number if limits.nodes else time.perf_counter() < end):
            lay_out(room, unseen, order, length, deal, walls, world)
            for plan in left:
                mask, cards = carry_out(room, plan, world, length, filled, row, packet)
                mask, cards, chance = play_on(*nets(), eye, row, np.uint64(mask), packet, cards, filled)
                foretold[plan] += chance
                if 0 < chance < 1:
                    won[plan] += wins((row, mask, eye.orders[1], cards, filled), KEPT_FOR_PLANS)
                else:
                    won[plan] += chance
            raced += 1
        worth = TRUST * said[left] + (won[left] - TRUST * foretold[left]) / (raced + DOUBT)
        tally[left, 1] = tally[left, 0] * (said[left] + (won[left] - foretold[left]) / (raced + DOUBT))
        left = left[np.argsort(-worth, kind="stable")]
        half = max(1, left.size // 2)
        left, out = left[:half], np.concatenate((left[half:], out))
    return np.concatenate((left, out))
