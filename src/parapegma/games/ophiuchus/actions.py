"""Ophiuchus: decisions as numbers, as data and as notation (section 7.2 of the specification).

Atomic: ``take T08``, ``at 3,0``, ``facing W``, ``claim leo``, ``token``, ``draw two``, ``return T08``.
Compound, as records write it: ``lay T08 3,0 W`` for the first three. Where a whole placement is meant,
its refusal names the reason of that placement, not of the square alone (OP-4.9).
"""

from __future__ import annotations

import re

from parapegma.core.action import Action
from parapegma.core.compiled.arrays import States, as_argument
from parapegma.core.game import Entry, Event
from parapegma.errors import IllegalAction, Reason, near
from parapegma.games.ophiuchus.components import CARD_NAMES, SAME_HALVES, TILE_NAMES
from parapegma.games.ophiuchus.reasons import CODES, because
from parapegma.games.ophiuchus.rules import steps
from parapegma.games.ophiuchus.rules.steps.sky import (
    ROW_OVER_LIMIT,
    SQUARE_OCCUPIED,
    reason_at,
    rows_at,
)
from parapegma.games.ophiuchus.state import (
    AT,
    BONUS,
    CLAIM,
    DIRECTIONS,
    FACING,
    LAID,
    NORTH,
    ORIGIN,
    RETURN,
    SIDE,
    TAKE,
    WEST,
)
from parapegma.games.ophiuchus.types import At, Claim, DrawTwo, Facing, Return, Take, TakeToken

_ASKED = {
    TAKE: "a tile to take, such as 'take T08' or 'lay T08 3,0 W'",
    AT: "a square for half A, such as 'at 3,0'",
    FACING: "a direction for half B, such as 'facing W'",
    CLAIM: "a card to claim, such as 'claim leo'",
    BONUS: "'token' or 'draw two'",
    RETURN: "a tile to put back, such as 'return T08'",
}
_ASKING = {TAKE: Take, AT: At, FACING: Facing, CLAIM: Claim, RETURN: Return}
"""The kind of action that each phase asks for; the phase bonus asks for either of two."""
_SQUARE = re.compile(r"(-?\d+),(-?\d+)")
_LOW = 1 - ORIGIN
_HIGH = ORIGIN - 1

DESCRIBED_BY = ("phase",)
"""The fields of a state on which it depends what a number means."""
HALF_MADE = frozenset({AT, FACING})
"""Phases that ask for the rest of a decision which the same seat has begun: where the tile in hand goes."""
ACTION_RANGES = (
    (steps.TILE, steps.SQUARE - 1, "take <tile>", "take up a tile to lay, in the order of the tiles"),
    (steps.TILE, steps.SQUARE - 1, "return <tile>", "the same numbers, once two were drawn: put one back"),
    (
        steps.SQUARE, steps.DIRECTION - 1, "at <x>,<y>",
        f"the square of half A, row by row from {_LOW},{_LOW} to {_HIGH},{_HIGH}",
    ),
    (steps.DIRECTION, steps.CARD - 1, "facing <direction>", f"where half B lies: {', '.join(DIRECTIONS)}"),
    (steps.CARD, steps.TOKEN - 1, "claim <card>", "one of several cards that are matched, in their order"),
    (steps.TOKEN, steps.TOKEN, "token", "a prize token for a row of exactly 13"),
    (steps.DRAW_TWO, steps.DRAW_TWO, "draw two", "two tiles for a row of exactly 13"),
)  # fmt: skip
"""Every action number: first, last, notation, meaning."""


def placement(tile: int, where: int) -> str:
    """A placement as records write it, from the numbers of its event."""
    square, facing = divmod(where, 4)
    return f"{TILE_NAMES[tile]} {square % SIDE - ORIGIN},{square // SIDE - ORIGIN} {DIRECTIONS[facing]}"


def describe(states: States, number: int) -> Action:
    """An action taken apart; the phase tells taking a tile from putting it back."""
    if 0 <= number < steps.SQUARE:
        tile = TILE_NAMES[number - steps.TILE]
        if states[0]["phase"] == RETURN:
            return Return(number=number, tile=tile, notation=f"return {tile}")
        return Take(number=number, tile=tile, notation=f"take {tile}")
    if steps.SQUARE <= number < steps.DIRECTION:
        row, col = divmod(number - steps.SQUARE, SIDE - 2)
        x, y = col + _LOW, row + _LOW
        return At(number=number, x=x, y=y, notation=f"at {x},{y}")
    if steps.DIRECTION <= number < steps.CARD:
        facing = DIRECTIONS[number - steps.DIRECTION]
        return Facing(number=number, facing=facing, notation=f"facing {facing}")
    if steps.CARD <= number < steps.TOKEN:
        card = CARD_NAMES[number - steps.CARD]
        return Claim(number=number, card=card, notation=f"claim {card}")
    if number == steps.TOKEN:
        return TakeToken(number=number, notation="token")
    if number == steps.DRAW_TWO:
        return DrawTwo(number=number, notation="draw two")
    raise IllegalAction(f"there is no action {number}; actions are numbered 0 to {steps.ACTION_COUNT - 1}")


def parse(states: States, text: str) -> int:
    """The number of an action in notation; whether it is legal is another question."""
    words = text.split()
    phase = int(states[0]["phase"])
    match words:
        case ["take", tile] if phase != RETURN:
            return steps.TILE + _tile(tile)
        case ["return", tile] if phase == RETURN:
            return steps.TILE + _tile(tile)
        case ["at", square]:
            x, y = _square(square)
            return steps.SQUARE + (SIDE - 2) * (y - _LOW) + x - _LOW
        case ["at", square, facing]:
            return _whole_placement(states, square, facing)
        case ["facing", facing]:
            return steps.DIRECTION + _direction(facing)
        case ["claim", card]:
            return steps.CARD + _card(card)
        case ["token"]:
            return steps.TOKEN
        case ["draw", "two"]:
            return steps.DRAW_TWO
    asked = _ASKED.get(phase, "nothing: the game is over")
    raise IllegalAction(f"{text!r} is not understood here; asked is {asked}")


def explain(states: States, number: int) -> str | None:
    """Why an action is not legal now, as far as the player himself may know."""
    s = states[0]
    phase = int(s["phase"])
    action = describe(states, number)
    if phase == BONUS or not isinstance(action, _ASKING.get(phase, ())):
        return because("not-asked", asked=_ASKED.get(phase, "nothing: the game is over"))
    if isinstance(action, Take | Return):
        tile = number - steps.TILE
        if not int(s["hand"][s["to_move"]]) >> tile & 1:
            return because("not-in-hand", tile=action.tile)
        return because("fits-nowhere", tile=action.tile)
    if isinstance(action, At):
        return _why_square(states, action.x, action.y)
    if isinstance(action, Claim):
        taken = not int(s["firmament"]) >> (number - steps.CARD) & 1
        return because("card-taken" if taken else "no-match", card=action.card)
    square = int(s["square"])
    return _why(states, square % SIDE - ORIGIN, square // SIDE - ORIGIN, number - steps.DIRECTION)


def expand(text: str) -> tuple[str, ...]:
    """A compound notation as its atomic parts: ``lay T08 3,0 W`` is take, at, facing.

    >>> expand("lay T08 3,0 W")
    ('take T08', 'at 3,0 W', 'facing W')
    """
    words = text.split()
    if words and words[0] == "at" and len(words) == 3:
        return text, f"facing {words[2].upper()}"
    if words and words[0] == "lay":
        if len(words) != 4:
            raise IllegalAction(f"{text!r} is not understood; a placement is written 'lay T08 3,0 W'")
        return f"take {words[1]}", f"at {words[2]} {words[3]}", f"facing {words[3].upper()}"
    return (text,)


def settled(part: str, events: tuple[Event, ...]) -> bool:
    """Whether a part of a compound was carried out already, because there was only one way."""
    for kind, _, tile, where in events:
        if kind == LAID:
            return part == f"facing {placement(tile, where).split()[-1]}"
    return False


def compact(entries: list[Entry]) -> list[tuple[int, str]]:
    """The lines of a record: taking, placing and turning a tile become one line."""
    lines: list[tuple[int, str]] = []
    pending: list[tuple[int, str]] = []
    for entry in entries:
        laid = next((placement(tile, where) for kind, _, tile, where in entry.events if kind == LAID), None)
        if laid is not None:
            lines.append((entry.seat, f"lay {laid}"))
            pending = []
        elif entry.notation.startswith(("take", "at")):
            pending.append((entry.seat, entry.notation))
        else:
            lines.append((entry.seat, entry.notation))
    return lines + pending


def why_not(states: States, tile: int, x: int, y: int, facing: int) -> int:
    """The reason why a tile may not lie somewhere (OP-4.9), or 0."""
    return int(reason_at(as_argument(states), tile, x, y, facing))


def _whole_placement(states: States, square: str, facing: str) -> int:
    """The number of a square whose direction is known too; refused if half B cannot lie there."""
    x, y = _square(square)
    direction = _direction(facing)
    if states[0]["phase"] == AT:
        tile = int(states[0]["picked"])
        twice_named = SAME_HALVES[tile] and direction in (WEST, NORTH)
        if twice_named or why_not(states, tile, x, y, direction):
            why = _why(states, x, y, direction)
            raise IllegalAction(f"{TILE_NAMES[tile]} may not lie at {square} {facing}: {why}", why)
    return steps.SQUARE + (SIDE - 2) * (y - _LOW) + x - _LOW


def _why(states: States, x: int, y: int, facing: int) -> Reason:
    tile = int(states[0]["picked"])
    reason = why_not(states, tile, x, y, facing)
    if reason == 0:
        return because("equal-halves")
    if reason == ROW_OVER_LIMIT:
        along, across_a, across_b = rows_at(as_argument(states), tile, x, y, facing)
        return because("row-sums", along=int(along), a=int(across_a), b=int(across_b))
    return because(CODES[reason])


def _why_square(states: States, x: int, y: int) -> Reason:
    """The reason that holds for all four directions, or the one that is reached latest."""
    reasons = [why_not(states, int(states[0]["picked"]), x, y, facing) for facing in range(4)]
    return because(CODES[max(reasons) or SQUARE_OCCUPIED])


def _tile(text: str) -> int:
    name = text.upper()
    if name not in TILE_NAMES:
        raise IllegalAction(
            f"there is no tile {text!r}{near(name, TILE_NAMES)}; tiles: {TILE_NAMES[0]} to {TILE_NAMES[-1]}"
        )
    return TILE_NAMES.index(name)


def _square(text: str) -> tuple[int, int]:
    found = _SQUARE.fullmatch(text)
    if not found:
        raise IllegalAction(f"{text!r} is no square; squares are written x,y such as 3,0 or -2,1")
    x, y = int(found[1]), int(found[2])
    if not (_LOW <= x <= _HIGH and _LOW <= y <= _HIGH):
        raise IllegalAction(f"square {text} is out of reach: x and y go from {_LOW} to {_HIGH}")
    return x, y


def _direction(text: str) -> int:
    if text.upper() not in DIRECTIONS:
        raise IllegalAction(f"there is no direction {text!r}; directions are {', '.join(DIRECTIONS)}")
    return DIRECTIONS.index(text.upper())


def _card(text: str) -> int:
    if text.lower() not in CARD_NAMES:
        raise IllegalAction(
            f"there is no card {text!r}{near(text.lower(), CARD_NAMES)}; cards: {', '.join(CARD_NAMES)}"
        )
    return CARD_NAMES.index(text.lower())
