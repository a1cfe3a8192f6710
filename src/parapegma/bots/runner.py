"""Letting bots decide: the one way, for the server, the arena, studies, environments, the terminal and hints.

A runner belongs to one table. It keeps a bot per seat, with what the bot remembers, and asks it about a
position in which all that the seat cannot know is dealt anew. What bots and deals depend on follows from the
runner's seed, the seat and the number of the decision: the same game with the same seed is played again the
same way, wherever it is played.
"""

from __future__ import annotations

import secrets
import traceback

from parapegma.bots.bot import Bot, Evaluation, Limits
from parapegma.bots.levels import bot_named
from parapegma.core.compiled.rng import Key, key_of_seed
from parapegma.core.game import Game
from parapegma.core.position import Position
from parapegma.core.seed import derived_seed
from parapegma.errors import BotError, ParapegmaError


class BotRunner:
    """The bots of one table, each kept in its seat.

    >>> from parapegma import Match
    >>> match = Match("ophiuchus", players=2, seed=7)
    >>> runner = BotRunner(match.game, seed=1)
    >>> while not match.over:
    ...     _ = match.act(runner.ask("light", match.position, len(match)).action)
    >>> match.scores
    [17, 4]
    """

    def __init__(self, game: Game, seed: int | str | None = None) -> None:
        self.game = game
        self.seed: int | str = secrets.token_hex(16) if seed is None else seed
        self._seated: dict[int, tuple[str, Bot]] = {}

    def bot(self, name: str, seat: int) -> Bot:
        """The bot of that name in a seat; one of another name that sat there is gone.

        >>> from parapegma import find_game
        >>> runner = BotRunner(find_game("pacal"), seed=1)
        >>> runner.bot("light", 0) is runner.bot("light", 0), runner.bot("light", 0) is runner.bot("light", 1)
        (True, False)
        """
        seated = self._seated.get(seat)
        if seated is None or seated[0] != name:
            self.seat_bot(bot_named(name, self.game, self.bot_seed(seat)), name, seat)
        return self._seated[seat][1]

    def seat_bot(self, bot: Bot, name: str, seat: int) -> None:
        """Put a bot that no name makes into a seat; it is asked by the name that it is given here.

        >>> from parapegma import find_game
        >>> from parapegma.bots.greedy import Greedy
        >>> runner = BotRunner(find_game("pacal"), seed=1)
        >>> deep = Greedy(runner.game, runner.bot_seed(0), depth=12)
        >>> runner.seat_bot(deep, "deep", 0)
        >>> runner.bot("deep", 0) is deep
        True
        """
        self._seated[seat] = (name, bot)

    def bot_seed(self, seat: int) -> int:
        """The seed of whoever sits down in a seat.

        >>> from parapegma import find_game
        >>> runner = BotRunner(find_game("pacal"), seed=1)
        >>> runner.bot_seed(0) == runner.bot_seed(1)
        False
        """
        return derived_seed("bot", self.seed, seat)

    def ask(self, name: str, position: Position, decision: int, limits: Limits | None = None) -> Evaluation:
        """Let a bot decide for the seat to move; ``decision`` is how many decisions were made before.

        >>> position = Position.deal("ophiuchus", players=2, seed=7)
        >>> position.notation(BotRunner(position.game, seed=1).ask("light", position, decision=0).action)
        'take T17'
        """
        seat = position.actor
        if seat is None:
            raise BotError("the game is over; there is nothing to decide")
        return decide(self.bot(name, seat), name, position, self.guess_key(seat, decision), limits)

    def guess_key(self, seat: int, decision: int) -> Key:
        """What deals anew, at one decision, all that the seat cannot know.

        >>> from parapegma import find_game
        >>> runner = BotRunner(find_game("pacal"), seed=1)
        >>> bool((runner.guess_key(0, 1) == runner.guess_key(0, 2)).all())
        False
        """
        return key_of_seed(derived_seed("guess", self.seed, seat, decision))

    @property
    def memory(self) -> int:
        """How many bytes the bots of this table keep between decisions.

        >>> from parapegma import find_game
        >>> BotRunner(find_game("pacal")).memory
        0
        """
        return sum(bot.memory for _, bot in self._seated.values())

    def forget(self) -> None:
        """Drop what the bots remember: they only have to think again.

        >>> from parapegma import find_game
        >>> runner = BotRunner(find_game("pacal"), seed=1)
        >>> runner.forget()
        """
        for _, bot in self._seated.values():
            bot.forget()


def decide(bot: Bot, name: str, position: Position, key: Key, limits: Limits | None = None) -> Evaluation:
    """One bot's decision for the seat to move, about a guess dealt with ``key``, held to the rules.

    >>> from parapegma.bots.greedy import Greedy
    >>> position = Position.deal("ophiuchus", players=2, seed=7)
    >>> position.notation(decide(Greedy(position.game), "greedy", position, key_of_seed(0)).action)
    'take T17'
    """
    seat = position.actor
    if seat is None:
        raise BotError("the game is over; there is nothing to decide")
    known = position.guess(seat, key)
    try:
        evaluation = bot.think(known, seat, limits)
    except ParapegmaError:
        raise
    except Exception as error:
        raise BotError(_failed(name, error)) from error
    if not isinstance(evaluation, Evaluation):
        raise BotError(f"the bot {name} answered {evaluation!r}, which is no Evaluation (seat {seat})")
    if evaluation.action not in position.legal():
        raise BotError(f"the bot {name} chose action {evaluation.action!r}, which is not legal (seat {seat})")
    return evaluation


def _failed(name: str, error: Exception) -> str:
    where = traceback.extract_tb(error.__traceback__)[-1]
    return (
        f"the bot {name} failed with {type(error).__name__}: {error} ({where.filename}, line {where.lineno})"
    )
