"""Questions to bots and their answers, as texts: they are asked in one worker and answered in others."""

from __future__ import annotations

import base64
from collections import OrderedDict

import msgspec

from parapegma.bots import BotRunner, Evaluation, Limits
from parapegma.core.game import find_game
from parapegma.core.position import Position
from parapegma.server.analysis.evaluation import evaluate

_TABLES_KEPT = 4
"""Tables whose bots remember what they thought."""


class Question(msgspec.Struct, tag="decide"):
    """What would a bot decide?"""

    game: str
    state: str
    decisions: int
    bot: str
    seed: str
    """The same for all decisions of a table: by it the bots of a table are known again."""
    iterations: int | None = None
    seconds: float | None = None
    thorough: bool = False


class PastDecision(msgspec.Struct, tag="evaluate"):
    """Was a decision a good one?"""

    game: str
    state: str
    number: int
    played: int


class Thought(msgspec.Struct):
    """What a bot thinks; the same as :class:`~parapegma.bots.bot.Evaluation`."""

    action: int
    values: list[float]
    visits: list[list[int]]
    line: list[int]
    iterations: int

    @classmethod
    def of(cls, found: Evaluation) -> Thought:
        visits = [[action, n] for action, n in found.visits.items()]
        return cls(found.action, found.values, visits, found.line, found.iterations)

    def evaluation(self) -> Evaluation:
        visits = {tried[0]: tried[1] for tried in self.visits}
        return Evaluation(self.action, self.values, visits, self.line, self.iterations)


_encoder = msgspec.json.Encoder()
_questions = msgspec.json.Decoder(Question | PastDecision)
_thoughts = msgspec.json.Decoder(Thought)


def question(position: Position, decisions: int, bot: str, seed: str, limits: Limits | None = None) -> str:
    """A question about the decision that is to be made in a position."""
    limits = limits or Limits()
    state = base64.b64encode(position.to_bytes()).decode()
    asked = Question(
        position.game.name, state, decisions, bot, seed, limits.iterations, limits.seconds, limits.thorough
    )
    return _encoder.encode(asked).decode()


def past_decision(position: Position, number: int, played: int) -> str:
    """A question about a decision that was made in a position."""
    state = base64.b64encode(position.to_bytes()).decode()
    return _encoder.encode(PastDecision(position.game.name, state, number, played)).decode()


def thought(text: str) -> Evaluation:
    """What a bot answered."""
    found: Thought = _thoughts.decode(text)
    return found.evaluation()


class Thinker:
    """Answers questions, one after the other. Bots of the last few tables remember what they thought."""

    def __init__(self) -> None:
        self._runners: OrderedDict[tuple[str, str], BotRunner] = OrderedDict()

    def answer(self, text: str) -> str:
        """The answer to a question, as a text."""
        asked = _questions.decode(text)
        game = find_game(asked.game)
        position = Position.from_bytes(game, base64.b64decode(asked.state))
        if isinstance(asked, PastDecision):
            return _encoder.encode(evaluate(position, asked.number, asked.played)).decode()
        limits = Limits(asked.iterations, asked.seconds, asked.thorough)
        runner = self._runner(asked.game, asked.seed)
        return _encoder.encode(Thought.of(runner.ask(asked.bot, position, asked.decisions, limits))).decode()

    def _runner(self, game: str, seed: str) -> BotRunner:
        runner = self._runners.pop((game, seed), None) or BotRunner(find_game(game), seed)
        self._runners[game, seed] = runner
        while len(self._runners) > _TABLES_KEPT:
            self._runners.popitem(last=False)
        return runner
