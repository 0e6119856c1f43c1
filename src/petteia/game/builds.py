"""The two builds of a game: a quick one to begin with, and the full one that takes its place."""

from __future__ import annotations

import weakref
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from petteia.native.cache import BuildCache, Built, input_key
from petteia.native.compilers import QUICK_FLAGS, find_full_compiler, find_quick_compiler, full_flags

if TYPE_CHECKING:
    from petteia.native.compiling import Cancellation

    from .native import NativeEngine


@dataclass(frozen=True)
class Builds:
    """The builds that inputs lead to, in a cache."""

    cache: BuildCache
    inputs: str

    @property
    def _quick_inputs(self) -> str:
        return input_key("quick", self.inputs)

    def find_full(self) -> Built | None:
        """The full build, if it was made before."""
        return self.cache.lookup(self.inputs)

    def find_quick(self) -> Built | None:
        """The quick build, if it was made before."""
        return self.cache.lookup(self._quick_inputs)

    def make_full(self, source: str, meta: dict[str, Any], cancellation: Cancellation | None = None) -> Built:
        """The full build of C text."""
        compiler = find_full_compiler()
        flags = full_flags(compiler)
        return self.cache.store(
            self.inputs, source, name="game", meta=meta, flags=flags, compiler=compiler, cancellation=cancellation
        )

    def make_quick(self, source: str, meta: dict[str, Any]) -> Built:
        """The quick build of C text."""
        return self.cache.store(
            self._quick_inputs, source, name="game", meta=meta, flags=QUICK_FLAGS, compiler=find_quick_compiler()
        )


@dataclass(frozen=True)
class PendingBuild:
    """The full build of a game that plays with the quick one. States have the same bytes in both."""

    builds: Builds
    source: str
    meta: dict[str, Any]

    @classmethod
    def of(cls, builds: Builds, quick: Built) -> PendingBuild:
        """The full build that belongs to a quick one."""
        return cls(builds, quick.source.read_text(encoding="utf-8"), quick.meta)

    def make(self, cancellation: Cancellation | None = None) -> Path:
        """Makes the build, or finds that another thread or process has made it, and tells its library."""
        return self.builds.make_full(self.source, self.meta, cancellation).library

    def make_later(self, engine: NativeEngine) -> None:
        """Makes the build in the background for an engine, if that is still in use by then."""
        from petteia.native.background import submit_build

        user = weakref.ref(engine)

        def work(cancellation: Cancellation) -> None:
            if user() is None:
                return
            library = self.make(cancellation)
            engine = user()
            if engine is not None:
                engine.use_library(library)

        submit_build(work)
