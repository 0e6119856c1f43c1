"""Blanks a clause of complete games, completes them without their own file, and tells where the truth is ranked.

`python -m bench.blanks --library DIR --defs DIR [--games N]`. With `--prior` nothing is built: the truth is looked for
by its text among the fills, in the order of their weights. Otherwise candidates are played, and the truth is the
candidate with the same lowered program or the same play from fixed seeds. Printed are the shares of truths found,
among the first ten, and first, with intervals, and how well the stated probabilities fit.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from math import log
from pathlib import Path
from typing import Any

from petteia.arena.statistics import wilson
from petteia.lang import Clause
from petteia.lang.show import inline_text
from petteia.study._assess import Task, assess_batch
from petteia.study._candidates import Generator
from petteia.study._completing import complete
from petteia.study._fills import locate
from petteia.study.holes import read_incomplete
from petteia.study.library import Library, Source, read_library, walk_sections
from petteia.study.posterior import playability

PLACES = ("end", "play", "start", "piece")
BINS = 10


def blanked(source: Source, place: str) -> tuple[str, str] | None:
    """The text of a rule set with one clause blanked, and what stood there."""
    found = [clause for clause, _, _ in walk_sections(source.root) if clause.keyword == place and _can(clause, place)]
    if not found:
        return None
    clause = found[0]
    keep = 2 if place == "piece" else 0
    truth = " ".join(inline_text(item) for item in clause.items[keep:])
    whole = inline_text(clause)
    head = " ".join([f"({clause.keyword}", *(inline_text(item) for item in clause.items[:keep])])
    return inline_text(source.root).replace(whole, f"{head} [#])", 1), truth


def _can(clause: Clause, place: str) -> bool:
    return len(clause.items) > (2 if place == "piece" else 0)


def cases(library: Library, games: int, seed: int, places: tuple[str, ...]) -> Iterator[tuple[Source, str, str, str]]:
    """Rule sets of different files with a clause blanked: the source, the place, the text, the truth."""
    draw = random.Random(seed)
    files = sorted({one.path for one in library.sources})
    draw.shuffle(files)
    count = 0
    for path in files:
        source = draw.choice([one for one in library.sources if one.path == path])
        place = draw.choice(places)
        pair = blanked(source, place)
        if pair is not None and count < games:
            count += 1
            yield source, place, *pair


def without(library: Library, source: Source) -> Library:
    """The library without the file of a rule set."""
    return Library([one for one in library.sources if one.path != source.path])


def prior_rank(text: str, truth: str, library: Library) -> tuple[int, float, float]:
    """The rank of the true text among the fills, its share of the weight, and the share of the first."""
    variant = read_incomplete(text).variants()[0]
    generator = Generator(variant, library)
    hole = variant.holes[0]
    spot = locate(variant.root, hole.word)
    assert spot is not None
    fills = generator.fills(hole, spot)
    total = sum(fill.weight for fill in fills) or 1.0
    for k, fill in enumerate(fills, 1):
        if fill.text == truth:
            return k, fill.weight / total, fills[0].weight / total
    return 0, 0.0, fills[0].weight / total if fills else 0.0


def played_rank(text: str, source: Source, library: Library, args: argparse.Namespace) -> dict[str, Any]:
    """The rank of the truth by behaviour, and all stated probabilities with whether each is the truth."""
    (true,) = assess_batch((Task(inline_text(source.root), seed=1),))
    found = complete(
        text, library, name=source.name, budget=args.budget, most=args.candidates, top=1000, strong=args.strong
    )
    same = [
        one.outcome.program == true.program or (bool(true.behaviour) and one.outcome.behaviour == true.behaviour)
        for one in found.best
    ]
    return {
        "rank": same.index(True) + 1 if True in same else 0,
        "probabilities": [(round(one.probability, 4), is_true) for one, is_true in zip(found.best, same, strict=True)],
        "factors": [(round(one.prior, 4), round(playability(one.measures), 6)) for one in found.best],
        "tried": found.tried,
        "cpu": round(found.cpu, 1),
        "sound_of_ten": sum(not one.faults for one in found.best[:10]),
    }


def calibration_error(pairs: list[tuple[float, bool]]) -> float:
    """The expected calibration error over bins of equal width."""
    total, error = len(pairs), 0.0
    for k in range(BINS):
        part = [(p, t) for p, t in pairs if k / BINS <= p < (k + 1) / BINS or (k == BINS - 1 and p == 1)]
        if part:
            error += abs(sum(p for p, _ in part) - sum(t for _, t in part)) / total
    return error


def _told(ranks: list[int]) -> str:
    n = len(ranks)
    said = []
    for words, hits in (("found", sum(r > 0 for r in ranks)), ("in ten", sum(0 < r <= 10 for r in ranks)),
                        ("first", sum(r == 1 for r in ranks))):  # fmt: skip
        low, high = wilson(hits, n)
        said.append(f"{words} {hits} of {n} ({100 * low:.0f} to {100 * high:.0f} %)")
    return ", ".join(said)


def main() -> None:
    """Runs the cases and prints the shares."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library", type=Path, required=True)
    parser.add_argument("--defs", type=Path, action="append", default=[])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--place", choices=PLACES, action="append")
    parser.add_argument("--prior", action="store_true", help="by text, without play")
    parser.add_argument("--strong", action="store_true", help="also play by search")
    parser.add_argument("--budget", type=float, default=60.0)
    parser.add_argument("--candidates", type=int, default=100)
    parser.add_argument("--out", type=Path, help="also writes all candidates with their factors, a line a case")
    parser.add_argument("--own", action="store_true", help="leave the game's own file in the library")
    args = parser.parse_args()
    library = read_library([args.library], args.defs)
    ranks: list[int] = []
    pairs: list[tuple[float, bool]] = []
    firsts: list[tuple[float, bool]] = []
    loss = 0.0
    for source, place, text, truth in cases(library, args.games, args.seed, tuple(args.place or PLACES)):
        others = library if args.own else without(library, source)
        if args.prior:
            rank, share, first = prior_rank(text, truth, others)
            loss -= log(share + 1e-4)
            firsts.append((first, rank == 1))
        else:
            result = played_rank(text, source, others, args)
            rank = result["rank"]
            pairs += result["probabilities"]
            firsts += result["probabilities"][:1]
            line = {"game": source.label, "place": place, **result}
            if args.out:
                with args.out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(line) + "\n")
            del line["factors"]
            print(json.dumps({**line, "probabilities": result["probabilities"][:10]}), flush=True)
        ranks.append(rank)
    print(_told(ranks))
    print(f"expected calibration error of the first {calibration_error(firsts):.3f}")
    if pairs:
        print(f"expected calibration error of all {calibration_error(pairs):.3f}")
    if args.prior:
        print(f"mean log loss {loss / max(1, len(ranks)):.3f}")


if __name__ == "__main__":
    main()
