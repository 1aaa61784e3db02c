"""Checks of a text: one rule, one module."""
