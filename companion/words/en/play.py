"""The sentences of `play`: its prompts, answers and key help."""

SENTENCES: dict[str, str | tuple[str, str]] = {}
