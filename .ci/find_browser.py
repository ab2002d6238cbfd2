"""Print the path of a Chromium that runs, installing one when the computer has none.

Chromium without its windows, the headless shell, needs a third less of the computer for the same pages, so it goes
before any other. In this order: $CHROMIUM, a shell that is installed, the shell of apt on a build server or as root,
any other Chromium that is installed, the shell of apt with sudo, Playwright's own. Ends with status 1 and a sentence
when nothing helps.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

SHELLS = ("chromium-headless-shell", "chrome-headless-shell")
WINDOWED = ("chromium", "chromium-browser", "google-chrome")
PROGRAMS = ("chrome-headless-shell", "headless_shell", "chrome")  # as Playwright's archives call them
# Seconds for one attempt: a build server without a mirror goes on with the Chromium it has.
PATIENCE = ("-o", "Acquire::http::Timeout=20", "-o", "Acquire::https::Timeout=20", "-o", "Acquire::Retries=1")


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
    yield from map(shutil.which, SHELLS)
    yield downloaded_by_playwright("chromium_headless_shell-*")
    if "CI" in os.environ or os.geteuid() == 0:  # at home, nothing is installed beside a Chromium that will do
        yield install_with_apt(SHELLS[0])
    yield from map(shutil.which, WINDOWED)
    yield downloaded_by_playwright("chromium-*")
    yield install_with_apt(SHELLS[0], WINDOWED[0])
    yield install_with_playwright()


def runs(path: str) -> bool:
    """Tell whether it starts: a name on the PATH may be a mere notice to install something."""
    try:
        asked = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return asked.returncode == 0 and "Chrom" in asked.stdout


def install_with_apt(*names: str) -> str | None:
    """Install the first of these packages that this Debian has, if it is one and we may."""
    root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if not shutil.which("apt-get") or (root and not shutil.which("sudo")):
        return None
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    apt = [*root, "apt-get", *PATIENCE]
    say(f"Asking apt for {' or '.join(names)}.")
    subprocess.run([*apt, "update", "-q"], env=quiet, stdout=sys.stderr, check=False)
    for name in names:
        command = [*apt, "install", "-q", "-y", "--no-install-recommends", name]
        subprocess.run(command, env=quiet, stdout=sys.stderr, check=False)
        if path := shutil.which(name):
            return path
    return None


def downloaded_by_playwright(folders: str) -> str | None:
    """Give the path where Playwright keeps a Chromium in a folder of such a name, the newest if it has several."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 (slow, and seldom needed)

    with sync_playwright() as playwright:
        expected = Path(playwright.chromium.executable_path)
    kept = next(folder for folder in expected.parents if folder.name.startswith("chromium")).parent
    found = (path for name in PROGRAMS for path in kept.glob(f"{folders}/*/{name}"))
    return max(map(str, found), default=None)


def install_with_playwright() -> str | None:
    """Have Playwright download its own."""
    say("No Chromium yet: asking Playwright for one.")
    command = [sys.executable, "-m", "playwright", "install", "--only-shell", "chromium"]
    subprocess.run(command, stdout=sys.stderr, check=False)
    return downloaded_by_playwright("chromium_headless_shell-*")


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
