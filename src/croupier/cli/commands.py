"""Groups of commands: each is imported when it is called, and help is plain text.

Help is folded between words at the terminal's width; a name, an option or a choice is never broken,
and an explanation that does not fit beside its name stands below it.
"""

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from importlib import import_module
from shutil import get_terminal_size
from typing import Annotated, Any, TypeVar

import typer
import typer.main
from typer.core import TyperCommand, TyperGroup

from croupier.cli.completion import complete_book

GAP = 2
INDENT = "  "
CONTINUED = " \\"
JOINED = "\N{NO-BREAK SPACE}"
BESIDE_MAX = 24
"""An explanation stands beside a name up to this width, and otherwise below it."""
WIDTH_MAX = 100
DOCUMENT = 90

Rows = list[tuple[str, str]]
F = TypeVar("F", bound=Callable[..., Any])


class _Command(TyperCommand):
    def get_help(self, ctx: Any) -> str:
        return "\n".join(_lines(self, ctx, {}))


class _Group(TyperGroup):
    def get_help(self, ctx: Any) -> str:
        return "\n".join(_lines(self, ctx, self.panels()))

    def panels(self) -> Mapping[str, Rows]:
        """The commands with what they do, under their headings."""
        commands: Mapping[str, Any] = self.commands
        return {"Commands": [(name, summary(each)) for name, each in commands.items()]}


class Commands(typer.Typer):
    """A group of commands with plain help."""

    def __init__(
        self, cls: type[_Group] = _Group, add_completion: bool = False, **settings: Any
    ) -> None:
        super().__init__(cls=cls, add_completion=add_completion, rich_markup_mode=None, **settings)

    def command(self, name: str | None = None, **settings: Any) -> Callable[[F], F]:
        """Register a command of the group."""
        return super().command(name, cls=_Command, **settings)


def lazy(package: str, panels: Mapping[str, Mapping[str, str]]) -> type[_Group]:
    """A group whose commands are modules of a package, imported when they are called.

    ``panels`` has their summaries by name, under headings.
    """

    class Lazy(_Group):
        def __init__(self, **settings: Any) -> None:
            super().__init__(**settings)
            names = [name for panel in panels.values() for name in panel]
            self.commands = _Modules(package, names)

        def panels(self) -> Mapping[str, Rows]:
            return {heading: [*panel.items()] for heading, panel in panels.items()}

        def list_commands(self, ctx: Any) -> list[str]:
            return list(self.commands)

        def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
            from typer._click.shell_completion import CompletionItem

            rows = [row for panel in panels.values() for row in panel.items()]
            found = [
                CompletionItem(name, help=text)
                for name, text in rows
                if name.startswith(incomplete)
            ]
            return found or super().shell_complete(ctx, incomplete)

    return Lazy


class _Modules(MutableMapping[str, Any]):
    """The commands of a package by name; the module of one is imported when it is asked for."""

    def __init__(self, package: str, names: list[str]) -> None:
        self._package = package
        self._commands: dict[str, Any] = dict.fromkeys(names)

    def __getitem__(self, name: str) -> Any:
        command = self._commands[name]
        if command is None:
            command = self._commands[name] = self._imported(name)
        return command

    def _imported(self, name: str) -> Any:
        word = name.replace("-", "_")
        found = getattr(import_module(f"{self._package}.{word}"), word)
        if not isinstance(found, Commands):
            alone = Commands()
            alone.command(name)(found)
            found = alone
        return typer.main.get_command(found)

    def __setitem__(self, name: str, command: Any) -> None:
        self._commands[name] = command

    def __delitem__(self, name: str) -> None:
        del self._commands[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._commands)

    def __len__(self) -> int:
        return len(self._commands)


def plain_help(command: Any, path: str) -> str:
    """The help of a command for a document, whatever the terminal."""
    context = typer.Context(command, info_name=path)
    panels = command.panels() if isinstance(command, _Group) else {}
    return re.sub(r"\x1b\[\d*m", "", "\n".join(_lines(command, context, panels, DOCUMENT)))


def _lines(
    command: Any, context: Any, panels: Mapping[str, Rows], width: int | None = None
) -> Iterator[str]:
    from croupier.cli.examples import EXAMPLES

    width = width or min(get_terminal_size().columns, WIDTH_MAX)
    usage = " ".join((context.command_path, *command.collect_usage_pieces(context)))
    yield from _folded(f"Usage: {usage}", width, "", " " * len("Usage: "))
    for text in (command.help or "").split("\n\n"):
        yield ""
        yield from _paragraph(text, width)
    sections: dict[str, Rows] = {"Arguments": [], "Options": []}
    for param in command.get_params(context):
        if (row := param.get_help_record(context)) is not None:
            kind = "Arguments" if param.param_type_name == "argument" else "Options"
            sections[kind].append(row)
    for heading, rows in {**sections, **panels}.items():
        if rows:
            yield ""
            yield typer.style(f"{heading}:", bold=True)
            yield from _explained(rows, width)
    if (example := EXAMPLES.get(context.command_path.partition(" ")[2])) is not None:
        yield ""
        yield typer.style("Example:", bold=True)
        yield from _typed(example, width)
    if command.epilog:
        yield ""
        yield from _paragraph(command.epilog, width)


def _typed(line: str, width: int) -> Iterator[str]:
    """A line to be typed; where it is folded, it can still be copied into a shell."""
    whole = re.sub("'[^']*'", lambda quoted: quoted[0].replace(" ", JOINED), line)
    folded = _folded(whole, width - len(CONTINUED), INDENT, INDENT * 2)
    yield from f"{CONTINUED}\n".join(folded).replace(JOINED, " ").split("\n")


def summary(command: Any) -> str:
    """The first sentence of a command's help."""
    first = " ".join((command.help or "").split("\n\n")[0].split())
    return first.partition(". ")[0].rstrip(".") + "." if first else ""


def _paragraph(text: str, width: int) -> Iterable[str]:
    """A paragraph, folded; one after a line with \\b is an example, and stays as it is."""
    if text.startswith("\b\n"):
        return text.removeprefix("\b\n").splitlines()
    return _folded(" ".join(text.split()), width, "", "")


def _explained(rows: Rows, width: int) -> Iterator[str]:
    beside = max((len(name) for name, _ in rows if len(name) <= BESIDE_MAX), default=0)
    margin = " " * (len(INDENT) + beside + GAP)
    if len(margin) > width // 2:
        beside, margin = 0, INDENT * 3
    for name, text in rows:
        head = f"{INDENT}{name}"
        if len(name) > beside or not text:
            yield head
            head = ""
        yield from _folded(" ".join(text.split()), width, head.ljust(len(margin)), margin)


def _folded(text: str, width: int, first: str, margin: str) -> list[str]:
    return textwrap.wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=margin,
        break_long_words=False,
        break_on_hyphens=False,
    )


BookArgument = Annotated[
    str,
    typer.Argument(
        metavar="BOOK",
        help="A book's id, or the path of a data file ending in .toml.",
        autocompletion=complete_book,
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]
