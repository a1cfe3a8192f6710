"""Games in which a model plays all seats against itself: what it saw and did, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch

from parapegma.envs.batch import Batch
from parapegma.lab.training.model import Model, masked, shares
from parapegma.lab.training.settings import REWARDS, TrainingSettings
from parapegma.lab.variants import find_variants


@dataclass
class Seen:
    """Decisions in rows, one after the other: what a model learns from."""

    observations: Any
    legal: Any
    actions: Any
    likely: Any
    """The logarithm of how likely the action was."""
    better: Any
    """How much better than expected the decision turned out (advantage)."""
    results: Any
    """The share of the win of every seat, from the observer on; nothing where there is no seat."""
    players: Any

    def all(self) -> tuple[Any, ...]:
        return tuple(vars(self).values())

    @classmethod
    def joined(cls, parts: list[Seen]) -> Seen:
        """Several as one."""
        return cls(*(torch.cat(each) for each in zip(*(part.all() for part in parts), strict=True)))


class Tables:
    """Many tables with the same number of players and the same options, played on together."""

    def __init__(
        self,
        settings: TrainingSettings,
        players: int,
        options: dict[str, Any],
        games: int,
        number: int,
        device: str,
    ) -> None:
        self.settings, self.players, self.device = settings, players, device
        self.batch = Batch(
            settings.game, games, players, f"training {settings.seed} {number}", illegal="random",
            limit=settings.limit, pay_cut=True, device=device, **options,
        )  # fmt: skip
        self.finished = 0
        """Games that have ended by themselves."""
        self.cut = 0
        """Games that were cut at the limit."""

    def _shown(self, name: str) -> Any:
        array = getattr(self.batch.arrays, name)
        return torch.from_numpy(array) if self.device == "cpu" else torch.from_dlpack(array)

    def play(self, model: Model, steps: int, chance: Any) -> Seen:
        """Let the model play so many decisions of every game; ``chance`` draws its actions."""
        with torch.no_grad():
            return self._play(model, steps, chance)

    def _play(self, model: Model, steps: int, chance: Any) -> Seen:
        batch, players, seats = self.batch, self.players, self.batch.game.players[-1]
        games, device = batch.games, self.device
        shown = {
            name: self._shown(name) for name in ("observations", "masks", "actors", "rewards", "ended", "cut")
        }
        game, counted = batch.game, torch.full((games,), players, device=device)

        def room(*shape: int, kind: Any = torch.float32) -> Any:
            return torch.empty((steps, games, *shape), dtype=kind, device=device)

        seen, legal = (
            room(game.observation_length, kind=torch.int16),
            room(game.action_count, kind=torch.int8),
        )
        actions, actors, likely = room(kind=torch.int64), room(kind=torch.int64), room()
        predicted, paid = room(players), room(players)
        ended, cut = room(kind=torch.bool), room(kind=torch.bool)
        around = torch.arange(players, device=device)

        def expected(values: Any, actor: Any) -> Any:
            """Shares of the win by seat, from shares counted from the one that sees."""
            return shares(values, counted)[:, :players].exp().gather(1, (around - actor[:, None]) % players)

        for t in range(steps):
            seen[t], legal[t], actors[t] = shown["observations"], shown["masks"], shown["actors"]
            logits, values = model(seen[t])
            logs = masked(logits, legal[t]).log_softmax(-1)
            drawn = torch.empty_like(logs).exponential_(generator=chance)
            actions[t] = (logs - drawn.log()).argmax(-1)
            likely[t] = logs.gather(1, actions[t][:, None])[:, 0]
            predicted[t] = expected(values, actors[t])
            batch.step(actions[t].numpy() if device == "cpu" else actions[t])
            ended[t], cut[t] = shown["ended"] != 0, shown["cut"] != 0
            paid[t] = self._result(shown["rewards"], cut[t])
        self.finished += int(ended.sum())
        self.cut += int(cut.sum())
        logits, values = model(shown["observations"])
        following = expected(values, shown["actors"].long())
        results = room(players)
        trace = self.settings.trace
        later = following
        for t in reversed(range(steps)):
            later = torch.where(
                (ended[t] | cut[t])[:, None], paid[t], (1 - trace) * following + trace * later
            )
            results[t], following = later, predicted[t]
        own = actors[:, :, None]
        better = (results.gather(2, own) - predicted.gather(2, own))[:, :, 0]
        by_observer = torch.zeros((steps, games, seats), device=device)
        by_observer[:, :, :players] = results.gather(2, (around + own) % players)
        counts = torch.full((steps, games), players, device=device)
        every = (seen, legal, actions, likely, better, by_observer, counts)
        return Seen(*(each.flatten(0, 1) for each in every))

    def _result(self, places: Any, cut: Any) -> Any:
        """What a game that is over was worth to every seat, all of them together 1."""
        by_place = (places + 1) / self.players
        first = (places == places.max(1, keepdim=True).values).float()
        first = first / first.sum(1, keepdim=True)
        share = REWARDS[self.settings.reward]
        # A game that was cut pays no full win to whoever leads: so it is worth bringing to an end.
        return torch.where(cut[:, None], by_place, share * by_place + (1 - share) * first)


def all_tables(settings: TrainingSettings, device: str) -> list[Tables]:
    """Tables of every number of players, and with ``variants`` as many again with other options."""
    game = settings.the_game
    kinds: list[tuple[int, dict[str, Any], int]] = []
    each = max(1, settings.games // len(settings.players))
    for players in settings.players:
        found = find_variants(game, players, {}, "all")[0] if settings.variants else []
        usual = each // 2 if found else each
        kinds.append((players, {}, max(1, usual)))
        kinds += [(players, dict(one.options), max(1, usual // len(found))) for one in found]
    return [Tables(settings, *kind, number, device) for number, kind in enumerate(kinds)]
