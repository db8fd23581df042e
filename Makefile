# The chores of the project. `make play` and `make test` also do all the set-up, in $(VENV).
PYTHON ?= python3
VENV ?= .venv
SCENE ?= weights_stay
BIN := $(VENV)/bin
FILM := out/$(notdir $(basename $(SCENE))).mp4

.PHONY: help setup play film sheet gallery check format test golden bench clean
.DELETE_ON_ERROR:

help:
	@echo 'make play     show the scene in a window; where there is no display, film it'
	@echo 'make test     run the tests'
	@echo 'make check    format, lint, types'
	@echo 'make film     film the scene at 1080p and 60 frames per second, into out/'
	@echo 'make sheet    every beat of every scene as pictures, into out/sheets/'
	@echo 'make format   put the source into the form that make check asks for'
	@echo 'make golden   accept the pictures that the tests compare with'
	@echo 'make gallery  make the pictures of the README again'
	@echo 'make bench    measure speed and memory'
	@echo 'make setup    only make $(VENV), with all that the others need'
	@echo 'make clean    remove all that was made'
	@echo 'SCENE=NAME chooses a scene, PYTHON=python3.13 a Python.'

# Two stamps: playing needs no test tools. Both are renewed when pyproject.toml changes.
$(VENV)/.project: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed, and $(PYTHON) is " + sys.version.split()[0] + "; write make PYTHON=python3.13 ..." if sys.version_info < (3, 11) else 0)'
	@echo 'Setting up $(VENV); the first time takes a minute or two.'
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	@$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.project
	@$(BIN)/python -m pip install --quiet --group dev
	@touch $@

setup: $(VENV)/.dev

# Exit code 3 of `viz play` means that there is no display, and nothing else.
play: $(VENV)/.project
	@$(BIN)/viz play $(SCENE) || { \
	  code=$$?; [ $$code -eq 3 ] || exit $$code; \
	  mkdir -p out && $(BIN)/viz film $(SCENE) -o $(FILM) --fps 30 --overwrite && \
	  echo "No display here, so the show was filmed: $(CURDIR)/$(FILM)"; }

film: $(VENV)/.project
	@mkdir -p out
	@$(BIN)/viz film $(SCENE) -o $(FILM) --overwrite

sheet: $(VENV)/.project
	@$(BIN)/viz sheet -o out/sheets --overwrite

gallery: $(VENV)/.project
	@$(BIN)/python .ci/gallery.py

check: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: $(VENV)/.dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

test: $(VENV)/.dev
	$(BIN)/python -m pytest

# Look at the pictures before they are committed; and at what else changed in README.md.
golden: $(VENV)/.dev
	VIZ_SAVE_REF=1 $(BIN)/python -m pytest -n 0 tests/test_golden.py tests/test_readme.py

bench: $(VENV)/.dev
	$(BIN)/viz bench

clean:
	rm -rf .venv out dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find viz tests .ci -name __pycache__ -type d -prune -exec rm -rf {} +
