"""A server under load that is killed again and again: nothing may be lost, nothing be played twice."""
