"""Pages of the documentation that are made, not written: one a bundled game, the reference, tutorials as notebooks."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

from petteia import game_names, load
from petteia.game.bundled import entries

sys.path.append(str(Path(__file__).parent))
from notebooks import TUTORIALS, notebook

_PACKAGES = ("game", "search", "arena", "interop.pettingzoo", "interop.gymnasium", "interop.openspiel", "library")
_REPOSITORY_LINK = re.compile(r"\[([^\]]+)\]\((?:\.\./[^)]*|results)\)")


def on_files(files: Files, config: Any) -> Files:
    """Adds the pages."""
    facts = {entry.name: entry for entry in entries()}
    rows = []
    for name in game_names():
        slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
        files.append(File.generated(config, f"game/{slug}.md", content=_game_page(name, facts.get(name))))
        rows.append(f"- [{name}]({slug}.md)")
    files.append(File.generated(config, "game/index.md", content="# Bundled games\n\n" + "\n".join(rows) + "\n"))
    for package in _PACKAGES:
        text = f"# petteia.{package}\n\n::: petteia.{package}\n"
        files.append(File.generated(config, f"reference/{package}.md", content=text))
    for name in TUTORIALS:
        made = notebook((Path(config["docs_dir"]) / f"{name}.md").read_text(encoding="utf-8"))
        files.append(File.generated(config, f"{name}.ipynb", content=json.dumps(made, indent=1)))
    listed = "\n".join(f"- [petteia.{package}]({package}.md)" for package in _PACKAGES)
    files.append(File.generated(config, "reference/index.md", content=f"# Reference\n\n{listed}\n"))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Links into the repository are words on the pages, which do not hold it; tutorials lead to their notebooks."""
    name = page.file.src_uri.removesuffix(".md")
    link = f"\n\n[This page as a notebook]({name}.ipynb)\n" if name in TUTORIALS else ""
    return _REPOSITORY_LINK.sub(r"\1", markdown) + link


def _game_page(name: str, entry: Any) -> str:
    """A table of what is known, and the rules."""
    game = load(name)
    shape = game.start(seed=0).observation().shape
    rows = [
        ("players", game.players),
        ("sites", sum(game.facts.counts.values())),
        ("chance", "yes" if game.is_random else "no"),
        ("actions", f"{game.num_actions}{' (hashed)' if game.actions.is_hashed else ''}"),
        ("observation", " x ".join(map(str, shape))),
        ("planes", ", ".join(game.plane_names)),
        ("playouts", game.playouts.name if hasattr(game.playouts, "name") else ""),
        ("also called", ", ".join(entry.aliases) if entry else ""),
    ]
    table = "\n".join(f"| {key} | {str(value).replace('|', '/')} |" for key, value in rows if value != "")
    return f"# {name}\n\n{game.description}\n\n| | |\n|---|---|\n{table}\n\n## Rules\n\n{game.rules}\n"
