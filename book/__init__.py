"""The toolchain of the book: one Markdown source, read once, checked, and published in several languages and formats."""

__version__ = "0.1.0"
