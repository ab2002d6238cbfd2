"""The lock of the instance folder, for one server or one restore at a time, and the address of that server.

The *instance folder* has the database and the secret key of an installation. A lock is a file on which the operating
system grants one process an exclusive lock.
"""

import fcntl
import os
import urllib.request
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

from scorekeeper.command_error import CommandError

_RETRY_SECONDS = 0.1
ANSWER_SECONDS = 5  # in which a server must answer


class InstanceLockedError(CommandError):
    """Another process owns this lock."""


def lock_instance(folder: Path, *, wait_seconds: float, name: str = "lock") -> int:
    """Lock `folder`, waiting at most `wait_seconds`, and return the descriptor of the lock, a file of this name.

    A forked process inherits the lock; a program started by exec does not. The lock is released once every process with
    the descriptor has closed it or ended, so workers that outlive their parent still own it.
    Raises `InstanceLockedError` after `wait_seconds`, and `OSError` when the file cannot be written.
    """
    descriptor = os.open(folder / name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    deadline = monotonic() + wait_seconds
    while True:
        try:
            # Exclusive, and without waiting: an error if another process has it.
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if monotonic() < deadline:
                sleep(_RETRY_SECONDS)
                continue
            os.close(descriptor)
            message = f"Another server has locked {folder / name}: stop it first, or set another folder or database."
            raise InstanceLockedError(message) from None
        return descriptor


def why_silent(error: Exception) -> str:
    """Return why an address does not answer, from the error of `urlopen`: "Connection refused"."""
    # `urlopen` puts the error of the system into one of its own, as its `reason`.
    cause = getattr(error, "reason", error)
    return getattr(cause, "strerror", None) or str(cause)


def answering_server(folder: Path) -> str | None:
    """Return the address of the server that runs on `folder`, None without one.

    Raises `CommandError` when the server or its database does not answer.
    """
    # Without this check, `running_address` would create the missing file of the lock.
    if not (folder / "lock").exists() or (address := running_address(folder)) is None:
        return None
    try:
        with urllib.request.urlopen(f"{address}/ready", timeout=ANSWER_SECONDS):  # noqa: S310 - our own server
            return address
    except OSError as error:
        message = f"{address} is not ready: {why_silent(error)}."
        raise CommandError(message) from error


def remember_address(folder: Path, address: str) -> None:
    """Store the address of the server that owns the lock of `folder`."""
    (folder / "address").write_text(f"{address}\n", encoding="ascii")


def running_address(folder: Path) -> str | None:
    """Return the address of the server that owns the lock of `folder`, or None if none is running."""
    # If this process gets the lock, no server has it. Closing the descriptor releases the lock at once.
    try:
        os.close(lock_instance(folder, wait_seconds=0))
    except InstanceLockedError:
        with suppress(FileNotFoundError):
            return (folder / "address").read_text(encoding="ascii").strip() or None
    return None
