"""The attributes that templates read of their variables: `pages.helpers.x`, `game_text.x`, `form.x`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from jinja2 import nodes

if TYPE_CHECKING:
    from jinja2 import Environment

Names = tuple[str, ...]


def names_read(env: Environment, template: str) -> set[Names]:
    """Return the attribute paths read in a template, such as `("pages", "helpers", "deck")`."""
    assert env.loader is not None
    tree = env.parse(env.loader.get_source(env, template)[0])
    return {names for node in tree.find_all((nodes.Getattr, nodes.Getitem)) if (names := tuple(_names(node)))}


def _names(node: nodes.Node) -> Iterator[str]:
    """Yield the names of a path; none if it does not begin with a variable."""
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


def first_missing(value: Any, names: Names) -> str | None:  # noqa: ANN401 - any variable of a template
    """Return the first name of the path that is missing; None if all exist, or if a value on the way is None."""
    for name in names:
        if value is None:
            return None
        if isinstance(value, Mapping) and name in value:
            value = value[name]
        elif hasattr(value, name):
            value = getattr(value, name)
        else:
            return name
    return None
