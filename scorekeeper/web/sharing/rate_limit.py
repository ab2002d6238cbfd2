"""Who guesses codes waits: the bucket of addresses that a request comes from, and whether too many wrong ones did."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import current_app, request
from werkzeug.wrappers import Response

from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.sharing.failed_attempts import BUCKETS, note_wrong, refuse_if_many
from scorekeeper.web.flow.posting import Answer, Refusal, View

_TOO_MANY = 429
_OF_A_HOUSE = 64  # bits of an IPv6 address that one subscriber has


def too_many() -> Refusal | None:
    """Why no further code is looked at from there now, if too many wrong ones came."""
    try:
        refuse_if_many(bucket())
    except RefusedError as error:
        refusal = Refusal(error, None)
        refusal.status = _TOO_MANY
        return refusal
    return None


def rate_limited(refused: Callable[..., str]) -> Callable[[View], View]:
    """Decorate a view that opens a carnet by a secret: after many refusals, the address that sent them must wait."""

    def decorate(view: View) -> View:
        @wraps(view)
        def limited(**values: Any) -> Response | Answer:  # noqa: ANN401 - what the address holds
            refusal = too_many()
            if refusal is not None:
                return refused(refusal=refusal, **values), refusal.status
            answer = view(**values)
            if isinstance(answer, tuple):
                note_wrong(bucket())
            return answer

        return limited

    return decorate


def bucket() -> int:
    """The bucket of the address that asks; which addresses share one nobody outside can tell."""
    secret = str(current_app.config["SECRET_KEY"]).encode()
    digest = hmac.digest(secret, _source().encode("utf-8", "replace"), hashlib.sha256)
    return int.from_bytes(digest[:4]) % BUCKETS


def _source() -> str:
    """The address of the phone, or of its house; behind a proxy on this computer, as the proxy says."""
    asking = _address(request.remote_addr or "")
    if asking is not None and asking.is_loopback and request.access_route:
        asking = _address(request.access_route[-1]) or asking
    if isinstance(asking, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((asking, _OF_A_HOUSE), strict=False))
    return str(asking)


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(text.strip())
    except ValueError:
        return None
