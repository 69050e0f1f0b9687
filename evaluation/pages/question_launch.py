"""The spec that the form of a run over a question set opens with."""

from evaluation.pages.launch import PACKAGED, packaged_folder

_QUESTIONS = """\
[questions]
set = "{slug}"
answer = "letter"        # or "json"
# limit = 100
# set_up = "modular"     # of full sets: first the objects, then the state
# scoring = "logprobs"   # the likeliest letter, where the server gives log-probabilities
"""
_SERVER = """
[model]
address = "http://127.0.0.1:8000/v1"
name = "my-model"
profile = "vllm"
# key_variable = "MY_KEY" # the name of the variable, never the key
"""
_IN_PROCESS = """
[model]                  # in the worker's process, which needs --pool solo
backend = "transformers"
folder = "{folder}"
name = "{name}"
"""
_RUN = """
[run]
repeats = 1
concurrency = 8
"""


def proposed(slug: str) -> str:
    """slug: of a question set, "" for none yet. The packaged small model where it is ready."""
    folder = packaged_folder()
    model = _IN_PROCESS.format(folder=folder, name=PACKAGED) if folder else _SERVER
    return _QUESTIONS.format(slug=slug) + model + _RUN
