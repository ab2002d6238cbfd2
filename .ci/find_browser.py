"""Print the path of a Chromium that runs, installing one when the computer has none.

In this order: $CHROMIUM, the PATH, what Playwright installed before, the package of apt (as root or with
sudo), Playwright's own download. Ends with status 1 and a sentence when nothing helps.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome")


def main() -> int:
    """Print the path, or say what is missing."""
    chosen = os.environ.get("CHROMIUM")
    if chosen:
        return show(chosen) if runs(chosen) else give_up(f"CHROMIUM={chosen} does not run.")
    for candidate in candidates():
        if candidate and runs(candidate):
            return show(candidate)
    return give_up("No Chromium was found, and none could be installed. Install one, or name it in CHROMIUM.")


def candidates() -> Iterator[str | None]:
    """Give the places to look at; each is made only when those before it led nowhere."""
    yield from map(shutil.which, NAMES)
    yield downloaded_by_playwright()
    yield install_with_apt()
    yield install_with_playwright()


def runs(path: str) -> bool:
    """Tell whether it starts: a name on the PATH may be a mere notice to install something."""
    try:
        asked = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return asked.returncode == 0 and "Chrom" in asked.stdout


def install_with_apt() -> str | None:
    """Install Debian's package, where this is a Debian and we may."""
    root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if not shutil.which("apt-get") or (root and not shutil.which("sudo")):
        return None
    say("No Chromium here: installing Debian's.")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for step in (["update", "-q"], ["install", "-q", "-y", "--no-install-recommends", "chromium"]):
        subprocess.run([*root, "apt-get", *step], env=quiet, stdout=sys.stderr, check=False)
    return shutil.which("chromium")


def downloaded_by_playwright() -> str | None:
    """Give the path where Playwright keeps its Chromium, if it is there."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 (slow, and seldom needed)

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def install_with_playwright() -> str | None:
    """Have Playwright download its own."""
    say("No Chromium yet: asking Playwright for one.")
    command = [sys.executable, "-m", "playwright", "install", "chromium"]
    subprocess.run(command, stdout=sys.stderr, check=False)
    return downloaded_by_playwright()


def show(path: str) -> int:
    """Print the path found."""
    print(path)
    return 0


def give_up(sentence: str) -> int:
    """Say why there is no path."""
    say(sentence)
    return 1


def say(sentence: str) -> None:
    """Speak beside the answer, which alone goes to standard output."""
    print(sentence, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
