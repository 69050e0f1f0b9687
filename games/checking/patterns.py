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
WH = r"(?:what|whats|which|how|hows|where|wheres|why|who|whos|whose|whom|when)"
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
    r"|(?:would|could|can|will) you (?:please )?(?:mind|be so (?:kind|good|nice) as to"
    r"|be (?:kind|good|nice) enough to|be able to|care to|like to|have the kindness to)"
    r"(?: please)? (?:tell|telling|say|saying|confirm|confirming|let|letting|reveal|revealing"
    r"|answer|answering|explain|explaining|share|sharing)(?: (?:me|us))?(?: know)?"
    r"(?: (?:if|whether|that))?"
    r"|(?:can|could|might|may|would) it be (?:the case |true |so )?that(?= (?:it|its|the|there)\b)"
    r"|you (?:mean|say|said|are saying|are telling me|were saying)(?: to say)?(?: that)?"
    r"(?= (?:it|its|the object|there)\b)"
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
    rf"(?:,? ?(?:,|^)? ?(?:or )?(?!have it\b|had it\b)"
    rf"{AUXILIARY} (?:it|they|there|that|this)(?: not)?"
    r"|,? (?:right|correct|yes|no|huh|eh|yeah|or not|or no|yes or no|true or false|true|innit"
    r"|is that right|is that correct|is that true|am i right|am i correct|would you say"
    r"|do you think|i guess|i think|i suppose|i assume|please|thanks|thank you|if i may ask"
    r"|by any chance|or what|ok|okay|y n|yes no|i wonder|or nah|or is it not|is it not"
    r"|isnt that so|dont you think|at all|though|then|do you agree|answer yes or no"
    r"|just yes or no|a yes or no|is this correct))(?: ,)*$"
)
OPEN = re.compile(
    rf"^(?:{WH}\b|(?:of|in|from|for|to|with|at|by|on|out of|and) {WH}\b"
    rf"|(?:can|could|would|will|may|might|should|do) (?:you|i|we|u) (?:please |just"
    rf" |also )*(?:tell|say|describe|explain|list|name|give|show|specify|reveal|know|share"
    rf"|elaborate|provide|clarify|let me know|ask|guess|compare|help me"
    rf"|define|mention|estimate|hint)\b"
    rf"|(?:anything|something) (?:else )?(?:you|i|one) (?:can|could|would|should) (?:say|tell|know"
    rf"|add|share)\b|(?:i|we) (?:would|want|need|am|wonder|d|just|really)\b(?: \w+){{0,6}} {WH}\b"
    rf"|(?:tell|let"
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
# Said beside the question, at its end or between commas; none changes what is asked.
REMARK = (
    r"(?:in the main|lets say|i dare say|of all \w+s|at least(?: in part| partly"
    r"| partially| a bit| a little| to some (?:extent|degree))?|to some (?:extent|degree)"
    r"|(?:by |per |perhaps )?(?:any )?chance|so to speak|as it were|if you will|if you like"
    r"|if (?:i|we) (?:may|might|can|could)(?: ask| say so)?|if (?:you|one) (?:may|can|could) say so"
    r"|if you (?:do not|dont|would not|wouldnt) mind(?: me asking| my asking)?"
    r"|if (?:that|it) is (?:allowed|ok|okay|all right|alright|not too much to ask|fair)"
    r"|if you know|as far as (?:you|one|anyone|we|i) (?:can )?(?:know|knows|tell|see|say|sees)"
    r"|in your (?:opinion|view|eyes|mind|experience|judgement)|to your (?:knowledge|mind|eyes)"
    r"|do you reckon|would you reckon|you reckon|generally speaking|roughly speaking"
    r"|strictly speaking|broadly speaking|loosely speaking|physically speaking|by and large"
    r"|all in all|all things considered|for the most part|as a rule|in essence|in principle"
    r"|in practice|in fact|in reality|in truth|after all|of course|mind you|to be (?:precise"
    r"|exact|honest|fair|clear|sure|specific)|i mean|i wonder|more or less|or less|as such"
    r"|or something(?: like that| similar| of the sort)?|or so|or thereabouts|or similar|even"
    r"|instead|again|for once|for a change|for sure|for certain|my friend|mate|pal|dear|buddy"
    r"|oracle|sir|madam|would you say so|wouldnt you say|dont you agree|if anything|if at all"
    r"|say|perhaps|maybe|possibly|probably|really|actually|usually|normally|typically"
    r"|basically|per se|in any way|in some way|somehow|i take it|i trust|i presume|i suspect"
    r"|i believe|i imagine|i gather"
    r"|i bet|surely|roughly|approximately|just wondering|just curious|just asking"
    r"|just to be (?:sure|clear|certain|safe)|out of interest|out of curiosity|on the whole)"
)
REMARKS = re.compile(rf" ,(?: {REMARK})+(?=$| ,)")
# It holds under a condition: when you touch it, does it ...; the condition is not asked for.
CONDITION = re.compile(
    rf"^(?:when|whenever|if|once|while|as soon as|as long as|every time|each time)"
    rf" (?!{AUXILIARY} )(?:(?:\w+ ){{1,14}}, (?=(?:then |so )?{AUXILIARY} \w|(?:then |so )?{WH}\b)"
    rf"|(?:\w+ ){{1,14}}?(?={AUXILIARY} (?:{OBJECT}|there|you|people|its|the) ))"
)
MADE_MATTER = re.compile(
    r"\b(?P<matter>materials?|substances?|fabrics?|stuff|cloth)"
    r"(?: (?:that|which) (?:is|was|are|were|has been|have been|got))?"
    r" (?:being )?(?:used|employed|chosen|needed|required|involved)"
    rf"(?: (?:in|for|to|on) (?:(?:making|make|build|building|create|creating|produce|producing"
    rf"|construct|constructing|manufacture) )?(?:{OBJECT}|its \w+)(?: with)?)?"
    r"(?! (?:for|to|in|by|as|on|with)\b)"
    rf"|\b(?P<of>materials?|substances?|fabrics?|stuff|cloth) (?:(?:that|which) )?{OBJECT}"
    r" (?:is|was|are|were) (?:mostly |mainly )?(?:made|built|composed) (?:of|from|out of|with)"
)
# Turns of phrase and the plain order of words that they stand for.
PLAINER = (
    (re.compile(rf"^({AUXILIARY} {OBJECT}) , (?:\w+ ){{1,8}}, (?=\w)"), r"\1 "),
    (re.compile(r"\btips? (?:the )?scales? at\b"), "weigh"),
    (re.compile(r"\b(than|like|as|of|with|from|in|to) , (?=\w)"), r"\1 "),
    (
        re.compile(rf"^({AUXILIARY}) (?:some|any|a) (?:kind|sort|type|form) of (?=\w+ )"),
        r"\1 some ",
    ),
    (
        re.compile(
            rf"^({BE} {OBJECT}) what (?:you|people|one|we|they|some|some people) (?:(?:would|might"
            r"|could|usually) )?(?:call|know as|refer to as|name|term)\b"
        ),
        r"\1",
    ),
    (
        re.compile(
            rf"^(?:is|was) (?P<what>(?:\w+ )?\w+) what {OBJECT} (?:is|was) (?P<how>(?:\w+ly )?"
            r"\w+ed) (?P<link>with|in|by)\b"
        ),
        r"is it \g<how> \g<link> \g<what>",
    ),
    (
        re.compile(
            rf"\b(?P<what>\w+) is what {OBJECT} (?:(?:is|was) )?(?P<how>(?:\w+ly )?)"
            r"(?:made|built|composed|consists?) (?:of|from|out of)\b"
        ),
        r"it is \g<how>made of \g<what>",
    ),
    (
        re.compile(
            rf"^(?:is|was) (?P<what>(?:\w+ )?\w+) what {OBJECT} (?:(?:is|was) )?"
            r"(?P<how>(?:\w+ly )?)(?:made|built|composed|consists?) (?:of|from|out of)\b"
        ),
        r"is it \g<how>made of \g<what>",
    ),
    (
        re.compile(rf"\bnothing (?:about|on|in|of|to|at) {OBJECT} (?:is|looks|feels)\b"),
        "it is not",
    ),
    (
        re.compile(rf"^({BE} {OBJECT}|{OBJECT} {BE}) what (?=(?:you|people|one|we|they|i|some)\b)"),
        r"\1 something ",
    ),
    (re.compile(r"(?: ,)?(?: (?:and|but))?(?: ,)? if (?:so|yes)(?: ,)?(?= )"), " and"),
)
# What is left open in passing: whether it was luck I can't say.
UNDECIDED = re.compile(
    r"^(?:whether|if) .*\b(?:i|we|nobody|no one) (?:cant|cannot|could not|couldnt|dont|do not"
    r"|will never|am not|can)\b(?: \w+)* (?:say|tell|know|knows|care|remember|sure)\b"
)
ASIDE = re.compile(
    rf" (?:what|which)$|^{AUXILIARY} {OBJECT} (?:of )?(?:what|which|how much|how many|who|where)\b"
)
WHETHER = re.compile(
    r"\b(?:know|wonder|wondering|ask|asking|find out|learn|curious|sure|tell me|clear|told"
    r"|is|was|be|question|hear|see|say|check|out|settle|decide|determine)"
    r"(?: ,(?: \w+)+ ,)? (?:whether|if) "
)
# Where a question mark stands at the end, `whether` needs no verb of asking before it.
WHETHER_ASKED = re.compile(rf"\bwhether (?={OBJECT} )")
