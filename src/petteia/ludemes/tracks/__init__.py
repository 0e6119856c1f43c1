"""Tracks: which one a rule means, sites along it, and the places of pieces on it."""
