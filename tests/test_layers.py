"""Imports between layers go one way: cards ← games ← partie ← record ← web."""

import ast
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "scorekeeper"
LAYERS = ("cards", "games", "partie", "record", "web")
# The layers without a framework.
RULES = LAYERS[:3]
# The shell imports what it starts; `record` and `web` import the settings and the error of the commands.
SHELL = {
    "addresses.py",
    "cli.py",
    "command_error.py",
    "doctor.py",
    "serve.py",
    "gate",
    "instance_lock.py",
    "settings.py",
    "testing.py",
    "__init__.py",
}
# Each layer of the pages imports only what is to its left; a game's own pages and `create_app` import all of it.
PAGE_LAYERS = ("core", "text", "forms", "games", "flow", "remarks", "table", "rules", "history", "sharing", "transfer")
MOST_LOOSE = 12  # modules of `web` outside any folder
# The files that every game has among its pages.
GAME_FILES = {f"{name}.py" for name in ("__init__", "form", "text", "pages")}
FRAMEWORKS = ("flask", "sqlalchemy", "wtforms", "jinja2")


def modules(folder: Path) -> list[Path]:
    found = sorted(folder.rglob("*.py"))
    assert found, f"{folder} has no module"
    return found


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path: Path) -> list[ast.AST]:
    """Return every node of a module's syntax tree."""
    return list(ast.walk(tree(path)))


def imported(path: Path) -> Iterator[str]:
    """Yield the full dotted names that a module imports, at its top or inside functions."""
    package = (PACKAGE.name, *path.relative_to(PACKAGE).parent.parts)
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            here = package[: len(package) - node.level + 1] if node.level else ()
            source = ".".join([*here, *([node.module] if node.module else [])])
            yield from (f"{source}.{alias.name}" for alias in node.names)


def within(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield each import of the package in a folder, as (module path, name after the package's)."""
    for path in modules(folder):
        for name in imported(path):
            if name.startswith(f"{PACKAGE.name}."):
                yield str(path.relative_to(PACKAGE)), name.removeprefix(f"{PACKAGE.name}.")


def test_every_module_belongs_to_a_layer_or_to_the_shell() -> None:
    tops = {path.relative_to(PACKAGE).parts[0] for path in modules(PACKAGE)}
    assert tops == {*LAYERS, *SHELL}


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_imports_only_those_before_it(layer: str) -> None:
    allowed = set(LAYERS[: LAYERS.index(layer) + 1])
    if layer in {"record", "web"}:
        allowed |= {"command_error", "settings"}
    wrong = [(where, name) for where, name in within(PACKAGE / layer) if name.split(".")[0] not in allowed]
    assert wrong == []


def test_no_class_name_is_used_twice() -> None:
    where: dict[str, list[str]] = defaultdict(list)
    for path in modules(PACKAGE):
        for node in tree(path).body:
            if isinstance(node, ast.ClassDef):
                where[node.name].append(str(path.relative_to(PACKAGE)))
    assert {name: paths for name, paths in where.items() if len(paths) > 1} == {}
    assert len(where) > len(LAYERS)


def slugs() -> set[str]:
    found = {path.parent.name for path in (PACKAGE / "games").glob("*/rulebook")}
    assert found
    return found


def test_games_never_import_each_other() -> None:
    games = slugs()
    wrong = [
        (where, name)
        for game in games
        for where, name in within(PACKAGE / "games" / game)
        for other in games - {game}
        if name.split(".")[:2] == ["games", other]
    ]
    assert wrong == []


def test_every_game_has_a_folder_of_its_pages_with_the_same_files() -> None:
    """A game may have more; one with cards, which has `play.py`, also has `cards.py`."""
    lacking = {}
    for game in slugs():
        has_cards = (PACKAGE / "games" / game / "play.py").exists()
        needed = GAME_FILES | {"cards.py"} if has_cards else GAME_FILES
        lacking[game] = sorted(needed - {path.name for path in (PACKAGE / "web" / "games" / game).glob("*.py")})
    assert {game: names for game, names in lacking.items() if names} == {}
    assert (PACKAGE / "games" / "hearts" / "play.py").exists()


def test_no_module_outside_a_game_imports_its_pages() -> None:
    """Neither shared modules nor another game; the registry loads them by the name of the folder."""
    wrong = [
        (where, name)
        for where, name in within(PACKAGE / "web")
        for game in slugs()
        if name.split(".")[:3] == ["web", "games", game] and not where.startswith(f"web/games/{game}/")
    ]
    assert wrong == []


@pytest.mark.parametrize("layer", PAGE_LAYERS)
def test_a_layer_of_the_pages_imports_only_those_before_it(layer: str) -> None:
    allowed = set(PAGE_LAYERS[: PAGE_LAYERS.index(layer) + 1])
    upward = [
        (where, name)
        for where, name in within(PACKAGE / "web" / layer)
        if name.startswith("web.") and name.split(".")[1] not in allowed
        if not is_of_a_game(where)
    ]
    assert upward == []


def is_of_a_game(where: str) -> bool:
    """Return whether a module belongs to the pages of one game."""
    return Path(where).parts[2] in slugs()


def test_the_pages_have_few_modules_outside_any_folder() -> None:
    web = PACKAGE / "web"
    assert {path.relative_to(web).parts[0] for path in web.rglob("*/*.py")} == {*PAGE_LAYERS}
    assert len(list(web.glob("*.py"))) <= MOST_LOOSE


def test_no_import_cycles() -> None:
    """Remove modules that import none of the remaining ones until none can be removed: cycles remain."""
    names = {
        ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__"): path
        for path in modules(PACKAGE)
    }
    imports = {
        name: {
            one if one in names else one.rpartition(".")[0] for one in imported(path) if one.startswith(PACKAGE.name)
        }
        & names.keys() - {name}
        for name, path in names.items()
    }
    while free := {name for name, used in imports.items() if not used & imports.keys()}:
        imports = {name: used for name, used in imports.items() if name not in free}
    assert imports == {}


def test_only_the_folders_of_a_game_name_it() -> None:
    games = slugs()
    named = [
        (str(path.relative_to(PACKAGE)), node.value)
        for path in modules(PACKAGE)
        for node in nodes(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in games
        if node.value not in path.relative_to(PACKAGE).parts
    ]
    assert named == []


@pytest.mark.parametrize("layer", RULES)
def test_the_rules_import_no_framework(layer: str) -> None:
    found = {name.split(".")[0] for path in modules(PACKAGE / layer) for name in imported(path)}
    assert found.isdisjoint(FRAMEWORKS)


def test_importing_the_rules_loads_no_framework() -> None:
    names = [
        ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
        for layer in RULES
        for path in modules(PACKAGE / layer)
    ]
    script = f"import sys, {', '.join(names)}; print(*(name for name in {FRAMEWORKS} if name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
