#!/usr/bin/env python3
"""The calculator's command line: `python3 calculations/calc.py --help`."""

# pathlib alone would double the start
# ruff: noqa: PTH100, PTH120
import os
import sys

# under -I the folder of the script is not on the path
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from infra_calc.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
