"""What a designer asks of a game: many games are played, on all cores, and added up.

>>> players, options = find_game("ophiuchus").check(2, {"deal": "full"})
>>> study = Study(Setting("ophiuchus", players, options, ("random", "random"), 1), games=20)
>>> result = run([study], cores=1)[0]
>>> result.games, int(result.wins.sum()) == 20 * SHARE
(20, True)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from parapegma.core.game import find_game
from parapegma.lab.compiled.counting import SHARE
from parapegma.lab.seating import Setting, play_slowly
from parapegma.lab.spread import spread
from parapegma.lab.tally import Tally
from parapegma.lab.warmup import counting_ready

BATCH = 250
"""Games that are in memory at once."""
PIECE = 1000
"""Games in one job; few enough that the progress bar moves."""

__all__ = ["BATCH", "PIECE", "SHARE", "Job", "Study", "count_games", "run"]


@dataclass(frozen=True)
class Study:
    """So many games of one setting."""

    setting: Setting
    games: int


@dataclass(frozen=True)
class Job:
    """Some games of a study: those from number ``first`` on."""

    study: int
    setting: Setting
    first: int
    games: int


def count_games(job: Job) -> Tally:
    """Play a job's games and count."""
    setting = job.setting
    game = find_game(setting.game)
    tally = Tally.empty(game, setting.players)
    if setting.quick:
        batch = setting.batch(BATCH)
        policies, weights = setting.policies()
        for first in range(job.first, job.first + job.games, BATCH):
            batch.play(first, min(BATCH, job.first + job.games - first), policies, weights)
            tally.count(batch, first)
        return tally
    batch = setting.batch(1)
    for number in range(job.first, job.first + job.games):
        batch.replay(*play_slowly(setting, number))
        tally.count(batch, number)
    return tally


def jobs(studies: list[Study]) -> Iterator[Job]:
    """The games of some studies, in pieces."""
    for n, study in enumerate(studies):
        piece = PIECE if study.setting.quick else 1
        for first in range(0, study.games, piece):
            yield Job(n, study.setting, first, min(piece, study.games - first))


def run(
    studies: list[Study],
    *,
    cores: int | None = None,
    cluster: str | None = None,
    progress: Callable[[int], object] | None = None,
) -> list[Tally]:
    """Play all games of some studies; a tally for each.

    ``progress`` is told of games as they come in. Ctrl-C ends the studies early: what has been played by then
    is in the tallies (see ``Tally.games``).
    """
    tallies = [
        Tally.empty(find_game(study.setting.game), study.setting.players) for study in studies
    ]  # fmt: skip
    pieces = list(jobs(studies))
    if len(pieces) == 1 and cluster is None:
        cores = 1  # Starting processes would take longer than the games.
    ready = counting_ready(studies[0].setting.game)
    results = spread(count_games, pieces, cores=cores, cluster=cluster, ready=ready)
    try:
        for number, tally in results:
            tallies[pieces[number].statistics].add(tally)
            if progress is not None:
                progress(pieces[number].games)
    except KeyboardInterrupt:
        results.close()
        if not tallies[0].games:
            raise
    return tallies
