"""Where the templates lie: those of the package, and those that a game from elsewhere brings for its own pieces."""

from __future__ import annotations

from jinja2 import BaseLoader, ChoiceLoader, FileSystemLoader, PrefixLoader

from scorekeeper import settings
from scorekeeper.web.games import PAGES


def loader() -> ChoiceLoader:
    """Find a template among those of the package, else `games/<slug>/_xxx.html` in the folder that this game names."""
    folders: dict[str, BaseLoader] = {
        slug: FileSystemLoader(pages.templates) for slug, pages in PAGES.items() if pages.templates is not None
    }
    return ChoiceLoader(
        [FileSystemLoader(settings.folder("templates")), PrefixLoader({"games": PrefixLoader(folders)})]
    )
