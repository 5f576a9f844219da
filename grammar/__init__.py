"""The only description of the language, and its uses: parsing, look-ahead, colouring, samples."""
