"""Networks of ONNX Runtime as policies and values for searches over batches."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from petteia.errors import PetteiaError


def network(path: str | Path, *, threads: int = 1) -> Any:
    """A network from a file, for `BatchPUCT`: its one input are observations, its two outputs logits and values."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    try:
        session = onnxruntime.InferenceSession(str(path), options, providers=onnxruntime.get_available_providers())
    except Exception as error:  # the runtime has exceptions of its own kinds
        raise PetteiaError(f"{path} is no network that ONNX Runtime reads: {str(error).splitlines()[0]}") from None
    inputs, outputs = session.get_inputs(), session.get_outputs()
    if len(inputs) != 1 or len(outputs) != 2:
        raise PetteiaError(f"{path}: a network with one input and two outputs is needed, logits and values")
    name = inputs[0].name

    def ask(observations: npt.NDArray[Any], masks: npt.NDArray[Any]) -> tuple[Any, Any]:
        logits, values = session.run(None, {name: observations.astype(np.float32)})
        return logits, values

    return ask
