"""Pages compressed on their way out, as each browser can read them."""

from __future__ import annotations

import gzip

import brotli
from flask import Flask, Response, request

# What is shorter fits in one packet as it is.
_LEAST_BYTES = 1_000
# Measured on the page of a partie: each step beyond costs more time than it saves on a phone's own network.
_BROTLI_QUALITY, _GZIP_LEVEL = 4, 3


def init_app(app: Flask) -> None:
    """Compress every page that is long enough, with brotli, or gzip."""
    app.after_request(compress)


def compress(response: Response) -> Response:
    """Compress a page, if its reader can read it so.

    A page holds the token against forged writes beside what others may have typed, and its length, compressed, says
    something of both. To guess the token by it (BREACH), a stranger would have to make a reader's browser load the
    page over and over with words of the stranger's in it: the cookie goes with no request that another site starts but
    a whole page change, pages repeat nothing of their address but in one field of their own language form, and the
    token is signed anew, with the time, for each answer.
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
