"""Texts that are no question whatever they ask: active content, orders, other scripts."""

import html
import re
import unicodedata

from games.rules import Reason

ACTIVE = re.compile(
    r"<\s*/?\s*(script|iframe|object|embed|svg|style|link|meta|form|input|img|video|audio|body"
    r"|html|base)\b"
    r"|\bon(error|load|click|mouse\w+|focus|blur|submit|toggle|key\w+)\s*=|javascript\s*:"
    r"|data:text/html"
    r"|\bdrop\s+(table|database)\b|\bunion\s+(all\s+)?select\b|\bselect\s+(\*"
    r"|[\w, ]+)\s+from\s+\w+\s*(;|where\b|--|$)"
    r"|\b(or|and)\s+'?1'?\s*=\s*'?1|\bdelete\s+from\b|\binsert\s+into\b|\bupdate\s+\w+\s+set\b"
    r"|;\s*--"
    r"|\{\{.*\}\}|\{%.*%\}|\$\{.*\}|<\?php|\balert\s*\(|\bdocument\.|\bexec\s*\(",
    re.IGNORECASE | re.DOTALL,
)
FORMATTING = re.compile(
    r"</?\s*(b|i|u|s|em|strong|p|br|hr|span|div|h[1-6]|code|small|big|mark|sub|sup|ul|ol|li|font|q"
    r"|blockquote|center|pre|tt|del|ins|a|table|tr|td|th|label|section|article"
    r"|kbd)(\s[^<>]*)?/?\s*>",
    re.IGNORECASE,
)
IMITATED = re.compile(
    r"^\W*(answer|response|oracle|assistant|user|human|checker|questioner|player|ai|bot|reply"
    r"|output|result|verdict)\s*:"
    r"|(\n|[.?!]\s*)(answer|response|oracle|assistant|user|human|checker|questioner|output"
    r"|verdict)\s*:"
    r"|\b(final[_ -]?guess|final answer)\s*:|\[/?(inst|system)\]|<\|?\w*(im_start|im_end|eot_id"
    r"|endoftext|start_header_id)"
    r"|</?s>|</?think(ing)?>|</?(user|assistant|system|human|answer|question|prompt"
    r"|instructions?)>|<<sys>>"
    r"|[\"']\s*:\s*[\[{\"'\d]|\[\[?\s*[\"']|^\s*[{}\[\]]|\}\s*$|```"
    r"|^\W*(material|shape|size|surface|none|valid|invalid|rejected)\s*:\s*\w|\bverdict\s*="
    r"|\bnew question\s*:\s*$",
    re.IGNORECASE,
)
SYSTEM = re.compile(
    r"^\W*(system|developer|admin|root|moderator|instructions?|note to (the )?\w+|attention)\s*:"
    r"|\n\s*#*\s*(system|developer|admin)\s*:"
    r"|[.?!(\[{]\s*[(\[{\"']*\s*(system|developer|admin)\s*:"
    r"|\b(ignore|disregard|forget|never mind|set aside|leave aside|put aside"
    r"|override|overrule|bypass|skip|discard|neglect|drop"
    r"|do not follow|dont follow|stop following"
    r"|suspend|violate|break|disable|turn off|switch off|deactivate)\b[^?.!]{0,40}\b(rules?"
    r"|instructions?|prompts?|guidelines?|checker|filters?"
    r"|restrictions?|constraints?|safety|guardrails?|checks?|everything|all (of )?(that|this"
    r"|the above)|(previous|earlier|prior|above|preceding)( \w+)?)\b"
    r"|\b(checker|filter|oracle|rules?|restrictions?) (is|are|has been|have been|was"
    r"|were) (now )?(switched off|disabled|off|suspended|lifted|void|removed|turned off"
    r"|deactivated)"
    r"|\byou are (now|no longer)\b|\bfrom now on\b|\bpretend (to be|that|you|youre|its|it is)\b"
    r"|\bact as\b|\brole ?play\b|\bimagine you are\b"
    r"|\b(developer|debug|admin|god|dan|test|maintenance) mode\b|\bjailbreak\w*|\bsudo\b"
    r"|\bprompt injection\b"
    r"|\b(system|hidden|initial|original) (prompt|message|instructions?)\b"
    r"|\b(respond|reply|answer) (only )?(with|in)\b|\b(always|just|only|simply|must) (answer|say"
    r"|reply|respond|output|return)\b"
    r"|\b(answer|say|return|output|reply|respond|write) ['\"]?(yes|no|valid|true"
    r"|accepted)\b['\"]?( to (everything|all|this|any|every)| from| regardless| no matter"
    r"| whatever|[.!]*\s*$)"
    r"|\b(accept|approve|allow|validate|mark|treat|count|consider|rate|classify|label) (this"
    r"|that|it|everything|all|my|the|any|every)\b[^?]{0,40}\b(as )?(valid|accepted|allowed"
    r"|question|questions|correct|true|everything|input|text|now on)\b"
    r"|^\W*(accept|approve) (everything|this|all)\b",
    re.IGNORECASE,
)
COMMANDED = re.compile(
    r"(^|[.?!,;:]\s*|\b(and|then|also|please|now|just|instead|you to|must|should)\s+)(please\s+"
    r"|just\s+|now\s+|simply\s+|kindly\s+)*"
    r"(print|reveal|show|output|repeat|display|write|list|dump|leak|expose|disclose|return|echo"
    r"|give|tell|name|say|spell|translate|describe|summari[sz]e|recite|quote|send|share|provide"
    r"|state|paste|hand over)\b"
    r"( me| us| out| back| down)*( the| its| your| me| all| what| this| that| every| full| exact"
    r"| hidden| secret| correct| original| complete| whole| entire)*"
    r"( objects?'?s?| items?'?s?| things?'?s?)?\s+(of (the )?)?"
    r"(object|items?|things?|names?|answers?|secrets?|descriptions?|prompts?|instructions?|solutions?"
    r"|targets?|words?|rules?|identity|candidates?|system|database|password|property sheet|sheet"
    r"|context|labels?|text above|everything above|properties|configuration)\b",
    re.IGNORECASE,
)
# A picture where a word is missing: bigger than, made of.
PICTURED = re.compile(
    r"\b(?:than|of|as|an?|the|like|with|from|in|by|any|some|my|your|and|or|have|has|contain"
    r"|resembles?|is it|it is|its|feel|look|fit)"
    r"\s*[\u2190-\u2bff\ufe0f\u200d\U0001f000-\U0001faff]+"
    r"(?=\s*(?:[?.!,;]|$|(?:and|or|but|in|at)\b))",
    re.IGNORECASE,
)
SPELT = str.maketrans(
    {"’": "'", "‘": "'", "`": "'", "´": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"'}
)


def refusal(text: str) -> Reason | None:
    """Why the text as a whole can't be taken for a question, whatever it asks."""
    plain = straightened(text)
    if ACTIVE.search(plain):
        return Reason.UNPARSEABLE
    bare = FORMATTING.sub(" ", plain)
    if SYSTEM.search(bare):
        return Reason.NOT_A_QUESTION
    if IMITATED.search(bare):
        return Reason.UNPARSEABLE
    if COMMANDED.search(bare):
        return Reason.NOT_A_QUESTION
    return None if _mostly_latin(bare) and not PICTURED.search(bare) else Reason.UNPARSEABLE


def straightened(text: str) -> str:
    """The text with entities and compatibility forms resolved, quotes and apostrophes straight."""
    return html.unescape(unicodedata.normalize("NFKC", text)).translate(SPELT)


def _mostly_latin(text: str) -> bool:
    letters = [sign for sign in text if sign.isalpha()]
    if not letters:
        return False
    latin = sum("LATIN" in unicodedata.name(sign, "") for sign in letters)
    return latin >= 0.7 * len(letters)
