"""How the tests are run: hypothesis without deadlines, since machines are shared.

With ``HYPOTHESIS_PROFILE=mutation`` (see ``make mutate``) the examples are few and always the same,
and every test builds its books anew, so that a mutant cannot hide behind a book built before it.
"""

import os

from hypothesis import Phase, settings

from croupier.books import loader

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "croupier")

settings.register_profile("croupier", deadline=None)
settings.register_profile(
    "mutation",
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=25,
    phases=[Phase.explicit, Phase.generate],
)
settings.load_profile(PROFILE)


def pytest_runtest_setup() -> None:
    if PROFILE == "mutation":
        loader.load.cache_clear()
