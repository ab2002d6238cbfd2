# `make help` lists what can be asked for. PORT, HOST, SCOREKEEPER_DATABASE_URL and SCOREKEEPER_SECRET_KEY are
# read from the environment or the command line: make run PORT=9000. PYTHON chooses the interpreter.
.DEFAULT_GOAL := help
.NOTPARALLEL:
MAKEFLAGS += --no-builtin-rules --no-print-directory

# Some hundred processes are started by the tests: what they import is compiled once, not by each of them.
unexport PYTHONDONTWRITEBYTECODE

BIN := .venv/bin
LOCKED := uv.lock pyproject.toml .ci/environment
PO := scorekeeper/web/translations/en/LC_MESSAGES/messages.po
MO := scorekeeper/web/translations/fr/LC_MESSAGES/messages.mo
SPOKEN := $(shell find scorekeeper templates -name '*.py' -o -name '*.html' -o -name '*.toml')

# The tests run on as many cores as there are, each of which starts on its share and then helps the others with theirs.
# One that hangs is not retried.
SHARED := --numprocesses auto --dist worksteal --max-worker-restart 0

# A browser test waits as often as it works: one more than there are cores leaves none of them idle.
WAITING = PYTEST_XDIST_AUTO_NUM_WORKERS=$$(($$($(BIN)/python -c 'import os; print(os.cpu_count())') + 1))

.PHONY: help run test quick thorough fmt lint types suite browser bench fuzz roles shots catalogues wheel clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

run: .venv/made-for-run $(MO) ## open the house on the local network
	@exec $(BIN)/scorekeeper serve

# All the tests in one go, so that those which wait leave the cores to those which work; the types beside them.
test: lint $(MO) ## check everything: style, types, the suite on both databases, a browser
	@$(MAKE) types & types=$$!; \
	chromium=$$($(BIN)/python .ci/find_browser.py) && CHROMIUM=$$chromium $(WAITING) $(BIN)/pytest $(SHARED); tests=$$?; \
	wait $$types && exit $$tests

quick: lint $(MO) ## check in a minute: SQLite, few examples, no browser; GAME=spades for one game
	@$(MAKE) types & types=$$!; \
	$(BIN)/pytest -m "not browser" --quick $(if $(GAME),--game $(GAME)) $(SHARED); tests=$$?; \
	wait $$types && exit $$tests

thorough: .venv/made-for-test $(MO) ## check everything with five times the examples, and both languages at every size: an hour
	chromium=$$($(BIN)/python .ci/find_browser.py) && CHROMIUM=$$chromium $(WAITING) $(BIN)/pytest --thorough $(SHARED)

fmt: .venv/made-for-test ## put the code in its usual shape
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/oxfmt static
	$(BIN)/djangofmt --quiet templates

lint: .venv/made-for-test ## check the style
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/oxfmt --check static
	$(BIN)/djangofmt --quiet --check templates
	$(BIN)/djangofmt --quiet check templates
	$(BIN)/oxlint --deny-warnings static

types: .venv/made-for-test ## check the types
	$(BIN)/mypy

suite: .venv/made-for-test $(MO) ## run the tests that need no browser, on SQLite and on PostgreSQL
	$(BIN)/pytest -m "not browser" $(SHARED)

browser: .venv/made-for-test $(MO) ## run the tests in Chromium
	chromium=$$($(BIN)/python .ci/find_browser.py) && CHROMIUM=$$chromium $(WAITING) $(BIN)/pytest tests/browser $(SHARED)

bench: .venv/made-for-test $(MO) ## measure fourteen cases beside bare views, into BENCHMARKS.md; QUICK=1: a minute, no file
	PYTHONPATH=tests $(BIN)/python -m bench $(if $(QUICK),--quick,--write)

fuzz: .venv/made-for-test $(MO) ## send 50,000 requests at random to every address and form: ten minutes
	PYTHONPATH=tests $(BIN)/python -m web.fuzz

roles: .venv/made-for-test $(MO) ## print who may ask what, into docs/roles.md
	PYTHONPATH=tests $(BIN)/python -m web.role_matrix

shots: .venv/made-for-test $(MO) ## picture every page by day and by night, in both languages, at every width, into shots/
	chromium=$$($(BIN)/python .ci/find_browser.py) && CHROMIUM=$$chromium PYTHONPATH=tests $(BIN)/python -m support.gallery shots/

catalogues: .venv/made-for-test ## gather the sentences to translate
	$(BIN)/python .ci/catalogues.py

wheel: .venv/made-for-test ## build the package into dist/
	$(BIN)/python -m hatchling build -t wheel

clean: ## remove what make made; instance/ stays
	rm -rf .venv .tools dist shots .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	find scorekeeper -name '*.mo' -delete

.venv/made-for-run: $(LOCKED)
	@.ci/environment run

.venv/made-for-test: $(LOCKED)
	@.ci/environment test

# Both languages at once: French is made from the sentences of the code and the templates.
$(MO): $(SPOKEN) $(PO) .ci/catalogues.py | .venv/made-for-run
	@$(BIN)/python .ci/catalogues.py --compile
