"""The consent text that a new study starts from; a researcher adapts it."""

DEFAULT = """\
What this is for
You are asked to judge things such as descriptions of objects, one after the other. What you \
answer is used for academic research and for building research data sets, and for nothing else.

What is kept
Your answers, your comments and the questions that you ask, and how long each answer took, under \
a name that the system makes up for you. Nothing personal is kept beside the answers: no real \
name, no e-mail address, no IP address. Please write nothing about yourself or other people into \
comments and questions.

What is published
The data set is released openly, so that others can check and use it. The name you sign in with \
is never part of it.

Your choice
Taking part is voluntary. You may stop at any time, without giving a reason. You may also withdraw \
at any time on the page of the study: your answers, comments and questions are then deleted here. \
What was published before cannot be called back; it never holds your name.

Whom to ask
The page of the study names whom you can write to.

By agreeing you confirm that you are an adult, that you have read this text, and that you take \
part of your own free will."""
