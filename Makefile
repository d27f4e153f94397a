# Three commands matter: `make run` opens the app, `make check` is for while you work, and
# `make test` checks everything.
# Everything is installed into .venv, nothing elsewhere (`make test` may add Chromium and Redis).

VENV   := .venv
BIN    := $(VENV)/bin
# A stamp is newer than the list that it stands for: nothing is installed twice.
RUN    := $(VENV)/.installed-run
DEV    := $(VENV)/.installed-dev

# tests/conftest.py says how the tests are shared out.
PYTEST := $(BIN)/python -m pytest --numprocesses auto
# What needs the app running, with and without a browser.
RUNNING := tests/served tests/browser

# Asks no other host, and keeps what it works out in the environment.
DENO := DENO_DIR=$(VENV)/deno DENO_NO_UPDATE_CHECK=1 $(BIN)/deno
# Types are checked by `make lint`.
DENO_TEST := $(DENO) test --quiet --no-check --no-remote tests

# The first of these that runs, is 3.11 or newer, and can make an environment. A name can
# exist and not run (pyenv's shims), so each is tried. PYTHON=... on the command line wins.
CANDIDATES := python3.13 python3.12 python3.11 python3 python
USABLE     := import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))
FIND_PYTHON = for name in $(PYTHON) $(CANDIDATES); do \
	"$$name" -c '$(USABLE)' >/dev/null 2>&1 && { echo "$$name"; break; }; done

.DEFAULT_GOAL := help
.PHONY: help run check test explore lint lint-types lint-others code javascript format messages \
  bench site package release chromium store clean

help: ## this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 20

# WATCH=auto takes over changes to the code; it makes new tabs slow.
run: $(RUN) ## open the app in a browser
	$(BIN)/python -m streamlit run app.py $(if $(WATCH),--server.fileWatcherType $(WATCH))

check: code ## without the running app: lint, types, unit tests and doctests
	$(PYTEST) $(RUNNING:%=--ignore=%)

test: code chromium store ## everything: lint, types, unit tests, doctests and browser tests
	$(PYTEST)

# SEED=... repeats a search.
explore: SEED ?= $(shell date +%s)
explore: $(DEV) chromium store ## before a release: ten times as many examples, new each time
	@echo "make explore SEED=$(SEED) repeats this search."
	$(PYTEST) --hypothesis-profile=explore --hypothesis-seed=$(SEED)

# Side by side: the types of Python take as long as all else together.
lint: $(DEV) ## lint, format and types only
	@$(MAKE) --no-print-directory --jobs=2 lint-types lint-others

code: $(DEV)
	@$(MAKE) --no-print-directory --jobs=2 lint-types lint-others javascript

javascript: $(DEV)
	$(DENO_TEST)

lint-types: $(DEV)
	$(BIN)/mypy

lint-others: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(DENO) fmt --check
	$(DENO) lint
	$(DENO) check --quiet --no-remote pages
	$(DENO) check --quiet --no-remote tests

format: $(DEV) ## put the code into the format that `make lint` asks for
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .
	$(DENO) lint --fix
	$(DENO) fmt

messages: $(DEV) ## list messages that a translation lacks or no longer needs
	$(BIN)/python -m tests.pages.messages

bench: $(DEV) chromium ## measure, as benchmarks/README.md describes
	$(BIN)/python -m benchmarks

site: $(RUN) ## write the static edition into site/
	$(BIN)/python -m pages.static_edition site

package: $(VENV)/pyvenv.cfg ## build the package for pip into dist/
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-input \
	  $$(sed -n 's/^\(hatchling==[^ ]*\).*/\1/p' requirements-dev.txt)
	$(BIN)/python -m hatchling build -d dist

release: $(DEV) ## build a release into dist/: package, static edition, what is new
	$(BIN)/python -m deploy.release

clean: ## remove the environment and the caches
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(VENV)/pyvenv.cfg:
	@python=$$($(FIND_PYTHON)); \
	if [ -z "$$python" ]; then \
	  echo "Merge by Merge needs Python 3.11 or newer, with its venv module." >&2; \
	  echo "Debian and Ubuntu: apt install python3 python3-venv" >&2; \
	  echo "Others: https://www.python.org/downloads/" >&2; \
	  echo "If yours has another name: make PYTHON=/path/to/python3 $(or $(MAKECMDGOALS),run)" >&2; \
	  exit 1; \
	fi; \
	echo "Making $(VENV) with $$("$$python" --version)"; \
	"$$python" -m venv $(VENV)

$(RUN): requirements.txt requirements-wild.txt constraints.txt $(VENV)/pyvenv.cfg
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-input \
	  -r requirements.txt -r requirements-wild.txt
	@touch $@

# Python compiles a module when it is first imported: of the tests' packages, most never are.
$(DEV): requirements-dev.txt requirements.txt requirements-wild.txt constraints.txt $(VENV)/pyvenv.cfg
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-input --no-compile \
	  -r requirements-dev.txt
	@touch $@ $(RUN)

# Debian's package where we may install it, Playwright's own build anywhere else.
chromium: $(DEV)
	@$(BIN)/python tests/browser/chromium.py >/dev/null 2>&1 || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo "Installing Chromium for the browser tests"; \
	    apt-get update -qq </dev/null && \
	    DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends \
	      chromium-headless-shell </dev/null >/dev/null; \
	  fi; \
	  $(BIN)/python tests/browser/chromium.py >/dev/null 2>&1 || \
	    $(BIN)/python -m playwright install chromium; \
	}
	@$(BIN)/python tests/browser/chromium.py

# What rooms of several replicas are kept in. Its tests are skipped where it can't be installed.
store:
	@command -v valkey-server redis-server >/dev/null || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo "Installing Redis for the tests of rooms"; \
	    apt-get update -qq </dev/null && \
	    DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends redis-server \
	      </dev/null >/dev/null; \
	  fi; \
	} || true
