"""Pacal's Rocket: decisions as numbers, as data and as notation (section 7.2 of the specification).

Atomic: ``place F6``, ``move I6``, ``sacred 2``, ``set K1``, ``own``, ``other 2``, ``recover F9``,
``build F9``, ``with F9 G9 H9``, ``height 2``, ``pass``. Compound, as records write it:
``build 3 at F9 with F9 G9 H9``.
"""

from __future__ import annotations

import re

from parapegma.core.action import Action
from parapegma.core.compiled.arrays import States, as_argument
from parapegma.core.game import Entry, Event
from parapegma.errors import IllegalAction, near
from parapegma.games.pacal import types
from parapegma.games.pacal.components import CELL_NAMES, CELLS, COLS, HEIGHTS, ROWS, SACRED_STONES
from parapegma.games.pacal.components.board import cell_at
from parapegma.games.pacal.components.constellations import N_PATTERNS, PATTERNS
from parapegma.games.pacal.reasons import because, why_height, why_not
from parapegma.games.pacal.rules import steps
from parapegma.games.pacal.rules.steps import building
from parapegma.games.pacal.state import (
    BUILD,
    BUILT,
    CHOSE,
    HEIGHT,
    MOVE,
    NOWHERE,
    OTHER,
    OVER,
    OWN,
    PATTERN,
    PHASES,
    PLACE,
    RECOVER,
    SET_DOWN,
)

CELL_VERBS = {phase: PHASES[phase] for phase in (PLACE, MOVE, SET_DOWN, RECOVER, BUILD)}
"""The phases that ask for a cell, and how the answer begins."""
_CELL_TYPES: dict[int, type[types.CellAction]] = {
    PLACE: types.Place,
    MOVE: types.Move,
    SET_DOWN: types.SetDown,
    RECOVER: types.Recover,
    BUILD: types.Build,
}
ASKED = {
    PLACE: "a cell of the Sacred district for your ship, such as 'place F6'",
    MOVE: "an end cell such as 'move I6', or a sacred stone such as 'sacred 2'",
    SET_DOWN: "a free cell to set the ship on, such as 'set K1'",
    OWN: "'own' to put a stone into your own ship, or 'pass'",
    OTHER: "'other 2' to put a stone into the ship of seat 2, or 'pass'",
    RECOVER: "a cell with a visible stone of yours, such as 'recover F9', or 'pass'",
    BUILD: "a cell to build on, such as 'build F9' or 'build 3 at F9 with F9 G9 H9', or 'pass'",
    PATTERN: "the cells of the constellation, such as 'with F9 G9 H9'",
    HEIGHT: "the height of the pyramid, such as 'height 2'",
    OVER: "nothing: the game is over",
}
DESCRIBED_BY = ("phase", "players", "to_move", "build_cell")
"""The fields of a state on which it depends what a number means."""
HALF_MADE = frozenset({SET_DOWN, PATTERN, HEIGHT})
"""Phases that ask for the rest of a decision which the same seat has begun: where to fly, how to build."""
ACTION_RANGES = (
    (
        steps.CELL_ACTION, steps.SACRED_ACTION - 1, "<verb> <cell>",
        f"a cell, row by row from {CELL_NAMES[0]} to {CELL_NAMES[-1]}; the verb is that of the phase:"
        f" {', '.join(CELL_VERBS.values())}",
    ),
    (steps.SACRED_ACTION, steps.OWN_ACTION - 1, "sacred <value>", "discard a sacred stone, the lowest first"),
    (steps.OWN_ACTION, steps.OWN_ACTION, "own", "put a stone into the own ship"),
    (
        steps.OTHER_ACTION, steps.PASS_ACTION - 1, "other <seat>",
        "put a stone into the ship of another: the next seat first, clockwise",
    ),
    (steps.PASS_ACTION, steps.PASS_ACTION, "pass", "put, take or build nothing"),
    (
        steps.PATTERN_ACTION, steps.HEIGHT_ACTION - 1, "with <cells>",
        "the constellation to build with, as a pattern round the cell that is built on",
    ),
    (
        steps.HEIGHT_ACTION, steps.ACTION_COUNT - 1, "height <number>",
        "the height of the pyramid, where the right one is exhausted: 1 first",
    ),
)  # fmt: skip
"""Every action number: first, last, notation, meaning."""
_COMPOUND = re.compile(r"build +(\d+) +at +(\S+)(?: +with +(.+))?")


def pattern_cells(cell: int, pattern: int) -> list[int] | None:
    """The cells of a pattern round a building cell, or ``None`` if it does not fit the board."""
    row, col = divmod(cell, COLS)
    cells = []
    for down, right in PATTERNS[pattern].cells:
        if not (0 <= row + down < ROWS and 0 <= col + right < COLS):
            return None
        cells.append((row + down) * COLS + col + right)
    return sorted(cells)


def named(cells: list[int]) -> str:
    """Cells as notation."""
    return " ".join(CELL_NAMES[cell] for cell in cells)


def describe(states: States, number: int) -> Action:
    """An action taken apart; the phase tells what a cell is chosen for."""
    s = states[0]
    if steps.CELL_ACTION <= number < steps.SACRED_ACTION:
        phase = int(s["phase"])
        cell = CELL_NAMES[number - steps.CELL_ACTION]
        kind = _CELL_TYPES.get(phase, types.OtherCell)
        return kind(number=number, cell=cell, notation=f"{CELL_VERBS.get(phase, 'cell')} {cell}")
    if steps.SACRED_ACTION <= number < steps.OWN_ACTION:
        value = SACRED_STONES[number - steps.SACRED_ACTION]
        return types.DiscardSacred(number=number, value=value, notation=f"sacred {value}")
    if number == steps.OWN_ACTION:
        return types.InsertOwn(number=number, notation="own")
    if steps.OTHER_ACTION <= number < steps.PASS_ACTION:
        distance = number - steps.OTHER_ACTION + 1
        if distance >= int(s["players"]):
            return types.InsertOther(number=number, seat=None, notation=f"other +{distance}")
        seat = (int(s["to_move"]) + distance) % int(s["players"])
        return types.InsertOther(number=number, seat=seat, notation=f"other {seat}")
    if number == steps.PASS_ACTION:
        return types.Pass(number=number, notation="pass")
    if steps.PATTERN_ACTION <= number < steps.HEIGHT_ACTION:
        return _describe_pattern(states, number)
    if steps.HEIGHT_ACTION <= number < steps.ACTION_COUNT:
        height = number - steps.HEIGHT_ACTION + 1
        return types.ChooseHeight(number=number, height=height, notation=f"height {height}")
    raise IllegalAction(f"there is no action {number}; actions are numbered 0 to {steps.ACTION_COUNT - 1}")


def _describe_pattern(states: States, number: int) -> Action:
    pattern = number - steps.PATTERN_ACTION
    build_cell = int(states[0]["build_cell"])
    cells = None if build_cell == NOWHERE else pattern_cells(build_cell, pattern)
    if cells is None:
        return types.OtherPattern(number=number, pattern=pattern, notation=f"pattern {pattern}")
    return types.UseConstellation(
        number=number,
        cells=[CELL_NAMES[cell] for cell in cells],
        height=PATTERNS[pattern].height,
        notation=f"with {named(cells)}",
    )


def cells_of_action(action: Action) -> list[str]:
    """The cells that an action is about, for those who draw."""
    if isinstance(action, types.CellAction):
        return [action.cell]
    return action.cells if isinstance(action, types.UseConstellation) else []


def parse(states: States, text: str) -> int:
    """The number of an action in notation; whether it is legal is another question."""
    s = states[0]
    phase = int(s["phase"])
    words = text.split()
    match words:
        case [verb, cell] if verb == CELL_VERBS.get(phase, "cell"):
            return steps.CELL_ACTION + _cell(cell)
        case ["build", cell, "as", height, *rest] if phase == BUILD:
            return steps.CELL_ACTION + _whole_build(states, cell, height, rest[1:])
        case ["build", cell, "as", height, *rest]:
            text = " ".join(["build", height, "at", cell, *rest])
        case ["sacred", value]:
            if not value.isdigit() or int(value) not in SACRED_STONES:
                raise IllegalAction(f"there is no sacred stone {value!r}; stones: {_listed(SACRED_STONES)}")
            return steps.SACRED_ACTION + SACRED_STONES.index(int(value))
        case ["own"]:
            return steps.OWN_ACTION
        case ["other", seat]:
            return steps.OTHER_ACTION + _distance(states, seat) - 1
        case ["pass"]:
            return steps.PASS_ACTION
        case ["with", *cells] if cells and phase == PATTERN:
            return steps.PATTERN_ACTION + _pattern(int(s["build_cell"]), [_cell(cell) for cell in cells])
        case ["pattern", number] if number.isdigit() and int(number) < N_PATTERNS:
            return steps.PATTERN_ACTION + int(number)
        case ["height", height] if height.isdigit() and 0 < int(height) < HEIGHTS:
            return steps.HEIGHT_ACTION + int(height) - 1
    raise IllegalAction(f"{text!r} is not understood here; asked is {ASKED[phase]}")


def explain(states: States, number: int) -> str | None:
    """Why an action is not legal now."""
    phase = int(states[0]["phase"])
    kind = describe(states, number).kind
    asked = {
        OWN: ("own", "pass"),
        OTHER: ("other", "pass"),
        PATTERN: ("with", "pattern"),
        HEIGHT: ("height",),
    }
    fitting = asked.get(phase, (CELL_VERBS.get(phase, ""), "sacred" if phase == MOVE else ""))
    if kind not in fitting:
        return because("not-asked", asked=ASKED[phase])
    return why_not(states, number)


def expand(text: str) -> tuple[str, ...]:
    """A compound notation as its atomic parts: cell, constellation and height of a pyramid.

    The first part names all of it, so that what cannot be built is refused at once.

    >>> expand("build 3 at F9 with F9 G9 H9")
    ('build F9 as 3 with F9 G9 H9', 'with F9 G9 H9', 'height 3')
    """
    found = _COMPOUND.fullmatch(text)
    if not found:
        return (text,)
    height, cell, cells = found.groups()
    named_cells = [f"with {cells}"] if cells else []
    return (" ".join([f"build {cell} as {height}", *named_cells]), *named_cells, f"height {height}")


def settled(part: str, events: tuple[Event, ...]) -> bool:
    """Whether a part of a compound was carried out already, because there was only one way."""
    words = part.split()
    for kind, _, cell, what in events:
        if kind == CHOSE and words[0] == "with":
            chosen = pattern_cells(cell, what) or []
            return sorted(word.upper() for word in words[1:]) == sorted(CELL_NAMES[c] for c in chosen)
        if kind == BUILT and words[0] == "height":
            return words[1:] == [str(what // 8)]
    return False


def compact(entries: list[Entry]) -> list[tuple[int, str]]:
    """The lines of a record: cell, constellation and height of a pyramid become one line."""
    lines: list[tuple[int, str]] = []
    pending: list[tuple[int, str]] = []
    constellation = ""
    for entry in entries:
        built = None
        for kind, _, cell, what in entry.events:
            if kind == CHOSE:
                constellation = named(pattern_cells(cell, what) or [])
            elif kind == BUILT:
                built = f"build {what // 8} at {CELL_NAMES[cell]} with {constellation}"
        if built is not None:
            lines.append((entry.seat, built))
            pending = []
        elif entry.notation.startswith(("build", "with")):
            pending.append((entry.seat, entry.notation))
        else:
            lines.append((entry.seat, entry.notation))
    return lines + pending


def _cell(text: str) -> int:
    cell = cell_at(text, ROWS, COLS)
    if cell is None:
        last = CELL_NAMES[CELLS - 1]
        raise IllegalAction(f"there is no cell {text!r}{near(text.upper(), CELL_NAMES)}; cells: A1 to {last}")
    return cell


def _distance(states: States, text: str) -> int:
    """How many seats on a ship is: ``other 2`` names the seat, ``other +2`` the distance."""
    players, mover = int(states[0]["players"]), int(states[0]["to_move"])
    if (
        text.startswith("+")
        and text[1:].isdigit()
        and 0 < int(text[1:]) < steps.PASS_ACTION - steps.OWN_ACTION
    ):
        return int(text[1:])
    others = [seat for seat in range(players) if seat != mover]
    if not text.isdigit() or int(text) not in others:
        raise IllegalAction(f"there is no other ship {text!r}; other ships are those of {_listed(others)}")
    return (int(text) - mover) % players


def _pattern(build_cell: int, cells: list[int]) -> int:
    for pattern in range(N_PATTERNS):
        if pattern_cells(build_cell, pattern) == sorted(cells):
            return pattern
    if build_cell not in cells:
        raise IllegalAction(f"the constellation must contain {CELL_NAMES[build_cell]}, which is built on")
    raise IllegalAction(f"{named(sorted(cells))} is the pattern of no height")


def _whole_build(states: States, cell_name: str, height_name: str, names: list[str]) -> int:
    """The cell of a pyramid whose height, and maybe constellation, is known too; refused if it has another.

    A cell that cannot be built on at all is left to :func:`explain`.
    """
    s = states[0]
    seat, cell, height = int(s["to_move"]), _cell(cell_name), int(height_name)
    if not int(s["buildable"][cell // COLS]) >> cell % COLS & 1:
        return cell
    patterns = [_pattern(cell, [_cell(name) for name in names])] if names else list(range(N_PATTERNS))
    usable = [p for p in patterns if building.is_constellation_at(as_argument(states), seat, cell, p)]
    heights = {
        each
        for each in range(1, HEIGHTS + 1)
        for pattern in usable
        if building.may_have_height_at(as_argument(states), seat, cell, pattern, each)
    }
    if height in heights:
        return cell
    why: str = because("not-a-constellation")
    if usable and not names:
        why = f"constellations with {CELL_NAMES[cell]} give height {_listed(sorted(heights))} now (PR-6.13)"
    elif usable:
        why = why_height(states, cell, usable[0], height)
    with_cells = f" with {' '.join(name.upper() for name in names)}" if names else ""
    written = f"build {height} at {CELL_NAMES[cell]}{with_cells}"
    raise IllegalAction(f"{written!r} is not legal: {why}", why)


def _listed(things: tuple[int, ...] | list[int]) -> str:
    return ", ".join(str(thing) for thing in things)
