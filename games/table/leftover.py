"""The words of a question that no rule has used: whether one of them may change what it asks."""

from collections.abc import Iterable

from games.lexicon import words_of

# Words that leave a question on one property what it is.
HARMLESS = frozenset(
    words_of(
        """above across again along already also always altogether am anything anywhere appearance
        approximately apparently back because become becomes best bit bits body but
        case certain classed classified clearly colours colors coloring colouring considerably
        count counts covered dead deep definitely detail details directly distinct distinctly down
        due end entirety essentially even everywhere evident exactly external
        extent fact fair fairly feature find finish fitted fittings front full fundamentally
        gets giving go goes going good hardly held help hint hold holding honest how however if
        indeed inner inside instance interior into ish keep keeps kind kept know largely lay least
        left length let lies line little lie long lot lots made making many mass matter maybe me
        mind more much name named nearly need nice nicely notable noticeable noticeably obvious
        obviously often ordinary original others our outline outwards own pair particularly partly
        perceptibly perfect perhaps place plus position possess possesses practically precise
        precisely prominent proper properly provided real reality right run runs say seen set shade
        show showing shows side sides simply since single sit sits slight slightly small
        something somewhat somewhere space stand standing stands stay stays sticking strictly
        stuff substance substances suppose surely tell tend tends term terms theres theyre think
        thinking time told tone too top total trace true truly turned type under upon use
        utterly various view virtually visibly visible visual wall walls way we weight well
        what where whether which while wide within without word words work worked
        yet youd youll built noticed notice spot seeing feeling handling handle handled
        attached attachment attachments fastened joined connected running along contain equipped
        come bear bears carry carries sport sports display displays boast feature furnished carrying
        finished surfaces regular usual standard typical common commonly generic inch basic
        looked looking appears colouration outermost"""
    )
)
# Small words that the others lean on.
LINKS = frozenset(
    words_of(
        """a an the of to in on at by for from with it its is are does do has have be as and or nor
        not no this that these those there they them their if so any some all one s t"""
    )
)
# What may stand before or behind a thing that is compared with, and adds nothing to it.
BESIDE_YARDSTICK = LINKS | frozenset(
    words_of(
        """average averagely typical standard normal ordinary regular usual common sized size
        human adult adults grown person persons mans womans man woman somebody someones my your
        our his her average everyday common full ordinary real plain just about roughly around
        single pair piece length width height weight thickness diameter itself overall in terms
        own i you me am would could can when standing tall long wide high thick heavy deep big
        large small little tiny huge giant mini new old another other most many does weighs weigh
        usually than cm mm which is are being unopened closed empty shape total both up us"""
    )
)


def unread(words: tuple[str, ...], used: Iterable[int], stop: frozenset[str]) -> tuple[str, ...]:
    """The words at places that are not in `used`, but for those that mean nothing here."""
    places = frozenset(used)
    return tuple(
        word
        for place, word in enumerate(words)
        if place not in places and word not in stop and word not in HARMLESS and word not in LINKS
    )


def is_more_than_a_yardstick(words: tuple[str, ...], start: int, end: int) -> bool:
    """Whether words beside those of the thing compared with may make it another thing."""
    around = (*words[:start], *words[end:])
    return any(word not in BESIDE_YARDSTICK for word in around)
