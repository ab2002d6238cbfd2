# `make help` lists the commands. PORT, HOST, SCOREKEEPER_DATABASE_URL and SCOREKEEPER_SECRET_KEY are
# read from the environment or the command line: make run PORT=9000. PYTHON chooses the interpreter. ARGS replaces the
# arguments of bench, fuzz and shots: make fuzz ARGS=--help.
.DEFAULT_GOAL := help
.NOTPARALLEL:
MAKEFLAGS += --no-builtin-rules --no-print-directory

# The tests start about a hundred processes: compile their imports once, not in each of them.
unexport PYTHONDONTWRITEBYTECODE

BIN := .venv/bin
LOCKED := uv.lock pyproject.toml .ci/environment
PO := scorekeeper/web/translations/en/LC_MESSAGES/messages.po
MO := scorekeeper/web/translations/fr/LC_MESSAGES/messages.mo
SOURCES := $(shell find scorekeeper templates -name '*.py' -o -name '*.html' -o -name '*.toml')

# One process per core; each starts with its share of the tests, then takes some from the others. A process that dies is
# not restarted.
PARALLEL := --numprocesses auto --dist worksteal --max-worker-restart 0

# A browser test waits half of its time: one process more than there are cores leaves none idle.
ONE_MORE = PYTEST_XDIST_AUTO_NUM_WORKERS=$$(($$($(BIN)/python -c 'import os; print(os.cpu_count())') + 1))

# The other engines, in which `make thorough` plays an evening, and the programs beside which servers run.
PROGRAMS := firefox WebKitWebDriver Xvfb pgbouncer nginx caddy curl openssl strace

.PHONY: help run test quick thorough fmt lint types suite browser bench fuzz roles shots catalogues wheel clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

run: .venv/made-for-run $(MO) ## start the server on the local network
	@exec $(BIN)/lamarque serve

# All tests in one run, so that those that wait leave the cores to the others; mypy runs concurrently.
test: lint $(MO) ## check everything: style, types, tests on both databases and in Chromium
	@$(MAKE) types & types=$$!; \
	chromium=$$($(BIN)/python .ci/find_browser.py) && CHROMIUM=$$chromium $(ONE_MORE) $(BIN)/pytest $(PARALLEL); tests=$$?; \
	wait $$types && exit $$tests

quick: lint $(MO) ## check in a minute: SQLite, few examples, no browser; GAME=spades: one game
	@$(MAKE) types & types=$$!; \
	$(BIN)/pytest -m "not browser" --quick $(if $(GAME),--game $(GAME)) $(PARALLEL); tests=$$?; \
	wait $$types && exit $$tests

thorough: .venv/made-for-test $(MO) ## check everything with five times the examples, at every size, in Firefox and WebKit: an hour
	chromium=$$($(BIN)/python .ci/find_browser.py $(PROGRAMS)) && CHROMIUM=$$chromium $(ONE_MORE) $(BIN)/pytest --thorough $(PARALLEL)

fmt: .venv/made-for-test ## format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/oxfmt static
	$(BIN)/djangofmt --quiet templates

lint: .venv/made-for-test ## check the style, the density of the code, and the licences of the dependencies
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/oxfmt --check static
	$(BIN)/djangofmt --quiet --check templates
	$(BIN)/djangofmt --quiet check templates
	$(BIN)/oxlint --deny-warnings static
	@$(BIN)/python .ci/density.py > /dev/null || $(BIN)/python .ci/density.py
	@$(BIN)/python .ci/licences.py > /dev/null

types: .venv/made-for-test ## check the types
	$(BIN)/mypy

suite: .venv/made-for-test $(MO) ## run the tests that need no browser, on SQLite and on PostgreSQL
	$(BIN)/pytest -m "not browser" $(PARALLEL)

browser: .venv/made-for-test $(MO) ## run the tests in Chromium
	chromium=$$($(BIN)/python .ci/find_browser.py) && CHROMIUM=$$chromium $(ONE_MORE) $(BIN)/pytest tests/browser $(PARALLEL)

bench: .venv/made-for-test $(MO) ## time the most frequent requests against bare Flask views, write BENCHMARKS.md; ARGS=--quick: a minute, no file
	PYTHONPATH=tests $(BIN)/python -m bench $(or $(ARGS),--write)

fuzz: .venv/made-for-test $(MO) ## send 50,000 random requests to every address and form: ten minutes
	PYTHONPATH=tests $(BIN)/python -m web.fuzz $(ARGS)

roles: .venv/made-for-test $(MO) ## write docs/roles.md: who may request what
	PYTHONPATH=tests $(BIN)/python -m web.role_matrix

shots: .venv/made-for-test $(MO) ## screenshot every page in light and dark, both languages and every width, into shots/
	chromium=$$($(BIN)/python .ci/find_browser.py) && CHROMIUM=$$chromium PYTHONPATH=tests $(BIN)/python -m support.gallery $(or $(ARGS),shots/)

catalogues: .venv/made-for-test ## extract the sentences to translate
	$(BIN)/python .ci/catalogues.py

wheel: .venv/made-for-test ## build the package into dist/
	rm -f dist/lamarque-*.whl
	$(BIN)/python -m hatchling build -t wheel

clean: ## remove what make created, except instance/
	rm -rf .venv .tools dist shots .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	find scorekeeper \( -name '*.mo' -o -name index.pickle \) -delete

.venv/made-for-run: $(LOCKED)
	@.ci/environment run

.venv/made-for-test: $(LOCKED)
	@.ci/environment test

# Compiles both languages: French is generated from the sentences of the code and the templates. Indexes the rulebooks.
$(MO): $(SOURCES) $(PO) .ci/catalogues.py .ci/indexes.py | .venv/made-for-run
	@$(BIN)/python .ci/indexes.py
	@$(BIN)/python .ci/catalogues.py --compile
