"""Ulysses: a view as text for a terminal. Colours of places differ in shape as well."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import asdict
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.style import Style
from rich.table import Table
from rich.text import Text

from parapegma.core.action import Action
from parapegma.games.ulysses.components import CARD_TYPES, COLOURS
from parapegma.games.ulysses.draw.chart import Chart
from parapegma.games.ulysses.state import FACTION_NAMES
from parapegma.games.ulysses.types import Proposal, Seat, View

SHAPES: dict[str | None, str] = {None: "★", **dict(zip(COLOURS, "◆▲■●", strict=True))}
PAINTS: dict[str | None, str] = {
    None: "#efe6d0",
    **dict(zip(COLOURS, ("#a98bd6", "#7fae6a", "#e0654a", "#6fb7e0"), strict=True)),
}
CARD_PAINTS = dict(
    zip(CARD_TYPES, ("#b98a5a", "#e3bd55", "#e8954a", "#a98bd6", "#e0654a", "#7fae6a"), strict=True)
)
DISC_PAINTS = dict(zip(FACTION_NAMES, ("#5b97d6", "#e0654a", "#9a9a9a"), strict=True))
_WIDEST, _HIGH = 120, 36
_BRASS, _QUIET, _CHOOSABLE = Style(color="#c9a45c"), Style(dim=True), Style(color="#ffe9b0", bold=True)
_PLAGUE = Style(color="#c77ddb", bold=True)


def text(view: View, legal: Sequence[Action] = ()) -> RenderableType:
    """The table as one viewer sees it; places that may be chosen stand out."""
    parts: list[RenderableType] = [_Board(view, legal), _line_of_state(view)]
    if view.proposal is not None:
        parts.append(_discussion(view.proposal))
    parts.append(_seats(view))
    hand = _hand(view)
    if hand is not None:
        parts.append(hand)
    return Group(*parts)


class _Board:
    """The map, as wide as the terminal."""

    def __init__(self, view: View, legal: Sequence[Action]) -> None:
        self.view = view
        self.legal = legal

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield _board(self.view, self.legal, min(_WIDEST, options.max_width))


def _board(view: View, legal: Sequence[Action], columns: int) -> Text:
    """The map: dots are routes (colons overland), names stand beside their places."""
    choosable = {getattr(action, "place", None) for action in legal}
    seat = view.seat
    goals = {} if seat is None else {o.place: o for o in view.seats[seat].objectives}
    discs = {} if view.proposal is None else asdict(view.proposal.factions)
    chart = Chart(view.map, columns, _HIGH)
    for route in view.map.routes:
        chart.route(route, ":" if route.overland else "·", _QUIET)
    for place in view.map.places:
        name, here = place.id, place.id == view.ship
        label = f"[{place.name}]" if name in choosable else place.name
        if name in goals:
            label += "✓" if goals[name].revealed else "!"
        if name in view.plague:
            label += " ✖"
        label += "".join(
            f" ({disc})" for disc in FACTION_NAMES if disc in discs and discs[disc].place == name
        )
        if here:
            label += " «ship»"
        style = Style(color=PAINTS[place.colour], bold=here or name in goals)
        if name in view.plague:
            style = _PLAGUE
        chart.place(name, SHAPES[place.colour], label, Style(color=PAINTS[place.colour]), style)
    return chart.text()


def _line_of_state(view: View) -> Text:
    drawn = Text()
    drawn.append(f"Turn {view.turn}", _BRASS)
    drawn.append(f"   deck {view.deck}   discards {sum(view.discard.values())}", _QUIET)
    drawn.append(f"   temples left {view.reserve}   piles ", _QUIET)
    for colour, n in view.piles.items():
        drawn.append(f"{SHAPES[colour]}{n} ", Style(color=PAINTS[colour]))
    drawn.append("  ✖ plague   ! your objective   ✓ reached", _QUIET)
    return drawn


def _discussion(proposal: Proposal) -> Text:
    """The discs with their cards; a star marks the leader."""
    drawn = Text()
    for name, faction in asdict(proposal.factions).items():
        if faction.place is not None:
            mark = "★" if name == proposal.leader else " "
            drawn.append(f"{mark}{name} ", Style(color=DISC_PAINTS[name], bold=True))
            drawn.append(f"{faction.place}: {faction.cards} cards", Style.null())
            drawn.append(f" ({faction.zeus} Zeus)" if faction.zeus else "")
            drawn.append(f", at least {faction.least} more to lead    ", _QUIET)
    return drawn


def _seats(view: View) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=_QUIET)
    for heading in ("", "seat", "reached", "cards", "temples", "objectives", "discussion"):
        table.add_column(heading, justify="right" if heading in ("reached", "cards", "temples") else "left")
    for i, seat in enumerate(view.seats):
        turn = Text("▶" if view.to_move == i else "•" if view.active == i else " ", style=_CHOOSABLE)
        goals = Text()
        for goal in seat.objectives:
            style = Style(color=PAINTS[goal.colour])
            mark = "✓" if goal.revealed else ""
            goals.append(f"{SHAPES[goal.colour]}{goal.place or '?'}{mark} ", style)
        score = str(seat.score)
        table.add_row(turn, str(i), score, str(seat.hand_size), str(seat.temples), goals, _stand(view, seat))
    return table


def _stand(view: View, seat: Seat) -> Text:
    """Where a player stands in the discussion."""
    if view.proposal is None:
        return Text("")
    if not seat.still_in:
        return Text("passed", style=_QUIET)
    if seat.faction:
        return Text(seat.faction, style=Style(color=DISC_PAINTS[seat.faction]))
    return Text("open" if seat.may_place_disc else "agreed", style=_QUIET)


def _hand(view: View) -> Text | None:
    hand = None if view.seat is None else view.seats[view.seat].hand
    if hand is None:
        return None
    drawn = Text("Your cards  ", style=_BRASS)
    for card, n in hand.items():
        drawn.append(f"{n} {card.capitalize()}   ", Style(color=CARD_PAINTS[card]))
    if not hand:
        drawn.append("none", _QUIET)
    return drawn
