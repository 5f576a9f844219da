"""The fuzzer: valid, damaged and random lines, and the laws that hold for all of them."""
