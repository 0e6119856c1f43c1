"""Directions: as they are written, and as tables of steps and rays."""
