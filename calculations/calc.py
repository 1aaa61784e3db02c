#!/usr/bin/env python3
"""The calculator's command line: `python3 calculations/calc.py --help`."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from infra_calc.cli import main  # noqa: E402  (the folder must be on the path first: -I leaves it out)

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
