"""The law of an evening as a table for other programs: CSV, Parquet; figures as JSON."""

import csv
import io
from pathlib import Path

from croupier.lab.evening import Evening

COLUMNS = ("net_cents", "chance", "at_most")


def rows(evening: Evening) -> list[tuple[int, float, float]]:
    """Each result, its chance, and the chance of at most that."""
    at_most = evening.law.chances.cumsum()
    return list(
        zip(
            evening.law.results.tolist(),
            evening.law.chances.tolist(),
            at_most.tolist(),
            strict=True,
        )
    )


def to_csv(evening: Evening) -> str:
    """The law as CSV; a chance is written so that it reads back to the bit."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(rows(evening))
    return text.getvalue()


def write_parquet(evening: Evening, path: Path) -> None:
    """The law as Parquet, with the figures in the file's own notes."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ModuleNotFoundError as missing:
        raise ModuleNotFoundError(
            "Parquet needs pyarrow: pip install 'croupier[parquet]'", name="pyarrow"
        ) from missing
    columns = dict(zip(COLUMNS, zip(*rows(evening), strict=True), strict=True))
    notes = {"method": evening.method, "why": evening.why}
    notes |= {name: repr(value) for name, value in evening.figures().items()}
    pq.write_table(pa.table(columns).replace_schema_metadata(notes), path)
