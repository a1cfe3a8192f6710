"""The network in PyTorch: the layers of compiled code in floating point, and how whole numbers are made."""

from __future__ import annotations

from typing import Any

import numpy as np

from parapegma.bots.compiled import network as compiled
from parapegma.bots.network import Network, features_of
from parapegma.core.game import Game
from parapegma.envs.features import Features
from parapegma.errors import OptionError
from parapegma.extras import MissingExtra

try:
    import torch
    from torch import nn
except ModuleNotFoundError as error:
    raise MissingExtra("training a network", "train") from error

_LARGEST = 32_000
"""Weights are kept below this in the units of compiled code: 16 bits hold no more."""
_FIRST, _WEIGHT = 1 << compiled.FIRST_BITS, 1 << compiled.WEIGHT_BITS
_SUM = 1 << compiled.SUM_BITS
_UNIT = 32
"""Counts are told in units of this at most: of 1000 rounds the first 20 are seldom left behind."""
_SPREAD = 0.08
"""How far first weights of features that are 0 or 1 lie from 0."""


class _Cut(torch.autograd.Function):  # type: ignore[misc]
    """What a layer hands on, cut off below 0 and above 1; a unit that is cut off can still be brought back.

    Cut off it would have no slope, and learn no more: with steps as large as those of games against itself
    whole layers were lost so. Here it keeps the slope that leads back to where it counts.
    """

    @staticmethod
    def forward(context: Any, x: Any) -> Any:
        context.save_for_backward(x)
        return x.clamp(0, 1)

    @staticmethod
    def backward(context: Any, slope: Any) -> Any:
        (x,) = context.saved_tensors
        lost = ((x <= 0) & (slope > 0)) | ((x >= 1) & (slope < 0))
        return slope.masked_fill(lost, 0)


class Model(nn.Module):  # type: ignore[misc]
    """What a seat sees to a logit for every action, and one for every seat's share of the win."""

    def __init__(self, game: Game, wide: int, narrow: int) -> None:
        super().__init__()
        self.game = game
        features = Features(game)
        columns = [*features.scaled[:1], *features.equal[:1], *features.bits[:1]]
        self.order = np.concatenate(columns)
        """Which feature each column of the first layer is: those that are divided, then kinds, then sets."""
        to, number, factor = features.scaled
        scaled = (to, number, np.maximum(factor, np.float32(1 / _UNIT)))
        for name, (_, number, last) in (
            ("scaled", scaled),
            ("equal", features.equal),
            ("bits", features.bits),
        ):
            self.register_buffer(f"{name}_at", torch.from_numpy(number), persistent=False)
            self.register_buffer(f"{name}_by", torch.from_numpy(last), persistent=False)
        self.first = nn.Linear(features_of(game), wide)
        self.hidden = nn.Linear(wide, narrow)
        self.policy = nn.Linear(narrow, game.action_count)
        self.value = nn.Linear(narrow, game.players[-1])
        # Few features are not 0, so the first layer begins larger than usual, within what is passed on.
        nn.init.normal_(self.first.weight, std=_SPREAD)
        nn.init.constant_(self.first.bias, 0.25)
        nn.init.constant_(self.hidden.bias, 0.25)
        nn.init.normal_(self.policy.weight, std=0.01)
        nn.init.zeros_(self.policy.bias)
        nn.init.zeros_(self.value.weight)
        nn.init.zeros_(self.value.bias)
        # A count that goes beyond 1 in these units begins no louder than others: sums are cut off.
        loud = torch.from_numpy(factor / scaled[2])
        with torch.no_grad():
            self.first.weight[:, : len(loud)] *= loud
        whole = torch.from_numpy(np.flatnonzero(factor < scaled[2]))
        self.register_buffer("whole", whole, persistent=False)
        """Columns whose rounding matters, for it is multiplied by large counts."""

    def features(self, seen: Any) -> Any:
        """Observations (int16, in rows) taken apart, in the order of the columns."""
        parts = [seen[:, self.scaled_at].float() * self.scaled_by]
        if len(self.equal_at):
            parts.append((seen[:, self.equal_at] == self.equal_by).float())
        if len(self.bits_at):
            parts.append(((seen[:, self.bits_at] >> self.bits_by) & 1).float())
        return torch.cat(parts, 1) if len(parts) > 1 else parts[0]

    def forward(self, seen: Any) -> tuple[Any, Any]:
        """Logits of all actions, and of all seats from the observer on."""
        x = nn.functional.linear(self.features(seen), self._first(), self.first.bias)
        x = _Cut.apply(self.hidden(_Cut.apply(x)))
        return self.policy(x), self.value(x)

    def _first(self) -> Any:
        """Weights of the first layer, as compiled code will have them where large counts multiply them."""
        if not len(self.whole):
            return self.first.weight
        units = _FIRST / _UNIT
        with torch.no_grad():
            apart = torch.zeros_like(self.first.weight)
            weights = self.first.weight[:, self.whole]
            apart[:, self.whole] = (weights * units).round() / units - weights
        # What is learnt is the weight itself, however small the step.
        return self.first.weight + apart

    def keep_small(self) -> None:
        """Keep all weights where the whole numbers of compiled code have room for them."""
        with torch.no_grad():
            self.first.weight.clamp_(-_LARGEST / _FIRST, _LARGEST / _FIRST)
            for layer in (self.hidden, self.policy, self.value):
                layer.weight.clamp_(-_LARGEST / _WEIGHT, _LARGEST / _WEIGHT)

    def take_over(self, network: Network) -> None:
        """Become the network of whole numbers that a file holds; it must have layers of the same sizes."""
        arrays = network.arrays
        wide, narrow = self.first.out_features, self.hidden.out_features
        if arrays["hidden"].shape != (wide, narrow):
            sizes = " and ".join(map(str, arrays["hidden"].shape))
            raise OptionError(
                f"the network has layers of {sizes} numbers, the training "
                f"{wide} and {narrow} (--wide, --narrow)"
            )
        columns = arrays["rows"][self.order].astype(np.float64) / _FIRST
        columns[: len(self.scaled_by)] /= _numbers(self.scaled_by)[:, None]
        biases = np.split(
            arrays["biases"].astype(np.float64), np.cumsum([wide, narrow, self.policy.out_features])
        )
        layers = (
            (self.first, columns.T, biases[0] / _FIRST),
            (self.hidden, arrays["hidden"].T / _WEIGHT, biases[1] / _SUM),
            (self.policy, arrays["policy"] / _WEIGHT, biases[2] / _SUM),
            (self.value, arrays["value"] / _WEIGHT, biases[3] / _SUM),
        )
        with torch.no_grad():
            for layer, weight, bias in layers:
                layer.weight.copy_(torch.from_numpy(np.ascontiguousarray(weight)))
                layer.bias.copy_(torch.from_numpy(bias))

    def network(self, trained: dict[str, Any] | None = None) -> Network:
        """The same as whole numbers, for compiled code."""
        rows = np.zeros((len(self.order), self.first.out_features))
        # A count is handed over as it is, so what it is divided by goes into its row.
        columns = _numbers(self.first.weight.T).copy()
        columns[: len(self.scaled_by)] *= _numbers(self.scaled_by)[:, None]
        rows[self.order] = columns
        biases = [
            self.first.bias * _FIRST, self.hidden.bias * _SUM,
            self.policy.bias * _SUM, self.value.bias * _SUM,
        ]  # fmt: skip
        arrays = {
            "rows": _whole(rows * _FIRST),
            "hidden": _whole(_numbers(self.hidden.weight.T) * _WEIGHT),
            "policy": _whole(_numbers(self.policy.weight) * _WEIGHT),
            "value": _whole(_numbers(self.value.weight) * _WEIGHT),
            "biases": np.rint(np.concatenate([_numbers(each) for each in biases])).astype(np.int32),
        }
        return Network(self.game, arrays, trained or {})


def masked(logits: Any, legal: Any) -> Any:
    """Logits of legal actions; all others are as good as impossible."""
    return logits.masked_fill(legal == 0, -1e9)


def shares(logits: Any, players: Any) -> Any:
    """Shares of the win of the seats there are (``players``: a number for each row), from the observer on."""
    seats = torch.arange(logits.shape[1], device=logits.device)
    return logits.masked_fill(seats[None, :] >= players[:, None], -1e9).log_softmax(-1)


def _numbers(tensor: Any) -> np.ndarray[Any, Any]:
    found: np.ndarray[Any, Any] = tensor.detach().double().cpu().numpy()
    return found


def _whole(numbers: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    found: np.ndarray[Any, Any] = np.clip(np.rint(numbers), -32767, 32767).astype(np.int16)
    return found
