# Petteia: `make test` and `make demo` need only Python 3.11 and make; they create .venv themselves.

VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
# The first interpreter that is new enough; override with `make PYTHON=/path/to/python test`.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
# Without a C compiler on the machine, one is installed from PyPI.
EXTRAS := dev$(shell for c in "$$CC" cc gcc clang; do \
	[ -n "$$c" ] && command -v $$c >/dev/null 2>&1 && exit; done; echo ,compiler)
WORKERS ?= 2

.PHONY: system help test lint types unit quick coverage demo bench actions batches docs tools breadth gate engines games oracle sanitize fuzz soak conformance map install clean

help:  ## what can be made
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## */\t/' | expand -t 12

$(STAMP): pyproject.toml
	@[ -n "$(PYTHON)" ] || { echo "petteia needs Python 3.11 or newer; none was found" >&2; exit 1; }
	[ -x $(BIN)/python ] || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[$(EXTRAS)]'
	$(BIN)/python -m compileall -q src  # pip does so for all but editable packages
	@touch $@

install: $(STAMP)  ## the virtual environment with the package in editable form

system:  ## Debian packages that some tests compare with (needs root): a browser, compilers, engines
	@missing=$$(for p in $$(cat packages.txt); do dpkg -s $$p >/dev/null 2>&1 || echo $$p; done); \
	[ -z "$$missing" ] || { apt-get update -qq && \
	DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing; }

test: lint types unit  ## everything that has to hold: lint, types, tests

lint: $(STAMP)  ## ruff
	$(BIN)/ruff check .

types: $(STAMP)  ## mypy --strict over the package
	$(BIN)/mypy

unit: $(STAMP)  ## all tests, doctests included
	$(BIN)/python -m pytest -q -n $(WORKERS)

quick: $(STAMP)  ## the tests that take seconds
	$(BIN)/python -m pytest -q -n $(WORKERS) -m 'not slow'

coverage: $(STAMP)  ## lines that the tests reach, by part of the package; COVERAGE="lang ir" takes the tests of some parts
	rm -rf build/coverage
	$(BIN)/python -m coverage run -m pytest -q -n $(WORKERS) $(COVERAGE:%=tests/%)
	$(BIN)/python -m coverage combine --quiet
	$(BIN)/python tests/covered.py $(COVERAGE)

demo: $(STAMP)  ## learns a small game for a minute, and writes one HTML page about it
	$(BIN)/python examples/demo.py

$(VENV)/.bench: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[bench]'
	@touch $@

bench: $(VENV)/.bench  ## rates against hand-written C and OpenSpiel, as ratios of one run
	$(BIN)/python -m bench.run $(BENCH)

batches: $(VENV)/.bench  ## steps of batches beside OpenSpiel, Pgx and PettingZoo, as ratios of one run
	$(BIN)/python -m bench.batches $(BATCHES)

docs: $(STAMP)  ## the documentation as pages, with one a game and the reference, in build/site; takes minutes
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[docs]'
	$(BIN)/python -m mkdocs build --strict

tools: $(STAMP)  ## our games in the tests of PettingZoo and OpenSpiel, 30 of them; takes a while
	PETTEIA_TOOL_GAMES=$${PETTEIA_TOOL_GAMES:-30} $(BIN)/python -m pytest -q -n $(WORKERS) \
		tests/interop/test_environments.py tests/interop/test_openspiel.py

actions: $(STAMP)  ## plays 200 games of the conformance set by action numbers; takes a while
	$(BIN)/python -m bench.actions $(ACTIONS)

breadth: $(STAMP)  ## all games of the conformance set: rates over the reference's, slowest builds
	$(BIN)/python -m bench.breadth $(BREADTH)

gate: $(STAMP)  ## which games a change of the code changes, and where; GATE=--update keeps the new state
	$(BIN)/petteia bench digests --jobs $(WORKERS) $(GATE) \
		$$(d="$${PETTEIA_CONFORMANCE:-../shared/conformance}"; [ -d "$$d" ] && echo --conformance "$$d")

conformance: $(STAMP)  ## replays all recorded play in $$PETTEIA_CONFORMANCE; takes a while
	$(BIN)/petteia conformance "$${PETTEIA_CONFORMANCE:-../shared/conformance}" $(CONFORMANCE)

engines: $(STAMP)  ## bundled games beside the rule engines of others, 200 random games each; takes a while
	PETTEIA_SAMPLE=all PETTEIA_ENGINE_GAMES=$${PETTEIA_ENGINE_GAMES:-200} $(BIN)/python -m pytest -q -n $(WORKERS) tests/games/test_outside_engines.py

games: $(STAMP)  ## every bundled game in the tests that otherwise take a sample of them; takes a while
	PETTEIA_SAMPLE=all $(BIN)/python -m pytest -q -n $(WORKERS) \
		tests/games tests/draw tests/prose tests/game/test_agreement.py tests/game/test_check.py tests/game/test_actions.py \
		tests/lang/test_format.py tests/passes/test_games.py

oracle: $(STAMP)  ## random descriptions played by native code and by a second reading; ORACLE="--count 10000 --seed 1"
	PYTHONPATH=tests $(BIN)/python -m oracle.differ --situations --count 1000
	PYTHONPATH=tests $(BIN)/python -m oracle.differ --sentences $(ORACLE)
	PYTHONPATH=tests $(BIN)/python -m oracle.differ \
		$$(d="$${PETTEIA_CONFORMANCE:-../shared/conformance}"; [ -d "$$d" ] && echo --conformance "$$d") $(ORACLE)

sanitize: $(STAMP)  ## bundled and recorded games under sanitizers; SANITIZE="--sample 200 --seed 1"; takes hours
	PYTHONPATH=tests $(BIN)/python -m sanitizing \
		$$(d="$${PETTEIA_CONFORMANCE:-../shared/conformance}"; [ -d "$$d" ] && echo --conformance "$$d") $(SANITIZE)

fuzz: $(STAMP)  ## damaged and drawn descriptions, read under limits of time and memory; FUZZ="--count 100000 --seed 1"
	PYTHONPATH=tests $(BIN)/python -m fuzzing $(FUZZ)

soak: $(STAMP)  ## ten minutes of mixed play, search and learning, in which memory has to stay flat; SOAK="--seconds 3600"
	PYTHONPATH=tests $(BIN)/python -m soaking $(SOAK)

map:  ## every module of the package with its first line
	@cd src/petteia && for f in $$(find . -name '*.py' -o -path './runtime/*.[ch]' | cut -c3- | sort); do \
		printf '%-36s %s\n' $$f "$$(head -n 1 $$f | tr -d '"' | sed 's:^/\* ::; s: \*/$$::')"; done

clean:  ## remove the virtual environment and everything generated
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
