"""Print the path of a Chromium that runs, installing one when the computer has none.

The headless shell, a Chromium without windows, uses a third less CPU for the same pages, so it comes first. The order:
$CHROMIUM, an installed shell, the shell of apt on a build server or as root, any other installed Chromium, the shell of
apt with sudo, the one of Playwright. Exits with status 1 and a sentence when none runs.

The arguments are programs that `make thorough` also needs: apt installs those that are missing.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

SHELLS = ("chromium-headless-shell", "chrome-headless-shell")
WINDOWED = ("chromium", "chromium-browser", "google-chrome")
PROGRAMS = ("chrome-headless-shell", "headless_shell", "chrome")  # the names in Playwright's archives
# The programs whose packages of Debian have another name. WebKit needs a screen, if only in memory.
PACKAGES = {"firefox": "firefox-esr", "WebKitWebDriver": "webkit2gtk-driver", "Xvfb": "xvfb"}
# A build server without a mirror soon uses the Chromium that it has.
SHORT_TIMEOUTS = ("-o", "Acquire::http::Timeout=20", "-o", "Acquire::https::Timeout=20", "-o", "Acquire::Retries=1")


def main() -> int:
    """Print the path, or what is missing."""
    os.environ["PATH"] += ":/usr/sbin"  # where Debian has servers
    for program in sys.argv[1:]:
        package = PACKAGES.get(program, program)
        if not shutil.which(program):
            install_with_apt(package)
        if not shutil.which(program):
            return give_up(f"{program} is missing, and apt could not install it: Debian has it in {package}.")
    chosen = os.environ.get("CHROMIUM")
    if chosen:
        return show(chosen) if runs(chosen) else give_up(f"CHROMIUM={chosen} does not run.")
    for candidate in candidates():
        if candidate and runs(candidate):
            return show(candidate)
    return give_up("No Chromium was found, and none could be installed. Install one, or name it in CHROMIUM.")


def candidates() -> Iterator[str | None]:
    """Yield the paths to try; each is searched or installed only when those before it do not run."""
    yield from map(shutil.which, SHELLS)
    yield downloaded_by_playwright("chromium_headless_shell-*")
    if "CI" in os.environ or os.geteuid() == 0:  # at home, install nothing if a Chromium runs
        yield install_with_apt(SHELLS[0])
    yield from map(shutil.which, WINDOWED)
    yield downloaded_by_playwright("chromium-*")
    yield install_with_apt(SHELLS[0], WINDOWED[0])
    yield install_with_playwright()


def runs(path: str) -> bool:
    """Return whether this Chromium starts: a command on the PATH may only print how to install it."""
    try:
        done = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0 and "Chrom" in done.stdout


def install_with_apt(*names: str) -> str | None:
    """Install the first of these packages that exists, with apt, as root or with sudo; return its path."""
    root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if not shutil.which("apt-get") or (root and not shutil.which("sudo")):
        return None
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    apt = [*root, "apt-get", *SHORT_TIMEOUTS]
    say(f"Asking apt for {' or '.join(names)}.")
    subprocess.run([*apt, "update", "-q"], env=quiet, stdout=sys.stderr, check=False)
    for name in names:
        command = [*apt, "install", "-q", "-y", "--no-install-recommends", name]
        subprocess.run(command, env=quiet, stdout=sys.stderr, check=False)
        if path := shutil.which(name):
            return path
    return None


def downloaded_by_playwright(folders: str) -> str | None:
    """Return the path of the newest Chromium of Playwright in a folder that matches the pattern."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 (slow, and seldom needed)

    with sync_playwright() as playwright:
        expected = Path(playwright.chromium.executable_path)
    downloads = next(folder for folder in expected.parents if folder.name.startswith("chromium")).parent
    found = (path for name in PROGRAMS for path in downloads.glob(f"{folders}/*/{name}"))
    return max(map(str, found), default=None)


def install_with_playwright() -> str | None:
    """Have Playwright download its Chromium."""
    say("No Chromium yet: asking Playwright for one.")
    command = [sys.executable, "-m", "playwright", "install", "--only-shell", "chromium"]
    subprocess.run(command, stdout=sys.stderr, check=False)
    return downloaded_by_playwright("chromium_headless_shell-*")


def show(path: str) -> int:
    """Print the path and return status 0."""
    print(path)
    return 0


def give_up(sentence: str) -> int:
    """Print why there is no path and return status 1."""
    say(sentence)
    return 1


def say(sentence: str) -> None:
    """Print to standard error: standard output is for the path only."""
    print(sentence, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
