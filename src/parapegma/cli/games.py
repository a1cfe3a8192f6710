"""``parapegma games``: what can be played, and with which options."""

from __future__ import annotations

import argparse
import json
from typing import Any

from rich.console import Console
from rich.padding import Padding

from parapegma.core.game import Game, all_games


def add(commands: Any) -> None:
    command = commands.add_parser("games", help="list the games and their options")
    command.add_argument("--json", action="store_true", help="as data, for programs")
    command.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    if asked.json:
        print(json.dumps([describe(game) for game in all_games()], indent=2))
        return 0
    console = Console(highlight=False)
    for game in all_games():
        players = f"{game.players[0]} to {game.players[-1]} players"
        console.print(f"[bold]{game.name}[/bold]  {game.title}, {players}, rules version {game.version}")
        for option in game.options:
            default = str(option.default).lower()
            console.print(f"  {option.name}: {option.allowed()} (default {default})")
            console.print(Padding(f"[dim]{option.help}[/dim]", (0, 0, 0, 6)))
    return 0


def describe(game: Game) -> dict[str, Any]:
    """A game's declaration as plain data."""
    return {
        "name": game.name,
        "title": game.title,
        "version": game.version,
        "components": game.components,
        "players": [game.players[0], game.players[-1]],
        "default_players": game.default_players,
        "nature": vars(game.nature),
        "actions": game.action_count,
        "observation_length": game.observation_length,
        "state_bytes": game.state.itemsize,
        "endings": list(game.endings),
        "options": [
            {
                "name": option.name,
                "kind": option.kind,
                "default": option.default,
                "values": None if option.values is None else list(option.values),
                "expert": option.expert,
                "help": option.help,
            }
            for option in game.options
        ],
    }
