# make play and make test set everything up themselves; only Python 3.11+ and make are needed.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUNTIME := $(VENV)/.runtime
READY := $(VENV)/.ready
GAME ?=

PAGE := src/parapegma/page/index.html
FIGURES := web/figures.json
NODE := $(VENV)/.node
BROWSER := $(VENV)/.browser
# Node and npm come from PyPI with the environment; nothing else on the machine is used.
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web

.PHONY: play terminal page page-units screenshots rulebooks test ready-to-test compiled lint audit bench bench-server peers soak clean setup

play: $(READY) $(PAGE)  ## the table in a browser of this machine
	@$(BIN)/parapegma serve --open

terminal: $(READY)  ## play in the terminal: make terminal, or make terminal GAME=ulysses
	@$(BIN)/parapegma play $(GAME)

test:  ## all tests
	@# Rules are compiled while the tools of the tests are installed and the page is built.
	@$(MAKE) --no-print-directory --jobs 3 ready-to-test
	@# Four files at a time on two cores: many tests wait for a clock, a browser or a bot.
	$(BIN)/python -m pytest -n 4 --dist loadfile --no-loadscope-reorder

ready-to-test: compiled page-units $(BROWSER)

page-units: $(PAGE)  ## the unit tests of the page
	@$(NPM) run --silent test

compiled: $(RUNTIME)  ## rules and bots of all games, in the disk cache
	@$(BIN)/python -m parapegma.bots.warmup
	@$(BIN)/python -m parapegma.lab.warmup

page: $(PAGE)  ## the page for browsers, built into the package

$(PAGE): $(NODE) $(FIGURES) $(shell find web/src web/messages web/build web/public web/index.html web/vite.config.ts -type f) \
		$(shell find src/parapegma/server -name '*.py') $(wildcard src/parapegma/games/*/types.py)
	@$(BIN)/python -m parapegma.server.description > web/description.json
	@$(NPM) run --silent describe
	@$(NPM) run --silent build

# The figures of the rulebooks: positions, as the rules see them. Interpreted: a few views need no compiled rules.
$(FIGURES): $(READY) $(wildcard web/figures/*.yaml) src/parapegma/server/figures.py \
		$(shell find src/parapegma/games -name '*.py' -o -name '*.toml')
	@PARAPEGMA_JIT=0 $(BIN)/python -m parapegma.server.figures $(wildcard web/figures/*.yaml) > $@.new
	@mv $@.new $@

# Not "npm ci": bundlers bring one binary per platform, and the lock file holds only that of the last writer.
$(NODE): $(READY) web/package.json web/package-lock.json
	@echo "Installing what the page is built with ..."
	@$(NPM) install --no-save --silent
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
		tests/testing/test_conformance.py tests/cli/test_commands.py

setup: $(READY)  ## only the environment

clean:  ## remove everything that can be made again
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Built anew only when what it is made of changes. What is needed to play comes first, the tools after it.
PIP := $(BIN)/python -m pip install --disable-pip-version-check --quiet --progress-bar on \
	--constraint constraints.txt

$(RUNTIME): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Parapegma needs Python 3.11 or newer; name one with: make PYTHON=python3.12"; exit 2; }
	@test -x $(BIN)/python || { echo "Making the environment in $(VENV) ..."; $(PYTHON) -m venv $(VENV); }
	@echo "Installing what Parapegma needs (only when something changed) ..."
	@$(PIP) --editable .
	@touch $@

$(READY): $(RUNTIME)
	@echo "Installing the tools for tests, the page and studies (a minute, only when something changed) ..."
	@$(PIP) --editable '.[dev]'
	@touch $@
