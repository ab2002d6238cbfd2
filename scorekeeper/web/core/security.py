"""What every request passes: the size and kind of what is sent, the cross-site token, the headers of every answer."""

from __future__ import annotations

import datetime as dt
from typing import Any

from flask import Flask, Response, abort, request, session
from flask.sessions import SecureCookieSessionInterface
from flask_wtf.csrf import CSRFProtect
from werkzeug.exceptions import BadHost
from werkzeug.routing import BaseConverter

from scorekeeper.record.transfer.format import PAGE_BYTES
from scorekeeper.web.core.i18n import gettext as _

FORM_BYTES = 256 * 1024
UPLOAD_BYTES = PAGE_BYTES + 64 * 1024
UPLOAD_PATH = "/import"
_WITH_FILES = {"imports.read"}
DRAINED_BYTES = 32 * 1024 * 1024
_YEAR = 365 * 24 * 3600
_FORM_TYPES = ("application/x-www-form-urlencoded", "multipart/form-data")

DEFAULTS: dict[str, Any] = {
    "MAX_CONTENT_LENGTH": FORM_BYTES,
    "MAX_FORM_MEMORY_SIZE": FORM_BYTES,
    "MAX_FORM_PARTS": 500,
    "SESSION_COOKIE_NAME": "lamarque",
    "SESSION_COOKIE_HTTPONLY": True,
    "SESSION_COOKIE_SAMESITE": "Lax",
    "PERMANENT_SESSION_LIFETIME": 5 * _YEAR,
    "SESSION_REFRESH_EACH_REQUEST": False,
    "WTF_CSRF_CHECK_DEFAULT": False,
    "WTF_CSRF_TIME_LIMIT": None,
    "WTF_CSRF_SSL_STRICT": False,
}
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
csrf = CSRFProtect()


class Sessions(SecureCookieSessionInterface):
    """The signed cookie, kept to HTTPS wherever the page came by HTTPS, and allowed on a home network without."""

    def get_cookie_secure(self, app: Flask) -> bool:  # noqa: ARG002 - Flask's form
        """Whether the browser may send the cookie over HTTPS only."""
        return request.is_secure


class RowId(BaseConverter):
    """A row's id in an address: a positive whole number that every database can hold."""

    regex = "[1-9][0-9]{0,8}"

    def to_python(self, value: str) -> int:
        """Read the number."""
        return int(value)


def init_app(app: Flask) -> None:
    """Put the guards in place; they come before any other handler of a request."""
    app.url_map.converters["id"] = RowId
    app.session_interface = Sessions()
    csrf.init_app(app)
    app.before_request(refuse_what_is_no_host)
    app.before_request(refuse_what_is_no_form)
    app.before_request(keep_cookie)
    app.after_request(add_headers)


def refuse_what_is_no_host() -> Response | None:
    """Answer what was asked of a host that can have no name; no page can be shown, since none would have an address."""
    if not isinstance(request.routing_exception, BadHost):
        return None
    sentence = _("La demande n’a pas été comprise (%(code)s). Rien n’a été noté.", code=400)
    return Response(f"{sentence}\n", 400, mimetype="text/plain")


def refuse_what_is_no_form() -> None:
    """A page is written to with a form: anything else gets a 422, a form too long a 413. Few take a file."""
    if request.method != "POST":
        return
    longest = UPLOAD_BYTES if request.path == UPLOAD_PATH else FORM_BYTES
    if (request.content_length or 0) > longest:
        drain()
        abort(413)
    request.max_content_length = longest
    if "Transfer-Encoding" in request.headers:
        abort(411)
    if request.mimetype not in _FORM_TYPES:
        drain()
        abort(422)
    if request.endpoint not in _WITH_FILES and any(
        file.filename or file.content_length for file in request.files.values()
    ):
        abort(422)
    if any(name is None for name in (*request.form, *request.files)):  # a part of a form that says no name
        abort(422)


def keep_cookie() -> None:
    """Send the cookie again once a month: browsers forget one after 400 days, whatever it says itself."""
    month = dt.datetime.now(dt.UTC).strftime("%Y-%m")
    if session and session.get("month") != month:
        session["month"] = month


def drain() -> None:
    """Read what is still being sent and forget it, so that the answer is not lost on a closed connection."""
    left = min(request.content_length or 0, DRAINED_BYTES)
    stream = request.environ["wsgi.input"]
    while left > 0:
        piece = stream.read(min(left, 64 * 1024))
        if not piece:
            break
        left -= len(piece)


def add_headers(response: Response) -> Response:
    """Nothing from elsewhere, nothing framed, nothing kept by shared caches, nothing told to other sites.

    A browser may keep a page for going back to, which is then instant, and asks before it shows it otherwise.
    """
    headers = response.headers
    headers.setdefault("Content-Security-Policy", _POLICY)
    headers.setdefault("X-Content-Type-Options", "nosniff")
    headers.setdefault("X-Frame-Options", "DENY")
    headers.setdefault("Referrer-Policy", "same-origin")
    headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
    headers.setdefault("Cache-Control", "private, no-cache")
    response.vary.update(["HX-Request", "Cookie", "Accept-Language"])
    if request.headers.get("HX-Request") and response.status_code >= 400:  # noqa: PLR2004 - any refusal
        headers.setdefault("HX-Push-Url", "false")
    return response
