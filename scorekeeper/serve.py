"""Prepare the database, print the addresses and the QR code, start gunicorn."""

import gc
import io
import os
import resource
import signal
import socket
import sqlite3
import sys
from collections.abc import Callable
from contextlib import suppress
from errno import EACCES, EADDRINUSE

import segno
from flask import Flask
from gunicorn.app.base import BaseApplication
from jinja2 import TemplateError
from sqlalchemy import Engine, create_engine

from scorekeeper import settings
from scorekeeper.command_error import CommandError
from scorekeeper.games import GAMES
from scorekeeper.games.search import library
from scorekeeper.gate import lanes
from scorekeeper.gate.worker import BufferingWorker
from scorekeeper.instance_lock import InstanceLockedError, ask, lock_instance, remember_address, running_address
from scorekeeper.record.database import (
    DatabaseLostError,
    configure,
    empty_write_ahead_log,
    open_database,
    without_password,
)
from scorekeeper.record.database.schema import prepare, refuse_damaged, sqlite_file
from scorekeeper.record.transfer.importing import remove_unfinished_imports
from scorekeeper.web import create_app
from scorekeeper.web.core import assets
from scorekeeper.web.core.phone_address import is_loopback
from scorekeeper.web.games import PAGES, load_pages

_ALL_INTERFACES = ("0.0.0.0", "::", "")  # noqa: S104 (compared with, not bound to)
# An idle connection costs one open file; browsers that poll every few seconds reuse theirs.
_KEEPALIVE_SECONDS = 65
_LAST_RESERVED_PORT, _LAST_PORT = 1023, 65535
_CONNECTIONS = 512  # per worker, if it may open twice as many files
_NOTICE_SECONDS = 2  # workers whose master was killed notice it, and answer no more
_LOCK_SECONDS = 15  # workers whose master was killed end within ten seconds
_IGNORES_HANGUP = signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
_CHECKPOINT_SECONDS = 5  # another process may still have SQLite's write-ahead log open


class Server(BaseApplication):  # type: ignore[misc]
    """Gunicorn, configured here only; each worker calls `app_factory` to create its application.

    `on_exit` is called after every worker has ended.
    """

    def __init__(
        self, listener: socket.socket, workers: int, app_factory: Callable[[], Flask], on_exit: Callable[[], None]
    ) -> None:
        self._app_factory = app_factory
        self._options = {
            # An open socket: no other program can take the port between the check and the start.
            "bind": f"fd://{listener.detach()}",
            "workers": workers,
            "worker_class": BufferingWorker,
            "threads": lanes.THREADS,
            "worker_connections": _connection_limit(),
            "keepalive": _KEEPALIVE_SECONDS,
            "sendfile": False,  # `gate/worker.py` sends the responses itself
            "forwarder_headers": "",  # a proxy may set the scheme, but not the path prefix
            "graceful_timeout": 10,
            "control_socket_disable": True,
            "accesslog": None,
            "loglevel": "warning",
            "umask": 0o077,  # gunicorn's default makes files that everyone can read and write
            "proc_name": "scorekeeper",
            "on_exit": lambda _master: on_exit(),
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
        # Load every template now, so that no request waits for it. Exclude all objects made so far from garbage
        # collection, because they are never freed, and checking them would delay requests.
        package_templates = tuple(f"games/{slug}/" for slug, pages in PAGES.items() if pages.templates is not None)
        for name in app.jinja_env.list_templates():
            try:
                app.jinja_env.get_template(name)
            except TemplateError as error:
                if not name.startswith(package_templates):
                    raise
                app.logger.error("The template %s cannot be used: %s.", name, error)  # noqa: TRY400 - a sentence
        gc.collect()
        gc.freeze()
        return app


def serve(host: str, port: int, workers: int | None, opens: str = "/") -> None:
    """Run the server on `host` and `port` (0: any free one) until stopped; one worker per core by default.

    The printed addresses and the QR code lead to the path `opens`.

    Raises `CommandError` when another server uses the instance folder, when the port is taken, or when the database
    cannot be used (for instance because a newer version made it); `OSError` when the instance folder cannot be written.
    """
    _lock_instance()
    listener = _listen(host, port)
    url = settings.database_url()
    refuse_damaged(url)
    file = sqlite_file(url)
    is_new = file is not None and not file.exists()
    prepare(url)
    engine = create_engine(url)
    configure(engine)  # before the workers start, so that at the end it knows their file from another
    settings.secret_key()
    assets.prepare_files(settings.folder("static"), settings.instance_folder() / "static")
    with open_database(url):
        remove_unfinished_imports()
    local, network = _addresses(host, listener.getsockname()[1])
    remember_address(settings.instance_folder(), local)
    path = opens.rstrip("/")
    database = f"{file or without_password(url)}{' (new)' if is_new else ''}"
    _print_addresses(f"{local}{path}", network and f"{network}{path}", database)

    def create() -> Flask:
        app = create_app()
        app.config["NETWORK_ADDRESS"] = network
        return app

    _load_indexes()
    Server(listener, workers or _core_count(), create, lambda: _empty_write_ahead_log(engine)).run()


def _load_indexes() -> None:
    """Load the rulebooks and their indexes, so that the workers, which are forked, share them.

    The garbage collector would delay the start, and write into each object and so copy it for each worker.
    """
    gc.disable()
    load_pages()
    for game in filter(library.answers_questions, GAMES.values()):
        library.index(game)
    gc.freeze()
    gc.enable()


def _lock_instance() -> None:
    """Lock the instance folder for this process and its workers, waiting for a server that is stopping."""
    folder = settings.instance_folder()
    remedy = "stop it first, or set SCOREKEEPER_INSTANCE to another folder"
    refusal = CommandError(f"Another server is running on {folder}: {remedy}.")
    with suppress(InstanceLockedError):
        lock_instance(folder, wait_seconds=_NOTICE_SECONDS)
        return
    address = running_address(folder)
    with suppress(OSError):
        if address is not None:
            ask(address)
            raise refusal
    print(f"Another server is stopping; waiting for it, {_LOCK_SECONDS} seconds at most.", file=sys.stderr)
    try:
        lock_instance(folder, wait_seconds=_LOCK_SECONDS)
    except InstanceLockedError:
        raise refusal from None


def _stop_at_hangup(_master: object) -> None:
    """Stop the server when its terminal is closed, unless `nohup` keeps it running. Gunicorn would load it again."""
    if not _IGNORES_HANGUP:
        signal.signal(signal.SIGHUP, lambda *_: os.kill(os.getpid(), signal.SIGTERM))


def _empty_write_ahead_log(engine: Engine) -> None:
    """Write SQLite's log back into the database file, unless the file was lost."""
    try:
        empty_write_ahead_log(engine, _CHECKPOINT_SECONDS)
    except DatabaseLostError as error:
        print(f"The database was left as it is: {error}.", file=sys.stderr)
    except sqlite3.Error as error:
        print(f"The database cannot be used: {error}.", file=sys.stderr)
    engine.dispose()


def _listen(host: str, port: int) -> socket.socket:
    """Open the port; if the host is `::`, for both IPv4 and IPv6."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    dual_stack = host == "::" and socket.has_dualstack_ipv6()
    try:
        return socket.create_server((host, port), family=family, backlog=2048, dualstack_ipv6=dual_stack)
    except OSError as error:
        is_port = error.errno in {EADDRINUSE, EACCES}
        other = port + 1 if _LAST_RESERVED_PORT < port < _LAST_PORT else 8000
        remedy = f"Try another port: PORT={other}." if is_port else "HOST must be an address of this computer."
        cause = str(error.strerror).partition(" (while ")[0]  # Python adds the address in its own notation
        message = f"Cannot listen on {host}, port {port}: {cause}. {remedy}"
        raise CommandError(message) from error


def _connection_limit() -> int:
    """Return how many connections a worker keeps open: at most half of the files that it may open."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return _CONNECTIONS if files == resource.RLIM_INFINITY else min(_CONNECTIONS, files // 2)


def _core_count() -> int:
    """Return the number of cores this process may use, which a container can limit."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _addresses(host: str, port: int) -> tuple[str, str | None]:
    """Return the address for this computer and the one for the local network, None if it cannot be reached from it."""
    all_interfaces = host in _ALL_INTERFACES
    local = f"http://{'localhost' if all_interfaces else _bracket_ipv6(host)}:{port}"
    if is_loopback(host):
        return local, None
    return local, f"http://{_bracket_ipv6(lan_address() if all_interfaces else host)}:{port}"


def _print_addresses(local: str, network: str | None, database: str) -> None:
    """Print both addresses, the QR code of the second, and the database."""
    phones = (
        (f"  On a phone, on this Wi-Fi:  {network}", "", _draw_qr_code(network))
        if network
        else ("  No phone can reach it: it listens on this computer only.", "")
    )
    lines = (
        "La Marque is running.",
        f"  On this computer:           {local}",
        *phones,
        f"Database: {database}",
        "Ctrl-C stops it.",
        "",
    )
    # If the encoding lacks the block characters, the QR code is lost, but the addresses are printed.
    encoding = sys.stdout.encoding
    print("\n".join(lines).encode(encoding, errors="replace").decode(encoding), end="", flush=True)


def _draw_qr_code(address: str) -> str:
    """Draw the QR code, two of its rows on each line."""
    drawing = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(out=drawing, border=2, compact=True)
    if not sys.stdout.isatty():
        return drawing.getvalue()
    # The blocks are the light modules: set both colours, or a light terminal shows a negative.
    return "\n".join(f"\033[97;40m{row}\033[0m" for row in drawing.getvalue().splitlines()) + "\n"


def _bracket_ipv6(address: str) -> str:
    return f"[{address}]" if ":" in address else address


def lan_address() -> str:
    """Return this computer's address on the local network, or 127.0.0.1 without a network.

    Connecting a datagram socket only chooses a route; nothing is sent.
    """
    for target in ("192.0.2.1", "10.255.255.255", "192.168.255.255"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))
            except OSError:
                continue
            return str(probe.getsockname()[0])
    return "127.0.0.1"
