"""Pages rendered once for everybody: kept until what they show changes, and not sent again to whoever has them.

A page is kept under all that it was made from, the version of its partie first, so that it is right whichever worker
made the change. What belongs to one reader alone, the cross-site token, the ids of the forms and what came since the
version that the reader knows, is left open and filled in as the page goes out.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import re
import secrets
from base64 import urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from urllib.parse import urlencode

from flask import Flask, Response, current_app, g, make_response, request, session
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup

from scorekeeper.web.core.formatting import layout
from scorekeeper.web.core.language import current
from scorekeeper.web.flow.access import reader

KEPT_BYTES = 8 * 1024 * 1024
# Nothing that somebody typed reads so on a page: there an angle bracket is escaped.
_TOKEN, _FORM_ID, _NEWS = Markup("<token>"), Markup("<form-id>"), Markup("<news>")
_OPEN = re.compile(f"{_TOKEN}|{_FORM_ID}|{_NEWS}")
KNOWN = "known"  # the argument of the version that a reader knows
_ID_BYTES = 12


class _KeptPages:
    """The latest pages, as many as fit."""

    def __init__(self) -> None:
        self._pages: OrderedDict[Hashable, tuple[str, int]] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._pages)

    def get(self, key: Hashable) -> str | None:
        with self._lock:
            if key not in self._pages:
                return None
            self._pages.move_to_end(key)
            return self._pages[key][0]

    def put(self, key: Hashable, page: str) -> None:
        # The key counts too: a reader chooses part of it, and news may be nothing at all.
        size = len(page) + len(repr(key))
        with self._lock:
            self._size += size - self._pages.pop(key, ("", 0))[1]
            self._pages[key] = page, size
            while self._size > KEPT_BYTES:
                self._size -= self._pages.popitem(last=False)[1][1]


def init_app(app: Flask) -> None:
    """Give templates the token and the ids of forms, or their open places on a page to keep."""
    app.extensions["kept_pages"] = _KeptPages()
    app.context_processor(lambda: {"csrf_token": _token, "new_request_id": _form_id, "here": _here})


def reused(made_from: Hashable, render: Callable[[], str], news: Callable[[], str] = str) -> Response | str:
    """The page made from this, rendered only if it is not kept; 304, and nothing, for a reader who has it.

    The address, the language, what of the page was asked for and who reads it are known without being named. A page
    that tells what was done a moment ago is not kept. What `news` renders, for a reader who names the version that is
    known, is kept by that version beside the page.
    """
    if session.get("_flashes"):
        return render()
    read_by = reader(), current(), layout(), dt.datetime.now().astimezone().date()
    key, known = (made_from, request.path, _asked(), read_by), request.args.get(KNOWN)
    response = make_response()
    response.set_etag(_digest((key, known, session.get("csrf_token"))), weak=True)
    response.headers["Cache-Control"] = "private, no-cache"
    if request.if_none_match.contains_weak(str(response.get_etag()[0])):
        response.status_code = 304
        return response
    since = "" if known is None else _kept((key, known), news)
    response.set_data(_filled(_kept(key, lambda: _left_open(render)), since))
    return response


def _here() -> str:
    """The address of the page, whatever version of it is known."""
    asked = urlencode(_asked())
    return f"{request.path}?{asked}" if asked else request.path


def _asked() -> tuple[tuple[str, str], ...]:
    return tuple((name, value) for name, value in request.args.items(multi=True) if name != KNOWN)


def _kept(key: Hashable, render: Callable[[], str]) -> str:
    kept: _KeptPages = current_app.extensions["kept_pages"]
    page = kept.get(key)
    if page is None:
        page = render()
        kept.put(key, page)
    return page


def news_place(strip: Callable[[], Markup]) -> Markup:
    """Where the news stand on a page: the strip itself, but on a page to keep."""
    return _NEWS if g.get("left_open") else strip()


def _left_open(render: Callable[[], str]) -> str:
    g.left_open = True
    try:
        return render()
    finally:
        g.left_open = False


def _filled(page: str, news: str) -> str:
    """The page with what is this reader's: all the ids from one look at the system's dice, which lets others in."""
    dice = secrets.token_bytes(_ID_BYTES * page.count(_FORM_ID))
    ids = (urlsafe_b64encode(dice[start : start + _ID_BYTES]).decode() for start in range(0, len(dice), _ID_BYTES))
    own = {str(_TOKEN): generate_csrf, str(_FORM_ID): lambda: next(ids), str(_NEWS): lambda: news}
    return _OPEN.sub(lambda place: str(own[place[0]]()), page)


def _token() -> str:
    """The token that tells a form of ours, by which no other site can write in a reader's name."""
    return _TOKEN if g.get("left_open") else str(generate_csrf())


def _form_id() -> str:
    """A fresh id for a form, by which a second sending of it is known."""
    return _FORM_ID if g.get("left_open") else secrets.token_urlsafe(_ID_BYTES)


def _digest(key: object) -> str:
    return hashlib.sha256(repr(key).encode("utf-8", "surrogatepass")).hexdigest()[:20]
