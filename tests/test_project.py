"""The lock file, the tracked files and the wheel."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from support.commands import Server

pytestmark = pytest.mark.sweep("starts real processes")

ROOT = Path(__file__).parents[1]
PUBLIC = {"pypi.org", "files.pythonhosted.org"}
# In two parts, so that this file does not contain what it forbids.
NOT_OURS = ("/" + "work/", ".." + "/shared")


def tracked() -> list[Path]:
    """Return the files that git tracks or would track."""
    git = shutil.which("git")
    assert git
    command = [git, "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    found = [ROOT / line for line in listed.splitlines()]
    return [path for path in found if path.is_file()]


def test_the_lock_file_names_only_the_public_registries() -> None:
    text = (ROOT / "uv.lock").read_text(encoding="utf-8")
    assert set(re.findall(r"https?://([^/\"]+)", text)) == PUBLIC


def test_no_tracked_file_names_a_path_of_this_machine() -> None:
    files = tracked()
    assert ROOT / "Makefile" in files
    found = [(path.name, word) for path in files for word in NOT_OURS if word.encode() in path.read_bytes()]
    assert found == []


def test_the_scripts_are_executable() -> None:
    assert all(os.access(ROOT / ".ci" / name, os.X_OK) for name in ("run", "environment"))


def test_all_browser_tests_are_in_one_folder() -> None:
    """`make browser` runs this folder, `make suite` the tests without the marker: together they are all tests."""
    marked = {path for path in (ROOT / "tests").rglob("test_*.py") if "mark." + "browser" in path.read_text("utf-8")}
    assert marked == set((ROOT / "tests" / "browser").glob("test_*.py"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package, built from a copy of the tracked files and unpacked as pip does."""
    folder = tmp_path_factory.mktemp("wheel")
    for path in tracked():
        copy = folder / "source" / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder / "dist")]
    done = subprocess.run(build, cwd=folder / "source", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (built,) = (folder / "dist").glob("*.whl")
    with zipfile.ZipFile(built) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


@pytest.mark.parametrize(
    "pattern",
    [
        "templates/**/*.html",
        "static/**/*",
        "scorekeeper/**/*.py",
        "scorekeeper/record/migrations/versions/*.py",
        "scorekeeper/record/migrations/*.mako",
        "scorekeeper/cards/rulebook/*",
        "scorekeeper/games/*/rulebook/*",
        "scorekeeper/record/transfer/schema.json",
        "scorekeeper/web/translations/**/*.po",
    ],
)
def test_the_wheel_contains_every_file_of_the_app(wheel: Path, pattern: str) -> None:
    ours = set(tracked())
    wanted = [path.relative_to(ROOT) for path in ROOT.glob(pattern) if path in ours]
    assert wanted, f"the project has no {pattern}"
    inside = [path if path.parts[0] == "scorekeeper" else Path("scorekeeper", path) for path in wanted]
    assert [path for path in inside if not (wheel / path).is_file()] == []


def test_the_wheel_contains_the_compiled_catalogues(wheel: Path) -> None:
    compiled = (wheel / "scorekeeper" / "web" / "translations").rglob("*.mo")
    assert sorted(path.parts[-3] for path in compiled) == ["en", "fr"]


def test_the_wheel_runs_without_the_checkout(wheel: Path, tmp_path: Path) -> None:
    """With its own templates, and its instance folder among the user's data."""
    alone = {"PYTHONPATH": str(wheel), "XDG_DATA_HOME": str(tmp_path / "data"), "SCOREKEEPER_INSTANCE": ""}
    server = Server(tmp_path / "unused", **alone)
    try:
        status, page = server.start().get("/")
        assert status == 200
        (address,) = set(re.findall(r"/static/[0-9a-f]{12}/[\w./-]+\.css", page))
        assert server.get(address)[0] == 200
    finally:
        server.kill()
    assert (tmp_path / "data" / "scorekeeper" / "scorekeeper.sqlite3").is_file()
