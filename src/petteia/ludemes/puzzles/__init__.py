"""Deduction puzzles: constraints, hints and given values."""
