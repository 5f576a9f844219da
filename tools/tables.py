"""Write grammar/tables.json: the parser's tables for the games of this checkout and the installed Lark."""

from beachhead.grammar.language import default
from beachhead.grammar.tables import FILE, dump

if __name__ == "__main__":
    FILE.write_text(dump(default().text, default().starts), "utf-8", newline="\n")
