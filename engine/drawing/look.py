"""The look of a drawing: its colours, light and dark, as a style sheet that is part of every SVG and page.

Text has a contrast of at least 4.5 : 1 in both palettes. No information depends on colour alone: each seat has its own
plate, each kind of piece its own shape, and each kind of mark and arrow its own form.
"""

from typing import Final

_LIGHT: Final = (
    "--page:#f6f5f1;--ink:#1c1b19;--faint:#5f5b54;--cell:#e4ddc9;--cell2:#dad2ba;--line:#a59d86;--card:#fffdf6;"
    "--curse:#4a3050;--onCurse:#fff;--block:#6b5636;--last:#b45309;--preview:#166534;--danger:#b91c1c;"
    "--seatInk:#fff;--seat1:#1d4ed8;--seat2:#b91c1c;--seat3:#15803d;--seat4:#854d0e;--seat5:#7e22ce;--seat6:#0e7490"
)
_DARK: Final = (
    "--page:#171816;--ink:#eeece6;--faint:#aaa69b;--cell:#34382f;--cell2:#2d3129;--line:#5d6353;--card:#24261f;"
    "--curse:#d9b8e6;--onCurse:#1c1220;--block:#c9ab78;--last:#fbbf24;--preview:#86efac;--danger:#fca5a5;"
    "--seatInk:#14140f;--seat1:#93c5fd;--seat2:#fca5a5;--seat3:#86efac;--seat4:#fde047;--seat5:#d8b4fe;--seat6:#67e8f9"
)

STYLE: Final = (
    f".bh{{{_LIGHT}}}@media(prefers-color-scheme:dark){{.bh{{{_DARK}}}}}"
    + """
.bh text{fill:var(--ink);font-family:system-ui,"Segoe UI","DejaVu Sans",sans-serif;font-size:13px}
.bh .page{fill:var(--page)}
.bh .cell{fill:var(--cell);stroke:var(--line)}
.bh .odd{fill:var(--cell2)}
.bh .slot{fill:none;stroke:var(--line);stroke-dasharray:3 3}
.bh text.faint{fill:var(--faint)}
.bh text.number{font-size:10px}
.bh .middle{text-anchor:middle}
.bh .s1{--c:var(--seat1)}.bh .s2{--c:var(--seat2)}.bh .s3{--c:var(--seat3)}
.bh .s4{--c:var(--seat4)}.bh .s5{--c:var(--seat5)}.bh .s6{--c:var(--seat6)}
.bh .plate{fill:var(--c,var(--ink));stroke:var(--page);stroke-width:1.5}
.bh .shape{fill:var(--seatInk);fill-rule:evenodd}
.bh text.name{fill:var(--seatInk);font-weight:700;font-size:24px;text-anchor:middle}
.bh .bare{fill:var(--block);fill-rule:evenodd}
.bh .down .plate{fill:var(--page);stroke:var(--c,var(--ink));stroke-width:3}
.bh .down .shape{fill:var(--c,var(--ink))}
.bh .down text.name{fill:var(--ink)}
.bh .down .cross{stroke:var(--c,var(--ink));stroke-width:4}
.bh .card{fill:var(--card);stroke:var(--line)}
.bh .back{fill:var(--line);stroke:var(--ink)}
.bh .curse .card{fill:var(--curse);stroke-dasharray:5 2;stroke:var(--ink);stroke-width:2}
.bh .curse text{fill:var(--onCurse)}
.bh text.value{font-weight:700;font-size:19px;text-anchor:middle}
.bh text.id{font-size:10px;text-anchor:middle}
.bh text.was{font-size:10px;text-decoration:line-through}
.bh .last{fill:none;stroke:var(--last);stroke-width:3}
.bh .preview{fill:none;stroke:var(--preview);stroke-width:3;stroke-dasharray:7 4}
.bh .removed{fill:none;stroke:var(--danger);stroke-width:3}
.bh .threat{fill:none;stroke:var(--danger);stroke-width:2.5}
.bh .goal{fill:var(--last);stroke:var(--page)}
.bh .arrow{fill:none;stroke-width:4;stroke-linecap:round;stroke:var(--last)}
.bh .arrow.shot,.bh .arrow.crossfire{stroke:var(--danger)}
.bh .arrow.shot{stroke-dasharray:10 6}
.bh .arrow.crossfire{stroke-dasharray:1 7}
.bh .head{fill:var(--last);stroke:var(--page)}
.bh .head.shot,.bh .head.crossfire{fill:var(--danger)}
.bh .maybe{opacity:.65}
.bh text.title{font-size:16px;font-weight:700}
.bh text.shout{font-size:15px;font-weight:700;fill:var(--danger)}
""".replace("\n", "")
)
