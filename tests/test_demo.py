"""The demonstration makes one page that needs nothing else."""

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent


class _Elements(HTMLParser):
    """Counts elements and collects whatever would be fetched from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.count: dict[str, int] = {}
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.count[tag] = self.count.get(tag, 0) + 1
        self.fetched += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href")]


def run_demo(*arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, str(REPOSITORY / "examples" / "demo.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


def test_the_demo_makes_a_page_that_stands_alone(tmp_path: Path) -> None:
    """A board for each position, a row for each game, nothing to fetch, every place of the template filled."""
    out = tmp_path / "deep" / "demo.html"
    rates = ["Tic-Tac-Toe", "Connect Four"]
    done = run_demo(
        "--game", "Tic-Tac-Toe", "--iterations", "50", "--learn", "4", "--match", "2", "--seconds", "0.01",
        "--jobs", "1", "--out", str(out), "--rates", *rates,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == f"open {out.as_uri()}"
    text = out.read_text(encoding="utf-8")
    assert "[[" not in text and "@import" not in text and "url(" not in text
    elements = _Elements()
    elements.feed(text)
    moves = int(re.search(r"(\d+) moves", done.stdout)[1])  # type: ignore[index]
    assert 5 <= moves <= 9
    viewer = text[: text.index("What was learned")]
    assert viewer.count("<figure><svg") == viewer.count("<figure") == moves + 1
    assert viewer.count('class="curve"') == 1 and viewer.count("data-frame=") == moves
    learned = text[text.index('class="pt-run"') :]
    assert "Self-play" in learned and "<polyline" in learned and learned.count("<figcaption>") > 4
    assert learned[learned.index("Playouts of the bundled games") :].count("<tr>") == 1 + len(rates)
    assert elements.fetched == []
    assert "The end: " in text and ("value " in text or "; won" in text) and "2 games, 1 pairs" in text


def test_an_unknown_game_is_one_line(tmp_path: Path) -> None:
    """The demonstration fails like everything else: one line, an exit code, no traceback."""
    done = run_demo("--game", "No Such Game", "--out", str(tmp_path / "x.html"))
    assert done.returncode == 1
    assert done.stderr.startswith("demo: ") and done.stderr.count("\n") == 1
