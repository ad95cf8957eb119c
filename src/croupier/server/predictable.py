"""Passwords that somebody would try first: common words, keyboard rows, years, names.

What is common is taken out of a password; what is left is its owner's own, and must be enough. The
list is short and our own: it stops the obvious, and the throttle at the door slows down the rest.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator

OWN_MIN = 6
"""So many letters of a password are its owner's own; a digit counts as half a letter."""
RUN_MIN = 4
"""So many neighbours on a keyboard, or in the alphabet, are a run."""
PART_MIN = 4
"""Shorter parts of a name may be in a password by chance."""
ROWS = (
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890",
    "qwertyuiop",
    "qwertzuiop",
    "azertyuiop",
    "asdfghjkl",
    "qsdfghjklm",
    "zxcvbnm",
    "yxcvbnm",
    "wxcvbn",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
    "1q2w3e4r5t6y7u8i9o0p",
    "qazwsxedcrfvtgbyhnujm",
    "147258369",
    "0246813579",
)
LOOKALIKES = str.maketrans(
    {"0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "@": "a", "$": "s"}
    | {"!": "i", "+": "t", "€": "e", "|": "l"}
)
YEAR = re.compile(r"(?:19|20)\d\d")
WORDS = frozenset(
    """
    password passwort passwd passphrase passcode pass secret geheim parola motdepasse contrasena
    wachtwoord senha mima login signin logon access account user username admin administrator root
    superuser system server test testing tester demo sample example guest visitor default temporary
    temp change changeme changeit welcome willkommen bienvenue bienvenido hello hallo hola bonjour
    letmein letme openup open sesame opensesame enter entry trustno trustme iloveyou ilove love
    lovely loveme baby babygirl honey sweetheart darling angel princess prince queen king master
    monkey dragon tiger lion eagle falcon shadow phoenix panther wolf bear donkey chicken
    kitty kitten puppy doggy butterfly dolphin unicorn flower sunflower rose lily daisy cherry
    banana apple orange lemon cookie chocolate cheese pepper ginger coffee vodka whisky beer wine
    football soccer baseball basketball hockey tennis golf cricket rugby arsenal chelsea liverpool
    barcelona realmadrid juventus bayern ronaldo messi jordan michael jackson superman batman
    spiderman ironman hulk starwars startrek skywalker yoda vader pokemon pikachu naruto mario
    zelda minecraft fortnite matrix harley ferrari porsche mercedes toyota honda corvette mustang
    yamaha samsung iphone android google facebook twitter youtube amazon microsoft windows apple
    internet computer keyboard laptop network wireless wifi router switch linux ubuntu debian oracle
    cisco python java freedom forever always whatever nothing something anything everything please
    thankyou goodluck lucky luck happy smile sunshine rainbow summer winter spring autumn january
    february march april june july august september october november december monday tuesday
    wednesday thursday friday saturday sunday today tomorrow yesterday morning night midnight
    christmas easter birthday newyear holiday vacation weekend money cash dollar dollars euro pound
    yen gold golden silver platinum diamond diamonds million millionaire billion rich winner winning
    loser game games gamer gaming player players play playing gamble gambler gambling bet bets
    betting wager wagers stake stakes odds jackpot fortune casino casinos casinoroyale royale royal
    roulette roulete rulett wheel spin spinning ball number numbers zero doublezero red black rouge
    noir odd even dozen column street corner split straight trio racetrack voisins tiers orphelins
    finale chip chips cheque cheques croupier croupiers dealer dealers pit boss pitboss supervisor
    manager shiftmanager shift floor table tables tray float drop dropbox cage cashier counter bank
    banker vault voucher ticket purse credit credits payout blackjack baccarat poker craps slots
    slot dice card cards ace aces jack joker spade spades heart hearts club clubs holdem texas vegas
    lasvegas macau macao monaco montecarlo monte carlo marina marinabay bay sands singapore resort
    hotel grand palace house staff crew team boss employee security guard surveillance camera office
    company business work worker home family mother father mama papa sister brother friend
    friends buddy girl boy woman man lady sexy hottie killer hunter ninja pirate samurai soldier
    warrior wizard magic mystery merlin legend hero champion victory power energy thunder lightning
    storm ocean island mountain river forest garden earth moon star stars sun sky heaven hell devil
    jesus christ god allah buddha bible amen peace world america england london paris berlin tokyo
    beijing china india canada australia germany france italy spain russia asia europe thomas daniel
    charlie robert william james john david joseph anthony andrew george richard maria anna jessica
    jennifer michelle nicole ashley amanda sarah laura linda emma sophie andrea
    qwer asdf zxcv asdfgh qwerty qwertz azerty qazwsx abc abcd abcde xyz xxx zzz one two three four
    five six seven eight nine ten hundred thousand
    """.split()
)


def predictable(password: str, *names: str) -> bool:
    """Whether somebody who knows the house and the person would try it.

    >>> predictable("P4ssw0rd-2026!!"), predictable("The-Gr4nd-C4sino", "The Grand")
    (True, True)
    >>> predictable("a lamp, eleven herons")
    False
    """
    text = unicodedata.normalize("NFKC", password).casefold()
    words = WORDS.union(*map(variations, names))
    return _repeats(text) or any(_own(each, words) < 2 * OWN_MIN for each in _spellings(text))


def variations(name: str) -> Iterator[str]:
    """A name, its words, and each of them backwards, as they would be in a password."""
    whole = unicodedata.normalize("NFKC", name).casefold()
    for part in {*re.split(r"\W+|_", whole), "".join(filter(str.isalnum, whole))}:
        if len(part) >= PART_MIN:
            yield part
            yield part[::-1]


def _spellings(text: str) -> Iterator[str]:
    """As it stands, and with the letters that digits and signs are put for."""
    for each in (text, text.translate(LOOKALIKES)):
        yield "".join(filter(str.isalnum, each))


def _own(text: str, words: Iterable[str]) -> int:
    """What is left without what is common: two for a letter, one for a digit."""
    for word in sorted(words, key=lambda each: (-len(each), each)):
        text = text.replace(word, " ")
    left = _without_runs(YEAR.sub(" ", text))
    return sum(1 if each.isdigit() else 2 for each in left if each.isalnum())


def _without_runs(text: str) -> str:
    """Without neighbours on a keyboard, either way, and without a letter again and again."""
    rows = [*ROWS, *(row[::-1] for row in ROWS)]
    kept, at = [], 0
    while at < len(text):
        length = max(_run(text, at, rows), _same(text, at))
        if length < RUN_MIN:
            kept.append(text[at])
        at += length if length >= RUN_MIN else 1
    return "".join(kept)


def _run(text: str, at: int, rows: Iterable[str]) -> int:
    """How many letters from here on are neighbours in a row."""
    longest = 0
    for row in rows:
        length = RUN_MIN
        while at + length <= len(text) and text[at : at + length] in row:
            longest = max(longest, length)
            length += 1
    return longest


def _same(text: str, at: int) -> int:
    """How often the letter here comes in a row; a space is none."""
    letters = text[at:]
    return len(letters) - len(letters.lstrip(letters[0])) if letters[0] != " " else 0


def _repeats(text: str) -> bool:
    """Whether it is one part again and again: twice is no longer to guess than once."""
    return text in (text + text)[1:-1]
