"""A refusal for lack of means says the price and what is missing; every decision names the rules about it."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from parapegma import Match, all_games, find_game
from parapegma.core.reasons import rules_in
from parapegma.errors import IllegalAction, Reason

ROOT = Path(__file__).resolve().parents[2]
GAMES = [game.name for game in all_games()]


def refusal(match: Match, action: str) -> Reason:
    with pytest.raises(IllegalAction) as error:
        match.position.check(action)
    assert error.value.reason is not None
    return error.value.reason


def ptolemaeus(*hand: str) -> Match:
    # A body stands in Sagittarius, none of the three in Aquarius.
    return Match("ptolemaeus", 2, seed=1, position={"hands": {0: list(hand)}, "to_move": 0})


@pytest.mark.parametrize(
    ("hand", "missing", "other", "others"),
    [
        ([], 2, None, 3),
        (["leo"], 1, None, 3),
        (["leo", "taurus", "virgo"], 1, "green", 1),
        (["pisces", "pisces"], 2, "blue", 1),
    ],
)
def test_what_a_sign_costs_and_what_is_missing_is_told(
    hand: list[str], missing: int, other: str | None, others: int
) -> None:
    match = ptolemaeus(*hand)
    reason = refusal(match, "observe sagittarius")
    assert reason.code == "cannot-pay"
    values = dict(reason.values)
    assert (values["sign"], values["colour"]) == ("sagittarius", "red")
    assert (values["missing"], values["others"]) == (missing, others)
    assert other is None or values["other"] == other
    assert rules_in(reason) == ("PT-5.1", "PT-5.2", "PT-5.3", "PT-5.4")


@pytest.mark.parametrize("colour", ["own", "other"])
def test_with_what_is_missing_the_sign_can_be_paid_for(colour: str) -> None:
    cards = {"red": "leo", "green": "virgo", "yellow": "gemini", "blue": "cancer"}
    hand = ["taurus", "capricornus"]
    values: dict[str, Any] = dict(refusal(ptolemaeus(*hand), "observe sagittarius").values)
    kind, count = (
        (values["colour"], values["missing"]) if colour == "own" else (values["other"], values["others"])
    )
    enough = ptolemaeus(*hand, *[cards[kind]] * count)
    assert "observe sagittarius" in enough.legal()
    assert "observe sagittarius" not in ptolemaeus(*hand, *[cards[kind]] * (count - 1)).legal()


def test_a_configuration_says_which_signs_cannot_be_paid_for_or_that_they_cannot_be_together() -> None:
    match = ptolemaeus()
    name = next(each for each in match.view().configurations if each.startswith("opposition"))
    first, second = name.split(" ")[1].split("-")
    alone = refusal(ptolemaeus(first), name)
    assert (alone.code, alone.values["signs"], alone.values["jokers"]) == ("cannot-pay-signs", second, 1)
    together = refusal(ptolemaeus("joker"), name)
    assert (together.code, together.values["signs"]) == ("cannot-pay-together", f"{first} {second}")
    assert together.values["jokers"] == 1
    assert name in ptolemaeus("joker", "joker").legal()


def test_a_card_that_is_not_held_and_one_that_does_not_fit_are_told_apart() -> None:
    match = ptolemaeus("leo", "leo", "joker", "pisces")
    match.act("observe sagittarius")
    assert refusal(match, "pay virgo").code == "card-not-held"
    assert refusal(match, "pay pisces").code == "cannot-pay-with"


def test_a_price_in_ulysses_says_what_is_missing() -> None:
    rich = {"active": 0, "temples": {0: 3}, "plague": ["dido"]}
    match = Match("ulysses", 3, seed=1, position={**rich, "hands": {0: "C1"}})
    assert dict(refusal(match, "remove").values) == {"temples": 3, "hand": 1, "missing": 2}
    match = Match("ulysses", 3, seed=1, position={**rich, "hands": {0: "T1 C9"}})
    assert dict(refusal(match, "build").values) == {"needed": 3, "missing": 2}


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_names_rules_that_exist(game: str) -> None:
    page = (ROOT / "docs" / "rules" / f"{game}.md").read_text("utf-8")
    known = set(re.findall(r"^[\s*|-]*\**([A-Z]{2}-\d+\.\d+)\b", page, re.MULTILINE))
    known |= set(re.findall(r"^### ([A-Z]{2}-\d+) ", page, re.MULTILINE))
    found = find_game(game)
    assert {rule for rules in found.action_rules.values() for rule in rules} <= known
    chance = random.Random(5)
    match = Match(game, seed=5)
    for _ in range(150):
        if match.over:
            break
        for action in match.legal_actions():
            assert found.rules_about(action.notation, match.view().phase), action.notation
        match.act(chance.choice(match.legal()))


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_listed_for_notations_that_exist(game: str) -> None:
    found = find_game(game)
    verbs = {notation.split()[0] for _, _, notation, _ in found.actions.ACTION_RANGES}
    verbs |= {str(kind.__struct_config__.tag).split()[0] for kind in found.action_types}
    assert {key.split()[0] for key in found.action_rules} <= verbs
