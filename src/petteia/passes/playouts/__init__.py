"""Playouts: ways of sampling moves without listing all of them, and the programs that they run."""
