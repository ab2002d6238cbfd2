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

    In the attack BREACH, another site makes the browser load a page many times, each time with other text in its
    address, and derives the CSRF token from the compressed lengths. Here requests from other sites have no cookie,
    except links that open a page; a page repeats only one field of its address, in the language form; and the token is
    signed again for each response, with the current time.
    """
    # `direct_passthrough`: the response is a file that the server sends itself.
    if response.mimetype != "text/html" or response.direct_passthrough or "Content-Encoding" in response.headers:
        return response
    page = response.get_data()
    if len(page) < _LEAST_BYTES:
        return response
    # A cache must not give this answer to a browser that accepts other encodings. This is also true of a page that is
    # sent uncompressed below.
    response.vary.add("Accept-Encoding")
    encoding = request.accept_encodings.best_match(["br", "gzip"])
    if encoding == "br":
        response.set_data(brotli.compress(page, mode=brotli.MODE_TEXT, quality=_BROTLI_QUALITY))
    elif encoding == "gzip":
        response.set_data(gzip.compress(page, _GZIP_LEVEL, mtime=0))
    if encoding is not None:
        response.headers["Content-Encoding"] = encoding
    return response
