"""Wagers as people say them, in English and French, and what is too unclear to be read."""

import pytest

from croupier import books
from croupier.rules.refusal import CroupierError, NotationError
from croupier.rules.spoken import names

ON_THE_RACETRACK = {
    "17": "straight:17",
    "17 straight up": "straight:17",
    "Straight up on 17": "straight:17",
    "plein 17": "straight:17",
    "numéro 17": "straight:17",
    "zéro": "straight:0",
    "17/20": "split:17/20",
    "20-17": "split:17/20",
    "17 and 20": "split:17/20",
    "17/20 split": "split:17/20",
    "the split between 17 and 20": "split:17/20",
    "cheval 17/20": "split:17/20",
    "à cheval entre 17 et 20": "split:17/20",
    "1-2": "split:1/2",
    "street 1": "street:1/2/3",
    "street 5": "street:4/5/6",
    "1-2-3": "street:1/2/3",
    "1 to 3": "street:1/2/3",
    "transversale 1-3": "street:1/2/3",
    "trio 0 1 2": "street:0/1/2",
    "corner 1-2-4-5": "corner:1/2/4/5",
    "corner 25/29": "corner:25/26/28/29",
    "carré 1/5": "corner:1/2/4/5",
    "1, 2, 4 & 5": "corner:1/2/4/5",
    "first four": "corner:0/1/2/3",
    "les quatre premiers": "corner:0/1/2/3",
    "0 to 3": "corner:0/1/2/3",
    "line 4": "six-line:4/5/6/7/8/9",
    "line 1-6": "six-line:1/2/3/4/5/6",
    "1 à 6": "six-line:1/2/3/4/5/6",
    "sixain 31": "six-line:31/32/33/34/35/36",
    "1st dozen": "dozen:1",
    "First Dozen": "dozen:1",
    "1st 12": "dozen:1",
    "première douzaine": "dozen:1",
    "1ère douzaine": "dozen:1",
    "M12": "dozen:2",
    "12D": "dozen:3",
    "25-36": "dozen:3",
    "dozen 13-24": "dozen:2",
    "2nd column": "column:2",
    "troisième colonne": "column:3",
    "rouge": "red",
    "Noir": "black",
    "on red": "red",
    "pair": "even",
    "impair": "odd",
    "manque": "low",
    "passe": "high",
    "passe 19-36": "high",
    "1 to 18": "low",
    "1-to-18": "low",
    "neighbours of 17": "neighbours:17",
    "17 and the neighbours": "neighbours:17",
    "17 and its neighbors": "neighbours:17",
    "17 et les voisins": "neighbours:17",
    "voisins de 17": "neighbours:17",
    "neighbours of 0": "neighbours:0",
    "voisins": "voisins",
    "voisins du zéro": "voisins",
    "Grande Série": "voisins",
    "tiers du cylindre": "tiers",
    "les orphelins": "orphelins",
    "jeu zéro": "zero-spiel",
    "jeu 0": "zero-spiel",
}


@pytest.mark.parametrize(("said", "meant"), ON_THE_RACETRACK.items())
def test_what_people_say_is_read(said: str, meant: str) -> None:
    assert books.load("racetrack-2012").wager(said).notation == meant


@pytest.mark.parametrize(
    ("book", "said", "meant"),
    [
        ("edz-2020", "finals 7", "finales:7"),
        ("edz-2020", "finale 0", "finales:0"),
        ("edz-2020", "double zéro", "straight:00"),
        ("edz-2020", "neighbours of double zero", "neighbours:00"),
        ("sands-2019", "zero and double zero", "split:0/00"),
        ("sands-2019", "S/0/00/1/2/3", "top-line"),
        ("sands-2019", "corner 1", "corner:1/2/4/5"),
        ("fast-action-2020", "mbs", "straight:MBS"),
        ("fast-action-2020", "super bonus", "super-bonus-win"),
    ],
)
def test_what_a_book_has_decides_what_is_meant(book: str, said: str, meant: str) -> None:
    assert books.load(book).wager(said).notation == meant


@pytest.mark.parametrize(
    ("book", "said", "choices"),
    [
        ("racetrack-2012", "2 to 1", ("column:1", "column:2", "column:3")),
        ("racetrack-2012", "0-3", ("split:0/3", "corner:0/1/2/3")),
        ("racetrack-2012", "voisins 0", ("voisins", "neighbours:0")),
        ("racetrack-2012", "neighbours of zero", ("voisins", "neighbours:0")),
        ("racetrack-2012", "street 2", ("street:0/1/2", "street:0/2/3", "street:1/2/3")),
        ("racetrack-2012", "corner 1", ("corner:0/1/2/3", "corner:1/2/4/5")),
        ("racetrack-2012", "corner 2/5", ("corner:1/2/4/5", "corner:2/3/5/6")),
        ("racetrack-2012", "basket", ("corner:0/1/2/3", "street:0/1/2", "street:0/2/3")),
        ("racetrack-2012", "transversale 4", ("street:4/5/6", "six-line:4/5/6/7/8/9")),
        ("sands-2019", "S 0 00", ("street:S/0/00", "green")),
    ],
)
def test_what_is_ambiguous_is_refused_with_the_choices(
    book: str, said: str, choices: tuple[str, ...]
) -> None:
    with pytest.raises(NotationError) as caught:
        books.load(book).wager(said)
    assert caught.value.code == "wager/ambiguous"
    assert caught.value.refusal.figures["near"] == choices
    assert all(choice in str(caught.value) for choice in choices)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("1 to 37", "wager/unknown-number"),
        ("6 to 1", "wager/not-on-layout"),
        ("3 to 5", "wager/not-on-layout"),
        ("17 and 17", "wager/repeated-number"),
        ("17 split 20", "wager/unknown-kind"),
        ("red 7", "wager/selection-not-wanted"),
        ("1st dozen 25-36", "wager/selection-not-wanted"),
        ("dozen", "wager/selection-missing"),
        ("dozen:", "wager/selection-missing"),
        ("red:", "wager/unknown-kind"),
        ("neighbours", "wager/selection-missing"),
        ("neighbours of 17 and 20", "wager/wrong-count"),
        ("corner 1/36", "wager/wrong-count"),
        ("17 or 20", "wager/unknown-kind"),
        ("-17", "wager/unknown-kind"),
        ("17/", "wager/unknown-kind"),
        ("rouge et noir", "wager/selection-not-wanted"),
        ("finals 7", "wager/not-offered"),
        ("top line", "wager/not-offered"),
    ],
)
def test_what_is_no_wager_is_explained(said: str, code: str) -> None:
    with pytest.raises(CroupierError) as caught:
        books.load("racetrack-2012").wager(said)
    assert caught.value.code == code, str(caught.value)


@pytest.mark.parametrize("said", ["17 split 20", "split 17/20/", "split: 17/20 ,"])
def test_what_is_said_too_oddly_is_answered_with_what_was_meant(said: str) -> None:
    with pytest.raises(NotationError, match=r"did you mean split:17/20\?$"):
        books.load("racetrack-2012").wager(said)


def test_a_place_that_one_layout_lacks_is_told_with_those_it_has() -> None:
    with pytest.raises(CroupierError, match="corner:0/1/2/3 is not on this layout"):
        books.load("sands-2019").wager("first four")


@pytest.mark.parametrize("book_id", books.ids())
def test_every_name_alone_is_a_wager_or_asks_for_what_is_missing(book_id: str) -> None:
    book = books.load(book_id)
    codes = set()
    for name in names().wagers:
        try:
            wager = book.wager(" ".join(name))
        except CroupierError as error:
            codes.add(error.code)
        else:
            assert book.wager(wager.notation) is wager
    assert codes <= {
        *("wager/selection-missing", "wager/not-offered", "wager/ambiguous"),
        *("wager/not-on-layout", "wager/unknown-number"),
    }
