"""What a printed number means: literals of four languages, units, exact intervals, and printed arithmetic.

Usable alone (standard library only); `README.md` beside this file shows how.
"""
