"""A cache of rendered pages in memory, with ETags.

The key of a page contains everything that it is rendered from, such as the version of its partie, so that a page is
never out of date, whichever worker recorded the change. What differs for each reader is a placeholder in the cached
page, filled in for each answer: the CSRF token, the ids of the forms, and the changes since the reader's version.
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

CACHED_BYTES = 8 * 1024 * 1024
# Text typed by a user cannot equal a placeholder, because its angle brackets are escaped.
_TOKEN, _FORM_ID, _CHANGES = Markup("<token>"), Markup("<form-id>"), Markup("<changes>")
_PLACEHOLDERS = re.compile(f"{_TOKEN}|{_FORM_ID}|{_CHANGES}")
KNOWN = "known"  # the argument of the address with the version that the reader has
_ID_BYTES = 12


class _PageCache:
    """The latest pages, of at most `CACHED_BYTES` together."""

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
        # The key counts too: a client chooses part of it, and could fill the memory with keys of empty pages.
        size = len(page) + len(repr(key))
        with self._lock:
            self._size += size - self._pages.pop(key, ("", 0))[1]
            self._pages[key] = page, size
            while self._size > CACHED_BYTES:
                self._size -= self._pages.popitem(last=False)[1][1]


def init_app(app: Flask) -> None:
    """Add the functions for CSRF tokens and form ids to the templates; on a page to cache, they return placeholders."""
    app.extensions["page_cache"] = _PageCache()
    app.context_processor(lambda: {"csrf_token": _token, "new_request_id": _form_id, "here": _here})


def cached_page(made_from: Hashable, render: Callable[[], str], changes: Callable[[], str] = str) -> Response | str:
    """Return the page from the cache, or render and cache it; a 304 for a browser that has it.

    The key is `made_from` with the address, the language, the layout, the reader's right and player, and the date. A
    page with notices is not cached. `changes` renders the changes since the version in the address, which are cached
    separately by that version.
    """
    if session.get("_flashes"):
        return render()
    reader_key = reader(), current(), layout(), dt.datetime.now().astimezone().date()
    key, known = (made_from, request.path, _arguments(), reader_key), request.args.get(KNOWN)
    response = make_response()
    response.set_etag(_digest((key, known, session.get("csrf_token"))), weak=True)
    response.headers["Cache-Control"] = "private, no-cache"
    if request.if_none_match.contains_weak(str(response.get_etag()[0])):
        response.status_code = 304
        return response
    changes_since = "" if known is None else _from_cache((key, known), changes)
    response.set_data(_fill_placeholders(_from_cache(key, lambda: _with_placeholders(render)), changes_since))
    return response


def _here() -> str:
    """Return the address of the page without the reader's version."""
    arguments = urlencode(_arguments())
    return f"{request.path}?{arguments}" if arguments else request.path


def _arguments() -> tuple[tuple[str, str], ...]:
    return tuple((name, value) for name, value in request.args.items(multi=True) if name != KNOWN)


def _from_cache(key: Hashable, render: Callable[[], str]) -> str:
    cache: _PageCache = current_app.extensions["page_cache"]
    page = cache.get(key)
    if page is None:
        page = render()
        cache.put(key, page)
    return page


def changes_or_placeholder(strip: Callable[[], Markup]) -> Markup:
    """Return a placeholder for the changes on a page to be cached, else the rendered changes."""
    return _CHANGES if g.get("with_placeholders") else strip()


def _with_placeholders(render: Callable[[], str]) -> str:
    g.with_placeholders = True
    try:
        return render()
    finally:
        g.with_placeholders = False


def _fill_placeholders(page: str, changes: str) -> str:
    """Fill in the placeholders; all ids come from one call for random bytes, since each call lets other threads run."""
    random = secrets.token_bytes(_ID_BYTES * page.count(_FORM_ID))
    ids = (urlsafe_b64encode(random[start : start + _ID_BYTES]).decode() for start in range(0, len(random), _ID_BYTES))
    values = {str(_TOKEN): generate_csrf, str(_FORM_ID): lambda: next(ids), str(_CHANGES): lambda: changes}
    return _PLACEHOLDERS.sub(lambda found: str(values[found[0]]()), page)


def _token() -> str:
    """Return the CSRF token, or its placeholder."""
    return _TOKEN if g.get("with_placeholders") else str(generate_csrf())


def _form_id() -> str:
    """Return a new id for a form, by which a repeated submission is recognised, or its placeholder."""
    return _FORM_ID if g.get("with_placeholders") else secrets.token_urlsafe(_ID_BYTES)


def _digest(key: object) -> str:
    return hashlib.sha256(repr(key).encode("utf-8", "surrogatepass")).hexdigest()[:20]
