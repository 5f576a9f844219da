"""Long tests of the laws. Each file here is a part, whose `run(seed)` does one round and returns a summary.

A round raises if a law does not hold; the printed seed repeats it.
"""
