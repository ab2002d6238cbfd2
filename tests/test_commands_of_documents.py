"""Each command in the documents runs, or is named below with the reason why not; the examples print what they show."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from support import commands

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted({*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")} - {ROOT / "CHANGELOG.md"})
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.DOTALL | re.MULTILINE)
# Commands that need the network, a daemon or the administrator, which `.github/workflows` and the authors run; the last
# four copy a game, in `test_documents`.
OUTSIDE = "uvx?|pipx?|docker|git|apt|sudo|mkcert|nginx|mkdir|cp|cd|find|python3"
PROGRAM = re.compile(rf"(?:lamarque|make|{OUTSIDE})(?: |$)")
SPAN = re.compile(rf"`((?:lamarque|make|{OUTSIDE})(?: [^`\n]+)?)`")
# Commands that run until they are stopped, and the one that asks them; `test_serve` runs them.
SERVING = {
    "lamarque",
    "lamarque serve",
    "lamarque serve --port 9000",
    "lamarque serve --workers 2",
    "lamarque healthcheck",
    "lamarque doctor",  # `test_doctor` runs it
}
EXAMPLE = re.compile(r"^\$ echo '(?P<given>.*)' \| lamarque (?P<command>\w+)$", re.MULTILINE)


def commands_in(document: Path) -> list[str]:
    text = document.read_text(encoding="utf-8")
    lines = [line for language, block in BLOCK.findall(text) if language == "sh" for line in block.splitlines()]
    listed = [] if EXAMPLE.search(text) else lines
    spans = SPAN.findall(BLOCK.sub("", text))
    return [line.split("  #")[0].strip() for line in (*listed, *spans) if line.strip()]


COMMANDS = sorted({command for document in DOCUMENTS for command in commands_in(document)})


def test_every_command_is_of_a_known_program() -> None:
    assert [command for command in COMMANDS if not PROGRAM.match(command)] == []
    assert {"make run", "lamarque restore FILE", "docker compose up --build --detach"} <= set(COMMANDS)
    assert {one for one in COMMANDS if one.startswith(("lamarque serve", "lamarque healthcheck"))} <= SERVING


def test_make_has_each_target() -> None:
    targets = re.findall(r"^(\w+):.*## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert {command.split()[1] for command in COMMANDS if command.startswith("make")} <= set(targets)


@pytest.mark.sweep("starts no process, but fills a database")
def test_each_command_of_the_app_runs(tmp_path: Path) -> None:
    """In the order of the documents: placeholders are a file, and the code of a notebook."""
    done = commands.call(tmp_path, "demo")
    code = done.stdout.decode().strip().partition("#")[2]
    assert len(code) == 16
    given = {"CODE": code, "FILE": "copy.sqlite3"}
    for command in sorted(one for one in COMMANDS if one.startswith("lamarque") and one not in SERVING):
        line, _, output = command.partition(" > ")
        words = [given.get(word, word) for word in shlex.split(line)[1:]]
        done = commands.call(tmp_path, *words)
        assert done.returncode == 0, (command, done.stderr)
        if output:
            (tmp_path / output).write_bytes(done.stdout)


def examples() -> list[tuple[str, str, str]]:
    """Return the input, the command and the output shown of each example of the formats."""
    found = []
    for _, block in BLOCK.findall((ROOT / "docs" / "formats.md").read_text(encoding="utf-8")):
        for match in EXAMPLE.finditer(block):
            shown = block[match.end() :].split("\n$ ")[0].strip().replace("\n", " ")
            found.append((match["given"], match["command"], shown))
    return found


@pytest.mark.parametrize(("given", "command", "shown"), examples(), ids=lambda value: value if len(value) < 9 else "")
def test_an_example_of_the_formats_prints_what_it_shows(tmp_path: Path, given: str, command: str, shown: str) -> None:
    """Three dots stand for whatever is left out."""
    done = commands.call(tmp_path, command, given=given.encode())
    assert done.returncode == 0
    parts = [re.escape(part.rstrip(", ")) for part in shown.split("…")]
    assert re.fullmatch(".*?".join(parts), done.stdout.decode().strip()), done.stdout.decode()


def test_there_are_examples_of_the_three_formats() -> None:
    assert [command for _, command, _ in examples()] == ["score", "judge", "judge", "rules"]


def test_the_example_of_the_python_api_prints_what_it_shows() -> None:
    blocks = BLOCK.findall((ROOT / "docs" / "python.md").read_text(encoding="utf-8"))
    (code,) = (block for language, block in blocks if language == "python")
    (shown,) = (block for language, block in blocks if not language)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == shown
