# make play and make test set everything up themselves; only Python 3.11+ and make are needed.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUNTIME := $(VENV)/.runtime
BUILD := $(VENV)/.build
READY := $(VENV)/.ready
NO_LIBRARY := $(VENV)/.no-library
GAME ?=

PAGE := src/parapegma/page/index.html
DESCRIPTION := web/description.json
PYTHON_FILES := web/.python/python.json
FIGURES := web/figures.json
BROWSER := $(VENV)/.browser
EMULATOR := $(VENV)/.emulator
RECIPES := $(VENV)/.recipes
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

.PHONY: play terminal page site show-site page-units screenshots pictures rulebooks test ready-to-test compiled library kernels gpu libraries wheels emulator lint audit bench bench-server peers soak clean setup

play: $(PAGE)  ## the table in a browser of this machine
	@# The page opens at once. Rules that changed are compiled beside it, and used as soon as they are ready.
	@# If that fails, a file says so to the server, whose bots then think all the same, interpreted.
	@rm -f $(NO_LIBRARY)
	@{ nice $(MAKE) --no-print-directory --silent library || touch $(NO_LIBRARY); } & \
		PARAPEGMA_AWAIT_LIBRARIES=$(NO_LIBRARY) $(BIN)/parapegma serve --open

terminal: library  ## play in the terminal: make terminal, or make terminal GAME=ulysses
	@$(BIN)/parapegma play $(GAME)

test:  ## all tests
	@# The libraries are built while the tools of the tests are installed and the page is built.
	@$(MAKE) --no-print-directory --jobs 3 ready-to-test
	@# Four files at a time on two cores: many tests wait for a clock, a browser or a bot.
	$(BIN)/python -m pytest -n 4 --dist loadfile --no-loadscope-reorder

ready-to-test: library kernels page-units site $(BROWSER) $(EMULATOR) $(RECIPES)

page-units: $(PAGE)  ## the unit tests of the page
	@$(NPM) run --silent test

compiled: $(BUILD)  ## rules, bots, environments and counting of all games compiled by Numba, in the disk cache
	@PARAPEGMA_MODE=compiled $(BIN)/python -m parapegma.lab.warmup

library: $(BUILD)  ## the rules of all games compiled for this machine, where they changed (docs/libraries.md)
	@$(LIBRARIES) --targets host

kernels: library  ## the same for NVIDIA's GPUs; needs none (docs/gpu.md)
	@$(LIBRARIES) --targets cuda

gpu: kernels $(READY)  ## on a machine with an NVIDIA GPU: the same games on it and on the processor, compared; how fast it is
	@$(BIN)/python -m parapegma.testing.gpu

libraries: $(BUILD)  ## the same for every kind of machine, or for some: make libraries TARGETS=wasm32,linux-arm64
	@$(LIBRARIES) --targets $(TARGETS)

TARGETS ?= all
# Whoever builds the rules need not run them.
LIBRARIES = PARAPEGMA_MODE=interpreted $(BIN)/python -m parapegma.libraries

wheels: $(PAGE) libraries  ## a wheel for every kind of machine, in the folder dist
	@$(BIN)/python -m parapegma.libraries.wheels

# The libraries for ARM are loaded by an emulator in the tests.
emulator: $(EMULATOR)
$(EMULATOR): $(BROWSER)
	@command -v qemu-aarch64 qemu-aarch64-static >/dev/null \
		|| { echo "Installing an emulator of ARM for the tests ..."; $(SYSTEM_PACKAGE) qemu-user; } \
		|| { echo "The tests of libraries for ARM need an emulator: install the package qemu-user"; exit 2; }
	@test -e /usr/aarch64-linux-gnu/lib/libc.so.6 \
		|| { echo "Installing the C library of ARM for the tests ..."; $(SYSTEM_PACKAGE) libc6-arm64-cross; } \
		|| { echo "The tests of libraries for ARM need their C library: install the package libc6-arm64-cross"; exit 2; }
	@touch $@

# All that server and page say to each other, and the page's types made from it.
$(DESCRIPTION): $(NODE) $(shell find src/parapegma/server -name '*.py') $(wildcard src/parapegma/games/*/types.py) $(wildcard web/messages/*.json)
	@PARAPEGMA_MODE=interpreted $(BIN)/python -m parapegma.server.description > web/description.part
	@mv web/description.part $@
	@$(NPM) run --silent describe

page: $(PAGE)  ## the page for browsers, built into the package

# What a browser's Python is made of: the package's sources and the rules as WebAssembly.
$(PYTHON_FILES): $(NODE) $(BUILD) $(wildcard web/build/python/*) $(shell find src/parapegma/core src/parapegma/bots \
		src/parapegma/games src/parapegma/libraries src/parapegma/local src/parapegma/browser src/parapegma/puzzles \
		src/parapegma/server \
		-name '*.py' -o -name '*.toml' -o -name '*.jsonl' -o -name 'network.bin') | library
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

screenshots: $(READY) $(PAGE) $(BROWSER)  ## pictures of every page, lesson and table in all sizes, themes and languages, in the folder screenshots
	@$(BIN)/python tests/screenshots.py

pictures: $(READY) $(PAGE) $(BROWSER)  ## the pictures of the README, from the page as it is now
	@$(BIN)/python tests/pictures.py

rulebooks: $(READY) $(PAGE) $(BROWSER)  ## the rulebooks and summaries as PDF, on A4 and Letter, in the folder rulebooks
	@$(BIN)/python tests/print_rulebooks.py

# The recipes for hosts are tested with the very programs.
$(RECIPES): $(EMULATOR)
	@for each in nginx:nginx-light caddy:caddy systemd-analyze:systemd; do \
		PATH="$$PATH:/usr/sbin" command -v $${each%:*} >/dev/null \
			|| { echo "Installing $${each#*:} for the tests of the recipes ..."; $(SYSTEM_PACKAGE) $${each#*:}; } \
			|| { echo "The tests of the recipes need $${each%:*}: install the package $${each#*:}"; exit 2; }; \
	done
	@touch $@

# The tests of the page run in Chromium, and some in Firefox, as the system packages them.
$(BROWSER): $(READY)
	@command -v chromium chromium-browser google-chrome >/dev/null \
		|| { echo "Installing Chromium for the tests of the page ..."; $(SYSTEM_PACKAGE) chromium; } \
		|| { echo "The tests of the page need Chromium: install the package chromium"; exit 2; }
	@command -v firefox-esr firefox >/dev/null \
		|| { echo "Installing Firefox for the tests of the page ..."; $(SYSTEM_PACKAGE) firefox-esr; } \
		|| { echo "The tests of the page need Firefox: install the package firefox-esr"; exit 2; }
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

soak: $(READY) $(PAGE) $(BROWSER)  ## a million random games of each game, every position checked; puzzles proved again; servers killed, servers annoyed; a learner
	$(BIN)/python -m parapegma.testing.soak
	$(BIN)/parapegma puzzles prove --sample 2
	$(BIN)/python -m parapegma.testing.survival.kills
	PARAPEGMA_KILLS=100 $(BIN)/python -m pytest -s tests/server/bus/test_two_processes.py -k killed
	PARAPEGMA_KILLS=100 PARAPEGMA_TESTED_WORKERS=10 $(BIN)/python -m pytest -s tests/server/owners/test_many_workers.py
	$(BIN)/python -m pip install --disable-pip-version-check --quiet --constraint constraints.txt --editable '.[train]'
	$(BIN)/python -m parapegma.testing.training
	$(BIN)/python -m pytest tests/lab/test_training.py
	$(BIN)/python -m parapegma.testing.training_networks
	PARAPEGMA_HOSTILE=1000000 PARAPEGMA_TWO_WORLDS=100 \
		$(BIN)/python -m pytest -s tests/server/test_hostile.py tests/server/test_two_worlds.py
	PARAPEGMA_LONG_GAMES=1 $(BIN)/python -m pytest tests/page tests/testing/test_bounds.py \
		tests/testing/test_conformance.py tests/cli/test_commands.py tests/libraries tests/envs/test_gpu.py

setup: $(READY)  ## only the environment

clean:  ## remove everything that can be made again
	rm -rf $(VENV) build dist site web/.python web/.compressed src/parapegma/libraries/built .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A package of the system; a fresh machine may have no list of them yet.
SYSTEM_PACKAGE = $(SHELL) -c 'apt-get install --yes --quiet "$$1" \
	|| { apt-get update --quiet && apt-get install --yes --quiet "$$1"; }' install

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
