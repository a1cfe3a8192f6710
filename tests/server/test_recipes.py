"""The recipes for hosts as they stand: proxies (TLS, WebSockets, visitors, cookies), systemd's unit."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
from dataclasses import fields
from pathlib import Path

import httpx
import pytest
from server_running import Running
from websockets.sync.client import connect

from parapegma.server.settings import Settings

RECIPES = Path(__file__).parents[2] / "docs" / "hosting"
REQUEST_ID = {"nginx": "[0-9a-f]{32}", "caddy": "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"}
"""How each proxy names a request."""


def program(name, package):
    found = shutil.which(name, path="/usr/sbin:/usr/bin:/usr/local/bin")
    assert found, f"the tests of the recipes need {name}: install the package {package}"
    return found


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def adapted(recipe, changes):
    """A recipe with the names of this machine; every one of them must have stood there."""
    text = (RECIPES / recipe).read_text("utf-8")
    for there, here in changes.items():
        assert there in text
        text = text.replace(there, here)
    return text


def start_nginx(folder, port, upstream, key, certificate, log):
    recipe = adapted(
        "nginx.conf",
        {
            "/etc/letsencrypt/live/tables.example/fullchain.pem": str(certificate),
            "/etc/letsencrypt/live/tables.example/privkey.pem": str(key),
            "127.0.0.1:8017": upstream,
            "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
            "listen 80": f"listen 127.0.0.1:{free_port()}",
            "server_name tables.example": "server_name localhost",
        },
    )
    paths = "".join(
        f"{what}_temp_path {folder}/{what};" for what in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = folder / "nginx.conf"
    whole.write_text(
        f"daemon off; pid {folder}/pid; error_log stderr;"
        f"events {{}} http {{ access_log off; {paths}\n{recipe}\n}}"
    )
    return subprocess.Popen([program("nginx", "nginx-light"), "-c", whole, "-p", folder], stderr=log)


def start_caddy(folder, port, upstream, key, certificate, log):
    site = f"https://localhost:{port} {{\n\tbind 127.0.0.1\n\ttls {certificate} {key}"
    recipe = adapted("Caddyfile", {"tables.example {": site, "127.0.0.1:8017": upstream})
    whole = folder / "Caddyfile"
    # Without its port for administration, and without one that leads visitors to TLS.
    whole.write_text(f"{{\n\tadmin off\n\tauto_https disable_redirects\n}}\n{recipe}")
    homes = {name: str(folder) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    return subprocess.Popen(
        [program("caddy", "caddy"), "run", "--adapter", "caddyfile", "--config", whole],
        stderr=log,
        env=os.environ | homes,
    )


@pytest.fixture(params=["nginx", "caddy"])
def proxied(request, tmp_path):
    """A server behind a proxy: which one, its address for visitors, and the server."""
    key, certificate, port = tmp_path / "key.pem", tmp_path / "certificate.pem", free_port()
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate],
        check=True, capture_output=True,
    )  # fmt: skip
    folder = tmp_path / "server"
    folder.mkdir()
    address = f"https://localhost:{port}"
    start = {"nginx": start_nginx, "caddy": start_caddy}[request.param]
    with Running(
        folder, PARAPEGMA_TRUSTED_PROXIES="127.0.0.1", PARAPEGMA_ORIGINS=address, PARAPEGMA_GUEST_BURST="3"
    ) as server:
        said = tmp_path / "proxy.log"
        with said.open("wb") as log:
            process = start(tmp_path, port, server.url.removeprefix("http://"), key, certificate, log)
        try:
            until = time.monotonic() + 60
            while True:
                try:
                    socket.create_connection(("127.0.0.1", port), 1).close()
                    break
                except OSError:
                    assert process.poll() is None, said.read_text()
                    assert time.monotonic() < until
                    time.sleep(0.05)
            yield request.param, address, certificate, server
        finally:
            process.terminate()
            process.wait()


def test_a_game_goes_through_a_proxy_and_its_cookies_only_over_tls(proxied):
    name, address, certificate, server = proxied
    trusted = ssl.create_default_context(cafile=certificate)
    with httpx.Client(base_url=address, verify=trusted, headers={"Origin": address}, timeout=60) as visitor:
        page = visitor.get("/")
        assert page.status_code == 200
        assert "max-age" in page.headers["strict-transport-security"]
        assert re.fullmatch(REQUEST_ID[name], page.headers["x-request-id"]), "the proxy's own name for it"
        assert visitor.get("/metrics").status_code == 404
        came = visitor.post("/api/v1/guest", json={"name": "Ada"})
        cookie = came.headers["set-cookie"]
        assert cookie.startswith("__Host-")
        assert "Secure" in cookie
        wish = {"game": "ophiuchus", "seats": ["me", "me"]}
        table = visitor.post("/api/v1/tables", json=wish).json()["id"]
        live = f"{address.replace('https', 'wss')}/api/v1/tables/{table}/live"
        headers = {"Cookie": cookie.partition(";")[0]}
        with connect(live, ssl=trusted, additional_headers=headers, origin=address) as socket:
            assert '"choices"' in socket.recv(timeout=60)
    # What a visitor claims to be is not believed: all of these are one address, and have one limit.
    with httpx.Client(base_url=address, verify=trusted, headers={"Origin": address}, timeout=60) as guests:
        statuses = set()
        for n in range(12):
            guests.cookies.clear()
            forged = {"X-Forwarded-For": f"198.51.100.{n}"}
            statuses.add(guests.post("/api/v1/guest", json={"name": "Eve"}, headers=forged).status_code)
    assert 429 in statuses
    assert '"level": "error"' not in server.log


@pytest.mark.parametrize("spoil", ["", "ProtectSystem=perhaps", "Restarts=always"])
def test_systemd_understands_the_unit(tmp_path, spoil):
    unit = tmp_path / "parapegma.service"
    changes = {"/opt/parapegma/bin/parapegma": "/bin/true"}
    if spoil:
        changes["[Install]"] = f"{spoil}\n[Install]"
    unit.write_text(adapted("parapegma.service", changes))
    verify = [program("systemd-analyze", "systemd"), "verify", unit]
    done = subprocess.run(verify, capture_output=True, text=True, check=False)
    about_it = [line for line in (done.stdout + done.stderr).splitlines() if "parapegma.service" in line]
    assert bool(about_it) == bool(spoil), about_it


def values(unit, name):
    """What the unit says under a name, one value for each line."""
    return [line.partition("=")[2] for line in unit.splitlines() if line.startswith(f"{name}=")]


def test_what_the_unit_starts_serves_and_stops(tmp_path):
    port = free_port()
    changes = {
        "/opt/parapegma/bin/parapegma": f"{sys.executable} -m parapegma",
        "/var/lib/parapegma": str(tmp_path),
        "8017": str(port),
    }
    unit = adapted("parapegma.service", changes)
    (command,), (folder,) = values(unit, "ExecStart"), values(unit, "WorkingDirectory")
    # systemd hands on nothing but what the unit says.
    environment = dict(each.split("=", 1) for each in values(unit, "Environment")) | {"PATH": os.defpath}
    known = {field.name for field in fields(Settings)}
    assert all(name.removeprefix("PARAPEGMA_").lower() in known for name in environment if name != "PATH")
    said = tmp_path / "said.log"
    with said.open("wb") as log:
        process = subprocess.Popen(shlex.split(command), cwd=folder, env=environment, stdout=log, stderr=log)
    try:
        until = time.monotonic() + 180
        while True:
            assert process.poll() is None, said.read_text()
            assert time.monotonic() < until
            try:
                health = httpx.get(f"http://127.0.0.1:{port}/health", timeout=60)
                break
            except httpx.TransportError:
                time.sleep(0.05)
        assert (health.status_code, health.json()["status"]) == (200, "ok")
    finally:
        process.terminate()
        status = process.wait(120)
    # Both are a clean end for systemd: Restart=on-failure leaves it at that.
    assert status in (0, -signal.SIGTERM), said.read_text()
    assert "Traceback" not in said.read_text()
    assert '"level": "error"' not in said.read_text()
    assert {"parapegma.db", "parapegma.db.secret"} <= {file.name for file in tmp_path.iterdir()}
