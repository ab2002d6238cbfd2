"""The documents name files that exist; an entry of the changelog is short."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from dataclasses import fields
from inspect import getsource
from pathlib import Path
from textwrap import dedent

import pytest

from scorekeeper.games.contract import CardPlay, Game
from scorekeeper.web.games.contract import CardPages, ContextPages, GamePages

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted((*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("tests/data/*.md")))
LINK = re.compile(r"\]\(([^)#\s]+)")
IMAGE = re.compile(r'src="([^"]+)"')
PATH = re.compile(r"`([\w.-]+/[\w./-]+)`")
FOLDERS = (ROOT, ROOT / "scorekeeper", ROOT / "tests", ROOT / "static")
ELSEWHERE = {"instance", "la-marque"}  # made by the program; the name of a format
MOST_WORDS = 24
GUIDE = ROOT / "docs" / "adding-a-game.md"
RECORDS = {record.__name__: record for record in (Game, CardPlay, GamePages, ContextPages, CardPages)}

every_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)


@every_document
def test_links_lead_to_files(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    targets = [target for target in LINK.findall(text) + IMAGE.findall(text) if "://" not in target]
    assert [target for target in targets if not (document.parent / target).exists()] == []


@every_document
def test_paths_in_code_spans_exist(document: Path) -> None:
    paths = [path for path in PATH.findall(document.read_text(encoding="utf-8")) if path.split("/")[0] not in ELSEWHERE]
    missing = [path for path in paths if not any(exists(folder / path) for folder in FOLDERS)]
    assert missing == []


def exists(path: Path) -> bool:
    """Whether a path is that of a file, a folder, or a module without its ending."""
    return path.exists() or path.with_suffix(".py").exists()


def test_an_entry_of_the_changelog_has_fewer_than_25_words() -> None:
    entries = re.split(r"^- ", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    words = [re.split(r"\n\s*\n", entry)[0].split() for entry in entries]
    assert entries
    assert [" ".join(entry) for entry in words if len(entry) > MOST_WORDS] == []


def names_of(record: type) -> set[str]:
    return {field.name for field in fields(record)}


@pytest.mark.parametrize("record", [GamePages, ContextPages, CardPages])
def test_every_field_of_the_pages_of_a_game_has_a_comment_above_it(record: type) -> None:
    assert names_of(record) <= set(re.findall(r"# .+\n +(\w+): ", getsource(record)))


def test_the_game_copied_by_the_guide_is_a_game(tmp_path: Path) -> None:
    commands, *_ = re.findall(r"^```sh\n(.*?)^python3", GUIDE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    # The last of them leads into the folder of the copy.
    commands += f"{sys.executable} -c 'import tarot.pages; assert tarot.TAROT.slug == \"tarot\"'"
    subprocess.run(["sh", "-ec", commands], cwd=ROOT, env=os.environ | {"HOME": str(tmp_path)}, check=True)  # noqa: S607 - whichever sh is installed


def test_the_examples_of_the_guide_use_fields_of_the_records() -> None:
    blocks = re.findall(r"^ *```python\n(.*?)^ *```", GUIDE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    calls = [
        (node.func.id, keyword.arg)
        for block in blocks
        for node in ast.walk(ast.parse(dedent(block).replace("…", "...")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in RECORDS
        for keyword in node.keywords
    ]
    assert {name for name, _ in calls} >= {"CardPlay", "GamePages"}
    assert [(name, given) for name, given in calls if given not in names_of(RECORDS[name])] == []
