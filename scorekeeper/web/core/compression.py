"""Compression of pages, with brotli or gzip."""

from __future__ import annotations

import gzip

import brotli
from flask import Flask, Response, request

# A shorter page fits in one packet uncompressed.
_LEAST_BYTES = 1_000
# Measured on the page of a partie: a higher level costs more time than it saves on a mobile network.
_BROTLI_QUALITY, _GZIP_LEVEL = 4, 3


def init_app(app: Flask) -> None:
    """Compress every page that is long enough."""
    app.after_request(compress)


def compress(response: Response) -> Response:
    """Compress a page with an encoding that the browser accepts.

    The length of a compressed page can reveal a secret in it, the CSRF token, to an attacker who makes the browser load
    the page many times, each time with other text in it (BREACH). Three things prevent it. A request from another site
    has no cookie, unless it opens a page. Of its address, a page repeats only one field, in the language form. Each
    response signs the token again, with the time in it.
    """
    if response.mimetype != "text/html" or response.direct_passthrough or "Content-Encoding" in response.headers:
        return response
    page = response.get_data()
    if len(page) < _LEAST_BYTES:
        return response
    response.vary.add("Accept-Encoding")
    best = request.accept_encodings.best_match(["br", "gzip"])
    if best == "br":
        response.set_data(brotli.compress(page, mode=brotli.MODE_TEXT, quality=_BROTLI_QUALITY))
    elif best == "gzip":
        response.set_data(gzip.compress(page, _GZIP_LEVEL, mtime=0))
    if best is not None:
        response.headers["Content-Encoding"] = best
    return response
