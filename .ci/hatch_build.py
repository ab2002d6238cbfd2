"""Compile the catalogues and index the rulebooks whenever the package is built or installed from a checkout."""

import importlib.util
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class DataBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Make the `messages.mo` of each language and the `index.pickle` of each game before hatchling collects files."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 (the hook's signature)
        """Run `.ci/catalogues.py` and `.ci/indexes.py`, which are not importable modules."""
        self._script("catalogues").compile_catalogues()
        self._script("indexes").save_indexes()

    def _script(self, name: str) -> Any:  # noqa: ANN401 - a module
        spec = importlib.util.spec_from_file_location(name, Path(self.root, ".ci", f"{name}.py"))
        if spec is None or spec.loader is None:
            raise FileNotFoundError(self.root)
        script = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(script)
        return script
