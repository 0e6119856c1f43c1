"""Bridges to the formats that other programs speak, and to programs that play."""

from .engines import EngineAgent, engine_agent
from .fen import from_fen, to_fen

__all__ = ["EngineAgent", "engine_agent", "from_fen", "to_fen"]
