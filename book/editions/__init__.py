"""The translated editions: which block translates which, what is stale, drafts, glossaries, exchange files."""
