"""How the tests are run: hypothesis without deadlines, since machines are shared."""

from hypothesis import settings

settings.register_profile("croupier", deadline=None)
settings.load_profile("croupier")
