"""A game that breaks the contract is found out, for the right reason: every check of the suite can fail."""

from __future__ import annotations

import dataclasses
import itertools
import random
import types
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from parapegma import Game, Match, find_game
from parapegma.core import engine
from parapegma.core.compiled.weights import Weights
from parapegma.core.drawings import Drawings
from parapegma.core.options import Option
from parapegma.core.position import Position
from parapegma.core.view import View
from parapegma.errors import IllegalAction
from parapegma.testing import ConformanceError, conformance
from parapegma.testing.fuzz import Setting

checks: Any = import_module("parapegma.testing.conformance")
GAME = find_game("ophiuchus")


def wrong(**changes: Any) -> Game:
    """Ophiuchus with something changed for the worse."""
    return dataclasses.replace(GAME, **changes)


def module(original: Any, **changes: Any) -> Any:
    """A module with some functions replaced."""
    twin = types.ModuleType("twin")
    twin.__dict__.update({**vars(original), **changes})
    return twin


def begun(
    game: Game = GAME, decisions: int = 7, phase: str = "", actor: int | None = None, **options: Any
) -> Match:
    """A match of two in its midst; at a moment when that is asked, and of that seat, if they are named."""
    match, sound, choose = (
        Match(game, 2, seed=3, **options),
        Match(GAME, 2, seed=3, **options),
        random.Random(3),
    )
    while (
        len(match) < decisions
        or (phase and sound.position.to_data()["phase"] != phase)
        or (actor is not None and sound.actor != actor)
    ):
        action = choose.choice(sound.position.legal())
        match.act(action)
        sound.act(action)
    return match


def finished(game: Game = GAME) -> Match:
    match, choose = Match(game, 2, seed=3), random.Random(3)
    while not match.over:
        match.act(choose.choice(match.position.legal()))
    return match


def complains(words: str, check: Callable[..., object], *arguments: Any) -> None:
    """A check fails, and says so in these words."""
    with pytest.raises((AssertionError, IllegalAction, TypeError)) as complaint:
        check(*arguments)
    assert words in str(complaint.value)


def complains_of(words: str, check: Callable[..., object], match: Match) -> None:
    complains(words, check, match, random.Random(1))


@pytest.mark.parametrize("check", [*checks.CHECKS], ids=lambda check: check.__name__)
def test_no_check_complains_of_a_sound_game(check):
    for match in (begun(), begun(decisions=12), finished()):
        check(match, random.Random(1))


# --- options --------------------------------------------------------------------------------------


class Lax(Game):
    """Accepts what it should not."""

    lax_about = "players"

    def check(self, players: Any, given: Any) -> Any:
        if self.lax_about == "players":
            return super().check(2, given)
        return super().check(players, {})


class Anything(Option):
    """Accepts anything."""

    def read(self, value: Any) -> Any:
        return self.default


def lax(about: str) -> Game:
    game = Lax(**{each.name: getattr(GAME, each.name) for each in dataclasses.fields(GAME)})
    object.__setattr__(game, "lax_about", about)
    return game


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (wrong(default_players=9), "the default number of players is not allowed"),
        (lax("players"), "0 players are accepted"),
        (lax("options"), "an unknown option is accepted"),
        (
            wrong(
                options=(
                    *GAME.options,
                    Option("colour", "red", ("red",), ""),
                )
            ),
            "option colour has no explanation",
        ),
        (
            wrong(
                options=(
                    *GAME.options,
                    Option("colour", "red", ("blue",), "which"),
                )
            ),
            "option colour cannot be 'red'",
        ),
        (
            wrong(
                options=(
                    *GAME.options,
                    Anything("colour", "red", ("red",), "which"),
                )
            ),
            "option colour accepts nonsense",
        ),
    ],
)
def test_options_that_accept_or_refuse_wrongly(game, words):
    with pytest.raises((AssertionError, ValueError), match=words):
        checks.check_options(dataclasses.replace(game) if type(game) is Game else game)


# --- actions --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ([], "there is no legal action before the end"),
        ([4, 4], "an action is listed twice"),
        ([4, 335], "an action is out of the action space"),
        ([-1], "an action is out of the action space"),
    ],
)
def test_choices_that_are_none(numbers, words):
    complains(words, checks.check_legal, begun(), numbers)


def test_more_choices_than_there_is_room_for():
    complains("more choices than", checks.check_legal, begun(wrong(action_count=5000)), list(range(2000)))


def test_a_broken_position(monkeypatch):
    match = begun()
    monkeypatch.setattr(engine, "broken", lambda states: 1)
    complains(f"it breaks: {GAME.invariants[1]}", checks.check_legal, match, match.position.legal())
    complains_of("breaks: ", checks.check_apply, match)


def test_illegal_actions_that_are_accepted():
    class Trusting(Match):
        def act(self, action: Any, seat: int | None = None) -> Any:
            return []

    complains_of("is accepted", checks.check_illegal, Trusting(GAME, 2, seed=3))


def test_a_seat_that_acts_out_of_turn():
    class Unordered(Match):
        def act(self, action: Any, seat: int | None = None) -> Any:
            return super().act(action)

    complains_of("a seat acts out of turn", checks.check_illegal, Unordered(GAME, 2, seed=3))


def test_a_refusal_that_changes_something():
    class Spoiling(Match):
        def act(self, action: Any, seat: int | None = None) -> Any:
            self.position.states[0]["counter"] += np.uint64(1)
            return super().act(action, seat)

    complains_of("a refused action changed something", checks.check_illegal, Spoiling(GAME, 2, seed=3))


def described(**changes: Any) -> Game:
    """A game whose actions have some parts changed."""

    def describe(states: Any, number: int) -> Any:
        action = GAME.actions.describe(states, number)
        known = {part: value for part, value in changes.items() if hasattr(action, part)}
        return msgspec.structs.replace(action, **known)

    return wrong(actions=module(GAME.actions, describe=describe))


def test_an_action_described_as_another():
    complains_of("is described as 0", checks.check_notation, begun(described(number=0)))


def test_two_actions_of_one_notation():
    first = begun().legal()[0]
    complains_of(f"{first!r} names two actions", checks.check_notation, begun(described(notation=first)))


def test_a_notation_that_reads_back_as_another_action():
    actions = module(GAME.actions, parse=lambda states, text: GAME.actions.parse(states, text) + 1)
    complains_of("reads back as", checks.check_notation, begun(wrong(actions=actions)))


def test_an_action_of_a_type_that_is_not_declared():
    complains_of("which types.py does not list", checks.check_notation, begun(wrong(action_types=())))


def test_an_action_whose_parts_are_not_of_their_types():
    match = begun(described(tile=5), phase="take")
    complains_of("is not of its type Take: Expected `str`, got `int`", checks.check_notation, match)


def test_a_log_entry_of_a_type_that_is_not_declared():
    match = begun(wrong(log_types=()), phase="facing")
    complains_of("which types.py does not list", checks.check_apply, match)


def test_a_log_entry_whose_parts_are_not_of_their_types():
    def describe(event: Any, seat: int | None) -> Any:
        return msgspec.structs.replace(GAME.events.describe(event, seat), words=7)

    match = begun(wrong(events=module(GAME.events, describe=describe)), phase="facing")
    complains_of("is not of its type", checks.check_apply, match)


# --- records, positions ---------------------------------------------------------------------------


def test_a_record_that_lacks_something():
    actions = module(GAME.actions, compact=lambda entries: [])
    complains_of(
        "replaying the record gives another state", checks.check_record, begun(wrong(actions=actions))
    )


def test_a_record_that_is_written_differently_the_next_time():
    actions = module(GAME.actions, compact=lambda entries: [(e.seat, e.notation) for e in entries])
    complains_of("the replayed record reads differently", checks.check_record, begun(wrong(actions=actions)))


def test_taking_back_that_leaves_something():
    class Forgetful(Match):
        def undo(self, decisions: int = 1) -> None:
            super().undo(decisions)
            self.position.states[0]["counter"] += np.uint64(1)

    match = Forgetful(GAME, 2, seed=3)
    for _ in range(5):
        match.act(match.position.legal()[0])
    complains_of("undo and replay give another state", checks.check_undo, match)


def positions(**changes: Any) -> Game:
    return wrong(positions=module(GAME.positions, **changes))


def test_a_position_that_leaves_something_out():
    def read(states: Any) -> Any:
        return {**GAME.positions.read(states), "start": 1 - GAME.positions.read(states)["start"]}

    complains_of("the field start differs", checks.check_position, begun(positions(read=read)))


def test_a_position_that_reads_differently_each_time():
    times = itertools.count()

    def read(states: Any) -> Any:
        parts, order = GAME.positions.read(states), -1 if next(times) % 2 else 1
        hands = {seat: tiles[::order] for seat, tiles in parts["hands"].items()}
        return {**parts, "hands": hands}

    complains_of("the position reads differently", checks.check_position, begun(positions(read=read)))


def test_facts_that_are_no_plain_data():
    match = begun(positions(facts=lambda states: {"rows": np.int64(3)}))
    complains_of("not JSON serializable", checks.check_position, match)


def test_a_line_that_loses_an_option(monkeypatch):
    match = begun(end_mode="play_out")
    monkeypatch.setattr(Position, "options", property(lambda self: {}))
    complains_of("the field end_mode differs", checks.check_position, match)


# --- views ----------------------------------------------------------------------------------------


def viewed(make: Callable[[Any], Any], **constants: Any) -> Game:
    """A game whose views are made into something else."""
    views = module(GAME.views, view=lambda states, seat: make(GAME.views.view(states, seat)), **constants)
    return wrong(views=views)


def changed(**parts: Any) -> Game:
    return viewed(lambda view: msgspec.structs.replace(view, **parts))


def erasing(view: Any, *legal: Any) -> str:
    """Draws, and takes the last tile from the sky."""
    view.sky.clear()
    return "nothing"


class Bare(View, frozen=True, kw_only=True, tag="ophiuchus"):
    """A view without anything of the game."""


BARE = Bare(seat=None, players=2, to_move=0, phase="", asked="")


def lasting(part: str) -> Game:
    """A game that says that a part of its views never changes."""
    return viewed(lambda view: view, LASTING=frozenset({part}))


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (viewed(lambda view: BARE), "the type Bare, which types.py does not list"),
        (changed(players="two"), "the view is not of its type View: Expected `int`, got `str`"),
        (changed(seat=0), "the view of seat None says that it is of seat 0"),
        (changed(to_move=7), "the view says that seat 7 is to move"),
        (changed(asked=""), "the view does not say what is asked in phase"),
        (lasting("weather"), "'weather' of a view is said to last, but there is none"),
        (lasting("sky"), "'sky' of a view is said to last, but has changed"),
        (wrong(drawings=Drawings(GAME.drawings.text, lambda *shown: "")), "the picture is no SVG"),
        (wrong(drawings=Drawings(erasing, GAME.drawings.svg)), "whoever draws a view writes"),
        (wrong(drawings=Drawings(lambda *shown: "", GAME.drawings.svg)), "the drawing is empty"),
        (wrong(drawings=Drawings(lambda *shown: " ", GAME.drawings.svg)), "the match prints as nothing"),
    ],
)  # fmt: skip
def test_views_that_are_wrong(game, words):
    complains_of(words, checks.check_views, begun(dataclasses.replace(game), decisions=9))


def test_data_that_reads_back_as_something_else():
    class Loose(msgspec.Struct):
        parts: object

    complains(
        "the view reads back from JSON as something else",
        checks.check_type,
        Loose((1, 2)),
        (Loose,),
        "the view",
    )


# --- what a seat knows ----------------------------------------------------------------------------


@pytest.fixture
def depths(monkeypatch) -> Callable[[Any], int]:
    """How many guesses lie between a state and the truth: 0 for the true one."""
    sound, known = engine.determinize, {}

    def determinize(states: Any, seat: int, key: Any) -> Any:
        guess = sound(states, seat, key)
        known.setdefault(guess[0]["key"].tobytes(), depth(states) + 1)
        return guess

    def depth(states: Any) -> int:
        return known.get(states[0]["key"].tobytes(), 0)

    monkeypatch.setattr(engine, "determinize", determinize)
    return depth


def test_a_view_that_shows_what_is_hidden():
    def leak(states: Any, seat: int | None) -> Any:
        view = GAME.views.view(states, seat)
        return msgspec.structs.replace(view, start=int(states[0]["hand"].sum()))

    complains_of(
        "sees a difference", checks.check_knowledge, begun(wrong(views=module(GAME.views, view=leak)))
    )


def test_an_observation_that_shows_what_is_hidden(monkeypatch):
    match = begun()
    monkeypatch.setattr(engine, "observe", lambda states, seat, length: states[0]["hand"].copy())
    complains_of("observes a difference", checks.check_knowledge, match)


def test_a_guess_that_is_no_sound_position(monkeypatch, depths):
    match = begun()
    monkeypatch.setattr(engine, "broken", lambda states: depths(states) == 1)
    complains_of(f"a guess breaks: {GAME.invariants[1]}", checks.check_knowledge, match)


def test_a_guess_that_changes_who_decides(monkeypatch, depths):
    match, actor = begun(phase="take", actor=1), engine.actor
    monkeypatch.setattr(engine, "actor", lambda states: actor(states) ^ (depths(states) == 1))
    complains_of("a guess changes whose decision it is", checks.check_knowledge, match)


def test_a_guess_that_changes_the_choices_of_the_seat(monkeypatch, depths):
    match, legal = begun(phase="take", actor=0), Position.legal
    monkeypatch.setattr(Position, "legal", lambda self: legal(self)[depths(self.states) :])
    complains_of("a guess changes the seat's own choices", checks.check_knowledge, match)


def test_a_guess_that_leaves_no_choice(monkeypatch, depths):
    match, legal = begun(phase="take", actor=1), Position.legal
    monkeypatch.setattr(Position, "legal", lambda self: [] if depths(self.states) == 1 else legal(self))
    complains_of("a guess leaves no choice", checks.check_knowledge, match)


def test_a_guess_that_depends_on_what_is_hidden(monkeypatch):
    match, sound = begun(), engine.determinize

    def peeking(states: Any, seat: int, key: Any) -> Any:
        guess = sound(states, seat, key)
        guess[0]["counter"] = np.uint64(int(states[0]["hand"][1 - seat]))
        return guess

    monkeypatch.setattr(engine, "determinize", peeking)
    complains_of(" cannot know: the field counter differs", checks.check_knowledge, match)


def test_a_guess_from_a_guess_that_is_no_sound_position(monkeypatch, depths):
    match = begun()
    monkeypatch.setattr(engine, "broken", lambda states: depths(states) == 2)
    complains_of("a guess made from a guess breaks", checks.check_knowledge, match)


def test_a_guess_from_a_guess_that_changes_who_decides(monkeypatch, depths):
    match, actor = begun(phase="take", actor=1), engine.actor
    monkeypatch.setattr(engine, "actor", lambda states: actor(states) ^ (depths(states) == 2))
    complains_of("made from a guess changes whose decision it is", checks.check_knowledge, match)


def test_a_guess_from_a_guess_that_leaves_no_choice(monkeypatch, depths):
    match, legal = begun(phase="take", actor=1), Position.legal
    monkeypatch.setattr(Position, "legal", lambda self: [] if depths(self.states) == 2 else legal(self))
    complains_of("a guess made from a guess leaves no choice", checks.check_knowledge, match)


def test_a_guess_from_a_guess_that_shows_something_else(depths):
    def view(states: Any, seat: int | None) -> Any:
        return msgspec.structs.replace(GAME.views.view(states, seat), start=depths(states) // 2)

    match = begun(wrong(views=module(GAME.views, view=view)))
    complains_of("sees a difference in a guess made from a guess", checks.check_knowledge, match)


# --- numbers --------------------------------------------------------------------------------------


def test_an_observation_that_leaves_gaps():
    complains_of(
        "the observation leaves gaps", checks.check_observation, begun(wrong(observation_length=2000))
    )


def test_an_observation_that_is_longer_than_declared():
    short = begun(wrong(observation_length=GAME.observation_length - 1))
    with pytest.raises((AssertionError, IndexError)):
        checks.check_observation(short, random.Random(1))


def test_heuristics_that_give_a_negative_prior():
    negative = Weights(GAME.weights.names, tuple(-1_000 for _ in GAME.weights.names))
    match = begun(wrong(heuristics=module(GAME.heuristics, WEIGHTS=negative)))
    complains_of("an action has a negative prior", checks.check_heuristics, match)


def test_heuristics_that_allow_nothing(monkeypatch):
    monkeypatch.setattr(checks, "policy_of", lambda position, weights: dict.fromkeys(position.legal(), 0))
    complains_of("the priors add up to 0", checks.check_heuristics, begun())


def test_heuristics_that_are_beyond_all_measure(monkeypatch):
    monkeypatch.setattr(checks, "value_of", lambda position, weights: [10**9, 0])
    complains_of("a position is worth [1000000000, 0]", checks.check_heuristics, begun())


def test_heuristics_that_do_not_know_the_final_points(monkeypatch):
    monkeypatch.setattr(checks, "value_of", lambda position, weights: [0, 1])
    complains_of("at the end a position is worth [0, 1]", checks.check_heuristics, finished())


def test_heuristics_that_change_the_position(monkeypatch):
    def spoil(position: Position, weights: Any) -> list[int]:
        position.states[0]["counter"] += np.uint64(1)
        return [0, 0]

    monkeypatch.setattr(checks, "value_of", spoil)
    complains_of("judging a position changed it", checks.check_heuristics, begun())


# --- the end --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ranks", "words"),
    [
        ([2, 2], "nobody is first"),
        ([1, 3], "places do not fit together"),
        ([1, 1, 2], "places do not fit together"),
    ],
)
def test_places_that_do_not_agree(monkeypatch, ranks, words):
    match = finished()
    monkeypatch.setattr(engine, "ranks", lambda states: ranks)
    complains(words, checks.check_end, match)


def test_choices_after_the_end(monkeypatch):
    match = finished()
    monkeypatch.setattr(Match, "legal", lambda self: ["take T01"])
    complains("there are legal actions after the end", checks.check_end, match)


def test_decisions_after_the_end(monkeypatch):
    match = finished()
    monkeypatch.setattr(Match, "act", lambda self, action: [])
    complains("an action is accepted after the end", checks.check_end, match)


def test_a_game_without_end(monkeypatch):
    monkeypatch.setattr(checks, "LONGEST_GAME", 5)
    complains("the game does not end", checks.play_checked, GAME, 2, {}, 1, random.Random(1))


# --- two ways of running the rules ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("interpreted", "words"),
    [
        (["one", "two"], "differ in length"),
        (["one", "two", "four"], "interpreted and compiled differ after 2 decisions"),
    ],
)
def test_rules_that_run_differently_in_the_interpreter(monkeypatch, interpreted, words):
    monkeypatch.setattr(checks, "trace", lambda game, *setting: ["one", "two", "three"])
    monkeypatch.setattr(checks, "trace_interpreted", lambda game, wanted: [interpreted])
    complains(words, checks.check_interpreted, GAME, [Setting(2, {})], 1)


# --- the whole suite ------------------------------------------------------------------------------


def test_a_complaint_names_the_game_the_check_and_the_place():
    with pytest.raises(ConformanceError) as complaint:
        conformance(changed(players="two"), games=1, interpreted=0)
    words = str(complaint.value)
    assert words.startswith("ophiuchus: check_views: the view is not of its type View")
    for part in (" players, {", "seed 1000", "decision "):
        assert part in words


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (wrong(action_count=300), "out of the action space"),
        (wrong(default_players=9), "default number of players"),
        (wrong(observation_length=2000), "check_observation"),
    ],
)
def test_the_suite_makes_every_kind_of_check(game, words):
    with pytest.raises(ConformanceError, match=words):
        conformance(dataclasses.replace(game), games=12, interpreted=0)


def test_every_check_of_the_suite_is_shown_to_fail_here():
    source = Path(__file__).read_text("utf-8")
    for name in [name for name in vars(checks) if name.startswith("check_")]:
        assert f"checks.{name}" in source, f"no broken game shows what {name} is for"
