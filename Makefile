# The chores of the project. `make play` and `make test` also do all the set-up, in $(VENV).
PYTHON ?= python3
VENV ?= .venv
SCENE ?= weights_stay
BIN := $(VENV)/bin
FILM := out/$(notdir $(basename $(SCENE))).mp4

.PHONY: help project setup lock supply pythons fuzz play film sheet gallery check format test golden bench soak clean
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
	@echo 'make soak     a show of eight hours, run fast: does anything grow? MINUTES=5 is enough to see'
	@echo 'make fuzz     four hours of inputs that nobody wrote; MINUTES=5 is a look'
	@echo 'make supply   the bill of materials of what is installed, and its audit'
	@echo 'make pythons  the wheel, used once on each Python that is here'
	@echo 'make lock     write the lock files anew from pyproject.toml'
	@echo 'make setup    only make $(VENV), with all that the others need'
	@echo 'make clean    remove all that was made'
	@echo 'SCENE=NAME chooses a scene to film, PYTHON=python3.13 a Python.'

export VENV

# viz/checkout.py does the set-up, for make and for who has no make. Playing needs no test tools.
SETUP := $(PYTHON) -c 'import pathlib, viz.checkout as c; c.environment(pathlib.Path.cwd()

# What is there already is looked at each time: it takes a tenth of a second.
project:
	@$(SETUP))'

setup:
	@$(SETUP), dev=True)'

# The versions with their hashes that set-up installs, made anew.
lock:
	@.ci/lock

# The bill of materials, and the audit where it can be asked.
supply:
	@.ci/supply

# The wheel on every Python that is here.
pythons:
	@.ci/pythons

# Hours of inputs that nobody wrote; MINUTES= ends it sooner, KINDS= chooses.
fuzz: setup
	@$(BIN)/python tests/fuzz.py $(KINDS) --minutes $(or $(MINUTES),240)

play:
	@$(PYTHON) viz

film: project
	@mkdir -p out
	@$(BIN)/viz film $(SCENE) -o $(FILM) --overwrite

sheet: project
	@$(BIN)/viz sheet -o out/sheets --overwrite

gallery: project
	@$(BIN)/python .ci/gallery.py

check: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/python -m mypy

format: setup
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

test:
	@$(PYTHON) tests

# Look at the pictures before they are committed; and at what else changed in README.md.
golden: setup
	VIZ_SAVE_REF=1 $(BIN)/python -m pytest -n 0 tests/test_golden.py tests/test_readme.py

bench: setup
	$(BIN)/viz bench

# All 1,728,000 pictures of eight hours take an hour or two; MINUTES= ends it sooner.
soak: project
	@$(BIN)/viz bench --soak $(if $(MINUTES),--minutes $(MINUTES))

clean:
	rm -rf .venv out dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find viz tests .ci -name __pycache__ -type d -prune -exec rm -rf {} +
