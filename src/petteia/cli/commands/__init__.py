"""All commands, one module a subject: arguments and help; the code behind a command is imported when it runs."""

from . import games, play, arena, study, learn, protocols, bench  # isort: skip  (the order of the help)

__all__ = ["arena", "bench", "games", "learn", "play", "protocols", "study"]
