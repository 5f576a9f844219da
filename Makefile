# Two commands: `make play` and `make test`. Everything sets itself up in .venv, and again when pyproject.toml changes.
.DEFAULT_GOAL := help
.PHONY: help play test lint compile test-compiled agree wheel bench bench-peers fuzz soak attack browser pictures tune calibrate luck ladder screens guides trace tables clean
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
COMPILED := .venv-compiled
WHEEL := dist/.made
WORKERS := -n 4 --dist worksteal # more than two cores: many tests wait for bots; whoever has done its own takes others'
SOURCE = $(shell find engine grammar protocol bots src -name '*.py' -o -name '*.lark' -o -name '*.json' -o -name '*.toml')
PIP := -m pip --quiet --disable-pip-version-check

$(READY): pyproject.toml constraints.txt
	@test -x $(BIN)/python || { echo "setting up .venv (once)" >&2; $(PYTHON) -m venv .venv; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]' </dev/null >&2
	@$(BIN)/python -m compileall -q engine grammar protocol bots src >&2 || true
	@touch $(READY)

help: ## show this list
	@grep -E '^[a-z-]+:.*## ' Makefile | sed -E 's/:.*## /\t/' | expand -t 18

play: $(READY) ## play at the prompt; with input piped in, the engine
	@$(BIN)/beachhead

test: $(READY) ## run the tests
	@$(BIN)/python -m pytest -q $(WORKERS)

lint: $(READY) ## check style and types
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

compile: $(COMPILED)/.ready ## build the compiled package into .venv-compiled; needs a C compiler

$(WHEEL): $(SOURCE) setup.py pyproject.toml constraints.txt | $(READY)
	@rm -f dist/*.whl
	@BEACHHEAD_COMPILE=1 PIP_CONSTRAINT=constraints.txt $(BIN)/python $(PIP) wheel --no-deps --wheel-dir dist . </dev/null >&2
	@touch $@

$(COMPILED)/.ready: $(WHEEL)
	@test -x $(COMPILED)/bin/python || $(PYTHON) -m venv $(COMPILED)
	@$(COMPILED)/bin/python $(PIP) install -c constraints.txt "$$(echo dist/*.whl)[dev]" </dev/null >&2
	@$(COMPILED)/bin/python $(PIP) install --force-reinstall --no-deps dist/*.whl </dev/null >&2
	@$(COMPILED)/bin/beachhead --version
	@touch $@

test-compiled: $(COMPILED)/.ready ## run the tests on the compiled package
	@$(COMPILED)/bin/python -m pytest -q $(WORKERS)

agree: $(READY) $(COMPILED)/.ready ## check that both builds play the same random games
	@$(BIN)/python tools/agree.py $(ARGS) >build/pure.txt
	@$(COMPILED)/bin/python tools/agree.py $(ARGS) >build/compiled.txt
	@diff build/pure.txt build/compiled.txt && echo "both builds agree: $$(wc -l <build/pure.txt) lines"

wheel: $(WHEEL) ## build a compiled wheel into dist/, and play with it in a fresh environment; needs a C compiler
	@$(BIN)/python tools/wheel.py dist/*.whl

bench: $(READY) ## measure speed: a line per figure; ARGS=--json for programs
	@$(BIN)/python tools/bench $(ARGS)

bench-peers: $(READY) ## install the engines that `bench` compares with into .venv-peers, and compare
	@test -x .venv-peers/bin/python || $(PYTHON) -m venv .venv-peers
	@.venv-peers/bin/python -m pip install --quiet --disable-pip-version-check chess open_spiel
	@$(BIN)/python tools/bench peers $(ARGS)

fuzz: $(READY) ## send the engine a million random and damaged lines
	@$(BIN)/python tools/fuzz $(ARGS)

soak: $(READY) ## check the laws and matches with fresh seeds until Ctrl-C
	@$(BIN)/python tools/soak $(ARGS)

attack: $(READY) ## attack matches as a hostile bot would, and print the outcome
	@$(BIN)/python tools/attack $(ARGS)

browser: $(READY) ## install what the tests of the pages need: Playwright, and Chromium on Debian, as root
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[browser]' </dev/null >&2
	@command -v chromium >/dev/null || { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends chromium; } >&2

tune: $(READY) ## fit the weights of the island's evaluation from nothing, by self-play; takes most of an hour
	@$(BIN)/python -m tools.tune $(ARGS)

calibrate: $(READY) ## compare the evaluation's probabilities with the results of battles
	@$(BIN)/python -m tools.calibrate $(ARGS)

luck: $(READY) ## measure how much of the results is luck, between equals and unequals
	@$(BIN)/python -m tools.luck $(ARGS)

ladder: $(READY) ## play the missing matches between built-in bots, and write docs/bots*.md
	@$(BIN)/python -m tools.ladder $(ARGS)

pictures: $(READY) ## draw the boards of docs/pictures, and take the picture of a replay
	@$(BIN)/python -m tools.pictures

screens: $(READY) ## play sessions at the prompt, and write their text and pictures to docs/
	@$(BIN)/python tools/screens

guides: $(READY) ## write docs/how-to-play-*.md from the guides and rulebooks of the games
	@$(BIN)/python -m tools.guides

trace: $(READY) ## count the functions that a line crosses from bytes to bytes; ARGS=-v names them
	@$(BIN)/python tools/trace.py $(ARGS)

tables: $(READY) ## regenerate the parser's tables after a change of grammar/*.lark or of Lark
	@$(BIN)/python tools/tables.py

clean: ## remove everything that the other commands made
	rm -rf .venv .venv-compiled .venv-peers dist .pytest_cache .mypy_cache .ruff_cache .hypothesis build *.egg-info
