"""The worst cases, as lines of the judge or the score format, each after its processor time and its steps.

    PYTHONPATH=tests python -m bench.costliest [SECONDS] [WHAT ...]

WHAT is a key of `climbing.SEARCHES`; all of them, SECONDS each, unless some are named.
"""

from __future__ import annotations

import json
import sys

from bench.costliest.climbing import SEARCHES, costliest

SECONDS = 30.0


def main(seconds: float, what: list[str]) -> None:
    """Print the worst case of each search and table."""
    for name in what:
        for cost, case in costliest(SEARCHES[name], seconds):
            print(f"{name:10}{cost.seconds * 1e3:7.1f} ms{cost.steps:7} steps  {json.dumps(case)}", flush=True)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS, sys.argv[2:] or [*SEARCHES])
