"""Artefacts read back: what was made is compared with what the text says."""
