"""The textbook's program with blanks, in three grades, and with checks that say what is wrong.

The first grade leaves out an expression of each function, the second its lines, the third all that
is not its description. The checks are plain Python at the end of the file: whoever runs it is told
what a function gave, what it should give, and what that may mean. The solution is the program.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping

from bpe_core.textbook import choose_pair, count_pairs, decode, encode, merge_pair, train

GRADES = (1, 2, 3)
#: What takes the place of lines that are to be written.
_MISSING = "raise NotImplementedError"

#: What is left out of each function: for grade 1 a piece of a line, and what is in its place; for
#: grade 2 the lines from the first of two to the second.
_BLANKS: Mapping[Callable[..., object], tuple[tuple[str, str], tuple[str, str]]] = {
    count_pairs: (
        ("counts.get(pair, 0) + count", "..."),
        ("for pair in zip", "counts[pair] ="),
    ),
    choose_pair: (("max(counts.values())", "..."), ("highest =", "return max")),
    merge_pair: (("word[i : i + 2] == list(pair)", "False"), ("if word[i", "i += 1")),
    train: (("choose_pair(counts, prefer)", "..."), ("pair = choose_pair", "corpus = [")),
    encode: (("merge_pair(word, pair, new)", "..."), ("for pair, new", "return word")),
    decode: (
        ("vocabulary[0][:0].join(vocabulary[token] for token in ids)", "..."),
        ("return vocabulary", "return vocabulary"),
    ),
}
FUNCTIONS = tuple(_BLANKS)
#: Each check: its name, what is run, what it should give. The names are those of the hints.
CHECKS: tuple[tuple[str, str, str], ...] = (
    ("count", "count_pairs([([0, 1], 1)])", "{(0, 1): 1}"),
    ("frequency", "count_pairs([([0, 1, 1], 2), ([0, 1], 3)])", "{(0, 1): 5, (1, 1): 2}"),
    ("overlap", "count_pairs([([0, 0, 0], 1)])", "{(0, 0): 2}"),
    ("borders", "count_pairs([([0, 1], 1), ([2], 4)])", "{(0, 1): 1}"),
    ("choose", "choose_pair({(0, 1): 2, (1, 2): 5})", "(1, 2)"),
    ("tie", "choose_pair({(1, 2): 5, (0, 1): 5, (3, 4): 1})", "(1, 2)"),
    ("prefer", "choose_pair({(1, 2): 5, (0, 1): 5}, prefer=lambda pair: -pair[0])", "(0, 1)"),
    ("merge", "merge_pair([0, 1, 2, 0, 1], (0, 1), 3)", "[3, 2, 3]"),
    ("left-to-right", "merge_pair([0, 0, 0, 1], (0, 0), 2)", "[2, 0, 1]"),
    ("last-token", "merge_pair([1, 0, 1, 2], (0, 1), 3)", "[1, 3, 2]"),
    (
        "train",
        'train([([0, 1, 2], 10), ([1, 2], 5)], ["h", "u", "g"], 2)',
        "{(1, 2): 3, (0, 3): 4}",
    ),
    (
        "renewed",
        'train([([0, 1, 2], 3), ([2, 0], 2)], ["a", "b", "c"], 2)',
        "{(0, 1): 3, (3, 2): 4}",
    ),
    ("nothing-left", 'train([([0, 1], 1)], ["a", "b"], 9)', "{(0, 1): 2}"),
    ("encode", "encode([0, 1, 2, 2], {(1, 2): 3, (0, 3): 4})", "[4, 2]"),
    ("in-order", "encode([0, 1, 2], {(1, 2): 3, (0, 1): 4})", "[0, 3]"),
    ("decode", 'decode([4, 2], ["h", "u", "g", "ug", "hug"])', '"hugg"'),
    ("decode-bytes", 'decode([1, 0], [b"a", b"b"])', 'b"ba"'),
)
#: What is said besides hints; names in braces are filled in when the checks run.
SAYINGS = (
    "title",
    "checks-title",
    "wrong",
    "unwritten",
    "error",
    "endless",
    "result",
    "all-right",
)


_CHECKING = """

# {checks_title}

import sys

LINES = 100_000  # after so many lines, a call counts as one that never ends
CHECKS = [
{checks}
]


class Endless(BaseException):
    pass


def answer(call):
    left = iter(range(LINES))

    def count(frame, event, value):
        if next(left, None) is None:
            raise Endless
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        return eval(call)
    finally:
        sys.settrace(before)


def check():
    right = 0
    for hint, call, expected in CHECKS:
        try:
            found = answer(call)
        except NotImplementedError:
            print({unwritten!r}.format(call=call))
        except Endless:
            print({endless!r}.format(call=call))
        except Exception as error:
            print({error!r}.format(call=call, error=repr(error)))
        else:
            if found == expected and type(found) is type(expected):
                right += 1
            else:
                told = {wrong!r}.format(call=call, found=repr(found), expected=repr(expected))
                print(told, hint)
    print({result!r}.format(right=right, n=len(CHECKS)))
    if right == len(CHECKS):
        print({all_right!r})


if __name__ == "__main__":
    check()
"""


def write_exercise(grade: int, says: Mapping[str, str]) -> bytes:
    """The program with blanks of a grade and with its checks, as UTF-8; grade 0 is the solution.

    `says` has a sentence for each of `SAYINGS` and a hint for each of `CHECKS`, by their names.

    >>> says = {name: name for name in (*SAYINGS, *(c[0] for c in CHECKS))}
    >>> "counts[pair] = ..." in write_exercise(1, says).decode()
    True
    """
    functions = "".join(f"\n\n{_with_blanks(function, grade)}" for function in FUNCTIONS)
    checks = "\n".join(
        f"    ({says[name]!r}, {call!r}, {expected})," for name, call, expected in CHECKS
    )
    sayings = {name.replace("-", "_"): says[name] for name in SAYINGS}
    checking = _CHECKING.format(checks=checks, **sayings)
    return f'"""{says["title"]}"""\n{functions}{checking}'.encode()


def _with_blanks(function: Callable[..., object], grade: int) -> str:
    source = inspect.getsource(function)
    if grade == 0:
        return source
    if grade == 1:
        return source.replace(*_BLANKS[function][0])
    if grade == 2:
        return _without_lines(source, *_BLANKS[function][1])
    first = source.index('"""', source.index('"""') + 3) + 3  # the end of the description
    return f"{source[:first]}\n    {_MISSING}\n"


def _without_lines(source: str, first: str, last: str) -> str:
    """The source with some lines left out; the place they had is kept."""
    lines = source.splitlines()
    starts = [line.strip().startswith(first) for line in lines]
    begin = starts.index(True)
    end = max(i for i, line in enumerate(lines) if line.strip().startswith(last))
    indent = lines[begin][: len(lines[begin]) - len(lines[begin].lstrip())]
    return "\n".join([*lines[:begin], indent + _MISSING, *lines[end + 1 :], ""])
