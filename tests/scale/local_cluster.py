"""A scheduler and its workers as one program: `python -m scale.local_cluster PORT WORKERS`, until it is ended."""

import sys
import time

from distributed import LocalCluster

if __name__ == "__main__":
    port, workers = map(int, sys.argv[1:])
    with LocalCluster(
        n_workers=workers, threads_per_worker=1, scheduler_port=port, dashboard_address=None, silence_logs=50
    ):
        print("ready", flush=True)
        time.sleep(600)
