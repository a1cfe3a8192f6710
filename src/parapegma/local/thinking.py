"""Questions to bots and their answers, as texts: they are asked in one worker and answered in others."""

from __future__ import annotations

import base64
from collections import OrderedDict

import msgspec

from parapegma.bots import Bot, BotRunner, Evaluation, Limits
from parapegma.bots.grove import Grove, OneTree
from parapegma.bots.levels import asks_network_of_game
from parapegma.core.game import Game, find_game
from parapegma.core.position import Position
from parapegma.server.analysis.evaluation import ANALYST, evaluate

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
    tree: int | None = None
    """Which of the bot's trees is asked, if others are asked elsewhere."""
    settled: tuple[int, int] | None = None
    """The number of the decision that it was asked about last in this seat, and what all its trees chose."""


class PastDecision(msgspec.Struct, tag="evaluate"):
    """Was a decision a good one?"""

    game: str
    state: str
    number: int
    played: int


class Answer(msgspec.Struct):
    """What a bot thinks; the same as :class:`~parapegma.bots.bot.Evaluation`."""

    action: int
    values: list[float]
    visits: list[list[int]]
    line: list[int]
    iterations: int
    hurried: bool = False

    @classmethod
    def of(cls, found: Evaluation) -> Answer:
        visits = [[action, n] for action, n in found.visits.items()]
        return cls(found.action, found.values, visits, found.line, found.iterations, found.hurried)

    def evaluation(self) -> Evaluation:
        visits = {tried[0]: tried[1] for tried in self.visits}
        return Evaluation(self.action, self.values, visits, self.line, self.iterations, self.hurried)


_encoder = msgspec.json.Encoder()
_questions = msgspec.json.Decoder(Question | PastDecision)
_answers = msgspec.json.Decoder(Answer)


def questions(
    position: Position,
    decisions: int,
    bot: str,
    seed: str,
    limits: Limits | None = None,
    trees: int = 1,
    settled: tuple[int, int] | None = None,
) -> list[str]:
    """Questions about the decision that is to be made in a position: one, or one for each tree of a bot."""
    limits = limits or Limits()
    state = base64.b64encode(position.to_bytes()).decode()
    asked = [
        Question(
            position.game.name,
            state,
            decisions,
            bot,
            seed,
            limits.iterations,
            limits.seconds,
            limits.thorough,
            tree,
            settled,
        )
        for tree in (range(trees) if trees > 1 else [None])
    ]
    return [_encoder.encode(each).decode() for each in asked]


def past_decision(position: Position, number: int, played: int) -> str:
    """A question about a decision that was made in a position."""
    state = base64.b64encode(position.to_bytes()).decode()
    return _encoder.encode(PastDecision(position.game.name, state, number, played)).decode()


def read_answer(text: str) -> Evaluation:
    """What a bot answered."""
    found: Answer = _answers.decode(text)
    return found.evaluation()


class Thinker:
    """Answers questions, one after the other. Bots of the last few tables remember what they thought."""

    def __init__(self) -> None:
        self._runners: OrderedDict[tuple[str, str, int | None], _Runner] = OrderedDict()

    def network_wanted(self, text: str) -> str:
        """The game whose network would be asked for the answer, if it were there; else nothing."""
        asked = _questions.decode(text)
        bot = ANALYST if isinstance(asked, PastDecision) else asked.bot
        return asked.game if asks_network_of_game(bot) else ""

    def answer(self, text: str) -> str:
        """The answer to a question, as a text."""
        asked = _questions.decode(text)
        game = find_game(asked.game)
        position = Position.from_bytes(game, base64.b64decode(asked.state))
        if isinstance(asked, PastDecision):
            return _encoder.encode(evaluate(position, asked.number, asked.played)).decode()
        limits = Limits(asked.iterations, asked.seconds, asked.thorough)
        runner = self._runner(asked.game, asked.seed, asked.tree)
        if asked.settled is not None:
            runner.settle(position.actor, *asked.settled)
        return _encoder.encode(Answer.of(runner.ask(asked.bot, position, asked.decisions, limits))).decode()

    def _runner(self, game: str, seed: str, tree: int | None) -> _Runner:
        runner = self._runners.pop((game, seed, tree), None) or _Runner(find_game(game), seed, tree)
        self._runners[game, seed, tree] = runner
        while len(self._runners) > _TABLES_KEPT:
            self._runners.popitem(last=False)
        return runner


class _Runner(BotRunner):
    """The bots of a table; of those that grow several trees, one tree each if others grow elsewhere."""

    def __init__(self, game: Game, seed: str, tree: int | None) -> None:
        super().__init__(game, seed)
        self._tree = tree
        self._one_tree: dict[int, tuple[Bot, OneTree]] = {}
        self._asked: dict[int, int] = {}
        """By seat: the decision it was asked about last."""

    def bot(self, name: str, seat: int) -> Bot:
        whole = super().bot(name, seat)
        if self._tree is None or not isinstance(whole, Grove):
            return whole
        known = self._one_tree.get(seat)
        if known is None or known[0] is not whole:
            known = self._one_tree[seat] = whole, whole.one_tree(self._tree)
        return known[1]

    def ask(self, name: str, position: Position, decision: int, limits: Limits | None = None) -> Evaluation:
        evaluation = super().ask(name, position, decision, limits)
        if position.actor is not None:
            self._asked[position.actor] = decision
        return evaluation

    def settle(self, seat: int | None, decision: int, action: int) -> None:
        """Tell a tree what all trees together chose, if it was asked about that decision."""
        if seat is not None and seat in self._one_tree and self._asked.get(seat) == decision:
            self._one_tree[seat][1].settle(action)
