"""A preview shows what a deal would look like, to anyone, and nothing that is hidden."""

from __future__ import annotations

import pytest

from parapegma.core.game import all_games, find_game


def preview(server, game, **wanted):
    return server.client(None).http.get(f"/api/v1/games/{game}/preview", params=wanted)


@pytest.mark.parametrize("game", [game.name for game in all_games()])
def test_every_game_shows_a_deal_to_someone_without_a_name(server, game):
    answer = preview(server, game)
    assert answer.status_code == 200, answer.text
    shown = answer.json()
    assert shown["players"] == find_game(game).default_players
    assert shown["options"].keys() == {option.name for option in find_game(game).options}
    assert shown["view"]["game"] == game
    assert shown["view"]["seat"] is None


def test_a_date_gives_its_sky(server):
    shown = preview(server, "ptolemaeus", players=2, start="1969-07-20").json()
    assert shown["players"] == 2
    assert shown["view"]["bodies"] == {
        "luna": "libra", "mercurius": "cancer", "venus": "gemini", "sol": "cancer", "mars": "sagittarius",
        "iupiter": "libra", "saturnus": "taurus", "comet": "aries",
    }  # fmt: skip
    assert [seat["hand"] for seat in shown["view"]["seats"]] == [None, None]


def test_two_previews_are_two_deals(server):
    deals = {str(preview(server, "ptolemaeus").json()["view"]["display"]) for _ in range(5)}
    assert len(deals) > 1


@pytest.mark.parametrize(
    ("game", "wanted", "status", "said"),
    [
        ("chess", {}, 404, "no such game"),
        ("ptolemaeus", {"players": "9"}, 422, "1 to 4 players"),
        ("ptolemaeus", {"players": "many"}, 400, "players"),
        ("ptolemaeus", {"start": "1975-02-30"}, 422, "no day 1975-02-30"),
        ("ptolemaeus", {"start": "soon"}, 422, "not understood"),
        ("ptolemaeus", {"begin": "1969-07-20"}, 422, "no option 'begin'"),
        ("ptolemaeus", {"seed": "1"}, 422, "no option 'seed'"),
        ("ptolemaeus", {"position": "{}"}, 422, "no option 'position'"),
        ("ptolemaeus", {"start": "9" * 500}, 422, "at most 400"),
        ("ptolemaeus", {"start": ["1969-07-20", "2000-01-01"]}, 422, "given twice"),
    ],
)
def test_what_cannot_be_dealt_is_refused_with_the_reason(server, game, wanted, status, said):
    answer = preview(server, game, **wanted)
    assert answer.status_code == status
    assert said in answer.json()["detail"]
