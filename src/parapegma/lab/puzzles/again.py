"""Written puzzles proved again: whether searches as they are today still name the answer, as clearly."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec

from parapegma.bots.levels import LEVELS
from parapegma.core.game import find_game
from parapegma.lab.puzzles.finish import numbers
from parapegma.lab.puzzles.prove import SEEDS, Proof, Trial, try_out
from parapegma.lab.puzzles.turns import step_keys
from parapegma.puzzles.puzzle import Puzzle

TIMES = 10
"""So many times as long as a master's a search of a proof must be."""


class ProvedAgain(msgspec.Struct, frozen=True):
    """What came of proving one puzzle again."""

    name: str
    holds: bool
    words: str
    """Why it does not hold, or how clearly it does."""


class Task(msgspec.Struct, frozen=True):
    """A puzzle that is to be proved again, by searches of so many iterations."""

    puzzle: Puzzle
    iterations: int


def long_enough(game: str) -> int:
    """The iterations that a proof needs, by what a master may do now."""
    limit = LEVELS["master"](find_game(game), 0, {}).limits.iterations
    assert limit is not None, "a master has a limit"
    return TIMES * limit


def prove_again(task: Task) -> ProvedAgain:
    """The whole proof of one puzzle; the first search that refutes it ends it."""
    puzzle = task.puzzle
    position = puzzle.start()
    wanted = step_keys(position, numbers(position, puzzle.answers[0]))
    proof = Proof(position)
    while missing := proof.missing:
        number = missing[0]
        left_out = proof.verdict.actions if proof.verdict and number >= SEEDS else ()
        key = step_keys(position, left_out)[-1] if left_out else ""
        trial = Trial(puzzle.name, puzzle.position, number, left_out)
        proof.add(number, key, try_out(trial, task.iterations))
        if proof.refuted:
            done = len(proof.searches) + len(proof.challenges)
            return ProvedAgain(puzzle.name, False, f"search {done} of {SEEDS + 1} does not bear it out")
        assert proof.verdict is not None, "it would be refuted"
        # Searches may see farther than the answer goes, but must come by where it ends.
        if wanted[-1] not in step_keys(position, proof.verdict.actions):
            return ProvedAgain(puzzle.name, False, "the searches name another turn")
    assert proof.verdict is not None, "it would be refuted"
    gap, challenge = proof.verdict.gap, min(proof.challenge_gaps())
    return ProvedAgain(puzzle.name, True, f"{gap:.3f} better than the second best, {challenge:.3f} at least")


def sample(puzzles: Sequence[Puzzle], size: int, seed: int) -> list[Puzzle]:
    """So many puzzles, drawn by a seed; all of them if there are not more."""
    return random.Random(seed).sample(list(puzzles), min(size, len(puzzles)))
