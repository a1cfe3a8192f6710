"""Jobs over the machines of a Ray cluster; Ray is an optional extra and is loaded only when asked for."""

from __future__ import annotations

import importlib
import itertools
import os
import socket
from collections.abc import Callable, Generator, Iterable
from importlib import metadata
from typing import Any, TypeVar

from parapegma.errors import OptionError, ParapegmaError
from parapegma.extras import load_extra
from parapegma.lab.workers import AHEAD, all_cores, get_ready

Task = TypeVar("Task")
Result = TypeVar("Result")


def run_on_cluster(
    work: Callable[[Task], Result],
    tasks: Iterable[Task],
    *,
    cores: int | None,
    address: str,
    game: str | None,
    ready: Callable[[], object] | None,
) -> Generator[tuple[int, Result], None, None]:
    """Like :func:`parapegma.lab.parallel.run_parallel`, over a Ray cluster.

    An ``address`` such as ``10.0.0.5:6379`` names a cluster that runs already. Without one (``""``) it is the
    one this machine belongs to, and where there is none, a small one is started on this machine alone and
    stopped afterwards. Parapegma must be installed on every machine, in the same version.
    """
    ray = load_ray()
    began = not ray.is_initialized()
    if began:
        _connect(ray, address, cores)
    running: dict[Any, int] = {}
    try:
        _prepare_every_machine(ray, game, ready)
        remote, shared = ray.remote(_do), ray.put(work)
        at_once = cores or AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        numbered = enumerate(tasks)
        while True:
            for number, task in itertools.islice(numbered, at_once - len(running)):
                running[remote.remote(shared, task)] = number
            if not running:
                break
            for finished in ray.wait(list(running), num_returns=1)[0]:
                yield running.pop(finished), _result(ray, finished)
    finally:
        for future in running:
            ray.cancel(future, force=True)
        if began:
            ray.shutdown()


def _do(work: Callable[[Task], Result], task: Task) -> Result:
    return work(task)


def load_ray() -> Any:
    """The Ray library, or a word on how to get it."""
    # Ray would otherwise report how it is used to its makers.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    return load_extra("ray", "cluster", "a cluster")


def _connect(ray: Any, address: str, cores: int | None) -> None:
    _check_address(address)
    quiet = {"log_to_driver": False, "logging_level": "error"}
    try:
        if address:
            ray.init(address=address, **quiet)
            return
        try:
            ray.init(address="auto", **quiet)
        except ConnectionError:
            ray.init(
                address="local",
                num_cpus=cores or all_cores(),
                include_dashboard=False,
                _node_ip_address="127.0.0.1",
                **quiet,
            )
    except (ConnectionError, ValueError, RuntimeError) as error:
        where = f"the Ray cluster at {address}" if address else "a Ray cluster"
        raise ParapegmaError(f"cannot reach {where}: {_first_line(error)}") from None


def _check_address(address: str) -> None:
    """Knock first: Ray itself would try for minutes to reach a machine that does not answer."""
    if address in ("", "auto", "local"):
        return
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        raise OptionError(f"a cluster's address is HOST:PORT or ray://HOST:PORT, not {address!r}")
    try:
        socket.create_connection((host, int(port)), timeout=10).close()
    except (OSError, OverflowError) as error:
        raise ParapegmaError(f"no Ray cluster answers at {address}: {_first_line(error)}") from None


def _prepare_every_machine(ray: Any, game: str | None, ready: Callable[[], object] | None) -> None:
    """Compile once per machine; its workers then load from its disk cache."""
    strategies = importlib.import_module("ray.util.scheduling_strategies")
    prepared = ray.remote(_machine_ready)
    waiting = {}
    for node in ray.nodes():
        if node["Alive"] and node["Resources"].get("CPU", 0) >= 1:
            here = strategies.NodeAffinitySchedulingStrategy(node_id=node["NodeID"], soft=False)
            name = node["NodeManagerAddress"]
            waiting[name] = prepared.options(scheduling_strategy=here).remote(game, ready)
    own = metadata.version("parapegma")
    for name, future in waiting.items():
        version = _result(ray, future)
        if version != own:
            raise ParapegmaError(f"the machine {name} has Parapegma {version}, but this one has {own}")


def _machine_ready(game: str | None, ready: Callable[[], object] | None) -> str:
    get_ready(game, ready)
    return metadata.version("parapegma")


def _result(ray: Any, future: Any) -> Any:
    try:
        return ray.get(future)
    except ray.exceptions.RayTaskError as error:
        if "No module named" in str(error.cause) or "failed to import" in str(error.cause):
            raise ParapegmaError(
                "what the tasks need must be installed on every machine of the cluster, in the same version: "
                + str(error.cause).strip().splitlines()[-1]
            ) from None
        raise error.cause from None
    except ray.exceptions.RayError as error:
        raise ParapegmaError(f"the cluster failed: {_first_line(error)}") from None


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
