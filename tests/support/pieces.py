"""What the templates name of what they are handed: `pages.helpers.x`, `words.x`, `form.x`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from jinja2 import nodes

if TYPE_CHECKING:
    from jinja2 import Environment

Names = tuple[str, ...]


def names_read(env: Environment, template: str) -> set[Names]:
    """Every name read of another in a template, with what it is read of: `("pages", "helpers", "deck")`."""
    assert env.loader is not None
    tree = env.parse(env.loader.get_source(env, template)[0])
    return {names for node in tree.find_all((nodes.Getattr, nodes.Getitem)) if (names := tuple(_names(node)))}


def _names(node: nodes.Node) -> Iterator[str]:
    """The names from the first to this one; none when it is read of something else than names."""
    if isinstance(node, nodes.Name):
        yield node.name
        return
    read = node.attr if isinstance(node, nodes.Getattr) else _constant(node)
    before = tuple(_names(node.node)) if isinstance(node, nodes.Getattr | nodes.Getitem) else ()
    if read and before:
        yield from (*before, read)


def _constant(node: nodes.Node) -> str:
    arg = node.arg if isinstance(node, nodes.Getitem) else None
    return arg.value if isinstance(arg, nodes.Const) and isinstance(arg.value, str) else ""


def first_missing(handed: Any, names: Names) -> str | None:  # noqa: ANN401 - whatever a template is handed
    """The first of these names, read one of the other, that is not there; None is a game without such a thing."""
    for name in names:
        if handed is None:
            return None
        if isinstance(handed, Mapping) and name in handed:
            handed = handed[name]
        elif hasattr(handed, name):
            handed = getattr(handed, name)
        else:
            return name
    return None
