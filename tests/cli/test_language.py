"""The command line words refusals in Chinese where the person's locale says so."""

import json

import pytest

from croupier.cli import main

REFUSED = ["wagers", "no-such-book"]


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    return capsys.readouterr().err


@pytest.fixture(autouse=True)
def no_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ({}, "there is no book"),
        ({"LANG": "zh_CN.UTF-8"}, "没有规则书"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, "there is no book"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "zh_CN.UTF-8"}, "没有规则书"),
    ],
)
def test_a_refusal_is_in_the_language_of_the_locale(
    locale: dict[str, str],
    words: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in locale.items():
        monkeypatch.setenv(name, value)
    assert words in said(capsys, *REFUSED)


def test_json_is_english_wherever(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    error = json.loads(said(capsys, *REFUSED, "--json"))["error"]
    assert error["message"].startswith("there is no book")
