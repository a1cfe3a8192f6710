"""What a designer asks of a game: many games are played, on all cores, and added up.

>>> study = Study(GameSetup.of("ophiuchus", 2, {"deal": "full"}, ["random"], seed=1), games=20)
>>> totals = run([study], cores=1)[0]
>>> totals.games, int(totals.wins.sum()) == 20 * SHARE
(20, True)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from parapegma.core.game import find_game
from parapegma.errors import OptionError
from parapegma.lab.compiled.counting import SHARE
from parapegma.lab.game_setup import GameSetup
from parapegma.lab.parallel import run_parallel
from parapegma.lab.totals import Totals
from parapegma.lab.warmup import counting_ready

AT_ONCE = 250
"""Games that are in memory at once."""
AT_ONCE_ON_GPU = 1 << 15
"""The same where they are played on a GPU."""
PIECE = 1000
"""Games in one task; few enough that the progress bar moves."""

__all__ = ["AT_ONCE", "AT_ONCE_ON_GPU", "PIECE", "SHARE", "Study", "StudyTask", "count_games", "run"]


@dataclass(frozen=True)
class Study:
    """So many games of one setup."""

    setup: GameSetup
    games: int


@dataclass(frozen=True)
class StudyTask:
    """Some games of a study for one worker: those from number ``first`` on."""

    study: int
    setup: GameSetup
    first: int
    games: int


def count_games(task: StudyTask) -> Totals:
    """Play a task's games and count."""
    setup = task.setup
    totals = Totals.empty(find_game(setup.game), setup.players)
    numbers = range(task.first, task.first + task.games)
    if setup.quick:
        counted, policies = setup.counted_games(AT_ONCE), setup.policies()
        for first in numbers[::AT_ONCE]:
            counted.play(first, min(AT_ONCE, numbers.stop - first), *policies)
            totals.count(counted, first)
        return totals
    counted = setup.counted_games(1)
    for number in numbers:
        counted.replay(setup.key_of(number), setup.play(number))
        totals.count(counted, number)
    return totals


def count_on_gpu(task: StudyTask, device: str) -> Totals:
    """Play a task's games on a GPU and count: the same as :func:`count_games`."""
    from parapegma.lab.counted_on_gpu import CountedOnGpu

    setup, game = task.setup, find_game(task.setup.game)
    counted = CountedOnGpu(game, setup.players, setup.encoded(), setup.seed, task.games, device=device)
    counted.play(task.first, task.games, *setup.policies())
    totals = Totals.empty(game, setup.players)
    totals.count(counted, task.first)
    return totals


def tasks(studies: list[Study], quick_piece: int = PIECE) -> Iterator[StudyTask]:
    """The games of some studies, in pieces."""
    for n, study in enumerate(studies):
        piece = quick_piece if study.setup.quick else 1
        for first in range(0, study.games, piece):
            yield StudyTask(n, study.setup, first, min(piece, study.games - first))


def run(
    studies: list[Study],
    *,
    cores: int | None = None,
    cluster: str | None = None,
    device: str = "cpu",
    progress: Callable[[int], object] | None = None,
) -> list[Totals]:
    """Play all games of some studies; the totals of each, the same wherever they are played.

    ``progress`` is told of games as they come in. Ctrl-C ends the studies early: what has been played by then
    is in the totals (see ``Totals.games``).
    """
    totals = [Totals.empty(find_game(study.setup.game), study.setup.players) for study in studies]
    results: Any
    if device != "cpu":
        if not all(study.setup.quick for study in studies):
            raise OptionError("on a GPU only random and light play")
        pieces = list(tasks(studies, AT_ONCE_ON_GPU))
        results = ((number, count_on_gpu(piece, device)) for number, piece in enumerate(pieces))
    else:
        pieces = list(tasks(studies))
        if len(pieces) == 1 and cluster is None:
            cores = 1  # Starting processes would take longer than the games.
        ready = counting_ready(studies[0].setup.game)
        results = run_parallel(count_games, pieces, cores=cores, cluster=cluster, ready=ready)
    try:
        for number, counted in results:
            totals[pieces[number].study].add(counted)
            if progress is not None:
                progress(pieces[number].games)
    except KeyboardInterrupt:
        results.close()
        if not totals[0].games:
            raise
    return totals
