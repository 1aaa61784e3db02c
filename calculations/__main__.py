"""`python3 calculations` and `python3 calculator.zip` start the same command line."""

import sys

from infra_calc.cli import main

sys.exit(main(sys.argv[1:]))
