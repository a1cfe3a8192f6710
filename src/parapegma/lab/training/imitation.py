"""Learning from games of another player: to weigh actions as it did, and to foresee how games ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch

from parapegma.bots.bot import Evaluation
from parapegma.bots.runner import BotRunner
from parapegma.core.position import Position
from parapegma.core.seed import derived_seed
from parapegma.lab.parallel import in_order, run_parallel
from parapegma.lab.training.decisions import Decisions, Written
from parapegma.lab.training.learning import value_loss
from parapegma.lab.training.model import Model, masked
from parapegma.lab.training.settings import TrainingSettings

_PASSES = 4
_HELD_BACK = 10
"""Every tenth game is not learnt from, but tells how well the others are."""
_AS_EXPECTED = 0.5
"""How much of what a player expected counts beside how the game ended, which is right but full of luck."""
_DRAWN = 1 << 16

Tell = Callable[[str], None]


class Task(NamedTuple):
    """One game to be played."""

    game: str
    players: int
    bot: str
    seed: int
    drawn: float
    """For which share of decisions an action is drawn, as likely as it was tried, and not the best taken."""


def play(task: Task) -> Decisions:
    """Play a game and write down every decision in which there was a choice."""
    position = Position.deal(task.game, task.players, seed=task.seed)
    runner, written = BotRunner(position.game, task.seed), Written()
    decision = 0
    while (seat := position.actor) is not None:
        choices = position.legal()
        found = runner.ask(task.bot, position, decision)
        if len(choices) > 1:
            written.add(position.observe(seat), choices, found.visits, found.action, seat, found.values)
        position.apply(_played(task, decision, found))
        decision += 1
    return written.over(position.win_shares, position.game.players[-1])


def _played(task: Task, decision: int, found: Evaluation) -> int:
    """The best action, or now and then another one: what follows from those should be known too."""
    chance = derived_seed("drawn", task.seed, decision)
    if found.visits and chance % _DRAWN < task.drawn * _DRAWN:
        left = chance // _DRAWN % max(1, sum(found.visits.values()))
        for action, times in found.visits.items():
            if left < times:
                return action
            left -= times
    return found.action


def games_of(
    settings: TrainingSettings, bot: str, games: int, file: Path, cores: int | None, tell: Tell, *,
    purpose: str = "imitate", drawn: float = 0.0,
) -> Decisions:  # fmt: skip
    """So many games of a player at tables of its own, from the file if they were played before.

    The same purpose has the same deals.
    """
    if file.is_file():
        return Decisions.read(file, bot, games)
    tell(f"{bot} plays {games} games to learn from.")
    tasks = _tasks(settings, bot, games, purpose, drawn)
    played = run_parallel(play, tasks, cores=cores, game=settings.game)
    found = Decisions.joined([part for _, part in in_order(played)])
    found.write(file, bot, games)
    return found


def _tasks(settings: TrainingSettings, bot: str, games: int, purpose: str, drawn: float) -> Iterator[Task]:
    for n in range(games):
        players = settings.players[n % len(settings.players)]
        yield Task(settings.game, players, bot, derived_seed(purpose, settings.seed, n), drawn)


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
