"""Ulysses: what happened, as the log tells it and each seat may know it."""

from __future__ import annotations

from collections.abc import Callable

from parapegma.core.game import Event
from parapegma.core.log import LogEntry
from parapegma.games.ulysses import state as st
from parapegma.games.ulysses import types
from parapegma.games.ulysses.components import CARD_TYPES, COLOURS, PLACE_NAMES, PLACES
from parapegma.games.ulysses.state import ENDINGS, FACTION_NAMES

PURPOSE_WORDS = ("", "to remove a plague", "to change an objective", "for a temple", "to clear the place")
"""What is paid for, by its number."""
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
        entry, words = _PLACE_EVENTS[kind]
        return entry(seat=who, words=words.format(place=PLACES[a].name), place=PLACE_NAMES[a])
    return _OTHER_EVENTS[kind](who, a, b, seat)


_PLACE_EVENTS: dict[int, tuple[Callable[..., LogEntry], str]] = {
    st.AIMED: (types.Aimed, "turns to clear {place}"),
    st.PLAGUED: (types.Plagued, "brings plague to {place}"),
    st.CLEARED: (types.Cleared, "clears {place} of plague"),
    st.PROPOSED: (types.Proposed, "proposes {place}"),
    st.BECALMED: (types.Becalmed, "cannot sail: the ship is becalmed at {place}"),
    st.REVEALED: (types.Revealed, "reveals {place}"),
}


def _turn(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    return types.TurnBegan(seat=who, words=f"begins turn {a}", turn=a)


def _drew(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    cards = unpacked(a, b)
    n = sum(cards.values())
    own = who == seat
    words = f"draws {_listed(cards) if own else _cards(n)}"
    return types.Drew(seat=who, words=words, number=n, cards=cards if own else None)


def _lost(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    return types.Lost(seat=who, words=f"finds nothing to draw: {a} draws are lost", number=a)


def _reshuffled(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    return types.Reshuffled(seat=None, words=f"The {a} discarded cards become the new deck.", number=a)


def _played(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    words = f"plays {_CARD_WORDS[a]}" if a == b else f"plays {_CARD_WORDS[a]} as {_CARD_WORDS[b]}"
    return types.Played(seat=who, words=words, card=CARD_TYPES[a], played_as=CARD_TYPES[b])


def _paid(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    words = f"pays {_CARD_WORDS[a]} {PURPOSE_WORDS[b]}"
    return types.Paid(seat=who, words=words, cards={CARD_TYPES[a]: 1})


def _paid_all(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    cards = unpacked(a, b)
    return types.Paid(seat=who, words=f"pays the whole hand: {_listed(cards)}", cards=cards)


def _gives(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    return types.Gives(seat=who, words=f"will give up objective {a + 1}", slot=a + 1)


def _wants(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    return types.Wants(seat=who, words=f"will take a {_colour(a)} objective", colour=COLOURS[a])


def _gave(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    colour, place, shown = _objective(who, a, seat)
    return types.Gave(seat=who, words=f"puts {shown} under its pile", slot=b + 1, colour=colour, place=place)


def _took(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    colour, place, shown = _objective(who, a, seat)
    return types.Took(seat=who, words=f"takes {shown}", slot=b + 1, colour=colour, place=place)


def _objective(who: int, card: int, seat: int | None) -> tuple[str, str | None, str]:
    """A card's colour, its place for its owner only, and how it is called to ``seat``."""
    colour = PLACES[card].colour or 0
    if who == seat:
        return COLOURS[colour], PLACE_NAMES[card], PLACES[card].name
    return COLOURS[colour], None, f"a {_colour(colour)} objective"


def _colour(colour: int) -> str:
    return COLOURS[colour].replace("_", " ")


def _built(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    return types.Built(seat=who, words=f"builds a temple and has {a}", temples=a)


def _agreed(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    return types.Agreed(seat=who, words="agrees")


def _opposed(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    words = "opposes" if a == st.RED else "opposes both"
    return types.Opposed(seat=who, words=words, faction=FACTION_NAMES[a])


def _disc(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    words = f"puts the {FACTION_NAMES[a]} disc on {PLACES[b].name}"
    return types.DiscPlaced(seat=who, words=words, faction=FACTION_NAMES[a], place=PLACE_NAMES[b])


def _backed(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    return types.Backed(seat=who, words=f"supports {FACTION_NAMES[a]}", faction=FACTION_NAMES[a])


def _added(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    words = f"adds {_CARD_WORDS[b]} for {FACTION_NAMES[a]}"
    return types.Added(seat=who, words=words, faction=FACTION_NAMES[a], cards={CARD_TYPES[b]: 1})


def _added_all(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    cards = {name: n for name, n in (("challenge", b // 128), ("zeus", b % 128)) if n}
    words = f"plays the whole hand for {FACTION_NAMES[a]}: {_listed(cards)}"
    return types.Added(seat=who, words=words, faction=FACTION_NAMES[a], cards=cards)


def _stopped(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    words = f"stops: {FACTION_NAMES[a]} has {_cards(b)}"
    return types.Stopped(seat=who, words=words, faction=FACTION_NAMES[a], cards=b)


def _passed(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    return types.Passed(seat=who, words="passes")


def _sailed(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    faction = FACTION_NAMES[b] if b >= 0 else None
    words = f"The ship sails to {PLACES[a].name}."
    if faction:
        words = f"{faction.capitalize()} prevails. {words}"
    return types.Sailed(seat=None, words=words, place=PLACE_NAMES[a], faction=faction)


def _no_wind(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    return types.WithoutWind(seat=who, words="does not play wind")


def _ended(who: int, a: int, b: int, seat: int | None) -> LogEntry:
    how = ENDINGS[a]
    assert how, "the game has not ended"
    return types.Ended(seat=None, words=f"The game ends: {how}.", how=how)


_OTHER_EVENTS: dict[int, Callable[[int, int, int, int | None], LogEntry]] = {
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
    st.AGREED: _agreed,
    st.OPPOSED: _opposed,
    st.DISC: _disc,
    st.BACKED: _backed,
    st.ADDED: _added,
    st.ADDED_ALL: _added_all,
    st.STOPPED: _stopped,
    st.PASSED: _passed,
    st.SAILED: _sailed,
    st.NO_WIND: _no_wind,
    st.ENDED: _ended,
}
