"""Refusals of the second reading, by name."""


class NotRead(Exception):
    """A ludeme, an argument or a situation that this reading does not know, and does not guess."""


class NeedsDraw(Exception):
    """A draw by chance among `choices` numbers for which no outcome has been set."""

    def __init__(self, choices: int) -> None:
        super().__init__(f"a draw among {choices}")
        self.choices = choices


class NotShown(Exception):
    """A throw of dice that is known not to have happened."""


class TooLong(Exception):
    """An evaluation that takes more steps than a test can wait for."""
