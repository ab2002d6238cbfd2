"""Save the book and the index of each game's rulebook beside it, so that no process has to make them.

python .ci/indexes.py
"""

from __future__ import annotations

import sys
from pathlib import Path


def save_indexes() -> None:
    """Save the index of each game of this checkout; that of an installed game is made when it is first searched."""
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    from scorekeeper.games import GAMES  # noqa: PLC0415 - found by the line above
    from scorekeeper.games.search import library  # noqa: PLC0415 - likewise

    for game in GAMES.values():
        if game.package.startswith("scorekeeper.") and library.answers_questions(game):
            library.save(game.package)


if __name__ == "__main__":
    save_indexes()
