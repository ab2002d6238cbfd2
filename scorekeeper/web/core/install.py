"""The manifest, the service worker and the offline page, which make the app installable."""

from __future__ import annotations

import json

from flask import Blueprint, Response, render_template, url_for

from scorekeeper import settings
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.language import current_language

bp = Blueprint("install", __name__)
_OFFLINE_FILES = ("marque.css", "marque.js", "fonts/literata.woff2", "icon.svg")
_ICONS = (  # file name, sizes, purpose
    ("icon.svg", "any", "any"),
    ("icons/192.png", "192x192", "any"),
    ("icons/512.png", "512x512", "any"),
    ("icons/maskable.png", "512x512", "maskable"),
)
_BACKGROUND = "#f5eedd"


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """Return the web app manifest: name, colours, icons and first page."""
    fields = {
        "id": "/",
        "name": "La Marque",
        "short_name": "La Marque",
        "description": _("La feuille de marque des soirées de cartes."),
        "lang": current_language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": _BACKGROUND,
        "theme_color": _BACKGROUND,
        "icons": [
            {"src": _static_path(name), "sizes": sizes, "type": _mimetype(name), "purpose": purpose}
            for name, sizes, purpose in _ICONS
        ],
    }
    return Response(json.dumps(fields, ensure_ascii=False), mimetype="application/manifest+json")


@bp.get("/worker.js")
def worker() -> Response:
    """Return the service worker, which changes with the static files; from the root, it covers every page."""
    offline_paths = ["/offline", *map(_static_path, _OFFLINE_FILES)]
    version = _static_path("").strip("/").rpartition("/")[2]
    script = (settings.folder("static") / "worker.js").read_text(encoding="utf-8")
    constants = f"const VERSION = {json.dumps(version)}, NEEDED = {json.dumps(offline_paths)};\n"
    return Response(constants + script, mimetype="text/javascript")


@bp.get("/offline")
def offline() -> str:
    """Render the page shown without a network when the requested page is not cached."""
    return render_template("core/offline/show.html")


def _static_path(filename: str) -> str:
    return url_for("static", filename=filename)


def _mimetype(name: str) -> str:
    return "image/svg+xml" if name.endswith(".svg") else "image/png"
