"""The scripts that make the fixtures and run the long counts are imported by the tests that run a part of them."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "fixtures"), str(ROOT / "benchmarks")]
