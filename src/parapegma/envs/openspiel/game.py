"""A Parapegma game as a game of OpenSpiel, and its state."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import pyspiel

from parapegma.core.game import Game
from parapegma.envs.openspiel.node import DEAL_OUTCOMES, MOST_POINTS, OVER, Node, deal_draws
from parapegma.envs.openspiel.observer import Observer, PartObserver
from parapegma.envs.openspiel.parameters import FRESH, PREFIX, SpielParameters, defaults, read_parameters
from parapegma.errors import IllegalAction


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its number of players and options; ``register`` makes a subclass for each game."""

    played: Game

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        self.parameters = read_parameters(self.played, parameters or {})
        self.start = Node(self.parameters)
        seed = self.parameters.rng_seed
        self.random = random.Random(None if seed == FRESH else seed)
        super().__init__(_type(self.parameters), _info(self.parameters), self.parameters.written())

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as the line that OpenSpiel writes."""
        return _read_game, (str(self),)

    def new_initial_state(self) -> SpielState:
        """The root: nothing has been dealt."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The deal, and at most one after each decision."""
        return deal_draws(self.parameters) + self.parameters.max_game_length

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | PartObserver:
        """What looks at states of this game."""
        if params:
            raise ValueError(f"there are no parameters for observers of this game, but {params} were given")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return Observer(self.parameters, kind.perfect_recall)
        return PartObserver(self.parameters, kind)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A node of the game tree, as OpenSpiel's algorithms handle it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        # The only attribute: OpenSpiel copies and pickles whatever stands here.
        self.node: Node = game.start

    def __deepcopy__(self, memo: dict[int, Any]) -> SpielState:
        copy: SpielState = self.clone()
        return copy

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as OpenSpiel writes a game and its state; in the sampled mode it cannot."""
        return _read_state, (pyspiel.serialize_game_and_state(self.get_game(), self),)

    # --- asking -------------------------------------------------------------------------------

    def current_player(self) -> int:
        return self.node.player

    def is_terminal(self) -> bool:
        return self.node.player == OVER

    def returns(self) -> list[float]:
        return self.node.returns()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = self.node.outcomes
        return [(outcome, 1 / outcomes) for outcome in range(outcomes)]

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.legal

    # --- acting -------------------------------------------------------------------------------

    def _apply_action(self, action: int) -> None:
        node = self.node
        if node.player >= 0:
            self.node = node.play(action)
            return
        if node.player == OVER:
            raise IllegalAction("the game is over; nothing can be played any more")
        self.node = node.draw(
            action, self.get_game().random.randbytes(16) if node.parameters.sampled else b""
        )

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state that ``player`` cannot tell from this one.

        Its history is empty: the true one may hold actions that the player has not seen.
        """
        if self.node.player < 0:
            raise IllegalAction("only a state in which a player decides can be sampled anew")
        if not 0 <= player < self.num_players():
            raise IllegalAction(f"there is no player {player}; players are 0 to {self.num_players() - 1}")
        guess: SpielState = self.get_game().new_initial_state()
        guess.node = self.node.guess(player, f"{sampler()} {sampler()} {sampler()}".encode())
        return guess

    # --- telling ------------------------------------------------------------------------------

    def _action_to_string(self, player: int, action: int) -> str:
        node = self.node
        if player < 0 or node.dealt is None:
            return f"{'chance' if player < 0 else 'action'} {action}"
        return node.dealt.notation(action)

    def __str__(self) -> str:
        """Everything, hidden parts included."""
        node = self.node
        head = f"{node.parameters.name}, {node.parameters.players} players"
        if node.dealt is None:
            return f"{head}, {node.drawn} draws of the deal, {node.path.hex()}"
        chance = "" if node.waiting is None else f", action {node.waiting} waits for chance"
        return f"{head}, {node.decisions} decisions{chance}\n{json.dumps(self._to_struct())}"

    def _to_struct(self) -> dict[str, Any]:
        return self.node.position.to_data()

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        view: dict[str, Any] = msgspec.to_builtins(self.node.position.view(player))
        return view

    def _action_to_struct(self, player: int, action: int) -> dict[str, Any]:
        found: dict[str, Any] = msgspec.to_builtins(self.node.position.action(action))
        return found

    def _struct_to_actions(self, struct: Mapping[str, Any]) -> list[int]:
        return [self.node.position.check(struct["notation"])]


def _read_game(text: str) -> SpielGame:
    """A game from its line; whoever unpickles one finds this function, and so registers the games."""
    game: SpielGame = pyspiel.load_game(text)
    return game


def _read_state(text: str) -> SpielState:
    state: SpielState = pyspiel.deserialize_game_and_state(text)[1]
    return state


def register(game: Game) -> str:
    """Let OpenSpiel load a game; the name it goes by there."""
    kind = _type(read_parameters(game, {}))
    # A class, not a function: OpenSpiel lets go of it after Python has ended, and a class outlives that.
    pyspiel.register_game(kind, type(f"{SpielGame.__name__}_{game.name}", (SpielGame,), {"played": game}))
    return str(kind.short_name)


def _type(parameters: SpielParameters) -> Any:
    game, kind = parameters.game, pyspiel.GameType
    hidden, modes = game.nature.hidden_information, kind.ChanceMode
    return kind(
        short_name=PREFIX + game.name,
        long_name=game.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=modes.SAMPLED_STOCHASTIC if parameters.sampled else modes.EXPLICIT_STOCHASTIC,
        information=getattr(kind.Information, f"{'IM' if hidden else ''}PERFECT_INFORMATION"),
        utility=kind.Utility.GENERAL_SUM if parameters.players == 1 else kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=defaults(game),
        provides_factored_observation_string=True,
    )


def _info(parameters: SpielParameters) -> Any:
    alone = parameters.players == 1
    return pyspiel.GameInfo(
        num_distinct_actions=parameters.game.action_count,
        max_chance_outcomes=1 if parameters.sampled else DEAL_OUTCOMES,
        num_players=parameters.players,
        min_utility=-MOST_POINTS if alone else -1.0,
        max_utility=MOST_POINTS if alone else 1.0,
        utility_sum=None if alone else 0.0,
        max_game_length=parameters.max_game_length,
    )
