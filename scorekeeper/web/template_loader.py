"""The loader of the templates of the package and of its games, and the cache of their compiled code."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path

import jinja2
from flask import Flask
from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    FileSystemBytecodeCache,
    FileSystemLoader,
    PrefixLoader,
    TemplateNotFound,
)

from scorekeeper import settings
from scorekeeper.web.core import assets
from scorekeeper.web.games import PAGES


def loader() -> ChoiceLoader:
    """Return a loader that searches the package, then, for `games/<slug>/_xxx.html`, the folder set by that game."""
    folders: dict[str, BaseLoader] = {
        slug: FileSystemLoader(pages.templates) for slug, pages in PAGES.items() if pages.templates is not None
    }
    return _Loader([FileSystemLoader(settings.folder("templates")), PrefixLoader({"games": PrefixLoader(folders)})])


class _Loader(ChoiceLoader):
    """Remembers missing templates, so that an optional one that a game lacks is searched on the disk only once."""

    def __init__(self, loaders: Sequence[BaseLoader]) -> None:
        super().__init__(loaders)
        self._nowhere: set[str] = set()

    def get_source(self, environment: Environment, template: str) -> tuple[str, str | None, Callable[[], bool] | None]:
        """Return the source of a template. Raises `TemplateNotFound`."""
        if template in self._nowhere and not environment.auto_reload:
            raise TemplateNotFound(template)
        try:
            return super().get_source(environment, template)
        except TemplateNotFound:
            self._nowhere.add(template)
            raise


def cache_compiled_templates(app: Flask, cache: Path) -> None:
    """Cache the compiled templates under `cache`, which halves the start of a worker.

    The folder is named by a hash of what they are compiled with: Jinja's version and options, and this package's code.
    Raises `OSError` when `cache` cannot be written.
    """
    env = app.jinja_env
    made_with = (jinja2.__version__, env.trim_blocks, env.lstrip_blocks, sorted(env.extensions), sorted(env.filters))
    code = b"".join(path.read_bytes() for path in sorted(Path(__file__).parent.rglob("*.py")))
    digest = hashlib.sha256(repr(made_with).encode() + code).hexdigest()[:12]
    folder = cache / digest
    folder.mkdir(parents=True, exist_ok=True)
    folder.touch()
    assets.remove_old_folders(cache)
    env.bytecode_cache = FileSystemBytecodeCache(str(folder))
