"""Arrows point one way: cards, games, record, web."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "scorekeeper"
LAYERS = ("cards", "games", "record", "web")
# The shell imports what it starts; the settings are for whoever stands above the rules.
SHELL = {"cli.py", "serve.py", "settings.py", "__init__.py"}
FRAMEWORKS = ("flask", "sqlalchemy", "wtforms", "jinja2")


def modules(folder: Path) -> list[Path]:
    found = sorted(folder.rglob("*.py"))
    assert found, f"{folder} holds no module"
    return found


def imported(path: Path) -> Iterator[str]:
    """Give the dotted names a module imports, wherever it does so, in full."""
    package = (PACKAGE.name, *path.relative_to(PACKAGE).parent.parts)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            here = package[: len(package) - node.level + 1] if node.level else ()
            source = ".".join([*here, *([node.module] if node.module else [])])
            yield from (f"{source}.{alias.name}" for alias in node.names)


def within(folder: Path) -> Iterator[tuple[str, str]]:
    """Give each import of our own package under a folder, as (where, first name after the package's)."""
    for path in modules(folder):
        for name in imported(path):
            if name.startswith(f"{PACKAGE.name}."):
                yield str(path.relative_to(PACKAGE)), name.removeprefix(f"{PACKAGE.name}.")


def test_every_module_belongs_to_a_layer_or_to_the_shell() -> None:
    tops = {path.relative_to(PACKAGE).parts[0] for path in modules(PACKAGE)}
    assert tops == {*LAYERS, *SHELL}


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_imports_only_what_stands_to_its_left(layer: str) -> None:
    allowed = set(LAYERS[: LAYERS.index(layer) + 1])
    if layer in {"record", "web"}:
        allowed.add("settings")
    faults = [(where, name) for where, name in within(PACKAGE / layer) if name.split(".")[0] not in allowed]
    assert faults == []


def test_games_never_import_each_other() -> None:
    games = {path.name for path in (PACKAGE / "games").iterdir() if (path / "__init__.py").exists()}
    assert games
    faults = [
        (where, name)
        for game in games
        for where, name in within(PACKAGE / "games" / game)
        for other in games - {game}
        if name.split(".")[:2] == ["games", other]
    ]
    assert faults == []


@pytest.mark.parametrize("layer", ["cards", "games"])
def test_the_rules_import_no_framework(layer: str) -> None:
    found = {name.split(".")[0] for path in modules(PACKAGE / layer) for name in imported(path)}
    assert found.isdisjoint(FRAMEWORKS)


def test_importing_the_rules_loads_no_framework() -> None:
    names = [
        ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
        for layer in ("cards", "games")
        for path in modules(PACKAGE / layer)
    ]
    script = f"import sys, {', '.join(names)}; print(*(name for name in {FRAMEWORKS} if name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
