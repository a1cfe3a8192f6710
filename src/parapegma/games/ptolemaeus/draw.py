"""Ptolemaeus: a view as text for a terminal. Colours of signs and seats differ in shape too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from parapegma.core.action import Action
from parapegma.games.ptolemaeus.types import Discard, Pay, Take, View

SHAPES = {"red": "▲", "green": "■", "yellow": "●", "blue": "◆"}
COLOURS = {"red": "#e0654a", "green": "#7fae6a", "yellow": "#e3bd55", "blue": "#5b97d6"}
SEATS = ("○", "◍", "◐", "◉")
SEAT_COLOURS = ("#f2efe6", "#e8954a", "#7fae6a", "#a98bd6")
_BRASS, _QUIET, _CHOOSABLE = Style(color="#c9a45c"), Style(dim=True), Style(color="#ffe9b0", bold=True)


def text(view: View, legal: Sequence[Action] = ()) -> RenderableType:
    """The table as one viewer sees it; signs, cards and planets that may be chosen stand out."""
    parts: list[RenderableType] = [_round(view), _zodiac(view, legal), _display(view, legal), _seats(view)]
    own = _own_cards(view, legal)
    if own is not None:
        parts.append(own)
    return Group(*parts)


def _named(legal: Sequence[Action], *parts: str) -> set[str]:
    """What the legal actions name in these parts: signs, planets, cards."""
    found: set[str] = set()
    for action in legal:
        for part in parts:
            value = getattr(action, part, None)
            found.update(value if isinstance(value, list) else [value] if value is not None else [])
    return found


def _round(view: View) -> Text:
    drawn = Text(f"Lap {view.lap} of {view.laps}", style=_BRASS)
    if view.ended:
        drawn.append(f"   The game is over: {view.ended}.", _CHOOSABLE)
        if view.outcome:
            points = view.seats[0].points
            drawn.append(f" {points} points, {view.outcome}.", _CHOOSABLE)
        return drawn
    moving = ", ".join(view.coming.planets) or "no planet"
    drawn.append(f"   then {moving} will move and the Comet go to {view.coming.comet}", _QUIET)
    left = view.coming.rounds_left
    if left is not None:
        span = str(left.least) if left.least == left.most else f"{left.least} to {left.most}"
        drawn.append(f"   rounds left: {span}, about {left.mean:.1f}", _QUIET)
    return drawn


def _zodiac(view: View, legal: Sequence[Action]) -> Table:
    """The twelve signs, clockwise from Aries: bodies, asteroid, tokens."""
    choosable = _named(legal, "sign", "signs")
    planets = _named(legal, "planet")
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=_QUIET)
    for heading in ("sign", "", "planets and Comet", "tokens"):
        table.add_column(heading)
    for sign in view.signs:
        name, colour = sign.sign, sign.colour
        label = Text(f"{SHAPES[colour]} ", Style(color=COLOURS[colour]))
        label.append(name.capitalize(), _CHOOSABLE if name in choosable else Style.null())
        if name == view.comet.start:
            label.append(" ⚑", _BRASS)
        bodies = Text()
        for body, at in view.bodies.items():
            if at == name:
                comet = body == "comet"
                style = _CHOOSABLE if body in planets else _BRASS if comet else Style.null()
                bodies.append(f"{'☄ ' if comet else ''}{body.capitalize()}  ", style)
        tokens = Text()
        for seat, owner in enumerate(view.seats):
            tokens.append(SEATS[seat] * owner.tokens.get(name, 0), Style(color=SEAT_COLOURS[seat]))
        table.add_row(label, "∗" if name in view.asteroids_at else "", bodies, tokens)
    return table


def _card(view: View, face: str | None, style: Style) -> Text:
    if face is None:
        return Text("–", _QUIET)
    if face == "joker":
        return Text("✶ joker", style)
    colour = next(sign.colour for sign in view.signs if sign.sign == face)
    return Text(f"{SHAPES[colour]} ", Style(color=COLOURS[colour])).append(face, style)


def _display(view: View, legal: Sequence[Action]) -> Text:
    choosable = _named([action for action in legal if isinstance(action, Take)], "card")
    drawn = Text("Face up  ", style=_BRASS)
    for face in view.display:
        drawn.append(_card(view, face, _CHOOSABLE if face in choosable else Style.null())).append("   ")
    sizes = f"\ndeck {view.deck}   discards {len(view.discards)}   bonus deck {view.bonus_deck}"
    drawn.append(f"{sizes}   Comet {view.comet.steps} of 12 signs round", _QUIET)
    if view.configurations:
        drawn.append(f"\nin the sky: {', '.join(view.configurations)}", _QUIET)
    return drawn


def _seats(view: View) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=_QUIET)
    for heading in ("", "seat", "points", "reserve", "hand", "bonus", "asteroids", "studied"):
        table.add_column(heading, justify="left" if heading in ("", "seat", "studied") else "right")
    for i, seat in enumerate(view.seats):
        turn = Text("▶" if view.to_move == i else " ", style=_CHOOSABLE)
        name = Text(f"{SEATS[i]} ", Style(color=SEAT_COLOURS[i])).append("Umbra" if seat.umbra else str(i))
        if view.first == i:
            name.append(" first", _BRASS)
        points = str(seat.points) + ("" if seat.all_points_shown else "+")
        sizes = (seat.reserve, seat.hand_size, seat.bonus_size, seat.asteroids)
        table.add_row(turn, name, points, *map(str, sizes), ", ".join(seat.studied) or "nothing")
    return table


def _own_cards(view: View, legal: Sequence[Action]) -> Text | None:
    seat = view.seat
    if seat is None or view.seats[seat].hand is None:
        return None
    own = view.seats[seat]
    choosable = _named([action for action in legal if isinstance(action, Pay | Discard)], "card")
    drawn = Text("Your cards  ", style=_BRASS)
    picked = Counter(view.under_way.picked) if view.under_way else Counter()
    for face, n in Counter(own.hand).items():
        drawn.append(_card(view, face, _CHOOSABLE if face in choosable else Style.null()))
        drawn.append(f"{f' x{n}' if n > 1 else ''}{f' ({picked[face]} picked)' if picked[face] else ''}   ")
    if not own.hand:
        drawn.append("none", _QUIET)
    plays = _named(legal, "bonus")
    drawn.append("\nBonus cards  ", _BRASS)
    for kind in own.bonus or ():
        drawn.append(f"{kind}   ", _CHOOSABLE if kind in plays else Style.null())
    if not own.bonus:
        drawn.append("none", _QUIET)
    if own.objective:
        planets = ", ".join(view.objectives[own.objective])
        drawn.append("\nObjective  ", _BRASS).append(f"{own.objective}: {planets}")
    return drawn
