"""Compile the message catalogues whenever the package is built or installed from a checkout."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogueBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Turns each `messages.po` under the translations folder into the `messages.mo` beside it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 (the hook's signature)
        """Compile every catalogue; called by hatchling before it collects files."""
        for source in Path(self.root, "scorekeeper", "web", "translations").rglob("*.po"):
            with source.open("rb") as text:
                catalogue = read_po(text)
            with source.with_suffix(".mo").open("wb") as binary:
                write_mo(binary, catalogue)
