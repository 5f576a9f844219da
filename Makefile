# Two commands: `make play` and `make test`. Everything sets itself up in .venv, and again when pyproject.toml changes.
.DEFAULT_GOAL := help
.PHONY: help play test lint bench bench-peers fuzz soak screens clean
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

$(READY): pyproject.toml constraints.txt
	@test -x $(BIN)/python || { echo "setting up .venv (once)" >&2; $(PYTHON) -m venv .venv; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]' </dev/null >&2
	@$(BIN)/python -m compileall -q engine grammar protocol bots src >&2 || true
	@touch $(READY)

help: ## show this list
	@grep -E '^[a-z-]+:.*## ' Makefile | sed -E 's/:.*## /\t/' | expand -t 14

play: $(READY) ## play at the prompt; with input piped in, the engine
	@$(BIN)/beachhead

test: $(READY) ## run the tests
	@$(BIN)/python -m pytest -q -n 2

lint: $(READY) ## check style and types
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

bench: $(READY) ## measure speed: a line per figure; ARGS=--json for programs
	@$(BIN)/python tests/bench $(ARGS)

bench-peers: $(READY) ## make the throw-away environment with the peers that `bench` compares with
	@test -x .venv-peers/bin/python || $(PYTHON) -m venv .venv-peers
	@.venv-peers/bin/python -m pip install --quiet --disable-pip-version-check chess open_spiel
	@$(BIN)/python tests/bench peers $(ARGS)

fuzz: $(READY) ## a million lines of nonsense to the engine
	@$(BIN)/python tests/fuzz $(ARGS)

soak: $(READY) ## the laws and the matches for as long as you like
	@$(BIN)/python tests/soak $(ARGS)

screens: $(READY) ## play sessions at the prompt, and write their text and pictures to docs/
	@$(BIN)/python tests/screens

clean: ## remove what the other commands made
	rm -rf .venv .venv-peers .pytest_cache .mypy_cache .ruff_cache .hypothesis build *.egg-info
