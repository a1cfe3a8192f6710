"""Which functions a library exports, read from its file: for targets that cannot be run here."""

from __future__ import annotations

import gzip
import re
import struct
from pathlib import Path

from parapegma.libraries.targets import Target


def exported_symbols(file: Path, target: Target) -> set[str]:
    """The names of the functions that a library exports."""
    readers = {"elf": _elf, "macos": _mach_o, "windows": _pe, "wasm": _wasm, "wasm side module": _wasm}
    if target.cuda:
        text = gzip.decompress(file.read_bytes()).decode()
        return set(re.findall(r"^\.visible \.entry (\w+)\(", text, re.MULTILINE))
    return readers[target.linker](file.read_bytes())


def _text(data: bytes, at: int) -> str:
    return data[at : data.index(b"\0", at)].decode()


def _elf(data: bytes) -> set[str]:
    """Defined symbols of the dynamic symbol table (64 bits, lowest byte first)."""
    assert data[:6] == b"\x7fELF\x02\x01"
    (sections,) = struct.unpack_from("<Q", data, 0x28)
    size, count = struct.unpack_from("<HH", data, 0x3A)
    found: set[str] = set()
    for number in range(count):
        kind, _, _, begin, length, names = struct.unpack_from("<IQQQQI", data, sections + number * size + 4)
        if kind == 11:  # SHT_DYNSYM
            (texts,) = struct.unpack_from("<Q", data, sections + names * size + 0x18)
            for at in range(begin, begin + length, 24):
                name, info, _, section = struct.unpack_from("<IBBH", data, at)
                if section != 0 and info & 15 == 2:  # STT_FUNC
                    found.add(_text(data, texts + name))
    return found


def _mach_o(data: bytes) -> set[str]:
    """External symbols of the symbol table."""
    assert data[:4] == b"\xcf\xfa\xed\xfe"
    (commands,) = struct.unpack_from("<I", data, 16)
    found: set[str] = set()
    at = 32
    for _ in range(commands):
        command, length = struct.unpack_from("<II", data, at)
        if command == 2:  # LC_SYMTAB
            symbols, count, texts, _ = struct.unpack_from("<IIII", data, at + 8)
            for entry in range(symbols, symbols + 16 * count, 16):
                name, kind, section = struct.unpack_from("<IBB", data, entry)
                if kind & 0x0F == 0x0F and section != 0:  # N_SECT | N_EXT
                    found.add(_text(data, texts + name).removeprefix("_"))
        at += length
    return found


def _pe(data: bytes) -> set[str]:
    """Names of the export directory."""
    (header,) = struct.unpack_from("<I", data, 0x3C)
    assert data[header : header + 4] == b"PE\0\0"
    count, optional = struct.unpack_from("<H12xH", data, header + 6)
    sections = header + 24 + optional

    def offset(address: int) -> int:
        for number in range(count):
            size, begin, _, place = struct.unpack_from("<IIII", data, sections + 40 * number + 8)
            if begin <= address < begin + size:
                return int(place + address - begin)
        raise ValueError("an address lies in no section")

    directory = offset(struct.unpack_from("<I", data, header + 24 + 112)[0])
    (names,) = struct.unpack_from("<I", data, directory + 24)
    (table,) = struct.unpack_from("<I", data, directory + 32)
    places = struct.unpack_from(f"<{names}I", data, offset(table))
    return {_text(data, offset(place)) for place in places}


def _wasm(data: bytes) -> set[str]:
    """Functions of the export section."""
    assert data[:8] == b"\0asm\1\0\0\0"

    def number(at: int) -> tuple[int, int]:
        value = shift = 0
        while True:
            byte = data[at]
            value |= (byte & 127) << shift
            at, shift = at + 1, shift + 7
            if byte < 128:
                return value, at

    found: set[str] = set()
    at = 8
    while at < len(data):
        kind, (length, begin) = data[at], number(at + 1)
        if kind == 7:
            count, place = number(begin)
            for _ in range(count):
                size, place = number(place)
                name, exported = data[place : place + size].decode(), data[place + size]
                _, place = number(place + size + 1)
                if exported == 0:
                    found.add(name)
        at = begin + length
    return found
