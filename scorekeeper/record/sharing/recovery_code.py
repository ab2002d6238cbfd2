"""The recovery code of a carnet, which opens it on another phone.

It is derived from the secret key, so that its page can show it at any time while the database holds only its digest.
Codes made at random by earlier versions, or under another secret key, still open their carnet by their digest; they
cannot be shown any more, only replaced.
"""

from __future__ import annotations

import hashlib
import hmac

from flask import current_app
from sqlalchemy import select

from scorekeeper.record.database import db
from scorekeeper.record.models import Carnet

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_ALIKE = str.maketrans({"O": "0", "I": "1", "L": "1"})
_LENGTH = 16  # 80 bits


def set_code(carnet: Carnet) -> None:
    """Give a new carnet its recovery code."""
    carnet.code_renewals = 0
    carnet.code_digest = code_digest(_derived(carnet))


def renew_code(carnet: Carnet) -> None:
    """Make a new recovery code; the one before opens nothing any more."""
    carnet.code_renewals += 1
    carnet.code_digest = code_digest(_derived(carnet))


def code_of(carnet: Carnet) -> str | None:
    """The recovery code as 16 letters and figures; None for one that was not derived from this secret key."""
    code = _derived(carnet)
    return code if hmac.compare_digest(code_digest(code), carnet.code_digest) else None


def carnet_of_code(typed: str) -> Carnet | None:
    """The carnet that a recovery code opens, however it was typed: case, spaces, dashes, O for 0."""
    code = _read(typed)
    return db.session.scalar(select(Carnet).where(Carnet.code_digest == code_digest(code))) if code else None


def code_digest(code: str) -> str:
    """What is stored of a code: SHA-256 in hexadecimal. It needs no salt, a code being 80 random bits."""
    return hashlib.sha256(code.encode("ascii")).hexdigest()


def _read(typed: str) -> str:
    letters = "".join(letter for letter in typed.upper() if letter.isalnum()).translate(_ALIKE)
    return letters if len(letters) == _LENGTH and set(letters) <= set(_ALPHABET) else ""


def _derived(carnet: Carnet) -> str:
    secret = current_app.config["SECRET_KEY"].encode()  # fails where a command was given none
    message = f"recovery code {carnet.key} {carnet.code_renewals}".encode()
    code = hmac.digest(secret, message, hashlib.sha256)
    return "".join(_ALPHABET[byte % len(_ALPHABET)] for byte in code[:_LENGTH])
