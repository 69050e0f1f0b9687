"""A study before its adjudicators, and their browsers."""

import re

from django.contrib.auth.models import User
from django.test import Client

from annotation.models import Study, Unit
from annotation.services import consensus
from tests import studies
from tests.studies import NOW

QUEUE = "/annotations/vrelk/1/adjudication/"
PAIR = {
    "object": "mug",
    "affordance": "roll",
    "description": "A mug of clay.",
    "definition": "It rolls.",
    "conditions": "",
}


def five_units() -> Study:
    made = studies.study(units=5)
    made.units.update(snapshot=PAIR)
    return made


def counted() -> Study:
    """u0 tied, u1 two to one, u2 agreed, u3 skipped once and unsure once, u4 without answers."""
    study = five_units()
    said(study, u0="yn-", u1="yyn", u2="yyy", u3="sun")
    consensus.count(study, now=NOW)
    return study


def said(study, **labels):
    """A letter a rater, a, b, c: y, n, u, s for a skip; a dash for none."""
    words = {"y": "yes", "n": "no", "u": "unsure"}
    raters = [
        study.raters.filter(pseudonym=name).first() or studies.rater(study, name) for name in "abc"
    ]
    for key, letters in labels.items():
        for rater, letter in zip(raters, letters, strict=True):
            if letter == "s":
                studies.judged(study.units.get(key=key), rater, skip_reason="unclear")
            elif letter in words:
                studies.judged(study.units.get(key=key), rater, words[letter])


def unit(study, key="u0") -> Unit:
    return study.units.get(key=key)


def address(study, key="u0", rule="open", step=""):
    return f"{QUEUE}{unit(study, key).pk}/{step}?rule={rule}"


def page(browser, study, key="u0", **options) -> str:
    return browser.get(address(study, key, **options)).content.decode()


def fields_of(html, **fields):
    """What the decision form of a page would post."""
    seen = re.search(r'name="seen" value="(\w+)"', html)[1]
    return {"seen": seen, **fields}


def decide(browser, study, key="u0", label="yes", reason="looked it up", rule="open", **options):
    fields = fields_of(page(browser, study, key), reason=reason, **{"a.label": label})
    return browser.post(address(study, key, rule), fields | options)


def signed_in(name, **fields) -> Client:
    browser = Client()
    browser.force_login(User.objects.create_user(name, **fields))
    return browser


def adjudicator(study, name="dora", **fields) -> Client:
    """The browser of somebody who rates in the study and is named its adjudicator."""
    browser = signed_in(f"account-{name}")
    user = User.objects.get(username=f"account-{name}")
    studies.rater(study, name, user=user, **{"adjudicates": True} | fields)
    return browser


def listed(browser, rule):
    found = browser.get(f"{QUEUE}?rule={rule}").content.decode()
    ids = re.findall(r'<th scope="row"><a class="line" href="[^"]*/(\d+)/\?', found)
    keys = dict(Unit.objects.values_list("pk", "key"))
    return [keys[int(each)] for each in ids]


def chosen(html):
    """The fields of the decision form as they are filled in."""
    form = html[html.index('<form id="decision"') :]
    form = form[: form.index("</form>")]
    found: dict[str, list[str]] = {}
    for tag in re.findall(r"<input[^>]*\bchecked>", form):
        name = re.search(r'name="([^"]*)"', tag)[1]
        found.setdefault(name, []).append(re.search(r'value="([^"]*)"', tag)[1])
    for name, options in re.findall(r'<select name="([^"]*)".*?>(.*?)</select>', form, re.S):
        if place := re.search(r'value="(\d+)" selected', options):
            found[name] = [place[1]]
    for name, text in re.findall(r'<textarea[^>]*name="(a\.[^"]*)"[^>]*>(.*?)</textarea>', form):
        found[name] = [text]
    for name, text in re.findall(r'<input id="[^"]*" name="(a\.[^"]*)" value="([^"]*)"', form):
        found[name] = [text]
    return found
