"""Tools for developers: benchmarks, long campaigns, generated files. Run by `make`, never collected by pytest."""
