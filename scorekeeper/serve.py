"""Prepare the database, print the addresses and the QR code, start gunicorn.

Gunicorn has a *master* process, which starts the *workers*, processes that answer requests. The *instance folder* has
the database, the secret key and the copies of the database. SQLite's *write-ahead log* is a file with the changes that
are not yet in the file of the database.
"""

import gc
import io
import os
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import segno
from flask import Flask
from gunicorn.app.base import BaseApplication
from jinja2 import TemplateError
from sqlalchemy import Engine, create_engine

from scorekeeper import settings
from scorekeeper.addresses import address_for_phones, find_addresses, listen, why_refused
from scorekeeper.command_error import CommandError
from scorekeeper.doctor import START_CHECKS
from scorekeeper.games import GAMES
from scorekeeper.games.search import library
from scorekeeper.gate import lanes
from scorekeeper.gate.worker import BufferingWorker
from scorekeeper.instance_lock import InstanceLockedError, answering_server, lock_instance, remember_address
from scorekeeper.record.database import (
    DatabaseLostError,
    configure,
    empty_write_ahead_log,
    open_database,
    without_password,
)
from scorekeeper.record.database.backup import sqlite_file
from scorekeeper.record.database.daily_copies import todays_copy
from scorekeeper.record.database.schema import prepare
from scorekeeper.record.transfer.importing import remove_unfinished_imports
from scorekeeper.web import create_app
from scorekeeper.web.core import assets
from scorekeeper.web.games import PAGES, load_pages

# An idle connection costs one open file; browsers that poll every few seconds reuse theirs.
_KEEPALIVE_SECONDS = 65
_CONNECTIONS = 512  # per worker, if it may open twice as many files
# For how long a start waits for the lock of the instance folder, which workers whose master was killed still own: first
# until they notice it and answer no more, then until they end.
_NOTICE_SECONDS = 2
_LOCK_SECONDS = 15  # such workers end within ten seconds
# Whether this program was started by `nohup`, so that it runs on when the terminal is closed.
_IGNORES_HANGUP = signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
# The time until the first check whether today has a copy of the database, and the time between two such checks.
_FIRST_COPY_SECONDS, _COPY_SECONDS = 60, 3600
_CHECKPOINT_SECONDS = 5  # another process may still have SQLite's write-ahead log open


class Server(BaseApplication):  # type: ignore[misc]
    """Gunicorn, configured here only; each worker calls `app_factory` to create its application.

    `on_exit` is called after every worker has ended.
    """

    def __init__(
        self, listener: socket.socket, workers: int, app_factory: Callable[[], Flask], on_exit: Callable[[object], None]
    ) -> None:
        self._app_factory = app_factory
        self._options = {
            # The number of the open socket: no other program can take the port between the check and the start.
            "bind": f"fd://{listener.detach()}",
            "workers": workers,
            "worker_class": BufferingWorker,
            "threads": lanes.THREADS,
            # At most half of the files that the process may open.
            "worker_connections": min(_CONNECTIONS, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 2),
            "keepalive": _KEEPALIVE_SECONDS,
            "sendfile": False,  # `gate/worker.py` sends the responses itself
            "forwarder_headers": "",  # a proxy may set the scheme, but not the path prefix
            "graceful_timeout": 10,  # seconds in which the workers end their answers
            "control_socket_disable": True,  # no socket by which commands control gunicorn
            "accesslog": None,  # requests are not logged
            "loglevel": "warning",
            "umask": 0o077,  # gunicorn's default makes files that everyone can read and write
            "proc_name": "scorekeeper",
            "on_exit": on_exit,
            "when_ready": _stop_at_hangup,
        }
        super().__init__()

    def load_config(self) -> None:
        """Set gunicorn's options."""
        for name, value in self._options.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        """Create the application; each worker does so itself, so that nothing is shared by fork."""
        app = self._app_factory()
        # Load every template now, so that no request waits for it. First the folders of the templates of games in other
        # packages.
        package_templates = tuple(f"games/{slug}/" for slug, pages in PAGES.items() if pages.templates is not None)
        for name in app.jinja_env.list_templates():
            try:
                app.jinja_env.get_template(name)
            except TemplateError as error:
                # A wrong template of a game in another package stops only its pages, not the server.
                if not name.startswith(package_templates):
                    raise
                app.logger.error("The template %s cannot be used: %s.", name, error)  # noqa: TRY400 - a sentence
        # Exclude all objects made so far from garbage collection: they are never freed, and checking them would delay
        # requests.
        gc.collect()
        gc.freeze()
        return app


def serve(host: str, port: int, workers: int | None, opens: str = "/") -> None:
    """Run the server on `host` and `port` (0: any free one) until stopped; one worker per core by default.

    The printed addresses and the QR code lead to the path `opens`.

    Raises `CommandError` when another server uses the instance folder, when the port is taken, or when a check of
    `doctor.START_CHECKS` fails; `OSError` when the instance folder cannot be written.
    """
    folder = settings.instance_folder()
    _lock_instance(folder)
    # The open port, before anything is changed: it raises `CommandError` if the port is taken.
    listener = listen(host, port)
    # Each raises a `CommandError` that says what is wrong.
    for check in START_CHECKS.values():
        check()
    url = settings.database_url()
    # None with PostgreSQL.
    file = sqlite_file(url)
    database = without_password(url)
    if file is not None:
        # The file has a lock of its own: it may be in no instance folder, or in that of another server.
        lock_instance(file.parent, wait_seconds=_NOTICE_SECONDS, name=f"{file.name}-lock")
        database = str(file)
        if not file.exists():
            database += " (new)"
    # Creates the tables, or changes them to those of this version.
    prepare(url)
    engine = create_engine(url)
    # Before the workers start, so that at the end it recognises whether the file is still the one that they used.
    configure(engine)
    # Make the key and the compressed files now, so that the workers only read them.
    settings.secret_key()
    assets.prepare_files(settings.folder("static"), folder / "static")
    try:
        with open_database(url):
            remove_unfinished_imports()
    except CommandError as error:  # the next start tries again
        print(f"Interrupted imports stay in the database: {error}", file=sys.stderr)
    # The port chosen by the system if it was 0.
    port = listener.getsockname()[1]
    local, _network = find_addresses(host, port)
    # Store the address for commands that ask the running server.
    remember_address(folder, local)
    # The address for phones, or "" and the reason why there is none.
    phones, no_phones = address_for_phones(host, port)
    path = opens.rstrip("/")
    # The address for this computer, or the reason why the server refuses its pages at this address.
    shown = why_refused(local) or f"{local}{path}"
    _print_addresses(shown, phones and f"{phones}{path}", no_phones, database)
    _copy_each_day(url, folder / "backups")
    _load_indexes()
    # The address for phones is in the configuration, because pages show it as a QR code.
    create = partial(create_app, {"NETWORK_ADDRESS": phones})
    Server(listener, workers or _core_count(), create, partial(_empty_write_ahead_log, engine)).run()


def _copy_each_day(url: str, folder: Path) -> None:
    """Start a process, shortly after the start and then each hour, that copies the database if today has no copy.

    A timer of the master interrupts it: a thread would make its later forks unsafe. Workers inherit no timer, and
    gunicorn uses other signals.
    """

    def copy(*_signal: object) -> None:
        # `todays_copy` returns the path that the copy of today has or would have.
        if todays_copy(url, folder).exists():
            return
        # `nice -n 19`: the lowest priority, on Linux also for the disk. `-P`: Python imports no module of the current
        # folder, which could replace one of the app.
        command = ["nice", "-n", "19", sys.executable, "-P", "-m", "scorekeeper.cli", "backup"]
        try:
            subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)  # noqa: S603
        except OSError as error:
            print(f"No copy was made: {error}.", file=sys.stderr)

    # The timer sends this signal.
    signal.signal(signal.SIGALRM, copy)
    signal.setitimer(signal.ITIMER_REAL, _FIRST_COPY_SECONDS, _COPY_SECONDS)


def _load_indexes() -> None:
    """Load the rulebooks and their indexes, so that the workers, which are forked, share them.

    The garbage collector is stopped for this time, because it would delay the start. `gc.freeze`: it later never writes
    into these objects, because memory that is written to is copied for each worker.
    """
    gc.disable()
    load_pages()
    for game in filter(library.answers_questions, GAMES.values()):
        library.index(game)
    gc.freeze()
    gc.enable()


def _lock_instance(folder: Path) -> None:
    """Lock the instance folder for this process and its workers, waiting for a server that is stopping."""
    try:
        lock_instance(folder, wait_seconds=_NOTICE_SECONDS)
    except InstanceLockedError:
        try:
            # `answering_server` returns an address if a server answers: this server then has the lock.
            is_running = answering_server(folder) is not None
        except CommandError:  # it is stopping
            is_running = False
        if is_running:
            raise
        print(f"Another server is stopping; waiting for it, {_LOCK_SECONDS} seconds at most.", file=sys.stderr)
        lock_instance(folder, wait_seconds=_LOCK_SECONDS)


def _stop_at_hangup(_master: object) -> None:
    """Stop the server when its terminal is closed (SIGHUP), unless `nohup` keeps it running.

    By default gunicorn loads the application again at this signal.
    """
    if not _IGNORES_HANGUP:
        signal.signal(signal.SIGHUP, lambda *_: os.kill(os.getpid(), signal.SIGTERM))


def _empty_write_ahead_log(engine: Engine, _master: object) -> None:
    """Write SQLite's log back into the database file, unless the file was lost."""
    try:
        # Nothing with PostgreSQL.
        empty_write_ahead_log(engine, _CHECKPOINT_SECONDS)
    except (DatabaseLostError, sqlite3.Error) as error:
        print(f"The database was left as it is: {error}.", file=sys.stderr)
    engine.dispose()


def _core_count() -> int:
    """Return the number of cores this process may use, which a container can limit."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _print_addresses(local: str, phones: str, no_phones: str, database: str) -> None:
    """Print both addresses, the QR code of that for phones or why there is none, and the database."""
    for_phones = [f"  No phone can reach it: {no_phones}.", ""]
    if phones:
        for_phones = [f"  On a phone, on this Wi-Fi:  {phones}", "", _draw_qr_code(phones)]
    lines = (
        "La Marque is running.",
        f"  On this computer:           {local}",
        *for_phones,
        f"Database: {database}",
        "Ctrl-C stops it.",
        "",
    )
    # If the encoding of the output lacks the block characters, they become question marks: the QR code cannot be read,
    # but the addresses are printed.
    encoding = sys.stdout.encoding
    print("\n".join(lines).encode(encoding, errors="replace").decode(encoding), end="", flush=True)


def _draw_qr_code(address: str) -> str:
    """Draw the QR code, two of its rows on each line."""
    drawing = io.StringIO()
    # `error="l"`: the least redundancy, so that the code is small.
    segno.make(address, error="l", micro=False).terminal(out=drawing, border=2, compact=True)
    if not sys.stdout.isatty():
        return drawing.getvalue()
    # The blocks are the light squares of the code. The colours white on black are set, because a terminal with a light
    # background would show the blocks dark.
    return "\n".join(f"\033[97;40m{row}\033[0m" for row in drawing.getvalue().splitlines()) + "\n"
