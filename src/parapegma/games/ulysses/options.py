"""Ulysses: the options of a table (UL-10). The map is chosen by data file, not by table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parapegma.core.options import Option, Value
from parapegma.errors import OptionError
from parapegma.games.ulysses.components import MOST_PLAYERS, N_CARDS, OPENING_HAND

TEMPLE_COST = ("escalating", "one_card")
BECALMED = ("must_clear", "may_stay")


def opening_hands(text: Value) -> list[int]:
    """The numbers of cards in an opening-hand option.

    >>> opening_hands("5, 6,7")
    [5, 6, 7]
    """
    parts = [part.strip() for part in str(text).split(",")]
    if not all(part.isdecimal() and len(part) < 4 for part in parts):
        raise OptionError(f"opening_hand must be whole numbers such as 5,6,7,8,9, not {text!r}")
    return [int(part) for part in parts]


OPTIONS = (
    Option(
        "temple_cost", "escalating", TEMPLE_COST,
        "with t temples a further one costs t temple cards and t others, or one temple card and t others",
    ),
    Option("zeus_as_pandora", True, (True, False), "Zeus may also be played as Pandora"),
    Option(
        "faction_lock", True, (True, False),
        "who has supported a faction in a discussion stays with it; otherwise all choose anew each time",
    ),
    Option(
        "becalmed", "must_clear", BECALMED,
        "with plague on all neighbours: clear one if you can, or stay if you like", expert=True,
    ),
    Option(
        "opening_hand", ",".join(str(n) for n in OPENING_HAND), None,
        "cards dealt to the first player, the second and so on, such as 5,6,7,8,9", expert=True,
        numbers=opening_hands,
    ),
    Option(
        "max_turns", 0, range(201),
        "the game ends after so many turns, most objectives win; 0 for no limit", expert=True,
    ),
    Option("first_player", -1, range(-1, MOST_PLAYERS), "the seat that begins; -1 draws lots", expert=True),
)  # fmt: skip


def fit(players: int, options: dict[str, Value], given: Mapping[str, Any]) -> dict[str, Value]:
    """Enough opening hands, enough cards for them, and a first player who is there (UL-2.4, UL-2.5)."""
    sizes = opening_hands(options["opening_hand"])
    if not players <= len(sizes) <= MOST_PLAYERS:
        raise OptionError(
            f"opening_hand has {len(sizes)} numbers, but needs {players} to {MOST_PLAYERS}, one a player"
        )
    if sum(sizes[:players]) > N_CARDS:
        raise OptionError(f"opening_hand deals {sum(sizes[:players])} cards, but there are only {N_CARDS}")
    if int(options["first_player"]) >= players:
        raise OptionError(
            f"first_player is {options['first_player']}, but seats are 0 to {players - 1}; -1 draws lots"
        )
    return {**options, "opening_hand": ",".join(str(n) for n in sizes)}
