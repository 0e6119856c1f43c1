"""Tests for searches that ask a network about many positions at once."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from petteia import BatchPUCT, PetteiaError, load


def nothing(observations: Any, masks: Any) -> tuple[Any, Any]:
    """A network that knows nothing."""
    return np.zeros(masks.shape, dtype=np.float32), np.zeros(len(masks), dtype=np.float32)


@pytest.mark.parametrize("leaves", [1, 8])
def test_wins_and_threats_are_found(leaves: int) -> None:
    """Rewards at the ends of the tree are enough to win at once, and to stop who would."""
    game = load("Tic-Tac-Toe")
    agent = BatchPUCT(nothing, iterations=200, leaves=leaves, build="quick")
    assert str(agent.choose(game.state("0=1 1=1 3=2 4=2 | m=1"))) == "2>2"
    assert str(agent.choose(game.state("0=1 1=1 4=2 | m=2"))) == "2>2"


def test_many_games_in_one_call() -> None:
    """Trees of several games grow as they do alone, with one call for all."""
    game = load("Tic-Tac-Toe")
    states = [game.start(), game.state("0=1 1=1 4=2 | m=2")]
    sizes: list[int] = []

    def counting(observations: Any, masks: Any) -> tuple[Any, Any]:
        sizes.append(len(masks))
        return nothing(observations, masks)

    together = BatchPUCT(counting, iterations=50, build="quick").search(states)
    assert set(sizes) == {2} and len(sizes) == 51
    for state, visits in zip(states, together, strict=True):
        assert (BatchPUCT(nothing, iterations=50, build="quick").search([state])[0] == visits).all()


def test_what_it_refuses() -> None:
    """Chance, and networks that give something else, are told."""
    with pytest.raises(PetteiaError, match="without chance"):
        BatchPUCT(nothing, build="quick").choose(load("Royal Game of Ur", build="quick").start())
    with pytest.raises(PetteiaError, match="has to give logits"):
        BatchPUCT(lambda o, m: (m[:, :2], m[:, 0]), build="quick").choose(load("Tic-Tac-Toe").start())


def test_network_of_onnx_runtime(tmp_path: Path) -> None:
    """A file with a network is a policy; another file is refused."""
    pytest.importorskip("onnxruntime")
    onnx = pytest.importorskip("onnx")
    from petteia.interop.onnx import network

    helper, kind = onnx.helper, onnx.TensorProto.FLOAT
    weights = np.zeros((45, 10), dtype=np.float32)
    weights[:, 4] = 1
    nodes = [
        helper.make_node("Flatten", ["seen"], ["flat"], axis=1),
        helper.make_node("MatMul", ["flat", "weights"], ["all"]),
        helper.make_node("Slice", ["all", "zero", "nine", "one"], ["logits"]),
        helper.make_node("Slice", ["all", "nine", "ten", "one"], ["value"]),
    ]
    numbers = {"zero": 0, "nine": 9, "ten": 10, "one": 1}
    stored = [onnx.numpy_helper.from_array(weights, "weights")]
    stored += [onnx.numpy_helper.from_array(np.array([n], dtype=np.int64), name) for name, n in numbers.items()]
    graph = helper.make_graph(
        nodes,
        "middle",
        [helper.make_tensor_value_info("seen", kind, ["n", 5, 3, 3])],
        [helper.make_tensor_value_info(name, kind, ["n", size]) for name, size in (("logits", 9), ("value", 1))],
        stored,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 9
    path = tmp_path / "middle.onnx"
    onnx.save(model, str(path))
    agent = BatchPUCT(network(path), iterations=20, build="quick")
    assert str(agent.choose(load("Tic-Tac-Toe").start())) == "4>4"
    (tmp_path / "bad.onnx").write_text("hello")
    with pytest.raises(PetteiaError, match="no network"):
        network(tmp_path / "bad.onnx")
