"""axe-core on a page: what people who do not see, hear or point as most do would stumble over."""

from functools import cache
from pathlib import Path

from playwright.sync_api import Page

SCRIPT = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
RUN = """async (contrast) => {
  const fades = document.getAnimations().filter((one) =>
    one.playState === "running" && one.effect.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(fades.map((one) => one.finished));
  const rules = { "color-contrast": { enabled: contrast } };
  const found = await axe.run(document, { resultTypes: ["violations"], rules });
  return found.violations.map(({ id, help, nodes }) =>
    `${id}: ${help}\\n` + nodes.slice(0, 5).map((node) =>
      `    ${node.target.join(" ")}: ${node.any.concat(node.all, node.none)
        .map((check) => check.message).join("; ")}`).join("\\n"));
}"""


@cache
def script() -> str:
    """axe as the lock of the pages names it: nothing is fetched."""
    assert SCRIPT.exists(), f"{SCRIPT} is missing: run make web"
    return SCRIPT.read_text(encoding="utf-8")


def violations(page: Page, where: str) -> list[str]:
    """What is wrong with a page as it stands, each with where it was found.

    Contrast takes longest and is the same in every language: it is looked at in English.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(script())
    english = page.evaluate("document.documentElement.lang") == "en"
    found: list[str] = page.evaluate(RUN, english)
    return [f"{where}: {each}" for each in found]
