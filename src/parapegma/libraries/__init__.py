"""Builds the rules of every game as libraries, ahead of time, for each target (docs/libraries.md).

``python -m parapegma.libraries`` builds what is out of date. Only building needs this package, Numba and
ziglang: libraries are loaded by :mod:`parapegma.core.compiled.library`.
"""
