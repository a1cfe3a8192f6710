"""Pacal's Rocket: the options of a table (section 4 of the specification)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parapegma.core.options import Option, Value
from parapegma.errors import OptionError
from parapegma.games.pacal.components import DIE_FACES, MOST_PLAYERS
from parapegma.games.pacal.components.board import ARROWS as ARROWS_FACE
from parapegma.games.pacal.components.board import die_problem
from parapegma.games.pacal.state import ARROWS

START_SEATS = tuple(f"seat{seat}" for seat in range(MOST_PLAYERS))


class _StartPlayer(Option):
    """A seat may be given as a plain number: 2 is seat2."""

    def read(self, value: Any) -> Value:
        plain = isinstance(value, int) and not isinstance(value, bool)
        return super().read(f"seat{value}" if plain or str(value).isdigit() else value)


class _DieFaces(Option):
    """The faces may be given as a list."""

    def read(self, value: Any) -> Value:
        return super().read(" ".join(map(str, value)) if isinstance(value, list | tuple) else value)


def _faces(text: Value) -> tuple[str, ...]:
    return tuple(str(text).replace(",", " ").split())


def _numbers(text: Value) -> list[int]:
    return [ARROWS if face == ARROWS_FACE else int(face) for face in _faces(text)]


def _spelled(numbers: list[int]) -> str:
    return " ".join(ARROWS_FACE if number == ARROWS else str(number) for number in numbers)


OPTIONS = (
    Option(
        "expert", False, (False, True),
        "new pyramids need stones alone; one own pyramid may take part only if it is the one upgraded",
    ),
    Option(
        "ship_contents", "open", ("open", "memory"),
        "open: everyone sees what ships hold; memory: people have to remember it", field="memory",
    ),
    _StartPlayer("start_player", "random", ("random", *START_SEATS), "who places first and starts round 1"),
    Option(
        "two_stones", "own_first", ("own_first", "independent"),
        "own_first: a stone for another's ship needs one in your own; independent: either or both",
        expert=True, field="independent",
    ),
    Option(
        "duplicate_insert", "allow", ("allow", "forbid"),
        "allow: a second stone of a colour may go into a ship, and all return; forbid: it may not",
        expert=True, field="forbid_duplicates",
    ),
    Option(
        "path_rule", "self_avoiding", ("self_avoiding", "no_reversal"),
        "self_avoiding: a path with turns visits no cell twice; no_reversal: it only never turns back",
        expert=True, field="no_reversal",
    ),
    Option(
        "first_round_sacred", False, (False, True), "sacred stones may be used freely in round 1 too",
        expert=True,
    ),
    Option(
        "auto_lowest_sacred", False, (False, True), "whoever discards a sacred stone discards the lowest",
        expert=True, field="lowest_sacred",
    ),
    Option(
        "gaps_must_be_empty", False, (False, True),
        "no ship, pyramid or visible stone may lie between the cells of a constellation",
        expert=True, field="empty_gaps",
    ),
    Option(
        "tie_scores", False, (False, True), "rising to a shared lead of a district scores too", expert=True
    ),
    Option(
        "water_scoring", "separate", ("separate", "combined"),
        "separate: prizes for the river and for the lake; combined: one set of prizes for both",
        expert=True, field="combined_waters",
    ),
    Option(
        "two_player_end", "immediate", ("immediate", "finish_round"),
        "two players: the threshold ends the game at once, or after the other player's turn",
        expert=True, field="finish_round",
    ),
    _DieFaces(
        "die_faces", " ".join(DIE_FACES), None, "the six faces of the die, numbers from 1 to 5 or arrows",
        expert=True, field="faces", numbers=_numbers, spelled=_spelled,
    ),
    Option("max_rounds", 200, range(1, 1001), "the game ends after this round at the latest", expert=True),
)  # fmt: skip


def fit(players: int, options: dict[str, Value], given: Mapping[str, Any]) -> dict[str, Value]:
    """What does not go together is refused; the faces of the die are put in one spelling."""
    start = str(options["start_player"])
    if start in START_SEATS and START_SEATS.index(start) >= players:
        raise OptionError(
            f"start_player = {start} does not exist; {players} players have the seats 0 to {players - 1}"
        )
    if players != 2 and options["two_player_end"] != "immediate":
        raise OptionError("two_player_end = finish_round is for two players; more always finish the round")
    if options["duplicate_insert"] == "forbid" and options["ship_contents"] == "memory":
        raise OptionError(
            "duplicate_insert = forbid would show what ships hold; it needs ship_contents = open"
        )
    faces = _faces(options["die_faces"])
    problem = die_problem(faces)
    if problem:
        raise OptionError(f"die_faces {problem}; an example is '{' '.join(DIE_FACES)}'")
    return {**options, "die_faces": " ".join(faces)}
