"""Chromium, and what every page is watched for while a test looks at it.

No page may ask another host for anything, and none may have an error of its own, be it of a script
or of the content policy. What a test breaks on purpose it says beforehand.
"""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, Request, sync_playwright

from tests.browser.pressing import Sent, watch

Size = Literal["kiosk", "tablet", "phone", "landscape"]
Language = Literal["en", "zh"]
SIZES: dict[Size, tuple[int, int]] = {
    "kiosk": (1920, 1080),
    "tablet": (1024, 768),
    "phone": (390, 844),
    "landscape": (844, 390),
}
PHONES: tuple[Size, ...] = ("phone", "landscape")
LOCALES: dict[Language, str] = {"en": "en-GB", "zh": "zh-CN"}
WAIT_MS = 90_000
"""What is not there by then is not coming: machines are shared."""
BROWSERS = ("chromium-headless-shell", "chromium")
"""The first that is there: without a window it does the same with half the work."""
MISSING = f"these tests need Chromium: sudo apt-get install {BROWSERS[0]}"
REFUSED = re.compile(r"responded with a status of 4\d\d")
BROKEN_LINK = re.compile(r"WebSocket connection to|net::ERR_|/socket\?as=")


class Box(TypedDict):
    """Where something is on the page, in pixels."""

    x: float
    y: float
    w: float
    h: float


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser without a window."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    assert found is not None, MISSING
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found, args=["--no-sandbox", "--force-color-profile=srgb"]
        )
        try:
            yield browser
        finally:
            browser.close()


@dataclass
class Visitors:
    """Whoever looks at the pages of a house, each in a browser of their own."""

    browser: Browser
    address: str
    contexts: list[BrowserContext] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    sent: list[Sent] = field(default_factory=list)
    """What their pages sent, in order."""
    may_break: bool = False
    """Whether the test cuts the link, so that the browser may complain of it."""
    may_refuse: bool = False
    """Whether the house refuses something, of which the browser tells as well."""

    def come(
        self, size: Size = "kiosk", language: Language = "en", still: bool = True, **terms: Any
    ) -> Page:
        """Somebody with a clean browser; things stand still unless the test looks at motion."""
        width, height = SIZES[size]
        context = self.browser.new_context(
            base_url=self.address,
            viewport={"width": width, "height": height},
            locale=LOCALES[language],
            has_touch=size != "kiosk",
            is_mobile=size in PHONES,
            reduced_motion="reduce" if still else "no-preference",
            **terms,
        )
        context.set_default_timeout(WAIT_MS)
        context.on("request", self._asked)
        watch(context, self.sent)
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        page.on("console", lambda told: self._told(told.type, told.text, told.location["url"]))
        return page

    def _asked(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in ("data", "blob") and parts.netloc != urlsplit(self.address).netloc:
            self.wrong.append(f"asked another host: {request.url}")

    def _told(self, kind: str, text: str, url: str) -> None:
        broken = self.may_break and (BROKEN_LINK.search(text) or BROKEN_LINK.search(url))
        refused = self.may_refuse and REFUSED.search(text)
        if kind in ("error", "warning") and not broken and not refused:
            self.wrong.append(f"{kind}: {text} ({url})")

    def leave(self) -> None:
        """Everybody goes; nothing may have gone wrong."""
        for context in self.contexts:
            context.close()
        assert not self.wrong, "\n".join(self.wrong)


def box(found: dict[str, float] | Any) -> Box:
    """A bounding box as playwright gives it."""
    assert found is not None
    return {"x": found["x"], "y": found["y"], "w": found["width"], "h": found["height"]}
