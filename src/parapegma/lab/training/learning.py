"""Proximal policy optimisation: a model takes small steps towards what turned out better than expected."""

from __future__ import annotations

from typing import Any

import torch

from parapegma.lab.training.model import Model, masked, shares
from parapegma.lab.training.settings import TrainingSettings
from parapegma.lab.training.tables import Seen

_CLIP = 0.2
"""How far the likelihood of an action may move in one update."""
_VALUE = 1.0
_MOST_SLOPE = 0.5


def update(
    model: Model, optimizer: Any, seen: Seen, settings: TrainingSettings, progress: float, chance: Any
) -> dict[str, float]:
    """Learn from decisions of the model itself; ``progress`` from 0 to 1 says how far the training is."""
    for group in optimizer.param_groups:
        group["lr"] = rate_at(settings, progress)
    entropy_weight = settings.entropy * max(0.1, 1 - progress)
    chosen = seen.legal.sum(1, dtype=torch.int32) > 1
    better = (seen.better - seen.better[chosen].mean()) / (seen.better[chosen].std() + 1e-6)
    told = torch.zeros(4, device=better.device)
    count = 0
    for _ in range(settings.passes):
        order = torch.randperm(len(better), generator=chance, device=better.device)
        for rows in order.split(settings.minibatch):
            logits, values = model(seen.observations[rows])
            logs = masked(logits, seen.legal[rows]).log_softmax(-1)
            now = logs.gather(1, seen.actions[rows][:, None])[:, 0]
            ratio = (now - seen.likely[rows]).exp()
            gain = torch.min(ratio * better[rows], ratio.clamp(1 - _CLIP, 1 + _CLIP) * better[rows])
            weight = chosen[rows].float()
            weight = weight / weight.sum().clamp(min=1)
            entropy = (-(logs.exp() * logs.clamp(min=-50)).sum(-1) * weight).sum()
            value = value_loss(values, seen.results[rows], seen.players[rows])
            loss = -(gain * weight).sum() - entropy_weight * entropy + _VALUE * value
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), _MOST_SLOPE)
            optimizer.step()
            model.keep_small()
            with torch.no_grad():
                told += torch.stack([entropy, value, loss, ((ratio - 1).abs() > _CLIP).float().mean()])
            count += 1
    entropy, value, _, clipped = (told / max(1, count)).tolist()
    return {"entropy": round(entropy, 4), "value_loss": round(value, 4), "clipped": round(clipped, 4)}


def rate_at(settings: TrainingSettings, progress: float) -> float:
    """The rate of learning, which falls in the course of a training."""
    return settings.rate * max(0.05, 1 - progress)


def value_loss(values: Any, results: Any, players: Any) -> Any:
    """How far expected shares of the win are from what they became (cross-entropy)."""
    return -(results * shares(values, players).clamp(min=-50)).sum(-1).mean()
