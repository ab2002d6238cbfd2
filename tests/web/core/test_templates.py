"""The templates are compiled once for all workers, and again when they or their code have changed."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scorekeeper.record.database.schema import prepare
from scorekeeper.web import create_app
from scorekeeper.web.template_loader import keep_names, minify

if TYPE_CHECKING:
    from flask import Flask

TEMPLATES = Path(__file__).parents[3] / "templates"


def opened(tmp_path: Path) -> Flask:
    url = f"sqlite:///{tmp_path / 'scorekeeper.sqlite3'}"
    prepare(url)
    return create_app({"DATABASE_URL": url, "SECRET_KEY": "for the tests", "INSTANCE": tmp_path})


@pytest.mark.sweep("compiles every template")
def test_a_second_application_finds_the_templates_compiled(tmp_path: Path) -> None:
    assert opened(tmp_path).test_client().get("/offline").status_code == 200
    (folder,) = (tmp_path / "templates").iterdir()
    compiled = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    assert compiled
    assert opened(tmp_path).test_client().get("/offline").status_code == 200
    assert {path: path.stat().st_mtime_ns for path in folder.iterdir()} == compiled


@pytest.mark.sweep("compiles every template")
def test_pages_are_shown_though_the_cache_cannot_be_written(tmp_path: Path) -> None:
    """As on a full disk."""
    app = opened(tmp_path)
    shutil.rmtree(tmp_path / "templates")
    assert app.test_client().get("/offline").status_code == 200


@pytest.mark.sweep("compiles every template")
def test_the_cache_of_another_version_is_removed_after_a_month(tmp_path: Path) -> None:
    old, recent = (tmp_path / "templates" / name for name in ("0123456789ab", "ba9876543210"))
    for folder, days in ((old, 31), (recent, 29)):
        folder.mkdir(parents=True)
        used = time.time() - days * 24 * 3600
        os.utime(folder, (used, used))
    assert opened(tmp_path).test_client().get("/offline").status_code == 200
    assert (old.exists(), recent.exists()) == (False, True)
    assert len(list((tmp_path / "templates").iterdir())) == 2


@pytest.mark.sweep("compiles every template")
def test_a_broken_compiled_template_is_compiled_again(tmp_path: Path) -> None:
    shown = opened(tmp_path).test_client().get("/offline").text
    (folder,) = (tmp_path / "templates").iterdir()
    for path in folder.iterdir():
        path.write_bytes(b"broken")
    assert opened(tmp_path).test_client().get("/offline").text == shown


@pytest.mark.parametrize(
    ("source", "sent"),
    [
        ("<ul>\n  <li>\n    one\n  </li>\n</ul>\n", "<ul><li>one</li></ul>"),
        ("<b>one</b>\n  {# why\n #}\n  <i>two</i>", "<b>one</b>\n<i>two</i>"),
        (
            "<a\n  href='x'\n  {% if a %}class='b'{% endif %}\n>\n  one</a>",
            "<a href='x'{% if a %} class='b'{% endif %}>\none</a>",
        ),
        ('<input {{ " checked" if a }}>', '<input{{ " checked" if a }}>'),
        ("{% if a %}\n  one\n{% endif %}\n  two", "{% if a %}\n one\n{% endif %}\n two"),
        ("{% if a <b %}\n  one{% endif %}", "{% if a <b %}\n one{% endif %}"),
        ("<button>\n  one\n</button>\n  <b>two</b>", "<button>one</button>\n<b>two</b>"),
        ("<pre>\n  one\n</pre>", "<pre>\n  one\n</pre>"),
    ],
)
def test_only_white_space_that_is_not_shown_leaves_a_template(source: str, sent: str) -> None:
    assert minify(source) == sent


def test_no_line_of_a_template_is_longer_than_140_characters() -> None:
    lines = [
        (path.relative_to(TEMPLATES).as_posix(), number)
        for path in sorted(TEMPLATES.rglob("*"))
        if path.is_file()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > 140
    ]
    assert lines == []


@pytest.mark.parametrize("name", ["<bdi>{{ name }}</bdi>", '<bdi class="long">{{ name }}</bdi>'])
def test_no_translator_changes_a_name(name: str) -> None:
    assert keep_names(name) == name.replace("<bdi", '<bdi translate="no"')
