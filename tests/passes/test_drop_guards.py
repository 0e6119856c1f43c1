"""Guards that earlier conditions have settled go: as text before and after, and texts that are left alone."""

import pytest

from petteia.passes.rewrites.drop_guards import drop_guards
from rewriting import check

HEAD = "fn f(i: int)"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("if 0 <= i:\n  if (0 <= i) and (i < 6):\n    @x = 1", "if 0 <= i:\n  if i < 6:\n    @x = 1"),
        ("if 0 <= i:\n  @x = (i < 0 ? 1 : 2)", "if 0 <= i:\n  @x = 2"),
        ("if i < 0:\n  return\nif 0 <= i:\n  @x = 1", "if i < 0:\n  return\n@x = 1"),
        ("if i < 3:\n  @x = 1\nelse:\n  if 3 <= i:\n    @x = 2", "if i < 3:\n  @x = 1\nelse:\n  @x = 2"),
        ("if i in @s:\n  if 0 <= i:\n    @x = 1", "if i in @s:\n  @x = 1"),
        ("for q in @s:\n  if (q < 6) and (q != 3):\n    @x = 1", "for q in @s:\n  if q != 3:\n    @x = 1"),
        ("if i == 4:\n  range k in 0 .. 3:\n    if i < k:\n      @x = 1", "if i == 4:\n  range k in 0 .. 3:"),
        ("if (0 <= i) or (i == 3):\n  @x = 1", "if 0 <= i:\n  @x = 1"),
        ("if (i < 0) or (0 <= i):\n  @x = 1", "@x = 1"),
    ],
)
def test_settled_guards_go(before: str, after: str) -> None:
    check(drop_guards, before, after, HEAD)


@pytest.mark.parametrize(
    "text",
    [
        "if 0 <= i:\n  @x = 1\nif 0 <= i:\n  @x = 2",
        "if 0 <= i:\n  i = i - 1\n  if 0 <= i:\n    @x = 1",
        "if (0 <= i) or (@x == 3):\n  if 0 <= i:\n    @x = 1",
        "while 0 < @x:\n  if 0 < @x:\n    @x = @x - 1",
    ],
)
def test_guards_that_may_fail_stay(text: str) -> None:
    check(drop_guards, text, text, HEAD)
