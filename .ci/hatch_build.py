"""Compile the message catalogues whenever the package is built or installed from a checkout."""

import importlib.util
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogueBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Compile the `messages.mo` of each language before hatchling collects the files."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 (the hook's signature)
        """Run `.ci/catalogues.py`, which is not an importable module."""
        spec = importlib.util.spec_from_file_location("catalogues", Path(self.root, ".ci", "catalogues.py"))
        if spec is None or spec.loader is None:
            raise FileNotFoundError(self.root)
        script = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(script)
        script.compile_catalogues()
