# make play and make test set everything up themselves; only Python 3.11+ and make are needed.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUNTIME := $(VENV)/.runtime
BUILD := $(VENV)/.build
READY := $(VENV)/.ready
GAME ?=

PAGE := src/parapegma/page/index.html
DESCRIPTION := web/description.json
PYTHON_FILES := web/.python/python.json
FIGURES := web/figures.json
BROWSER := $(VENV)/.browser
EMULATOR := $(VENV)/.emulator
NODE := $(VENV)/.node-with-tools
# Whoever only plays does without the tools for tests, types and the site.
ifeq ($(MAKECMDGOALS)$(wildcard $(NODE)),play)
NODE := $(VENV)/.node
WITHOUT_TOOLS := --omit=dev
else
# The page of all others can play in the browser itself.
WITH_PYTHON := $(PYTHON_FILES)
endif
# Node and npm come from PyPI with the environment; nothing else on the machine is used.
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web

# Kept here also where a machine is set to keep none: hundreds of processes would read every source anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play terminal page site show-site page-units screenshots rulebooks test ready-to-test compiled library libraries wheels emulator lint audit bench bench-server peers soak clean setup

play: $(PAGE)  ## the table in a browser of this machine
	@# The page opens at once. Rules that changed are compiled beside it, and used as soon as they are ready.
	@nice $(MAKE) --no-print-directory --silent library & \
		PARAPEGMA_AWAIT_LIBRARIES=1 $(BIN)/parapegma serve --open

terminal: library  ## play in the terminal: make terminal, or make terminal GAME=ulysses
	@$(BIN)/parapegma play $(GAME)

test:  ## all tests
	@# The libraries are built while the tools of the tests are installed and the page is built.
	@$(MAKE) --no-print-directory --jobs 3 ready-to-test
	@# Four files at a time on two cores: many tests wait for a clock, a browser or a bot.
	$(BIN)/python -m pytest -n 4 --dist loadfile --no-loadscope-reorder

ready-to-test: library page-units site $(BROWSER) $(EMULATOR)

page-units: $(PAGE)  ## the unit tests of the page
	@$(NPM) run --silent test

compiled: $(BUILD)  ## rules, bots, environments and counting of all games compiled by Numba, in the disk cache
	@PARAPEGMA_MODE=compiled $(BIN)/python -m parapegma.lab.warmup

library: $(BUILD)  ## the rules of all games compiled for this machine, where they changed (docs/libraries.md)
	@$(LIBRARIES) --targets host

libraries: $(BUILD)  ## the same for every kind of machine, or for some: make libraries TARGETS=wasm32,linux-arm64
	@$(LIBRARIES) --targets $(TARGETS)

TARGETS ?= all
# Whoever builds the rules need not run them.
LIBRARIES = PARAPEGMA_MODE=interpreted $(BIN)/python -m parapegma.libraries

wheels: $(PAGE) libraries  ## a wheel for every kind of machine, in the folder dist
	@$(BIN)/python -m parapegma.libraries.wheels

# The code for ARM is run by an emulator in the tests.
emulator: $(EMULATOR)
$(EMULATOR): $(BROWSER)
	@command -v qemu-aarch64 qemu-aarch64-static >/dev/null \
		|| { echo "Installing an emulator of ARM for the tests ..."; apt-get install --yes --quiet qemu-user; } \
		|| { echo "The tests of libraries for ARM need an emulator: install the package qemu-user"; exit 2; }
	@touch $@

# All that server and page say to each other, and the page's types made from it.
$(DESCRIPTION): $(NODE) $(shell find src/parapegma/server -name '*.py') $(wildcard src/parapegma/games/*/types.py)
	@PARAPEGMA_MODE=interpreted $(BIN)/python -m parapegma.server.description > web/description.part
	@mv web/description.part $@
	@$(NPM) run --silent describe

page: $(PAGE)  ## the page for browsers, built into the package

# What a browser's Python is made of: the package's sources and the rules as WebAssembly.
$(PYTHON_FILES): $(NODE) $(BUILD) $(wildcard web/build/python/*) $(shell find src/parapegma/core src/parapegma/bots \
		src/parapegma/games src/parapegma/local src/parapegma/browser src/parapegma/server -name '*.py' -o -name '*.toml') | library
	@# After the library of this machine: both are made of the same code.
	@$(LIBRARIES) --targets wasm32-pyodide
	@echo "Packing Python for browsers (a minute, only when something changed) ..."
	@PARAPEGMA_ASTRONOMY="$$($(BIN)/python -c 'import astronomy, os; print(os.path.dirname(astronomy.__file__))')" \
		$(NPM) run --silent python

site: $(DESCRIPTION) $(FIGURES) $(PYTHON_FILES)  ## the games without a server: files for any web host, in the folder site
	@$(NPM) run --silent site
	@echo "The folder site is ready: put it on any web host, or look at it with: make show-site"

show-site: $(READY)  ## look at the folder site in a browser of this machine
	@$(BIN)/python tests/helpers/site_server.py

$(PAGE): $(DESCRIPTION) $(FIGURES) $(WITH_PYTHON) \
		$(shell find web/src web/messages web/build web/public web/index.html web/vite.config.ts -type f)
	@$(NPM) run --silent build

# The figures of the rulebooks: positions, as the rules see them. Interpreted: a few views need no compiled rules.
$(FIGURES): $(RUNTIME) $(wildcard web/figures/*.yaml) src/parapegma/server/figures.py \
		$(shell find src/parapegma/games -name '*.py' -o -name '*.toml')
	@PARAPEGMA_MODE=interpreted $(BIN)/python -m parapegma.server.figures $(wildcard web/figures/*.yaml) > $@.new
	@mv $@.new $@

# Not "npm ci": bundlers bring one binary per platform, and the lock file holds only that of the last writer.
$(NODE): $(RUNTIME) web/package.json web/package-lock.json
	@echo "Installing what the page is built with ..."
	@$(NPM) install --no-save --silent $(WITHOUT_TOOLS)
	@touch $@

screenshots: $(READY) $(PAGE) $(BROWSER)  ## pictures of every page in both sizes and themes, in the folder screenshots
	@$(BIN)/python tests/screenshots.py

rulebooks: $(READY) $(PAGE) $(BROWSER)  ## the rulebooks and summaries as PDF, on A4 and Letter, in the folder rulebooks
	@$(BIN)/python tests/print_rulebooks.py

# The tests of the page run in Chromium as the system packages it.
$(BROWSER): $(READY)
	@command -v chromium chromium-browser google-chrome >/dev/null \
		|| { echo "Installing Chromium for the tests of the page ..."; apt-get install --yes --quiet chromium; } \
		|| { echo "The tests of the page need Chromium: install the package chromium"; exit 2; }
	@touch $@

lint: $(READY) $(PAGE)  ## style and types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	@$(NPM) run --silent lint
	@$(NPM) run --silent check

audit: $(READY)  ## known weaknesses in the packages used here; asks a service on the network
	$(BIN)/pip-audit --strict --skip-editable --progress-spinner off

bench: $(READY)  ## how fast the games run here
	$(BIN)/parapegma bench

peers: $(READY)  ## our speed and that of other projects, side by side (installs them in a throw-away place)
	$(BIN)/python benchmarks/peers.py

bench-server: $(READY)  ## what the table server bears, and boardgame.io's beside it (installs it in a throw-away place)
	$(BIN)/python benchmarks/server.py

soak: $(READY) $(PAGE) $(BROWSER)  ## a million random games of each game, every position checked; servers killed, servers annoyed; a learner
	$(BIN)/python -m parapegma.testing.soak
	$(BIN)/python -m parapegma.testing.survival.kills
	$(BIN)/python -m pip install --disable-pip-version-check --quiet --constraint constraints.txt --editable '.[train]'
	$(BIN)/python -m parapegma.testing.training
	PARAPEGMA_HOSTILE=100000 PARAPEGMA_TWO_WORLDS=100 \
		$(BIN)/python -m pytest -s tests/server/test_hostile.py tests/server/test_two_worlds.py
	PARAPEGMA_LONG_GAMES=1 $(BIN)/python -m pytest tests/page/test_whole_games.py tests/testing/test_bounds.py \
		tests/testing/test_conformance.py tests/cli/test_commands.py tests/libraries

setup: $(READY)  ## only the environment

clean:  ## remove everything that can be made again
	rm -rf $(VENV) build dist site web/.python web/.compressed src/parapegma/libraries/built .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Built anew only when what it is made of changes. What is needed to play comes first, the tools after it.
# uv installs several times faster than pip, which does it where uv cannot (it reads no settings of pip).
INSTALL = $(SHELL) -c '$(BIN)/uv pip install --python $(BIN)/python --compile-bytecode \
		--constraint constraints.txt "$$@" \
	|| $(BIN)/python -m pip install --disable-pip-version-check --quiet --progress-bar on \
		--constraint constraints.txt "$$@"' install

$(RUNTIME): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Parapegma needs Python 3.11 or newer; name one with: make PYTHON=python3.12"; exit 2; }
	@test -x $(BIN)/python || { echo "Making the environment in $(VENV) ..."; $(PYTHON) -m venv $(VENV); }
	@test -x $(BIN)/uv || $(BIN)/python -m pip install --disable-pip-version-check --quiet --constraint constraints.txt uv
	@echo "Installing what playing needs (only when something changed) ..."
	@$(INSTALL) --editable '.[server,page]'
	@touch $@

$(BUILD): $(RUNTIME)
	@echo "Installing what compiles the rules (only when something changed) ..."
	@$(INSTALL) --editable '.[jit,build]'
	@touch $@

$(READY): $(BUILD)
	@echo "Installing the tools for tests and studies (only when something changed) ..."
	@$(INSTALL) --editable '.[dev]'
	@touch $@
