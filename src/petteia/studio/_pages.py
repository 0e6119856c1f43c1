"""The pages of the studio as HTML: frames that scripts fill. One look for all of them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from html import escape
from typing import Any
from urllib.parse import quote

from petteia.library import KINDS

from ._desk import LEVELS
from ._shelf import Volume

_PARTS = (("/games", "Library"), ("/editor", "Editor"), ("/work", "Lab"), ("/study", "Study"), ("/saved", "Saved"))
_FRAME = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title} · Petteia studio</title>
<link rel="icon" href="/static/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/static/board.css">
<link rel="stylesheet" href="/static/studio.css">
<script src="/static/theme.js"></script>
<script type="module" src="/static/{script}"></script>
</head>
<body data-page="{page}"{more}>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<a class="brand" href="/games"><img src="/static/icon.svg" alt="" width="26" height="26"><span>Petteia</span></a>
<nav aria-label="Parts of the studio">{nav}</nav>
<button type="button" id="theme" aria-label="Change between light and dark">◐</button></header>
<main id="main">
<p id="error" role="alert" hidden></p>
{body}
</main>
</body>
</html>
"""


def frame(title: str, body: str, *, page: str, script: str, more: str = "") -> str:
    """A whole page around its content; `more` are further attributes of its body."""
    nav = "".join(f'<a href="{path}"{" aria-current=page" if path == page else ""}>{name}</a>' for path, name in _PARTS)
    return _FRAME.format(title=escape(title), body=body, nav=nav, page=page.strip("/"), script=script, more=more)


def library(volumes: Iterable[Volume]) -> str:
    """The wall of games."""
    cards = [_card(one) for one in volumes]
    origins = sorted({one.origin for one in volumes})
    choices = "".join(f"<option>{escape(one)}</option>" for one in origins)
    body = f"""<h1>Library</h1>
<form class="filters" role="search">
<label>Search <input type="search" id="search" placeholder="name, rule, place …" autocomplete="off"></label>
<label>Players <select id="players"><option value="">any</option><option>1</option><option>2</option>
<option value="3">3 and more</option></select></label>
<label>Chance <select id="chance"><option value="">any</option><option value="0">without</option>
<option value="1">with dice or draws</option></select></label>
<label>From <select id="origin"><option value="">anywhere</option>{choices}</select></label>
<output id="count" aria-live="polite">{len(cards)} games</output>
</form>
<ul class="wall">{"".join(cards)}</ul>"""
    return frame("Library", body, page="/games", script="library.js")


def _card(one: Volume) -> str:
    entry = one.entry
    players = entry.players or 2
    texts = (one.name, *entry.aliases, entry.kind, entry.region, one.about.description, one.folder, one.origin)
    words = " ".join(texts).lower()
    picture = f"/pictures/{quote(one.name, safe='')}.svg?v={one.key[:8]}"
    return (
        f'<li class="card" data-words="{escape(words)}" data-players="{players}" data-chance="{int(one.has_chance)}" '
        f'data-origin="{escape(one.origin)}"><a href="/play/{quote(one.name, safe="")}">'
        f'<img loading="lazy" alt="" data-src="{picture}" width="240" height="240">'
        f"<strong>{escape(one.name)}</strong>"
        f"<span>{escape(_short(one.about.description))}</span></a></li>"
    )


def _short(text: str, most: int = 110) -> str:
    return text if len(text) <= most else text[: text.rfind(" ", 0, most)] + " …"


def play(name: str) -> str:
    """A game to play."""
    levels = json.dumps([one for one, _ in LEVELS])
    body = f"""<h1 class="game-name">{escape(name)}</h1>
<div class="play" data-game="{escape(name)}" data-levels="{escape(levels)}">
<section class="left" aria-label="Board"><div id="board"><p class="loading">Preparing the game …</p></div>
<p id="note" role="status" aria-live="polite"></p>
<div class="bar" role="toolbar" aria-label="Moves">
<button type="button" id="first" aria-label="To the start">«</button>
<button type="button" id="undo" aria-label="Undo">↶ Undo</button>
<button type="button" id="redo" aria-label="Redo">↷ Redo</button>
<button type="button" id="last" aria-label="To the end">»</button>
<button type="button" id="flip">Flip</button>
<button type="button" id="hint">Hint</button>
<button type="button" id="resign">Resign</button>
<button type="button" id="adjourn">Adjourn</button>
<button type="button" id="new">New game</button></div></section>
<aside class="right" aria-label="About the game">
<div class="tabs" role="tablist" aria-label="Views">
<button type="button" role="tab" id="tab-players" aria-controls="players" aria-selected="true">Players</button>
<button type="button" role="tab" id="tab-moves" aria-controls="moves">Moves</button>
<button type="button" role="tab" id="tab-analyse" aria-controls="analyse">Analyse</button>
<button type="button" role="tab" id="tab-why" aria-controls="why">Why</button>
<button type="button" role="tab" id="tab-about" aria-controls="about">Rules</button></div>
<section role="tabpanel" id="players" aria-labelledby="tab-players"><div id="seats"></div>
<label class="clock">Clock <select id="clock"><option value="0+0">off</option><option value="1+0">1 minute each</option>
<option value="3+2">3 minutes, 2 seconds a move</option><option value="10+5">10 minutes, 5 seconds a move</option>
<option value="30+30">30 minutes, 30 seconds a move</option></select></label></section>
<section role="tabpanel" id="moves" aria-labelledby="tab-moves" hidden>
<ol id="list" class="moves"></ol><div id="branches"></div>
<details><summary>Share</summary><label>The game as text; Saved opens it again
<textarea id="share" rows="6" readonly></textarea></label>
<button type="button" id="copy">Copy</button>
<label>The position as text <textarea id="position" rows="3" readonly></textarea></label></details>
</section>
<section role="tabpanel" id="analyse" aria-labelledby="tab-analyse" hidden>
<div class="bar"><button type="button" id="search">Search</button>
<button type="button" id="review">Review the game</button>
<label><input type="checkbox" id="later"> hide until I have moved</label></div>
<p id="found" role="status"></p><div id="graph"></div>
<table id="candidates" hidden><caption>Moves by visits</caption><thead><tr><th scope="col">Move</th>
<th scope="col">Value</th><th scope="col">Visits</th></tr></thead><tbody></tbody></table>
<p id="line"></p><ol id="mistakes"></ol></section>
<section role="tabpanel" id="why" aria-labelledby="tab-why" hidden>
<p>Ask about a move, or click a place on the board that cannot be played.</p>
<form id="ask"><label>Move
<input id="asked" list="legal" autocomplete="off" placeholder="such as 8&gt;16 or E2-E4"></label>
<datalist id="legal"></datalist><button>Why?</button></form><div id="reasons" role="status"></div></section>
<section role="tabpanel" id="about" aria-labelledby="tab-about" hidden><div id="rules"></div></section>
</aside></div>"""
    return frame(name, body, page="/play", script="play.js")


def saved(tables: list[dict[str, Any]]) -> str:
    """Games that were left, to go on with."""
    rows = "".join(
        f'<li><a href="/play/{quote(one["game"], safe="")}?table={quote(one["id"])}">{escape(one["game"])}</a> '
        f'<time data-time="{one["changed"]}"></time> {one["moves"]} moves, '
        f"{'ended' if one['over'] else 'goes on'}</li>"
        for one in tables
    )
    body = f"""<h1>Your games</h1>{f"<ul class=plain>{rows}</ul>" if rows else "<p>No game was begun yet.</p>"}
<h2>Open a game that was shared</h2><form id="open"><label>Its text
<textarea id="shared" rows="5" placeholder="Game: Hex&#10;Moves: 1. D4 2. E5"></textarea></label>
<button>Open</button></form>"""
    return frame("Your games", body, page="/saved", script="saved.js")


def editor(text: str, names: Iterable[str], games: Iterable[dict[str, Any]], *, codemirror: bool) -> str:
    """A description to write, with its board beside it, and what its changes change."""
    choices = "".join(f"<option>{escape(name)}</option>" for name in names)
    kinds = "".join(f'<option value="kind:{kind}">{kind}</option>' for kind in KINDS)
    played = "".join(
        f'<option value="{escape(one["id"])}">{escape(one["game"])}, {one["moves"]} moves</option>' for one in games
    )
    body = f"""<h1>Editor</h1>
<div class="editor"><section aria-label="Description">
<div class="bar"><label>Begin from <select id="template"><option value="">…</option>
<optgroup label="A small game of a kind">{kinds}</optgroup><optgroup label="Games">{choices}</optgroup></select></label>
<button type="button" id="play-it">Play it</button><button type="button" id="format">Lay out</button></div>
<div id="code"><textarea id="text" spellcheck="false" aria-label="The description of the game"
rows="30">{escape(text)}</textarea></div>
<p id="mistake" role="status" aria-live="polite"></p><pre id="meaning" aria-live="polite"></pre></section>
<section aria-label="The board"><div id="board"></div><p id="state" role="status"></p>
<h2>What a change changes</h2>
<div class="bar"><button type="button" id="keep">Keep this version</button>
<button type="button" id="compare" disabled>Measure both</button></div>
<p id="kept" role="status">Keep a version, change the text, then measure both by games of random moves.</p>
<div id="differences"></div>
<div class="bar"><label>Replay <select id="played"><option value="">…</option>{played}</select></label></div>
<p id="replayed" role="status"></p></section></div>"""
    return frame("Editor", body, page="/editor", script="editor.js", more=" data-codemirror=1" if codemirror else "")


def work(names: Iterable[str]) -> str:
    """Long work: learning, matches, studies."""
    choices = "".join(f"<option>{escape(name)}</option>" for name in names)
    body = f"""<h1>Lab: learn, match, measure</h1>
<form id="start" class="filters"><label>Game <select id="game">{choices}</select></label>
<label>Work <select id="kind"><option value="learn">Learn features from self-play</option>
<option value="evaluate">Learn an evaluation of positions</option>
<option value="match">Match of two agents</option><option value="tournament">Tournament: ratings of several</option>
<option value="measure">Measure the game</option></select></label>
<label>Games <input id="games" type="number" min="2" max="100000" value="20"></label>
<label class="agents">Agents <input id="agents" size="48" value="uct:iterations=200 mast:iterations=200"></label>
<button>Start</button></form>
<ul id="jobs" class="jobs"></ul>"""
    return frame("Lab", body, page="/work", script="work.js")


_LOST = """(game "Lost Game"
    (players 2)
    (equipment { (board (square [3..5])) (piece "Disc" Each) })
    (rules
        (play (move Add (to (sites Empty))))
        (end (if [#] (result Mover [Win | Loss])))
    )
)
"""


def study(names: Iterable[str], draft: str | None) -> str:
    """Studies of rule sets: variants of a game, completions of what is lost."""
    choices = "".join(f"<option>{escape(name)}</option>" for name in names)
    body = f"""<h1>Study: vary rule sets, complete lost ones</h1>
<form id="start" class="filters"><label>Study <select id="kind">
<option value="vary">Variants of a game, one change at a time</option>
<option value="search">Variants: search among combinations of changes</option>
<option value="options">The options of a game, side by side</option>
<option value="rulesets">The rulesets of a game, side by side</option>
<option value="complete">Completions of a rule set with holes</option></select></label>
<label class="of-vary">Game <select id="game">{choices}</select></label>
<label class="of-vary">Variants shall be <input id="wish" size="34" maxlength="200" list="wishes"
value="balanced, few draws, decisions"></label>
<datalist id="wishes"><option>balanced, few draws, decisions</option><option>balanced, 30 to 60 moves</option>
<option>ends, decisions, 20 to 40 turns</option></datalist>
<label class="of-vary">Played <select id="level"><option value="random">at random</option>
<option value="uct:50">by search, 50 iterations a move</option>
<option value="uct:200">by search, 200 iterations a move</option></select></label>
<label class="of-search">Combinations <input id="trials" type="number" min="10" max="5000" value="60"></label>
<label class="of-complete">CPU seconds <input id="seconds" type="number" min="5" max="3600" value="60"></label>
<button>Start</button></form>
<label class="of-complete lost"><span>A description with holes: <code>[3..5]</code> one of these numbers,
<code>[Win | Loss]</code> one of these words, <code>[#]</code> what stands there in other games,
<code>[?]</code> nothing or anything that fits</span>
<textarea id="text" rows="10" spellcheck="false">{escape(draft or _LOST)}</textarea></label>
<ul id="jobs" class="jobs"></ul>"""
    return frame("Study", body, page="/study", script="study.js")


def missing(name: str, near: list[str]) -> str:
    """The page for a game that is not there."""
    hint = " or ".join(f'<a href="/play/{quote(one, safe="")}">{escape(one)}</a>' for one in near)
    hint = f" Did you mean {hint}?" if hint else ""
    body = f"<h1>No such game</h1><p>No game here is called {escape(name)}.{hint}</p>"
    return frame("No such game", body, page="/games", script="saved.js")
