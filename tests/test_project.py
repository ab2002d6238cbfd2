"""The lock file, the tracked files, the wheel and the other targets of the Makefile."""

import os
import re
import shutil
import subprocess
import tomllib
import zipfile
from pathlib import Path

import pytest
from support import instances
from support.commands import Server, make

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


def test_what_builds_the_package_has_its_locked_version() -> None:
    """All but editables, which only an editable install needs."""
    project, lock = (tomllib.loads((ROOT / name).read_text(encoding="utf-8")) for name in ("pyproject.toml", "uv.lock"))
    locked = {f"{package['name']}=={package['version']}" for package in lock["package"]}
    assert {*project["tool"]["uv"]["build-constraint-dependencies"]} - locked == {"editables==0.6"}


def test_no_tracked_file_names_a_path_of_this_machine() -> None:
    files = tracked()
    assert ROOT / "Makefile" in files
    found = [(path.name, word) for path in files for word in NOT_OURS if word.encode() in path.read_bytes()]
    assert found == []


def test_the_scripts_are_executable() -> None:
    assert all(os.access(ROOT / ".ci" / name, os.X_OK) for name in ("run", "environment"))


def test_all_browser_tests_are_in_one_folder() -> None:
    """`make browser` runs this folder, and its conftest marks its tests; `make suite` runs the unmarked ones."""
    steering = "from " + "playwright"
    using = {path for path in (ROOT / "tests").rglob("test_*.py") if steering in path.read_text("utf-8")}
    assert using <= set((ROOT / "tests" / "browser").glob("test_*.py"))


def copy_to(folder: Path) -> None:
    """Copy the tracked files."""
    for path in tracked():
        copy = folder / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, copy)


def contents(folder: Path) -> dict[Path, bytes]:
    """Return the tracked files of a copy."""
    return {path: (folder / path.relative_to(ROOT)).read_bytes() for path in tracked()}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy with the environment of this checkout, because other tests read the files that `make` writes."""
    folder = tmp_path_factory.mktemp("checkout")
    copy_to(folder)
    (folder / ".venv").symlink_to(ROOT / ".venv")
    return folder


# `make test` runs lint and types itself; the targets that need Chromium are in tests/browser/test_screenshots.py.
ELSEWHERE = {"test", "lint", "types", "thorough", "browser", "shots"}
FEW = "PARALLEL=--collect-only --quiet tests/games/spades/test_options.py"
# The shortest form of each target, and a pattern of what it prints.
TARGETS = {
    "help": ((), r"make run .*\n.*make clean "),
    "quick": ((FEW, "GAME=spades"), "tests collected"),
    "suite": ((FEW,), "tests collected"),
    "fmt": ((), "All checks passed"),
    "roles": (("--dry-run",), "python -m web.role_matrix"),  # test_roles compares the file with the matrix
    "catalogues": ((), r"\d sentences, 0 without"),
    "bench": (("ARGS=--quick --rounds 1",), "record a manche.* 0 errors.* 0 errors"),
    "fuzz": (("ARGS=--requests 100",), r"\n10\d requests: "),
}


@pytest.mark.parametrize("target", TARGETS)
def test_a_target_of_the_makefile_runs_and_changes_no_tracked_file(checkout: Path, target: str) -> None:
    before, (words, printed) = contents(checkout), TARGETS[target]
    assert re.search(printed, make(checkout, target, *words), re.DOTALL)
    assert [path for path, content in contents(checkout).items() if content != before[path]] == []


def test_every_target_of_the_makefile_is_run() -> None:
    targets = re.findall(r"^(\w+):.*## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(targets) == sorted({*TARGETS, "run", "wheel", "clean", *ELSEWHERE})


def test_make_run_serves(checkout: Path, tmp_path: Path) -> None:
    class MadeServer(Server):
        def command(self) -> list[str]:
            return ["make", "--old-file=.venv/made-for-run", f"--directory={checkout}", "run", f"PORT={self.port}"]

    server = MadeServer(instances.with_caches(tmp_path / "instance"))
    try:
        assert server.start().get("/")[0] == 200
    finally:
        server.kill()


def test_make_clean_leaves_the_tracked_files_and_the_instance(tmp_path: Path) -> None:
    copy_to(tmp_path)
    made = ("dist/a.whl", ".venv/bin/python", "tests/__pycache__/a.pyc", "scorekeeper/web/translations/fr/messages.mo")
    for name in ("instance/scorekeeper.sqlite3", *made):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    before = contents(tmp_path)
    make(tmp_path, "clean")
    assert contents(tmp_path) == before
    assert [name for name in made if (tmp_path / name).exists()] == []
    assert (tmp_path / "instance" / "scorekeeper.sqlite3").is_file()


@pytest.fixture(scope="module")
def wheel(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package, built by `make wheel` and unpacked as pip does."""
    make(checkout, "wheel")
    (built,) = (checkout / "dist").glob("*.whl")
    folder = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(built) as archive:
        archive.extractall(folder)
    return folder


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


def test_the_wheel_contains_the_index_of_each_game_with_answers(wheel: Path) -> None:
    found = (wheel / "scorekeeper" / "games").rglob("index.pickle")
    assert sorted(path.parts[-3] for path in found) == ["hearts", "piquet", "spades"]


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
