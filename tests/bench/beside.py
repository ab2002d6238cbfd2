"""ihatemoney, which keeps the bills of a group, measured beside La Marque: a list of ten bills, a bill recorded.

It is installed from PyPI into an environment of its own and served by the same gunicorn, one worker of eight threads.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from bench.browser import Asker, Browser, Request
from bench.house import House
from bench.rounds import PAGE, ROW, Case

_BILLS, _BESIDE, _COOKIE = 10, "ihatemoney", "session"
_LIST, _FOUND = Request("/demo/"), 302
_DAY = "2026-11-21"
_SERVED = ("gunicorn", "--worker-class", "gthread", "--threads", "8", "--workers", "1")
_TOKEN = re.compile(r'name="csrf_token"[^>]*value="([^"]+)"')
_MEMBER = re.compile(r'name="payed_for"[^>]*value="(\d+)"')


def installed(folder: Path) -> Path | None:
    """Install it; gives its Python, None where it cannot be had in two minutes."""
    python = folder / "ihatemoney-venv" / "bin" / "python"
    steps = (
        [sys.executable, "-m", "venv", str(python.parents[1])],
        [str(python), "-m", "pip", "install", "--quiet", _BESIDE, "gunicorn"],
    )
    try:
        for step in steps:
            subprocess.run(step, check=True, capture_output=True, timeout=120)
    except (subprocess.SubprocessError, OSError):
        return None
    return python


def opened(python: Path, folder: Path) -> House:
    """Its server, not yet started, on an empty database."""
    instance = folder / _BESIDE
    instance.mkdir()
    settings = instance / "settings.cfg"
    lines = (f"SQLALCHEMY_DATABASE_URI = 'sqlite:///{instance / 'bills.sqlite3'}'", "SECRET_KEY = 'for the bench'")
    settings.write_text("\n".join((*lines, "ACTIVATE_DEMO_PROJECT = True", "")), encoding="utf-8")
    command = (str(python), "-m", *_SERVED, "--bind", "127.0.0.1:{port}", "ihatemoney.wsgi:application")
    return House(instance, command, IHATEMONEY_SETTINGS_FILE_PATH=str(settings))


def cases(house: House) -> tuple[Case, Case]:
    """Enter its bills; gives the list of them, and one more recorded."""
    browser = Browser(house.port, name=_COOKIE)
    browser.ask(Request("/demo"))
    while browser.ask(_LIST).body.count(b"<tr owers=") < _BILLS:
        answer = browser.ask(_bill(browser, 0))
        assert answer.status == _FOUND, answer.page.text
    held = {"cookie": browser.cookie, "cookie_name": _COOKIE}
    return (
        Case(f"ihatemoney: list of {_BILLS} bills", ready=lambda _asker, _number: _LIST, floor=PAGE, **held),
        Case("ihatemoney: record a bill", ready=_bill, status=_FOUND, floor=ROW, **held),
    )


def _bill(asker: Asker, number: int) -> Request:
    shown = asker.ask(Request("/demo/add")).body.decode()
    token, members = _TOKEN.search(shown), _MEMBER.findall(shown)
    assert token is not None
    typed = {"date": _DAY, "what": f"Dîner {number}", "amount": "26", "payer": members[0], "payed_for": members}
    kind = {"bill_type": "Expense", "original_currency": "XXX", "csrf_token": token[1]}
    return Request("/demo/add", {**typed, **kind})
