"""The command line: thin commands over the rooms of the package."""

from __future__ import annotations


def main() -> None:
    """Run `companion`; leaves the process with one of the codes of `companion.cli.exits`."""
    from companion.cli.app import run

    run()
