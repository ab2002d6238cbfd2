"""Measure how densely the package is written, and exit 1 when a limit is exceeded.

A code line is a line that is not blank, not a comment and not in a docstring. Migrations are not counted.

    python .ci/density.py           print the figures, and the places of each figure that exceeds its limit
    python .ci/density.py --places  print the places of every figure
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "scorekeeper"
MIGRATIONS = PACKAGE / "record" / "migrations"

CONDITIONALS_PER_1000_LINES = 15
LONG_FUNCTION = 12  # lines, from `def` to the last one
LONG_FUNCTIONS_WITHOUT_COMMENT = 55  # per cent
FIELDS_OF_A_PARAGRAPH = 5  # a docstring that names so many fields explains them far from where they are

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module


@dataclass
class Density:
    """The figures of the package, each with its places as `file:line`."""

    code_lines: int = 0
    conditionals: list[str] = field(default_factory=list)
    # Conditional expressions inside another one, and those over more than one line.
    nested: list[str] = field(default_factory=list)
    multiline: list[str] = field(default_factory=list)
    long_functions: int = 0
    # Long functions without a comment.
    silent_functions: list[str] = field(default_factory=list)
    # Classes whose docstring explains the fields in a paragraph.
    paragraphs: list[str] = field(default_factory=list)


def docstring(node: Definition) -> ast.Expr | None:
    """Return the statement of a docstring, None without one."""
    match node.body:
        case [ast.Expr(value=ast.Constant(value=str())) as statement, *_]:
            return statement
    return None


def named_fields(node: ast.ClassDef) -> int:
    """Count the fields of a class that its docstring names."""
    words = set(re.findall(r"\w+", ast.get_docstring(node) or ""))
    fields = [part.target for part in node.body if isinstance(part, ast.AnnAssign)]
    return sum(isinstance(target, ast.Name) and target.id in words for target in fields)


def comment_lines(source: str) -> set[int]:
    """Return the numbers of the lines with a comment. A note to a tool without a reason is none."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return {
        token.start[0]
        for token in tokens
        if token.type == tokenize.COMMENT and not re.fullmatch(r"# (noqa|type)\S*[^-]*", token.string)
    }


def measure_file(path: Path, density: Density) -> None:
    """Add the figures of one file."""
    source = path.read_text(encoding="utf-8")
    name = path.relative_to(ROOT)
    comments = comment_lines(source)
    lines = source.splitlines()
    without_code = {number for number, line in enumerate(lines, 1) if line.strip() == "" or line.strip()[0] == "#"}

    for node in ast.walk(ast.parse(source)):
        if isinstance(node, Definition) and (text := docstring(node)):
            without_code.update(lines_of(text))

        if isinstance(node, ast.IfExp):
            place = f"{name}:{node.lineno}"
            density.conditionals.append(place)
            if len(lines_of(node)) > 1:
                density.multiline.append(place)
            if any(isinstance(part, ast.IfExp) for part in ast.walk(node) if part is not node):
                density.nested.append(place)

        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and len(lines_of(node)) >= LONG_FUNCTION:
            density.long_functions += 1
            if comments.isdisjoint(lines_of(node)):
                density.silent_functions.append(f"{name}:{node.lineno} {node.name}")

        if isinstance(node, ast.ClassDef) and named_fields(node) >= FIELDS_OF_A_PARAGRAPH:
            density.paragraphs.append(f"{name}:{node.lineno} {node.name}")

    density.code_lines += len(lines) - len(without_code)


def lines_of(node: ast.stmt | ast.expr) -> range:
    """Return the numbers of the lines of a statement or expression."""
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def measure() -> Density:
    """Return the figures of the package."""
    density = Density()
    for path in sorted(PACKAGE.rglob("*.py")):
        if not path.is_relative_to(MIGRATIONS):
            measure_file(path, density)
    return density


def bars(density: Density) -> list[tuple[str, float, float, list[str]]]:
    """Return each figure as its name, its value, its limit and its places."""
    return [
        (
            "conditional expressions per 1,000 code lines",
            1000 * len(density.conditionals) / density.code_lines,
            CONDITIONALS_PER_1000_LINES,
            density.conditionals,
        ),
        ("nested conditional expressions", len(density.nested), 0, density.nested),
        ("conditional expressions over several lines", len(density.multiline), 0, density.multiline),
        (
            f"per cent of the functions of {LONG_FUNCTION} lines or more without a comment",
            100 * len(density.silent_functions) / density.long_functions,
            LONG_FUNCTIONS_WITHOUT_COMMENT,
            density.silent_functions,
        ),
        ("docstrings that explain fields in a paragraph", len(density.paragraphs), 0, density.paragraphs),
    ]


def main(arguments: list[str]) -> int:
    """Print the figures; return 1 when one exceeds its limit."""
    density = measure()
    print(f"{density.code_lines:,} code lines")
    is_exceeded = False
    for name, value, limit, places in bars(density):
        print(f"{value:5.1f} {name} (limit {limit})")
        if value > limit:
            is_exceeded = True
        if value > limit or "--places" in arguments:
            print(*(f"      {place}" for place in places), sep="\n")
    return int(is_exceeded)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
