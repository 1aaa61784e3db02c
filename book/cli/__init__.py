"""The command `book`. Each subcommand is a module beside this one, imported only when it is asked for, so that all start fast."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any

import click

from book import __version__
from book.errors import BookError

COMMANDS = {"build": "make PDF and EPUB of all editions", "check": "find what is wrong in the text",
            "erratum": "judge what readers report",
            "number": "show where a printed number comes from", "edition": "translate: status, diff, accept, drafts, new languages",
            "release": "publish all editions, or say what stands in the way"}
"""Name to one line of help; the module of that name in this package holds the click command `command`."""


class _Lazy(click.Group):
    """Finds subcommands in COMMANDS and imports the one that is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        found: click.Command = importlib.import_module(f"book.cli.{cmd_name}").command
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="%(version)s")
def cli() -> None:
    """Build, check and correct a book whose numbers prove themselves. Run it in the book's folder."""


def main(arguments: list[str] | None = None) -> None:
    """Run the command line; whatever goes wrong is said in one line and sets the exit code."""
    try:
        code: Any = cli.main(args=arguments, prog_name="book", standalone_mode=False)
        sys.exit(code if isinstance(code, int) else 0)
    except BookError as error:
        click.echo(f"book: {error}", err=True)
        sys.exit(error.exit_code)
    except click.ClickException as error:
        click.echo(f"book: {error.format_message()} (see `book --help`)", err=True)
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        click.echo("book: stopped; the last good files are untouched", err=True)
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(0)
    except OSError as error:
        click.echo(f"book: {error.filename or ''}: {error.strerror or error}", err=True)
        sys.exit(2)
    except Exception as error:  # a fault of ours: one line for the user, all of it for whoever mends it
        if os.environ.get("BOOK_DEBUG"):
            raise
        click.echo(f"book: {type(error).__name__}: {error}; this is a fault of the toolchain, please report it (BOOK_DEBUG=1 shows where)", err=True)
        sys.exit(2)

