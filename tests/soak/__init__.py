"""The laws for as long as you like. A file here is a part: its `run(seed)` does one bounded round and says what it did.

A round raises where a law does not hold; the seed that is printed brings it back.
"""
