"""Balance over a real Ray cluster of this machine: the same figures as without."""

from __future__ import annotations

from parapegma.lab.balance import Study, run
from parapegma.lab.cluster import load_ray
from parapegma.lab.figures import figures
from parapegma.lab.game_setup import GameSetup


def test_a_cluster_does_not_change_the_figures():
    load_ray().init(
        address="local", num_cpus=1, include_dashboard=False, _node_ip_address="127.0.0.1",
        log_to_driver=False,
    )  # fmt: skip
    try:
        studies = [Study(GameSetup.of("ophiuchus", 2, bots=("light", "random"), seed=3), 1500)]
        assert figures(studies, run(studies, cluster="")) == figures(studies, run(studies, cores=1))
    finally:
        load_ray().shutdown()
