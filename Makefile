# Two commands do all on a fresh machine: `make book` sets up and builds, `make test` sets up and tests.
PYTHON = .venv/bin/python
BOOK = .venv/bin/book

.PHONY: book setup test check rehearse bench mutate lock
book: setup
	$(BOOK) build

setup:
	@scripts/setup build

test:
	@scripts/setup build check
	$(PYTHON) -m pytest

check:  # everything that a release needs; ends in one table and leaves dist/check.json
	@scripts/setup build check
	$(PYTHON) -m book.release.check

rehearse: setup  # releases against a server of our own that fails in every way at every step
	$(PYTHON) -m tests.book.release.rehearsal

bench: setup
	$(PYTHON) -m tests.bench

mutate: setup  # changes one digit, unit, sign or factor at a time and counts what `book check` catches
	$(PYTHON) -m tests.mutate

lock:  # after a change of requirements.in; needs pip-tools
	pip-compile --quiet --generate-hashes --allow-unsafe --strip-extras --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --output-file=requirements.lock requirements.in
