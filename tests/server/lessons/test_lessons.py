"""Lessons: every position is legal, right decisions do what is said, texts name what is there."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from conftest import ROOT
from parapegma import all_games, find_game
from parapegma.browser.walkthrough import Page
from parapegma.core.scenario import Checks, Scenario
from parapegma.core.scenario_runner import run_scenario
from parapegma.server.lessons.lesson import (
    FOLDER,
    LANGUAGES,
    Lesson,
    LessonError,
    Mark,
    Step,
    Words,
    find_lesson,
    lessons,
    read_lesson,
)
from parapegma.server.lessons.steps import lines_of, played, preview, step_state
from parapegma.server.problems import Problem

GAMES = [game.name for game in all_games() if (FOLDER / f"{game.name}.toml").is_file()]
STEPS = [(game, step) for game in GAMES for step in find_lesson(game).step]
MOVES = [(game, step, n) for game, step in STEPS for n in range(len(step.move))]
MESSAGES = {game: json.loads((ROOT / "web/messages" / f"{game}.json").read_text("utf-8")) for game in GAMES}
NAME = re.compile(r"\{(\w+)\.([\w-]+)\}")


# What the boards and rulebooks call otherwise: two names for one thing puzzle whoever learns.
OTHER_NAMES = [
    ("ophiuchus", "it", r"\bsegn[oi]\b"),
    ("ophiuchus", "es", r"\bfichas?\b(?! de premio)"),
    ("pacal", "it", r"\bround\b"),
    ("pacal", "es", r"\bjugadas?\b"),
    ("ptolemaeus", "it", r"\bsegnalin[oi]\b"),
    ("ulysses", "es", r"\b(nave|bandos?)\b"),
]


def _id(value: Any) -> str:
    return value.name if isinstance(value, Step) else str(value)


def _model(game: str, step: Step, moves: int) -> list[str]:
    """The reader's decisions by the models of the first moves."""
    made: list[str] = []
    for move in step.move[:moves]:
        found = played(game, step.name, made)
        for line in lines_of(found.match, move.right[0]):
            legal = played(game, step.name, made).match.legal()
            made.append(next(each for each in legal if re.fullmatch(_pattern(line), each)))
    return made


def _pattern(line: str) -> str:
    return ".*".join(map(re.escape, line.split("*")))


def _by_seat(part: Any) -> Any:
    """TOML has no numbers as keys; scenarios have seats as such."""
    if not isinstance(part, dict):
        return part
    return {int(key) if key.isdigit() else key: _by_seat(value) for key, value in part.items()}


def _spoken(lesson: Lesson) -> Iterator[Words]:
    yield from (lesson.goal, lesson.after)
    yield from (mark.words for mark in lesson.mark)
    for step in lesson.step:
        yield from _words_of(step)


def _words_of(step: Step) -> Iterator[Words]:
    yield from (step.title, step.text)
    for move in step.move:
        yield from (move.task, move.well, move.otherwise)
        yield from (wrong.words for wrong in move.wrong)


def test_every_game_has_a_lesson_of_six_to_ten_steps() -> None:
    assert GAMES == lessons() == ["ophiuchus", "pacal", "ptolemaeus", "ulysses"]
    for game in GAMES:
        lesson = find_lesson(game)
        assert 6 <= len(lesson.step) <= 10
        assert 5 <= lesson.minutes <= 10
        assert any(step.name == "turn" for step in lesson.step)
        assert played(game, "end", _model(game, lesson.step[-1], 9)).match.over, "the last step ends a game"


@pytest.mark.parametrize(("game", "language", "other"), OTHER_NAMES)
def test_lessons_call_things_as_boards_and_rulebooks_do(game: str, language: str, other: str) -> None:
    said = [getattr(words, language) for words in _spoken(find_lesson(game))]
    assert [words for words in said if re.search(other, words, re.IGNORECASE)] == []


@pytest.mark.parametrize(("game", "step"), STEPS, ids=_id)
def test_a_step_is_a_scenario_that_passes(game: str, step: Step) -> None:
    do: list[str | Checks] = list(step.before)
    for n, move in enumerate(step.move):
        do += [f"{step.seat}: {line}" for line in _model(game, step, n + 1)[len(_model(game, step, n)) :]]
        do += [*move.others, Checks(then=_by_seat(move.then))]
        assert move.then, "a move says what is so afterwards"
    case = Scenario(
        FOLDER / f"{game}.toml", 1, step.name, game, (), step.players, step.options,
        {**step.given, "seed": step.seed}, tuple(do), Checks(), None, step.seat,
    )  # fmt: skip
    assert run_scenario(case) is None


@pytest.mark.parametrize(("game", "step", "n"), MOVES, ids=_id)
def test_every_right_decision_is_judged_so_and_brings_what_is_said(game: str, step: Step, n: int) -> None:
    before, move = _model(game, step, n), step.move[n]
    begun = step_state(game, step.name, before)
    assert begun.shown, "the model can be shown"
    assert not begun.over
    for number, right in enumerate(move.right):
        made = list(before)
        for line in lines_of(played(game, step.name, before).match, right):
            legal = played(game, step.name, made).match.legal()
            made.append(next(each for each in legal if re.fullmatch(_pattern(line), each)))
            if step_state(game, step.name, made).done > n:
                break
        state = step_state(game, step.name, made, len(before))
        assert (state.verdict, state.done) == ("right", n + 1), right
        assert state.over == (n + 1 == len(step.move))
        if number == 0 and move.gains is not None:
            assert state.gained == move.gains


def _wrong_ends(game: str, step: Step, before: list[str]) -> Iterator[int | None]:
    """Which words are said of the wrong decisions there are; of what is long, the first so many."""
    waiting, looked = [list(before)], 0
    while waiting and looked < 900:
        made, looked = waiting.pop(), looked + 1
        found = played(game, step.name, made)
        if found.match.actor != step.seat:
            continue
        for notation in found.match.legal():
            state = step_state(game, step.name, [*made, notation])
            if state.verdict == "wrong":
                yield state.wrong
            elif state.verdict == "open":
                waiting.append([*made, notation])


@pytest.mark.parametrize(("game", "step", "n"), MOVES, ids=_id)
def test_what_is_said_of_wrong_decisions_is_said_of_some(game: str, step: Step, n: int) -> None:
    wanted = set(range(len(step.move[n].wrong)))
    for found in _wrong_ends(game, step, _model(game, step, n)):
        wanted.discard(-1 if found is None else found)
        if not wanted:
            return
    assert not wanted, [step.move[n].wrong[number].do for number in wanted]


def test_a_wrong_decision_shows_what_came_of_it_and_can_be_tried_again() -> None:
    state = step_state("pacal", "majority", ["build A8", "with A8 B8"])
    assert (state.verdict, state.gained, state.best, state.wrong) == ("wrong", 0, 6, 0)
    assert [entry.words for event in state.update.events for entry in event.log][1:2] == [
        "builds a pyramid of height 2 on A8"
    ]
    assert state.update.choices is None
    with pytest.raises(Problem, match="begin it again"):
        step_state("pacal", "majority", ["build A8", "with A8 B8", "pass"])
    assert step_state("pacal", "majority", []).verdict == "open"


@pytest.mark.parametrize("game", GAMES)
def test_every_text_names_the_same_things_in_all_languages(game: str) -> None:
    for words in _spoken(find_lesson(game)):
        named = [set(NAME.findall(getattr(words, language))) for language in LANGUAGES]
        assert named[0] == named[1] == named[2], words.en
        assert all(getattr(words, language).strip() for language in LANGUAGES)
        assert len({words.en, words.it, words.es}) > 1 or not words.en.split(" ")[2:], words.en


@pytest.mark.parametrize(("game", "step"), STEPS, ids=_id)
def test_every_text_names_what_is_on_the_board(game: str, step: Step) -> None:
    states = [step_state(game, step.name, _model(game, step, n)) for n in range(len(step.move) + 1)]
    board = "".join(msgspec.json.encode(state.update).decode() for state in states)
    for kind, name in {each for words in _words_of(step) for each in NAME.findall(words.en)}:
        assert f"{kind}.{name}" in MESSAGES[game] or kind in ("tile", "cell"), f"{kind}.{name}"
        assert f'"{name}"' in board or f'"move {name}"' in board, f"{kind}.{name} is not on the board"


MARKS = [(game, mark) for game in GAMES for mark in find_lesson(game).mark]


@pytest.mark.parametrize(("game", "mark"), MARKS, ids=lambda each: getattr(each, "name", str(each)))
def test_coach_marks_wait_for_what_can_happen(game: str, mark: Mark) -> None:
    found, when = find_game(game), mark.when
    assert when.log or when.phase or when.choice
    if when.log:
        kinds = {kind.__struct_config__.tag: kind for kind in found.log_types}
        assert set(when.entry) <= set(kinds[when.log].__struct_fields__)
    if when.phase:
        assert when.phase in found.phase_rules
    if when.choice:
        assert when.choice in {kind.__struct_config__.tag for kind in found.action_types}


@pytest.mark.parametrize("game", GAMES)
def test_coach_marks_come_once_each(game: str) -> None:
    names = [mark.name for mark in find_lesson(game).mark]
    assert len(set(names)) == len(names) >= 5
    assert "goal" not in names


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("minutes = ", "ophiuchus.toml"),
        ("minutes = 5", "missing"),
        ("minutes = 5\nsteps = []", "ophiuchus.toml"),
    ],
)
def test_a_lesson_that_is_written_wrongly_is_refused(tmp_path: Path, text: str, why: str) -> None:
    file = tmp_path / "ophiuchus.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(LessonError, match=why):
        read_lesson(file)


def test_a_server_plays_lessons_and_keeps_nothing_of_them(server: Any) -> None:
    http = server.client(None).http
    here = "/api/v1/games/ophiuchus/lesson"
    assert http.get(here).json()["step"][0]["name"] == "constellation"
    begun = http.post(f"{here}/constellation", json={}).json()
    assert (begun["verdict"], begun["update"]["seat"], len(begun["update"]["choices"])) == ("open", 0, 3)
    won = http.post(f"{here}/constellation", json={"played": ["lay T08 2,0 E"]}).json()
    assert (won["verdict"], won["over"], won["gained"]) == ("right", True, 3)
    assert http.post(f"{here}/constellation", json={}).json()["done"] == 0
    ahead = http.post(f"{here}/constellation/preview", json={"actions": ["lay T08 2,0 E"]}).json()
    assert ahead["preview"]["my_turn"] is False
    refused = http.post(f"{here}/constellation/preview", json={"actions": ["lay T08 9,9 E"]}).json()
    assert refused["problem"]["code"] == "illegal"
    assert http.post(f"{here}/constellation", json={"played": ["lay T08 9,9 E"]}).status_code == 422
    assert http.post(f"{here}/nowhere", json={}).json()["code"] == "no-lesson"
    assert http.get("/api/v1/games/chess/lesson").status_code == 404
    lesson = {game["name"]: game["lesson"] for game in http.get("/api/v1/games").json()["games"]}
    assert lesson["ophiuchus"] == find_lesson("ophiuchus").minutes


def test_a_browser_plays_the_same_lessons() -> None:
    async def ask() -> tuple[Any, Any]:
        page = Page()
        here = {"game": "ulysses", "step": "arrive"}
        state = await page.ask("POST", "/games/{game}/lesson/{step}", {"played": ["sail zypern"]}, **here)
        return state, await page.ask("GET", "/games/{game}/lesson", game="ulysses")

    state, lesson = asyncio.run(ask())
    assert state == json.loads(msgspec.json.encode(step_state("ulysses", "arrive", ["sail zypern"])))
    assert lesson == json.loads(msgspec.json.encode(find_lesson("ulysses")))


def test_a_preview_tells_nothing_that_the_reader_may_not_know() -> None:
    found = preview("ophiuchus", "constellation", [], ["lay T08 2,0 E"])
    assert found.preview is not None
    assert not found.preview.certain
    assert all(entry.kind != "drew" for entry in found.preview.log)


def test_what_is_only_begun_in_a_step_is_said_to_be_half_made():
    states = [step_state("pacal", "majority", made) for made in ([], ["build A8"])]
    assert [state.update.half_made for state in states] == [False, True]
