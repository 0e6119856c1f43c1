"""Descriptions damaged or drawn at random, read, bound and lowered under limits: played, or refused in one line.

PYTHONPATH=tests python -m fuzzing --count 1000 --seed 1 --games ../games --defs ../def --out damaged
"""

from __future__ import annotations

import argparse
import collections
import multiprocessing
import random
import re
import resource
import time
import traceback
from multiprocessing.connection import Connection
from pathlib import Path

import petteia
from oracle.sentences import Sentences
from petteia.errors import PetteiaError

SECONDS, MEGABYTES = 10, 512
TOKEN = re.compile(r'"[^"]*"\s*|[(){}\[\]<>]\s*|[^\s(){}\[\]<>"]+\s*|"')
"""A token with the space behind it, so that tokens joined give the text."""
NUMBERS = ("0", "-1", "1", "2", "31", "32", "1000", "65536", "2147483648", "99999999999999999999", "1e9", "0.5", "nan")
ODD = ("", "\0", "\ufeff", "(", ")", "{", "}", "<", ">", '"', "#1", "..", "//", ":", "(game", "<Board:size>")


class Damage:
    """Makes damaged descriptions from a pool of texts."""

    def __init__(self, texts: list[str], seed: int) -> None:
        self.random, self.sentences = random.Random(seed), Sentences(seed)
        self.pool = [TOKEN.findall(text) for text in texts]
        named = (self._other, self._drop, self._double, self._swap, self._odd, self._cut)
        self.changes = (*[self._number] * 4, *[self._same] * 4, *named)

    def make(self) -> str:
        """A text with a few tokens changed, dropped, doubled, exchanged or taken from another; or drawn rules."""
        if self.random.random() < 0.3:
            return self.sentences.make()[1]
        tokens = list(self.random.choice(self.pool))
        for _ in range(self.random.choice((1, 1, 2, 3, 8))):
            k = self.random.randrange(len(tokens))
            self.random.choice(self.changes)(tokens, k)
            if not tokens:
                break
        return "".join(tokens)

    def _number(self, tokens: list[str], k: int) -> None:
        places = [i for i, one in enumerate(tokens) if one.strip().lstrip("-").isdigit()] or [k]
        tokens[self.random.choice(places)] = self.random.choice(NUMBERS) + " "

    def _other(self, tokens: list[str], k: int) -> None:
        other = self.random.choice(self.pool)
        begin = self.random.randrange(len(other))
        tokens[k : k + 1] = other[begin : begin + self.random.choice((1, 1, 4, 20))]

    def _same(self, tokens: list[str], k: int) -> None:
        """A word or a name in place of another."""
        other = [one for one in self.random.choice(self.pool) if one[:1].isalpha() == tokens[k][:1].isalpha()]
        tokens[k] = self.random.choice(other or ["x "])

    def _drop(self, tokens: list[str], k: int) -> None:
        del tokens[k : k + self.random.choice((1, 1, 3))]

    def _double(self, tokens: list[str], k: int) -> None:
        tokens[k:k] = tokens[k : k + self.random.choice((1, 5, 40))] * self.random.choice((1, 2, 50))

    def _swap(self, tokens: list[str], k: int) -> None:
        other = self.random.randrange(len(tokens))
        tokens[k], tokens[other] = tokens[other], tokens[k]

    def _odd(self, tokens: list[str], k: int) -> None:
        tokens[k] = self.random.choice(ODD)

    def _cut(self, tokens: list[str], k: int) -> None:
        if self.random.random() < 0.3:
            del tokens[k:]


def read(text: str, defs: list[Path]) -> str:
    """The outcome of one text: "loads", "refused", or the Python error it led to."""
    from petteia.game.loading import lower_expanded
    from petteia.lang import expand

    try:
        lower_expanded(expand(text, name="damaged", define_folders=[str(one) for one in defs]))
    except PetteiaError as error:
        return "refused" if str(error) and "Traceback" not in str(error) else f"refused without a word: {error!r}"
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        return f"{type(error).__name__}: {error} ({Path(place.filename).name}:{place.lineno})"
    return "loads"


def _serve(pipe: Connection, megabytes: int, defs: list[Path]) -> None:
    """Reads the texts that come through a pipe, with so much memory beside what the process has at first."""
    held = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    limit = held + megabytes * 2**20
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    while (text := pipe.recv()) is not None:
        pipe.send(read(text, defs))


class Reader:
    """A process that reads texts, begun anew where one takes too long or ends it."""

    def __init__(self, seconds: float, megabytes: int, defs: list[Path]) -> None:
        self.seconds, self.megabytes, self.defs = seconds, megabytes, defs
        self._begin()

    def _begin(self) -> None:
        self.pipe, theirs = multiprocessing.Pipe()
        self.process = multiprocessing.Process(target=_serve, args=(theirs, self.megabytes, self.defs), daemon=True)
        self.process.start()
        theirs.close()

    def read(self, text: str) -> str:
        """The outcome of one text."""
        self.pipe.send(text)
        begin = _cpu_seconds(self.process.pid)
        while not self.pipe.poll(0.5):
            if not self.process.is_alive():
                break
            if _cpu_seconds(self.process.pid) - begin > self.seconds:
                return self._anew(f"hangs: more than {self.seconds:g} CPU s")
        try:
            return str(self.pipe.recv())
        except EOFError:
            self.process.join()
            return self._anew(f"ends the process: {self.process.exitcode}")

    def _anew(self, told: str) -> str:
        self.close()
        self._begin()
        return told

    def close(self) -> None:
        """Ends the process."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


def _cpu_seconds(pid: int | None) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / 100


def texts_of(folders: list[Path], most: int = 40_000) -> list[str]:
    """The descriptions below some folders, without the very long ones."""
    files = [path for folder in folders for path in sorted(folder.rglob("*.lud")) if path.stat().st_size <= most]
    return [path.read_text(encoding="utf-8", errors="replace") for path in files]


def fuzz(
    texts: list[str], count: int, seed: int, *, defs: list[Path] | None = None, out: Path | None = None
) -> collections.Counter[str]:
    """Reads so many damaged texts; counts what came of them, and keeps those that fail."""
    damage, reader = Damage(texts, seed), Reader(SECONDS, MEGABYTES, defs or [])
    counts: collections.Counter[str] = collections.Counter()
    begin = time.time()
    try:
        for number in range(count):
            text = damage.make()
            told = reader.read(text)
            counts[told] += 1
            if told not in ("loads", "refused"):
                print(f"[{seed}-{number}] {told}", flush=True)
                if out is not None:
                    out.mkdir(parents=True, exist_ok=True)
                    (out / f"{seed}-{number}.lud").write_text(text, encoding="utf-8", errors="replace")
            if number % 1000 == 999:
                print(f"-- {number + 1} in {time.time() - begin:.0f} s", flush=True)
    finally:
        reader.close()
    return counts


def main() -> int:
    """Reads many damaged descriptions and tells of each that is neither played nor refused."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000, help="how many descriptions")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=Path, action="append", default=[], help="a further folder of descriptions")
    parser.add_argument("--defs", type=Path, action="append", default=[], help="a folder of defines that these use")
    parser.add_argument("--out", type=Path, default=None, help="a folder for the descriptions that fail")
    given = parser.parse_args()
    bundled = Path(petteia.__file__).parent / "games"
    counts = fuzz(texts_of([bundled, *given.games]), given.count, given.seed, defs=given.defs, out=given.out)
    for told, times in counts.most_common():
        print(f"{times:6} {told}")
    return 0 if set(counts) <= {"loads", "refused"} else 1


if __name__ == "__main__":
    raise SystemExit(main())
