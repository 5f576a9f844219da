"""Tests of the pages in docs/ and of the README."""
