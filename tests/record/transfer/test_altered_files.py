"""A file in which a value, a row or their order is altered is refused with its place, or is of the same partie."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

from support.recorded import FOLDER
from support.selection import examples

from scorekeeper.record.transfer.errors import UnreadableFileError
from scorekeeper.record.transfer.reading import read_carnet

LONGEST = 10_000_000
# Nothing else in a file depends on these values.
FREE = {"at", "created_at", "abandoned_at", "deleted_at", "soiree", "participants"}
Document = dict[str, Any]


def test_an_altered_file_is_refused_with_its_place_or_is_the_same() -> None:
    document = json.loads((FOLDER / "every_change.json").read_text(encoding="utf-8"))
    parsed = essence_or_place(document)
    for seed in range(examples(200)):
        altered = copy.deepcopy(document)
        alter(altered["parties"][0], random.Random(seed))
        found = essence_or_place(altered)
        assert found == parsed or found.startswith("parties[0]."), seed


def essence_or_place(document: Document) -> str:
    """Return the state of the partie of a file and the stack of its log as they are imported, or the place refused."""
    try:
        (partie,) = read_carnet(json.dumps(document).encode(), LONGEST).rows["parties"]
    except UnreadableFileError as error:
        return str(error.field)
    names = ("game", "version", "options", "first_dealer", "side_names", "manches", "progress", "seats")
    log = [[change.get(name) for name in ("version", "below", "manche")] for change in partie["changes"]]
    return json.dumps([*(partie[name] for name in names), log], default=str)


def alter(partie: Document, chance: random.Random) -> None:
    """Alter one value, key, item or order."""
    found = [*containers(partie)]
    values = [value for one in found for value in (one.values() if isinstance(one, dict) else one)]
    container = chance.choice(found)
    if isinstance(container, list):
        index = chance.randrange(len(container))
        act = chance.choice(("drop", "double", "swap", "value"))
        if act == "drop":
            del container[index]
        elif act == "double":
            container.insert(index, copy.deepcopy(container[index]))
        elif act == "swap":
            container[index], container[index - 1] = container[index - 1], container[index]
        else:
            container[index] = other_value(container[index], values, chance)
    elif chance.random() < 0.1:
        del container[chance.choice([*container])]
    else:
        name = chance.choice([*container])
        container[name] = other_value(container[name], values, chance)


def containers(value: Any) -> list[Any]:  # noqa: ANN401 - any JSON
    """Return the objects and lists in a value that have anything, itself included."""
    below = []
    if isinstance(value, dict):
        below = [one for name, one in value.items() if name not in FREE]
    elif isinstance(value, list):
        below = value
    return [*([value] if below else []), *(one for each in below for one in containers(each))]


def other_value(value: object, values: list[Any], chance: random.Random) -> object:
    """Return another value, of the same type as a rule."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int) and chance.random() < 0.5:
        return value + chance.choice((-1, 1))
    same_type = [one for one in values if type(one) is type(value) and one != value]
    others = same_type if same_type and chance.random() < 0.8 else [None, "x", [], {}, 10**30, -1]
    return copy.deepcopy(chance.choice(others))
