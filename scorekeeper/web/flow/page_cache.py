"""A cache of rendered pages in memory, with ETags.

The key of a page contains everything that it is rendered from, such as the version of its partie (a game to its end),
which each change increases. So a page is never out of date, even when another worker recorded a change. The parts that
differ for each reader are placeholders in the cached page, filled in for each answer: the CSRF token, the ids of the
forms, and the changes since the version that the reader has.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from base64 import urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from urllib.parse import urlencode

from flask import Flask, Response, current_app, g, make_response, request, session
from flask_babel import get_locale
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup

from scorekeeper.web.core.formatting import layout, today
from scorekeeper.web.core.theme import chosen_theme
from scorekeeper.web.flow.access import right_and_player_id

CACHED_BYTES = 8 * 1024 * 1024
# Text typed by a user cannot equal a placeholder, because its angle brackets are escaped.
_CSRF_TOKEN, _REQUEST_ID, _CHANGES = Markup("<token>"), Markup("<form-id>"), Markup("<changes>")
# A pattern that matches any of the three.
_PLACEHOLDERS = re.compile(f"{_CSRF_TOKEN}|{_REQUEST_ID}|{_CHANGES}")
KNOWN_VERSION = "known"  # the query argument with the version of the page that the reader sees
_ID_BYTES = 12
# The number of locks. A page is rendered under the lock that the hash of its key chooses; pages of the same lock wait
# for each other.
_RENDERED_AT_ONCE = 32


class PageCache:
    """The pages used last, of at most about `most` bytes in all. Several threads may use it."""

    def __init__(self, most: int) -> None:
        """Begin without pages."""
        self.most = most
        # By key, the page and its size; the most recently used one last.
        self._pages: OrderedDict[Hashable, tuple[str, int]] = OrderedDict()
        # The sum of all sizes.
        self._size = 0
        self._lock = Lock()
        self._rendering = [Lock() for _ in range(_RENDERED_AT_ONCE)]

    def __len__(self) -> int:
        """Return the number of pages."""
        return len(self._pages)

    def get(self, key: Hashable) -> str | None:
        """Return the page of this key, None without one."""
        with self._lock:
            if key not in self._pages:
                return None
            self._pages.move_to_end(key)
            # Of the pair (page, size), the page.
            return self._pages[key][0]

    def put(self, key: Hashable, page: str, size: int) -> None:
        """Store a page of this size, then drop the least recently used ones while all sizes add up to too much."""
        with self._lock:
            # The former page of the key: its size counts no longer.
            if key in self._pages:
                self._size -= self._pages.pop(key)[1]
            self._pages[key] = page, size
            self._size += size
            while self._size > self.most:
                # The first item, which is the least recently used one: (key, (page, size)).
                _key, (_page, oldest_size) = self._pages.popitem(last=False)
                self._size -= oldest_size

    def get_or_render(self, key: Hashable, render: Callable[[], str]) -> str:
        """Return the page, or render and cache it; another thread that needs this page waits for it."""
        page = self.get(key)
        if page is not None:
            return page
        with self._rendering[hash(key) % _RENDERED_AT_ONCE]:
            # Another thread may have rendered the page while this one waited for the lock.
            page = self.get(key)
            if page is None:
                page = render()
                # The length of the key counts too: a client chooses the arguments of the address, which are in it, and
                # could fill the memory with long keys of short pages.
                self.put(key, page, len(page) + len(repr(key)))
        return page


def init_app(app: Flask) -> None:
    """Add the functions for CSRF tokens and form ids to the templates; on a page to cache, they return placeholders."""
    app.extensions["page_cache"] = PageCache(CACHED_BYTES)
    app.context_processor(lambda: {"csrf_token": _csrf_token, "new_request_id": _request_id, "here": _address})


def cached_page(inputs: Hashable, render: Callable[[], str], render_changes: Callable[[], str] = str) -> Response | str:
    """Return the page from the cache, or render and cache it; a 304 for a browser that has it.

    The key has the address, the language, the theme, the layout, the reader's right and player, the date, and `inputs`:
    everything else that the page is rendered from. `render_changes` renders the changes since the version in the
    address, which are cached separately by that version. By default it is `str`, which returns an empty text.
    """
    # Notices, which Flask stores under "_flashes", are shown once: a page with notices is not cached.
    if session.get("_flashes"):
        return render()
    # `layout` is the base template: a whole page, or the fragment that a script asks for.
    reader_key = right_and_player_id(), str(get_locale()), chosen_theme(), layout(), today()
    key = (inputs, request.path, _arguments(), reader_key)
    known_version = request.args.get(KNOWN_VERSION)
    response = make_response()
    # The ETag depends on the secret of the session too (`csrf_token`): the page contains a token made from this secret,
    # so that a browser with another session must get the page again.
    response.set_etag(_digest((key, known_version, session.get("csrf_token"))), weak=True)
    if request.if_none_match.contains_weak(str(response.get_etag()[0])):
        response.status_code = 304
        return response
    cache: PageCache = current_app.extensions["page_cache"]
    changes_since = ""
    if known_version is not None:
        changes_since = cache.get_or_render((key, known_version), render_changes)
    page = cache.get_or_render(key, lambda: _render_with_placeholders(render))
    response.set_data(_fill_placeholders(page, changes_since))
    return response


def _address() -> str:
    """Return the address of the page without the argument `known`, the version that the reader has."""
    arguments = urlencode(_arguments())
    if not arguments:
        return request.path
    return f"{request.path}?{arguments}"


def _arguments() -> tuple[tuple[str, str], ...]:
    """Return the arguments of the address, as (name, value), without `known`, the version that the reader has."""
    return tuple((name, value) for name, value in request.args.items(multi=True) if name != KNOWN_VERSION)


def changes_or_placeholder(render: Callable[[], Markup]) -> Markup:
    """Return the rendered changes, or their placeholder on a page to be cached."""
    if g.get("with_placeholders"):
        return _CHANGES
    return render()


def _render_with_placeholders(render: Callable[[], str]) -> str:
    """Render a page to be cached: the functions below return placeholders while it is rendered."""
    g.with_placeholders = True
    try:
        return render()
    finally:
        g.with_placeholders = False


def _fill_placeholders(page: str, changes: str) -> str:
    """Return the page with its placeholders filled in."""
    # The random bytes of all ids are drawn in one call: at each call another thread may run, which delays this answer.
    drawn = secrets.token_bytes(_ID_BYTES * page.count(_REQUEST_ID))
    ids = (urlsafe_b64encode(drawn[start : start + _ID_BYTES]).decode() for start in range(0, len(drawn), _ID_BYTES))
    # For each placeholder, a function that returns its text; each form gets the next id.
    values = {str(_CSRF_TOKEN): generate_csrf, str(_REQUEST_ID): lambda: next(ids), str(_CHANGES): lambda: changes}
    return _PLACEHOLDERS.sub(lambda match: str(values[match[0]]()), page)


def _csrf_token() -> str:
    """Return the CSRF token, or its placeholder on a page to be cached."""
    if g.get("with_placeholders"):
        return _CSRF_TOKEN
    return str(generate_csrf())


def _request_id() -> str:
    """Return a new id for a form, by which a repeated submission is recognised, or its placeholder."""
    if g.get("with_placeholders"):
        return _REQUEST_ID
    return secrets.token_urlsafe(_ID_BYTES)


def _digest(key: object) -> str:
    # "surrogatepass": an address may have characters that UTF-8 cannot encode otherwise.
    return hashlib.sha256(repr(key).encode("utf-8", "surrogatepass")).hexdigest()[:20]
