"""One game between bots, played to its end: what the arena and studies of thinking bots are made of."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from parapegma.bots.runner import BotRunner
from parapegma.core.position import Position


class Asked(NamedTuple):
    """One decision of a bot."""

    seat: int
    action: int
    choices: int
    """Among how many legal actions."""
    seconds: float
    """How long the bot thought."""
    hurried: bool
    """Whether it had too little time for it."""


def play_bots(position: Position, bots: Sequence[str], seed: int | str) -> Iterator[Asked]:
    """Play a dealt position to the end, with a bot in every seat; each decision as it is made.

    >>> position = Position.deal("ophiuchus", players=2, seed=7)
    >>> played = [asked.action for asked in play_bots(position, ["light", "random"], seed=1)]
    >>> position.over, len(played) > 10
    (True, True)
    """
    runner = BotRunner(position.game, seed)
    decision = 0
    while (seat := position.actor) is not None:
        choices = len(position.legal())
        began = time.perf_counter()
        evaluation = runner.ask(bots[seat], position, decision)
        yield Asked(seat, evaluation.action, choices, time.perf_counter() - began, evaluation.hurried)
        position.apply(evaluation.action)
        decision += 1
