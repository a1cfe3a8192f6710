"""What is compiled: the decorator for rules, what rules are made of, and the functions that Python calls.

Nothing in here may import what people read (views, notation, matches): compiled code is kept on disk under a
digest of its sources, and a word changed elsewhere must not compile four games anew.
"""
