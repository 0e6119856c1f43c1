"""AlphaZero in small: a network learns Connect Four (or any game of two without chance) by playing itself.

    python examples/alphazero.py --minutes 10 --out alphazero

Self-play runs many games at once over one batch of native states; the network is asked about all their leaves in one
call. Every round is a line of JSON in `log.jsonl`; now and then the network meets plain UCT at equal iterations. What
is learned lies in `run.pt`, from which the same command goes on. Minutes are those of the processor. Needs PyTorch
(`pip install torch`).
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.fx.experimental.optimization import fuse

import petteia as pt


class Network(nn.Module):
    """Convolutions over the planes, then logits of actions and a value for the one to move."""

    def __init__(self, shape: tuple[int, ...], actions: int, width: int = 48, depth: int = 4) -> None:
        super().__init__()
        planes, cells = shape[0], int(np.prod(shape[1:]))
        layers: list[nn.Module] = []
        for k in range(depth):
            layers += [nn.Conv2d(planes if k == 0 else width, width, 3, padding=1), nn.BatchNorm2d(width), nn.ReLU()]
        self.body = nn.Sequential(*layers, nn.Flatten())
        self.logits = nn.Linear(width * cells, actions)
        self.value = nn.Sequential(nn.Linear(width * cells, 64), nn.ReLU(), nn.Linear(64, 1), nn.Tanh())

    def forward(self, seen: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits and values of a batch."""
        body = self.body(seen)
        return self.logits(body), self.value(body)[:, 0]


Ask = Callable[[Any, Any], tuple[Any, Any]]
Sample = tuple[Any, Any, float]


def asked(network: Network) -> Ask:
    """The callback of `BatchPUCT`: the network as it is now, with layers fused, as a function of observations."""
    quick = fuse(network.eval()).to(memory_format=torch.channels_last)

    @torch.inference_mode()
    def ask(observations: Any, masks: Any) -> tuple[Any, Any]:
        seen = torch.from_numpy(observations.astype(np.float32)).to(memory_format=torch.channels_last)
        logits, values = quick(seen)
        return logits.numpy(), values.numpy()

    return ask


def self_play(game: pt.Game, ask: Ask, games: int, iterations: int, seed: int) -> list[Sample]:
    """Games that the network plays against itself: what was seen, how often actions were tried, and what it came to."""
    generator = np.random.default_rng(seed)
    states = [game.start() for _ in range(games)]
    seen: list[list[tuple[Any, Any, int]]] = [[] for _ in states]
    turn = 0
    while going := [k for k, state in enumerate(states) if not state.over]:
        agent = pt.BatchPUCT(ask, iterations=iterations, noise=0.25, seed=seed * 1000 + turn)
        visits = agent.search([states[k] for k in going])
        for k, row in zip(going, visits, strict=True):
            state, shares = states[k], row / row.sum()
            seen[k].append((state.observation(), shares, state.players_by_seat[state.mover - 1]))
            state.play_action(int(generator.choice(len(shares), p=shares) if turn < 12 else shares.argmax()))
        turn += 1
    return [
        (planes, shares, state.returns[player - 1])
        for state, own in zip(states, seen, strict=True)
        for planes, shares, player in own
    ]


def fit(network: Network, optimiser: Any, samples: list[Sample], steps: int, seed: int) -> float:
    """Steps of gradient descent on samples; the mean loss."""
    generator = np.random.default_rng(seed)
    network.train()
    total = 0.0
    for _ in range(steps):
        some = [samples[k] for k in generator.integers(len(samples), size=256)]
        planes = np.stack([one[0] for one in some]).astype(np.float32)
        shares = np.stack([one[1] for one in some]).astype(np.float32)
        mirrored = generator.random() < 0.5 and planes.shape[-1] == shares.shape[-1]
        if mirrored:  # a board whose actions are its columns may be turned over
            planes, shares = planes[..., ::-1].copy(), shares[:, ::-1].copy()
        logits, values = network(torch.from_numpy(planes))
        wanted = torch.tensor([one[2] for one in some], dtype=torch.float32)
        surprise = -(torch.from_numpy(shares) * torch.log_softmax(logits, 1)).sum(1).mean()
        loss = surprise + ((values - wanted) ** 2).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        total += float(loss.detach())
    return total / steps


def main() -> None:
    """Learns for some minutes, and says how it goes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="Connect Four")
    parser.add_argument("--minutes", type=float, default=10, help="of learning; 0 plays the match alone")
    parser.add_argument("--iterations", type=int, default=48, help="of each search")
    parser.add_argument("--games", type=int, default=48, help="of self-play in a round, all at once")
    parser.add_argument("--every", type=int, default=20, help="rounds between matches on the way, of 40 games")
    parser.add_argument("--match", type=int, default=0, help="games against UCT at the end")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("alphazero"))
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    game = pt.load(given.game)
    network = Network(game.start().observation().shape, game.num_actions)
    optimiser = torch.optim.Adam(network.parameters(), lr=1e-3, weight_decay=1e-4)
    samples: deque[Sample] = deque(maxlen=60_000)
    round_, before = 0, 0.0
    given.out.mkdir(parents=True, exist_ok=True)
    kept = given.out / "run.pt"
    if kept.exists():
        run = torch.load(kept, weights_only=False)  # a file of our own: it holds samples beside weights
        network.load_state_dict(run["network"])
        optimiser.load_state_dict(run["optimiser"])
        samples.extend(run["samples"])
        round_, before = run["round"], run["minutes"]

    def meet(games: int) -> Any:
        mine = pt.BatchPUCT(asked(network), iterations=given.iterations)
        return pt.match(game, mine, pt.UCT(iterations=given.iterations), games=games, seed=round_)

    begin = time.process_time()
    while (minutes := (time.process_time() - begin) / 60) < given.minutes:
        samples.extend(self_play(game, asked(network), given.games, given.iterations, given.seed * 10_000 + round_))
        loss = fit(network, optimiser, list(samples), 40, round_)
        row: dict[str, Any] = {"round": round_, "minutes": before + minutes, "loss": loss}
        if round_ % given.every == 0:
            row["against_uct"] = meet(40).win_rate
        with (given.out / "log.jsonl").open("a", encoding="utf-8") as log:
            log.write(json.dumps(row) + "\n")
        print(json.dumps({k: round(v, 3) for k, v in row.items()}), flush=True)
        round_ += 1
        states = {"network": network.state_dict(), "optimiser": optimiser.state_dict(), "samples": list(samples)}
        total = before + (time.process_time() - begin) / 60
        torch.save({**states, "round": round_, "minutes": total}, kept.with_suffix(".new"))
        os.replace(kept.with_suffix(".new"), kept)
    if given.match:
        print(f"against UCT with {given.iterations} iterations: {meet(given.match)}")


if __name__ == "__main__":
    main()
