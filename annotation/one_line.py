"""What a text of one line must not hold: PostgreSQL stores no NUL, pages and files no others."""

import re

CONTROL = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\ud800-\udfff]")
PROBLEM = "The text holds a control character or half a surrogate pair."
