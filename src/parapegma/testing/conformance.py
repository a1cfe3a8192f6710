"""The suite every game must pass, the games here and those of others.

    from parapegma.testing import conformance
    conformance("ophiuchus")

Each check takes a random game as it is played (or a whole game description) and says in one sentence
what is wrong. ``CHECKS`` lists those made along a game, ``conformance`` runs all.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np

from parapegma.core.compiled import entry_points
from parapegma.core.compiled.arrays import MOST_CHOICES, as_argument
from parapegma.core.compiled.heuristics import POINT
from parapegma.core.compiled.mode import MODE
from parapegma.core.compiled.rng import Key, key_of_seed
from parapegma.core.game import Game, find_game
from parapegma.core.heuristics import policy_of, value_of
from parapegma.core.match import Match
from parapegma.core.position import Position
from parapegma.errors import IllegalAction, OptionError, ParapegmaError
from parapegma.testing.fuzz import covering, every_setting
from parapegma.testing.trace import trace, trace_interpreted

LONGEST_GAME = 20_000
"""Decisions after which a random game counts as endless."""
MOST_PRIOR, MOST_VALUE = 1 << 31, 1_000 * POINT
"""What weights may add up to, and what a position may be worth."""


class ConformanceError(AssertionError):
    """A game does not keep the contract."""


def conformance(game: str | Game, games: int = 40, seed: int = 1, interpreted: int = 6) -> None:
    """Hold a game to the contract: ``games`` random games, some of them interpreted too.

    Every number of players and every value of every option is played at least once.
    """
    found = find_game(game) if isinstance(game, str) else game
    choose = random.Random(seed)
    settings = every_setting(found)
    needed = covering(settings)
    try:
        check_options(found)
        for n in range(max(games, len(needed))):
            setting = needed[n] if n < len(needed) else choose.choice(settings)
            play_checked(found, setting.players, setting.options, seed * 1000 + n, choose)
        if MODE != "interpreted" and interpreted:
            check_interpreted(found, choose.sample(settings, min(interpreted, len(settings))), seed)
    except AssertionError as error:
        raise ConformanceError(f"{found.name}: {error}") from error


def play_checked(game: Game, players: int, options: dict[str, Any], seed: int, choose: random.Random) -> None:
    """Play one random game; after some decisions, fewer the longer it lasts, make every check."""
    match = Match(game, players, seed, **options)
    where = f"{players} players, {options}, seed {seed}"
    while not match.over:
        assert len(match.decisions) < LONGEST_GAME, f"the game does not end ({where})"
        numbers = match.position.legal()
        check_legal(match, numbers)
        for check in CHECKS if choose.random() < 8 / (len(match.decisions) + 130) else ():
            _make(check, match, choose, where)
        match.act(choose.choice(numbers))
    for check in CHECKS:
        _make(check, match, choose, where)
    check_end(match)


def _make(
    check: Callable[[Match, random.Random], None], match: Match, choose: random.Random, where: str
) -> None:
    try:
        check(match, choose)
    except (AssertionError, ParapegmaError, TypeError) as error:
        place = f"{where}, decision {len(match.decisions)}"
        raise AssertionError(f"{check.__name__}: {error} ({place})") from error


def check_options(game: Game) -> None:
    """Defaults are accepted, everything else that is not declared is refused."""
    assert game.default_players in game.players, "the default number of players is not allowed"
    game.check(None, {})
    for bad in (game.players[0] - 1, game.players[-1] + 1, True, "2"):
        _refused(f"{bad!r} players are accepted", game.check, bad, {})
    _refused("an unknown option is accepted", game.check, None, {"no such option": 1})
    for option in game.options:
        assert option.help, f"option {option.name} has no explanation"
        assert option.read(option.default) == option.default, f"option {option.name} refuses its default"
        _refused(f"option {option.name} accepts nonsense", option.read, object())


def check_legal(match: Match, numbers: list[int]) -> None:
    """There is always a choice, each action listed once and numbered within the action space."""
    assert numbers, "there is no legal action before the end"
    assert len(numbers) == len(set(numbers)), "an action is listed twice"
    assert set(numbers) <= set(range(match.game.action_count)), "an action is out of the action space"
    assert len(numbers) <= MOST_CHOICES, "there are more choices than callers have room for"
    broken = match.position.broken()
    assert broken is None, f"it breaks: {broken}"


def check_illegal(match: Match, choose: random.Random) -> None:
    """What is not listed is refused, and nothing changes."""
    legal = set(match.position.legal())
    others = [n for n in range(match.game.action_count) if n not in legal]
    before = match.position.copy()
    for number in choose.sample(others, min(12, len(others))):
        _refused(f"the illegal action {number} is accepted", match.act, number)
    for bad in (-1, match.game.action_count, True, 1.0, None, "nonsense", ""):
        _refused(f"{bad!r} is accepted as an action", match.act, bad)
    for seat in range(match.players):
        if seat != match.actor and not match.over:
            _refused("a seat acts out of turn", match.act, min(legal), seat)
    assert match.position == before, "a refused action changed something"


def check_notation(match: Match, choose: random.Random) -> None:
    """Every action has a notation of its own that reads back."""
    seen: dict[str, int] = {}
    for number in match.position.legal():
        action = match.position.action(number)
        assert action.number == number, f"action {number} is described as {action.number}"
        assert action.notation not in seen, f"{action.notation!r} names two actions"
        seen[action.notation] = number
        back = match.game.actions.parse(match.position.states, action.notation)
        assert back == number, f"{action.notation!r} reads back as {back}, not {number}"
        check_type(action, match.game.action_types, f"the action {action.notation!r}")


def check_apply(match: Match, choose: random.Random) -> None:
    """Every legal action can be played, and leads to a sound position."""
    numbers = match.position.legal()
    for number in choose.sample(numbers, min(24, len(numbers))):
        following = match.position.copy()
        following.apply(number)
        broken = following.broken()
        assert broken is None, f"action {number} breaks: {broken}"
        for seat in (None, *range(match.players)):
            for entry in following.log(seat):
                check_type(entry, match.game.log_types, f"the log entry {entry.words!r}")


def check_record(match: Match, choose: random.Random) -> None:
    """A record replays to the same state."""
    text = match.record()
    again = Match.replay(text)
    assert again.position.to_bytes() == match.position.to_bytes(), "replaying the record gives another state"
    assert again.record() == text, "the replayed record reads differently"


def check_undo(match: Match, choose: random.Random) -> None:
    """Taking back equals never having played."""
    if not match.decisions:
        return
    earlier = match.copy()
    n = choose.randint(1, min(5, len(match.decisions)))
    earlier.undo(n)
    for decision in match.decisions[-n:]:
        earlier.act(decision.action, decision.seat)
    assert earlier.position == match.position, "undo and replay give another state"


def check_position(match: Match, choose: random.Random) -> None:
    """The position as data builds the same state."""
    data = json.loads(json.dumps(match.position.to_data()))
    again = Match(match.game, match.players, "another seed", position=data, **match.options)
    assert again.position == match.position, _first_difference(again.position, match.position)
    assert again.position.to_data() == match.position.to_data(), (
        "the position reads differently after it was built"
    )
    json.dumps(match.position.facts())
    read = Position.from_text(match.position.to_text())
    assert read == match.position, _first_difference(read, match.position)


def check_views(match: Match, choose: random.Random) -> None:
    """Every viewer gets data of the declared type, which can be drawn; what lasts is as at the deal."""
    start = match.copy()
    start.rewind(0)
    legal = match.legal_actions()
    for seat in (None, *range(match.players)):
        view, first = match.position.view(seat), start.position.view(seat)
        check_type(view, (match.game.view_type,), "the view")
        assert view.seat == seat, f"the view of seat {seat} says that it is of seat {view.seat}"
        assert view.to_move == match.actor, f"the view says that seat {view.to_move} is to move"
        assert match.over or view.asked, f"the view does not say what is asked in phase {view.phase}"
        for part in match.game.lasting:
            assert hasattr(view, part), f"the part {part!r} of a view is said to last, but there is none"
            same = getattr(view, part) == getattr(first, part)
            assert same, f"the part {part!r} of a view is said to last, but has changed"
        text = msgspec.json.encode(view)
        chosen = legal if seat == match.actor else []
        assert match.game.drawings.svg(view).startswith("<svg"), "the picture is no SVG"
        assert match.game.drawings.text(view, chosen), "the drawing is empty"
        assert msgspec.json.encode(view) == text, "whoever draws a view writes into it"
        # Views may share what they have in common.
        again = msgspec.json.encode(match.position.view(seat))
        assert again == text, "whoever draws a view writes into what other views share"
    assert str(match).strip(), "the match prints as nothing"


def check_type(data: Any, kinds: tuple[type[msgspec.Struct], ...], what: str) -> None:
    """Data is of one of the declared types in every part, and reads back from JSON."""
    kind = type(data)
    assert kind in kinds, f"{what} is of the type {kind.__name__}, which types.py does not list"
    try:
        again = msgspec.json.decode(msgspec.json.encode(data), type=kind)
    except msgspec.ValidationError as error:
        raise AssertionError(f"{what} is not of its type {kind.__name__}: {error}") from None
    assert again == data, f"{what} reads back from JSON as something else"


def check_knowledge(match: Match, choose: random.Random) -> None:
    """A guess at what a seat cannot know keeps all it does know, and depends on nothing else."""
    position = match.position
    actor = position.actor
    for seat in range(match.players):
        key = key_of_seed(choose.getrandbits(64))
        guess = position.guess(seat, key)
        # As text, because the order of the parts could tell something too.
        shown = [msgspec.json.encode(table.view(seat)) for table in (guess, position)]
        assert shown[0] == shown[1], f"seat {seat} sees a difference"
        same = np.array_equal(position.observe(seat), guess.observe(seat))
        assert same, f"seat {seat} observes a difference"
        broken = guess.broken()
        assert broken is None, f"a guess breaks: {broken}"
        assert guess.actor == actor, "a guess changes whose decision it is"
        if actor == seat:
            assert guess.legal() == position.legal(), "a guess changes the seat's own choices"
        elif actor is not None:
            assert guess.legal(), "a guess leaves no choice"
        other = guess.guess(seat, key_of_seed(choose.getrandbits(64)))
        leak = _first_difference(other.guess(seat, key), guess)
        assert not leak, f"a guess depends on what seat {seat} cannot know: {leak}"
        for another in range(match.players):
            if another != seat:
                _check_second_guess(guess, another, key_of_seed(choose.getrandbits(64)))


def _check_second_guess(guess: Position, seat: int, key: Key) -> None:
    """Another seat can guess from a guess: it is a position like any other."""
    second = guess.guess(seat, key)
    broken = second.broken()
    assert broken is None, f"a guess made from a guess breaks: {broken}"
    assert second.actor == guess.actor, "a guess made from a guess changes whose decision it is"
    if not second.over:
        assert second.legal(), "a guess made from a guess leaves no choice"
    same = second.view(seat) == guess.view(seat)
    assert same, f"seat {seat} sees a difference in a guess made from a guess"


def check_observation(match: Match, choose: random.Random) -> None:
    """The observation fills its whole length, whatever was there before, and keeps to its ranges."""
    for seat in range(match.players):
        filled = []
        for before in (0, 1234):
            out = np.full(match.game.observation_length + 1, before, np.int16)
            entry_points.observe(as_argument(match.position.states), seat, as_argument(out[:-1]))
            assert out[-1] == before, "the observation is longer than declared"
            filled.append(out[:-1])
        assert np.array_equal(filled[0], filled[1]), "the observation leaves gaps"
        for part in match.game.layout:
            low, high = int(filled[0][part.slice].min()), int(filled[0][part.slice].max())
            fits = part.range.low <= low and high <= part.range.high
            assert fits, f"the observation has {low} to {high} in {part.name}, which is {part.range}"


def check_heuristics(match: Match, choose: random.Random) -> None:
    """Every choice has a weight and some choice is possible; at the end a position is worth its points."""
    weights, before = match.game.weights.array(), match.position.copy()
    values = value_of(match.position, weights)
    if match.over:
        points = [POINT * points for points in match.scores]
        assert values == points, f"at the end a position is worth {values}, but the points are {points}"
    else:
        priors = policy_of(match.position, weights)
        assert min(priors.values()) >= 0, "an action has a negative prior"
        assert 0 < sum(priors.values()) < MOST_PRIOR, f"the priors add up to {sum(priors.values())}"
    assert max(map(abs, values)) < MOST_VALUE, f"a position is worth {values}"
    assert match.position == before, "judging a position changed it"


def check_end(match: Match) -> None:
    """A finished game has places that agree with each other, and accepts nothing more."""
    ranks = match.ranks
    assert min(ranks) == 1, f"nobody is first: {ranks}"
    for place in ranks:
        better = sum(other < place for other in ranks)
        assert place == better + 1, f"places do not fit together: {ranks}"
    assert not match.legal(), "there are legal actions after the end"
    _refused("an action is accepted after the end", match.act, 0)


def check_interpreted(game: Game, settings: list[Any], seed: int) -> None:
    """Interpreted and compiled rules give the same bits."""
    wanted = [(setting.players, setting.options, seed + n) for n, setting in enumerate(settings)]
    for setting, slow in zip(wanted, trace_interpreted(game, wanted), strict=True):
        fast = trace(game, *setting)
        assert len(fast) == len(slow), f"interpreted and compiled games differ in length: {setting}"
        for step, (one, two) in enumerate(zip(fast, slow, strict=True)):
            assert one == two, f"interpreted and compiled differ after {step} decisions: {setting}"


CHECKS: tuple[Callable[[Match, random.Random], None], ...] = (
    check_illegal,
    check_notation,
    check_apply,
    check_record,
    check_undo,
    check_position,
    check_views,
    check_knowledge,
    check_observation,
    check_heuristics,
)


def _refused(complaint: str, function: Callable[..., object], *arguments: object) -> None:
    try:
        function(*arguments)
    except (IllegalAction, OptionError):
        return
    raise AssertionError(complaint)


def _first_difference(one: Position, two: Position) -> str:
    for name in one.game.state.names or ():
        first, second = one.states[name], two.states[name]
        if name not in ("event", "event_n") and not np.array_equal(first, second):
            return f"the field {name} differs: {first[0]} and {second[0]}"
    return ""
