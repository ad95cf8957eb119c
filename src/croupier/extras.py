"""Which extra brings a package that is not installed; the library alone needs none of them."""

EXTRAS = {
    "argon2": "server",
    "cryptography": "cli",
    "distributed": "cluster",
    "httptools": "server",
    "matplotlib": "pictures",
    "numba": "lab",
    "numpy": "lab",
    "psycopg": "postgres",
    "pyarrow": "parquet",
    "pyotp": "server",
    "rich": "cli",
    "segno": "server",
    "serial": "server",
    "starlette": "server",
    "typer": "cli",
    "uvicorn": "server",
    "websockets": "client",
}
"""The smallest extra with a package, by the name under which it is imported."""


def explained(missing: ModuleNotFoundError) -> ModuleNotFoundError:
    """The same error with what to install; unchanged if it is not about a package of an extra.

    >>> explained(ModuleNotFoundError("No module named 'websockets'", name="websockets.asyncio"))
    ModuleNotFoundError("this needs websockets: pip install 'croupier[client]'")
    """
    package = (missing.name or "").partition(".")[0]
    if package not in EXTRAS or "pip install" in str(missing):
        return missing
    from croupier.words import text

    said = text("refusals", "install/missing", {"package": package, "extra": EXTRAS[package]})
    return ModuleNotFoundError(said, name=missing.name)
