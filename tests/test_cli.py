"""The `scorekeeper` command."""

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from importlib.metadata import version
from pathlib import Path

import pytest
from support import commands, damage

from scorekeeper.instance_lock import lock_instance

pytestmark = pytest.mark.sweep("starts real processes")


GOOD = {"game": "hearts", "options": {}, "seats": 4, "manches": [{"points": [5, 4, 16, 1]}]}


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """An instance with the notebook of examples, and its recovery code."""
    folder = tmp_path_factory.mktemp("examples")
    done = commands.call(folder, "demo")
    assert done.returncode == 0
    return folder / "instance", done.stdout.decode().strip().partition("#")[2]


@pytest.fixture
def example_folder(examples: tuple[Path, str], tmp_path: Path) -> Path:
    """A folder with a copy of that instance, for one test to change."""
    shutil.copytree(examples[0], tmp_path / "instance", symlinks=True)
    return tmp_path


def test_version(tmp_path: Path) -> None:
    assert commands.run(tmp_path, "--version").stdout.decode() == f"lamarque {version('lamarque')}\n"


def test_calling_main_gives_what_running_the_command_gives(tmp_path: Path) -> None:
    """The other tests call `main`; here the output, status and files are those of a process."""
    lines = b"\xff\n" + json.dumps(GOOD).encode()
    commands_given: tuple[tuple[str, ...], ...] = (
        ("score",),
        ("migrate",),
        ("migrate", "further"),
        ("export", "unknown"),
    )
    results = []
    for way in (commands.run, commands.call):
        folder = tmp_path / way.__name__
        folder.mkdir()
        done = [way(folder, *words, given=lines) for words in commands_given]
        results.append([(each.returncode, each.stdout, each.stderr) for each in done])
        assert (folder / "instance" / "scorekeeper.sqlite3").exists()
    assert results[0] == results[1]
    assert [status for status, _, _ in results[0]] == [1, 0, 2, 1]


def test_help_imports_no_framework(tmp_path: Path) -> None:
    script = (
        "import contextlib, sys\nfrom scorekeeper.cli import main\n"
        "with contextlib.suppress(SystemExit): main(['--help'])\n"
        "print(*(name for name in ('flask', 'sqlalchemy', 'gunicorn') if name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "serve" in done.stdout
    assert done.stdout.splitlines()[-1] == ""


@pytest.mark.parametrize("command", ["score", "judge"])
def test_scoring_and_judging_import_no_schema(tmp_path: Path, command: str) -> None:
    """Only `--schema` imports the typed dictionaries of the games, and pydantic for them."""
    script = (
        f"import sys\nfrom scorekeeper.cli import main\nmain(['{command}'])\n"
        "print(*(name for name in sys.modules if name == 'pydantic' or name.endswith('.schema')))"
    )
    line = {"game": "hearts", "seats": 4, **({"manches": []} if command == "score" else {"leader": 0, "plays": ["2C"]})}
    given = json.dumps(line).encode()
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, input=given, capture_output=True, check=True)
    answer, imported = done.stdout.splitlines()
    assert (b"error" in answer, imported) == (False, b"")


def test_each_line_is_scored(tmp_path: Path) -> None:
    line = json.dumps(GOOD).encode()
    done = commands.call(tmp_path, "score", given=line + b"\n\n   \n" + line)
    assert done.returncode == 0
    answers = [json.loads(answer) for answer in done.stdout.splitlines()]
    assert [answer["manches"][0]["totals"] for answer in answers] == [[5, 4, 16, 1]] * 2


def test_a_refused_line_does_not_stop_the_others(tmp_path: Path) -> None:
    good = json.dumps(GOOD).encode()
    done = commands.call(tmp_path, "score", given=b"\xff\xfe\n" + b"not json\n" + b"\xef\xbb\xbf" + good + b"\n")
    assert done.returncode == 1
    first, second, third = (json.loads(answer) for answer in done.stdout.splitlines())
    assert first["refusal"]["code"] == "not_utf8"
    assert list(second) == ["error", "refusal"]
    assert "manches" in third
    assert done.stderr == b""


def test_each_line_is_judged_and_a_broken_one_does_not_stop_the_others(tmp_path: Path) -> None:
    line = {"game": "hearts", "options": {}, "seats": 4, "dealer": 3, "leader": 0, "plays": ["2C", "KD"]}
    broken = {**line, "plays": ["2C", "2C"]}
    done = commands.call(tmp_path, "judge", given="\n".join(map(json.dumps, (line, broken, line))).encode())
    assert done.returncode == 1
    first, second, third = (json.loads(answer) for answer in done.stdout.splitlines())
    assert [verdict["ruling"] for verdict in first["verdicts"]] == ["allowed", "conditional"]
    assert list(second) == ["error", "refusal"]
    assert third == first
    assert commands.call(tmp_path, "judge", given=json.dumps(line).encode()).returncode == 0


QUESTION = {"game": "hearts", "language": "fr", "question": "la dame de pique ouvre-t-elle les cœurs ?"}


def test_each_question_is_answered_and_a_broken_line_does_not_stop_the_others(tmp_path: Path) -> None:
    good = json.dumps(QUESTION).encode()
    done = commands.call(tmp_path, "rules", given=good + b"\n\xff\n" + b'{"question": 3}\n' + good)
    assert done.returncode == 1
    first, second, third, fourth = (json.loads(answer) for answer in done.stdout.splitlines())
    assert first["articles"][0] == "DP-16"
    assert (list(second), list(third), fourth) == (["error", "refusal"], ["error", "refusal"], first)
    assert not (tmp_path / "instance").exists()


def test_the_language_argument_applies_to_lines_without_one(tmp_path: Path) -> None:
    given = json.dumps({"question": "qui distribue les cartes", "game": "hearts"}).encode()
    french, english = (
        json.loads(commands.call(tmp_path, "rules", *words, given=given).stdout) for words in ((), ("--language", "en"))
    )
    assert french["articles"] == english["articles"]
    assert "donneur" in french["ruling"]
    assert "dealer" in english["ruling"]


def test_files_are_read_in_order_and_a_missing_one_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "good.jsonl").write_text(json.dumps(GOOD), encoding="utf-8")
    done = commands.call(tmp_path, "score", "missing.jsonl", "good.jsonl", "-", given=json.dumps(GOOD).encode())
    assert done.returncode == 1
    first, *others = (json.loads(answer) for answer in done.stdout.splitlines())
    assert first["error"] == "cannot read missing.jsonl: No such file or directory"
    assert ["manches" in answer for answer in others] == [True, True]


def test_a_reader_that_closes_the_output_early_causes_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "many.jsonl").write_text((json.dumps(GOOD) + "\n") * 2000, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "-m", "scorekeeper.cli", "score", "many.jsonl"],
        env=commands.environment(tmp_path / "instance"),
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 1


def test_an_output_that_cannot_be_written_is_reported_in_a_sentence(tmp_path: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "scorekeeper.cli", "score"],
            input=json.dumps(GOOD).encode(),
            env=commands.environment(tmp_path / "instance"),
            cwd=tmp_path,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert (done.returncode, done.stderr) == (1, b"A file or the output cannot be used: No space left on device.\n")


def test_a_command_in_another_folder_makes_no_database(tmp_path: Path) -> None:
    for words in (("rebuild",), ("export", "0000-0000-0000-0000"), ("healthcheck",), ("backup", "copy.sqlite3")):
        done = commands.call(tmp_path, *words)
        assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (1, b"", 1)
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == []


def test_a_relative_path_means_the_same_database_to_each_command(tmp_path: Path) -> None:
    for _ in range(2):
        done = commands.call(tmp_path, "demo", SCOREKEEPER_DATABASE_URL="sqlite:///marque.sqlite3")
        assert done.returncode == 0
    done = commands.call(tmp_path, "backup", "copy.sqlite3", SCOREKEEPER_DATABASE_URL="sqlite:///marque.sqlite3")
    assert (done.returncode, notebooks(tmp_path / "copy.sqlite3")) == (0, 2)
    files = [path.name for path in tmp_path.rglob("*.sqlite3")]
    assert sorted(files) == ["copy.sqlite3", "marque.sqlite3"]


def test_migrate_creates_the_database_and_can_be_repeated(tmp_path: Path) -> None:
    for _ in range(2):
        done = commands.call(tmp_path, "migrate")
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert (tmp_path / "instance" / "scorekeeper.sqlite3").stat().st_size > 0


def test_rebuild_prints_what_it_repairs_and_nothing_the_second_time(example_folder: Path) -> None:
    with closing(sqlite3.connect(example_folder / "instance" / "scorekeeper.sqlite3")) as database:
        database.execute("UPDATE summary SET manches = 9 WHERE partie_id = 1")
        database.commit()
    for printed in ("partie 1: its summary did not match its facts, and was rebuilt\n", ""):
        done = commands.call(example_folder, "rebuild")
        assert (done.returncode, done.stdout.decode()) == (0, printed)


def test_a_damaged_database_is_reported_in_a_sentence(example_folder: Path) -> None:
    """Every page of it but the first is overwritten."""
    database = example_folder / "instance" / "scorekeeper.sqlite3"
    with database.open("rb+") as file:
        file.seek(4096)
        file.write(b"\xa5" * (database.stat().st_size - 4096))
    for words in (("rebuild",), ("export", "0000-0000-0000-0000"), ("demo",), ("backup", "copy.sqlite3")):
        done = commands.call(example_folder, *words)
        assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (1, b"", 1)
        assert re.search(rb"damaged|malformed", done.stderr), words
    assert not (example_folder / "copy.sqlite3").exists()


def test_what_a_damaged_part_does_not_hold_is_exported(example_folder: Path, examples: tuple[Path, str]) -> None:
    """The changes are part of an export, the wrong codes that were tried are not."""
    database = example_folder / "instance" / "scorekeeper.sqlite3"
    before = commands.call(example_folder, "export", examples[1])
    for name, status in (("change", 1), ("attempt", 0)):
        content = database.read_bytes()
        damage.overwrite_table(database, name)
        done = commands.call(example_folder, "export", examples[1])
        assert (done.returncode, done.stderr.count(b"\n")) == (status, status)
        assert status or done.stdout == before.stdout
        database.write_bytes(content)


def test_rebuild_names_a_partie_that_cannot_be_read_and_exits_with_1(example_folder: Path) -> None:
    with closing(sqlite3.connect(example_folder / "instance" / "scorekeeper.sqlite3")) as database:
        database.execute("UPDATE manche SET facts = '{}' WHERE partie_id = 1")
        database.commit()
    done = commands.call(example_folder, "rebuild")
    assert done.returncode == 1
    assert done.stdout.decode().startswith("partie 1: cannot be read: ")


def test_migrate_prints_why_it_fails(tmp_path: Path) -> None:
    (tmp_path / "text.sqlite3").write_text("no database at all " * 100, encoding="utf-8")
    done = commands.call(tmp_path, "migrate", SCOREKEEPER_DATABASE_URL=f"sqlite:///{tmp_path}/text.sqlite3")
    assert done.returncode == 1
    assert b"cannot be used" in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_notebook_moves_to_another_installation_and_only_once(examples: tuple[Path, str], tmp_path: Path) -> None:
    """The exported notebook of examples, imported elsewhere, exports to the same file."""
    (here, code), there = examples, tmp_path
    content = commands.call(here.parent, "export", code).stdout
    (there / "carnet.json").write_bytes(content)
    imported = commands.call(there, "import", "carnet.json")
    assert imported.returncode == 0, imported.stderr
    other = imported.stdout.decode().strip().partition("#")[2]
    assert other != code
    again = commands.call(there, "import", "carnet.json")
    assert (again.returncode, again.stdout) == (0, imported.stdout)
    assert b"imported before" in again.stderr
    assert commands.call(there, "export", other).stdout == content


def test_an_unknown_notebook_or_an_unreadable_file_is_an_error(tmp_path: Path) -> None:
    assert commands.call(tmp_path, "export", "0000-0000-0000-0000").stderr.startswith(b"There is no database /")
    assert not (tmp_path / "instance" / "scorekeeper.sqlite3").exists()
    assert commands.call(tmp_path, "migrate").returncode == 0
    unknown = commands.call(tmp_path, "export", "0000-0000-0000-0000")
    assert (unknown.returncode, unknown.stdout) == (1, b"")
    assert unknown.stderr == b"No notebook has this code or key.\n"
    broken = commands.call(tmp_path, "import", "-", given=b'{"format": "la-marque/carnet", "version": 9}')
    assert (broken.returncode, broken.stdout) == (1, b"")
    newer = "This file comes from a newer version of La Marque: update yours first."
    assert broken.stderr.decode() == f"-: version: {newer}\nnothing was imported\n"
    cut = commands.call(tmp_path, "import", "-", given=b'{"format":')
    assert cut.stderr.decode().startswith("-: The file is cut short")
    missing = commands.call(tmp_path, "import", "nowhere.json")
    assert missing.stderr == b"nowhere.json cannot be used: No such file or directory.\n"


def test_a_backup_is_restored_only_while_the_server_is_stopped(tmp_path: Path) -> None:
    """The database of the second `demo` is replaced by the copy of the first, which has one notebook fewer."""
    copy, database = tmp_path / "copy.sqlite3", tmp_path / "instance" / "scorekeeper.sqlite3"
    assert commands.call(tmp_path, "demo").returncode == 0
    done = commands.run(tmp_path, "backup", "copy.sqlite3")  # a process that has imported nothing else
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert commands.call(tmp_path, "demo").returncode == 0
    before = notebooks(database)
    assert (notebooks(copy), before) == (1, 2)
    lock = lock_instance(tmp_path / "instance", wait_seconds=0)
    done = commands.call(tmp_path, "restore", "copy.sqlite3")
    os.close(lock)
    assert (done.returncode, done.stdout, notebooks(database)) == (1, b"", 2)
    assert done.stderr.startswith(b"Another server has locked ")
    done = commands.call(tmp_path, "restore", "copy.sqlite3")
    (saved,) = database.parent.glob("scorekeeper-before-restore-*.sqlite3")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == f"The database that was replaced is saved in {saved}.\n"
    assert (notebooks(database), notebooks(saved)) == (1, 2)
    database.unlink()
    done = commands.call(tmp_path, "restore", "copy.sqlite3")
    assert (done.returncode, done.stdout) == (0, b"copy.sqlite3 is now the database.\n")
    assert commands.call(tmp_path, "migrate").returncode == 0


def notebooks(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("SELECT count(*) FROM carnet").fetchone()[0])


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_an_impossible_copy_is_refused_with_a_sentence(tmp_path: Path, command: str) -> None:
    done = commands.call(tmp_path, command, "file", SCOREKEEPER_DATABASE_URL="postgres://x:secret@nowhere/y")
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr == b"The database is PostgreSQL: make copies with pg_dump and restore them with pg_restore.\n"
    done = commands.call(tmp_path, command, "file")
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.startswith(b"There is no file ")
    assert done.stderr.count(b"\n") == 1
