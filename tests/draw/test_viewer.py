"""The viewer of games: one figure a position, nothing to fetch, words that cannot break out."""

import re

from petteia.draw import Frame, game_viewer, page

FRAMES = [Frame("The start", "<svg>0</svg>"), Frame("Move 1: <b> & 'x'", "<svg>1</svg>"), Frame("", "<svg>2</svg>")]


def test_a_figure_for_each_position() -> None:
    """In order, with captions as text; the slider reaches the last."""
    text = game_viewer(FRAMES, title='Hex "7x7"')
    assert re.findall(r"<svg>(\d)</svg>", text) == ["0", "1", "2"]
    assert "Move 1: &lt;b&gt; &amp; &#x27;x&#x27;" in text and "<b>" not in text
    assert 'max="2"' in text and 'aria-label="Hex &quot;7x7&quot;"' in text
    assert not re.search(r"(src|href)=|url\(|@import", text)


def test_where_it_opens() -> None:
    """At the start, at a position, or at the last."""
    for begin, opened in ((0, 0), (1, 1), (-1, 2), (9, 2)):
        assert f'data-begin="{opened}"' in game_viewer(FRAMES, begin=begin)
    assert 'max="0"' in game_viewer([])
    assert 'data-begin="2"' in game_viewer(FRAMES)  # the finished position


def test_moves_and_values_are_beside_the_board() -> None:
    """A button a move, and a curve once positions have values; neither where nothing is known."""
    frames = [Frame("", "<svg/>", value=0.0), Frame("", "<svg/>", "A1", 0.5), Frame("", "<svg/>", "<B2", 1.0)]
    text = game_viewer(frames)
    assert re.findall(r'data-frame="(\d)"><small>\d\.</small> ([^<]*)<', text) == [("1", "A1"), ("2", "&lt;B2")]
    assert '<polyline points="0,1.000 1,0.500 2,0.000"/>' in text
    assert "<aside>" not in game_viewer(FRAMES)


def test_several_on_one_page() -> None:
    """Scripts look only at viewers that are not running yet; the page is whole, its title escaped."""
    text = page("A < B", game_viewer(FRAMES) + game_viewer(FRAMES))
    assert text.count('class="pt-viewer"') == 2 and ".pt-viewer:not(.live)" in text and "getElementById" not in text
    assert (
        "<title>A &lt; B</title>" in text and text.startswith("<!doctype html>") and text.rstrip().endswith("</html>")
    )
