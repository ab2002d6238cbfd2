"""The error that every command of `lamarque` reports in one sentence."""


class CommandError(Exception):
    """A command cannot be carried out; the message says why, and the remedy, to the person who gave it."""

    status = 1  # the exit status of the command
