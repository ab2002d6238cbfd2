"""Folders for houses to live in, where the static files stand compressed already."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

_compressed: Path | None = None


def keep_static(cache: pytest.Cache) -> None:
    """Keep the compressed files from one run to the next, under the hash of what they were made from."""
    global _compressed  # noqa: PLW0603 - once, before the first test
    _compressed = cache.mkdir("static")


def furnished(instance: Path) -> Path:
    """This folder, made if need be, where opening a house costs no second of compressing style sheets and scripts."""
    instance.mkdir(parents=True, exist_ok=True)
    if _compressed is not None and not (instance / "static").exists():
        (instance / "static").symlink_to(_compressed, target_is_directory=True)
    return instance
