"""Fifth Game: what happened, as the log tells it and each seat may know it."""

from fifth_game.state import DREW, ENDED, ENDINGS, PLAYED, WON
from fifth_game.types import Drew, Ended, Played, Won
from parapegma.core.game import Event
from parapegma.core.log import LogEntry


def describe(event: Event, seat: int | None) -> LogEntry:
    """An event as ``seat`` may know it; ``None`` is a spectator."""
    kind, who, a, _ = event
    if kind == PLAYED:
        return Played(seat=who, card=a + 1, words=f"plays {a + 1}")
    if kind == WON:
        return Won(seat=who, points=a, words=f"wins the trick and {a} points")
    if kind == DREW:
        card = a + 1 if who == seat else None
        return Drew(seat=who, card=card, words=f"draws {card or 'a card'}")
    how = ENDINGS[a]
    assert kind == ENDED, f"there is no event {kind}"
    assert how, "the game has not ended"
    return Ended(seat=None, how=how, words=f"The game ends: {how}.")
