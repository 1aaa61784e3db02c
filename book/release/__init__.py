"""Releases of the book: what a release must prove, what has changed since the last one, and how it gets out whole or not at all."""
