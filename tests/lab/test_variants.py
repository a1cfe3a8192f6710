"""Options side by side: which variants there are, and what cannot be compared."""

from __future__ import annotations

import pytest

from parapegma import all_games, find_game
from parapegma.errors import OptionError
from parapegma.lab.variants import find_variants


def names(found) -> list[str]:
    return [each.name for each in found]


def test_every_other_value_of_every_listed_option_is_a_variant():
    found, skipped = find_variants(find_game("ulysses"), 4, {}, "all")
    assert names(found) == [
        "temple_cost = one_card", "zeus_as_pandora = false", "faction_lock = false", "becalmed = may_stay",
    ]  # fmt: skip
    assert names(skipped) == ["opening_hand", "max_turns", "first_player"]
    assert "it is free text" in skipped[0].why


def test_variants_are_of_the_table_that_was_asked_for():
    found, _ = find_variants(find_game("ulysses"), 4, {"faction_lock": False}, "all")
    assert "faction_lock = true" in names(found)
    assert all(not variant.options["faction_lock"] for variant in found if "faction_lock" not in variant.name)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_what_does_not_go_together_is_skipped_with_the_reason(game):
    for players in game.players:
        found, skipped = find_variants(game, players, {}, "all")
        for variant in found:
            assert game.check(players, variant.options)[0] == players
        assert all(each.why for each in skipped)
        every = sum(
            len(option.values or ()) - 1 for option in game.options if option.kind in ("boolean", "choice")
        )
        assert len(found) + len(skipped) >= every


def test_impossible_pairs_are_named():
    _, skipped = find_variants(find_game("pacal"), 3, {"ship_contents": "memory"}, "all")
    why = {each.name: each.why for each in skipped}
    assert "needs ship_contents = open" in why["duplicate_insert = forbid"]
    assert "is for two players" in why["two_player_end = finish_round"]


def test_changes_can_be_joined_and_values_may_have_commas():
    found, _ = find_variants(
        find_game("ulysses"), 4, {}, "opening_hand=5,5,5,5+max_turns=40,faction_lock=no"
    )  # fmt: skip
    assert names(found) == ["opening_hand = 5,5,5,5, max_turns = 40", "faction_lock = no"]
    assert found[0].options["max_turns"] == 40


def test_the_table_itself_is_no_variant():
    found, skipped = find_variants(find_game("pacal"), 2, {}, "expert=false,expert=true,expert=yes")
    assert names(found) == ["expert = true"]
    assert [each.why for each in skipped] == [
        "it is how the table plays already",
        "another variant is the same",
    ]


@pytest.mark.parametrize(("compare", "words"), [
    ("exprt=true", "there is no option 'exprt'"),
    ("expert=perhaps", "option expert cannot be 'perhaps'"),
    ("expert", "'expert' is not an option and a value"),
    ("", "'' is not an option and a value"),
])  # fmt: skip
def test_what_the_game_does_not_have_is_refused(compare, words):
    with pytest.raises(OptionError, match=words):
        find_variants(find_game("pacal"), 2, {}, compare)


def test_none_compares_nothing():
    assert find_variants(find_game("pacal"), 2, {}, "none") == ([], [])
