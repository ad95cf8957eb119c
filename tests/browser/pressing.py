"""What people press on a page, and what the page then sends: seen in the browser, not claimed.

A test that carries ``@presses("call-no-spin", "dealer", "No spin")`` fails unless, while it ran, a
button of that name was pressed on that page and the page then sent that command. In an address
``{name}`` stands for any one part of it.
"""

import re
from typing import NamedTuple
from urllib.parse import urlsplit

import msgspec
import pytest
from playwright.sync_api import BrowserContext

WATCHING = """
(() => {
  const pressed = [];
  const named = (it) => (it.getAttribute("aria-label") || it.dataset.wager || it.innerText || "")
    .replace(/\\s+/g, " ").trim();
  const press = (it) => {
    if (it?.dataset.wager) pressed.push("the felt");
    if (it) pressed.push(named(it));
  };
  const sent = (address, body) => window.pageSent(location.pathname, [...pressed], address, body);
  const options = { capture: true };
  addEventListener("click", (event) => {
    press(event.target.closest("button, [role=button], [data-wager]"));
  }, options);
  // The felt acts when the pointer is lifted, before there is a click.
  addEventListener("pointerup", (event) => press(event.target.closest("[data-wager]")), options);
  addEventListener("submit", (event) => press(event.submitter), options);
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) {
    if (typeof data === "string") sent("", data);
    return send.call(this, data);
  };
  const ask = window.fetch;
  window.fetch = (address, terms = {}) => {
    if (terms.method && terms.method !== "GET")
      sent(`${terms.method} ${address}`, String(terms.body ?? ""));
    return ask(address, terms);
  };
})();
"""


class Sent(NamedTuple):
    """Something that a page sent, and what had been pressed on it by then."""

    page: str
    pressed: tuple[str, ...]
    message: str
    """The command's name; without a command, the message's own, or method and address."""


def watch(context: BrowserContext, seen: list[Sent]) -> None:
    """Note what every page of a browser sends."""

    def note(_: object, path: str, pressed: list[str], address: str, body: str) -> None:
        seen.append(Sent(path.split("/")[1], tuple(pressed), _named(address, body)))

    context.expose_binding("pageSent", note)
    context.add_init_script(WATCHING)


def require(node: pytest.Item, seen: list[Sent]) -> None:
    """Every press that the test claims has been made, and has led to its message."""
    for mark in node.iter_markers("presses"):
        message, page, button = mark.args
        sent = re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(message)))
        assert any(
            each.page == page and sent.fullmatch(each.message) and button in each.pressed
            for each in seen
        ), f"{button!r} was not pressed on the page {page!r} to send {message!r}: {set(seen)}"


def _named(address: str, body: str) -> str:
    if address:
        method, _, rest = address.partition(" ")
        told = f"{method} {urlsplit(rest).path}"
    else:
        told = ""
    try:
        found = msgspec.json.decode(body)
    except msgspec.DecodeError:
        return told
    if isinstance(found, dict) and isinstance(command := found.get("command"), dict):
        return str(command["type"])
    return told or str(found.get("type", "")) if isinstance(found, dict) else told
