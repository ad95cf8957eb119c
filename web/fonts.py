"""Cuts the Chinese font down to the characters that the pages use.

The whole font is 10 MB in a hundred slices. What is written to ``web/fonts`` has only the
characters of the catalogues and of the pages' source, in two weights of about 100 kB; the few that
stand on pages of every language are files of their own, below 1 kB. ``hatch_build.py`` runs it
before the pages are built; it does nothing while the characters are the same.
"""

import hashlib
import json
import re
import shutil
from collections.abc import Iterable
from itertools import chain
from pathlib import Path

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

WEB = Path(__file__).parent
WORDS = WEB.parent / "src/croupier/words"
MODULES = WEB / "node_modules/@fontsource-variable"
CHINESE = MODULES / "noto-sans-sc"
LATIN = MODULES / "archivo/files/archivo-latin-wght-normal.woff2"
MADE = WEB / "fonts"
FAMILY = "House SC"
WEIGHTS = {400: "100 500", 600: "600 900"}
"""The weights that are made, and those of the pages that each of them stands for."""
SLICE = re.compile(r"files/([\w.-]+\.woff2).*?unicode-range:\s*([^;]+);", re.DOTALL)
DATES = "年月日"
"""What browsers write in a Chinese date, which no catalogue has."""
UNUSED = ("GSUB", "GPOS", "GDEF", "STAT", "vhea", "vmtx", "VORG", "BASE")
"""Tables for vertical lines, alternative forms and the variable font."""


def signs() -> set[int]:
    """What stands on pages of every language: the languages' own names, and signs such as ticks."""
    everywhere = chain(WORDS.glob("*/language.json"), (WEB / "src").rglob("*.ts*"))
    return _used(everywhere) - _in_latin()


def wanted() -> set[int]:
    """The characters that the Chinese font must have: those beyond ASCII of Chinese words, so that
    quotes and dashes are Chinese too, and any that the Latin font lacks."""
    chinese = {each for each in _used(WORDS.glob("zh/*.json")) if each > 0x7F}
    chinese |= set(map(ord, DATES))
    return (chinese | (_used(WORDS.glob("*/*.json")) - _in_latin())) - signs()


def _used(files: Iterable[Path]) -> set[int]:
    """The visible characters of files, JSON's as they are read."""
    text = ""
    for path in files:
        written = path.read_text(encoding="utf-8")
        text += "".join(json.loads(written).values()) if path.suffix == ".json" else written
    return {ord(each) for each in text if not each.isspace()}


def _in_latin() -> set[int]:
    return set(TTFont(LATIN).getBestCmap())


def made(characters: set[int], weight: int, path: Path) -> None:
    """A font of these characters in a weight."""
    parts: list[str] = []
    for name, ranges in SLICE.findall((CHINESE / "wght.css").read_text(encoding="utf-8")):
        if not (here := characters & _of(ranges)):
            continue
        part = TTFont(CHINESE / "files" / name, lazy=True)
        parts.append(_cut(part, here, weight, path.with_suffix(f".{len(parts)}.ttf")))
    font = Merger().merge(parts)
    font.flavor = "woff2"
    font.save(path)
    for part in parts:
        Path(part).unlink()


def _of(ranges: str) -> set[int]:
    """The characters of a ``unicode-range``."""
    found: set[int] = set()
    for each in ranges.split(","):
        first, _, last = each.strip().removeprefix("U+").partition("-")
        found |= set(range(int(first, 16), int(last or first, 16) + 1))
    return found


def _cut(font: TTFont, characters: set[int], weight: int, path: Path) -> str:
    options = Options(layout_features=[], hinting=False, name_IDs=[], notdef_outline=True)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    instantiateVariableFont(font, {"wght": weight}, inplace=True)
    for table in set(UNUSED) & set(font.keys()):
        del font[table]
    font.flavor = None
    font.save(path)
    return str(path)


def rule(file: str, weights: str, characters: set[int]) -> str:
    """The style rule of a font."""
    ranges = ", ".join(f"U+{each:X}" for each in sorted(characters))
    return f"""@font-face {{
  font-family: "{FAMILY}";
  font-style: normal;
  font-display: swap;
  font-weight: {weights};
  src: url("./{file}") format("woff2");
  unicode-range: {ranges};
}}
"""


def main() -> None:
    """Make the fonts and the style that names them, unless they are there."""
    parts = {"signs": signs(), "words": wanted()}
    described = json.dumps({name: sorted(each) for name, each in parts.items()})
    version = (CHINESE / "package.json").read_text(encoding="utf-8")
    code = Path(__file__).read_text(encoding="utf-8")
    stamp = hashlib.sha256((described + version + code).encode()).hexdigest()
    if (MADE / "stamp").exists() and (MADE / "stamp").read_text(encoding="utf-8") == stamp:
        return
    shutil.rmtree(MADE, ignore_errors=True)
    MADE.mkdir()
    style = ""
    for name, characters in parts.items():
        for weight, weights in WEIGHTS.items():
            file = f"sc-{name}-{weight}.woff2"
            made(characters, weight, MADE / file)
            style += rule(file, weights, characters)
    (MADE / "fonts.css").write_text(style, encoding="utf-8")
    (MADE / "stamp").write_text(stamp, encoding="utf-8")


if __name__ == "__main__":
    main()
