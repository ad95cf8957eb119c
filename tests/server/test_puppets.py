"""A Gaming Shift Manager alone against the control of two people, over the network."""

from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from croupier.office.approvals import ApprovalRefused
from croupier.round.base import Actor
from croupier.rules.positions import Position
from croupier.server.config.settings import Approvals
from croupier.table.core import HOUSE_STREAM
from tests.server.houses import (
    SHIFT,
    STAFF,
    SUPERVISOR,
    Hosted,
    configured,
    dealt,
    hosting,
    password_of,
    posted,
)

TABLE = "sands-2019"
ADJUST = {"type": "adjust-balance", "player": "ada", "amount": 500_000, "reason": "miscount"}
PUPPETS = tuple(Actor(name, Position.GAMING_SHIFT_MANAGER) for name in ("pet", "pat"))
FIRST = "chosen by somebody else"


@pytest.fixture
def hosted(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Hosted]:
    """A house as it is without settings, unless the test says how long new accounts wait."""
    rules = Approvals(second_factor=False, **getattr(request, "param", {}))
    with hosting(configured(tmp_path, [dealt(TABLE)], approvals=rules)) as hosted:
        hosted.run(hosted.staffed(*STAFF))
        hosted.run(hosted.open(TABLE, "ada"))
        yield hosted


def added(hosted: Hosted, one: Actor) -> None:
    """The manager makes an account; a colleague thinks nothing of it and approves."""
    body = {"name": one.name, "position": one.position, "password": FIRST}
    assert hosted.by_two("/api/staff", body).json["accepted"]


def entered(hosted: Hosted, one: Actor) -> None:
    """Someone is in, with the password that somebody else chose."""
    reply = hosted.http("POST", "/api/sign-in", {"name": one.name, "password": FIRST})
    hosted.cookies[one.name] = f"croupier={reply.cookies['croupier']}"


def taken(hosted: Hosted, one: Actor) -> None:
    """The account is signed in to with its first password, which is then changed: by its owner,
    for all that the house can see."""
    entered(hosted, one)
    new = password_of(one.name)
    assert posted(hosted, one, "/api/password", old=FIRST, password=new)["accepted"]
    hosted.cookies.pop(one.name)


def tried(hosted: Hosted, first: Actor, second: Actor) -> dict[str, Any]:
    """What comes of one who asks and another who approves."""
    asked = posted(
        hosted, first, "/api/approvals", table=TABLE, command=ADJUST, reason="counted twice"
    )
    return posted(hosted, second, f"/api/approvals/{asked['approval']}/approve")


def cash(hosted: Hosted) -> int:
    return sum(hosted.house.floor.tables[TABLE].state.purse("ada").values())


def test_one_manager_with_puppets_is_one_person(hosted: Hosted) -> None:
    """Who makes two accounts and takes them over finds no second person among the three."""
    before = cash(hosted)
    for one in PUPPETS:
        added(hosted, one)
        taken(hosted, one)
    for first, second in permutations((SHIFT, *PUPPETS), 2):
        assert tried(hosted, first, second)["code"] == "approval/same-hands"
    assert cash(hosted) == before
    noted = [one for one in hosted.entries(HOUSE_STREAM) if one.name == ApprovalRefused.name]
    assert len(noted) == 6, "each attempt left a trace"


def test_one_manager_who_resets_a_colleague_is_one_person(hosted: Hosted) -> None:
    before = cash(hosted)
    path = f"/api/staff/{SUPERVISOR.name}/password"
    assert hosted.by_two(path, {"password": FIRST}).json["accepted"]
    taken(hosted, SUPERVISOR)
    for first, second in permutations((SHIFT, SUPERVISOR), 2):
        assert tried(hosted, first, second)["code"] == "approval/same-hands"
    assert cash(hosted) == before


@pytest.mark.parametrize(
    ("hosted", "code"),
    [({}, "approval/too-new"), ({"new_accounts_wait": 0}, None)],
    indirect=["hosted"],
    ids=["a day, unless it is set", "set to nothing"],
)
def test_a_new_account_has_its_own_password_and_waits_before_it_approves(
    hosted: Hosted, code: str | None
) -> None:
    added(hosted, PUPPETS[0])
    entered(hosted, PUPPETS[0])
    assert tried(hosted, SUPERVISOR, PUPPETS[0])["code"] == "first/password"
    taken(hosted, PUPPETS[0])
    assert tried(hosted, SUPERVISOR, PUPPETS[0]).get("code") == code
