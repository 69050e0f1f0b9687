"""The turns of phrase that frame a question: leads, tags, requests and forms of the object."""

import re

OBJECT = (
    r"(?:(?:(?:the|this|that|your|our|my|a) )?"
    r"(?:(?:hidden|secret|mystery|mysterious|target|given|unknown|chosen|actual|current|said"
    r"|particular|physical|selected|correct) )*"
    r"(?:object|item|thing|product|artifact|artefact|article|answer|objects|things|items|target"
    r"|secret)|(?:this|that|the) one|it|this|that|they|these|those)"
    r"(?: in question| itself| here| (?:that )?(?:you|i|we) (?:are|am|were|have|had|should|must"
    r"|need to|picked|chose|want me to) ?(?:thinking of|thinking about|in mind|looking for"
    r"|guessing|guess|supposed to guess|to guess|chosen|picked|hiding)?)?(?= |$)"
)
BE = r"(?:is|are|was|were|be|isnt|arent|wasnt|aint|werent)"
DO = r"(?:do|does|did|doesnt|dont|didnt)"
CAN = (
    r"(?:can|could|would|will|should|may|might|must|shall|cant|cannot|couldnt|wouldnt|wont"
    r"|shouldnt|mightnt)"
)
HAS = r"(?:has|have|had|hasnt|havent|hadnt)"
AUXILIARY = rf"(?:{BE}|{DO}|{CAN}|{HAS})"
ENQUIRY = (
    r"(?:say|tell|tell me|tell us|confirm|let me know|reveal|specify|clarify|check|answer"
    r"|inform me|know|see|disclose|share|state|verify|indicate)"
)

LEAD = re.compile(
    r"^(?:(?:"
    r"(?:ok|okay|k|so|well|hm+|um+|uh+|er|ah|aha|oh|alright|all right|then|anyway|and|but|also"
    r"|plus|next|next question|question|q|first question|last question|first of all|please|hey"
    r"|hi|hello|"
    r"got it|i see|lets see|let me see|let me think|one more|one more thing|one more question"
    r"|another one|another question|quick question|follow up|follow up question|"
    r"my (?:next |first |last |final |second )?(?:question|guess|query)(?: (?:is|would be"
    r"|for you is))?(?: this)?|the question is|here is my question|here goes|ok here goes"
    r"|just (?:to be (?:sure|clear|certain)|to check|checking|to confirm|to clarify|wondering"
    r"|curious|asking)|to (?:be (?:sure|clear)|confirm|clarify)|"
    r"actually|finally|lastly|basically|honestly|sorry|excuse me|pardon|yes or no|yes no"
    r"|true or false|this time|in that case|by the way|out of curiosity|what about|how about"
    r"|i mean|whether|if|perhaps|maybe|possibly|now|like|thank you|thanks|dear oracle|oracle"
    r"|dear checker|for instance|for example|again|in other words|or|that is to say|overall"
    r"|in general|generally|typically|usually|normally|specifically|physically|visually"
    r"|structurally)"
    rf"|(?:good|great|nice|cool|right|perfect|interesting|first|second|third|guess|yes|no|yeah"
    rf"|alright then|hmm ok)(?= ,| {AUXILIARY} )"
    rf"|(?:can|could|would|will|may|might) (?:you|we|i|someone|anyone|u)(?: (?:please|kindly"
    rf"|just|also|maybe))* (?:please )?(?:{ENQUIRY})(?: me| us)? (?:if|whether|that|is|please if"
    rf"|please whether)(?= )"
    r"|(?:can|could|may|might) (?:i|we) (?:please )?(?:ask|know|enquire|inquire|check)"
    r"(?: you)? (?:if|whether)"
    r"|(?:would|will|do|should|could|can|might|may) (?:you|one|people|we|anyone|someone|i"
    r"|most people|somebody) (?:say|agree|think|believe|guess|suppose|assume|reckon|expect|argue"
    r"|know|happen to know|conclude|infer|imagine)(?: (?:that|if|whether|to say))?"
    rf"|(?:please )?(?:tell me|let me know|say|confirm|let us know|answer me|answer|just tell me"
    rf"|tell us) (?:if|whether|this|is)?"
    r"|(?:i|we) (?:would|d|do|just|really|simply|only|also|still|am|are|was|were|will|can|have"
    r"|had|need|want|to|wanna)?(?: (?:would|just|really|simply|only|also|still|like|love|want"
    r"|need|curious|interested|trying|going|about|to|be|wish|wanting|hoping|mind|now|very|a bit"
    r"|so|keen))*"
    r" ?(?:know|ask|find out|learn|wonder|wondering|curious|check|understand|see|establish"
    r"|be sure|be told|figure out|determine|hear|confirm|know for sure|in knowing"
    r"|in finding out)(?: you| about this| first)? (?:if|whether)"
    r"|(?:i )?(?:wonder|wondering|curious|asking) (?:if|whether)"
    r"|is (?:it|that) (?:true|correct|right|fair|safe|accurate|reasonable|a fact|the case|so"
    r"|possible|likely|probable|plausible)(?: to (?:say|assume|think|call it|describe it"
    r"|conclude|state|claim))?(?: (?:that|if))"
    r"|is (?:it|that) (?:true|correct|fair|safe|accurate|reasonable) to (?:say|assume|think"
    r"|conclude|state|claim)"
    r"|would (?:it|that) be (?:true|correct|right|fair|safe|accurate|reasonable"
    r"|a fair description)(?: to (?:say|assume|think|conclude|state|claim|describe it as|call it"
    r"|describe it))?(?: that| if)?"
    r"|(?:am|was|would) i (?:be )?(?:right|correct|wrong|safe|mistaken)(?: (?:to|in))?(?: "
    r"(?:think|thinking|assume|assuming|say|saying|believe|believing|suppose|supposing|guess"
    r"|guessing))?(?: that| if)?"
    r"|(?:do you have |have you )?any (?:idea|clue) (?:if|whether)"
    r"|(?:can|could|would|will) you (?:please )?(?:confirm|verify|say|clarify)"
    r"(?= (?:it|its|the object) )"
    r"|(?:is there )?any chance(?: that)?|do you mean(?: that)?|can (?:i|we|it be) (?:assume"
    r"|conclude|say|infer|said|assumed|concluded)(?: that)?"
    r"|does (?:the|its|your) (?:description|sheet|property sheet|list|data) (?:say|mention|state"
    r"|tell|indicate|suggest)(?: that| whether| if)?"
    r")(?: ,)*(?: |$))"
)
DESCRIBED = re.compile(
    rf"^(?:would|could|can|might|should|will|may|do|does) (?:(?:you|people|one|someone|we"
    rf"|most people|anyone|i) (?:describe|call|consider|classify|characteri[sz]e|regard|rate"
    rf"|judge|deem|count|think of) {OBJECT}"
    rf"|{OBJECT} be (?:described|considered|characteri[sz]ed|regarded|deemed|thought of"
    rf"|said to be))(?: (?:as being|as having|as|to be|being))?(?= )"
)
TAG = re.compile(
    rf"(?:,? ?(?:,|^)? ?(?:or )?{AUXILIARY} (?:it|they|there|that|this)(?: not)?"
    r"|,? (?:right|correct|yes|no|huh|eh|yeah|or not|or no|yes or no|true or false|true|innit"
    r"|is that right|is that correct|is that true|am i right|am i correct|would you say"
    r"|do you think|i guess|i think|i suppose|i assume|please|thanks|thank you|if i may ask"
    r"|by any chance|or what|ok|okay|y n|yes no|i wonder|or nah|or is it not|is it not"
    r"|isnt that so|dont you think|at all|though|then|do you agree|answer yes or no"
    r"|just yes or no|a yes or no|is this correct))(?: ,)*$"
)
WH = r"(?:what|whats|which|how|hows|where|wheres|why|who|whos|whose|whom|when)"
OPEN = re.compile(
    rf"^(?:{WH}\b|(?:of|in|from|for|to|with|at|by|on|out of|and) {WH}\b"
    rf"|(?:can|could|would|will|may|do) (?:you|i|we|u) (?:please |just |also )*(?:tell|say"
    rf"|describe|explain|list|name|give|show|specify|reveal|know|share|elaborate|provide|clarify"
    rf"|let me know|ask|guess|compare|help me|define|mention|estimate|hint)\b"
    rf"|(?:i|we) (?:would|want|need|am|wonder|d|just|really)\b(?: \w+){{0,6}} {WH}\b|(?:tell|let"
    rf"|say|show|describe|explain|list|name|give)\b.*\b{WH}\b|i wonder {WH}\b)"
)
REQUEST = re.compile(
    r"^(?:give|tell|show|describe|explain|list|name|help|let|say|please|hint|skip|next|stop"
    r"|start|go|wait|try|guess|use|write|make|do it|reveal|pick|choose|think|answer|repeat"
    r"|continue|pass|quit|exit|restart|end|add|change|remove|consider|remember|imagine|assume"
    r"|suppose|look|listen)\b"
    r"|\b(?:a |any |another |some |me )(?:hint|hints|clue|clues)\b"
)
HINT = re.compile(r"\b(?:hints?|clues?)\b")
GUESSED = re.compile(
    r"^(?:(?:my|final|the|a) )*(?:final )?guess\b|^i (?:will |would |shall )?guess\b"
)
POSSESSED = re.compile(
    r"\b(?:the|this|that|your) (?:\w+ )?(?:objects|items|things) (?!are\b|have\b|do\b|is\b|in\b"
    r"|that\b|you\b|has\b|be\b|on\b|made\b)(?=\w)"
)
TALK = re.compile(
    r"^(?:interesting|wow|amazing|awesome|i|we|you|he|she|there|all|everyone|again"
    r"|one|my|your|me|thanks|thank|hello|hi|hey|bye"
    r"|yes|no|nope|yeah|ok|okay|sorry|good|great|nice|cool|wow|haha|lol|not sure|no idea|dunno"
    r"|idk|sure|fine|done|maybe|hmm|hm|oops|right|correct|wrong|exactly|perfect|almost|final"
    r"|because|to be honest|lets|there you go|the answer|this game|this is fun|that makes"
    r"|that was)\b"
)
ASKING_LEAD = re.compile(r"\b(?:if|whether|that|say|think|ask|wondering|chance)\b")
SOFT_TAG = re.compile(
    r",? (?:please|thanks|thank you|at all|then|though|by any chance|i think|i guess|i suppose)"
)
STATED = re.compile(
    rf"^{OBJECT} ?(?:also |really |probably |just )?(?P<verb>{AUXILIARY})(?= "
    rf"|$) ?(?P<no>not )?(?P<rest>.*)$"
)
RESTARTED = re.compile(
    r"(?:,|\bso\b|\bthen\b|\bbut\b|\band\b|\bif\b|\bwhether\b|\bquestion\b|\bask\b|\bis\b)(?: |,)+"
    rf"(?={AUXILIARY} {OBJECT})"
)
BETWEEN = (
    "also|really|actually|even|only|usually|typically|ever|normally|generally|possibly|just|likely"
    "|probably|still|commonly|often|always"
)
ASIDE = re.compile(
    rf" (?:what|which)$|^{AUXILIARY} {OBJECT} (?:of )?(?:what|which|how much|how many|who|where)\b"
)
WHETHER = re.compile(
    r"\b(?:know|wonder|wondering|ask|asking|find out|learn|curious|sure|tell me|clear|told) "
    r"(?:whether|if) "
)
