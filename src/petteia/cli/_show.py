"""`petteia show`."""

from __future__ import annotations

import json as json_form
import textwrap
from collections.abc import Sequence
from pathlib import Path

from petteia.files import replace_file
from petteia.game import Game, State
from petteia.game.bundled import locate

from ._arguments import load_game


def show_game(
    name: str,
    options: Sequence[str] | None,
    ruleset: str | None,
    defs: Sequence[Path] | None,
    *,
    position: str | None,
    svg: Path | None,
    png: Path | None,
    graphics: bool,
    rules: bool,
    source: bool,
    json: bool,
) -> None:
    """A game for people, or as JSON."""
    if source:
        _show_source(name, json)
        return
    game = load_game(name, options, ruleset, defs, build="quick")
    if graphics:
        _show_graphics(game, json)
        return
    if rules:
        _show_rules(game, json)
        return
    state = game.start(0) if position is None else game.state(position, 0)
    if svg is not None:
        replace_file(svg, state.svg())
    if png is not None:
        from petteia.draw.raster import png as painted

        replace_file(png, painted(state.svg(dark=False, still=True)))
    if json:
        print(json_form.dumps(_described(game, state)))
        return
    print(f"{game.name}, {game.players} player{'s' if game.players > 1 else ''}\n")
    print(f"{state}\n")
    for title, text in (("", game.description), ("Rules: ", game.rules), ("Source: ", game.source)):
        if text:
            print(textwrap.fill(title + text, 100) + "\n")
    if not game.rules:
        _show_rules(game, json=False)
    print(textwrap.fill(f"Random playouts: {game.facts.playout}.", 100) + "\n")
    _print_unverified(game)
    _print_options(game)


def _show_source(name: str, json: bool) -> None:
    """The description as it is written, comments and all."""
    found = locate(name)
    print(json_form.dumps({"name": found.name, "text": found.text}) if json else found.text.rstrip())


def _show_rules(game: Game, json: bool) -> None:
    """The rules in English, made from the description."""
    from petteia.game.loading import expand_recipe, rules_of
    from petteia.lang import bind, read
    from petteia.prose import places_of, rules_of_game

    facts, expanded = game.facts, expand_recipe(game.recipe)
    spec = rules_of(expanded).spec
    labels = facts.geometry.labels.get(facts.letter, ())
    names = {component.index: component.name for component in spec.components}
    start: dict[str, list[int]] = {}
    for piece in game.start().pieces():
        if piece.site < len(labels):
            start.setdefault(names[piece.component], []).append(piece.site)
    places = places_of(spec, labels, start)
    rules = rules_of_game(bind(read(expanded)), places)
    if json:
        print(json_form.dumps({"game": game.name, "rules": rules}))
        return
    for title, sentences in rules.items():
        print(title)
        for one in sentences:
            indent = " " * (2 + len(one) - len(one.lstrip()))
            print(textwrap.fill(one.lstrip(), 100, initial_indent=indent, subsequent_indent=f"{indent}  "))
        print()


def _print_unverified(game: Game) -> None:
    """How much of a game rests on the specification of the language alone."""
    from petteia.conformance.exercised import number_of_rules, unverified
    from petteia.game.loading import expand_recipe
    from petteia.lang import bind, read

    bound = bind(read(expand_recipe(game.recipe)))
    found = unverified(bound)
    if found:
        total = number_of_rules(bound)
        print(f"{len(found)} of its {total} rules were never compared with the reference:")
        for one in found[:8]:
            print(f"  {one.use} ({one.place})" if one.place else f"  {one.use}")
        print()


def _show_graphics(game: Game, json: bool) -> None:
    """The graphics items of a game, and those that its pictures do not obey."""
    dress = game.facts.dress
    ignored = dict(dress.ignored)
    items = [item["text"] for item in game.facts.looks["items"]]
    if json:
        plain = {"items": items, "obeyed": len(items) - len(dress.ignored), "style": game.facts.painted.look.style}
        print(json_form.dumps(plain | {"ignored": [{"item": text, "reason": why} for text, why in dress.ignored]}))
        return
    for text in items:
        print(f"  {'not obeyed' if text in ignored else 'obeyed':<11} {text}")
        if text in ignored:
            print(f"  {'':<11} {ignored[text]}")
    print(f"{len(items) - len(dress.ignored)} of {len(items)} graphics items obeyed")


def _print_options(game: Game) -> None:
    for option in game.facts.options:
        print(f"{option.heading}")
        for item, text in zip(option.items, option.descriptions, strict=True):
            star = "*" if item == option.chosen else " "
            print(f"  {star} {option.heading}/{item}" + (f": {text}" if text else ""))
    if game.rulesets:
        print("Rulesets")
        for one in game.rulesets:
            print(f"  {'*' if one == game.facts.ruleset else ' '} {one}")


def _described(game: Game, state: State) -> dict[str, object]:
    return {
        "name": game.name,
        "players": game.players,
        "description": game.description,
        "rules": game.rules,
        "source": game.source,
        "options": {heading: list(items) for heading, items in game.available_options.items()},
        "chosen": list(game.options),
        "rulesets": list(game.rulesets),
        "sites": game.facts.sites,
        "components": [one.name for one in game.facts.components],
        "chance": game.is_random,
        "playout": dict(zip(("implementation", "reason"), game.facts.playout.split(": ", 1), strict=True)),
        "position": state.text,
        "board": str(state),
        "legal_moves": [str(move) for move in state.legal_moves()],
    }
