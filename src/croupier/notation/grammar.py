"""The grammar of round notation: the lines declared by commands and notes.

No list of lines is kept. The form with the most words of its own reads first, so that the wagers,
whose words are the freest, come last. docs/round-notation.md shows all of them to people.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from croupier.house import COMMANDS
from croupier.notation.actions import Action, Asked
from croupier.notation.line_templates import Form, in_order
from croupier.round.base import Actor, walk

BESIDE = ("by", "remark", "now_ms")
"""What a line holds besides its command."""


@dataclass(frozen=True)
class CommandForm(Form[Action]):
    """A line that is a command; a round's command is given by the player it names."""

    @property
    def unsigned(self) -> bool:
        """Whether a line of this form may leave out who gives the command."""
        return not self.by_player and self.optional.get("by", True)

    @property
    def by_player(self) -> bool:
        """Whether the player of the line gives the command."""
        return "player" in self.words and "player" not in self.kind.__struct_fields__

    def made(self, values: dict[str, Any]) -> Asked:
        """The command, and who gives it."""
        beside = {name: values.pop(name) for name in BESIDE if name in values}
        if self.by_player:
            beside["by"] = Actor(values.pop("player"))
        return Asked(self.kind(**values, **self.line.fixed), **beside)

    def fits(self, line: object) -> bool:
        """Whether a line is this command in this form."""
        if not isinstance(line, Asked) or type(line.command) is not self.kind:
            return False
        fixed = self.line.fixed.items()
        return all(getattr(line.command, name) == value for name, value in fixed)

    def values(self, line: Any) -> Mapping[str, Any]:
        """The fields of the command, and what the line holds besides."""
        beside = {name: getattr(line, name) for name in BESIDE}
        player = {"player": line.player} if self.by_player else {}
        return msgspec.structs.asdict(line.command) | beside | player


ACTIONS: Sequence[Form[Action]] = in_order(
    (
        *(CommandForm(kind, line) for kind in COMMANDS for line in kind.lines),
        *(Form(kind, line) for kind in walk(Action, __package__) for line in kind.lines),
    )
)
