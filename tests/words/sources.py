"""What the sources of the program say by key: read from their syntax trees."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import companion

ROOT = Path(companion.__file__).parent
ERRORS = frozenset({"Unreadable", "Ambiguous", "Contradiction", "FileTrouble", "CompanionError"})


class Said(NamedTuple):
    """A call that will be told by a sentence: its key, the facts given (none: not known here), and where it stands."""

    key: str
    facts: frozenset[str] | None
    where: str


def trees(*folders: str) -> Iterator[tuple[str, ast.Module]]:
    """The modules under some folders of the program, by their path."""
    for folder in folders:
        path = ROOT / folder
        for module in [path] if path.is_file() else sorted(path.rglob("*.py")):
            yield str(module.relative_to(ROOT)), ast.parse(module.read_text(encoding="utf-8"))


def calls(name_of: frozenset[str], argument: int, *folders: str) -> Iterator[Said]:
    """The calls of functions or methods of these names, by the string constants of one argument."""
    for path, tree in trees(*folders):
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or len(node.args) <= argument:
                continue
            function = node.func
            name = function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")
            if name in name_of:
                facts = None
                if all(keyword.arg for keyword in node.keywords):
                    facts = frozenset(str(keyword.arg) for keyword in node.keywords)
                for key in constants(node.args[argument]):
                    yield Said(key, facts, f"{path}:{node.lineno}")


def constants(node: ast.expr) -> Iterator[str]:
    """The strings that an expression can be, as far as it says so itself."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from constants(node.body)
        yield from constants(node.orelse)


def assigned(name: str, *folders: str) -> Iterator[str]:
    """The strings that are assigned to a variable of this name."""
    for _, tree in trees(*folders):
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name for t in node.targets):
                yield from constants(node.value)
