"""The words of a question that no rule has used: whether one of them may change what it asks."""

from collections.abc import Iterable

from games.lexicon import words_of

# Words that leave a question on one property what it is.
HARMLESS = frozenset(
    words_of(
        """basically completely actually really mostly entirely partly stuck cling
        above across again along already also altogether always am anything anywhere apparently
        appearance appears approximately attached attachment attachments back basic bear
        bears because become becomes below beneath best bit bits boast body built but
        carries carry carrying case certain classed classified clearly coloring colors
        colouration colouring colours come common commonly connected considerably contain
        count counts covered dead deep definitely detail details directly display displays
        distinct distinctly down due end entirety equipped essentially even everywhere
        evident exactly except exclusively extent external fact fair fairly fastened
        feature feel feeling find finish finished fitted fittings front full fundamentally
        furnished generic gets giving go goes going good handle handled handling hardly
        held help hint hold holding honest how however if inch indeed inner inside
        instance interior into ish joined keep keeps kept kind know largely lay least left
        length let lie lies line little long looked looking lot lots made making many mass
        matter maybe me measure measured mind more much name named nearly need nice nicely
        nor notable nothing notice noticeable noticeably noticed obvious obviously often
        onto ordinary original others our outermost outline outwards own pair particularly
        partly perceptibly perfect perhaps place plus position possess possesses
        practically precise precisely prominent proper properly provided real reality
        regular rest right run running runs say see seeing seen set shade show showing
        shows side sides simply since single sit sits skin slight slightly small something
        somewhat somewhere space sport sports spot stand standard standing stands stay
        stays sticking strictly stuff substance substances suppose surely surfaces tell
        tend tends term terms theres theyre think thinking time told tone too top total
        toward towards trace true truly turned type typical under underneath underside
        upon use usual utterly various view viewed virtually visible visibly visual wall
        walls way we weight well what where whether which whichever while wide within
        without word words work worked yet youd youll"""
    )
)
# Small words that the others lean on.
LINKS = frozenset(
    words_of(
        """a an the of to in on at by for from with it its is are does do has have be as and or nor
        not no this that these those there they them their if so any some all one s t"""
    )
)
OFTEN = ("made", "does", "have", "with", "from", "part", "like", "look", "than", "this")
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
        if place not in places
        and not (word in stop or word in HARMLESS or word in LINKS)
        and not is_slip_of_link(word)
    )


def is_more_than_a_yardstick(words: tuple[str, ...], start: int, end: int) -> bool:
    """Whether words beside those of the thing compared with may make it another thing."""
    around = (*words[:start], *words[end:])
    return any(word not in BESIDE_YARDSTICK for word in around)


def is_slip_of_link(word: str) -> bool:
    """Whether a short word is one that the others lean on, less a letter: "mad of", "hav a"."""
    return len(word) in (2, 3) and any(
        other[:place] + other[place + 1 :] == word for other in OFTEN for place in range(1, 5)
    )
