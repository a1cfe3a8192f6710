"""Measuring and comparing: for designers, researchers and the project itself."""
