"""Where each printed number comes from: the ledgers of the chapters, evaluated exactly by the calculator."""

from __future__ import annotations

import sys
from pathlib import Path

CALCULATOR = Path(__file__).resolve().parents[2] / "calculations"
"""The calculator that comes with the toolchain; it imports nothing of ours and is no package of the environment."""

if str(CALCULATOR) not in sys.path:
    sys.path.append(str(CALCULATOR))
