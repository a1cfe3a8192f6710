"""Starting a server on one's own machine: where the tables are is said, and shown if asked for."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

from parapegma.testing.survival.process import free_port


def test_whoever_asks_is_shown_the_tables_in_a_browser(tmp_path):
    browser, shown, port = tmp_path / "browser", tmp_path / "shown", free_port()
    browser.write_text(f'#!/bin/sh\necho "$1" > {shown}\n')
    browser.chmod(0o755)
    server = subprocess.Popen(
        [sys.executable, "-m", "parapegma", "serve", "--open", "--port", str(port)],
        cwd=tmp_path,
        env={**os.environ, "BROWSER": f"{browser} %s"},
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        until = time.monotonic() + 120
        while not (shown.exists() and shown.read_text()) and time.monotonic() < until:
            time.sleep(0.1)
        assert shown.read_text().strip() == f"http://127.0.0.1:{port}"
    finally:
        server.send_signal(signal.SIGTERM)
        _, said = server.communicate(timeout=60)
    assert f"The tables are at http://127.0.0.1:{port}" in said
