"""Every puzzle that comes with the program: position, answers, proof, and what is said of other turns."""

from __future__ import annotations

import datetime

import pytest

from parapegma.core.compiled.rng import key_of_seed
from parapegma.core.game import all_games, find_game
from parapegma.core.position import Position
from parapegma.lab.puzzles.again import long_enough
from parapegma.lab.puzzles.prove import ITERATIONS, LEAST_GAP, MEAN_GAP, SEEDS
from parapegma.puzzles.of_the_day import puzzle_of_the_day
from parapegma.puzzles.puzzle import puzzle_named, puzzles_of
from parapegma.server.puzzles import solving

GAMES = [game.name for game in all_games()]
PUZZLES = [puzzle for game in GAMES for puzzle in puzzles_of(game)]
FEWEST = 25
WITHOUT_ENTRIES = ("wins", "ends", "stops", "closes", "spares", "outlook")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_puzzles_of_all_kinds(game):
    puzzles = puzzles_of(game)
    assert len(puzzles) >= FEWEST
    assert len({puzzle.name for puzzle in puzzles}) == len(puzzles)
    assert len({puzzle.position for puzzle in puzzles}) == len(puzzles)
    assert {puzzle.difficulty for puzzle in puzzles} == {1, 2, 3}
    assert [puzzle.difficulty for puzzle in puzzles] == sorted(puzzle.difficulty for puzzle in puzzles)


def to_the_end(puzzle, actions):
    """How a puzzle stands after actions and whatever comes first, until the turn is judged."""
    made = list(actions)
    while True:
        state = solving.puzzle_state(puzzle.game, puzzle.name, made)
        if state.verdict != "open":
            return state
        made = [*state.played, state.update.choices[0].notation]


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.name)
def test_a_puzzle_can_be_played_and_has_one_answer(puzzle):
    position = Position.from_text(puzzle.position)
    assert position.broken() is None
    assert position.to_text() == puzzle.position
    assert position.actor == puzzle.seat
    # Ten searches agree, each ten times as long as a master's, and one that thought of nothing else.
    assert puzzle.seeds == SEEDS == 10
    assert puzzle.iterations == ITERATIONS >= long_enough(puzzle.game)
    assert puzzle.gap >= MEAN_GAP
    assert puzzle.challenge >= MEAN_GAP
    assert puzzle.value - puzzle.gap >= 0
    assert puzzle.value - puzzle.gap + LEAST_GAP < puzzle.value <= 1
    # More than three tries could find by chance.
    assert len(puzzle.others) >= 3
    for answer in puzzle.answers:
        for length in range(len(answer)):
            assert puzzle.judge(answer[:length]) == "open"
        assert puzzle.judge(answer) == "right"
    for other in puzzle.others:
        state = to_the_end(puzzle, other.actions)
        assert state.verdict == "wrong", other
        assert state.update.choices is None
        assert state.value is not None
        assert state.value < puzzle.value
    told = solving.solution(puzzle.game, puzzle.name)
    assert told.answer.value - told.second.value >= MEAN_GAP / 2
    assert told.reasons
    for reason in told.reasons:
        assert reason.entries or reason.source or reason.code in WITHOUT_ENTRIES
        assert reason.source is None or reason.source in puzzle.start().sources[puzzle.seat]


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.name)
def test_a_puzzle_shows_only_what_its_seat_may_know(puzzle):
    state = solving.puzzle_state(puzzle.game, puzzle.name, [])
    position = puzzle.start()
    assert state.update.view == position.view(puzzle.seat)
    for key in range(3):
        assert position.guess(puzzle.seat, key_of_seed(key)).view(puzzle.seat) == state.update.view
    assert [action.notation for action in state.update.choices] == [
        position.notation(number) for number in position.legal()
    ]


def test_nothing_can_be_decided_after_the_answer():
    puzzle = puzzle_named("ptolemaeus", PUZZLES_OF_ONE_STEP[0].name)
    state = solving.puzzle_state("ptolemaeus", puzzle.name, [*puzzle.answers[0], "nonsense"])
    assert state.verdict == "right"
    assert state.played == puzzle.answers[0]


PUZZLES_OF_ONE_STEP = [puzzle for puzzle in puzzles_of("ptolemaeus") if len(puzzle.answers[0]) == 1]


def test_the_puzzle_of_the_day_is_another_every_day_until_all_have_come():
    first = datetime.date(2026, 11, 18)
    days = [first + datetime.timedelta(days=n) for n in range(4 * FEWEST)]
    found = [puzzle_of_the_day(day) for day in days]
    assert found == [puzzle_of_the_day(day) for day in days]
    assert {puzzle.game for puzzle in found[:4]} == set(GAMES)
    # A cycle of a game may end meanwhile, so that one comes again, but never within its own.
    for game in GAMES:
        names = [puzzle.name for puzzle in found if puzzle.game == game]
        assert len(names) == FEWEST
        assert len(set(names)) > FEWEST / 2
    assert puzzle_of_the_day(datetime.date(2026, 11, 18)).name == puzzle_of_the_day(first).name


def test_puzzles_of_a_game_without_any_are_none():
    assert puzzles_of("chess") == ()
    assert find_game("ophiuchus").name in GAMES
