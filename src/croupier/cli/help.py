"""Help as plain text, in which nothing is broken that someone must type.

Text is folded between words at the terminal's width; a name, an option or a choice stays whole, and
what does not fit beside it stands below.
"""

import textwrap
from collections.abc import Callable, Iterable, Iterator
from shutil import get_terminal_size
from typing import Any, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup

GAP = 2
INDENT = "  "
BESIDE_MAX = 24
"""What is explained stands beside its explanation up to this width, and otherwise above it."""
WIDTH_MAX = 100

Rows = list[tuple[str, str]]
F = TypeVar("F", bound=Callable[..., Any])


class _Command(TyperCommand):
    def get_help(self, ctx: Any) -> str:
        return "\n".join(_lines(self, ctx, {}))


class _Group(TyperGroup):
    def get_help(self, ctx: Any) -> str:
        panels: dict[str, Rows] = {}
        for name in self.list_commands(ctx):
            command: Any = self.get_command(ctx, name)
            said = _summary(command.help or "")
            panels.setdefault(command.rich_help_panel or "Commands", []).append((name, said))
        return "\n".join(_lines(self, ctx, panels))


class Commands(typer.Typer):
    """A group of commands that prints its help so."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(cls=_Group, rich_markup_mode=None, **settings)

    def command(self, name: str | None = None, **settings: Any) -> Callable[[F], F]:
        """Another command of the group."""
        return super().command(name, cls=_Command, **settings)


def _lines(command: Any, context: Any, panels: dict[str, Rows]) -> Iterator[str]:
    width = min(get_terminal_size().columns, WIDTH_MAX)
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
    if command.epilog:
        yield ""
        yield from _paragraph(command.epilog, width)


def _summary(text: str) -> str:
    """The first sentence of a command's help."""
    first = " ".join(text.split("\n\n")[0].split())
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
    for name, said in rows:
        head = f"{INDENT}{name}"
        if len(name) > beside or not said:
            yield head
            head = ""
        yield from _folded(" ".join(said.split()), width, head.ljust(len(margin)), margin)


def _folded(text: str, width: int, first: str, margin: str) -> list[str]:
    return textwrap.wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=margin,
        break_long_words=False,
        break_on_hyphens=False,
    )
