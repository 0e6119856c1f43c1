"""AlphaZero in small: a network learns Connect Four (or any game of two without chance) by playing itself.

    python examples/alphazero.py --minutes 10 --out alphazero

Self-play runs many games at once over one batch of native states; the network is asked about all their leaves in one
call. Every round is a line of JSON in `log.jsonl`; now and then the network meets plain UCT at equal iterations. Needs
PyTorch (`pip install torch`).
"""

from __future__ import annotations

import argparse
import json
import time
from collections import deque
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

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

    @torch.no_grad()
    def ask(self, observations: Any, masks: Any) -> tuple[Any, Any]:
        """The callback of `BatchPUCT`."""
        self.eval()
        logits, values = self(torch.from_numpy(observations.astype(np.float32)))
        return logits.numpy(), values.numpy()


Sample = tuple[Any, Any, float]


def self_play(game: pt.Game, network: Network, games: int, iterations: int, seed: int) -> list[Sample]:
    """Games that the network plays against itself: what was seen, how often actions were tried, and what it came to."""
    generator = np.random.default_rng(seed)
    states = [game.start() for _ in range(games)]
    seen: list[list[tuple[Any, Any, int]]] = [[] for _ in states]
    turn = 0
    while going := [k for k, state in enumerate(states) if not state.over]:
        agent = pt.BatchPUCT(network.ask, iterations=iterations, noise=0.25, seed=seed * 1000 + turn)
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
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--iterations", type=int, default=48, help="of each search")
    parser.add_argument("--games", type=int, default=48, help="of self-play in a round, all at once")
    parser.add_argument("--match", type=int, default=40, help="games against UCT at the end")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--network", type=Path, help="weights to begin with; `--minutes 0` plays the match alone")
    parser.add_argument("--out", type=Path, default=Path("alphazero"))
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    game = pt.load(given.game)
    shape = game.start().observation().shape
    network = Network(shape, game.num_actions)
    if given.network:
        network.load_state_dict(torch.load(given.network, weights_only=True))
    optimiser = torch.optim.Adam(network.parameters(), lr=1e-3, weight_decay=1e-4)
    given.out.mkdir(parents=True, exist_ok=True)
    samples: deque[Sample] = deque(maxlen=30_000)
    begin, round_, last_match = time.time(), 0, 0.0

    def meet(games: int) -> Any:
        mine = pt.BatchPUCT(network.ask, iterations=given.iterations)
        return pt.match(game, mine, pt.UCT(iterations=given.iterations), games=games, seed=round_)

    while time.time() - begin < 60 * given.minutes:
        samples.extend(self_play(game, network, given.games, given.iterations, given.seed * 10_000 + round_))
        loss = fit(network, optimiser, list(samples), 40, round_)
        row: dict[str, Any] = {"round": round_, "minutes": (time.time() - begin) / 60, "loss": loss}
        if time.time() - last_match > 6 * given.minutes:
            row["against_uct"], last_match = meet(20).win_rate, time.time()
        with (given.out / "log.jsonl").open("a", encoding="utf-8") as log:
            log.write(json.dumps(row) + "\n")
        print(json.dumps({k: round(v, 3) for k, v in row.items()}), flush=True)
        torch.save(network.state_dict(), given.out / "network.pt")
        round_ += 1
    result = meet(given.match)
    print(f"against UCT with {given.iterations} iterations: {result.win_rate:.3f}\n{result}")


if __name__ == "__main__":
    main()
