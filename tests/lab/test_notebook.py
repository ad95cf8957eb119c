"""The notebook runs from its first cell to its last."""

import json
from pathlib import Path

NOTEBOOK = Path(__file__).parents[2] / "examples" / "lab.ipynb"


def test_every_cell_runs() -> None:
    """One after the other in one namespace, as a notebook does; no kernel is needed for that."""
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    names: dict[str, object] = {"__name__": "notebook"}
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    assert len(code) >= 5
    for at, source in enumerate(code):
        exec(compile(source, f"cell {at}", "exec"), names)
    assert all(not cell.get("outputs") for cell in cells), "a notebook is kept without outputs"
