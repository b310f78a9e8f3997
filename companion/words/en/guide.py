"""The sentences of the practice deals and the setup sheets."""

SENTENCES: dict[str, str | tuple[str, str]] = {}
