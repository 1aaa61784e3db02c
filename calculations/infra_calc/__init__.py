"""Sizes, work and time of AI systems, computed exactly by plain functions of the standard library alone."""
