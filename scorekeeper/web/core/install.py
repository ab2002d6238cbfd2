"""The manifest, the service worker and the offline page, which make the app installable."""

from __future__ import annotations

import datetime as dt
import json

from flask import Blueprint, Response, abort, current_app, render_template, url_for

from scorekeeper import settings
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.language import current_language

bp = Blueprint("install", __name__)
# The static files that the offline page needs.
_OFFLINE_FILES = ("marque.css", "marque.js", "fonts/literata.woff2", "icon.svg")
# The file name, type, sizes and purpose of each icon: a device may crop a "maskable" icon to its own shape.
_ICONS = (
    ("icon.svg", "image/svg+xml", "any", "any"),
    ("icons/192.png", "image/png", "192x192", "any"),
    ("icons/512.png", "image/png", "512x512", "any"),
    ("icons/maskable.png", "image/png", "512x512", "maskable"),
)
_BACKGROUND = "#f5eedd"


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """Return the web app manifest: name, colours, icons and first page."""
    home = url_for("home.front")
    fields = {
        # A browser recognises the installed app by this id. Without an id it would use the `start_url`, so that the app
        # would count as another one if its first page ever changed.
        "id": home,
        "name": "La Marque",
        "short_name": "La Marque",
        "description": _("La feuille de marque des soirées de cartes."),
        "lang": current_language(),
        "start_url": home,
        "scope": home,
        "display": "standalone",
        "background_color": _BACKGROUND,
        "theme_color": _BACKGROUND,
        "icons": [
            {"src": _static_path(name), "sizes": sizes, "type": mimetype, "purpose": purpose}
            for name, mimetype, sizes, purpose in _ICONS
        ],
    }
    return Response(json.dumps(fields, ensure_ascii=False), mimetype="application/manifest+json")


@bp.get("/worker.js")
def worker() -> Response:
    """Return the script of the service worker, which changes with the static files.

    Its address is in the root of the app, because a service worker covers only the pages below its own folder.
    """
    offline_paths = [url_for("install.offline"), *map(_static_path, _OFFLINE_FILES)]
    # The static files are at `/static/<version>/`, and the version changes with them.
    static, _slash, version = _static_path("").rstrip("/").rpartition("/")
    script = (settings.folder("static") / "worker.js").read_text(encoding="utf-8")
    # The constants that the script needs, written before it.
    values = {"VERSION": version, "STATIC": f"{static}/", "NEEDED": offline_paths}
    constants = ", ".join(f"{name} = {json.dumps(value)}" for name, value in values.items())
    return Response(f"const {constants};\n{script}", mimetype="text/javascript")


@bp.get("/robots.txt")
def robots() -> Response:
    """Ask search engines to leave the pages alone: they are those of one table."""
    return Response("User-agent: *\nDisallow: /\n", mimetype="text/plain")


@bp.get("/.well-known/security.txt")
def security_txt() -> Response:
    """Return whom to tell about a weakness (RFC 9116), or a 404 if the settings name no one."""
    # `SCOREKEEPER_CONTACT`.
    contact = current_app.config["CONTACT"] or abort(404)
    expires = dt.datetime.now(dt.UTC).replace(microsecond=0) + dt.timedelta(days=180)
    return Response(f"Contact: {contact}\nExpires: {expires.isoformat()}\n", mimetype="text/plain")


@bp.get("/offline")
def offline() -> str:
    """Render the page shown without a network when the requested page is not cached."""
    return render_template("core/offline/show.html")


def _static_path(filename: str) -> str:
    return url_for("static", filename=filename)
