"""The page's files are handed out whole, small and from nowhere else."""

from __future__ import annotations

import gzip
import re

import pytest

from parapegma.server.api.page import FOLDER


def test_every_address_that_is_no_file_shows_the_document(server):
    client = server.client(None)
    first = client.http.get("/")
    assert first.headers["content-type"].startswith("text/html")
    assert first.headers["cache-control"] == "no-cache"
    for path in ("/tables/abc", "/new/ulysses", "/rules/pacal", "/account"):
        assert client.http.get(path).text == first.text


def test_script_is_sent_compressed_and_may_be_kept_for_good(server):
    client = server.client(None)
    script = re.search(r'src="(/assets/[^"]+\.js)"', client.http.get("/").text).group(1)
    zipped = client.http.get(script, headers={"Accept-Encoding": "gzip"})
    plain = client.http.get(script, headers={"Accept-Encoding": "identity"})
    assert zipped.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert zipped.text == plain.text
    assert int(zipped.headers["content-length"]) < len(plain.content)
    assert "immutable" in plain.headers["cache-control"]
    assert plain.headers["content-type"].startswith("text/javascript")


def test_the_large_files_of_games_in_the_browser_are_kept_compressed_and_unpacked_for_who_needs_that(server):
    (folder,) = FOLDER.glob("python-*")
    assert not list(folder.glob("*.wasm")), "the plain form would double what is installed"
    address = f"/{folder.name}/pyodide.asm.wasm"
    client = server.client(None)
    sent = {}
    for coding in ("br", "gzip", "identity"):
        with client.http.stream("GET", address, headers={"Accept-Encoding": coding}) as answer:
            assert answer.headers["content-type"] == "application/wasm"
            assert answer.headers.get("content-encoding", "identity") == coding
            sent[coding] = b"".join(answer.iter_raw())
    assert sent["identity"].startswith(b"\0asm")
    assert gzip.decompress(sent["gzip"]) == sent["identity"]
    assert sent["br"] == (folder / "pyodide.asm.wasm.br").read_bytes()


@pytest.mark.parametrize(
    "path",
    [
        "/assets/nothing.js",
        "/assets/..%2f..%2fserver%2fapp.py",
        "/assets/.hidden",
        "/api/v1/nothing",
        "/assets/%00",
    ],
)
def test_nothing_else_is_handed_out(server, path):
    assert server.client(None).http.get(path).status_code == 404


def test_a_path_out_of_the_folder_shows_only_the_document(server):
    client = server.client(None)
    assert client.http.get("/..%2fserver%2fapp.py").text == client.http.get("/").text
