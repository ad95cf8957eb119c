"""The pages' message types are those of the server as it is now."""

import importlib.util
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"


def test_the_types_are_as_the_server_has_them() -> None:
    spec = importlib.util.spec_from_file_location("protocol_types", WEB / "protocol_types.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    written = (WEB / "src" / "protocol.ts").read_text(encoding="utf-8")
    assert written == module.protocol_types(), "make types writes them anew"
