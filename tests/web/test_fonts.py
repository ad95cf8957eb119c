"""The fonts that come with the pages have a glyph for everything that the house itself says."""

import json
from functools import cache
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from croupier.server.api.pages import BUILT, STATIC
from croupier.words import FOLDER, LANGUAGES

ASSETS = STATIC / "assets"
WEB = Path(__file__).parents[2] / "web" / "src"
WEIGHTS = ("400", "600")
KB = 1024

pytestmark = pytest.mark.skipif(not (STATIC / BUILT).exists(), reason="the pages are not built")


@cache
def glyphs(name: str) -> frozenset[str]:
    (path,) = ASSETS.glob(f"{name}-*.woff2")
    return frozenset(map(chr, TTFont(path).getBestCmap()))


def bundled(weight: str) -> frozenset[str]:
    parts = ("archivo-latin-wght-normal", f"sc-signs-{weight}", f"sc-words-{weight}")
    return frozenset.union(*map(glyphs, parts))


def visible(text: str) -> set[str]:
    return {each for each in text if not each.isspace()}


@pytest.mark.parametrize("weight", WEIGHTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sign_of_the_words_has_a_glyph(language: str, weight: str) -> None:
    for path in (FOLDER / language).glob("*.json"):
        words: dict[str, str] = json.loads(path.read_bytes())
        assert not visible("".join(words.values())) - bundled(weight), path


def test_every_sign_of_the_pages_own_source_has_a_glyph() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in WEB.rglob("*.ts*"))
    assert not visible(code) - bundled("400")


def test_a_sign_that_nobody_says_has_none() -> None:
    assert not set("龘饕") & bundled("400")


@pytest.mark.parametrize("weight", WEIGHTS)
def test_chinese_quotes_and_dashes_are_as_wide_as_chinese_signs(weight: str) -> None:
    assert set("“”—，。") <= glyphs(f"sc-words-{weight}") | glyphs(f"sc-signs-{weight}")
    (path,) = ASSETS.glob(f"sc-words-{weight}-*.woff2")
    font = TTFont(path)
    wide = font["head"].unitsPerEm
    for each in "“局":
        assert font["hmtx"][font.getBestCmap()[ord(each)]][0] == wide


def test_the_fonts_are_small_and_their_licences_are_there() -> None:
    assert all((ASSETS / path.name).stat().st_size < 130 * KB for path in ASSETS.glob("*.woff2"))
    licences = (STATIC / "licences.txt").read_text(encoding="utf-8")
    for name in ("archivo", "noto-sans-sc"):
        _, found, licence = licences.partition(f"@fontsource-variable/{name} ")
        assert found
        words = " ".join(licence.partition("@fontsource")[0].split())
        assert "SIL Open Font License, Version 1.1" in words
