"""Making puzzles of what has been proven: answers in notation, reasons, how hard it is, and the choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import fmean
from typing import Literal

import msgspec

from parapegma.core.position import Position
from parapegma.lab.puzzles.candidates import Candidate
from parapegma.lab.puzzles.make import Workshop, corner, promise
from parapegma.lab.puzzles.prove import ITERATIONS, Proof
from parapegma.lab.puzzles.reasons import reasons_for
from parapegma.lab.puzzles.verdict import ways_to
from parapegma.puzzles.puzzle import Other, Puzzle

_MOST_OTHERS = 20
_GIVEN_UP = 300
"""Turns tried less often, by all searches together, were given up: what they seem to be worth is chance."""
_FEWEST_OTHERS = 3
"""With fewer other turns, three tries would find any answer."""
_OF_ONE_GAME = 2
"""Puzzles from one game of bots: more of them would look alike."""
_HARD, _MEDIUM = 0.8, 0.5
"""How often simple players miss what is hard, and what is neither hard nor easy."""


def chosen(workshop: Workshop, want: int) -> list[Puzzle]:
    """The most promising of the proven puzzles, of all kinds, the easiest first."""
    left = {name: workshop.candidates[name] for name in sorted(workshop.proven)}
    taken: list[Candidate] = []
    crowd: Counter[tuple[int, str]] = Counter()
    games: Counter[int] = Counter()
    while left and len(taken) < want:
        best = max(left.values(), key=lambda each: promise(each) - 0.03 * crowd[corner(each)])
        del left[best.name]
        if games[best.seed] < _OF_ONE_GAME:
            taken.append(best)
            crowd[corner(best)] += 1
            games[best.seed] += 1
    taken.sort(key=lambda each: (each.hard, each.name))
    made = [puzzle_of(candidate, workshop.proofs[candidate.name]) for candidate in taken]
    return [puzzle for puzzle in made if len(puzzle.others) >= _FEWEST_OTHERS]


def puzzle_of(candidate: Candidate, proof: Proof) -> Puzzle:
    """A proven candidate as a puzzle."""
    position, verdict = proof.position, proof.verdict
    assert verdict is not None, "it has been proven"
    assert position.actor is not None, "somebody is to move"
    others = _others(proof)
    puzzle = Puzzle(
        name=candidate.name,
        game=candidate.game,
        seat=position.actor,
        position=candidate.position,
        answers=[notations(position, way) for way in ways_to(position, verdict.actions)],
        value=round(fmean(verdict.values), 4),
        gap=round(verdict.gap, 4),
        spread=round(verdict.spread, 4),
        challenge=round(min(proof.challenge_gaps()), 4),
        iterations=ITERATIONS,
        seeds=len(proof.searches),
        others=[
            Other(actions=notations(position, actions), value=round(value, 4)) for actions, value in others
        ],
        reasons=[],
        difficulty=_difficulty(candidate),
        progress=round(candidate.progress, 3),
    )
    # Against the same other turn that the page shows as the second best.
    return with_reasons(puzzle)


def with_reasons(puzzle: Puzzle) -> Puzzle:
    """The same puzzle with its reasons worked out anew."""
    position = puzzle.start()
    second = max(puzzle.others, key=lambda other: other.value)
    answer, other = (numbers(position, actions) for actions in (puzzle.answers[0], second.actions))
    return msgspec.structs.replace(puzzle, reasons=reasons_for(position, answer, other, puzzle.name))


def numbers(position: Position, written: Sequence[str]) -> list[int]:
    """Actions in a row from how they are written."""
    table, actions = position.copy(), []
    for notation in written:
        actions.append(table.check(notation))
        table.apply(actions[-1])
    return actions


def notations(position: Position, actions: Sequence[int]) -> list[str]:
    """Actions in a row as they are written."""
    table, written = position.copy(), []
    for action in actions:
        written.append(table.notation(action))
        table.apply(action)
    return written


def _difficulty(candidate: Candidate) -> Literal[1, 2, 3]:
    if candidate.hard >= _HARD:
        return 3
    return 2 if candidate.hard >= _MEDIUM else 1


def _others(proof: Proof) -> list[tuple[tuple[int, ...], float]]:
    """Turns that do not lead to the answer, what they promise; the one that the challenge prefers first."""
    assert proof.verdict is not None, "it has been proven"
    key = proof.verdict.key
    found: dict[str, tuple[tuple[int, ...], float, int]] = {}
    challenges = [turns for _, turns in proof.challenges.values()]
    for turns in [*challenges, *proof.searches.values()]:
        for turn in turns:
            if key not in turn.keys:
                actions, total, visits = found.get(turn.keys[-1], (turn.actions, 0.0, 0))
                found[turn.keys[-1]] = (actions, total + turn.value * turn.visits, visits + turn.visits)
    most = sorted(found.values(), key=lambda each: -each[2])[:_MOST_OTHERS]
    return [
        (actions, total / visits)
        for number, (actions, total, visits) in enumerate(most)
        if number < _FEWEST_OTHERS or visits >= _GIVEN_UP
    ]
