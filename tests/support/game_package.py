"""Petite Belote, built as a wheel and installed into a folder of the Python path, before the games are imported."""

from __future__ import annotations

import atexit
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

SOURCE = Path(__file__).parents[1] / "fourth_game"
PACKAGE = "petite_belote"


def build(source: Path, folder: Path) -> Path:
    """Build the wheel of a distribution from its source, with its catalogue compiled, and return its path."""
    copy = folder / "source"
    copy.mkdir(parents=True)
    shutil.copy(source / "pyproject.toml", copy)
    shutil.copytree(source / PACKAGE, copy / PACKAGE, ignore=shutil.ignore_patterns("__pycache__"))
    for catalogue in (copy / PACKAGE).rglob("*.po"):
        with catalogue.open("rb") as sentences, catalogue.with_suffix(".mo").open("wb") as compiled:
            write_mo(compiled, read_po(sentences))
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=copy, capture_output=True, check=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def unpack(wheel: Path, site: Path) -> Path:
    """Install a wheel of pure Python into a folder, as an installer does."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    return site


def install() -> Path:
    """Build the game, put it on the path of this process until it ends, and return its folder."""
    folder = Path(tempfile.mkdtemp(prefix="petite-belote-"))
    atexit.register(shutil.rmtree, folder)
    site = unpack(build(SOURCE, folder), folder / "site")
    sys.path.insert(0, str(site))
    return site
