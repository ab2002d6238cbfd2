"""Falsify many tellings of a game, or tell many true ones: `PYTHONPATH=tests python -m contradictions hearts 20000`.

`--true` tells the truth at every depth in place of lies, `--seed` begins elsewhere, `--steps` searches longer.
"""

from __future__ import annotations

import argparse
import json
import sys
from importlib import import_module

from contradictions.judging import Effort, Report, falsehoods, show, true_tellings

LONGER = 5

if __name__ == "__main__":
    asked = argparse.ArgumentParser(prog="contradictions", description=__doc__)
    asked.add_argument("game", choices=["hearts", "spades", "piquet"])
    asked.add_argument("count", type=int)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--steps", type=int, default=3_000)
    asked.add_argument("--true", action="store_true", dest="told_true")
    given = asked.parse_args()
    game = import_module(f"contradictions.{given.game}")
    heard = Report(heard=lambda wrong: print(json.dumps(wrong), flush=True))  # noqa: T201 - a command speaks
    if given.told_true:
        true_tellings(game, given.count, given.seed, heard)
    else:
        falsehoods(game, given.count, given.seed, Effort(given.steps, LONGER * given.steps), heard)
    print(show(heard))  # noqa: T201 - likewise
    sys.exit(bool(heard.wrong))
