"""Checks of every request (host, size, content type, CSRF token), the session cookie, and the headers of every answer.

A *carnet* is the notebook of a group of players; the session lists those that a browser may open. `HOSTS` and
`PUBLIC_URL` in the configuration are the names of this site and its address, as the operator has set them.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import re
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Request, Response, abort, current_app, g, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask_wtf.csrf import CSRFProtect
from itsdangerous import BadSignature
from werkzeug.exceptions import BadHost
from werkzeug.routing import IntegerConverter

from scorekeeper.record.transfer.format import MAX_UPLOAD_BYTES
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.phone_address import is_loopback

# The longest bodies, in bytes, of a form and of a form with a file.
FORM_BYTES = 256 * 1024
UPLOAD_REQUEST_BYTES = MAX_UPLOAD_BYTES + 64 * 1024
UPLOAD_PATH = "/import"  # the only form with a file
# The views by which a monitor asks whether the server runs, and whether its database answers.
_HEALTH_VIEWS = {"home.up", "home.ready"}
_YEAR = 365 * 24 * 3600
# The name of the cookie up to version 0.2; today's name has in addition a hyphen and this number of digits.
_FORMER_NAME, _DIGITS = "lamarque", 8
# What follows the name of the host in the address of the first page: ":8443/cartes/".
_AFTER_HOST = re.compile(r"(:[0-9]{1,5})?/.*")
_FORM_TYPES = ("application/x-www-form-urlencoded", "multipart/form-data")

# Settings of Flask and Flask-WTF.
DEFAULTS: dict[str, Any] = {
    "MAX_CONTENT_LENGTH": FORM_BYTES,
    "MAX_FORM_MEMORY_SIZE": FORM_BYTES,
    "MAX_FORM_PARTS": 500,
    "SESSION_COOKIE_HTTPONLY": True,
    "SESSION_COOKIE_SAMESITE": "Lax",
    "PERMANENT_SESSION_LIFETIME": 5 * _YEAR,
    "SESSION_REFRESH_EACH_REQUEST": False,
    # Flask-WTF does not check the token on its own: `flow.access` calls it after the check of the access.
    "WTF_CSRF_CHECK_DEFAULT": False,
    "WTF_CSRF_METHODS": ["POST"],
    "WTF_CSRF_TIME_LIMIT": None,
    "WTF_CSRF_SSL_STRICT": False,
}
_CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
# The headers of every answer. "no-cache": a browser may store a page and show it at once when the user goes back, but
# must ask the server before any other use of it.
_HEADERS = {
    "Content-Security-Policy": _CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cache-Control": "private, no-cache",
    # The scripts ignore an answer without it, which a proxy or a public network gave in place of the app.
    "La-Marque": "1",
}
csrf = CSRFProtect()


class SessionCookie(SecureCookieSessionInterface):
    """The signed session cookie: restricted to HTTPS on a page served by HTTPS, allowed over HTTP otherwise.

    A browser sends a cookie to all ports of a host. So its name has a digest of the secret key: another La Marque on
    another port has another key, and a cookie of its own. A cookie set over HTTPS cannot be replaced over HTTP, so the
    cookies of HTTPS and of HTTP have different names. The first request over HTTPS reads the cookie that was set over
    HTTP, and the first request after an update from version 0.2 reads the cookie of the former name.
    """

    def get_cookie_name(self, app: Flask) -> str:
        """The name: `lamarque-1a2b3c4d`, with `__Host-` before it over HTTPS."""
        name = super().get_cookie_name(app)
        if request.is_secure:
            return f"__Host-{name}"
        return name

    def get_cookie_path(self, app: Flask) -> str:
        """The path: `/` over HTTPS, as browsers require for `__Host-`, even if the app is below a path of the host."""
        if request.is_secure:
            return "/"
        return super().get_cookie_path(app)

    def get_cookie_secure(self, app: Flask) -> bool:  # noqa: ARG002 - Flask's signature
        """Whether the browser may send the cookie over HTTPS only."""
        return request.is_secure

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Read the session from today's cookie, else from a former one, whose values are then sent in today's."""
        # None without a secret key.
        serializer = self.get_signing_serializer(app)
        if serializer is None or self.get_cookie_name(app) in request.cookies:
            return super().open_session(app, request)
        session = self.session_class()
        for name in (super().get_cookie_name(app), _FORMER_NAME):
            # A missing cookie, or one of another La Marque, has no signature of this one.
            with suppress(BadSignature):
                session.update(serializer.loads(request.cookies.get(name, "")))
                break
        return session

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Send the cookie if it changed.

        Over HTTPS, also send a second cookie, by which a page over HTTP knows that this browser has carnets over HTTPS.
        Its value is the part of the address after the host: ":8443/cartes/".
        """
        super().save_session(app, session, response)
        if not (request.is_secure and session.modified):
            return
        name = _https_cookie_name()
        if session.get("carnets"):
            # It is not restricted to HTTPS and has the path "/", so that a page over HTTP can read it. It has no
            # secret.
            value = request.root_url.removeprefix(f"https://{_host_name()}")
            response.set_cookie(name, value, app.permanent_session_lifetime, httponly=True, samesite="Lax")
        elif name in request.cookies:
            response.delete_cookie(name)


def cookie_name(secret_key: str) -> str:
    """Return the name of the cookie of the app with this secret key."""
    return f"{_FORMER_NAME}-{hashlib.sha256(secret_key.encode()).hexdigest()[:_DIGITS]}"


def https_address() -> str | None:
    """Return the address over HTTPS of the current page, if it is requested over HTTP; else None.

    It is also None unless this browser has carnets over HTTPS, which a page over HTTP cannot show.
    """
    # The value must be a port and a path, so that a forged one leads to no other host.
    after_host = _AFTER_HOST.fullmatch(request.cookies.get(_https_cookie_name(), ""))
    if request.is_secure or after_host is None:
        return None
    # For a form, the first page: the address that a form is sent to may have no page.
    path = ""
    if request.method == "GET":
        path = request.full_path.rstrip("?").lstrip("/")
    return f"https://{_host_name()}{after_host[0]}{path}"


def _https_cookie_name() -> str:
    return f"{current_app.config['SESSION_COOKIE_NAME']}-https"


def _host_name() -> str:
    return _without_port(request.host)


def _without_port(host: str) -> str:
    return re.sub(r":[0-9]+$", "", host)


class RowId(IntegerConverter):
    """A row's id in an address: a positive integer that fits every database."""

    regex = "[1-9][0-9]{0,8}"


def init_app(app: Flask) -> None:
    """Register the checks, which run before any other handler of a request."""
    app.url_map.converters["id"] = RowId
    app.session_interface = SessionCookie()
    app.config["SESSION_COOKIE_NAME"] = cookie_name(app.config["SECRET_KEY"])
    csrf.init_app(app)
    # The host first: a refusal of a form is a page, whose addresses need a host.
    app.before_request(refuse_wrong_host)
    app.before_request(refuse_foreign_form)
    app.before_request(refuse_invalid_form)
    app.before_request(renew_cookie)
    app.after_request(add_headers)


def refuse_wrong_host() -> Response | None:
    """Refuse an invalid `Host` header (400), or a name that is not among `HOSTS`, if these are set (421).

    The answer is plain text: a page needs a host for its addresses, and no link is made from a wrong name. A check of
    the server's health may use any name.
    """
    names = current_app.config["HOSTS"]
    if isinstance(request.routing_exception, BadHost):
        sentence, status = _("La demande n’a pas été comprise (%(code)s). Rien n’a été noté.", code=400), 400
    elif names and _host_name().lower() not in names and request.endpoint not in _HEALTH_VIEWS:
        sentence, status = _("Cette adresse n’est pas celle de ce serveur. Rien n’a été noté."), 421
    else:
        return None
    return Response(f"{sentence}\n", status, mimetype="text/plain")


def refuse_foreign_form() -> None:
    """Refuse a POST that the browser reports to come from another site (403).

    If the browser does not report it, as over plain HTTP or in the browser of another app, only the token is checked.
    """
    if request.method == "POST" and _is_foreign():
        abort(403)


def _is_foreign() -> bool:
    """Whether the browser reports another site as the origin of the request."""
    # "none": the user typed the address.
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site not in {"same-origin", "none"}
    # The host of the page with the form, without its scheme; empty without the header.
    origin = request.headers.get("Origin", "").partition("://")[2]
    names = [_without_port(host) for host in (urlsplit(current_app.config["PUBLIC_URL"]).netloc, request.host)]
    # A proxy may pass on its own name for this computer in place of the one that the browser used.
    if not origin or any(is_loopback(name.strip("[]")) for name in names):
        return False
    return _without_port(origin).lower() not in map(str.lower, names)


def refuse_invalid_form() -> None:
    """Abort a POST that is too long (413), has no known length (411), is no form, or has an unexpected file (422)."""
    if request.method != "POST":
        return
    is_upload, most_bytes = request.path == UPLOAD_PATH, FORM_BYTES
    if is_upload:
        most_bytes = UPLOAD_REQUEST_BYTES
    # `gate/connection.py` has received and discarded a body that is too long, up to a limit of its own: a browser reads
    # no answer while it is still sending.
    if (request.content_length or 0) > most_bytes:
        abort(413)
    request.max_content_length = most_bytes
    # With this header, a body comes in chunks, and its length is unknown before the end.
    if "Transfer-Encoding" in request.headers:
        abort(411)
    if request.mimetype not in _FORM_TYPES:
        abort(422)
    # Other forms have no file. A browser sends an empty field of a file without a name and content.
    if not is_upload and any(file.filename or file.content_length for file in request.files.values()):
        abort(422)
    if any(name is None for name in (*request.form, *request.files)):  # a field without a name
        abort(422)


def renew_cookie() -> None:
    """Send the cookie again once a month, because browsers delete a cookie after at most 400 days."""
    month = dt.datetime.now(dt.UTC).strftime("%Y-%m")
    # Flask sends the cookie of a session that has changed: so the month is stored in it. Only an empty session has no
    # cookie.
    if session and session.get("month") != month:
        session["month"] = month


def add_headers(response: Response) -> Response:
    """Add the security headers: no content of other sites, no frames, no shared caches, no referrer to other sites."""
    headers = response.headers
    for name, value in _HEADERS.items():
        headers.setdefault(name, value)
    # `flow.access` sets `g.closed` for a carnet that this browser may no longer open. By this header the service worker
    # knows that it must delete its copies of the carnet's pages.
    if g.get("closed"):
        headers["La-Marque"] = "closed"
    # The header forbids HTTP for a year: without HTTPS, browsers could not open the site any more. So it is sent only
    # if the operator has set a public address with HTTPS.
    if request.is_secure and current_app.config["PUBLIC_URL"].startswith("https://"):
        headers.setdefault("Strict-Transport-Security", f"max-age={_YEAR}")
    # For caches: the answer depends on these headers of the request. HX-Request is sent by htmx.
    response.vary.update(["HX-Request", "Cookie", "Accept-Language"])
    # After a refusal, htmx must not put the address of the form into the address bar.
    if request.headers.get("HX-Request") and response.status_code >= 400:  # noqa: PLR2004 - any refusal
        headers.setdefault("HX-Push-Url", "false")
    return response
