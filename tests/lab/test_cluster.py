"""Tasks over a real Ray cluster of this machine: the same results as without."""

from __future__ import annotations

import pytest

from parapegma.core.game import find_game
from parapegma.core.seed import derived_seed
from parapegma.errors import OptionError, ParapegmaError
from parapegma.lab.arena import Arena
from parapegma.lab.arena_data import as_data
from parapegma.lab.cluster import load_ray
from parapegma.lab.parallel import in_order, run_parallel


@pytest.fixture(scope="module", autouse=True)
def ray():
    """One small cluster for all tests of this file, since each start takes seconds."""
    ray = load_ray()
    ray.init(
        address="local",
        num_cpus=1,
        include_dashboard=False,
        _node_ip_address="127.0.0.1",
        log_to_driver=False,
    )
    yield ray
    ray.shutdown()


def only_known_here(task):
    return task


def test_results_over_a_cluster_are_those_of_this_process():
    here = list(in_order(run_parallel(derived_seed, range(12), cores=1)))
    assert list(in_order(run_parallel(derived_seed, range(12), cluster=""))) == here


def test_an_error_in_a_task_comes_back_as_it_is():
    with pytest.raises(OptionError, match=r"^there is no game 'chess'"):
        list(run_parallel(find_game, ["chess"], cluster=""))


def test_work_that_the_machines_cannot_import_is_explained():
    with pytest.raises(ParapegmaError, match="must be installed on every machine of the cluster"):
        list(run_parallel(only_known_here, [1], cluster=""))


def test_a_cluster_that_was_there_before_is_left_running(ray):
    list(run_parallel(derived_seed, [1], cluster=""))
    assert ray.is_initialized()


def test_an_arena_over_a_cluster_has_the_same_result():
    def lasting(**where):
        data = as_data(Arena("ophiuchus", ["light", "random"], players=2, games=6, seed=9).run(**where))
        del data["timing"]
        return data

    assert lasting(cluster="") == lasting(cores=1)
