"""ihatemoney, an app for shared bills, compared with La Marque: a list of ten bills, and recording a bill.

It is installed from PyPI into its own environment and served by gunicorn, with one worker of eight threads.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from bench.browser import Browser, Request
from bench.cases import CACHED, RECORD
from bench.rounds import ROW, Case
from support.commands import Server

_BILLS, _PACKAGE = 10, "ihatemoney"
_LIST, _FOUND = Request("/demo/"), 302
_DAY = "2026-11-21"
_SERVED = ("gunicorn", "--worker-class", "gthread", "--threads", "8", "--workers", "1")
_TOKEN = re.compile(r'name="csrf_token"[^>]*value="([^"]+)"')
_MEMBER = re.compile(r'name="payed_for"[^>]*value="(\d+)"')


class Ihatemoney(Server):
    """The server of ihatemoney, with an empty database."""

    def __init__(self, python: Path, instance: Path) -> None:
        instance.mkdir()
        database, settings = instance / "bills.sqlite3", instance / "settings.cfg"
        lines = f"SQLALCHEMY_DATABASE_URI = 'sqlite:///{database}'\nSECRET_KEY = 'k'\nACTIVATE_DEMO_PROJECT = True\n"
        settings.write_text(lines, encoding="utf-8")
        super().__init__(instance, IHATEMONEY_SETTINGS_FILE_PATH=str(settings))
        self._python = python

    def command(self) -> list[str]:
        """Return the command that serves it with gunicorn."""
        return [str(self._python), "-m", *_SERVED, "--bind", f"127.0.0.1:{self.port}", "ihatemoney.wsgi:application"]


def installed(folder: Path) -> Path | None:
    """Install ihatemoney; return its Python, or None if that fails or takes over two minutes."""
    python = folder / "ihatemoney-venv" / "bin" / "python"
    steps = (
        [sys.executable, "-m", "venv", str(python.parents[1])],
        [str(python), "-m", "pip", "install", "--quiet", _PACKAGE, "gunicorn"],
    )
    try:
        for step in steps:
            subprocess.run(step, check=True, capture_output=True, timeout=120)
    except (subprocess.SubprocessError, OSError):
        return None
    return python


def opened(server: Server) -> Browser:
    """Record the bills; return the browser that shows their list."""
    browser = Browser(server.port)
    browser.send(Request("/demo"))
    while browser.send(_LIST).body.count(b"<tr owers=") < _BILLS:
        answer = browser.send(_bill(browser, 0))
        assert answer.status == _FOUND, answer.page.text
    return browser


def cases() -> Iterator[tuple[str, Case]]:
    """Yield the cases of ihatemoney, each with the name of its counterpart of La Marque."""
    yield CACHED, Case(f"its list of {_BILLS} bills", lambda _browser, _number: _LIST)
    yield RECORD, Case("its record of a bill", _bill, ROW)


def _bill(browser: Browser, number: int) -> Request:
    page = browser.send(Request("/demo/add")).body.decode()
    token, members = _TOKEN.search(page), _MEMBER.findall(page)
    assert token is not None
    typed = {"date": _DAY, "what": f"Dîner {number}", "amount": "26", "payer": members[0], "payed_for": members}
    kind = {"bill_type": "Expense", "original_currency": "XXX", "csrf_token": token[1]}
    return Request("/demo/add", {**typed, **kind}, status=_FOUND)
