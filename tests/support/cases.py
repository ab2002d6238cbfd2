"""The cases of tests that are data, one JSON object a line; `why` explains an odd one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[1] / "data"


def read_cases(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def name_case(case: dict[str, Any]) -> str:
    """Return the id of a test of a case with a name."""
    return str(case["name"])


def reason(case: dict[str, Any]) -> str:
    """Return the id of a test: the reason of its case."""
    return str(case.get("why", ""))


def name_question(case: dict[str, Any]) -> str:
    """Return the id of a test that asks a question; `--game` finds the game in it."""
    return f"{case['game']} {case['question']}"


def letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()
