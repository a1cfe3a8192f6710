"""Finding puzzles: searches that leave an answer out, what they agree on, and work that is gone on with."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from parapegma.bots.bot import Bot, Evaluation, Limits
from parapegma.bots.search import Search
from parapegma.cli.main import main
from parapegma.core.position import Position
from parapegma.errors import BotError
from parapegma.lab.puzzles import again, candidates, make, prove, reasons
from parapegma.lab.puzzles.finish import puzzle_of, with_reasons
from parapegma.lab.puzzles.futures import DEALS, Future
from parapegma.lab.puzzles.turns import Turn, step_keys, turns_of
from parapegma.lab.puzzles.verdict import agreed, ways_to
from parapegma.puzzles.puzzle import puzzle_named, read_puzzles, write_puzzles


@pytest.fixture
def position():
    return Position.deal("ophiuchus", players=2, seed=7)


def test_a_search_gives_no_thought_to_what_it_is_to_leave_out(position):
    first, second, third = position.legal()
    tree, done = Search(position.game, Limits(300, thorough=True), 1).grow_tree(
        position, 1, without=[(first,), (second,)]
    )
    visits = {tree.action(child): tree.visits(child) for child in tree.children(0)}
    assert done == 300
    assert visits == {first: 0, second: 0, third: 300}


def test_leaving_out_a_longer_sequence_leaves_its_beginning(position):
    # The tile that most thought goes to, so that some of it goes on to its squares.
    take = Search(position.game, Limits(400), 1).think(position, 1).action
    after = position.copy()
    after.apply(take)
    squares = after.legal()
    tree, _ = Search(position.game, Limits(400, thorough=True), 1).grow_tree(
        position, 1, without=[(take, squares[0])]
    )
    child = next(child for child in tree.children(0) if tree.action(child) == take)
    tried = {tree.action(each): tree.visits(each) for each in tree.children(child)}
    assert tried[squares[0]] == 0
    assert sum(tried.values()) > 0


def test_turns_end_where_another_seat_is_asked(position):
    tree, _ = Search(position.game, Limits(2000, thorough=True), 1).grow_tree(position, 1)
    turns = turns_of(tree, position, 5)
    assert len(turns) > 3
    assert [turn.visits for turn in turns] == sorted((turn.visits for turn in turns), reverse=True)
    table = position.copy()
    for action in turns[0].actions:
        assert table.actor == 1
        table.apply(action)
    assert table.actor == 0
    assert list(turns[0].keys) == step_keys(position, turns[0].actions)


def test_an_answer_never_ends_inside_a_gesture(position):
    take, *_ = position.legal()
    table = position.copy()
    assert table.apply(take) == (), "taking a tile up is a gesture"
    at = table.legal()[0]
    table.apply(at)
    facing = table.legal()[0]
    actions = (take, at, facing)
    keys = tuple(step_keys(position, actions))
    right = Turn(actions, keys, 90, 0.7)
    # Another square with the same tile: only the whole placement is told apart.
    wrong = Turn((take, at), (keys[0], "elsewhere"), 10, 0.5)
    verdict = agreed(position, [[right, wrong]], 0.1)
    assert verdict.actions == actions
    assert verdict.gap == pytest.approx(0.2)
    near = Turn((take, at), (keys[0], "elsewhere"), 10, 0.65)
    assert agreed(position, [[right, near]], 0.1) is None


def test_searches_that_name_different_turns_do_not_agree(position):
    one = [Turn((4,), ("a",), 90, 0.7), Turn((16,), ("b",), 10, 0.2)]
    other = [Turn((16,), ("b",), 90, 0.7), Turn((4,), ("a",), 10, 0.2)]
    assert agreed(position, [one], 0.1) is not None
    assert agreed(position, [one, other], 0.1) is None


def test_every_order_that_leads_to_the_same_is_a_way():
    position = Position.deal("ulysses", players=3, seed=1)
    first = position.legal()[0]
    assert ways_to(position, (first,)) == [(first,)]


def test_a_challenge_refutes_what_is_not_better(position):
    keys = tuple(step_keys(position, position.legal()[:1]))
    best, second = Turn((4,), keys, 90, 0.7), Turn((16,), ("b",), 10, 0.5)
    proof = prove.Proof(position)
    assert proof.missing == [0]
    proof.add(0, "", [best, second])
    assert proof.missing[0] == prove.SEEDS
    proof.add(prove.SEEDS, keys[-1], [Turn((16,), ("b",), 100, 0.69)])
    assert proof.refuted
    proof.add(prove.SEEDS, keys[-1], [Turn((16,), ("b",), 100, 0.5)])
    assert not proof.refuted
    for number in range(1, prove.SEEDS):
        assert not proof.complete
        proof.add(number, "", [best, second])
    assert proof.complete


def test_a_simple_player_that_breaks_the_rules_is_refused(position, monkeypatch):
    class Wrong(Bot):
        def think(self, position, seat, limits=None):
            return Evaluation(position.game.action_count - 1)

    monkeypatch.setattr(candidates, "_SIMPLE", {"wrong": lambda game, seed: Wrong()})
    one, other = (Turn((action,), (str(action),), 90, 0.7) for action in position.legal()[:2])
    verdict = agreed(position, [[one, msgspec.structs.replace(other, value=0.2, visits=10)]], 0.1)
    with pytest.raises(BotError, match="the bot wrong chose action 334, which is not legal"):
        candidates.found_by_simple_players(position, verdict, "a puzzle")


def test_making_puzzles_goes_on_where_it_was_stopped(tmp_path, monkeypatch):
    small = {"SCREENING": 300, "GLANCE": 100, "PLAYING": 20, "FIRST_SHARE": 0.0, "SCREENED_SHARE": 0.0}
    for name, value in {**small, "SCREENED_GAP": -1.0, "EASIEST": -1.0}.items():
        monkeypatch.setattr(candidates, name, value)
    for name, value in {"ITERATIONS": 200, "LEAST_GAP": -1.0, "MEAN_GAP": -1.0}.items():
        monkeypatch.setattr(prove, name, value)
    journal = tmp_path / "journal.jsonl"
    told = []

    def tell(words):
        told.append(words)
        if len(told) == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make.make(["ophiuchus"], journal, seconds=600, want=1, cores=1, tell=tell)
    begun = journal.read_bytes()
    journal.write_bytes(begun + b'{"type":"tried","na')
    workshops = make.make(["ophiuchus"], journal, seconds=600, want=1, cores=1)
    assert journal.read_bytes().startswith(begun)
    workshop = workshops["ophiuchus"]
    name = workshop.proven[0]
    assert len(workshop.proofs[name].searches) == prove.SEEDS
    again = make.make(["ophiuchus"], journal, seconds=0, want=1, cores=1)
    assert again["ophiuchus"].proven == workshop.proven


def test_written_puzzles_are_proved_again(parapegma, tmp_path, monkeypatch):
    easy = puzzle_named("ptolemaeus", "ptolemaeus-2-10-81")
    # Small searches differ more from each other than those of a proof.
    for name, value in {"LEAST_GAP": -1.0, "MEAN_GAP": -1.0}.items():
        monkeypatch.setattr(prove, name, value)
    assert again.prove_again(again.Task(easy, 1000)).holds
    # Where another turn is written down as the answer, the searches name the true one.
    false = msgspec.structs.replace(easy, answers=[easy.others[-1].actions])
    assert not again.prove_again(again.Task(false, 1000)).holds
    file = tmp_path / "puzzles.jsonl"
    file.write_text(write_puzzles([easy, false]), "utf-8")
    done = parapegma("puzzles", "prove", str(file), "--iterations", "1000", "--cores", "1")
    assert done.returncode == 1
    assert "holds: " in done.stdout
    assert "does not hold: the searches name another turn" in done.stdout
    assert done.stdout.endswith("1 of 2 puzzles hold\n")
    assert again.long_enough("ptolemaeus") == again.TIMES * 10_000


def test_a_proven_candidate_becomes_a_puzzle_that_can_be_played(position):
    tree, _ = Search(position.game, Limits(1500, thorough=True), 1).grow_tree(position, 1)
    turns = turns_of(tree, position, 5)
    best, second = turns[0], next(turn for turn in turns if turn.actions[0] != turns[0].actions[0])
    proof = prove.Proof(position)
    for number in range(prove.SEEDS):
        proof.add(
            number, "", [Turn(best.actions, best.keys, 90, 0.9), Turn(second.actions, second.keys, 10, 0.5)]
        )
    proof.add(prove.SEEDS, proof.verdict.key, [Turn(second.actions, second.keys, 100, 0.6)])
    candidate = candidates.Candidate(
        name="ophiuchus-2-7-0",
        game="ophiuchus",
        seed=7,
        decision=0,
        decisions=60,
        position=position.to_text(),
        gap=0.3,
        found={"greedy": 0.0, "novice": 1.0},
        turns=9,
        kind="take",
    )
    puzzle = puzzle_of(candidate, proof)
    assert list(read_puzzles(write_puzzles([puzzle]), "here")) == [puzzle]
    assert (puzzle.gap, puzzle.challenge, puzzle.difficulty) == (0.4, 0.3, 2)
    table = puzzle.start()
    assert table.actor == puzzle.seat == 1
    for notation in puzzle.answers[0]:
        table.apply(table.check(notation))
    assert puzzle.judge(puzzle.answers[0]) == "right"
    assert puzzle.judge(puzzle.answers[0][:1]) == "open"
    assert puzzle.judge(puzzle.others[0].actions) == "wrong"
    assert puzzle.reasons


@pytest.mark.parametrize("name", ["ophiuchus-2-165-40", "ophiuchus-2-213-50", "ophiuchus-3-204-56"])
def test_reasons_are_those_that_the_same_program_finds_again(name):
    puzzle = puzzle_named("ophiuchus", name)
    assert with_reasons(puzzle) == puzzle


def test_cards_that_are_kept_are_a_reason_only_where_the_same_follows():
    sails, stays = Counter({b"sails": DEALS}), Counter({b"stays": DEALS})
    dear = Future(spent=3.0, happened=sails)
    (reason,) = reasons._spares(0, Future(spent=2.0, happened=sails), dear)
    assert (reason.code, reason.points, reason.seat) == ("spares", 1.0, 0)
    assert reasons._spares(0, Future(spent=2.0, happened=stays), dear) == []
    assert reasons._spares(0, Future(spent=2.0, drawn=2.0, happened=sails), dear) == []
    assert reasons._spares(0, dear, dear) == []


def test_a_file_of_puzzles_gets_its_reasons_anew(tmp_path):
    puzzle = puzzle_named("ophiuchus", "ophiuchus-3-204-56")
    file = tmp_path / "puzzles.jsonl"
    file.write_text(write_puzzles([msgspec.structs.replace(puzzle, reasons=[])]))
    assert main(["puzzles", "reasons", str(file)]) == 0
    assert list(read_puzzles(file.read_text(), "here")) == [puzzle]
