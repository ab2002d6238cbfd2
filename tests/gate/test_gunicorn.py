"""The parts of gunicorn that the worker relies on: an upgrade that changes one fails here first."""

from __future__ import annotations

import inspect

import pytest
from gunicorn.workers.gthread import TConn, ThreadWorker

from scorekeeper.gate.worker import BufferingWorker

# Overrides of gunicorn's methods, each called by its loop.
OVERRIDDEN = {
    "accept": "(self, listener)",
    "on_client_socket_readable": "(self, conn, client)",
    "enqueue_req": "(self, conn)",
    "handle_quit": "(self, sig, frame)",
    "murder_pending": "(self)",
    "finish_request": "(self, conn, fs)",
    "handle": "(self, conn)",
}
CALLED = {"handle_exit": "(self, sig, frame)", "murder_keepalived": "(self, force=False)"}
READ = ("keepalived_conns", "method_queue", "nr_conns", "poller", "tpool", "worker_connections")


@pytest.mark.parametrize(("name", "arguments"), [*OVERRIDDEN.items(), *CALLED.items()])
def test_methods_overridden_or_called_exist_with_the_same_arguments(name: str, arguments: str) -> None:
    assert str(inspect.signature(vars(ThreadWorker)[name])) == arguments


def test_nothing_else_is_overridden() -> None:
    own = {name for name in vars(BufferingWorker) if not name.startswith("_")}
    assert own & set(vars(ThreadWorker)) == set(OVERRIDDEN)


def test_attributes_that_the_worker_reads_exist_in_gunicorn() -> None:
    source = inspect.getsource(ThreadWorker)
    assert [name for name in READ if f"self.{name}" not in source] == []
    assert list(inspect.signature(TConn.__init__).parameters) == ["self", "cfg", "sock", "client", "server"]
