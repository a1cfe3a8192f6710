"""Ulysses: what happened, as the log tells it and each seat may know it."""

from __future__ import annotations

from typing import Any

from parapegma.core.game import Event
from parapegma.core.log import LogEntry
from parapegma.games.ulysses import state as st
from parapegma.games.ulysses.components import CARD_TYPES, COLOURS, PLACE_NAMES, PLACES
from parapegma.games.ulysses.names import ENDINGS, FACTION_NAMES, PURPOSE_WORDS

_CARD_WORDS = ("challenge", "temple", "wind", "plague", "Zeus", "Pandora")


def unpacked(a: int, b: int) -> dict[str, int]:
    """Cards by type out of the two numbers of an event.

    >>> unpacked(2 + (1 << 10), 1 << 5)
    {'challenge': 2, 'wind': 1, 'zeus': 1}
    """
    counts = [(a if i < 3 else b) >> 5 * (i % 3) & 31 for i in range(len(CARD_TYPES))]
    return {name: n for name, n in zip(CARD_TYPES, counts, strict=True) if n}


def _listed(cards: dict[str, int]) -> str:
    return ", ".join(f"{n} {_CARD_WORDS[CARD_TYPES.index(name)]}" for name, n in cards.items())


def _cards(n: int) -> str:
    return "a card" if n == 1 else f"{n} cards"


def describe(event: Event, seat: int | None) -> LogEntry:
    """An event as ``seat`` may know it; ``None`` is a spectator."""
    kind, who, a, b = event
    if kind in _PLACE_EVENTS:
        name, words = _PLACE_EVENTS[kind]
        return LogEntry(name, who, {"place": PLACE_NAMES[a]}, words.format(place=PLACES[a].name))
    if kind in _PLAIN_EVENTS:
        name, words = _PLAIN_EVENTS[kind]
        return LogEntry(name, who, {}, words)
    if kind in _CARD_EVENTS:
        return _CARD_EVENTS[kind](who, a, b, seat)
    return _FACTION_EVENTS[kind](who, a, b, seat)


_PLACE_EVENTS = {
    st.AIMED: ("aimed", "turns to clear {place}"),
    st.PLAGUED: ("plagued", "brings plague to {place}"),
    st.CLEARED: ("cleared", "clears {place} of plague"),
    st.PROPOSED: ("proposed", "proposes {place}"),
    st.BECALMED: ("becalmed", "cannot sail: the ship is becalmed at {place}"),
    st.REVEALED: ("revealed", "reveals {place}"),
}
_PLAIN_EVENTS = {
    st.AGREED: ("agreed", "agrees"),
    st.PASSED: ("passed", "passes"),
    st.NO_WIND: ("no wind", "does not play wind"),
}


def _turn(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    return LogEntry("turn", who, {"turn": a}, f"begins turn {a}")


def _drew(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    cards = unpacked(a, b)
    n = sum(cards.values())
    own = who == seat
    return LogEntry(
        "drew",
        who,
        {"number": n, "cards": cards if own else None},
        f"draws {_listed(cards) if own else _cards(n)}",
    )


def _lost(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    return LogEntry("lost", who, {"number": a}, f"finds nothing to draw: {a} draws are lost")


def _reshuffled(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    return LogEntry("reshuffled", None, {"number": a}, f"The {a} discarded cards become the new deck.")


def _played(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    words = f"plays {_CARD_WORDS[a]}" if a == b else f"plays {_CARD_WORDS[a]} as {_CARD_WORDS[b]}"
    return LogEntry("played", who, {"card": CARD_TYPES[a], "as": CARD_TYPES[b]}, words)


def _paid(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    return LogEntry("paid", who, {"cards": {CARD_TYPES[a]: 1}}, f"pays {_CARD_WORDS[a]} {PURPOSE_WORDS[b]}")


def _paid_all(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    cards = unpacked(a, b)
    return LogEntry("paid", who, {"cards": cards}, f"pays the whole hand: {_listed(cards)}")


def _gives(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    return LogEntry("gives", who, {"slot": a + 1}, f"will give up objective {a + 1}")


def _wants(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    return LogEntry("wants", who, {"colour": COLOURS[a]}, f"will take a {_colour(a)} objective")


def _gave(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    return _objective("gave", "puts {} under its pile", who, a, b, seat)


def _took(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    return _objective("took", "takes {}", who, a, b, seat)


def _objective(kind: str, words: str, who: int, a: int, b: int, seat: int | None) -> LogEntry:
    """A card by its place for its owner, by the colour of its back for all others."""
    colour = PLACES[a].colour or 0
    own = who == seat
    data: dict[str, Any] = {
        "slot": b + 1,
        "colour": COLOURS[colour],
        "place": PLACE_NAMES[a] if own else None,
    }
    shown = PLACES[a].name if own else f"a {_colour(colour)} objective"
    return LogEntry(kind, who, data, words.format(shown))


def _colour(colour: int) -> str:
    return COLOURS[colour].replace("_", " ")


def _built(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    return LogEntry("built", who, {"temples": a}, f"builds a temple and has {a}")


def _opposed(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    words = "opposes" if a == st.RED else "opposes both"
    return LogEntry("opposed", who, {"faction": FACTION_NAMES[a]}, words)


def _disc(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    data = {"faction": FACTION_NAMES[a], "place": PLACE_NAMES[b]}
    return LogEntry("disc", who, data, f"puts the {FACTION_NAMES[a]} disc on {PLACES[b].name}")


def _backed(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    return LogEntry("backed", who, {"faction": FACTION_NAMES[a]}, f"supports {FACTION_NAMES[a]}")


def _added(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    data = {"faction": FACTION_NAMES[a], "cards": {CARD_TYPES[b]: 1}}
    return LogEntry("added", who, data, f"adds {_CARD_WORDS[b]} for {FACTION_NAMES[a]}")


def _added_all(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    cards = {name: n for name, n in (("challenge", b // 128), ("zeus", b % 128)) if n}
    words = f"plays the whole hand for {FACTION_NAMES[a]}: {_listed(cards)}"
    return LogEntry("added", who, {"faction": FACTION_NAMES[a], "cards": cards}, words)


def _stopped(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    data = {"faction": FACTION_NAMES[a], "cards": b}
    return LogEntry("stopped", who, data, f"stops: {FACTION_NAMES[a]} has {_cards(b)}")


def _sailed(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    faction = FACTION_NAMES[b] if b >= 0 else None
    data = {"place": PLACE_NAMES[a], "faction": faction}
    words = f"The ship sails to {PLACES[a].name}."
    return LogEntry("sailed", None, data, f"{faction.capitalize()} prevails. {words}" if faction else words)


def _ended(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    return LogEntry("ended", None, {"how": ENDINGS[a]}, f"The game ends: {ENDINGS[a]}.")


_CARD_EVENTS = {
    st.TURN: _turn,
    st.DREW: _drew,
    st.LOST: _lost,
    st.RESHUFFLED: _reshuffled,
    st.PLAYED: _played,
    st.PAID: _paid,
    st.PAID_ALL: _paid_all,
    st.GIVES: _gives,
    st.WANTS: _wants,
    st.GAVE: _gave,
    st.TOOK: _took,
    st.BUILT: _built,
}
_FACTION_EVENTS = {
    st.OPPOSED: _opposed,
    st.DISC: _disc,
    st.BACKED: _backed,
    st.ADDED: _added,
    st.ADDED_ALL: _added_all,
    st.STOPPED: _stopped,
    st.SAILED: _sailed,
    st.ENDED: _ended,
}
