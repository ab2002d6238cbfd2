"""The play of Piquet in words: why a card is forbidden."""

from __future__ import annotations

from scorekeeper.web.words.claims import ForbiddenWords, must_follow

FORBIDDEN: ForbiddenWords = {"PI-16": must_follow}
