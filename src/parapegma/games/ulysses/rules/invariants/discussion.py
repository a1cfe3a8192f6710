"""Ulysses: what must hold while a proposal is on the board, from the declarations to the last commitment."""

from parapegma.core.compiled.jit import rule
from parapegma.games.ulysses.components import ADJACENT
from parapegma.games.ulysses.rules.steps.discussion import (
    discussion_is_over,
    is_bound,
    least_for,
    may_support,
    missing_for,
)
from parapegma.games.ulysses.rules.steps.proposal import disc_targets
from parapegma.games.ulysses.state import (
    BLACK,
    BLUE,
    CHALLENGE,
    COMMIT,
    DECLARE,
    DISC_PLACE,
    FACTION,
    FACTIONS,
    NO_FACTION,
    NOWHERE,
    RED,
    ZEUS,
)


@rule
def discussion_fits(s):
    """Whether discs, cards, rights and what is asked go together (UL-7)."""
    if not _commitments_fit(s):
        return False
    if s.phase == DECLARE:
        return s.backing == NO_FACTION and s.due == 0 and _nobody_opposed(s) and _may_oppose(s)
    if s.phase == FACTION:
        return s.backing == NO_FACTION and s.due == 0 and not discussion_is_over(s) and _may_speak(s)
    if s.phase == COMMIT:
        return _may_commit(s)
    # A disc is being placed, or a plagued place cleared for it.
    return _may_place(s)


@rule
def _commitments_fit(s):
    """UL-7.2, UL-7.5, UL-7.9, UL-7.13."""
    if s.faction[s.active] == NO_FACTION:
        return False
    for seat in range(s.players):
        if s.right >> seat & 1 and is_bound(s, seat):
            return False
    return True


@rule
def _nobody_opposed(s):
    """Only the blue disc lies; all are in, and those still to be asked may place a disc (UL-7.1, UL-7.2)."""
    if s.disc[RED] != NOWHERE or s.still_in != (1 << s.players) - 1:
        return False
    for faction in range(FACTIONS):
        if s.cards_for[faction] != 0:
            return False
    asked = (s.to_move - s.active) % s.players
    for i in range(1, s.players):
        seat = (s.active + i) % s.players
        if (s.right >> seat & 1) != (i >= asked):
            return False
        if s.faction[seat] != NO_FACTION:
            return False
    return s.faction[s.active] == BLUE


@rule
def _may_oppose(s):
    """Who by the number of cards alone cannot oppose is not asked (UL-7.3)."""
    return s.hand_n[s.to_move] > 0 and disc_targets(s, s.to_move, 1) != 0


@rule
def _may_speak(s):
    """Who by the number of cards alone cannot support any faction is not asked (UL-7.12)."""
    for faction in range(FACTIONS):
        if may_support(s, s.to_move, faction) and s.hand_n[s.to_move] >= least_for(s, faction):
            return True
    return False


@rule
def _may_commit(s):
    """Cards are added one by one while there is a choice (UL-7.10, UL-7.12)."""
    seat = s.to_move
    if s.backing == NO_FACTION or s.disc[RED] == NOWHERE or not may_support(s, seat, s.backing):
        return False
    if s.hand_n[seat] <= s.due:
        return False
    missing = missing_for(s, s.backing)
    if missing >= 1:
        return s.due == missing
    added = s.cards_for[s.backing] > 0 and s.played[seat, CHALLENGE] + s.played[seat, ZEUS] > 0
    return s.due == 1 or (s.due == 0 and added)


@rule
def _may_place(s):
    """The red disc opposes the proposal, the black one comes in the discussion (UL-7.4, UL-7.6, UL-7.13)."""
    seat = s.to_move
    if s.backing != RED and s.backing != BLACK:
        return False
    if s.disc[s.backing] != NOWHERE or not s.right >> seat & 1 or s.due != least_for(s, s.backing):
        return False
    if s.backing == RED and not _nobody_opposed(s):
        return False
    if s.backing == BLACK and (s.disc[RED] == NOWHERE or discussion_is_over(s)):
        return False
    if s.phase == DISC_PLACE:
        places = disc_targets(s, seat, s.due)
        return places & (places - 1) != 0
    if not ADJACENT[s.ship] >> s.target & 1:
        return False
    for faction in range(FACTIONS):
        if s.disc[faction] == s.target:
            return False
    return True
