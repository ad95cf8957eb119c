"""Golden rounds, demo rounds and the rounds of the documentation hold what they say."""

import re
from pathlib import Path

import pytest

from croupier import books
from croupier.notation import read, walk, write
from croupier.notation.grammar import ACTIONS
from croupier.notation.settled import RESULTS, HouseNet, PlayerNet, WagerResult

ROOT = Path(__file__).parent.parent.parent
GOLDEN = sorted((ROOT / "tests/golden").glob("*/*.round.toml"))
DEMO = sorted((ROOT / "src/croupier/notation/demo").glob("*.round.toml"))
DOC = (ROOT / "docs/round-notation.md").read_text("utf-8")
EXAMPLES = re.findall(r"```toml\n(.*?)```", DOC, re.DOTALL)


@pytest.mark.parametrize("path", [*GOLDEN, *DEMO], ids=lambda path: path.name)
def test_a_round_goes_as_its_file_says(path: Path) -> None:
    text = path.read_text("utf-8")
    shift = read(text, path.name)
    assert write(shift) == text, "the file is not in canonical form"
    for walked in walk(shift):
        assert walked.differences == ()
        assert walked.settlement is not None
        said = {type(line) for line in walked.round.settlement}
        assert said >= {WagerResult, PlayerNet, HouseNet}
        refused = [step for step in walked.steps if step.kind in ("refused", "void")]
        assert all(step.action.verdict is not None for step in refused), "a verdict is missing"


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.name)
def test_a_golden_round_lies_in_the_folder_of_its_book(path: Path) -> None:
    assert read(path.read_text("utf-8")).book == path.parent.name


def test_titles_tell_the_golden_rounds_apart() -> None:
    titles = [read(path.read_text("utf-8")).title for path in GOLDEN]
    assert len(set(titles)) == len(titles)


def test_every_book_has_a_demo_and_golden_rounds() -> None:
    assert {path.name.removesuffix(".round.toml") for path in DEMO} == set(books.ids())
    assert {path.parent.name for path in GOLDEN} == set(books.ids())


@pytest.mark.parametrize("text", EXAMPLES, ids=lambda text: read(text).title)
def test_the_examples_of_the_documentation_hold(text: str) -> None:
    for walked in walk(read(text, "docs/round-notation.md")):
        assert walked.differences == ()
        assert walked.settlement is not None


@pytest.mark.parametrize("form", [*ACTIONS, *RESULTS], ids=lambda form: form.line.__name__)
def test_every_line_is_documented(form: object) -> None:
    template, example = form.template, form.example  # type: ignore[attr-defined]
    assert f"| `{template}` | `{example}` |" in DOC
