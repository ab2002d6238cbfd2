"""The `scorekeeper` command: serve the house, prepare its database, score and judge what is written down."""

import argparse
import gc
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

_HIGHEST_PORT = 65535
_LANGUAGES = ("fr", "en")
_PRIVATE = 0o077  # the database and the secret key are for their owner alone


def main(argv: Sequence[str] | None = None) -> int:
    """Run one subcommand and give its exit status: 0 when all went well, 1 when not (2 if misused)."""
    arguments = _parser().parse_args(argv)
    mask = os.umask(_PRIVATE)
    try:
        status: int = arguments.run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader, `head` for instance, has gone; Python must not complain about it again on its way out.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    finally:
        os.umask(mask)
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="scorekeeper", description="La Marque keeps the score of card games.")
    parser.add_argument("--version", action="version", version=f"scorekeeper {version('scorekeeper')}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _add_serve(commands.add_parser("serve", help="open the house to the phones around"))
    score = commands.add_parser("score", help="score parties: JSON lines in, JSON lines out")
    _add_lines(score, _score)
    judge = commands.add_parser("judge", help="judge manches card by card: JSON lines in, JSON lines out")
    _add_lines(judge, _judge)
    rules = commands.add_parser("rules", help="answer questions about the rules: JSON lines in, JSON lines out")
    _add_lines(rules, _rules)
    rules.add_argument("--language", choices=_LANGUAGES, help="of lines that name none (default: that of their words)")
    demo = commands.add_parser("demo", help="fill a notebook with an evening of examples")
    _add_port(demo)
    demo.set_defaults(run=_demo)
    export = commands.add_parser("export", help="write a notebook to standard output as one JSON file")
    export.add_argument("notebook", metavar="CODE", help="its recovery code, or its key as in addresses")
    export.set_defaults(run=_export)
    bring_in = commands.add_parser("import", help="make a notebook of a file that was exported")
    bring_in.add_argument("file", metavar="FILE", help="the file ('-': standard input)")
    _add_port(bring_in)
    bring_in.set_defaults(run=_import)
    migrate = commands.add_parser("migrate", help="make the database, or bring it up to date")
    migrate.set_defaults(run=_migrate)
    backup = commands.add_parser("backup", help="copy the database to a file, while the server runs or not")
    backup.add_argument("file", metavar="FILE", help="the copy (replaced if it exists)")
    backup.set_defaults(run=_backup)
    restore = commands.add_parser("restore", help="replace the database by a copy, the server being stopped")
    restore.add_argument("file", metavar="FILE", help="a copy that `backup` made")
    restore.set_defaults(run=_restore)
    rebuild = commands.add_parser("rebuild", help="compute what lists read anew from the facts, and say what was wrong")
    rebuild.set_defaults(run=_rebuild)
    return parser


def _add_serve(parser: argparse.ArgumentParser) -> None:
    host = os.environ.get("HOST") or "0.0.0.0"  # noqa: S104 (phones must reach it)
    parser.add_argument("--host", default=host, help="address to listen on (default: $HOST or 0.0.0.0)")
    _add_port(parser)
    parser.add_argument("--workers", type=_positive, help="processes (default: one per core)")
    parser.set_defaults(run=_serve)


def _add_port(parser: argparse.ArgumentParser) -> None:
    port = os.environ.get("PORT") or "8000"
    parser.add_argument("--port", default=port, type=_port, help="port of the house (default: $PORT or 8000)")


def _add_lines(parser: argparse.ArgumentParser, run: Callable[[argparse.Namespace], int]) -> None:
    parser.add_argument("files", nargs="*", metavar="FILE", help="files to read (default, and '-': standard input)")
    parser.set_defaults(run=run)


def _port(text: str) -> int:
    if not (text.isdecimal() and int(text) <= _HIGHEST_PORT):
        message = f"{text!r} is not a port: PORT or --port must be a number from 0 to {_HIGHEST_PORT}"
        raise argparse.ArgumentTypeError(message)
    return int(text)


def _positive(text: str) -> int:
    if not (text.isdecimal() and int(text)):
        message = f"{text!r} is not a number above 0"
        raise argparse.ArgumentTypeError(message)
    return int(text)


def _serve(arguments: argparse.Namespace) -> int:
    with _no_collecting():
        from scorekeeper.serve import serve  # noqa: PLC0415 (a subcommand imports only what it needs)
    serve(arguments.host, arguments.port, arguments.workers)
    return 0


@contextmanager
def _no_collecting() -> Iterator[None]:
    """Import without the garbage collector's rounds, a fifth of the time: whatever is imported stays."""
    gc.disable()
    yield
    gc.freeze()
    gc.enable()


def _score(arguments: argparse.Namespace) -> int:
    from scorekeeper.record.formats.score import score_line  # noqa: PLC0415 (likewise)

    return _answer_lines(score_line, arguments.files)


def _judge(arguments: argparse.Namespace) -> int:
    from scorekeeper.record.formats.judge import judge_line  # noqa: PLC0415 (likewise)

    return _answer_lines(judge_line, arguments.files)


def _rules(arguments: argparse.Namespace) -> int:
    from scorekeeper.record.formats.rules import rules_line  # noqa: PLC0415 (likewise)

    return _answer_lines(lambda text: rules_line(text, arguments.language), arguments.files)


def _demo(arguments: argparse.Namespace) -> int:
    from scorekeeper.web.demo import fill  # noqa: PLC0415 (likewise)
    from scorekeeper.web.games import load_pages  # noqa: PLC0415 (likewise)

    load_pages()
    status = _migrate(arguments)
    if status == 0:
        print(f"{_server_address(arguments)}{fill()}")
    return status


def _server_address(arguments: argparse.Namespace) -> str:
    """Return the address of the server that is running, else the one that the port will have."""
    from scorekeeper import settings  # noqa: PLC0415 (likewise)
    from scorekeeper.instance_lock import running_address  # noqa: PLC0415 (likewise)

    return running_address(settings.instance_folder()) or f"http://localhost:{arguments.port}"


def _migrate(_arguments: argparse.Namespace) -> int:
    from scorekeeper import settings  # noqa: PLC0415 (likewise)
    from scorekeeper.record.database.schema import UnusableDatabaseError, prepare  # noqa: PLC0415 (likewise)

    try:
        prepare(settings.database_url())
    except (UnusableDatabaseError, settings.SettingsError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _backup(arguments: argparse.Namespace) -> int:
    from scorekeeper import settings  # noqa: PLC0415 (likewise)
    from scorekeeper.record.database.backup import back_up, database_file  # noqa: PLC0415 (likewise)
    from scorekeeper.record.database.sqlite_files import BackupError  # noqa: PLC0415 (likewise)

    try:
        back_up(database_file(settings.database_url()), Path(arguments.file))
    except (BackupError, settings.SettingsError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _restore(arguments: argparse.Namespace) -> int:
    from scorekeeper import settings  # noqa: PLC0415 (likewise)
    from scorekeeper.instance_lock import InstanceLockedError, lock_instance  # noqa: PLC0415 (likewise)
    from scorekeeper.record.database.backup import database_file, restore  # noqa: PLC0415 (likewise)
    from scorekeeper.record.database.sqlite_files import BackupError  # noqa: PLC0415 (likewise)

    try:
        database = database_file(settings.database_url())
        lock = lock_instance(settings.instance_folder(), wait_seconds=0)
        try:
            saved = restore(Path(arguments.file), database)
        finally:
            os.close(lock)
    except InstanceLockedError:
        print("The server is running: stop it before restoring a copy.", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"{error.filename or 'The instance folder'} cannot be used: {error.strerror}.", file=sys.stderr)
        return 1
    except (BackupError, settings.SettingsError) as error:
        print(error, file=sys.stderr)
        return 1
    if saved:
        print(f"The database that was replaced is saved in {saved}.")
    return 0


def _rebuild(arguments: argparse.Namespace) -> int:
    from scorekeeper import settings  # noqa: PLC0415 (likewise)
    from scorekeeper.record.database import opened  # noqa: PLC0415 (likewise)
    from scorekeeper.record.read_models.rebuild import Unreadable, rebuild  # noqa: PLC0415 (likewise)

    status = _migrate(arguments)
    if status == 0:
        with opened(settings.database_url()):
            for finding in rebuild():
                print(finding, flush=True)
                status = 1 if isinstance(finding, Unreadable) else status
    return status


def _export(arguments: argparse.Namespace) -> int:
    from scorekeeper import settings  # noqa: PLC0415 (likewise)
    from scorekeeper.record.database import opened  # noqa: PLC0415 (likewise)
    from scorekeeper.record.transfer.commands import export_carnet  # noqa: PLC0415 (likewise)

    if _migrate(arguments):
        return 1
    with opened(settings.database_url()):
        pieces = export_carnet(arguments.notebook)
        if pieces is None:
            print("no notebook has this code or key", file=sys.stderr)
            return 1
        for piece in pieces:
            sys.stdout.buffer.write(piece.encode())
    return 0


def _import(arguments: argparse.Namespace) -> int:
    from scorekeeper import settings  # noqa: PLC0415 (likewise)
    from scorekeeper.record.database import opened  # noqa: PLC0415 (likewise)
    from scorekeeper.record.transfer.commands import import_file  # noqa: PLC0415 (likewise)
    from scorekeeper.record.transfer.errors import UnreadableFileError  # noqa: PLC0415 (likewise)
    from scorekeeper.record.transfer.format import FILE_BYTES  # noqa: PLC0415 (likewise)
    from scorekeeper.web.core.language import speaking  # noqa: PLC0415 (likewise)
    from scorekeeper.web.transfer.text import fault_sentence  # noqa: PLC0415 (likewise)

    try:
        with sys.stdin.buffer if arguments.file == "-" else Path(arguments.file).open("rb") as file:
            content = file.read(FILE_BYTES + 1)
    except OSError as error:
        print(f"cannot read {arguments.file}: {error.strerror}", file=sys.stderr)
        return 1
    if _migrate(arguments):
        return 1
    with opened(settings.database_url(), settings.secret_key()):
        try:
            code, known = import_file(content)
        except UnreadableFileError as error:
            with speaking("en"):
                said = filter(None, (arguments.file, error.place, fault_sentence(error)))
                print(": ".join(said), file=sys.stderr)
            print("nothing was imported", file=sys.stderr)
            return 1
    if known:
        print("this file was imported before; nothing was written", file=sys.stderr)
    if code is None:
        print("its recovery code cannot be shown; its settings page makes a new one", file=sys.stderr)
        return 0
    print(f"{_server_address(arguments)}/open#{code}")
    return 0


def _answer_lines(answer: Callable[[str], dict[str, object]], files: Sequence[str]) -> int:
    """Answer each line of the files with a line on standard output; give 1 if any was refused."""
    status = 0
    for line in _lines(files or ["-"]):
        given = line if isinstance(line, dict) else _answer_line(answer, line)
        if "error" in given:
            status = 1
        print(json.dumps(given), flush=True)
    return status


def _answer_line(answer: Callable[[str], dict[str, object]], line: bytes) -> dict[str, object]:
    try:
        text = line.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return {"error": f"not UTF-8 text: {error.reason} at byte {error.start}"}
    return answer(text)


def _lines(files: Sequence[str]) -> Iterator[bytes | dict[str, object]]:
    """Give the lines that are not empty, and an error in the place of a file that cannot be read."""
    for name in files:
        try:
            with sys.stdin.buffer if name == "-" else Path(name).open("rb") as file:
                yield from (line for line in file if line.strip())
        except OSError as error:
            yield {"error": f"cannot read {name}: {error.strerror}"}


if __name__ == "__main__":
    sys.exit(main())
