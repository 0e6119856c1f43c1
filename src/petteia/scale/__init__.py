"""One interface for much work: independent tasks run here, in processes, or on a cluster.

Work is a function and an iterable of tasks. A task has to carry all that its result depends on, its seed too, so that
it may run anywhere, twice if a worker is lost, and in any order.

>>> from petteia.scale import executor
>>> with executor(jobs=1) as workers:
...     print(sorted(workers.run(abs, [-3, 2])))
[(-3, 3), (2, 2)]
"""

from ._executor import Executor, executor, usable_cores
from ._seeds import derive_seed

__all__ = ["Executor", "derive_seed", "executor", "usable_cores"]
