"""What the prompts must tell, a test for each line of the checklist."""

import hashlib

import pytest

from games import prompts

QUESTIONER = prompts.load("questioner")
ORACLE = prompts.load("oracle")
CHECKER = prompts.load("checker")


# What is filled in under both presets.
SAID = {
    "candidates": "fold_flat",
    "budget": "20",
    "attempts": "3",
    "about": QUESTIONER.sections["about_one"],
    "together": QUESTIONER.sections["together_refused"],
}


def questioner_system(candidates="hold_liquid\nfold_flat"):
    return QUESTIONER.render("system", **SAID | {"candidates": candidates})


def forbidden(word):
    """The line that forbids a kind of question."""
    lines = [line for line in questioner_system().splitlines() if line.startswith("- Never")]
    return next(line for line in lines if word in line)


def test_the_questioner_asks_one_yes_no_question_a_turn():
    assert "one yes/no question a turn" in questioner_system()


def test_the_questioner_asks_about_exactly_one_static_property():
    assert "exactly one static physical property" in questioner_system()


def test_the_questioner_knows_the_four_dimensions():
    assert "material, shape, size, surface" in questioner_system()


@pytest.mark.parametrize("probe", ["function", "use", "category", "two properties"])
def test_each_forbidden_probe_comes_with_an_example_to_avoid(probe):
    assert 'not "' in forbidden(probe)


@pytest.mark.parametrize("probe", ["purpose", "activity", "name"])
def test_the_other_forbidden_probes_are_named(probe):
    assert forbidden(probe)


def test_the_questioner_guesses_when_confident_or_after_the_last_question():
    assert "only when you are confident, or when all 20 questions are spent" in questioner_system()


def test_the_questioner_is_given_the_two_exact_forms():
    lines = questioner_system().splitlines()
    assert "QUESTION: <text>" in lines
    assert "FINAL_GUESS: <affordance>" in lines


def test_the_candidates_close_the_questioner_s_rules():
    assert questioner_system("hold_liquid\nfold_flat").endswith("hold_liquid\nfold_flat")


def test_the_questioner_is_told_the_budget_of_its_protocol():
    told = QUESTIONER.render("system", **SAID | {"budget": "12"})
    assert "12 questions" in told
    assert "20" not in told


def test_matched_rules_have_their_own_section():
    assert "IF flat THEN fold_flat" in QUESTIONER.render("rules", rules="IF flat THEN fold_flat")


def test_the_last_turn_asks_for_the_guess_alone():
    last = QUESTIONER.render("last")
    assert "FINAL_GUESS: <affordance>" in last
    assert "QUESTION:" not in last


def test_the_oracle_is_given_the_full_description():
    told = ORACLE.render("user", name="cup", description="A cup.", facts="f", question="q?")
    assert "A cup." in told
    assert "f" in told.splitlines()


def test_the_oracle_replies_in_one_word():
    assert "one word: yes or no" in ORACLE.render("system")


def test_the_oracle_decides_by_observable_characteristics():
    assert "physical characteristics that anyone could observe" in ORACLE.render("system")


def test_the_oracle_never_names_the_object():
    assert "Never name the object" in ORACLE.render("system")


def test_the_checker_writes_one_pair_a_line():
    assert "One line for each property" in CHECKER.render("system")


@pytest.mark.parametrize(
    "rule", ["infer nothing", "expand nothing", "do not paraphrase", "no synonym"]
)
def test_the_checker_keeps_to_the_question_s_words(rule):
    assert rule in CHECKER.render("system")


@pytest.mark.parametrize("pair", ["SIZE:larger_than_hand", "SIZE:smaller_than_coin"])
def test_the_checker_keeps_comparisons(pair):
    assert pair in CHECKER.render("system")


@pytest.mark.parametrize("reason", ["function_or_use", "category_or_identity"])
def test_the_checker_knows_what_to_write_for_forbidden_probes(reason):
    assert f"REJECT:{reason}" in CHECKER.render("system")


def test_a_prompt_s_hash_is_of_its_file():
    text = "== system ==\nBe brief.\n"
    prompt = prompts.parse("brief", text)
    assert prompt.sha256 == hashlib.sha256(text.encode()).hexdigest()
    assert prompt.short_hash == prompt.sha256[:8]


def test_a_word_that_is_missing_is_an_error():
    with pytest.raises(KeyError, match="question"):
        CHECKER.render("user")


def test_words_are_filled_in_once():
    prompt = prompts.parse("echo", "== user ==\n$question\n")
    assert prompt.render("user", question="Is it worth $name?") == "Is it worth $name?"


def test_an_unknown_prompt_is_an_error():
    with pytest.raises(FileNotFoundError):
        prompts.load("no_such_prompt")
