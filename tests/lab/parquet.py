"""DuckDB reads the Parquet file of a lab report as the CSV file of the same report.

    python parquet.py figures.parquet figures.csv
"""

import csv
import sys

import duckdb


def main():
    parquet, text = sys.argv[1:]
    rows = duckdb.sql(f"SELECT figure, of, value, low, high, games FROM '{parquet}'").fetchall()
    with open(text, newline="", encoding="utf-8") as lines:
        wanted = list(csv.DictReader(lines))
    assert len(rows) == len(wanted) > 20, (len(rows), len(wanted))
    for (figure, of, value, low, high, games), row in zip(rows, wanted):
        assert (figure, of, str(games)) == (row["figure"], row["of"], row["games"]), row
        for found, said in [(value, row["value"]), (low, row["low"]), (high, row["high"])]:
            assert (found is None) == (said == "") and (found is None or abs(found - float(said)) < 1e-6), row
    worst = duckdb.sql(f"SELECT of, value FROM '{parquet}' WHERE figure = 'worth when played' ORDER BY value LIMIT 1").fetchall()[0]
    print(f"DuckDB {duckdb.__version__} reads {len(rows)} figures as they were written; the least worth is that of {worst[0]}, {100 * worst[1]:.1f} points")


if __name__ == "__main__":
    main()
