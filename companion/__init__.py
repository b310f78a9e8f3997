"""companion: a referee, a guide and a solver beside a real deck of cards."""

__version__ = "0.1.0"
