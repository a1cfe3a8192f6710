"""Bots play a game, and positions of it that promise a puzzle are looked at a little longer."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from statistics import fmean

import msgspec

from parapegma.bots.bot import Bot, Limits
from parapegma.bots.greedy import Greedy
from parapegma.bots.runner import BotRunner
from parapegma.bots.search import Search
from parapegma.bots.simple import Light
from parapegma.core.game import Game, find_game
from parapegma.core.position import Position
from parapegma.core.seed import derived_seed
from parapegma.errors import ParapegmaError
from parapegma.lab.puzzles.turns import Turn, step_keys, turns_of
from parapegma.lab.puzzles.verdict import Verdict, agreed, best_other, choices_in, ways_to

PLAYING = 400
"""Iterations of the bots that play: more than an adept's."""
SAMPLED = 0.15
"""How often they take any turn, as likely as they tried it: people, too, get into all kinds of positions."""
SCREENING = 10_000
"""Iterations of the two short searches that a position must pass, those of a master."""
GLANCE = 4_000
"""Iterations of a first look at every position."""
FIRST_SHARE, SCREENED_SHARE = 0.6, 0.7
"""How much of the thought must go to the answer at first sight, and in the short searches."""
SCREENED_GAP = 0.025
"""How much better than everything else the short searches must think it."""
EASIEST = 0.15
"""What simple players miss more seldom is no puzzle."""
FEWEST_TURNS = 4
"""With fewer different turns, three tries would find any of them."""
_PLAYER = "player"
"""The name by which the bots that play are asked."""
MOST_OF_ONE_GAME, APART = 6, 6
"""Positions of one game that are looked at, and decisions that must lie between two of them."""


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """A position that may become a puzzle, and where it comes from."""

    name: str
    game: str
    seed: int
    """Of the bot game, deal and players."""
    decision: int
    """How many decisions led there."""
    decisions: int
    """How many the whole game had."""
    position: str
    """In one line; what the seat cannot know is dealt anew."""
    gap: float
    """What the short searches think that the second best costs."""
    found: dict[str, float]
    """How often simple players find the answer: a share for each."""
    turns: int
    """How many different turns the short searches tried."""
    kind: str
    """What is done first, in the game's words."""

    @property
    def progress(self) -> float:
        """How far the game was, from 0 to 1."""
        return self.decision / max(self.decisions, 1)

    @property
    def hard(self) -> float:
        """How seldom simple players find it, from 0 to 1."""
        return 1 - sum(self.found.values()) / len(self.found)


class Job(msgspec.Struct, frozen=True):
    """One game to be played and looked through."""

    game: str
    players: int
    seed: int


def find_candidates(job: Job) -> list[Candidate]:
    """Play a game and return what passed the short searches, the most promising first."""
    begun, decisions = _play(job)
    promising = []
    for decision, position in begun:
        turns = search_turns(position, GLANCE, derived_seed("glance", job.seed, decision), 4)
        verdict = (
            agreed(position, [turns], 0.0, least_share=FIRST_SHARE) if len(turns) >= FEWEST_TURNS else None
        )
        if verdict is not None:
            promising.append((verdict.gap, decision, position))
    promising.sort(key=lambda each: -each[0])
    looked_at: list[int] = []
    found = []
    for _, decision, position in promising:
        if len(looked_at) == MOST_OF_ONE_GAME:
            break
        if any(abs(decision - other) < APART for other in looked_at):
            continue
        looked_at.append(decision)
        candidate = _screened(job, decision, decisions, position)
        if candidate is not None:
            found.append(candidate)
    return sorted(found, key=lambda each: -each.gap)


def search_turns(
    position: Position, iterations: int, seed: int, least: int, answer: Sequence[int] = ()
) -> list[Turn]:
    """What one search of so many iterations thinks of the turns of the seat to move.

    With an ``answer`` all thought goes to everything else: what was hardly tried beside it gets its chance.
    """
    seat = position.actor
    assert seat is not None, "the game is over"
    searcher = Search(position.game, Limits(iterations, thorough=True), seed)
    without = [choices_in(position, way) for way in ways_to(position, answer)] if answer else []
    tree, _ = searcher.grow_tree(position, seat, without=without)
    turns = turns_of(tree, position, least)
    while len(turns) < FEWEST_TURNS and least > 1:
        # Everything else was given up early: what is known of it is little, but all there is.
        least = max(1, least // 4)
        turns = turns_of(tree, position, least)
    return turns


def _play(job: Job) -> tuple[list[tuple[int, Position]], int]:
    """Every position where somebody had a choice, with the number of decisions before it; and of all."""
    game = find_game(job.game)
    seed = derived_seed("puzzles", job.game, job.players, job.seed)
    position = Position.deal(game, job.players, seed)
    choose = random.Random(seed)
    runner = BotRunner(game, seed)
    bots = [Search(game, Limits(PLAYING), runner.bot_seed(seat), sample=True) for seat in range(job.players)]
    for place, bot in enumerate(bots):
        runner.seat_bot(bot, _PLAYER, place)
    found = []
    decision, begins = 0, True
    while (seat := position.actor) is not None:
        legal = position.legal()
        known = position.guess(seat, runner.guess_key(seat, decision))
        if begins and len(legal) > 1:
            found.append((decision, known.copy()))
        bots[seat].sample = choose.random() < SAMPLED
        action = runner.ask(_PLAYER, position, decision).action
        position.apply(action)
        known.apply(action)
        # A puzzle begins with a turn, or after something came to light: never inside a gesture.
        begins = position.actor != seat or bool((position.observe(seat) != known.observe(seat)).any())
        decision += 1
    return found, decision


def _screened(job: Job, decision: int, decisions: int, position: Position) -> Candidate | None:
    name = f"{job.game}-{job.players}-{job.seed}-{decision}"
    try:
        text = position.to_text()
        again = Position.from_text(text)
    except ParapegmaError:
        return None
    if again != position or again.legal() != position.legal():
        return None
    searches: list[list[Turn]] = []
    for n in range(2):
        searches.append(search_turns(again, SCREENING, derived_seed("screen", name, n), SCREENING // 2000))
        verdict = agreed(again, searches, SCREENED_GAP, least_share=SCREENED_SHARE)
        if verdict is None or len(searches[0]) < FEWEST_TURNS:
            return None
        # What it hardly tried may be as good: a search of everything else tells.
        others = search_turns(again, 2 * SCREENING, derived_seed("others", name, n), 1, verdict.actions)
        if fmean(verdict.values) - best_other(others, verdict.key) < SCREENED_GAP:
            return None
    assert verdict is not None, "both searches named it"
    candidate = Candidate(
        name=name,
        game=job.game,
        seed=job.seed,
        decision=decision,
        decisions=decisions,
        position=text,
        gap=verdict.gap,
        found=found_by_simple_players(again, verdict, name),
        turns=len(searches[0]),
        kind=again.action(verdict.actions[0]).kind,
    )
    return candidate if candidate.hard >= EASIEST else None


_SIMPLE: dict[str, Callable[[Game, int], Bot]] = {
    "light": Light,
    "greedy": Greedy,
    "novice": lambda game, seed: Search(game, Limits(20), seed, sample=True),
    "adept": lambda game, seed: Search(game, Limits(120), seed),
}
"""Players who think little. Levels by the same names may also look at the clock and think more, which these
do not: so what was no puzzle stays none."""
_TRIES = 6


def found_by_simple_players(position: Position, verdict: Verdict, name: str) -> dict[str, float]:
    """How often players who think little find an answer, as a share of their tries."""
    return {
        made: sum(
            _finds(made, maker, position, verdict, derived_seed("simple", name, made, n))
            for n in range(_TRIES)
        )
        / _TRIES
        for made, maker in _SIMPLE.items()
    }


def _finds(
    name: str, make: Callable[[Game, int], Bot], position: Position, verdict: Verdict, seed: int
) -> bool:
    """Whether a bot's own turn comes by where the answer leads."""
    seat, table = position.actor, position.copy()
    made: list[int] = []
    assert seat is not None, "the game is over"
    runner = BotRunner(position.game, seed)
    runner.seat_bot(make(position.game, runner.bot_seed(seat)), name, seat)
    while table.actor == seat and len(made) < len(verdict.actions) + 3:
        action = runner.ask(name, table, len(made)).action
        table.apply(action)
        made.append(action)
    return verdict.key in step_keys(position, made)
