"""Judging one decision: what could be expected, what would have been best, what was lost."""

from __future__ import annotations

import msgspec

from parapegma.bots.bot import Evaluation, ask
from parapegma.bots.search import Search
from parapegma.core import engine
from parapegma.core.compiled.arrays import States
from parapegma.core.compiled.rng import key_of_seed
from parapegma.core.game import Game
from parapegma.core.match import Match
from parapegma.server.messages import Deed

ITERATIONS = 200
"""For the thought about a decision."""
_GUESSES, _ITERATIONS_AFTER = 6, 60
"""How many tables the decision made and the best one are compared on, and the thought on each."""


class Judged(msgspec.Struct, omit_defaults=True):
    """One decision of a game."""

    number: int
    """Counted from 1."""
    seat: int
    played: str
    best: str
    """What a bot would have done; what was played, where nothing better was found."""
    values: list[float] = []
    """What each seat could expect before it, from 0 to 1; none where there was no choice."""
    loss: float = 0.0
    """How much less the seat could expect after it than after the best one."""
    played_deed: Deed | None = None
    """What was played, taken apart; only where something better was found, and not in older analyses."""
    best_deed: Deed | None = None


def judge(match: Match, number: int, played: int) -> Judged:
    """Judge the decision that is about to be played, from what its seat may know. The same every time."""
    seat = match.actor
    assert seat is not None
    tell = match.game.actions.describe
    did = tell(match.position.states, played)
    notation = did.notation
    if len(match.position.legal()) == 1:
        return Judged(number, seat, notation, notation)
    bot = Search(match.game, ITERATIONS, None, _seed(number), thorough=True)
    thought: Evaluation = ask(bot, match, f"analysis {number}")
    values = [round(value, 4) for value in thought.values]
    if thought.action == played:
        return Judged(number, seat, notation, notation, values)
    # Rounded first: what is too small to tell is no mistake.
    loss = round(_difference(match, seat, number, thought.action, played), 4)
    if loss <= 0:
        return Judged(number, seat, notation, notation, values)
    better = tell(match.position.states, thought.action)
    return Judged(
        number,
        seat,
        notation,
        better.notation,
        values,
        loss,
        Deed.of(did),
        Deed.of(better),
    )


def _difference(match: Match, seat: int, number: int, better: int, played: int) -> float:
    """How much more a seat can expect after one action than after another, on the same guessed tables."""
    total = 0.0
    for guess in range(_GUESSES):
        key = key_of_seed(f"analysis {number} {guess}")
        states = engine.determinize(match.position.states, seat, key)
        for action, sign in ((better, 1), (played, -1)):
            total += sign * _worth_after(match.game, states.copy(), action, seat, _seed(number, guess))
    return total / _GUESSES


def _worth_after(game: Game, states: States, action: int, seat: int, seed: int) -> float:
    engine.apply(states, action)
    # Answers without a choice change nothing; what is worth a thought comes after them.
    while (actor := engine.actor(states)) >= 0 and len(legal := engine.legal(states)) == 1:
        engine.apply(states, legal[0])
    if actor < 0:
        return final_values(engine.ranks(states))[seat]
    bot = Search(game, _ITERATIONS_AFTER, None, seed, thorough=True)
    known = engine.determinize(states, actor, key_of_seed(f"analysis {seed}"))
    return bot.think(known, actor).values[seat]


def final_values(ranks: list[int]) -> list[float]:
    """What a finished game was worth to each seat: a win, or a part of one.

    >>> final_values([1, 3, 1])
    [0.5, 0.0, 0.5]
    """
    winners = sum(place == 1 for place in ranks)
    return [1.0 / winners if place == 1 else 0.0 for place in ranks]


def _seed(number: int, guess: int = 0) -> int:
    return number * 64 + guess
