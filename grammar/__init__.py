"""The one description of the language, and what is read off it: parsing, look-ahead, colours, samples."""
