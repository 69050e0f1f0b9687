"""What a broken rule is called on the page."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.rules import RuleBroken


def sentence(broken: RuleBroken) -> str:
    return _(_SENTENCES[broken.code]) % broken.values


_SENTENCES = {
    "rule_broken": gettext_noop("This cannot be done now. The page shows where the game stands."),
    "play_ended": gettext_noop("This game has ended."),
    "part_ended": gettext_noop(
        "Your part of the study has ended. This game stays unfinished; nothing was taken from it."
    ),
    "answer_pending": gettext_noop(
        "An answer is still on its way. Wait for it, then go on; what you typed is kept."
    ),
    "out_of_questions": gettext_noop("All questions are spent. Make your final guess."),
    "no_questions": gettext_noop("This game has no questions. Go by what is given, and guess."),
    "not_a_candidate": gettext_noop("Choose one of the eight."),
    "nothing_waiting": gettext_noop("No question waits for an answer."),
    "moved_on": gettext_noop(
        "This page was older than your game. Your text is kept; "
        "the page now shows where the game stands."
    ),
    "empty_question": gettext_noop("Type a question first."),
    "long_question": gettext_noop(
        "This question has %(length)d characters; %(limit)d are the limit. It is kept: shorten it."
    ),
}
