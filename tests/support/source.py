"""The keys that an engine may use, read from its source: those of errors, of lines and of endings.

Finds literals only: a string, either of two, the values of a dictionary, and a name that is assigned or passed one in
the same module. Computed strings are ignored.
"""

from __future__ import annotations

import ast
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorekeeper.games.contract import AnyGame

ERRORS = ("ImpossibleError", "OptionsError", "FactsError", "IncompleteFactsError")
# A reader of JSON that takes the key of its error as an argument.
CHOICE, CHOICE_KEY, CHOICE_DETAILS = "read_choice", 2, frozenset({"field", "value"})
SHARED = ("contract", "shape", "manche_json", "board")
Function = ast.FunctionDef | ast.AsyncFunctionDef


def keys_raised(game: AnyGame) -> set[str]:
    """Return the key of every error that this game may raise, its own or a shared one."""
    return {key for key, _details in errors_raised(game)}


def errors_raised(game: AnyGame, *others: str) -> set[tuple[str, frozenset[str]]]:
    """Return each error as its key and the names of its details, `field` included, once for each place that raises it.

    `others` are further packages to read.
    """
    paths = {_file(f"scorekeeper.games.{name}") for name in SHARED}.union(
        _modules(game.package), *map(_modules, others)
    )
    return set().union(*map(_errors_in, paths))


def line_whys(game: AnyGame) -> set[str]:
    """Return the reasons of lines of this game, with those of an agreed penalty in any game."""
    paths = (_file("scorekeeper.games.contract"), *_modules(game.package))
    return set().union(*(_texts_given(path, ("Line",), 1) for path in paths))


def ending_whys(game: AnyGame) -> set[str]:
    """Return the reasons for which a partie of this game may end."""
    return set().union(*(_texts_given(path, ("Ending",), 0) for path in _modules(game.package)))


def _file(module: str) -> Path:
    return Path(str(import_module(module).__file__))


def _modules(package: str) -> list[Path]:
    return sorted(_file(package).parent.rglob("*.py"))


@cache
def _errors_in(path: Path) -> frozenset[tuple[str, frozenset[str]]]:
    return frozenset(_errors(_parse(path)))


@cache
def _parse(path: Path) -> ast.Module:
    """Return the module, the same one for each path: what is found in it is cached by its nodes."""
    return ast.parse(path.read_text(encoding="utf-8"))


def _errors(module: ast.Module) -> Iterator[tuple[str, frozenset[str]]]:
    for function in (None, *_functions(module)):
        for call in _calls(function or module):
            if _callee(call).endswith(ERRORS) and call.args:
                details = frozenset(_details(call.keywords, module, function) - {"article"})
                yield from ((key, details) for key in _texts(call.args[0], module, function))
            elif _callee(call) == CHOICE:
                yield from ((key, CHOICE_DETAILS) for key in _texts(call.args[CHOICE_KEY], module, function))


def _details(keywords: list[ast.keyword], module: ast.Module, function: Function | None) -> set[str]:
    """Return the names of the details of a call, with those of an unpacked dictionary."""
    named = {keyword.arg for keyword in keywords if keyword.arg is not None}
    return named.union(*(_names(keyword.value, module, function) for keyword in keywords if keyword.arg is None))


def _names(table: ast.expr, module: ast.Module, function: Function | None) -> set[str]:
    """Return the keys of a dictionary: a literal, a variable of the function, or the result of a function."""
    if isinstance(table, ast.Dict):
        items = zip(table.keys, table.values, strict=True)
        return set().union(
            *(_names(value, module, function) if key is None else _texts(key, module, function) for key, value in items)
        )
    if isinstance(table, ast.Name) and function is not None:
        return set().union(*(_names(value, module, function) for value in _assigned(table.id, function)))
    if isinstance(table, ast.Call):
        made = [maker for maker in _functions(module) if maker.name == _callee(table)]
        returned = [(maker, node.value) for maker in made for node in _within(maker) if isinstance(node, ast.Return)]
        return set().union(*(_names(value, module, maker) for maker, value in returned if value is not None))
    return set()


def _texts_given(path: Path, callees: tuple[str, ...], place: int) -> set[str]:
    """Return the strings passed at this position to functions whose names end so, anywhere in a module."""
    module = _parse(path)
    texts: set[str] = set()
    for function in (None, *_functions(module)):
        for call in _calls(function or module):
            if _callee(call).endswith(callees) and len(call.args) > place:
                texts |= _texts(call.args[place], module, function)
    return texts


def _texts(value: ast.expr, module: ast.Module, function: Function | None) -> set[str]:
    """Return every string that an expression may be, in this function or at module level."""
    if isinstance(value, ast.Constant):
        return {value.value} if isinstance(value.value, str) else set()
    if isinstance(value, ast.IfExp):
        return _texts(value.body, module, function) | _texts(value.orelse, module, function)
    if isinstance(value, ast.Subscript):
        return _texts(value.value, module, function)
    if isinstance(value, ast.Dict):
        return set().union(*(_texts(one, module, function) for one in value.values))
    if isinstance(value, ast.Name):
        return _named(value.id, module, function)
    return set()


@cache
def _named(name: str, module: ast.Module, function: Function | None) -> set[str]:
    """Return every string that a name may be: assigned or passed in its function, or assigned in the module."""
    if function is None:
        return set().union(*(_texts(value, module, None) for value in _assigned(name, module)))
    if name in _parameters(function):
        return set().union(*(_texts(value, module, caller) for caller, value in _passed(name, function, module)))
    values = list(_assigned(name, function))
    if not values:
        return _named(name, module, None)
    return set().union(*(_texts(value, module, function) for value in values))


def _assigned(name: str, scope: ast.Module | Function) -> Iterator[ast.expr]:
    """Yield the values assigned to a name in a function or at module level, also by unpacking."""
    for node in _within(scope):
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == name and node.value is not None:
            yield node.value
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                yield from _unpacked(name, target, node.value)


def _unpacked(name: str, target: ast.expr, value: ast.expr) -> Iterator[ast.expr]:
    if isinstance(target, ast.Tuple) and isinstance(value, ast.IfExp):
        yield from (*_unpacked(name, target, value.body), *_unpacked(name, target, value.orelse))
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for one, part in zip(target.elts, value.elts, strict=True):
            yield from _unpacked(name, one, part)
    elif ast.unparse(target) == name:
        yield value


def _passed(name: str, function: Function, module: ast.Module) -> Iterator[tuple[Function | None, ast.expr]]:
    """Yield the arguments passed for this parameter in the module, each with the calling function."""
    place = _parameters(function).index(name)
    for caller in (None, *_functions(module)):
        for call in _calls(caller or module):
            if _callee(call) == function.name:
                yield from ((caller, one) for one in call.args[place : place + 1])
                yield from ((caller, keyword.value) for keyword in call.keywords if keyword.arg == name)


def _parameters(function: Function) -> list[str]:
    return [parameter.arg for parameter in function.args.args]


@cache
def _functions(module: ast.Module) -> list[Function]:
    return [node for node in ast.walk(module) if isinstance(node, Function)]


def _within(scope: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a function or a module, without those of nested functions."""
    for node in ast.iter_child_nodes(scope):
        if not isinstance(node, Function):
            yield node
            yield from _within(node)


@cache
def _calls(scope: ast.Module | Function) -> list[ast.Call]:
    return [node for node in _within(scope) if isinstance(node, ast.Call)]


@cache
def _callee(call: ast.Call) -> str:
    return ast.unparse(call.func).rpartition(".")[2]
