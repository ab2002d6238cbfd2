"""The recovery code of a carnet, which opens it on another device.

It is derived from the secret key, so that a page can show it at any time although the database stores only a digest.
Codes made at random by earlier versions, or under another secret key, are still valid by their digest; they can no
longer be shown, only replaced.
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
    carnet.code_digest = code_digest(_derive_code(carnet))


def renew_code(carnet: Carnet) -> None:
    """Replace the recovery code; the previous one is no longer valid."""
    carnet.code_renewals += 1
    carnet.code_digest = code_digest(_derive_code(carnet))


def code_of(carnet: Carnet) -> str | None:
    """Return the recovery code, 16 letters and digits; None if it was not derived from this secret key."""
    code = _derive_code(carnet)
    return code if hmac.compare_digest(code_digest(code), carnet.code_digest) else None


def carnet_of_code(typed: str) -> Carnet | None:
    """Return the carnet with this recovery code; case, spaces, dashes and O for 0 are ignored."""
    code = _normalised(typed)
    return db.session.scalar(select(Carnet).where(Carnet.code_digest == code_digest(code))) if code else None


def code_digest(code: str) -> str:
    """Return the SHA-256 of a code in hexadecimal. It needs no salt, because a code is 80 random bits."""
    return hashlib.sha256(code.encode("ascii")).hexdigest()


def _normalised(typed: str) -> str:
    letters = "".join(letter for letter in typed.upper() if letter.isalnum()).translate(_ALIKE)
    return letters if len(letters) == _LENGTH and set(letters) <= set(_ALPHABET) else ""


def _derive_code(carnet: Carnet) -> str:
    secret = current_app.config["SECRET_KEY"].encode()  # fails in a command without a secret key
    message = f"recovery code {carnet.key} {carnet.code_renewals}".encode()
    code = hmac.digest(secret, message, hashlib.sha256)
    return "".join(_ALPHABET[byte % len(_ALPHABET)] for byte in code[:_LENGTH])
