"""A refusal reaches its reader as data: the code, the clause and the figures, beside the words."""

import msgspec

from croupier.protocol import frames as f
from croupier.rules.refusal import refusal
from croupier.server.api.endpoint import Errors, failed
from croupier.server.live.connection import verdict
from croupier.server.people.approving import refused
from croupier.table.answers import Answer, not_recorded

NO = refusal("position/not-allowed", action="spin-ball", who=("dealer", "pit-supervisor"))
WANTED = {"action": "spin-ball", "who": ("dealer", "pit-supervisor")}


def test_verdicts_and_errors_carry_them() -> None:
    for sent in (refused(NO), verdict("t", 1, not_recorded(NO))):
        assert msgspec.json.decode(msgspec.json.encode(sent), type=f.Verdict).figures == WANTED
    assert msgspec.json.decode(bytes(failed(NO).body), type=Errors).error.figures == WANTED


def test_a_refusal_without_figures_carries_none() -> None:
    assert b"figures" not in msgspec.json.encode(refused(refusal("staff/not-signed-in")))


def test_an_accepted_verdict_is_as_it_was() -> None:
    assert b"figures" not in msgspec.json.encode(f.Verdict(accepted=True, seq=3))
    assert b"figures" not in msgspec.json.encode(verdict("t", 1, Answer(True, 3)))
