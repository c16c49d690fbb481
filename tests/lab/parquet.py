"""DuckDB reads the Parquet file of a lab report as the CSV file of the same report.

    python parquet.py figures.parquet figures.csv
"""

import csv
import sys

import duckdb


NUMBERS = ["value", "low", "high"]


def is_alike(column, found, said):
    """Whether a value is the one that stands in the CSV file, where what is not known is empty and numbers have six digits."""
    if column in NUMBERS and found is not None:
        return said != "" and abs(found - float(said)) < 1e-6
    return ("" if found is None else str(found)) == said


def main():
    parquet, text = sys.argv[1:]
    table = duckdb.sql(f"SELECT * FROM '{parquet}'")
    rows = table.fetchall()
    with open(text, newline="", encoding="utf-8") as lines:
        columns, *wanted = csv.reader(lines)
    assert table.columns == columns, table.columns
    assert len(rows) == len(wanted) > 20, (len(rows), len(wanted))
    for row, said in zip(rows, wanted):
        for column, found, word in zip(columns, row, said, strict=True):
            assert is_alike(column, found, word), (column, found, said)
    worst = duckdb.sql(f"SELECT of, value FROM '{parquet}' WHERE figure = 'worth when played' ORDER BY value LIMIT 1").fetchall()[0]
    print(f"DuckDB {duckdb.__version__} reads {len(rows)} figures as they were written; the least worth is that of {worst[0]}, {100 * worst[1]:.1f} points")


if __name__ == "__main__":
    main()
