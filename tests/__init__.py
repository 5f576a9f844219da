"""The tests, as one package, so that files of the same name in different folders do not meet."""
