"""Records: readable text that replays exactly, and errors that name the line."""

from __future__ import annotations

import random

import pytest

from parapegma import Match
from parapegma.errors import RecordError


def finished():
    match = Match("ophiuchus", players=3, seed="winter", end_mode="play_out")
    choose = random.Random(8)
    while not match.over:
        match.act(choose.choice(match.position.legal()))
    return match


RECORD = finished().record()
LINES = RECORD.splitlines()


def changed(old, new):
    assert old in RECORD
    return RECORD.replace(old, new, 1)


def test_a_record_replays_to_the_same_state():
    assert Match.replay(RECORD).position == finished().position


def test_a_record_can_be_replayed_up_to_any_decision():
    match = finished()
    for decision in (0, 1, 10, len(match.decisions)):
        assert len(Match.replay(RECORD, decision).decisions) == decision


def test_an_unfinished_game_is_kept_as_it_is_even_in_the_middle_of_a_placement():
    match = Match("ophiuchus", seed=7)
    match.act("take T05")
    text = match.record()
    assert text.endswith("1: take T05\nend: unfinished\n")
    assert Match.replay(text).legal() == match.legal()


def test_comments_and_empty_lines_are_passed_over():
    text = RECORD.replace("\n", "\n\n# a remark\n")
    assert Match.replay(text).scores == finished().scores


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "line 1: a record begins with"),
        ("nonsense", "line 1: a record begins with"),
        ("parapegma record 1\n", "line 1: the record breaks off in its header"),
        (changed("game: ophiuchus", "game: ophiucus"), "line 2: there is no game 'ophiucus'"),
        (changed("game: ophiuchus\n", ""), "the header lacks the line 'game: ...'"),
        (
            changed("version: 1", "version: 9"),
            "line 3: this is version 9 of ophiuchus's rules; here is version 1",
        ),
        (changed("components: ", "components: x"), "line 4: played with other components"),
        (changed("players: 3", "players: three"), "line 5: players must be a whole number"),
        (changed("players: 3", "players: 9"), "line 5 and following: ophiuchus is for 1 to 4 players"),
        (changed("players: 3", "players: 3\nplayers: 3"), "line 6: players stands twice"),
        (changed("option deal: standard", "option deal: huge"), "option deal cannot be 'huge'"),
        (changed("option deal: standard", "option del: full"), "no option 'del'"),
        (changed("seed: winter", "what: winter"), "line 6: 'what: winter' is not understood"),
        (changed("seed: winter", "seed: summer"), "line 13: "),
        ("\n".join(LINES[:-1]), f"line {len(LINES) - 1}: the record breaks off"),
        ("\n".join(LINES[:20]) + "\n" + LINES[20][:6], "line 21: "),
        (RECORD + "0: token\n", f"line {len(LINES) + 1}: nothing may follow"),
        ("\n".join([*LINES[:-1], "end: 1 2 3"]), f"line {len(LINES)}: the record says 'end: 1 2 3'"),
        (
            "\n".join([*LINES[:-1], "end: unfinished"]),
            f"line {len(LINES)}: the record says 'end: unfinished'",
        ),
        ("\n".join([*LINES[:15], "0 take T01", *LINES[15:]]), "line 16: "),
    ],
)
def test_a_corrupt_record_is_refused_with_the_line(text, words):
    with pytest.raises(RecordError) as refused:
        Match.replay(text)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_decision_by_the_wrong_seat_is_refused_with_the_line():
    place = next(n for n, line in enumerate(LINES) if line[:1].isdigit())
    lines = list(LINES)
    lines[place] = "9" + lines[place][1:]
    with pytest.raises(RecordError, match=f"line {place + 1}: there is no seat 9"):
        Match.replay("\n".join(lines))


def test_no_single_damaged_line_is_ever_accepted_in_silence():
    """Whatever line is dropped or doubled, the record is refused or, for a repeated option, unchanged."""
    for n in range(len(LINES)):
        if not LINES[n] or LINES[n].startswith("option"):
            continue
        for damaged in ([*LINES[:n], *LINES[n + 1 :]], [*LINES[: n + 1], *LINES[n:]]):
            with pytest.raises(RecordError):
                Match.replay("\n".join(damaged))
