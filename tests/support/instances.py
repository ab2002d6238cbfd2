"""Folders for houses to live in, where the static files stand compressed already, and the templates compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

_kept: dict[str, Path] = {}


def keep_made(cache: pytest.Cache) -> None:
    """Keep what houses make for themselves from one run to the next, under the hash of what it was made from."""
    _kept.update({name: cache.mkdir(name) for name in ("static", "templates")})


def furnished(instance: Path) -> Path:
    """This folder, made if need be, where opening a house costs no seconds of compressing and compiling."""
    instance.mkdir(parents=True, exist_ok=True)
    for name, folder in _kept.items():
        if not (instance / name).exists():
            (instance / name).symlink_to(folder, target_is_directory=True)
    return instance
