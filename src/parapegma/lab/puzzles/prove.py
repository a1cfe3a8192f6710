"""The proof of a puzzle: ten long searches from ten seeds that all name the same answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import fmean

import msgspec

from parapegma.core.position import Position
from parapegma.core.seed import derived_seed
from parapegma.lab.puzzles.candidates import search_turns
from parapegma.lab.puzzles.turns import Turn, worth_keeping
from parapegma.lab.puzzles.verdict import Verdict, agreed, best_other

ITERATIONS = 100_000
"""Ten times what a master may do."""
SEEDS = 10
"""Searches that must all name the answer; one more thinks of everything else alone."""
LEAST_GAP, MEAN_GAP = 0.02, 0.04
"""How much less the second best must promise (winning is 1, losing 0): in each search, and on average."""
FEWEST_VISITS = 20
"""Turns that a search tried less often are not told of."""


class Trial(msgspec.Struct, frozen=True):
    """One search of a proof."""

    name: str
    position: str
    number: int
    """The seed follows from it and the name; number 10 thinks of everything but the answer."""
    answer: tuple[int, ...] = ()


@dataclass
class Proof:
    """The searches made so far about one position, and what they agree on."""

    position: Position
    searches: dict[int, list[Turn]] = field(default_factory=dict)
    challenges: dict[int, tuple[str, list[Turn]]] = field(default_factory=dict)
    """With the key of the answer that was left out."""
    verdict: Verdict | None = None

    def add(self, number: int, key: str, turns: list[Turn]) -> None:
        if number < SEEDS:
            self.searches[number] = turns
            ordered = [self.searches[each] for each in sorted(self.searches)]
            self.verdict = agreed(self.position, ordered, LEAST_GAP, MEAN_GAP)
        else:
            self.challenges[number] = key, turns

    @property
    def refuted(self) -> bool:
        """Whether the searches disagree, or something else is as good as the answer."""
        return self.verdict is None or any(gap < MEAN_GAP for gap in self.challenge_gaps())

    def challenge_gaps(self) -> list[float]:
        """How much less than the answer everything else promises to a search that thinks of nothing else."""
        assert self.verdict is not None, "no answer is known"
        key, value = self.verdict.key, fmean(self.verdict.values)
        return [
            value - best_other(turns, key) for left_out, turns in self.challenges.values() if left_out == key
        ]

    @property
    def missing(self) -> list[int]:
        """The searches that are still to be made; the challenge comes early, for it refutes most."""
        if self.verdict is None:
            return [] if self.searches else [0]
        stale = {number for number, (key, _) in self.challenges.items() if key != self.verdict.key}
        done = {*self.searches, *self.challenges} - stale
        return [number for number in (0, SEEDS, *range(1, SEEDS)) if number not in done]

    @property
    def complete(self) -> bool:
        return not self.refuted and not self.missing


def try_out(trial: Trial, iterations: int | None = None) -> list[Turn]:
    """What one search thinks of the turns, those tried most first."""
    seed = derived_seed("proof", trial.name, trial.number)
    position = Position.from_text(trial.position)
    return worth_keeping(search_turns(position, iterations or ITERATIONS, seed, FEWEST_VISITS, trial.answer))
