"""Which server a key may be sent to: nothing that is not on the list gets one."""

import pytest

from evaluation import suites
from games.llm import key_hosts

ALLOWED = key_hosts.read(["SPLINDOW_KEY=api.splindow.org", "SPLINDOW_KEY=http://gpu1:8000"])


@pytest.mark.parametrize(
    "address",
    [
        "https://api.splindow.org/v1",
        "https://API.splindow.org:443/v2/chat",
        "http://gpu1:8000/v1",
    ],
)
def test_a_key_goes_to_the_servers_that_it_is_bound_to(address):
    assert key_hosts.refusal("SPLINDOW_KEY", address, ALLOWED) == ""


@pytest.mark.parametrize(
    "address",
    [
        "http://api.splindow.org/v1",
        "https://api.splindow.org:8443/v1",
        "https://api.splindow.org.evil.example/v1",
        "https://evil.example/api.splindow.org",
        "https://api.splindow.org@evil.example/v1",
        "https://evil.example#api.splindow.org",
        "https://evil.example\\.api.splindow.org/v1",
        "https://gpu1:8000/v1",
        "http://gpu1:8001/v1",
        "",
    ],
)
def test_a_key_goes_to_no_other_server_port_or_scheme(address):
    assert "is not sent to" in key_hosts.refusal("SPLINDOW_KEY", address, ALLOWED)


@pytest.mark.parametrize("variable", ["SECRET_KEY", "DATABASE_URL", "CELERY_BROKER_URL", "PATH"])
def test_a_variable_that_is_not_on_the_list_goes_nowhere(variable):
    said = key_hosts.refusal(variable, "https://api.openai.com/v1", key_hosts.read(key_hosts.USUAL))
    assert said == (
        f"The key in {variable} is not sent to https://api.openai.com: the setting MODEL_KEYS of "
        f"this lab lets it go to no server. Whoever runs the lab can add "
        f"{variable}=https://api.openai.com there."
    )


def test_a_refusal_names_where_the_key_may_go():
    said = key_hosts.refusal("SPLINDOW_KEY", "https://evil.example/v1", ALLOWED)
    assert "lets it go to https://api.splindow.org and http://gpu1:8000." in said


def test_a_model_without_a_key_may_be_anywhere():
    assert key_hosts.refusal("", "http://10.0.0.1:8000/v1", {}) == ""


def test_every_model_of_every_suite_may_use_its_key_unless_the_lab_says_otherwise():
    usual = key_hosts.read(key_hosts.USUAL)
    with_keys = [
        model for name in suites.names() for model in suites.load(name).models if model.key_variable
    ]
    assert with_keys
    for model in with_keys:
        assert key_hosts.refusal(model.key_variable, model.address, usual) == "", model.key


@pytest.mark.parametrize(
    "entry",
    ["AN_KEY", "AN_KEY=", "AN_KEY=host.example/v1", "AN_KEY=host.example?a=1", "an_key=a.example",
     "AN_KEY=ftp://a.example", "AN_KEY=http://me@a.example", "AN_KEY=a.example:0", "=a.example",
     "AN_KEY=a.example:99999", "AN_KEY=http://", "AN_KEY=a.example#x"],
)  # fmt: skip
def test_what_is_no_variable_with_a_host_is_refused(entry):
    with pytest.raises(ValueError, match=r"AN_KEY=|entry 1"):
        key_hosts.read([entry])


def test_a_key_in_place_of_a_host_is_refused_and_not_repeated():
    with pytest.raises(ValueError, match="after AN_KEY= write a host") as error:
        key_hosts.read(["AN_KEY=sk-abcdef"])
    assert "sk-abcdef" not in str(error.value)
