r"""Words that go wrong where something reads more into them than text.

Each is one word to the white-space pre-tokenizer, or its spaces are named. None is too long for
a chip.
"""

import re

TRICKY = [
    # HTML
    "<b>bold</b>",
    "<img/src=x/onerror=alert(1)>",
    "<script>alert(1)</script>",
    "</script><script>alert(2)</script>",
    "<svg/onload=alert(3)>",
    "<iframe/src=//localhost:9/>",
    "<form/action=//localhost:9/>",
    "<style>*{color:red}</style>",
    "<link/rel=stylesheet/href=//x.test/>",
    "<a/href=javascript:alert(4)>x</a>",
    "<!--comment-->",
    "&lt;&amp;&#x41;&nbsp;",
    '"onmouseover="alert(5)',
    "'><u>x",
    "</textarea></title></style>",
    "<template><slot>",
    # Markdown
    "**strong**",
    "_em_",
    "~~gone~~",
    "`code`",
    "```fence",
    "[a](javascript:alert(6))",
    "[a](http://localhost:9/)",
    "![x](http://localhost:9/b.png)",
    "[^1]",
    "|a|b|",
    "#head",
    "1.item",
    "-",
    "***",
    ">quote",
    "\\*back\\*",
    "\\",
    "<http://localhost:9/>",
    # LaTeX
    "$x^2$",
    "$$\\sum_i$$",
    "\\(a\\)",
    "\\href{//x.test}{y}",
    # Streamlit's own
    ":smile:",
    ":material/home:",
    ":red[x]",
    ":blue-background[x]",
    ":streamlit:",
    ":rainbow[r]",
    "->",
    "--",
    "(c)",
    ":shortcode",
    # addresses
    "http://localhost:9/",
    "//localhost:9/x",
    "www.example.com",
    "a@example.com",
    "data:text/html,<b>",
    # what charts and tables mistake for a field or a formula
    "a.b",
    "a[0]",
    "a['b']",
    "x:Q",
    "datum.x",
    "=1+1",
    "+1",
    "@SUM(A1)",
    "__proto__",
    "constructor",
    "toString",
    "null",
    "NaN",
    "undefined",
    "{k}",
    "{n}",
    "%s",
    "${x}",
    "{{x}}",
    # writing
    "\u202eabc\u202c",
    "\u2067שלום\u2069",
    "שלום",
    "عليكم",
    "e\u0301",
    "\u200bzero\u200d",
    "👩‍👩‍👧‍👦",
    "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "ﷺ",
    "a\x00b",
    "a\x07b",
    "\ue000",
    "\U000e0001x",
]

HEX = "[0-9a-fA-F]"
NAMES = rf"⟨U\+({HEX}{{4,6}})⟩|\\x({HEX}{{2}})|\\u({HEX}{{4}})|\\U({HEX}{{8}})"


def as_written(text: str) -> str:
    r"""A page's text, with names of invisible characters, ⟨U+200B⟩ or \u200b, replaced by them."""
    named = re.sub(NAMES, lambda name: chr(int(name[name.lastindex or 1], 16)), text)
    return named.replace("◌", "")
