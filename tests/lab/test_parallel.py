"""Jobs over cores: the same results whatever their number, and a clean stop."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from parapegma.core.seed import derived_seed
from parapegma.errors import OptionError, ParapegmaError
from parapegma.extras import MissingExtra
from parapegma.lab import cluster
from parapegma.lab.parallel import in_order, run_parallel

SLEEPERS = """
import os, sys, time
from parapegma.lab.parallel import run_parallel

def work(task):
    print(os.getpid(), flush=True)
    time.sleep(60)

if __name__ == "__main__":
    try:
        list(run_parallel(work, range(2), cores=2))
    except KeyboardInterrupt:
        sys.exit(130)
"""


def seeded(task):
    return derived_seed("task", task) % 1000


def fail_on_three(task):
    if task == 3:
        raise ParapegmaError("three is refused")
    return task


def die(task):
    os._exit(7)


def run_sleepers(tmp_path):
    """A process whose two workers sleep; the process and the workers' ids."""
    (tmp_path / "sleepers.py").write_text(SLEEPERS, "utf-8")
    process = subprocess.Popen(
        [sys.executable, "sleepers.py"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    return process, [int(process.stdout.readline()) for _ in range(2)]


def is_gone(pid):
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


def test_results_are_the_same_on_one_core_and_on_two():
    alone = list(in_order(run_parallel(seeded, range(30), cores=1)))
    together = list(in_order(run_parallel(seeded, range(30), cores=2)))
    assert alone == together == [(n, seeded(n)) for n in range(30)]


def test_results_that_come_out_of_order_are_sorted():
    assert list(in_order([(2, "c"), (0, "a"), (1, "b")])) == [(0, "a"), (1, "b"), (2, "c")]


def test_an_error_in_a_task_reaches_the_caller_as_it_is():
    with pytest.raises(ParapegmaError, match="three is refused"):
        list(run_parallel(fail_on_three, range(5), cores=2))


def test_a_worker_that_dies_is_reported():
    with pytest.raises(ParapegmaError, match="a worker process died"):
        list(run_parallel(die, range(2), cores=2))


def test_no_cores_are_refused():
    with pytest.raises(OptionError, match="at least 1, not 0"):
        run_parallel(seeded, [1], cores=0)


def test_a_cluster_without_ray_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match=r"pip install 'parapegma\[cluster\]'"):
        cluster.load_ray()


def test_an_interrupt_stops_the_workers_at_once_and_in_silence(tmp_path):
    process, workers = run_sleepers(tmp_path)
    for pid in (process.pid, *workers):  # As a terminal does: Ctrl-C goes to all of them.
        os.kill(pid, signal.SIGINT)
    _, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    assert errors == ""
    assert all(is_gone(pid) for pid in workers)


def test_workers_do_not_outlive_a_killed_main_process(tmp_path):
    process, workers = run_sleepers(tmp_path)
    process.kill()
    process.communicate(timeout=20)
    assert all(is_gone(pid) for pid in workers)
