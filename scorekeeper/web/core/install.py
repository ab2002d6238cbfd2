"""What makes the house an application of the phone: the manifest, the worker, the page without a network."""

from __future__ import annotations

import json

from flask import Blueprint, Response, render_template, url_for

from scorekeeper import settings
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.language import current

bp = Blueprint("install", __name__)
# What a page needs to stand without a network.
_NEEDED = ("marque.css", "marque.js", "fonts/literata.woff2", "icon.svg")
_ICONS = (
    ("icon.svg", "any", "any"),
    ("icons/192.png", "192x192", "any"),
    ("icons/512.png", "512x512", "any"),
    ("icons/maskable.png", "512x512", "maskable"),
)
_PAPER = "#f5eedd"


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """How the house is called, drawn and opened once it is installed."""
    fields = {
        "id": "/",
        "name": "La Marque",
        "short_name": "La Marque",
        "description": _("La feuille de marque des soirées de cartes."),
        "lang": current(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": _PAPER,
        "theme_color": _PAPER,
        "icons": [
            {"src": _static(name), "sizes": sizes, "type": _kind(name), "purpose": purpose}
            for name, sizes, purpose in _ICONS
        ],
    }
    return Response(json.dumps(fields, ensure_ascii=False), mimetype="application/manifest+json")


@bp.get("/worker.js")
def worker() -> Response:
    """The service worker, from the root so that every page is in its reach; another with each change of the files."""
    needed = ["/offline", *map(_static, _NEEDED)]
    version = _static("").strip("/").rpartition("/")[2]
    script = (settings.folder("static") / "worker.js").read_text(encoding="utf-8")
    head = f"const VERSION = {json.dumps(version)}, NEEDED = {json.dumps(needed)};\n"
    return Response(head + script, mimetype="text/javascript")


@bp.get("/offline")
def offline() -> str:
    """Shown where there is no network and no copy of the page asked for."""
    return render_template("core/offline/show.html")


def _static(filename: str) -> str:
    return url_for("static", filename=filename)


def _kind(name: str) -> str:
    return "image/svg+xml" if name.endswith(".svg") else "image/png"
