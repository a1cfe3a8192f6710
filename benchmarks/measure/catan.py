"""Catanatron: whole games of Catan between players that choose at random."""

from __future__ import annotations

from functools import partial

from rate import Measure, rate_of, serve


def random_games(players: int) -> Measure:
    """One game; its actions are counted, dice included."""
    from catanatron import Color, Game, RandomPlayer

    colors = list(Color)[:players]

    def play() -> int:
        game = Game([RandomPlayer(color) for color in colors])
        game.play()
        state = game.state
        return len(state.actions if hasattr(state, "actions") else state.action_records)

    return rate_of(play)


MAKERS = {f"inside/{n} players": partial(random_games, n) for n in (2, 4)}

if __name__ == "__main__":
    serve(MAKERS, "catanatron")
