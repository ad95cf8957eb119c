"""Every ink can be read on its ground, and what is lit stands out."""

import pytest

from croupier.pictures import palette


def luminance(colour: str) -> float:
    shares = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(("ground", "ink"), palette.INK_ON.items())
def test_ink_on_its_ground(ground: str, ink: str) -> None:
    assert contrast(ink, ground) >= 4.5


def test_the_zeros_are_lighter_than_the_felt() -> None:
    assert luminance(palette.EMERALD) > luminance(palette.FELT)


@pytest.mark.parametrize("accent", [palette.BRASS, palette.AMBER, palette.WHITE_HOT])
def test_what_is_active_stands_out_from_the_felt(accent: str) -> None:
    assert contrast(accent, palette.FELT) >= 4.5


def test_lines_stand_out_from_the_felt() -> None:
    line = palette.mixed(palette.IVORY, palette.FELT, palette.LINE_OPACITY)
    assert contrast(line, palette.FELT) >= 3
    assert contrast(line, palette.BLACK) >= 3
