# Two commands do all on a fresh machine: `make book` sets up and builds, `make test` sets up and tests.
PYTHON = .venv/bin/python
BOOK = .venv/bin/book

.PHONY: book setup venv test check workflows verify rehearse bench mutate lock
book: setup
	$(BOOK) build

setup:
	@scripts/setup build

venv:  # .venv alone, without TeX: enough to publish what was built elsewhere
	@scripts/setup none

test:
	@scripts/setup build check
	$(PYTHON) -m pytest

check:  # everything that a release needs; ends in one table and leaves dist/check.json
	@scripts/setup build check
	$(PYTHON) -m book.release.check

workflows: venv  # two auditors read .github/workflows
	$(PYTHON) -m tests.workflows

verify:  # whether dist/ holds the files that were proven
	cd dist && sha256sum --check --strict SHA256SUMS

rehearse: setup  # releases against a server of our own that fails in every way at every step
	$(PYTHON) -m tests.book.release

bench: setup
	$(PYTHON) -m tests.bench

mutate: setup  # changes one digit, unit, sign or factor at a time and counts what `book check` catches
	$(PYTHON) -m tests.mutate

lock:  # after a change of requirements.in; needs pip-tools
	CUSTOM_COMPILE_COMMAND="make lock" pip-compile --quiet --generate-hashes --allow-unsafe --strip-extras --output-file=requirements.lock requirements.in
	sed -i '/^--/d' requirements.lock  # where packages came from is the machine's business
