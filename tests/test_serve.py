"""`lamarque serve`, in a process of its own."""

import io
import re
import socket
import sqlite3
import stat
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest
import segno
from support import commands, damage, instances, postgres
from support.commands import PATIENCE, Server, environment, free_port

from scorekeeper.addresses import lan_address

pytestmark = pytest.mark.sweep("starts real processes")

NO_TRACE = "Traceback"


def refused(folder: Path, *words: str, status: int = 1, **settings: str) -> str:
    """Return the error of a `lamarque serve` that is expected to fail with this status."""
    done = subprocess.run(
        [sys.executable, "-m", "scorekeeper.cli", "serve", *words],
        env=environment(folder / "instance", **settings),
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert (done.returncode, done.stdout) == (status, "")
    assert NO_TRACE not in done.stderr
    return done.stderr


def test_it_prints_both_addresses_and_the_code_of_the_second(own_server: Server) -> None:
    printed = own_server.printed()
    assert f"http://localhost:{own_server.port}\n" in printed
    lan = f"http://{lan_address()}:{own_server.port}"
    assert f"{lan}\n" in printed
    drawn = io.StringIO()
    segno.make(lan, error="l", micro=False).terminal(out=drawn, border=2, compact=True)
    assert drawn.getvalue() in printed


def test_the_code_of_a_carnet_made_at_localhost_has_the_address_for_phones(own_server: Server) -> None:
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    address = f"http://localhost:{own_server.port}/carnets"
    with browser.open(address, timeout=PATIENCE) as form:
        (token, *_) = re.findall(r'name="csrf_token" value="([^"]+)"', form.read().decode())
    fields = urllib.parse.urlencode({"csrf_token": token, "name": "Jeudi"}).encode()
    with browser.open(address, fields, timeout=PATIENCE) as page:
        assert f"http://{lan_address()}:{own_server.port}/open#" in page.read().decode()


def test_the_lan_address_is_one_of_this_computer() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+\.\d+", lan_address())
    with socket.create_server((lan_address(), 0)) as listening:
        assert listening.getsockname()[0] == lan_address()


def test_a_taken_port_is_reported_in_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("0.0.0.0", 0)) as taken:  # noqa: S104 (as the server does)
        port = taken.getsockname()[1]
        error = refused(tmp_path, PORT=str(port))
    assert error.count("\n") == 1
    assert f"port {port}" in error
    assert "in use" in error


def test_a_host_of_another_computer_is_reported_in_one_sentence(tmp_path: Path) -> None:
    error = refused(tmp_path, "--host", "192.0.2.7", "--port", "0", status=2)
    assert error.startswith("Cannot listen on 192.0.2.7, port 0: ")
    assert error.endswith(" HOST must be an address of this computer.\n")
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("settings", "here", "phones"),
    [
        ({"HOST": "127.0.0.1"}, "", "  No phone can reach it: it listens on this computer only."),
        (
            {"SCOREKEEPER_HOSTS": "cards.local"},
            "SCOREKEEPER_HOSTS lacks localhost",
            (
                f"  No phone can reach it: SCOREKEEPER_HOSTS lacks {lan_address()}; add it, or set "
                "SCOREKEEPER_PUBLIC_URL."
            ),
        ),
    ],
)
def test_only_addresses_that_answer_are_printed(
    tmp_path: Path, settings: dict[str, str], here: str, phones: str
) -> None:
    server = Server(instances.with_caches(tmp_path / "instance"), **settings)
    try:
        lines = server.start().printed().splitlines()
    finally:
        server.kill()
    assert lines == [
        "La Marque is running.",
        f"  On this computer:           {here or f'http://127.0.0.1:{server.port}'}",
        phones,
        "",
        f"Database: {server.instance / 'scorekeeper.sqlite3'} (new)",
        "Ctrl-C stops it.",
    ]


def test_a_file_that_a_server_uses_is_not_served_again(own_server: Server, tmp_path: Path) -> None:
    file = own_server.instance / "scorekeeper.sqlite3"
    others = {"SCOREKEEPER_INSTANCE": f"{tmp_path}/other", "SCOREKEEPER_DATABASE_URL": f"sqlite:///{file}"}
    error = refused(tmp_path, "--port", "0", **others)
    assert error.startswith(f"Another server has locked {file}-lock: ")


def test_a_damaged_database_is_not_served(tmp_path: Path) -> None:
    assert commands.call(tmp_path, "demo").returncode == 0
    database = tmp_path / "instance" / "scorekeeper.sqlite3"
    damage.overwrite_table(database, "change")
    before = database.read_bytes()
    error = refused(tmp_path, "--port", "0")
    assert error.startswith(f"The database {database} is damaged: ")
    assert error.endswith(" Restore a copy with `lamarque restore FILE`.\n")
    assert database.read_bytes() == before


def assert_lost(server: Server) -> None:
    for _ in range(3):  # later ones would connect anew
        status, page = server.get("/ready")
        assert status == 503
        assert "lamarque restore" in page


def test_nothing_is_acknowledged_once_the_database_file_is_deleted(own_server: Server) -> None:
    """Also when an empty one or a copy is put in its place; the server makes no new file."""
    database = own_server.instance / "scorekeeper.sqlite3"
    assert own_server.get("/ready") == (200, "ok")
    copy = database.read_bytes()
    for suffix in ("", "-wal", "-shm"):
        database.with_name(database.name + suffix).unlink(missing_ok=True)
    assert_lost(own_server)
    assert not database.exists()
    assert commands.call(own_server.instance.parent, "healthcheck").returncode == 1
    database.with_name("copy").write_bytes(copy)
    database.with_name("copy").rename(database)
    assert own_server.get("/ready")[0] == 503
    assert own_server.restart().get("/ready") == (200, "ok")


@pytest.mark.parametrize("suffix", ["-wal", ""])
def test_nothing_is_acknowledged_once_the_log_is_deleted_or_the_database_emptied(
    own_server: Server, suffix: str
) -> None:
    assert own_server.get("/ready") == (200, "ok")
    file = own_server.instance / f"scorekeeper.sqlite3{suffix}"
    if suffix:
        file.unlink()
    else:
        file.write_bytes(b"")
    assert_lost(own_server)
    assert own_server.stop() == 0
    assert NO_TRACE not in own_server.printed()
    if not suffix:
        assert commands.call(own_server.instance.parent, "export", "K" * 16).returncode == 1
        assert file.read_bytes() == b""


def test_an_empty_file_is_not_served(tmp_path: Path) -> None:
    database = tmp_path / "empty.sqlite3"
    database.touch()
    error = refused(tmp_path, "--port", "0", SCOREKEEPER_DATABASE_URL=f"sqlite:///{database}")
    assert error.startswith(f"The database {database} is an empty file. ")
    assert database.read_bytes() == b""


def test_a_database_moved_away_and_back_has_its_latest_manches(own_server: Server) -> None:
    """The stop writes its log back into the file, but not into another."""
    database = own_server.instance / "scorekeeper.sqlite3"
    assert own_server.get("/ready") == (200, "ok")
    assert commands.call(own_server.instance.parent, "demo").returncode == 0
    before = manches(database)
    assert before > 0
    moved = database.rename(database.with_name("moved.sqlite3"))
    assert own_server.stop() == 0
    assert "The database was left as it is" in own_server.printed()
    assert not database.exists()
    assert "was deleted or emptied, and " in refused(own_server.instance.parent, "--port", "0")
    assert not database.exists()
    moved.rename(database)
    assert own_server.start().get("/ready") == (200, "ok")
    assert manches(database) == before


def test_a_database_damaged_while_it_is_served_stops_in_one_sentence(own_server: Server) -> None:
    assert own_server.get("/ready") == (200, "ok")
    (own_server.instance / "scorekeeper.sqlite3-wal").unlink()
    (own_server.instance / "scorekeeper.sqlite3").write_bytes(b"not a database" * 1000)
    assert own_server.stop() == 0
    assert "The database was left as it is: file is not a database." in own_server.printed()
    assert NO_TRACE not in own_server.printed()


def manches(database: Path) -> int:
    with closing(sqlite3.connect(database)) as connection:
        (count,) = connection.execute("SELECT count(*) FROM manche").fetchone()
    return int(count)


def test_an_invalid_port_or_number_of_workers_is_reported(tmp_path: Path) -> None:
    assert "'huit mille' cannot be used: PORT" in refused(tmp_path, PORT="huit mille", status=2)
    assert "'300000' cannot be used: --workers must be a number from 1 to 256" in refused(
        tmp_path, "--workers", "300000", status=2
    )


def test_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "newer.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(
            "CREATE TABLE alembic_version (version_num VARCHAR(32));INSERT INTO alembic_version VALUES ('9999')"
        )
    before = path.read_bytes()
    assert "newer" in refused(tmp_path, "--port", str(free_port()), SCOREKEEPER_DATABASE_URL=f"sqlite:///{path}")
    assert path.read_bytes() == before


def test_only_the_owner_can_read_the_key_and_it_survives_a_restart(own_server: Server) -> None:
    key = own_server.instance / "secret_key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    before = key.read_bytes()
    own_server.restart()
    assert key.read_bytes() == before
    assert own_server.get("/")[0] == 200


def test_ctrl_c_stops_it_silently(own_server: Server) -> None:
    before = own_server.printed()
    assert own_server.stop() == 0
    assert own_server.printed() == before
    with socket.create_server(("127.0.0.1", own_server.port)) as free:
        assert free.getsockname()[1] == own_server.port


STOPPED_WHILE_LOADING = """
import os, signal, time, weakref
from scorekeeper import serve
from scorekeeper.web import create_app

class Collected:
    pass

def stop(_):
    os.kill(os.getppid(), signal.SIGINT)
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(0.3)

def make(config):
    collected = Collected()
    callback = weakref.ref(collected, stop)
    del collected
    return create_app(config)

serve.create_app = make
serve.serve("127.0.0.1", 0, 1)
"""


def test_ctrl_c_during_the_start_is_not_lost(tmp_path: Path) -> None:
    """Python ignores an exception in the callback of a weak reference, where the signal may reach a worker."""
    done = subprocess.run(
        [sys.executable, "-c", STOPPED_WHILE_LOADING],
        env=environment(instances.with_caches(tmp_path / "instance")),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == ""


def test_nothing_is_written_outside_the_instance(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    home = str(tmp_path / "home")
    server = Server(instances.with_caches(tmp_path / "instance"), HOME=home, XDG_RUNTIME_DIR=home)
    try:
        server.start()
        assert list((tmp_path / "home").iterdir()) == []
    finally:
        server.kill()


def test_it_runs_on_postgresql(postgres_url: str, tmp_path: Path) -> None:
    database = postgres.create_database(postgres_url)
    server = Server(instances.with_caches(tmp_path / "instance"), SCOREKEEPER_DATABASE_URL=database)
    try:
        assert server.start().get("/")[0] == 200
        assert not (server.instance / "scorekeeper.sqlite3").exists()
    finally:
        server.kill()
        postgres.drop_database(postgres_url, database)


class Demo(Server):
    """`lamarque demo --serve` on its own port."""

    def command(self) -> list[str]:
        return [sys.executable, "-m", "scorekeeper.cli", "demo", "--serve", "--port", str(self.port)]


class WithoutCommand(Server):
    """`lamarque`, with the port in the environment."""

    def command(self) -> list[str]:
        return [sys.executable, "-m", "scorekeeper.cli"]


def test_the_demo_is_served_from_a_folder_that_is_deleted_at_the_end(tmp_path: Path) -> None:
    """Its address and QR code open the notebook of examples; nothing is written to the usual folders."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    server = Demo(tmp_path / "instance", TMPDIR=str(temporary))
    try:
        server.start()
        (folder,) = temporary.glob("lamarque-demo-*")
        assert (folder / "scorekeeper.sqlite3").is_file()
        assert re.search(rf"http://localhost:{server.port}/open#[0-9A-Z]{{16}}\n", server.printed())
        assert server.get("/open")[0] == 200
        assert server.stop() == 0
    finally:
        server.kill()
    assert list(temporary.glob("lamarque-demo-*")) == []
    assert not (tmp_path / "instance" / "scorekeeper.sqlite3").exists()


def test_a_demo_stopped_while_it_starts_leaves_no_folder(tmp_path: Path) -> None:
    started = subprocess.Popen(
        [sys.executable, "-m", "scorekeeper.cli", "demo", "--serve", "--port", "0"],
        env=environment(tmp_path / "instance", TMPDIR=str(tmp_path)),
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
    )
    until = time.monotonic() + PATIENCE
    while not list(tmp_path.glob("lamarque-demo-*")) and time.monotonic() < until:
        time.sleep(0.01)
    started.terminate()
    assert started.wait(PATIENCE) == 0
    assert list(tmp_path.iterdir()) == []


class Unheard(Server):
    """A server whose input and output are closed."""

    def command(self) -> list[str]:
        return ["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", *super().command()]


def test_it_serves_with_its_output_closed_and_settings_of_gunicorn(tmp_path: Path) -> None:
    server = Unheard(instances.with_caches(tmp_path / "instance"), workers=1, WEB_CONCURRENCY="many")
    try:
        assert server.start().get("/ready") == (200, "ok")
        assert server.stop() == 0
    finally:
        server.kill()


def test_without_a_command_it_serves_and_healthcheck_asks_it(tmp_path: Path) -> None:
    """A server that is stopped, or whose database has lost its tables, is not healthy."""
    port = free_port()
    server = WithoutCommand(instances.with_caches(tmp_path / "instance"), PORT=str(port))
    server.port = port
    try:
        server.start()
        assert server.get("/ready") == (200, "ok")
        assert commands.call(tmp_path, "healthcheck").returncode == 0
        with closing(sqlite3.connect(tmp_path / "instance" / "scorekeeper.sqlite3")) as database:
            database.execute("ALTER TABLE carnet RENAME TO lost")
        done = commands.call(tmp_path, "healthcheck")
        assert (done.returncode, done.stderr.count(b"\n")) == (1, 1)
        assert server.stop() == 0
    finally:
        server.kill()
    done = commands.call(tmp_path, "healthcheck")
    assert (done.returncode, done.stderr.decode()) == (1, f"No server is running on {tmp_path / 'instance'}.\n")
