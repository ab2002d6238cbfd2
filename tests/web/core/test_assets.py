"""Static files: compressed, cached for ever by browsers, and renamed when they change."""

import gzip
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import brotli
import pytest
from flask import Flask, url_for
from werkzeug.test import TestResponse

from scorekeeper.web.core import assets

STYLE = "p { color: green }\n" * 100
STYLE_SENT = "p{color:green}" * 100
Get = Callable[..., TestResponse]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    files = tmp_path / "static"
    (files / "icons").mkdir(parents=True)
    (files / "style.css").write_text(STYLE, encoding="utf-8")
    (files / "icons" / "pique.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>", encoding="utf-8")
    (files / "app.js").write_text("'use strict';\n", encoding="utf-8")
    return files


def mounted(folder: Path) -> Flask:
    app = Flask("assets", static_folder=None)
    assets.mount(app, folder, folder.with_name("cache"))
    return app


def address(app: Flask, filename: str) -> str:
    with app.test_request_context():
        return url_for("static", filename=filename)


@pytest.fixture
def get(folder: Path) -> Iterator[Get]:
    """Return a function that requests a file by its name."""
    app = mounted(folder)
    with ExitStack() as answers:
        yield lambda name, **headers: answers.enter_context(app.test_client().get(address(app, name), headers=headers))


def test_imports_are_inlined_each_style_in_its_layer_and_each_script_in_its_scope(folder: Path) -> None:
    (folder / "parts").mkdir()
    (folder / "parts" / "a.css").write_text("p { color: red }\n", encoding="utf-8")
    (folder / "parts" / "a.js").write_text("const a = 1;\n", encoding="utf-8")
    (folder / "style.css").write_text('@layer low;\n@import "parts/a.css" layer(low);\n', encoding="utf-8")
    (folder / "app.js").write_text('"use strict";\nimport "./parts/a.js";\nready();\n', encoding="utf-8")
    ready = assets.prepare_files(folder, folder.with_name("cache"))
    assert (ready / "style.css").read_text() == "@layer low;@layer low{p{color:red}}"
    assert (ready / "app.js").read_text() == '"use strict";{const a=1;}\nready();'


def test_comments_and_indents_are_removed(folder: Path) -> None:
    """A string that looks like a comment stays, and so does the space of `p :is(a)`."""
    style = "/* One,\n   and two. */\n@layer low {\n\n  p :is(a) { content: '/* no remark */' } /* Three. */\n}\n"
    (folder / "style.css").write_text(style, encoding="utf-8")
    (folder / "app.js").write_text('  /* Why. */\nsay("/* no remark */");\n', encoding="utf-8")
    ready = assets.prepare_files(folder, folder.with_name("cache"))
    style_sent = "@layer low{p :is(a){content:'/* no remark */'}}"
    assert (ready / "style.css").read_text(encoding="utf-8") == style_sent
    assert (ready / "app.js").read_text(encoding="utf-8") == 'say("/* no remark */");'


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("style.css", 'text/css; charset="utf-8"'),
        ("app.js", 'text/javascript; charset="utf-8"'),
        ("icons/pique.svg", "image/svg+xml"),
    ],
)
def test_a_file_has_its_content_type(get: Get, name: str, kind: str) -> None:
    answer = get(name)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == kind
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_a_file_is_cached_for_ever(get: Get) -> None:
    assert get("style.css").headers["Cache-Control"] == "max-age=315360000, public, immutable"


@pytest.mark.parametrize(("coding", "read"), [("br", brotli.decompress), ("gzip", gzip.decompress)])
def test_a_file_is_sent_compressed(get: Get, coding: str, read: Callable[[bytes], bytes]) -> None:
    answer = get("style.css", Accept_Encoding=coding)
    assert answer.headers["Content-Encoding"] == coding
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert len(answer.data) < len(STYLE_SENT) / 10
    assert read(answer.data).decode() == STYLE_SENT


def test_a_file_is_sent_uncompressed_to_a_client_without_encodings(get: Get) -> None:
    answer = get("style.css")
    assert "Content-Encoding" not in answer.headers
    assert answer.text == STYLE_SENT


@pytest.mark.parametrize("name", ["nothing.css", "style.css.br", "../cache", "icons/", "icons"])
def test_a_missing_file_is_not_found(get: Get, name: str) -> None:
    assert get(name).status_code == 404


@pytest.mark.parametrize("change", ["edited", "added", "renamed", "removed"])
def test_any_change_gives_new_addresses(folder: Path, change: str) -> None:
    before = address(mounted(folder), "app.js")
    style = folder / "style.css"
    if change == "edited":
        style.write_text(STYLE + "/* */", encoding="utf-8")
    elif change == "added":
        (folder / "more.css").touch()
    elif change == "renamed":
        style.rename(folder / "other.css")
    else:
        style.unlink()
    after = address(mounted(folder), "app.js")
    assert after != before
    assert after.endswith("/app.js")


def test_unchanged_files_have_the_same_addresses(folder: Path) -> None:
    before = address(mounted(folder), "app.js")
    os.utime(folder / "app.js", (0, 0))
    assert address(mounted(folder), "app.js") == before
    assert len(list(folder.with_name("cache").iterdir())) == 1


def test_workers_that_start_together_do_not_disturb_each_other(folder: Path) -> None:
    with ThreadPoolExecutor(8) as workers:
        apps = list(workers.map(mounted, [folder] * 8))
    assert len(list(folder.with_name("cache").iterdir())) == 1
    for app in apps:
        with app.test_client().get(address(app, "style.css")) as answer:
            assert answer.text == STYLE_SENT


def test_only_folders_unused_for_a_month_are_removed(folder: Path) -> None:
    cache = folder.with_name("cache")
    for name, days in (("recent", 29), ("old", 31)):
        (cache / name).mkdir(parents=True)
        used = time.time() - days * 24 * 3600
        os.utime(cache / name, (used, used))
    app = mounted(folder)
    used = address(app, "app.js").split("/")[2]
    assert {path.name for path in cache.iterdir()} == {"recent", used}
