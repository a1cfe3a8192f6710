"""Ptolemaeus: what happened, as the log tells it and each seat may know it."""

from __future__ import annotations

from collections.abc import Callable

from parapegma.core.game import Event
from parapegma.core.log import LogEntry
from parapegma.games.ptolemaeus import state, types
from parapegma.games.ptolemaeus.actions import configuration_name
from parapegma.games.ptolemaeus.components import BONUS_KINDS, EVENT_NAMES, FACES, PLANETS, SIGNS, SOLO_RANKS
from parapegma.games.ptolemaeus.rules import turn
from parapegma.games.ptolemaeus.state import ENDED_TWELVE, ENDINGS, RESULTS


def rank_of(score: int) -> str:
    """The rank a score earns in the game for one (PT-16.11).

    >>> rank_of(8), rank_of(9)
    ('Discipulus', 'Astronomus')
    """
    earned = SOLO_RANKS[0][1]
    for least, rank in SOLO_RANKS:
        if score >= least:
            earned = rank
    return earned


def outcome(result: str, rank: str) -> str:
    """The result of the game for one and the rank, as people say it (PT-16.10, PT-16.11)."""
    return f"{'a draw with' if result == 'draw' else result + ' against'} Umbra, {rank}"


def spaced(name: str) -> str:
    """A name as people write it: Nova Luna for nova_luna."""
    return name.replace("_", " ").title().replace(" In ", " in ")


def describe(event: Event, seat: int | None) -> LogEntry:
    """An event as ``seat`` may know it; ``None`` is a spectator."""
    kind, who, a, b = event
    return _DESCRIBED[kind](None if who < 0 else who, a, b, seat)


def _own(who: int | None, seat: int | None) -> bool:
    return who is not None and who == seat


def _drew(who: int | None, a: int, b: int, seat: int | None) -> LogEntry:
    card = FACES[a] if _own(who, seat) else None
    return types.Drew(seat=who, words=f"draws {card or 'a card'} from the deck", card=card)


def _took(who: int | None, a: int, b: int, seat: int | None) -> LogEntry:
    return types.Took(seat=who, words=f"takes {FACES[a]}", card=FACES[a])


def _turned_up(who: int | None, a: int, b: int, seat: int | None) -> LogEntry:
    return types.TurnedUp(seat=who, words=f"{FACES[a]} is turned up", card=FACES[a], slot=b)


def _wiped(who: int | None, a: int, b: int, seat: int | None) -> LogEntry:
    return types.Wiped(seat=who, words="The display is wiped: too many cards of one colour.")


def _reshuffled(who: int | None, a: int, b: int, seat: int | None) -> LogEntry:
    return types.Reshuffled(seat=who, words=f"The discards are shuffled into a deck of {a}.", cards=a)


def _observed(who: int | None, a: int, b: int, seat: int | None) -> LogEntry:
    if a < turn.CONFIGURE:
        what = SIGNS[a - turn.OBSERVE]
    else:
        what = f"the {configuration_name(a - turn.CONFIGURE)}"
    return types.Observed(seat=who, words=f"observes {what}", what=what)


def _paid(who: int | None, a: int, b: int, seat: int | None) -> LogEntry:
    return types.Paid(seat=who, words=f"pays {FACES[a]}", card=FACES[a])


def _placed(who: int | None, a: int, b: int, seat: int | None) -> LogEntry:
    return types.Placed(seat=who, words=f"places a token on {SIGNS[a]}", sign=SIGNS[a])


def _moved(who: int | None, a: int, b: int, seat: int | None) -> LogEntry:
    return types.Moved(seat=who, words=f"takes up a token from {SIGNS[a]}", sign=SIGNS[a])


def _returned(who: int | None, a: int, b: int, seat: int | None) -> LogEntry:
    tokens = "a token" if b == 1 else f"{b} tokens"
    return types.Returned(seat=who, words=f"gets {tokens} back from {SIGNS[a]}", sign=SIGNS[a], tokens=b)


def _studied(who: int | None, a: int, b: int, seat: int | None) -> LogEntry:
    words = f"studies {PLANETS[a]} on {SIGNS[b]}"
    return types.Studied(seat=who, words=words, planet=PLANETS[a], sign=SIGNS[b])


def _took_asteroid(who: int | None, a: int, b: int, seat: int | None) -> LogEntry:
    return types.TookAsteroid(seat=who, words=f"takes the asteroid of {SIGNS[a]}", sign=SIGNS[a])


def _drew_bonus(who: int | None, a: int, b: int, seat: int | None) -> LogEntry:
    bonus = BONUS_KINDS[a] if _own(who, seat) else None
    return types.DrewBonus(seat=who, words=f"draws {spaced(bonus) if bonus else 'a bonus card'}", bonus=bonus)


def _bonus_lost(who: int | None, a: int, b: int, seat: int | None) -> LogEntry:
    bonus = BONUS_KINDS[a]
    return types.BonusLost(seat=who, words=f"Umbra discards {spaced(bonus)}", bonus=bonus)


def _played(who: int | None, a: int, b: int, seat: int | None) -> LogEntry:
    words = f"plays {spaced(BONUS_KINDS[a])}{', improved' if b else ''}"
    return types.Played(seat=who, words=words, bonus=BONUS_KINDS[a], improved=bool(b))


def _exchanged(who: int | None, a: int, b: int, seat: int | None) -> LogEntry:
    return types.Exchanged(seat=who, words="exchanges asteroids for a bonus card")


def _stole(who: int | None, a: int, b: int, seat: int | None) -> LogEntry:
    card = FACES[b] if _own(who, seat) or a == seat else None
    words = f"takes {card or 'a card'} from the hand of seat {a}"
    return types.Stole(seat=who, words=words, victim=a, card=card)


def _discarded(who: int | None, a: int, b: int, seat: int | None) -> LogEntry:
    return types.Discarded(seat=who, words=f"discards {FACES[a]}", card=FACES[a])


def _passed(who: int | None, a: int, b: int, seat: int | None) -> LogEntry:
    return types.Passed(seat=who, words="passes: no action is possible")


def _extra_turn(who: int | None, a: int, b: int, seat: int | None) -> LogEntry:
    return types.ExtraTurn(seat=who, words="takes an extra turn")


def _planet_moved(who: int | None, a: int, b: int, seat: int | None) -> LogEntry:
    words = f"{PLANETS[a]} moves to {SIGNS[b]}"
    return types.PlanetMoved(seat=who, words=words, planet=PLANETS[a], sign=SIGNS[b])


def _comet_moved(who: int | None, a: int, b: int, seat: int | None) -> LogEntry:
    words = f"The Comet moves to {SIGNS[a]}, {b} signs from its start"
    return types.CometMoved(seat=who, words=words, sign=SIGNS[a], steps=b)


def _event_turned(who: int | None, a: int, b: int, seat: int | None) -> LogEntry:
    words = f"The event card {EVENT_NAMES[a]} is turned up"
    return types.EventTurned(seat=who, words=words, event=EVENT_NAMES[a])


def _began_lap(who: int | None, a: int, b: int, seat: int | None) -> LogEntry:
    assert who is not None, "a lap has a first player"
    return types.BeganLap(seat=who, words=f"begins lap {a}", lap=a, first=who)


def _umbra_turned(who: int | None, a: int, b: int, seat: int | None) -> LogEntry:
    return types.UmbraTurned(seat=who, words=f"Umbra turns up {FACES[a]}", card=FACES[a])


def _umbra_idle(who: int | None, a: int, b: int, seat: int | None) -> LogEntry:
    return types.UmbraIdle(seat=who, words="Umbra's turn is lost to Maleficus Saturnus")


def _against_umbra(who: int | None, a: int, b: int, seat: int | None) -> LogEntry:
    result, rank = RESULTS[b], rank_of(a)
    words = f"finishes with {a} points: {outcome(result, rank)}"
    return types.Finished(seat=who, words=words, points=a, result=result, rank=rank)


def _ended(who: int | None, a: int, b: int, seat: int | None) -> LogEntry:
    how = ENDINGS[a]
    assert how, "the game has not ended"
    if a == ENDED_TWELVE:
        words = f"The game ends: seat {b} has twelve points."
        return types.Ended(seat=who, words=words, how=how, winner=b)
    return types.Ended(seat=who, words=f"The game ends: {how}.", how=how, winner=None)


_DESCRIBED: dict[int, Callable[[int | None, int, int, int | None], LogEntry]] = {
    state.DREW: _drew,
    state.TOOK: _took,
    state.TURNED_UP: _turned_up,
    state.WIPED: _wiped,
    state.RESHUFFLED: _reshuffled,
    state.OBSERVED: _observed,
    state.PAID: _paid,
    state.PLACED: _placed,
    state.MOVED: _moved,
    state.RETURNED: _returned,
    state.STUDIED: _studied,
    state.TOOK_ASTEROID: _took_asteroid,
    state.DREW_BONUS: _drew_bonus,
    state.BONUS_LOST: _bonus_lost,
    state.PLAYED: _played,
    state.EXCHANGED: _exchanged,
    state.STOLE: _stole,
    state.DISCARDED: _discarded,
    state.PASSED: _passed,
    state.EXTRA_TURN: _extra_turn,
    state.PLANET_MOVED: _planet_moved,
    state.COMET_MOVED: _comet_moved,
    state.EVENT_TURNED: _event_turned,
    state.BEGAN_LAP: _began_lap,
    state.UMBRA_TURNED: _umbra_turned,
    state.UMBRA_IDLE: _umbra_idle,
    state.AGAINST_UMBRA: _against_umbra,
    state.ENDED: _ended,
}
