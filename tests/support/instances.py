"""Instance folders in which the static files are already compressed and the templates compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

_caches: dict[str, Path] = {}


def use_cache(cache: pytest.Cache) -> None:
    """Keep the compressed files and compiled templates from one run to the next, by the hash of their source."""
    _caches.update({name: cache.mkdir(name) for name in ("static", "templates")})


def with_caches(instance: Path) -> Path:
    """Create this folder with links to the caches, so that a server starts without compressing and compiling."""
    instance.mkdir(parents=True, exist_ok=True)
    for name, folder in _caches.items():
        if not (instance / name).exists():
            (instance / name).symlink_to(folder, target_is_directory=True)
    return instance
