"""Makes the folder `bench` of the repository, and the plain rules beside these tests, importable."""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parent)]
