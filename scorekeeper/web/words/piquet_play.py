"""The play of Piquet in words: why a card is forbidden."""

from __future__ import annotations

from scorekeeper.web.words.claims import PlayWords, must_follow

PLAY = PlayWords({"PI-16": must_follow})
