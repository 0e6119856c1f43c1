"""Games in TorchRL: plays Connect Four by random legal actions through its wrapper of PettingZoo.

    python examples/torchrl_rollout.py --game "Connect Four" --steps 60

Needs `pip install 'petteia[torch]'`. The tensors it prints are what TorchRL's losses and buffers take.
"""

from __future__ import annotations

import argparse

import torch
from torchrl.envs.libs.pettingzoo import PettingZooWrapper

from petteia.interop import pettingzoo


def main() -> None:
    """Plays some steps and says what was seen."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="Connect Four")
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    env = PettingZooWrapper(pettingzoo.env(given.game), use_mask=True, categorical_actions=True, seed=given.seed)
    played = env.rollout(given.steps)
    for group in env.group_map:
        shape = tuple(_first(played[group, "observation"]).shape)
        rewards = played["next", group, "reward"].sum().item()
        print(f"{group}: {len(played)} steps, observations {shape}, rewards {rewards:+g}")


def _first(seen: torch.Tensor) -> torch.Tensor:
    """The planes, if they come beside other entries."""
    return seen if isinstance(seen, torch.Tensor) else next(iter(seen.values()))


if __name__ == "__main__":
    main()
