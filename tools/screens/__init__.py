"""Pictures and the text of real sessions at the prompt, for the docs."""
