"""Ophiuchus: decisions as numbers, as data and as notation (section 7.2 of the specification).

Atomic: ``take T08``, ``at 3,0``, ``facing W``, ``claim leo``, ``token``, ``draw two``, ``return T08``.
Compound, as records write it: ``lay T08 3,0 W`` for the first three. Where a whole placement is meant,
its refusal names the reason of that placement, not of the square alone (OP-4.9).
"""

from __future__ import annotations

import re

from parapegma.core.compiled.arrays import States, as_argument, copy_of
from parapegma.core.game import Action, Entry, Event
from parapegma.errors import IllegalAction, Reason, near
from parapegma.games.ophiuchus.components import CARDS, SAME_HALVES, TILE_NAMES
from parapegma.games.ophiuchus.reasons import CODES, because
from parapegma.games.ophiuchus.rules import turn
from parapegma.games.ophiuchus.rules.sky import (
    ROW_OVER_LIMIT,
    SQUARE_OCCUPIED,
    lay_at,
    reason_at,
    rows_of_last,
)
from parapegma.games.ophiuchus.state import (
    AT,
    BONUS,
    CLAIM,
    FACING,
    LAID,
    NORTH,
    ORIGIN,
    RETURN,
    SIDE,
    TAKE,
    WEST,
)

DIRECTIONS = ("E", "S", "W", "N")
CARD_NAMES = tuple(card.id for card in CARDS)
_ASKED = {
    TAKE: "a tile to take, such as 'take T08' or 'lay T08 3,0 W'",
    AT: "a square for half A, such as 'at 3,0'",
    FACING: "a direction for half B, such as 'facing W'",
    CLAIM: "a card to claim, such as 'claim leo'",
    BONUS: "'token' or 'draw two'",
    RETURN: "a tile to put back, such as 'return T08'",
}
_SQUARE = re.compile(r"(-?\d+),(-?\d+)")
_LOW = 1 - ORIGIN
_HIGH = ORIGIN - 1


def placement(tile: int, where: int) -> str:
    """A placement as records write it, from the numbers of its event."""
    square, facing = divmod(where, 4)
    return f"{TILE_NAMES[tile]} {square % SIDE - ORIGIN},{square // SIDE - ORIGIN} {DIRECTIONS[facing]}"


def describe(states: States, number: int) -> Action:
    """An action taken apart; the phase tells taking a tile from putting it back."""
    if number < turn.SQUARE:
        verb = "return" if states[0]["phase"] == RETURN else "take"
        tile = TILE_NAMES[number - turn.TILE]
        return Action(number, verb, {"tile": tile}, f"{verb} {tile}")
    if number < turn.DIRECTION:
        row, col = divmod(number - turn.SQUARE, SIDE - 2)
        x, y = col + _LOW, row + _LOW
        return Action(number, "at", {"x": x, "y": y}, f"at {x},{y}")
    if number < turn.CARD:
        facing = DIRECTIONS[number - turn.DIRECTION]
        return Action(number, "facing", {"facing": facing}, f"facing {facing}")
    if number < turn.TOKEN:
        card = CARD_NAMES[number - turn.CARD]
        return Action(number, "claim", {"card": card}, f"claim {card}")
    if number == turn.TOKEN:
        return Action(number, "token", {}, "token")
    if number == turn.DRAW_TWO:
        return Action(number, "draw two", {}, "draw two")
    raise IllegalAction(f"there is no action {number}; actions are numbered 0 to {turn.ACTIONS - 1}")


def parse(states: States, text: str) -> int:
    """The number of an action in notation; whether it is legal is another question."""
    words = text.split()
    phase = int(states[0]["phase"])
    match words:
        case ["take", tile] if phase != RETURN:
            return turn.TILE + _tile(tile)
        case ["return", tile] if phase == RETURN:
            return turn.TILE + _tile(tile)
        case ["at", square]:
            x, y = _square(square)
            return turn.SQUARE + (SIDE - 2) * (y - _LOW) + x - _LOW
        case ["at", square, facing]:
            return _whole_placement(states, square, facing)
        case ["facing", facing]:
            return turn.DIRECTION + _direction(facing)
        case ["claim", card]:
            return turn.CARD + _card(card)
        case ["token"]:
            return turn.TOKEN
        case ["draw", "two"]:
            return turn.DRAW_TWO
    asked = _ASKED.get(phase, "nothing: the game is over")
    raise IllegalAction(f"{text!r} is not understood here; asked is {asked}")


def explain(states: States, number: int) -> str | None:
    """Why an action is not legal now, as far as the player himself may know."""
    s = states[0]
    phase = int(s["phase"])
    action = describe(states, number)
    asking = {TAKE: "take", AT: "at", FACING: "facing", CLAIM: "claim", RETURN: "return"}
    if phase == BONUS or action.kind != asking.get(phase):
        return because("not-asked", asked=_ASKED.get(phase, "nothing: the game is over"))
    if action.kind in ("take", "return"):
        tile = number - turn.TILE
        if not int(s["hand"][s["to_move"]]) >> tile & 1:
            return because("not-in-hand", tile=TILE_NAMES[tile])
        return because("fits-nowhere", tile=TILE_NAMES[tile])
    if action.kind == "at":
        return _why_square(states, action.data["x"], action.data["y"])
    if action.kind == "facing":
        square = int(s["square"])
        return _why(states, square % SIDE - ORIGIN, square // SIDE - ORIGIN, number - turn.DIRECTION)
    if not int(s["firmament"]) >> (number - turn.CARD) & 1:
        return because("card-taken", card=action.data["card"])
    return because("no-match", card=action.data["card"])


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
    return turn.SQUARE + (SIDE - 2) * (y - _LOW) + x - _LOW


def _why(states: States, x: int, y: int, facing: int) -> Reason:
    tile = int(states[0]["picked"])
    reason = why_not(states, tile, x, y, facing)
    if reason == 0:
        return because("equal-halves")
    if reason == ROW_OVER_LIMIT:
        along, across_a, across_b = _rows(states, tile, x, y, facing)
        return because("row-sums", along=along, a=across_a, b=across_b)
    return because(CODES[reason])


def _rows(states: States, tile: int, x: int, y: int, facing: int) -> tuple[int, int, int]:
    """The sums that the three new rows of a placement would have (OP-1.10)."""
    tried = copy_of(states)
    lay_at(as_argument(tried), tile, x, y, facing)
    along, across_a, across_b = rows_of_last(as_argument(tried))
    return int(along), int(across_a), int(across_b)


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
