"""Switches: what the sources leave open or others play otherwise, each with its values and clauses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from companion.errors import Unreadable

Value: TypeAlias = bool | int | str


@dataclass(frozen=True, slots=True)
class Switch:
    """An option of the rules: its values, the first being the default of the family, and the clauses that it touches."""

    name: str
    values: tuple[Value, ...]
    clauses: tuple[str, ...]

    def read(self, text: str) -> Value:
        """The value that a text names. Raises `Unreadable`."""
        word = text.strip().lower()
        for value in self.values:
            if value_text(value) == word:
                return value
        aliases = {"true": "on", "yes": "on", "false": "off", "no": "off", "1": "on", "0": "off"}
        if aliases.get(word) and any(isinstance(value, bool) for value in self.values):
            return aliases[word] == "on"
        allowed = ", ".join(map(value_text, self.values))
        raise Unreadable("option-value-unreadable", name=self.name, value=text, values=allowed)


def value_text(value: Value) -> str:
    """A switch's value as files and options write it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


STANDSTILL = Switch("strict_standstill", ("off", "progress", "full"), ("G-4",))
