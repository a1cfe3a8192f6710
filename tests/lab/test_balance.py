"""Balance counts what happened: compared with a slow and simple count of the same games."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from parapegma import Match, all_games, find_game
from parapegma.errors import OptionError
from parapegma.lab.accumulate import accumulate
from parapegma.lab.balance import Study, StudyTask, count_games, run
from parapegma.lab.compiled import counting
from parapegma.lab.compiled.counting import SHARE
from parapegma.lab.figures import figures
from parapegma.lab.game_setup import GameSetup, line_up
from parapegma.lab.totals import Totals


def setup_of(name: str, players: int | None = None, bots: tuple[str, ...] = ("light",)) -> GameSetup:
    return GameSetup.of(name, players, bots=bots, seed=5)


def same(one: Totals, other: Totals) -> bool:
    return all(np.array_equal(value, getattr(other, name)) if isinstance(value, np.ndarray)
               else value == getattr(other, name) for name, value in vars(one).items())  # fmt: skip


class Matches:
    """Keeps every game as a match."""

    def __init__(self) -> None:
        self.found: list[Match] = []

    def after(self, game) -> None:
        self.found.append(game.match())


def uses(match: Match) -> list[Counter]:
    """For each kind of countables, how often each seat used which; counted from the log of the match."""
    events = [*match.opening, *(event for decision in match.decisions for event in decision.events)]
    found = []
    for countables in match.game.statistics.countables:
        used: Counter = Counter()
        for count in countables.counts:
            for kind, seat, a, b in events:
                value = a if count.column == "a" else b
                which = range(len(countables.names)) if count.which is None else count.which
                if kind == count.event and 0 <= seat < match.players and 0 <= value < len(which):
                    used[seat, which[value]] += which[value] >= 0
        if countables.field:
            for seat in range(match.players):
                for value in np.ravel(match.position.states[0][countables.field][seat]):
                    used[seat, int(value)] += 1
        found.append(used)
    return found


@pytest.mark.parametrize("name", [game.name for game in all_games()])
@pytest.mark.parametrize("bot", ["random", "light"])
def test_the_count_is_that_of_the_same_matches_counted_slowly(name, bot):
    setup = setup_of(name, bots=(bot,))
    game, players, games = find_game(name), setup.players, 12
    totals = count_games(StudyTask(0, setup, 0, games))
    matches = accumulate(name, Matches(), games=games, bots=[bot], seed=5).found
    assert totals.games == len(matches) == games
    assert totals.decisions == Counter(len(match.decisions) for match in matches)
    assert totals.best == Counter(max(match.scores) for match in matches)
    assert totals.points.tolist() == np.sum([match.scores for match in matches], axis=0).tolist()
    shares = [
        [Fraction(place == 1, match.ranks.count(1)) for place in match.ranks] for match in matches
    ]  # fmt: skip
    assert totals.wins.tolist() == [SHARE * sum(row[seat] for row in shares) for seat in range(players)]
    parts = [match.position.sources for match in matches]
    for n, source in enumerate(game.statistics.sources):
        assert totals.source_sums(n).t == sum(of_seat[source] for part in parts for of_seat in part.values())
    base = 0
    counted = [uses(match) for match in matches]
    for family, countables in enumerate(game.statistics.countables):
        for countable, countable_name in enumerate(countables.names):
            users = [{s for s in range(players) if used[family][s, countable]} for used in counted]
            sums, lead = (
                totals.countable_sums(base + countable, "wins"),
                totals.countable_sums(base + countable, "lead"),
            )
            where = f"{countables.name}: {countable_name}"
            assert sums.n == sum(map(len, users)), where
            assert sums.n2 == sum(len(each) ** 2 for each in users), where
            won = [SHARE * sum(row[s] for s in each) for row, each in zip(shares, users, strict=True)]
            assert (sums.a, sums.a2) == (sum(won), sum(each * each for each in won)), where
            ahead = [sum(players * m.scores[s] - sum(m.scores) for s in each)
                     for m, each in zip(matches, users, strict=True)]  # fmt: skip
            assert (lead.a, lead.a2) == (sum(ahead), sum(each * each for each in ahead)), where
            times = sum(used[family][s, countable] for used in counted for s in range(players))
            assert totals.countables[base + countable, counting.TIMES] == times, where
        base += len(countables.names)


@pytest.mark.parametrize(
    ("name", "length"), [("ophiuchus", "laid_n"), ("pacal", "round"), ("ulysses", "turn")]
)
def test_length_and_ending_are_those_of_the_last_position(name, length):
    matches = accumulate(name, Matches(), games=8, seed=5).found
    totals = count_games(StudyTask(0, setup_of(name), 0, 8))
    begun = {"laid_n": 1}.get(length, 0)  # The first tile of the sky is laid by nobody.
    assert totals.length == Counter(int(match.position.states[0][length]) - begun for match in matches)
    assert totals.endings == Counter(int(match.position.states[0]["ended"]) for match in matches)


def test_rounds_of_ptolemaeus_are_those_of_the_log():
    matches = accumulate("ptolemaeus", Matches(), games=8, seed=5).found
    totals = count_games(StudyTask(0, setup_of("ptolemaeus"), 0, 8))
    first_laps = [sum(getattr(entry, "lap", None) == 1 for entry in match.log()) for match in matches]
    assert totals.length == Counter(laps + 1 for laps in first_laps)


def test_pieces_and_cores_do_not_change_the_result():
    setup = setup_of("ophiuchus", 3, ("light", "random"))
    whole = count_games(StudyTask(0, setup, 0, 2300))
    parts = Totals.empty(find_game("ophiuchus"), 3)
    for first, n in ((1001, 1299), (0, 333), (333, 668)):
        parts.add(count_games(StudyTask(0, setup, first, n)))
    assert same(whole, parts)
    assert same(whole, run([Study(setup, 2300)], cores=1)[0])
    assert same(whole, run([Study(setup, 2300)], cores=2)[0])


def test_games_played_again_from_their_actions_count_alike():
    setup = setup_of("pacal", 2)
    quick, again = count_games(StudyTask(0, setup, 0, 3)), Totals.empty(find_game("pacal"), 2)
    counted = setup.counted_games(1)
    for number, match in enumerate(accumulate("pacal", Matches(), games=3, players=2, seed=5).found):
        counted.replay(setup.key_of(number), [decision.action for decision in match.decisions])
        again.count(counted, number)
    assert same(quick, again)
    with pytest.raises(ValueError, match="not come to its end"):
        counted.replay(setup.key_of(0), [])


def test_bots_that_think_are_counted_and_move_on_by_one_seat():
    setup = setup_of("ophiuchus", 2, ("greedy", "random"))
    assert not setup.quick
    totals = run([Study(setup, 24)], cores=1)[0]
    assert same(totals, run([Study(setup, 24)], cores=1)[0])
    assert totals.bot_wins[0] > 3 * totals.bot_wins[1]
    assert abs(int(totals.wins[0]) - int(totals.wins[1])) < 14 * SHARE
    rows = figures([Study(setup, 24)], [totals])["players_by_bot"]
    assert [row["bot"] for row in rows] == ["greedy", "random"]


def test_the_interpreter_counts_as_the_compiler_does():
    code = (
        "import json; from parapegma.lab.balance import *; from parapegma.lab.game_setup import GameSetup;"
        "from parapegma.lab.figures import figures;"
        "s = GameSetup.of('ophiuchus', 2, bots=('light', 'random'), seed=5);"
        "print(json.dumps(figures([Study(s, 2)], [count_games(StudyTask(0, s, 0, 2))])))"
    )
    setup = setup_of("ophiuchus", 2, ("light", "random"))
    compiled = figures([Study(setup, 2)], [count_games(StudyTask(0, setup, 0, 2))])
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PARAPEGMA_MODE": "interpreted"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == json.loads(json.dumps(compiled))


def test_every_number_of_players_can_be_studied():
    for game in all_games():
        for players in game.players:
            study = Study(setup_of(game.name, players, ("random",)), 3)
            found = figures([study], [count_games(StudyTask(0, study.setup, 0, 3))])
            assert found["games"] == 3
            assert len(found["order"]) == players
            assert json.dumps(found)


@pytest.mark.parametrize(("bots", "words"), [([], "at least one bot"), (["light"] * 3, "only 2 players"),
                                             (["chance"], "there is no bot 'chance'")])  # fmt: skip
def test_bots_that_do_not_fit_are_refused(bots, words):
    with pytest.raises(OptionError, match=words):
        line_up(find_game("ophiuchus"), bots, 2)
