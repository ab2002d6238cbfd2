"""Games in distributions of their own: found by their entry points; a broken one is left out and named."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support import game_package, instances
from support.commands import Server, environment

from scorekeeper.games import GAMES
from scorekeeper.games.rulebook import read_articles, read_book, read_disputed_cases

pytestmark = pytest.mark.sweep("starts real processes")

# The module of each distribution that is left out, and the reason in the log.
_BROKEN = {
    "torn": (
        "import no_such_module",
        "torn:GAME cannot be imported (ModuleNotFoundError: No module named 'no_such_module')",
    ),
    "word": ("GAME = 'word'", "its entry point names no game, not one of the slug 'word'"),
    "older": (
        "GAME = replace(BELOTE, slug='older', contract=0)",
        "it was written for version 0 of the interface; this app has 2",
    ),
    "unversioned": (
        "GAME = replace(BELOTE, slug='unversioned', contract=None)",
        "it states no version of the interface; this one is contract=2",
    ),
    "hearts": ("GAME = replace(BELOTE, slug='hearts')", "another game has this slug"),
    "pageless": ("GAME = replace(BELOTE, slug='pageless')", "it has no pages in the entry points lamarque.pages"),
    "bare": (
        "GAME, PAGES = replace(BELOTE, slug='bare'), replace(SHOWN, templates=None)",
        "its templates, None, have no _facts.html",
    ),
    "leaving": ("raise SystemExit(3)", "leaving:GAME cannot be imported (SystemExit: 3)"),
    "renamed": ("GAME = BELOTE", "its entry point names a game of the slug 'petite_belote', not one of the slug"),
    "typed": (
        "GAME, PAGES = replace(BELOTE, slug='typed'), replace(SHOWN, templates=str(SHOWN.templates))",
        "its templates, catalogue or rulebook cannot be read (",
    ),
    "nowhere": (
        "GAME, PAGES = replace(BELOTE, slug='nowhere', package='no_such_package'), SHOWN",
        "cannot be read (No module named 'no_such_package')",
    ),
    "unclosed": (
        "GAME, PAGES = replace(BELOTE, slug='unclosed'), replace(SHOWN, templates=with_file('_facts.html', '{% for'))",
        "its template _facts.html cannot be used (line 1: ",
    ),
    "damaged": (
        "GAME, PAGES = replace(BELOTE, slug='damaged'), replace(SHOWN, translations=with_file('a.mo', 24 * '?'))",
        "cannot be read ([Errno 0] Bad magic number: '",
    ),
    "silent": (
        "GAME, PAGES = replace(BELOTE, slug='silent', package='json'), SHOWN",
        "rulebook cannot be read (articles.toml: missing from json",
    ),
}
_HEAD = """
from dataclasses import replace
from petite_belote import BELOTE
from petite_belote.pages import PAGES as SHOWN

def with_file(name, text):
    import pathlib, tempfile
    folder = pathlib.Path(tempfile.mkdtemp())
    (folder / name).write_text(text)
    return folder
"""
_LIST_GAMES = """
from scorekeeper.games import GAMES
from scorekeeper.web.games import load_pages
load_pages()
print(*GAMES)
"""


def site() -> Path:
    """Return the folder in which Petite Belote is installed."""
    return Path(sys.modules[game_package.PACKAGE].__path__[0]).parent


def distribution(folder: Path, slug: str, source: str, *, pages: bool) -> None:
    """Write a distribution of one module with its entry points."""
    (folder / f"{slug}_module.py").write_text(source)
    info = folder / f"lamarque_{slug}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: lamarque-{slug}\nVersion: 1.0\n")
    points = f"[lamarque.games]\n{slug} = {slug}_module:GAME\n"
    (info / "entry_points.txt").write_text(
        points + (f"[lamarque.pages]\n{slug} = {slug}_module:PAGES\n" if pages else "")
    )


def run(script: str, instance: Path, *folders: Path) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join(map(str, folders))
    settings = environment(instances.with_caches(instance), PYTHONPATH=path)
    return subprocess.run([sys.executable, "-c", script], env=settings, capture_output=True, text=True, check=True)


def test_a_broken_distribution_is_left_out_and_named(tmp_path: Path) -> None:
    """The sound one beside them is offered, and each of the others has one sentence."""
    for slug, (source, _) in _BROKEN.items():
        distribution(tmp_path, slug, _HEAD + source, pages="PAGES" in source)
    done = run(_LIST_GAMES, tmp_path / "instance", tmp_path, site())
    assert done.stdout.split() == [*[slug for slug, game in GAMES.items() if game.contract is None], "petite_belote"]
    sentences = done.stderr.splitlines()
    for slug, (_, reason) in _BROKEN.items():
        (sentence,) = (one for one in sentences if one.startswith(f"The game {slug} is left out: "))
        assert reason.replace(f"{slug}:", f"{slug}_module:") in sentence
    assert len(sentences) == len(_BROKEN)


def test_a_server_offers_an_installed_game_and_opens_beside_a_broken_one(tmp_path: Path) -> None:
    distribution(tmp_path, "torn", "import no_such_module", pages=False)
    server = Server(
        instances.with_caches(tmp_path / "instance"), PYTHONPATH=os.pathsep.join((str(tmp_path), str(site())))
    )
    try:
        status, page = server.start().get("/")
        assert (status, "Petite Belote" in page, "torn" in page) == (200, True, False)
        assert "The game torn is left out: " in server.printed()
    finally:
        server.kill()


def test_a_game_may_leave_out_cases_topics_and_book(tmp_path: Path) -> None:
    """Its rules are found by their own words, and its pages open."""
    sparse = tmp_path / "sparse"
    shutil.copytree(site() / game_package.PACKAGE, sparse, ignore=shutil.ignore_patterns("__pycache__"))
    for file in (*sparse.rglob("*.py"), *sparse.rglob("*.html")):
        file.write_text(file.read_text(encoding="utf-8").replace("petite_belote", "sparse"), encoding="utf-8")
    for name in ("quarrels", "topics", "book"):
        (sparse / "rulebook" / f"{name}.toml").unlink()
    distribution(tmp_path, "sparse", "from sparse import BELOTE as GAME\nfrom sparse.pages import PAGES", pages=True)
    script = f"""{_LIST_GAMES}
from scorekeeper import settings
from scorekeeper.record.database.schema import prepare
from scorekeeper.web import create_app
prepare(settings.database_url())
client = create_app().test_client()
for path in ("/rules", "/rules/sparse", "/rules/sparse/desk", "/rules/sparse/desk?q=belote", "/rules/BE-5"):
    print(path, client.get(path, follow_redirects=True).status_code)
"""
    done = run(script, tmp_path / "instance", tmp_path)
    assert done.stdout.splitlines()[0].split()[-1] == "sparse"
    assert [line.split()[-1] for line in done.stdout.splitlines()[1:]] == ["200"] * 5, done.stdout
    assert done.stderr == ""


def test_an_absent_file_reads_as_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    package = tmp_path / "lone_rulebook"
    (package / "rulebook").mkdir(parents=True)
    (package / "__init__.py").touch()
    shutil.copy(site() / game_package.PACKAGE / "rulebook" / "articles.toml", package / "rulebook")
    shutil.copy(site() / game_package.PACKAGE / "rulebook" / "sources.toml", package / "rulebook")
    monkeypatch.syspath_prepend(str(tmp_path))
    numbers = list(read_articles("lone_rulebook"))
    assert numbers
    assert (read_disputed_cases("lone_rulebook"), read_book("lone_rulebook")) == ({}, ())
