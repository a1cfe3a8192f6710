"""Games of a player that thinks, to learn from; played without PyTorch, which is slow to start."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from parapegma.bots.bot import Evaluation
from parapegma.bots.runner import BotRunner
from parapegma.core.position import Position
from parapegma.core.seed import derived_seed
from parapegma.lab.parallel import in_order, run_parallel
from parapegma.lab.training.decisions import Decisions, Written
from parapegma.lab.training.settings import TrainingSettings

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
