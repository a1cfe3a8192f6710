"""Finding candidates and proving them over all cores, as long as there is time, for several games at once."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from parapegma.core.game import find_game
from parapegma.core.position import Position
from parapegma.lab.parallel import run_parallel
from parapegma.lab.puzzles.candidates import Candidate, Job, find_candidates
from parapegma.lab.puzzles.journal import Journal, Line, Searched, Tried, read_journal
from parapegma.lab.puzzles.prove import SEEDS, Proof, Trial, try_out
from parapegma.lab.puzzles.turns import step_keys

Task = Job | Trial

_READY = 8
"""Candidates that should lie ready, so that there is a choice of what to prove."""
_AT_ONCE = 3
"""Searches of one proof at a time, once the first has named an answer."""
_HEAD_START = 0.25
"""How much the first puzzle of a game counts more than the last that is wanted."""
_LARGER_TABLE = 6
"""Every so many games have one player more than the smallest table."""


class Workshop:
    """What is known of one game: candidates, and how far their proofs have come."""

    def __init__(self, game: str, seed: int) -> None:
        self.game = game
        self._next_seed = seed
        self._searched: set[int] = set()
        self._searching = 0
        self._seconds = 0.0
        self._handed_out: dict[Task, float] = {}
        self.candidates: dict[str, Candidate] = {}
        self.proofs: dict[str, Proof] = {}
        self._under_way: dict[str, set[int]] = {}

    def add(self, line: Line) -> None:
        """Take in what was found."""
        if isinstance(line, Searched):
            self._searched.add(line.job.seed)
            self.candidates |= {each.name: each for each in line.candidates}
            return
        if line.name not in self.proofs:
            self.proofs[line.name] = Proof(Position.from_text(self.candidates[line.name].position))
        self.proofs[line.name].add(line.number, line.key, line.turns)

    def end(self, task: Task) -> None:
        """A task that was handed out has been done."""
        self._seconds += time.monotonic() - self._handed_out.pop(task)
        if isinstance(task, Job):
            self._searching -= 1
        else:
            self._under_way[task.name].discard(task.number)

    @property
    def proven(self) -> list[str]:
        """The names of the candidates whose proof is complete."""
        return [name for name, proof in self.proofs.items() if proof.complete]

    def share(self, want: int) -> float:
        """What it has had, in seconds of a core; games that have few puzzles so far may have more."""
        now = time.monotonic()
        seconds = self._seconds + sum(now - begun + 1 for begun in self._handed_out.values())
        return seconds * (_HEAD_START + len(self.proven) / want)

    def hand_out(self) -> Task:
        """The next task; whoever has done it says so with :meth:`end`."""
        task = self._next_task()
        self._handed_out[task] = time.monotonic()
        return task

    def _next_task(self) -> Task:
        """A search for the proof that has come furthest, else for a new candidate; or another game."""
        alive = [name for name, proof in self.proofs.items() if not proof.refuted]
        for name in sorted(alive, key=lambda name: len(self.proofs[name].missing)):
            under_way = self._under_way.get(name, set())
            missing = [number for number in self.proofs[name].missing if number not in under_way]
            # The first challenge decides most proofs, so nothing is done beside it.
            if missing and len(under_way) < _AT_ONCE and SEEDS not in under_way:
                return self._trial(name, missing[0])
        begun = {*self.proofs, *(name for name, numbers in self._under_way.items() if numbers)}
        fresh = [each for name, each in self.candidates.items() if name not in begun]
        if not fresh or len(fresh) + self._searching < _READY:
            return self._another_game()
        crowd = Counter(corner(self.candidates[name]) for name in begun)
        best = max(fresh, key=lambda each: promise(each) - 0.03 * crowd[corner(each)])
        return self._trial(best.name, 0)

    def _trial(self, name: str, number: int) -> Trial:
        self._under_way.setdefault(name, set()).add(number)
        answer: tuple[int, ...] = ()
        if number >= SEEDS:
            verdict = self.proofs[name].verdict
            assert verdict is not None, "a challenge needs an answer"
            answer = verdict.actions
        return Trial(name, self.candidates[name].position, number, answer)

    def _another_game(self) -> Job:
        while self._next_seed in self._searched:
            self._next_seed += 1
        seed, tables = self._next_seed, find_game(self.game).players
        self._next_seed += 1
        self._searching += 1
        fewest = max(2, tables[0])
        larger = seed % _LARGER_TABLE == 0 and fewest + 1 in tables
        return Job(self.game, fewest + larger, seed)


def make(
    games: list[str],
    journal: Path,
    *,
    seconds: float,
    want: int,
    seed: int = 1,
    cores: int | None = None,
    tell: Callable[[str], None] = lambda words: None,
) -> dict[str, Workshop]:
    """Look for puzzles until each game has ``want`` or time is up; all that is found is in the journal."""
    workshops = {game: Workshop(game, seed) for game in games}
    for line in read_journal(journal):
        if _game_of(line) in workshops:
            workshops[_game_of(line)].add(line)
    ends = time.monotonic() + seconds
    handed: list[Task] = []

    def tasks() -> Iterator[Task]:
        while time.monotonic() < ends:
            short = [each for each in workshops.values() if len(each.proven) < want]
            if not short:
                return
            task = min(short, key=lambda each: each.share(want)).hand_out()
            handed.append(task)
            yield task

    results = run_parallel(do_task, tasks(), cores=cores, ahead=1)
    with Journal(journal) as writing:
        for number, line in results:
            writing.add(line)
            workshop = workshops[_game_of(line)]
            workshop.end(handed[number])
            workshop.add(line)
            tell(_told(line, workshop))
            if time.monotonic() >= ends:
                results.close()
                break
    return workshops


def do_task(task: Task) -> Line:
    """What a worker does."""
    if isinstance(task, Job):
        return Searched(task, find_candidates(task))
    key = step_keys(Position.from_text(task.position), task.answer)[-1] if task.answer else ""
    return Tried(task.name, task.number, key, try_out(task))


def _game_of(line: Line) -> str:
    return line.job.game if isinstance(line, Searched) else line.name.partition("-")[0]


def _told(line: Line, workshop: Workshop) -> str:
    so_far = f"{len(workshop.proven)} proven, {len(workshop.candidates)} candidates"
    if isinstance(line, Searched):
        return f"{workshop.game}: game {line.job.seed} gives {len(line.candidates)} ({so_far})"
    proof = workshop.proofs[line.name]
    if proof.verdict is None or proof.refuted:
        said = "refutes it"
    else:
        said = f"agrees, {proof.verdict.gap:.3f} better"
    return f"{line.name}: search {line.number} {said} ({so_far})"


def promise(candidate: Candidate) -> float:
    """Clear answers that simple players miss come first."""
    return min(candidate.gap, 0.15) + 0.2 * candidate.hard


def corner(candidate: Candidate) -> tuple[int, str]:
    """Candidates of one corner are alike: how far the game is, and what is done first."""
    return int(3 * candidate.progress), candidate.kind
