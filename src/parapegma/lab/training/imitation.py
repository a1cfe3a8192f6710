"""Learning from games of another player: to weigh actions as it did, and to foresee how games ended."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from parapegma.lab.training.decisions import Decisions
from parapegma.lab.training.learning import value_loss
from parapegma.lab.training.model import Model, masked
from parapegma.lab.training.settings import TrainingSettings

_PASSES = 4
_HELD_BACK = 10
"""Every tenth game is not learnt from, but tells how well the others are."""
_AS_EXPECTED = 0.5
"""How much of what a player expected counts beside how the game ended, which is right but full of luck."""


def learn(
    model: Model,
    optimizer: Any,
    found: Decisions,
    numbers: Any,
    minibatch: int,
    device: str,
    chance: Any,
) -> None:
    """Learn once from those of the decisions that have these numbers, in any order."""
    order = torch.randperm(len(numbers), generator=chance, device=device).cpu().numpy()
    for begin in range(0, len(order), minibatch):
        chosen = numbers[order[begin : begin + minibatch]]
        rows = [torch.from_numpy(each).to(device) for each in found.rows(model.game, chosen)]
        seen, legal, wanted, _, results, expected, players = rows
        logits, values = model(seen)
        logs = masked(logits, legal).log_softmax(-1)
        loss = -(wanted * logs).sum(-1).mean()
        worth = (1 - _AS_EXPECTED) * results + _AS_EXPECTED * expected
        loss = loss + value_loss(values, worth, players)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        model.keep_small()


def imitate(
    model: Model, optimizer: Any, found: Decisions, settings: TrainingSettings, device: str, chance: Any
) -> float:
    """Learn from the decisions of another; returns how many of those held back the model makes as well."""
    held = found.games % _HELD_BACK == _HELD_BACK - 1
    minibatch = min(1024, settings.minibatch)
    for _ in range(_PASSES):
        learn(model, optimizer, found, np.flatnonzero(~held), minibatch, device, chance)
    return alike(model, found, np.flatnonzero(held), device)


def alike(model: Model, found: Decisions, numbers: Any, device: str) -> float:
    """In which share of some decisions the model would choose the same action."""
    if not len(numbers):
        return float("nan")
    same = 0
    with torch.no_grad():
        for begin in range(0, len(numbers), 1024):
            rows = found.rows(model.game, numbers[begin : begin + 1024])
            seen, legal = (torch.from_numpy(each).to(device) for each in (rows.observations, rows.legal))
            best = masked(model(seen)[0], legal).argmax(-1).cpu().numpy()
            same += int((best == rows.actions).sum())
    return same / len(numbers)
