"""The table over all games of the conformance set: what is compared with what, and what is printed."""

from pathlib import Path

from bench.breadth import Entry, Measured, choose, compare, read_index, rows_of


def test_the_index_is_read(tmp_path: Path) -> None:
    """Games without a known speed stay in, without one."""
    head = "path,mean_plies,reference_playouts_per_cpu_second,reference_moves_per_cpu_second"
    (tmp_path / "index.csv").write_text(f"{head}\na/One.lud,10,20,200\na/Two.lud,5,,\n")
    assert read_index(tmp_path) == [Entry("a/One.lud", 20, 200), Entry("a/Two.lud", None, None)]


def test_moves_count_where_lengths_differ() -> None:
    one = Entry("a/One.lud", 20, 200)
    assert compare(100, 10.2, one) == 5
    assert compare(100, 5, one) == 2.5
    assert compare(100, 5, Entry("a/Two.lud", None, None)) is None


def test_games_are_chosen_alike_each_time() -> None:
    games = [Entry(f"a/{k}.lud", 1 if k % 2 else None, 1) for k in range(20)]
    assert choose(games, "*", 3, rated=False) == choose(games, "*", 3, rated=False)
    assert len(choose(games, "*", 3, rated=False)) == 3
    assert all(each.reference for each in choose(games, "*", 0, rated=True))
    assert [each.path for each in choose(games, "7", 0, rated=False)] == ["a/7.lud"]


def test_the_table_shows_the_median_and_the_worst() -> None:
    games = [Entry(f"a/{k}.lud", 10, 100) for k in range(5)]
    measured = [Measured(f"a/{k}.lud", 1.0 + k, 10.0 * k, 10.0, float(k)) for k in range(1, 5)]
    rows = rows_of(measured, games, 2)
    assert [(row.measure, row.subject, row.verdict) for row in rows] == [
        ("over Ludii", "median of 4", "short"),
        ("over Ludii", "a/1.lud", "short"),
        ("over Ludii", "a/2.lud", "short"),
        ("build", "a/4.lud", "short"),
        ("build", "a/3.lud", "short"),
    ]
    assert rows[0].ratio == 2.5
