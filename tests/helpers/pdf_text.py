"""The words on each sheet of a PDF as Chromium writes it: enough to look for what stands at its foot."""

from __future__ import annotations

import re
import zlib

_OBJECT = re.compile(rb"(\d+) 0 obj\s(.*?)endobj", re.S)
_STREAM = re.compile(rb"stream\r?\n(.*?)\r?\nendstream", re.S)
_SHOWN = re.compile(rb"/(F\d+) [\d.]+ Tf|((?:<[0-9A-Fa-f]*>|\[[^\]]*\])) ?T[jJ]")


def sheets(pdf: bytes) -> list[str]:
    """What is written on each sheet, in the order in which it was drawn, without spaces."""
    objects = {int(number): body for number, body in _OBJECT.findall(pdf)}
    return [_words(body, objects) for body in objects.values() if re.search(rb"/Type /Page\b", body)]


def _words(page: bytes, objects: dict[int, bytes]) -> str:
    maps = {
        name: _letters(objects[int(number)], objects)
        for name, number in re.findall(rb"/(F\d+) (\d+) 0 R", page)
    }
    contents = re.search(rb"/Contents (\d+) 0 R", page)
    assert contents, "a sheet without anything on it"
    font: dict[int, str] = {}
    found = []
    for name, shown in _SHOWN.findall(_stream(objects[int(contents[1])])):
        if name:
            font = maps.get(name, {})
        for glyphs in re.findall(rb"<([0-9A-Fa-f]*)>", shown):
            numbers = (int(glyphs[at : at + 4], 16) for at in range(0, len(glyphs), 4))
            found += [font.get(number, "") for number in numbers]
    return re.sub(r"\s", "", "".join(found))


def _letters(font: bytes, objects: dict[int, bytes]) -> dict[int, str]:
    """Which letter each glyph of a font is."""
    found: dict[int, str] = {}
    known = re.search(rb"/ToUnicode (\d+) 0 R", font)
    table = _stream(objects[int(known[1])]) if known else b""
    for part in re.findall(rb"beginbfchar(.*?)endbfchar", table, re.S):
        for glyph, letter in re.findall(rb"<(\w+)> <(\w+)>", part):
            found[int(glyph, 16)] = bytes.fromhex(letter.decode()).decode("utf-16-be")
    for part in re.findall(rb"beginbfrange(.*?)endbfrange", table, re.S):
        for first, last, letter in re.findall(rb"<(\w+)> <(\w+)> <(\w+)>", part):
            for number in range(int(first, 16), int(last, 16) + 1):
                found[number] = chr(int(letter, 16) + number - int(first, 16))
    return found


def _stream(body: bytes) -> bytes:
    packed = _STREAM.search(body)
    assert packed, "an object without a stream"
    return zlib.decompress(packed[1]) if b"/FlateDecode" in body else packed[1]
