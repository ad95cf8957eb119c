"""What is written about a house file: a commented one to begin with, and the page of settings."""

from collections.abc import Iterator
from textwrap import wrap

from croupier.server.settings import Part, Setting, in_toml, parts

WIDTH = 96
BEGINNING = """\
# The house file of croupier. `croupier check` says what is wrong with it, line by line.
#
# A setting behind a # is not set: what stands there is its default, or an example where it has
# none. Take the # away to set it. Money is in whole cents, time in seconds or days.
"""
PAGE = """\
# The settings of a house

A house file is TOML. `croupier init` writes one with all that stands here as comments, and \
`croupier check` says what is wrong in one, with line and remedy. Money is in whole cents. A \
setting without a default must be set where its section is there.
"""


def commented() -> str:
    """A house file that passes the check, with every setting explained in it."""
    return "\n".join([BEGINNING, *(line for part in parts() for line in _written(part))])


def _written(part: Part) -> Iterator[str]:
    if part.header:
        yield from _comment(part.help)
        yield f"#{part.header}" if part.is_optional else part.header
    for setting in part.settings:
        if not part.is_optional:
            yield from _comment(setting.help)
        is_set = setting.is_required and not part.is_optional
        yield setting.shown if is_set else f"#{setting.shown}"
        if not part.is_optional:
            yield ""
    if part.is_optional or not part.settings:
        yield ""


def _comment(text: str) -> list[str]:
    return [f"# {line}" for line in wrap(text.replace("`", ""), WIDTH)]


def page() -> str:
    """The page of the documentation that lists every setting."""
    lines = [PAGE]
    for part in parts():
        lines += [f"## `{part.header}`" if part.header else "## Before all sections", ""]
        lines += [f"{part.help}", ""] if part.header else []
        lines += ["| setting | default | what it is for |", "|---|---|---|"]
        lines += [f"| `{one.name}` | {_default(one)} | {one.help} |" for one in part.settings]
        lines.append("")
    return "\n".join(lines)


def _default(setting: Setting) -> str:
    if setting.is_required:
        return "none: it must be set"
    if setting.default in (None, ()):
        return f"not set (an example: `{in_toml(setting.example)}`)"
    return f"`{in_toml(setting.default)}`"
