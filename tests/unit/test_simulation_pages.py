from games.simulation import pages

PLAY_PAGE = """
<a href="/studies/vrelk/stop/">Stop</a>
<form method="post" action="/plays/1/mark/"><input type="hidden" name="affordance" value="quomb">
<button name="ignored" value="1">Cross out</button></form>
<div id="_board" class="board" hx-trigger="every 1s"
 hx-get="/plays/1/board/?seen=1.1.waiting&amp;x=1">
<ol><li id="_row-1-1" class="row refused">no</li><li id="_row-1-2" class="row waiting">it</li></ol>
<form method="post" action="/plays/1/ask/">
<input type="hidden" name="key" value="a &quot;b&quot;"><input name="question"><br>
</form></div>
"""


def read(html):
    return pages.read(html, status=200, address="http://127.0.0.1/plays/1/")


def test_a_form_has_the_values_that_it_would_send():
    ask = read(PLAY_PAGE).forms[1]
    assert (ask.method, ask.action) == ("post", "/plays/1/ask/")
    assert ask.fields == {"key": 'a "b"', "question": ""}


def test_what_a_person_types_is_told_from_what_is_hidden():
    assert read(PLAY_PAGE).forms[1].typed == ["question"]


def test_a_button_is_not_sent_unless_it_is_pressed():
    assert read(PLAY_PAGE).forms[0].fields == {"affordance": "quomb"}


def test_rows_have_their_place_and_kind_in_order():
    rows = [(row.number, row.attempt, row.kind) for row in read(PLAY_PAGE).rows]
    assert rows == [(1, 1, "refused"), (1, 2, "waiting")]


def test_a_waiting_board_says_where_it_asks_again():
    assert read(PLAY_PAGE).poll == "/plays/1/board/?seen=1.1.waiting&x=1"


def test_a_board_without_a_trigger_does_not_ask_again():
    assert read('<div id="_board" class="board" hx-target="this"></div>').poll == ""


def test_choices_are_offered_and_only_a_chosen_one_is_sent():
    form = read(
        '<form><input type="radio" name="one" value="a"><input type="radio" name="one" value="b">'
        '<input type="checkbox" name="two"><select name="three"><option value="">-</option>'
        '<option value="x" selected>X</option></select><textarea name="four"></textarea></form>'
    ).forms[0]
    assert form.choices == {"one": ["a", "b"], "two": ["on"], "three": ["", "x"]}
    assert form.fields == {"three": "x", "four": ""}
    assert form.method == "get"


def test_a_result_page_says_how_the_game_ended():
    assert read('<div id="_result" class="result lost">').outcome == "lost"


def test_what_is_there_to_be_written_down_is_read_whole():
    page = read("<p>Your code: <kbd>7KQ2-\n<b>MX9D</b></kbd></p><kbd>one two three</kbd>")
    assert page.copied == ["7KQ2- MX9D", "one two three"]


def test_broken_html_is_read_as_far_as_it_goes():
    assert read("<form action='/x/'><input name=a value=1><p></div><select><").forms[0].fields == {
        "a": "1"
    }
