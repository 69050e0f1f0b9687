"""Which key chooses which answer."""

from annotation.pages import judging_keys


def test_choices_keep_their_own_keys():
    assert judging_keys.assign([["y", "n", "3"]]) == [["y", "n", "3"]]


def test_keys_are_the_same_in_each_part():
    assert judging_keys.assign([["y", "n"], ["y", "n"]]) == [["y", "n"], ["y", "n"]]


def test_a_choice_without_a_key_gets_the_next_free_one():
    assert judging_keys.assign([["1", "", "3", ""]]) == [["1", "2", "3", "4"]]


def test_letters_follow_digits_and_leave_out_the_commands():
    keys = judging_keys.assign([[""] * 40])[0]
    assert keys[:10] == list("1234567890")
    assert "".join(keys[10:]) == "abdefghijklmnopqrtvwxyz"
    assert keys[33:] == [""] * 7


def test_a_reserved_key_gives_way_to_a_letter():
    assert judging_keys.assign([["s", "b"]]) == [["a", "b"]]


def test_the_second_of_two_with_one_key_gets_a_letter():
    assert judging_keys.assign([["1", "2", "1", "2"]]) == [["1", "2", "a", "b"]]


def test_keys_that_are_somebodys_own_in_another_part_come_last():
    keys = judging_keys.assign([[""] * 33, ["n"]])
    assert keys[0][-1] == "n" and keys[1] == ["n"]
