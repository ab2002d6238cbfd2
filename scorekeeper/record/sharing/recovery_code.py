"""The recovery code of a carnet (the notebook of a group of players), which gives another device access to it.

The code is derived from the app's `SECRET_KEY`, so that a page can show it although the database stores only its
digest. A code made at random by an earlier version, or under another secret key, still matches its digest, but no page
can show it: it can only be replaced.
"""

from __future__ import annotations

import hashlib
import hmac

from flask import current_app
from sqlalchemy import select

from scorekeeper.record.database import db
from scorekeeper.record.models import Carnet

# The 32 characters of a code, without the letters I, L, O and U.
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_ALIKE = str.maketrans({"O": "0", "I": "1", "L": "1"})
_LENGTH = 16  # 80 bits


def set_code(carnet: Carnet, renewals: int = 0) -> None:
    """Give a carnet its first recovery code, or the one that it has after this number of renewals."""
    carnet.code_renewals = renewals
    carnet.code_digest = code_digest(_derive_code(carnet))


def renew_code(carnet: Carnet) -> None:
    """Replace the recovery code of a carnet; its previous code is no longer valid."""
    set_code(carnet, carnet.code_renewals + 1)


def code_of(carnet: Carnet) -> str | None:
    """Return the recovery code, 16 letters and digits; None if it was not derived from the current secret key."""
    code = _derive_code(carnet)
    if not hmac.compare_digest(code_digest(code), carnet.code_digest):
        return None
    return code


def carnet_of_code(typed: str) -> Carnet | None:
    """Return the carnet with this code, or None. Case, spaces and dashes are ignored; O is read as 0, I and L as 1."""
    code = _normalise(typed)
    if not code:
        return None
    return db.session.scalar(select(Carnet).where(Carnet.code_digest == code_digest(code)))


def code_digest(code: str) -> str:
    """Return the SHA-256 of a recovery code in hexadecimal, without salt because a code has 80 random bits."""
    return hashlib.sha256(code.encode("ascii")).hexdigest()


def _normalise(typed: str) -> str:
    """Return the 16 letters and digits of a recovery code, "" when the text is no such code."""
    code = "".join(character for character in typed.upper() if character.isalnum()).translate(_ALIKE)
    if len(code) != _LENGTH or not set(code) <= set(_ALPHABET):
        return ""
    return code


def _derive_code(carnet: Carnet) -> str:
    secret_key = current_app.config["SECRET_KEY"].encode()  # raises in a command without a secret key
    message = f"recovery code {carnet.key} {carnet.code_renewals}".encode()
    digest = hmac.digest(secret_key, message, hashlib.sha256)
    # 256 is a multiple of 32, so that each character is equally frequent.
    return "".join(_ALPHABET[byte % len(_ALPHABET)] for byte in digest[:_LENGTH])
